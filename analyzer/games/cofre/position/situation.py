"""All that the deciding player knows, read from what was said of a position, and written in its one canonical form."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from analyzer.errors import UserError
from analyzer.games.cofre.cards import LINE, card_name, choice_name
from analyzer.games.cofre.position.cardtext import in_short, read_card, read_cards, read_choice
from analyzer.games.cofre.position.questions import (
    CHOOSE,
    FOLLOWED_OF,
    HOOKS_OF,
    LAST_CHOICE_OF,
    ROUND,
    SEEN,
    SHOWN,
    STARS_OF,
    TREASURE_OF,
)
from analyzer.games.cofre.rules import cards_of, types_of
from analyzer.games.positions import Given
from analyzer.games.positionsaid import NO, Said
from analyzer.games.protocol import Setup

_MOST = 9999
"""A bound on what is read; what there can be is checked afterwards."""

_Value = TypeVar("_Value")


@dataclass(frozen=True)
class Situation:
    """What the deciding player knows.

    Attributes:
        seat: The deciding player's seat.
        shown: Number of the card that lies face up.
        seen: Numbers of the cards that the player knows to have been turned up before, from the lowest.
        round_number: The round's number, from 0.
        stars: Stars on the cards that each seat has won.
        hooks: Hook cards that each seat holds.
        treasures: Whether each seat still holds the treasure card.
        last_choices: What each seat chose in the round before; None if it is not known.
        followed: Rounds in which each seat chose the type of the face-up card.
    """

    seat: int
    shown: int
    seen: tuple[int, ...]
    round_number: int
    stars: tuple[int, ...]
    hooks: tuple[int, ...]
    treasures: tuple[bool, ...]
    last_choices: tuple[int | None, ...]
    followed: tuple[int, ...]

    @property
    def players(self) -> int:
        """Number of seats."""
        return len(self.stars)

    @property
    def forgotten(self) -> int:
        """How many cards were turned up before that the player does not know; less than 0 if too many are known."""
        return LINE * self.round_number - len(self.seen)


def read_situation(setup: Setup, seat: int, given: Given) -> Situation:
    """Reads what was said, with what holds where nothing was.

    Args:
        setup: The rules, already checked, and who plays on.
        seat: The deciding player's seat.
        given: What is said of the position.

    Returns:
        What the player knows. Whether there can be such a table is yet to be checked.

    Raises:
        UserError: Something of it is unknown or missing.
    """
    players, rules = setup.players, setup.rules
    said = Said(given, CHOOSE, players)
    shown = read_card(said.value(SHOWN), rules, SHOWN)
    turned_up = said.value(SEEN)
    seen = [] if turned_up is None else read_cards(turned_up, rules, SEEN)
    last_choices = {
        at: read_choice(value, rules, f"{LAST_CHOICE_OF} {at}")
        for at, value in said.by_seat(LAST_CHOICE_OF).items()
    }
    rounds = len(cards_of(rules)) // LINE
    number = said.number(ROUND, 0, rounds - 1)
    return Situation(
        seat=seat,
        shown=shown,
        seen=tuple(sorted(seen)),
        round_number=_round_after(len(seen), rounds) if number is None else number,
        stars=_for_seats(players, said.numbers_by_seat(STARS_OF, 0, _MOST), 0),
        hooks=_for_seats(players, said.numbers_by_seat(HOOKS_OF, 0, _MOST), 0),
        treasures=_for_seats(players, said.answers_by_seat(TREASURE_OF), True),
        last_choices=_for_seats(players, last_choices, None),
        followed=_for_seats(players, said.numbers_by_seat(FOLLOWED_OF, 0, _MOST), 0),
    )


def canonical(situation: Situation, setup: Setup) -> list[tuple[str, str]]:
    """What is to be said for the same position again: as little as will do.

    Args:
        situation: What the player knows.
        setup: The rules, and who plays on.

    Returns:
        The fields and their texts, those by seat as SEAT=VALUE.
    """
    types = types_of(setup.rules)
    fields = [(SHOWN, card_name(situation.shown, types))]
    if situation.seen:
        fields.append((SEEN, in_short(situation.seen, types)))
    if situation.forgotten > 0:
        fields.append((ROUND, str(situation.round_number)))
    last_choices = [None if each is None else choice_name(each, types) for each in situation.last_choices]
    by_seat: tuple[tuple[str, Sequence[str | None]], ...] = (
        (STARS_OF, [str(stars) if stars else None for stars in situation.stars]),
        (HOOKS_OF, [str(hooks) if hooks else None for hooks in situation.hooks]),
        (TREASURE_OF, [None if holds else NO for holds in situation.treasures]),
        (LAST_CHOICE_OF, last_choices),
        (FOLLOWED_OF, [str(rounds) if rounds else None for rounds in situation.followed]),
    )
    for name, texts in by_seat:
        fields += [(name, f"{seat}={text}") for seat, text in enumerate(texts) if text is not None]
    return fields


def _round_after(seen: int, rounds: int) -> int:
    """The number of the round before which so many cards were turned up (C3, C9)."""
    if seen % LINE:
        fewer = seen - seen % LINE
        raise UserError(
            f"{SEEN}: {seen} {'card was' if seen == 1 else 'cards were'} turned up, but every round turns up {LINE} "
            f"(C3): it must be {fewer} or {fewer + LINE} cards.\n"
            f"If you do not know all of them, say with {ROUND} which round it is."
        )
    if seen // LINE >= rounds:
        raise UserError(
            f"{SEEN}: with {seen} cards turned up, all {rounds} rounds of the game are over (C9)."
        )
    return seen // LINE


def _for_seats(players: int, said: Mapping[int, _Value], default: _Value) -> tuple[_Value, ...]:
    return tuple(said.get(seat, default) for seat in range(players))
