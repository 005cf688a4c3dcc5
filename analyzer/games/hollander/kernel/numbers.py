"""The numbers under which the kernel knows the policies."""

LOWEST, RANDOM, HIGHEST, ONE_AT_A_TIME, HOARDER, SPENDER, BLOCKER, COUNTER, EXPERT = range(9)

PLUGIN = -1
"""A policy of the user's own, called through a pointer."""
