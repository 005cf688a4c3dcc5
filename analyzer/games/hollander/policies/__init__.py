"""The built-in policies: one file per idea."""
