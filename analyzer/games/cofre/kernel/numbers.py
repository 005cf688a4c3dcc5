"""The numbers under which the kernel knows the policies, and the ordinary use of the treasure card."""

STARS, RANDOM, SHOWN, CONTRARIAN, COUNTER, EQUILIBRIUM, EXPERT = range(7)

PLUGIN = -1
"""A policy that is called through a pointer: one of the user's own, or `search`."""

PLAYOUTS, INSIDE_POLICY, INSIDE_PARAMETERS = range(3)
"""What the parameters of `search` hold, in this order: how many worlds it tries, the number of the policy by which all
go on in them, and from the last place on that policy's parameters."""

ORDINARY_FROM, ORDINARY_STARS, ORDINARY_LAST = 0, 3, 1
"""When the ordinary player uses the treasure card, see `policies.timing`."""
