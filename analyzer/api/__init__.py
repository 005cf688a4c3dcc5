"""The questions as functions, for notebooks and for the command line; `from analyzer import simulate` reaches them."""
