"""What decks are searched for, and among which."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import count as counted
from itertools import takewhile

from analyzer.errors import UserError
from analyzer.stats import multiple, sequences
from analyzer.stats.estimate import Estimate
from analyzer.studies.balance.combinations import chosen, combined, count, ways
from analyzer.studies.balance.measures import Measured, apart, close_measures, plain_measures
from analyzer.studies.balance.play import CLOSE, GAMES
from analyzer.studies.balance.precision import Looked
from analyzer.studies.balance.reckon import value_of
from analyzer.studies.balance.tally import Layout, Own
from analyzer.studies.balance.targets import Target, read_target, together
from analyzer.studies.balance.variants import Unplayable, Variant, Wish, designed, variant_of
from analyzer.studies.request import Table

GAMES_OF_A_DECK = 500_000
"""Games of each deck at most, where nothing else is asked for."""

DECKS = 200
"""Decks that are tried at most, where nothing else is asked for."""

MEETS, UNDECIDED, FAILS = "meets", "undecided", "fails"
"""What is found of a deck."""

_FIRST_LOOK = 2_000
_LOOKS_APART = 1.2
_TIGHTEST_PART = 5
"""Intervals are tightest at this part of all games: most decks are dropped long before the end."""


@dataclass(frozen=True)
class Hunt:
    """What is searched for, and where.

    Attributes:
        base: The present table.
        wish: The rules and the cards that are varied, as they were asked for.
        asked: What is aimed at, as it was asked for.
        targets: The same, what is said of one measure taken together.
        decks: The decks that are tried.
        unplayable: Combinations that so many cannot play.
        combinations: How many combinations there are.
        notes: How all else stays the same where cards are varied, in sentences.
        games: Games of each deck at most.
        seed: The run's seed.
        most: Decks that were to be tried at most.
    """

    base: Table
    wish: Wish
    asked: Sequence[str]
    targets: Sequence[Target]
    decks: Sequence[Variant]
    unplayable: Sequence[Unplayable]
    combinations: int
    notes: Sequence[str] = ()
    games: int = GAMES_OF_A_DECK
    seed: int = 1
    most: int = DECKS

    @property
    def looks(self) -> list[int]:
        """Games after which decks may be dropped, ending with all."""
        early = (round(_FIRST_LOOK * _LOOKS_APART**look) for look in counted())
        return [*takewhile(lambda look: look < self.games, early), self.games]

    @property
    def precision(self) -> Looked:
        """The intervals."""
        return Looked(max(self.games // _TIGHTEST_PART, sequences.FIRST_LOOK))

    @property
    def level(self) -> float:
        """The level of each interval, such that those of all decks and targets hold together."""
        return multiple.simultaneous_level((1 + len(self.decks)) * len(self.targets))

    @cached_property
    def layouts(self) -> Mapping[str, Layout]:
        """What is added up; games are watched closely only where a target asks for it."""
        apart: dict[str, list[Measured]] = {GAMES: []}
        for target in self.targets:
            apart.setdefault(self.part_of(target.measure), []).append(target.measure)
        return {part: Layout.of_measures(measures) for part, measures in apart.items()}

    def part_of(self, measure: Measured) -> str:
        """The part that a measure is reckoned from."""
        return CLOSE if measure in close_measures(designed(self.base.game).close_measures) else GAMES

    def values(self, own: Mapping[str, Own]) -> list[Estimate | None]:
        """What a side shows of each target.

        Args:
            own: What it adds up to, by part.
        """
        found = []
        for target in self.targets:
            part = self.part_of(target.measure)
            layout = self.layouts[part]
            found.append(value_of(target.measure, layout, own[part], self.precision, self.level))
        return found

    def verdict(self, values: Sequence[Estimate | None]) -> str:
        """What is found of a deck with such values."""
        found = [target.verdict(value) for target, value in zip(self.targets, values, strict=True)]
        if False in found:
            return FAILS
        return UNDECIDED if None in found else MEETS


def make_hunt(
    base: Table,
    *,
    targets: Sequence[str],
    vary: Sequence[str] = (),
    cards: Sequence[str] = (),
    up_to: int = 4,
    games: int = GAMES_OF_A_DECK,
    decks: int = DECKS,
    seed: int = 1,
) -> Hunt:
    """Brings together what is searched for.

    Args:
        base: The present table.
        targets: What is aimed at, see `read_target`.
        vary: The rules that are varied, see `read_dimension`.
        cards: The cards whose copies are varied, others making room for them.
        up_to: Most copies of such a card.
        games: Games of each deck at most.
        decks: Decks that are tried at most; of more combinations the nearest and a sample.
        seed: The run's seed, from which the sample is drawn too.

    Returns:
        The targets and the decks.

    Raises:
        UserError: The game cannot be balanced, something is unknown, or no combination can be played.
    """
    game = designed(base.game)
    measures = apart([*plain_measures(base.game, base.setup.players), *close_measures(game.close_measures)])
    aims = together([read_target(text, measures) for text in targets])
    if not aims or not (vary or cards):
        raise UserError(
            "A search for decks needs a --target, and a --vary or a --card that says which decks there are."
        )
    wish = Wish(cards, up_to, False, vary)
    varied = ways(base, wish)
    found: list[Variant] = []
    unplayable: list[Unplayable] = []
    for places in chosen(base, varied, decks, seed):
        values = [*zip(varied, places, strict=True)]
        label = ", ".join(way.labels[place] for way, place in values)
        try:
            variant = variant_of(base, label, combined(base, varied, places))
        except UserError as error:
            settings = [setting for way, place in values for setting in way.settings[place]]
            unplayable.append(Unplayable(label, settings, " ".join(str(error).split())))
        else:
            # The present deck is played in any case.
            found += [variant] if variant.changes else []
    if not found:
        why = f" {unplayable[0].label}: {unplayable[0].reason}" if unplayable else ""
        raise UserError(f"No combination but the present rules can be played.{why}")
    notes = list(dict.fromkeys(way.note for way in varied if way.note))
    return Hunt(base, wish, targets, aims, found, unplayable, count(varied), notes, games, seed, decks)
