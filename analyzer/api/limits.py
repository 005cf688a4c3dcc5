"""How much may be asked for at once; the command line reads these before it imports what plays."""

MOST_GAMES = 10**11
"""At a million games a second more than a day; sums of squares over so many games still fit in 64 bits."""

MOST_THREADS = 256
MOST_DEALS = 10**8
MOST_GENERATIONS = 100_000
MOST_CANDIDATES = 10_000
"""Of a search for weights: deals of a candidate or of the verdict, generations, and candidates in each."""

MOST_COPIES = 60
MOST_DECKS = 2_048
"""Of a deck's changes: copies of one card, and decks that are tried."""
