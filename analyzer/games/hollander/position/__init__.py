"""Positions of The Flying Hollander: the decisions on which it gives advice, and how games go on from there."""
