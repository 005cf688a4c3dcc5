"""A policy of my own for The Flying Hollander. It works as it is; change it into yours.

    analyzer simulate hollander --policy THIS_FILE.py:mine
    analyzer simulate hollander --policy THIS_FILE.py:mine:save=3 --policy lowest --policy lowest --policy lowest

Each function below decides one thing. Whichever you leave out is decided for you: cards are laid as `lowest` does, a
wormhole names the next player, a pirate declines, and the battle cards are those of the parameter swap.

The functions are compiled. Keep to numbers, arithmetic, if, for, while, tuples and calls of functions that do the same.
What fails is told with its line. All fields of the observation and all helpers:

    python -c "import analyzer.games.hollander.plugin as plugin; help(plugin)"
"""

from analyzer.games.hollander.plugin import (
    BATTLE,
    DECLINE,
    Parameter,
    below,
    cards_left,
    count_of,
    highest_kind,
    is_special,
    lowest_kind,
    policy,
    shared_zones,
)


def play(observation, parameters, stream):
    """Which cards to lay: the kind, and how many of it."""
    # `playable` is the set of the cards that you may lay. Kinds are numbers: crew of rank 1 is 0, rank 10 is 9, and
    # then come hollander, wormhole, pirate, island, mutiny and kraken.
    kind = lowest_kind(observation.playable)
    # Parameters come as an array in the order in which they are declared below: parameters[0] is `save`.
    if is_special(kind) and danger(observation) <= parameters[0]:
        # Somebody is about to win, and only specials can be laid: the strongest one now.
        kind = highest_kind(observation.playable)
    # All copies of crew, but specials one by one: their effect comes only once.
    count = 1 if is_special(kind) else count_of(observation.playable, kind)
    return kind, count


def wormhole(observation, parameters, stream):
    """Who takes the next turn: whoever has the most cards left, and of several any one."""
    chosen = -1
    most = -1
    ties = 0
    for seat in range(observation.players):
        if seat == observation.seat:
            continue
        left = cards_left(observation, seat)
        if left > most:
            chosen, most, ties = seat, left, 1
        elif left == most:
            ties += 1
            if below(stream, ties) == 0:  # a random number from 0 to ties - 1
                chosen = seat
    return chosen


def pirate(observation, parameters, stream):
    """Which cards to exchange: my lowest battle card for the best special that lies before another player."""
    own = observation.battle[observation.seat]
    best = -1
    owner = -1
    for seat in range(observation.players):
        # Bit BATTLE is set if both of us have a battle card.
        if seat != observation.seat and shared_zones(observation, seat) >> BATTLE & 1:
            kind = highest_kind(observation.battle[seat])
            if kind > best:
                best, owner = kind, seat
    if owner < 0 or not is_special(best) or lowest_kind(own) >= best:
        return DECLINE
    return owner, BATTLE, lowest_kind(own), best


def danger(observation):
    """How many cards the player closest to winning has left. Functions of your own are compiled along."""
    fewest = 1000
    for seat in range(observation.players):
        if seat != observation.seat:
            fewest = min(fewest, cards_left(observation, seat))
    return fewest


# To decide about the battle cards yourself, add swap=swap below:
#
# def swap(observation, parameters, stream):
#     """Which three of my six cards to lay: krakens first, then the highest crew."""
#     six = observation.hand + observation.battle[observation.seat]
#     ...
#     return laid   # a card set of three of them

mine = policy(
    "mine",
    summary="plays its lowest card, and its strongest special when somebody is about to win",
    parameters=[
        # Name, default, meaning; with low and high, whole=True for whole numbers, or words=("a", "b") for words.
        Parameter(
            "save", 2, "cards that a player has left when I spend my specials", low=0, high=20, whole=True
        ),
    ],
    play=play,
    wormhole=wormhole,
    pirate=pirate,
    swap="best",  # the swap rule, unless another one is asked for: --policy THIS_FILE.py:mine:swap=keep
)
