"""The numbers under which the kernel knows the policies."""

LOWEST, RANDOM = range(2)

PLUGIN = -1
"""A policy of the user's own, called through a pointer."""
