"""Questions about an observation that the policies ask.

An observation is the table as the deciding player sees it, see `state.TABLE`. None of these functions changes it.
"""

import numpy as np

from analyzer.core.jit import helper

FACE_DOWN = 2
"""Chest cards of a round that lie face down (C3)."""


@helper
def is_last_round(observation):
    """Whether no round comes after this one (C9).

    Args:
        observation: The table as the deciding player sees it.

    Returns:
        bool.
    """
    return observation.round_number + 1 == observation.rounds


@helper
def holds_treasure(observation):
    """Whether the deciding player still holds the treasure card.

    Args:
        observation: The table as the deciding player sees it.

    Returns:
        bool.
    """
    return observation.has_treasure[observation.seat] != 0


@helper
def score(observation, seat):
    """The points of a player so far (C10).

    Args:
        observation: The table as the deciding player sees it.
        seat: int64.

    Returns:
        int64.
    """
    return np.int64(observation.stars[seat] - observation.hooks[seat])


@helper
def scaled_stars(observation, kind):
    """The expected stars of a type on the table, times the number of unseen cards: a whole number.

    Args:
        observation: The table as the deciding player sees it.
        kind: int64, the type.

    Returns:
        int64.
    """
    stars = np.int64(FACE_DOWN) * observation.unseen_stars[kind]
    if kind == observation.shown_type:
        stars += np.int64(observation.shown_stars) * observation.unseen_cards
    return stars


@helper
def expected_stars(observation, kind):
    """The expected stars of a type on the table, by what has been seen: of its face-up and its face-down cards.

    Args:
        observation: The table as the deciding player sees it.
        kind: int64, the type.

    Returns:
        float64.
    """
    return scaled_stars(observation, kind) / observation.unseen_cards


@helper
def richest_type(observation):
    """The type of the most expected stars; of equals the first one in the order of the deck.

    Args:
        observation: The table as the deciding player sees it.

    Returns:
        Number of the type, int64.
    """
    best = np.int64(0)
    most = scaled_stars(observation, best)
    for kind in range(1, observation.types):
        stars = scaled_stars(observation, kind)
        if stars > most:
            best = np.int64(kind)
            most = stars
    return best


@helper
def chance_face_down(observation, kind):
    """The chance that at least one of the cards that lie face down is of a type.

    Args:
        observation: The table as the deciding player sees it.
        kind: int64, the type.

    Returns:
        float64, 0 to 1.
    """
    cards = np.int64(observation.unseen_cards)
    others = cards - observation.unseen_of[kind]
    return 1.0 - others * (others - 1) / (cards * (cards - 1))


@helper
def chance_all_below(observation, stars):
    """The chance that both cards that lie face down have fewer stars than a number.

    Args:
        observation: The table as the deciding player sees it.
        stars: int64.

    Returns:
        float64, 0 to 1.
    """
    low = np.int64(0)
    for kind in range(observation.types):
        for value in range(min(np.int64(stars), np.int64(observation.most_stars) + 1)):
            low += observation.unseen[kind, value]
    cards = np.int64(observation.unseen_cards)
    return low * (low - 1) / (cards * (cards - 1))


@helper
def expected_most(observation):
    """The expected stars of the best of the three chest cards: what a treasure card takes that nobody is before (C6).

    Args:
        observation: The table as the deciding player sees it.

    Returns:
        float64.
    """
    expected = np.float64(observation.most_stars)
    for stars in range(observation.shown_stars, observation.most_stars):
        expected -= chance_all_below(observation, stars + 1)
    return expected
