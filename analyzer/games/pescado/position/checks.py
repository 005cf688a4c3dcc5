"""Refuses positions that cannot be: cards that a round does not have, and what the rules never bring about."""

from analyzer.errors import UserError
from analyzer.games.pescado.cards import CARD_NAMES, HAND, NUMBER_CARDS, STAR
from analyzer.games.pescado.kernel.state import NOBODY
from analyzer.games.pescado.position.cardtext import written
from analyzer.games.pescado.position.situation import (
    Situation,
    dealt_until,
    has_captured,
    place_of,
    told_of,
)
from analyzer.games.pescado.rules import specials_of
from analyzer.games.protocol import Setup

_CARDS_OF_A_PESCADO = 2
"""Captured with a pescado at least: the card played, and one that lay there."""


def check(situation: Situation, setup: Setup) -> None:
    """Checks that a situation can be, and that its cards add up.

    Args:
        situation: The situation.
        setup: Rules and policies.

    Raises:
        UserError: It cannot be; says what is off by how many, or which rule speaks against it.
    """
    if not 1 <= len(situation.hand) <= HAND:
        raise UserError(
            f"hand: you have {len(situation.hand)} cards, but a player to play has 1 to {HAND} (P4)."
        )
    limit = setup.rules.options.whole("round_limit")
    if situation.round_number >= limit:
        raise UserError(
            f"starter: seat {situation.starter} first starts round {situation.round_number}, but a game has at most "
            f"{limit} {'round' if limit == 1 else 'rounds'}, the first being round 0 (P3, P15)."
        )
    _check_specials(situation, setup)
    _check_number_cards(situation, setup)
    _check_total(situation)
    _check_captures(situation)


def _check_specials(situation: Situation, setup: Setup) -> None:
    """No special may be there that this deck does not have, nor more of them than a round has (P1, P2)."""
    known = specials_of(setup.rules)
    seen = []
    for place, cards in situation.places.items():
        specials = [card for card in cards if card not in NUMBER_CARDS]
        for card in specials:
            if CARD_NAMES[card] not in known:
                raise UserError(
                    f"{place}: this deck has no {CARD_NAMES[card]}; its special cards are "
                    f"{' '.join(known) or 'none'} (P1, deck.specials)."
                )
        seen += specials
    drawn = setup.rules.options.whole("specials_in")
    if len(seen) > drawn:
        raise UserError(
            f"You tell of {len(seen)} special cards ({written(seen)}), {len(seen) - drawn} too many: a round has "
            f"{drawn} (P2, options.specials_in)."
        )


def _check_number_cards(situation: Situation, setup: Setup) -> None:
    seen = sum(card in NUMBER_CARDS for cards in situation.places.values() for card in cards)
    in_round = len(NUMBER_CARDS) - setup.rules.options.whole("left_out")
    if seen > in_round:
        raise UserError(
            f"You tell of {seen} number cards, {seen - in_round} too many: a round has {in_round} "
            "(P2, options.left_out)."
        )


def _check_total(situation: Situation) -> None:
    """As many cards must be told of as were dealt; fewer, if of some players it is not told what they captured (P4)."""
    missing = situation.missing
    if missing == 0 or (missing > 0 and None in situation.captured):
        return
    told = told_of(situation.hand_sizes, situation.table, situation.captured)
    captured = sum(len(cards) for cards in situation.captured if cards is not None)
    dealt = dealt_until(situation.deal, situation.players)
    what = (
        f"The cards do not add up: {sum(situation.hand_sizes)} in hands, {len(situation.table)} on the table and "
        f"{captured} captured are {told}, but after deal {situation.deal} {dealt} have been dealt (P4)"
    )
    if missing < 0:
        raise UserError(f"{what}: {-missing} too many.")
    before = dealt_until(situation.deal - 1, situation.players)
    or_else = f"; after deal {situation.deal - 1}, {told - before} too many" if situation.deal > 0 else ""
    raise UserError(
        f"{what}: {missing} are missing{or_else}.\nIf you do not know what somebody captured, do not say it: the "
        "missing cards are then taken to be theirs."
    )


def _check_captures(situation: Situation) -> None:
    """What is said of captures must fit the captured cards."""
    own, missing = situation.seat, situation.missing
    for seat, pescados in enumerate(situation.pescados):
        cards = situation.captured[seat]
        count = missing if cards is None else len(cards)
        if _CARDS_OF_A_PESCADO * pescados > count:
            raise UserError(
                f"{place_of('pescados', seat, own)}: {pescados} cannot be with {count} captured cards, at least "
                f"{_CARDS_OF_A_PESCADO} for each (P10)."
            )
    if situation.last != NOBODY and not has_captured(situation.captured[situation.last], missing):
        raise UserError(f"last: seat {situation.last} has not captured anything in this round.")
    told = [cards for cards in situation.captured if cards]
    if situation.last == NOBODY and told:
        raise UserError("last: somebody has captured last, since cards are captured; say which seat.")
    if situation.star_is_zero and not any(STAR in cards for cards in (situation.table, *told)):
        raise UserError("star-is-zero: a * that was played to an empty table lies there or is captured (P7).")
