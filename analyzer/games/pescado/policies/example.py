"""A policy of my own for Pescado Novo. It works as it is; change it into yours.

    analyzer simulate pescado --policy THIS_FILE.py:mine --policy greedy-points
    analyzer simulate pescado --policy THIS_FILE.py:mine:fear=2 --policy greedy-points

The functions below are compiled. Keep to numbers, arithmetic, if, for, while, tuples and calls of functions that do the
same. What fails is told with its line. All fields of the observation and all helpers:

    python -c "import analyzer.games.pescado.plugin as plugin; help(plugin)"
"""

from analyzer.games.pescado.plugin import (
    EMPTY,
    SEVENS,
    TUNA,
    J,
    Parameter,
    bit,
    chance_held,
    clearers,
    count_plays,
    is_pescado,
    nth_play,
    policy,
    popcount,
    table_after,
    taken_by,
)


def play(observation, parameters, stream):
    """Which card to play, and what to capture with it: the best of all legal plays."""
    best = 0
    most = -1000.0
    for rank in range(count_plays(observation)):
        card, captured = nth_play(observation, rank)
        worth = gain(observation, card, captured)
        # Parameters come as an array in the order in which they are declared below: parameters[0] is `fear`.
        worth -= parameters[0] * danger(observation, card, captured)
        if worth > most:
            best, most = rank, worth
    return nth_play(observation, best)


def gain(observation, card, captured):
    """What a play brings, in points. Functions of your own are compiled along."""
    if captured == EMPTY:  # the card stays on the table
        return 0.0
    # Card sets are numbers with a bit for each card: | joins them, & takes what they share, popcount counts.
    cards = bit(card) | taken_by(observation, captured)
    points = 0.05 * popcount(cards) + 0.2 * popcount(cards & TUNA) + 0.4 * popcount(cards & SEVENS)
    points -= popcount(cards & bit(J))
    return points + 1.0 if is_pescado(observation, captured) else points


def danger(observation, card, captured):
    """The chance that the next player can take all that I leave on the table, by the cards that I have not seen."""
    return chance_held(observation, clearers(table_after(observation, card, captured)))


mine = policy(
    "mine",
    summary="takes points, and fears the next player's pescado",
    parameters=[
        # Name, default, meaning; with low and high, whole=True for whole numbers, or words=("a", "b") for words.
        Parameter("fear", 1, "what the next player's chance of a pescado costs, in points", low=0, high=10),
    ],
    play=play,
)
