"""The Flying Hollander, a shedding game."""
