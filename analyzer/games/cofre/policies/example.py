"""A policy of my own for Cofre. It works as it is; change it into yours.

    analyzer simulate cofre --policy THIS_FILE.py:mine --policy stars --policy stars --policy stars
    analyzer simulate cofre --policy THIS_FILE.py:mine:company=1 --policy stars --policy stars --policy stars

The functions below are compiled. Keep to numbers, arithmetic, if, for, while, tuples and calls of functions that do the
same. What fails is told with its line. All fields of the observation and all helpers:

    python -c "import analyzer.games.cofre.plugin as plugin; help(plugin)"
"""

from analyzer.games.cofre.plugin import (
    TREASURE,
    Parameter,
    expected_most,
    expected_stars,
    holds_treasure,
    is_last_round,
    policy,
    richest_type,
)


def choose(observation, parameters, stream):
    """Which card to lay: the number of a type, or TREASURE."""
    if holds_treasure(observation) and is_time(observation, parameters):
        return TREASURE
    best = 0
    most = -1.0
    for kind in range(observation.types):
        stars = expected_stars(observation, kind) / company(observation, kind, parameters)
        if stars > most:
            best, most = kind, stars
    return best


def company(observation, kind, parameters):
    """How many will claim this type, myself included. Functions of your own are compiled along."""
    # Parameters come as an array in the order in which they are declared below: parameters[0] is `company`.
    if kind == richest_type(observation):
        return 1.0 + parameters[0] * (observation.players - 1)
    return 1.0


def is_time(observation, parameters):
    """Whether the face-up card is poor enough that few look for the best one elsewhere."""
    if is_last_round(observation):
        return True
    return expected_most(observation) - observation.shown_stars > parameters[1]


mine = policy(
    "mine",
    summary="leaves the richest type to the others, and looks for treasure where the face-up card is poor",
    parameters=[
        # Name, default, meaning; with low and high, whole=True for whole numbers, or words=("a", "b") for words.
        Parameter(
            "company", 0.8, "part of the others who are expected to claim the richest type", low=0, high=1
        ),
        Parameter(
            "hidden",
            1,
            "stars by which the best card must be expected to beat the face-up one",
            low=0,
            high=15,
        ),
    ],
    choose=choose,
)
