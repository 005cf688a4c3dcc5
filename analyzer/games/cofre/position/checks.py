"""Refuses tables that there cannot be."""

from collections import Counter

from analyzer.errors import UserError
from analyzer.games.cofre.cards import LINE, STAR_VALUES, TREASURE, card_name
from analyzer.games.cofre.position.questions import (
    FOLLOWED_OF,
    HOOKS_OF,
    LAST_CHOICE_OF,
    ROUND,
    SEEN,
    STARS_OF,
    TREASURE_OF,
)
from analyzer.games.cofre.position.situation import Situation
from analyzer.games.cofre.rules import cards_of, types_of
from analyzer.games.protocol import Setup


def check(situation: Situation, setup: Setup) -> None:
    """Refuses a table that no game can come to.

    Args:
        situation: What the player knows.
        setup: The rules, and who plays on.

    Raises:
        UserError: There cannot be such a table; says why.
    """
    _check_cards(situation, setup)
    if situation.round_number == 0:
        _check_first_round(situation)
    _check_stars(situation, setup)
    for seat in range(setup.players):
        _check_hooks(situation, seat)
        _check_choices(situation, seat)


def _check_cards(situation: Situation, setup: Setup) -> None:
    """The deck must have the cards (C2), and they must not be more than were turned up (C3)."""
    types = types_of(setup.rules)
    deck = Counter(cards_of(setup.rules))
    for number, count in Counter([*situation.seen, situation.shown]).items():
        if count > deck[number]:
            name = card_name(number, types)
            there = f"{deck[number]} {'card' if deck[number] == 1 else 'cards'} {name}"
            raise UserError(
                f"{SEEN}: the deck has {there} (C2), but {count} were turned up, the face-up card included."
            )
    if situation.forgotten < 0:
        turned = LINE * situation.round_number
        raise UserError(
            f"{SEEN}: {len(situation.seen)} cards were turned up, but before round {situation.round_number} it is "
            f"{turned or 'none'}, {LINE} in every round from round 0 on (C3)."
        )


def _check_first_round(situation: Situation) -> None:
    """Before the first round nothing has happened."""
    for seat in range(situation.players):
        happened = (
            (STARS_OF, situation.stars[seat] > 0),
            (HOOKS_OF, situation.hooks[seat] > 0),
            (TREASURE_OF, not situation.treasures[seat]),
            (LAST_CHOICE_OF, situation.last_choices[seat] is not None),
            (FOLLOWED_OF, situation.followed[seat] > 0),
        )
        for name, has in happened:
            if has:
                raise UserError(
                    f"{name} {seat} cannot be in the first round, and without cards in {SEEN} it is the first.\n"
                    f"Say with {ROUND} which round it is, or with {SEEN} which cards were turned up before."
                )


def _check_stars(situation: Situation, setup: Setup) -> None:
    """Nobody can have won stars that no card turned up before has (C9, C10)."""
    unseen = Counter(cards_of(setup.rules)) - Counter([*situation.seen, situation.shown])
    most = sorted((number % STAR_VALUES for number in unseen.elements()), reverse=True)
    there = sum(number % STAR_VALUES for number in situation.seen) + sum(most[: situation.forgotten])
    won = sum(situation.stars)
    if won > there:
        turned = LINE * situation.round_number
        raise UserError(
            f"{STARS_OF}: the players have won {won} stars together, but the {turned} cards that were turned up "
            f"before have {'at most ' if situation.forgotten else ''}{there}."
        )


def _check_hooks(situation: Situation, seat: int) -> None:
    """One hook card is drawn in a round at most, for a mistake or for the treasure card (C6, C7)."""
    # Also where nobody slips by the rules: at a real table they may have.
    if situation.hooks[seat] > situation.round_number:
        raise UserError(
            f"{HOOKS_OF} {seat} cannot be {situation.hooks[seat]}: {_played(situation)}, and a round brings one hook "
            "card at most (C6, C7)."
        )


def _check_choices(situation: Situation, seat: int) -> None:
    if situation.last_choices[seat] == TREASURE and situation.treasures[seat]:
        raise UserError(
            f"{LAST_CHOICE_OF} {seat}: whoever chose the treasure card has used it (C6): say {TREASURE_OF} {seat}=no."
        )
    if situation.followed[seat] > situation.round_number:
        raise UserError(f"{FOLLOWED_OF} {seat} cannot be {situation.followed[seat]}: {_played(situation)}.")


def _played(situation: Situation) -> str:
    rounds = situation.round_number
    return f"only {rounds} {'round has' if rounds == 1 else 'rounds have'} been played"
