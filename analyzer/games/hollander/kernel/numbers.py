"""The numbers under which the kernel knows the policies, and where it finds what `search` is told."""

LOWEST, RANDOM, HIGHEST, ONE_AT_A_TIME, HOARDER, SPENDER, BLOCKER, COUNTER, EXPERT = range(9)

PLUGIN = -1
"""A policy that is called through a pointer: one of the user's own, or `search`."""

PLAYOUTS, INSIDE_POLICY, INSIDE_SWAP, INSIDE_PARAMETERS = range(4)
"""What the parameters of `search` hold, in this order: how many worlds it tries, the numbers of the policy and of the
swap rule by which all go on in them, and from the last place on that policy's parameters."""
