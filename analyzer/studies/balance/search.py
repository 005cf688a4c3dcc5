"""Plays the decks of a search as a race: who certainly misses a target, or certainly meets all, plays no further."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from analyzer.games.protocol import Integers
from analyzer.runs import playing
from analyzer.runs.warm_up import warm_up
from analyzer.stats.estimate import Estimate
from analyzer.stats.intervals import LEVEL
from analyzer.studies.balance.changes import changed, plain_changes
from analyzer.studies.balance.hunt import FAILS, MEETS, UNDECIDED, Hunt
from analyzer.studies.balance.play import GAMES, GamesPlayer
from analyzer.studies.balance.reckon import difference_of
from analyzer.studies.balance.stages import Clock, Report, Stages
from analyzer.studies.balance.tally import Part
from analyzer.studies.balance.variants import Variant
from analyzer.studies.content import Content
from analyzer.studies.request import check_numbers

_EXPECTED_PART = 10
"""About one game in so many of all that may be played is played: most decks are soon decided."""


@dataclass(frozen=True)
class Deck:
    """What is found of a deck.

    Attributes:
        variant: The deck.
        verdict: Whether it meets all targets.
        values: What it shows of each target; None where nothing is known.
        differences: How far it is from the present rules in each.
        games: Games played.
        distance: How far its rules are from the present ones, see `variants.changed`.
    """

    variant: Variant
    verdict: str
    values: Sequence[Estimate | None]
    differences: Sequence[Estimate | None]
    games: int
    distance: int


@dataclass(frozen=True)
class DeckSearch:
    """Decks, and whether they meet what is aimed at.

    Attributes:
        hunt: What was searched for.
        threads: Threads it was played on.
        games: Games played in all.
        seconds: Time spent playing.
        parts: What the games add up to.
        partial: Whether it was interrupted.
    """

    hunt: Hunt
    threads: int
    games: int
    seconds: float
    parts: Mapping[str, Part]
    partial: bool = False

    @cached_property
    def base(self) -> Sequence[Estimate | None]:
        """What the present rules show of each target."""
        return self.hunt.values({name: part.base for name, part in self.parts.items()})

    @cached_property
    def base_verdict(self) -> str:
        """Whether the present rules meet all targets."""
        return self.hunt.verdict(self.base)

    @cached_property
    def decks(self) -> list[Deck]:
        """The decks: those that meet all targets, those that may, and those that do not; the nearest first."""
        order = (MEETS, UNDECIDED, FAILS)
        found = [self._deck(place) for place in range(len(self.hunt.decks))]
        return sorted(found, key=lambda deck: (order.index(deck.verdict), deck.distance))

    def with_verdict(self, verdict: str) -> list[Deck]:
        """The decks of a verdict, the nearest first."""
        return [deck for deck in self.decks if deck.verdict == verdict]

    def as_json(self) -> dict[str, Any]:
        """The public JSON object."""
        hunt = self.hunt
        setup = hunt.base.setup
        result: dict[str, Any] = {
            "game": setup.game,
            "rules": setup.rules.as_dict(),
            "players": setup.players,
            "policies": [spec.canonical for spec in setup.policies],
            "seed": hunt.seed,
            "games": self.games,
            "targets": [target.as_json() for target in hunt.targets],
            "base": self._figures(self.base),
            "base_verdict": self.base_verdict,
            "variants": [self._as_json(deck) for deck in self.decks],
            "cards": [],
            "unplayable": [each.as_json() for each in hunt.unplayable],
            "combinations": hunt.combinations,
            "seconds": self.seconds,
            "games_per_second": self.games / self.seconds,
            "threads": self.threads,
        }
        if self.partial:
            result["partial"] = True
        return result

    def content(self) -> Content:
        """The result as sentences, tables and figures."""
        from analyzer.studies.balance.search_told import told

        return told(self)

    def _deck(self, place: int) -> Deck:
        hunt, variant = self.hunt, self.hunt.decks[place]
        values = hunt.values({name: part.pairs[place].own for name, part in self.parts.items()})
        differences = []
        for target in hunt.targets:
            part = self.parts[hunt.part_of(target.measure)]
            differences.append(
                difference_of(target.measure, part.layout, part.pairs[place], hunt.precision, LEVEL)
            )
        games = next(iter(self.parts.values())).pairs[place].own.games
        distance = changed(hunt.base.setup.rules, variant.setup.rules)
        return Deck(variant, hunt.verdict(values), values, differences, games, distance)

    def _figures(self, values: Sequence[Estimate | None]) -> dict[str, Any]:
        return {
            target.measure.key: found.as_dict()
            for target, found in zip(self.hunt.targets, values, strict=True)
            if found is not None
        }

    def _as_json(self, deck: Deck) -> dict[str, Any]:
        return {
            "label": deck.variant.label,
            "set": plain_changes(deck.variant.changes),
            "verdict": deck.verdict,
            "changes": deck.distance,
            "measures": self._figures(deck.values),
            "difference": self._figures(deck.differences),
            "games": deck.games,
        }


def search(
    hunt: Hunt,
    *,
    threads: int | None = None,
    on_progress: Report | None = None,
    on_compile: Callable[[], None] | None = None,
) -> DeckSearch:
    """Plays the decks of a search until it is certain of each whether it meets all targets, or to the most games.

    Args:
        hunt: What is searched for, and where.
        threads: Threads to play on; None for all cores.
        on_progress: Called with the games played so far, and all to expect.
        on_compile: Called if kernels have to be compiled first.

    Returns:
        What is found of each deck; of an interrupted run what was played until then.

    Raises:
        UserError: A policy of the user's own failed, or a number makes no sense.
        KeyboardInterrupt: Interrupted before the first game was finished.
    """
    check_numbers(games=hunt.games, seed=hunt.seed, threads=threads)
    player = GamesPlayer(hunt.base.game, hunt.seed, hunt.layouts)
    base, setups = hunt.base.setup, {place: deck.setup for place, deck in enumerate(hunt.decks)}

    def play_one(first: int, count: int, stop: Integers) -> None:
        player(base, first, count, stop)

    def settled(place: int, parts: Mapping[str, Part]) -> bool:
        values = hunt.values({name: part.pairs[place].own for name, part in parts.items()})
        return hunt.verdict(values) != UNDECIDED

    def base_settled(parts: Mapping[str, Part]) -> bool:
        return hunt.verdict(hunt.values({name: part.base for name, part in parts.items()})) != UNDECIDED

    warm_up(play_one, on_compile)
    most = (1 + len(setups)) * hunt.games
    clock = Clock([max(most // _EXPECTED_PART, min(most, _EXPECTED_PART))], on_progress)
    stages = Stages(base, setups, threads or playing.available_threads(), clock, {})
    clock.next_stage()
    try:
        stages.play(player, hunt.layouts, hunt.looks, settled=settled, base_settled=base_settled)
    except KeyboardInterrupt:  # Between two looks: what is added up so far are unbroken runs of deals.
        stages.interrupted = True
    if GAMES not in stages.parts:
        raise KeyboardInterrupt
    return DeckSearch(
        hunt, stages.threads, clock.games, clock.seconds, stages.parts, partial=stages.interrupted
    )
