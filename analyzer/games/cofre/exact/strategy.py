"""Strategies that depend on the face-up card alone: how often each card is chosen, as exact fractions."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from analyzer.errors import UserError, did_you_mean
from analyzer.games.cofre.cards import TREASURE_NAME
from analyzer.games.cofre.rules import stars_of, types_of
from analyzer.games.rulesfile import Rules
from analyzer.games.settings import shown as as_shown

Card = tuple[int, int]
"""A chest card: the number of its type, and its stars."""

Row = tuple[Fraction, ...]
"""The chance to choose each type, in the order of the deck, and at the end that to choose the treasure card."""

NAMES = SHOWN, UNIFORM, EQUILIBRIUM = "shown", "uniform", "equilibrium"

_CHANCE = re.compile(r"[0-9]{1,30}(/[0-9]{1,30}|\.[0-9]{0,30})?|\.[0-9]{1,30}")
_DECIMALS = 9
"""Decimals of the chances of `equilibrium`: it is worked out with so many."""


@dataclass(frozen=True)
class Strategy:
    """How often each card is chosen.

    Attributes:
        name: The text that gives it.
        rows: The chances for each card that may lie face up.
    """

    name: str
    rows: Mapping[Card, Row]

    @property
    def uses_treasure(self) -> bool:
        """Whether the treasure card is ever chosen."""
        return any(row[-1] for row in self.rows.values())


def read(texts: Sequence[str], rules: Rules, players: int) -> tuple[Strategy, ...]:
    """Reads the strategies of a table.

    Args:
        texts: No strategy (`equilibrium` in all seats), one for all seats, or one for each. A strategy is a name, or
            chances as in "shown=1/2,gold=0.25,treasure=1/8", where "shown" is the type of the face-up card. What they
            leave to 1 goes in equal parts to the types that are not named.
        rules: The effective rules.
        players: Number of seats.

    Returns:
        One strategy per seat.

    Raises:
        UserError: A strategy is wrong, or their number does not fit the seats.
    """
    if len(texts) not in (0, 1, players):
        raise UserError(
            f"{len(texts)} strategies are given for {players} seats: give one for all seats, or one for each."
        )
    given = tuple(texts) or (EQUILIBRIUM,)
    known = {text: _read(text, rules, players) for text in given}
    return tuple(known[text] for text in (given if len(given) == players else given * players))


def cards_of(rules: Rules) -> dict[Card, int]:
    """How many cards of each kind the deck has.

    Args:
        rules: The effective rules.

    Returns:
        The number of copies by card.
    """
    deck: dict[Card, int] = {}
    for kind, name in enumerate(types_of(rules)):
        for stars in stars_of(rules, name):
            deck[kind, stars] = deck.get((kind, stars), 0) + 1
    return deck


def _read(text: str, rules: Rules, players: int) -> Strategy:
    text = text.strip()
    if "=" in text:
        return _mixture(text, rules)
    types = len(types_of(rules))
    if text == SHOWN:
        return Strategy(text, {card: _pure(card[0], types) for card in cards_of(rules)})
    if text == UNIFORM:
        return Strategy(text, dict.fromkeys(cards_of(rules), (Fraction(1, types),) * types + (Fraction(0),)))
    if text == EQUILIBRIUM:
        return Strategy(text, _equilibrium(rules, players))
    raise UserError(
        f'There is no strategy "{as_shown(text)}".{did_you_mean(text, NAMES)}\n'
        f"A strategy is {', '.join(NAMES[:-1])}, {NAMES[-1]}, or chances such as "
        f'"{SHOWN}=1/2,{types_of(rules)[0]}=0.25".'
    )


def _pure(kind: int, types: int) -> Row:
    return tuple(Fraction(other == kind) for other in range(types + 1))


def _equilibrium(rules: Rules, players: int) -> dict[Card, Row]:
    """The mixtures that the policy of that name plays; what rounding leaves goes to the face-up type, as there."""
    from analyzer.games.cofre.equilibrium import equilibrium

    mixtures = equilibrium(rules, players)
    rows = {}
    for card in cards_of(rules):
        mixture = mixtures[card]
        row = [Fraction(f"{mixture[kind]:.{_DECIMALS}f}") for kind in range(len(types_of(rules)))]
        row[card[0]] += 1 - sum(row, Fraction(0))
        rows[card] = (*row, Fraction(0))
    return rows


def _mixture(text: str, rules: Rules) -> Strategy:
    types = types_of(rules)
    known = (SHOWN, *types, TREASURE_NAME)
    chances: dict[str, Fraction] = {}
    for part in text.split(","):
        name, _, written = (word.strip() for word in part.partition("="))
        if name not in known:
            raise UserError(
                f'Strategy "{as_shown(text)}" names "{as_shown(name)}", which cannot be chosen.'
                f"{did_you_mean(name, known)}\nWhat can be chosen is {', '.join(known)}."
            )
        if name in chances:
            raise UserError(f'Strategy "{as_shown(text)}" names {name} twice.')
        chances[name] = _chance(name, written, text)
    if sum(chances.values()) > 1:
        raise UserError(
            f'Strategy "{as_shown(text)}": the chances add up to {sum(chances.values())}, '
            "and must not be more than 1."
        )
    canonical = ",".join(f"{name}={chance}" for name, chance in chances.items())
    return Strategy(canonical, {card: _row(chances, card, types, text) for card in cards_of(rules)})


def _chance(name: str, written: str, text: str) -> Fraction:
    """Reads 1/4 or 0.25 as it stands."""
    right = _CHANCE.fullmatch(written) and int(written.partition("/")[2] or 1)
    chance = Fraction(written) if right else None
    if chance is None or chance > 1:
        raise UserError(
            f'Strategy "{as_shown(text)}": the chance of {name} must be a number from 0 to 1, such as 1/4 or 0.25, '
            f'not "{as_shown(written)}".'
        )
    return chance


def _row(chances: Mapping[str, Fraction], card: Card, types: Sequence[str], text: str) -> Row:
    """The chances when a card lies face up; the rest goes to the types that are not named."""
    row = [chances.get(name, Fraction(0)) for name in (*types, TREASURE_NAME)]
    row[card[0]] += chances.get(SHOWN, Fraction(0))
    rest = 1 - sum(row, Fraction(0))
    others = [
        kind
        for kind, name in enumerate(types)
        if name not in chances and not (kind == card[0] and SHOWN in chances)
    ]
    if rest and not others:
        raise UserError(
            f'Strategy "{as_shown(text)}": the chances add up to {1 - rest}; with {types[card[0]]} face up no type is '
            "left that the rest could go to.\nThey must add up to 1."
        )
    for kind in others:
        row[kind] += rest / len(others)
    return tuple(row)
