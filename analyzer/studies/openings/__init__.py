"""What should a player lay before the first turn? An experiment on kinds of cards, and rules tried on fresh deals."""
