"""Positions of Cofre: the decision on which it gives advice, and how games go on from there."""
