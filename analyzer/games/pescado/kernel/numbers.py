"""The numbers under which the kernel knows the policies, and where the parameters of `search` stand."""

GREEDY_CARDS, RANDOM, GREEDY_POINTS, CAREFUL, EXPERT = range(5)

PLUGIN = -1
"""A policy that is called through a pointer: one of the user's own, or `search`."""

PLAYOUTS, INSIDE_POLICY, MARGIN, INSIDE_PARAMETERS = range(4)
"""What the parameters of `search` hold, in this order: how many worlds it tries, the number of the policy by which all
go on in them, by how many standard errors another play must be better than that policy's, and from the last place on
that policy's parameters."""
