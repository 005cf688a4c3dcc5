"""What a game counts, and where each figure stands in its row of results."""

from analyzer.games.cofre.cards import MOST_PLAYERS

COUNTED = (
    "stars_alone",
    "stars_contested",
    "stars_left_over",
    "stars_by_treasure",
    "stars_lost",
    "failed_treasures",
    "slips",
    "hooks_returned",
    "contests_shown",
    "contests_hidden",
    "cards_lost",
    "chose_shown",
    "chose_hidden",
    "chose_absent",
    "treasures",
)
"""What the engine counts of all seats together."""

(
    STARS_ALONE,
    STARS_CONTESTED,
    STARS_LEFT_OVER,
    STARS_BY_TREASURE,
    STARS_LOST,
    FAILED_TREASURES,
    SLIPS,
    HOOKS_RETURNED,
    CONTESTS_SHOWN,
    CONTESTS_HIDDEN,
    CARDS_LOST,
    CHOSE_SHOWN,
    CHOSE_HIDDEN,
    CHOSE_ABSENT,
    TREASURES,
) = range(len(COUNTED))

THIRDS = 3
"""Parts of a game by which the stars won are counted."""

WINNERS, ROUNDS, SCORES = range(3)
IN_THIRDS = SCORES + MOST_PLAYERS
COUNTS = IN_THIRDS + THIRDS
"""The first column of each figure: scores stand one a seat, stars won one a third, counts in the order above."""

COLUMNS = COUNTS + len(COUNTED)

LEADS, BEHIND, DECISIONS, OPTIONS, FORCED = range(5)
"""Columns of what is counted besides in games that are watched closely, in rows of their own; see `watch`."""

WATCHED_COLUMNS = 5
