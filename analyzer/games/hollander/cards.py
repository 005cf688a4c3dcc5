"""The kinds of the hollander deck and their numbers (H1).

Crew rank r is kind r - 1. The specials follow in the order of H31, which is also the reverse of the order of H32: the
lowest kind in a set of playable cards is what `lowest` plays, and the highest kinds are what `high` lays.
"""

CREW_RANKS = 10
HOLLANDER, WORMHOLE, PIRATE, ISLAND, MUTINY, KRAKEN = range(CREW_RANKS, 16)

SPECIALS = ("hollander", "wormhole", "pirate", "island", "mutiny", "kraken")

KIND_NAMES = (*(str(rank) for rank in range(1, CREW_RANKS + 1)), *SPECIALS)
"""The name of each kind, by number."""

KIND_NUMBERS = {name: number for number, name in enumerate(KIND_NAMES)}

LAID = 3
"""Battle cards, and final cards, that each player is dealt (H3)."""

MOST_PLAYERS = 6
