"""Cofre: rules, kernel, policies, trace and the adapter to the rest of the program."""
