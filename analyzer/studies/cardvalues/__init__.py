"""What it is worth to have a card: by exchanging cards, and by watching who has which."""
