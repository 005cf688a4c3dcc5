"""The built-in policies of Cofre, one module each."""
