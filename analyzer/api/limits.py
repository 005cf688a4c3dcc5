"""How much may be asked for at once."""

MOST_GAMES = 10**11
"""At a million games a second more than a day; sums of squares over so many games still fit in 64 bits."""
