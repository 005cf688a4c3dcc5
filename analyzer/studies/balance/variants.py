"""The variants of a game's rules: what a designer asked for, as tables that can be played."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from analyzer.errors import UserError
from analyzer.games.balance import CanBeBalanced, DealsAlike
from analyzer.games.protocol import Game, Setup
from analyzer.games.rulesfile import Rules, load
from analyzer.games.settings import Value, shown, toml_value
from analyzer.studies.balance.changes import changes, deck_size
from analyzer.studies.balance.dimensions import Dimension, playable, read_dimension
from analyzer.studies.request import Table


@dataclass(frozen=True)
class Variant:
    """Rules that are changed in one way.

    Attributes:
        label: What is changed, and into what, in words.
        setup: The table with these rules.
        changes: What is changed of the base's rules, by the rule's key.
        shares_deals: Whether it plays the base's deals, as nearly card by card as the game can deal them.
        resized: Whether its deck lists more or fewer cards than the base's, and so has deals of its own.
    """

    label: str
    setup: Setup
    changes: Mapping[str, Value]
    shares_deals: bool
    resized: bool

    @property
    def apart(self) -> bool:
        """Whether it has deals of its own, though its deck has as many cards."""
        return not (self.shares_deals or self.resized)

    @property
    def settings(self) -> list[str]:
        """The changes as `--set` takes them."""
        return [f"{key}={toml_value(value)}" for key, value in self.changes.items()]


@dataclass(frozen=True)
class Unplayable:
    """Rules that cannot be played.

    Attributes:
        label: What would be changed, and into what.
        settings: The changes.
        reason: Why not, in a sentence or two.
    """

    label: str
    settings: Sequence[str]
    reason: str

    def as_json(self) -> dict[str, Any]:
        """The public JSON object; the values as they were asked for."""
        asked = {key: value for key, _, value in (setting.partition("=") for setting in self.settings)}
        return {"label": self.label, "set": asked, "reason": self.reason}


@dataclass(frozen=True)
class Point:
    """One value of what is varied.

    Attributes:
        value: The value, in words.
        number: The same as a number, or None.
        variant: Place of the variant among all; None where it is as in the base.
    """

    value: str
    number: float | None
    variant: int | None


@dataclass(frozen=True)
class Varied:
    """One thing that is varied, while all else stays the same.

    Attributes:
        label: What it is.
        axis: What the numbers of its values count, or "".
        points: Its values, in order; those that cannot be played are left out.
        note: How all else stays the same, in a sentence, or "".
        key: The rule that is varied, or "".
    """

    label: str
    axis: str
    points: Sequence[Point]
    note: str = ""
    key: str = ""


@dataclass(frozen=True)
class Variants:
    """All that is played.

    Attributes:
        base: The table that all are held against.
        played: The variants.
        varied: The same, by what is varied.
        unplayable: What cannot be played by so many.
    """

    base: Table
    played: Sequence[Variant]
    varied: Sequence[Varied]
    unplayable: Sequence[Unplayable]


@dataclass(frozen=True)
class Wish:
    """What is to be varied.

    Attributes:
        cards: Names of cards whose copies are varied; with none, and nothing else to vary, all that the game names.
        up_to: Most copies of a card.
        grow: Whether the deck's size changes with the copies.
        vary: Rules and their values, see `read_dimension`.
        against: Names of built-in rules, or rules files.
    """

    cards: Sequence[str] = ()
    up_to: int = 4
    grow: bool = False
    vary: Sequence[str] = ()
    against: Sequence[str] = ()

    @property
    def of_cards(self) -> bool:
        """Whether copies of cards are varied."""
        return bool(self.cards) or not (self.vary or self.against)


@dataclass(frozen=True)
class _Wanted:
    """A variant that is asked for: its value, and the changes to the rules or the rules themselves."""

    value: str
    number: float | None
    settings: Sequence[str] = ()
    rules: Rules | None = None


def find_variants(base: Table, wish: Wish) -> Variants:
    """Brings what is asked for into a form that can be played.

    Args:
        base: Game, rules and policies that all are held against.
        wish: What is to be varied.

    Returns:
        The variants.

    Raises:
        UserError: Something of that is unknown, or no variant can be played.
    """
    wanted: list[tuple[Varied, list[_Wanted]]] = []
    if wish.of_cards:
        wanted += _of_cards(base, wish)
    wanted += [_of_dimension(read_dimension(text, base)) for text in wish.vary]
    _refuse_twice([what.key for what, _ in wanted], "varied")
    _refuse_twice([f"--against {name}" for name in wish.against], "given")
    wanted += _of_rules(base, wish.against)
    found = _Finder(base)
    varied = [replace(what, points=[*found.points(what, each)]) for what, each in wanted]
    if not found.played:
        raise UserError(_none_left(found.unplayable))
    return Variants(base, found.played, varied, found.unplayable)


def designed(game: Game) -> CanBeBalanced:
    """The game as one that says what designers vary.

    Raises:
        UserError: It is none.
    """
    if not isinstance(game, CanBeBalanced):
        raise UserError(f"{game.title} cannot be balanced: it does not say what a designer would vary.")
    return game


def variant_of(base: Table, label: str, rules: Rules) -> Variant:
    """A variant with these rules.

    Args:
        base: What it is held against.
        label: What is changed, in words.
        rules: Its rules.

    Returns:
        The variant, which plays the base's deals where the game says that it deals both alike.
    """
    present, game = base.setup.rules, base.game
    shares = isinstance(game, DealsAlike) and game.deals_alike(rules, present)
    like = present if shares and rules.deck != present.deck else None
    resized = not shares and deck_size(rules) != deck_size(present)
    setup = replace(base.setup, rules=rules, dealt_like=like)
    return Variant(label, setup, changes(present, rules), shares, resized)


class _Finder:
    """Collects the variants that can be played, and the reasons of the others."""

    def __init__(self, base: Table) -> None:
        self.played: list[Variant] = []
        self.unplayable: list[Unplayable] = []
        self._base = base

    def points(self, what: Varied, wanted: Sequence[_Wanted]) -> Iterator[Point]:
        """The values that can be played."""
        for each in wanted:
            label = f"{what.label}: {each.value}"
            try:
                rules = self._checked(each.rules) if each.rules else playable(self._base, each.settings)
            except UserError as error:
                reason = " ".join(str(error).split())
                self.unplayable.append(Unplayable(label, each.settings, reason))
                continue
            variant = variant_of(self._base, label, rules)
            if not variant.changes and each.rules is None:
                yield Point(each.value, each.number, None)
                continue
            self.played.append(variant)
            yield Point(each.value, each.number, len(self.played) - 1)

    def _checked(self, rules: Rules) -> Rules:
        self._base.game.check(rules, self._base.setup.players)
        return rules


def _of_cards(base: Table, wish: Wish) -> Iterator[tuple[Varied, list[_Wanted]]]:
    game = designed(base.game)
    for each in game.variations(base.setup.rules, wish.cards, wish.up_to, wish.grow):
        wanted = [_Wanted(one.value, one.number, one.settings) for one in each.variants]
        yield Varied(each.label, each.axis, (), each.note, each.key), wanted


def _of_dimension(dimension: Dimension) -> tuple[Varied, list[_Wanted]]:
    wanted = [
        _Wanted(dimension.value(place), dimension.number(place), settings)
        for place, settings in enumerate(dimension.settings)
    ]
    return Varied(dimension.label, dimension.label, (), key=dimension.label), wanted


def _of_rules(base: Table, against: Sequence[str]) -> Iterator[tuple[Varied, list[_Wanted]]]:
    """Rules by their own names; by what they were asked for as where those are not unlike."""
    loaded = [load(name, base.game.rules) for name in against]
    names = [base.setup.rules.name, *(rules.name for rules in loaded)]
    for asked, rules in zip(against, loaded, strict=True):
        name = rules.name if names.count(rules.name) == 1 else asked
        yield Varied("rules", "", ()), [_Wanted(shown(name), None, (), rules)]


def _refuse_twice(keys: Sequence[str], done: str) -> None:
    twice = next((key for place, key in enumerate(keys) if key in keys[:place]), None)
    if twice is not None:
        raise UserError(f"{shown(twice)} is {done} twice.")


def _none_left(unplayable: Sequence[Unplayable]) -> str:
    if not unplayable:
        return "Nothing is varied: all that is asked for is as in the present rules."
    first = unplayable[0]
    others = f" (and {len(unplayable) - 1} more)" if len(unplayable) > 1 else ""
    return f"No variant can be played. {first.label}: {first.reason}{others}"
