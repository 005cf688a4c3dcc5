"""The compiled engine of Cofre and what it is built from."""
