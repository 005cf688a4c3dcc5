"""How far an answer depends on what a game's source leaves open: its open points, and the decks that it allows."""
