"""The numbers under which the kernel knows the policies, and the ordinary use of the treasure card."""

STARS, RANDOM, SHOWN, CONTRARIAN, COUNTER, EQUILIBRIUM, EXPERT = range(7)

PLUGIN = -1
"""A policy of the user's own, called through a pointer."""

ORDINARY_FROM, ORDINARY_STARS, ORDINARY_LAST = 0, 3, 1
"""When the ordinary player uses the treasure card, see `policies.timing`."""
