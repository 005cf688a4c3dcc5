"""The numbers under which the kernel knows the policies."""

GREEDY_CARDS, RANDOM, GREEDY_POINTS, CAREFUL, EXPERT = range(5)

PLUGIN = -1
"""A policy of the user's own, called through a pointer."""
