"""What a study of sensitivity plays: the present rules, every alternative to an open point, and plausible decks."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from analyzer.errors import UserError
from analyzer.games.balance import Doubt, HasDoubts
from analyzer.games.protocol import Game, Setup
from analyzer.games.settings import Value
from analyzer.stats.multiple import simultaneous_level
from analyzer.studies.balance.dimensions import playable
from analyzer.studies.balance.variants import Unplayable, Variant, variant_of
from analyzer.studies.request import Table
from analyzer.studies.sensitivity.decks import SCRAMBLES, Point, draw_points
from analyzer.studies.sensitivity.question import Question

DEALS_OF_TIP, DEALS = 100_000, 500_000
"""Deals of each set of rules, where nothing else is asked for: a tip takes several games a deal."""

DECKS = 64
"""Plausible decks, where nothing else is asked for."""


@dataclass(frozen=True)
class Alternative:
    """An open point that is read in another way.

    Attributes:
        doubt: The open point.
        value: How it is read, in words.
        place: The place of its rules among all that are played.
    """

    doubt: Doubt
    value: str
    place: int


@dataclass(frozen=True)
class Deck:
    """A plausible deck.

    Attributes:
        scramble: Number of the scramble that it was drawn in.
        point: What it was made of, one number per dimension.
        place: The place of its rules among all that are played; decks that are alike have the same.
    """

    scramble: int
    point: Point
    place: int


@dataclass(frozen=True)
class Inquiry:
    """What is played.

    Attributes:
        base: The present rules.
        question: What is asked.
        deals: Deals of each set of rules.
        seed: The run's seed.
        dimensions: What plausible decks differ in, with the least and the greatest value of each.
        played: All changed rules.
        alternatives: Which of them read an open point in another way.
        decks: Which of them have a plausible deck.
        unplayable: Alternatives that so many cannot play.
    """

    base: Table
    question: Question
    deals: int
    seed: int
    dimensions: Sequence[tuple[str, int, int]]
    played: list[Variant] = field(default_factory=list)
    alternatives: list[Alternative] = field(default_factory=list)
    decks: list[Deck] = field(default_factory=list)
    unplayable: list[Unplayable] = field(default_factory=list)

    @property
    def players(self) -> int:
        """Seats."""
        return self.base.setup.players

    @property
    def setups(self) -> dict[int, Setup]:
        """All changed rules by their place."""
        return {place: variant.setup for place, variant in enumerate(self.played)}

    @property
    def games_per_deal(self) -> int:
        """Games that one set of rules takes in a deal."""
        return self.question.games_per_deal(self.base)

    @property
    def decks_each(self) -> int:
        """Decks of each scramble."""
        return len(self.decks) // SCRAMBLES

    @property
    def effects_level(self) -> float:
        """The level of each effect, such that all hold together at 95 %."""
        return simultaneous_level(max(len(self.alternatives), 1))

    @property
    def decks_level(self) -> float:
        """The level of each deck's answer, such that those of all and of the present rules hold together at 95 %."""
        different = len({deck.place for deck in self.decks})
        return simultaneous_level(different + 1)


def set_inquiry(
    base: Table, question: Question, *, deals: int | None = None, decks: int = DECKS, seed: int = 1
) -> Inquiry:
    """Finds the open points of a game, and draws plausible decks.

    Args:
        base: Game, rules and policies.
        question: What is asked.
        deals: Deals of each set of rules, at least 1; None for as many as suit the question.
        decks: Plausible decks, so many times a power of two as there are scrambles; 0 for none.
        seed: 0 to 2**63 - 1.

    Returns:
        What is to be played.

    Raises:
        UserError: The game leaves nothing open, or the number of decks is none that can be drawn.
    """
    check_decks(decks)
    if deals is None:
        deals = DEALS_OF_TIP if question.sides else DEALS
    game = _doubted(base.game)
    rules, players = base.setup.rules, base.setup.players
    plausible = game.plausible_decks(rules, players)
    found = Inquiry(base, question, deals, seed, tuple(plausible.dimensions))
    _add_alternatives(found, game)
    if decks:
        for scramble, points in enumerate(draw_points(plausible, decks // SCRAMBLES, seed)):
            for point in points:
                found.decks.append(Deck(scramble, point, _deck_place(found, game, point)))
    if not found.played:
        raise UserError(
            f"Nothing is open about these rules of {base.game.title}, and no decks are asked for."
        )
    return found


def check_decks(decks: int) -> None:
    """Refuses a number of decks that no balanced sample has.

    Raises:
        UserError: It is neither 0 nor the number of scrambles times a power of two.
    """
    each, left = divmod(decks, SCRAMBLES)
    if decks and (left or each.bit_count() != 1):
        below = SCRAMBLES << max((decks // SCRAMBLES).bit_length() - 1, 0)
        raise UserError(
            f"decks (--decks): there can be {SCRAMBLES} times a power of two of them, such as {below} or {2 * below}, "
            f"or 0, not {decks:,}: so many points fill what is plausible evenly."
        )


def _doubted(game: Game) -> HasDoubts:
    if not isinstance(game, HasDoubts):
        raise UserError(
            f"{game.title} does not say what its source leaves open: there is nothing to be varied."
        )
    return game


def _add_alternatives(inquiry: Inquiry, game: HasDoubts) -> None:
    for doubt, value, settings in _readings(game.doubts(inquiry.base.setup.rules, inquiry.players)):
        label = f"{doubt.label}: {value}"
        try:
            rules = playable(inquiry.base, settings)
        except UserError as error:
            inquiry.unplayable.append(Unplayable(label, settings, " ".join(str(error).split())))
            continue
        inquiry.alternatives.append(Alternative(doubt, value, len(inquiry.played)))
        inquiry.played.append(variant_of(inquiry.base, label, rules))


def _readings(doubts: Sequence[Doubt]) -> Iterator[tuple[Doubt, str, Sequence[str]]]:
    for doubt in doubts:
        for value, settings in doubt.alternatives:
            yield doubt, value, settings


def _deck_place(inquiry: Inquiry, game: HasDoubts, point: Point) -> int:
    """The place of a deck's rules; decks that are alike are played once."""
    setup = inquiry.base.setup
    rules = playable(inquiry.base, game.plausible_deck(setup.rules, setup.players, point))
    known = {deck.place: inquiry.played[deck.place].setup.rules for deck in inquiry.decks}
    for place, other in known.items():
        if (other.deck, other.options) == (rules.deck, rules.options):
            return place
    named = zip(inquiry.dimensions, point, strict=True)
    label = ", ".join(f"{name} {number}" for (name, _, _), number in named)
    inquiry.played.append(variant_of(inquiry.base, label, rules))
    return len(inquiry.played) - 1


def value_of_option(variant: Variant, doubt: Doubt, in_words: str) -> Value:
    """The value that an open point is given: the rule's own, or in words where several rules change."""
    return variant.changes.get(doubt.key, in_words)
