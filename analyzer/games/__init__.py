"""The games: one folder each, and what they all are to the rest of the program."""
