"""The numbers under which the kernel knows the built-in policies."""

LOWEST, RANDOM = range(2)
