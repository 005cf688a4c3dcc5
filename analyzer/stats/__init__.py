"""Intervals, paired differences and stopping rules. Knows no game."""
