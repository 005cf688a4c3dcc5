"""Where the rules leave something open (every choice of the rules page), and what else it might be."""

from collections.abc import Iterator, Sequence

from analyzer.games.balance import Doubt
from analyzer.games.cofre.balance.decks import deck_settings, even_deck, names_of_types
from analyzer.games.cofre.rules import SCHEMA, stars_of, types_of
from analyzer.games.rulesfile import Rules, with_settings
from analyzer.games.settings import Value, toml_value

_TYPES = (5, 6, 7)
_CARDS = ((3, 3), (6, 2), (6, 3), (6, 4), (9, 3))
"""Cards of each type, and their most stars."""


def doubts(rules: Rules, players: int) -> list[Doubt]:
    """See `balance.HasDoubts.doubts`."""
    return [
        Doubt("deck.types", "how many treasure types there are (C1)", [*_types(rules)]),
        Doubt("deck.cards", "the cards of each type (C2)", [*_cards(rules)]),
        _gold(rules),
        _of_option("speed", "how fast the players are (C11)", _speeds(players), _speed(rules)),
        _of_option("slip", "how often players slip (C12)", _slips(players), _as_one(rules.options["slip"])),
    ]


def _types(rules: Rules) -> Iterator[tuple[str, Sequence[str]]]:
    """Further types have the cards of the first one."""
    present = types_of(rules)
    for types in _TYPES:
        names = names_of_types(rules, types)
        gone = {name: () for name in present if name not in names}
        further = dict.fromkeys(names[len(present) :], stars_of(rules, present[0]))
        if gone or further:
            yield f"{types} types", deck_settings({**gone, **further})


def _cards(rules: Rules) -> Iterator[tuple[str, Sequence[str]]]:
    for cards, most in _CARDS:
        settings = even_deck(rules, len(types_of(rules)), cards, most)
        if with_settings(rules, settings, SCHEMA).deck != rules.deck:
            yield f"{cards} with 1 to {most} stars", settings


def _gold(rules: Rules) -> Doubt:
    """Which type is it, if any: of types that are alike, one will do."""
    first = types_of(rules)[0]
    present = rules.options["gold_type"]
    value, words = ("", "there are none") if present else (first, f"{first} are")
    return _of_option("gold_type", "the gold coins (C1, C8)", [(value, words)], present)


def _speed(rules: Rules) -> Value:
    """The present speeds; if all are equally fast, 1: only how they compare matters."""
    speed = _as_one(rules.options["speed"])
    return speed if isinstance(speed, tuple) else 1


def _speeds(players: int) -> list[tuple[Value, str]]:
    return [(1, "all alike"), ((2, *(1,) * (players - 1)), "seat 0 twice as fast as the others")]


def _slips(players: int) -> list[tuple[Value, str]]:
    return [
        (0, "never"),
        (0.05, "5 % of the times that they would win cards"),
        (0.1, "10 % of the times that they would win cards"),
        ((0.1, *(0,) * (players - 1)), "seat 0 10 % of the times, the others never"),
    ]


def _of_option(key: str, label: str, values: Sequence[tuple[Value, str]], present: Value) -> Doubt:
    """The values of an option that the present rules do not have."""
    others = [(words, [f"options.{key}={toml_value(value)}"]) for value, words in values if value != present]
    return Doubt(f"options.{key}", label, others)


def _as_one(present: Value) -> Value:
    """What all seats have alike as one number, whether it was given as one or once a seat."""
    if isinstance(present, tuple) and len(set(present)) == 1:
        return present[0]
    return present
