"""Plays deals in stages, and drops the variants that have been played enough."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from analyzer.games.protocol import Setup
from analyzer.runs import playing
from analyzer.runs.work import work
from analyzer.studies.balance.play import Player, play_block
from analyzer.studies.balance.tally import Layout, Part
from analyzer.studies.cardvalues import run as valuing
from analyzer.studies.cardvalues.question import Question
from analyzer.studies.cardvalues.result import CardValues
from analyzer.studies.clusters import block_seconds

Report = Callable[[int, int], None]
"""Called again and again with the games played so far, and all to expect."""

_LEAST_SECONDS = 0.25
"""A block takes so long at least, as long as enough deals are left: it calls the kernel once for every variant."""

_FIRST_DEALS, _FIRST_GAMES = 64, 5_000
"""A first block has so many deals and games at most: who interrupts a run early is to have figures all the same."""

Settled = Callable[[int, Mapping[str, Part]], bool]
"""Whether a variant, told by its place, has been played enough, going by all parts so far."""

BaseSettled = Callable[[Mapping[str, Part]], bool]
"""Whether the base has been played enough, going by all parts so far."""


class Clock:
    """Counts games and seconds, and tells how many games there are to expect.

    Args:
        expected: Games to expect of each stage, in order.
        on_progress: Who is told.
    """

    def __init__(self, expected: Sequence[int], on_progress: Report | None) -> None:
        self.seconds = 0.0
        self.games = 0
        self._present, self._ahead = 0, list(expected)
        self._began_at = 0
        self._on_progress = on_progress

    def next_stage(self) -> None:
        """The next stage begins."""
        self._began_at = self.games
        self._present = self._ahead.pop(0)

    def going(self, further: int) -> None:
        """So many games more than those that are added up have been played."""
        if self._on_progress is not None:
            games = self.games + further
            self._on_progress(games, max(games, self._began_at + self._present) + sum(self._ahead))

    def add(self, games: int, seconds: float) -> None:
        """So many games have been added up."""
        self.games += games
        self.seconds += seconds


@dataclass
class Stages:
    """Plays one stage after the other with the same base and variants.

    Attributes:
        base: The base, which plays along as long as any variant does, and longer where that is asked for.
        variants: The variants by their place.
        threads: Threads to play on.
        clock: Counts games and seconds.
        parts: What has been added up, by the part's name.
        interrupted: Whether the run was interrupted.
        cards: What was found about the worth of cards.
    """

    base: Setup
    variants: Mapping[int, Setup]
    threads: int
    clock: Clock
    parts: Mapping[str, Part]
    interrupted: bool = False
    cards: CardValues | None = None

    def value_cards(self, question: Question) -> None:
        """Plays what it takes to say what cards are worth."""
        self.cards = CardValues(question)
        if not valuing.play(self.cards, self.threads, self.clock.going, self.clock.add):
            self.interrupted = True

    def play(
        self,
        player: Player,
        layouts: Mapping[str, Layout],
        looks: Sequence[int],
        *,
        games_per_deal: int = 1,
        start: int = 0,
        settled: Settled | None = None,
        base_settled: BaseSettled | None = None,
    ) -> None:
        """Plays deals until all variants are settled, or to the last look.

        Args:
            player: What is played.
            layouts: What is added up in each part.
            looks: Numbers of deals, from the first one on, after which variants may be dropped.
            games_per_deal: Games that one setup plays in a deal.
            start: Deals that have been played before.
            settled: Which variants need not be played any more; None to play all to the end.
            base_settled: Whether the base need not be played any more when no variant need be; None if it never need.
        """
        active, done, rate = dict(self.variants), start, 0.0
        for look in looks:
            if not active and (base_settled is None or base_settled(self.parts)):
                return
            games = games_per_deal * (1 + len(active))
            seconds = block_seconds(games)
            first, least = _first_deals(games), None
            if rate:
                first, least = (round(rate * each / games) for each in (seconds, _LEAST_SECONDS))
            run = playing.play(
                work(play_block, player, layouts, self.base, active),
                look - done,
                threads=self.threads,
                start=done,
                on_progress=partial(self._going, games),
                block_seconds=seconds,
                first_block=first,
                least_block=least,
            )
            deals = 0 if run.tally is None else run.tally.games
            self.clock.add(deals * games, run.seconds)
            if run.tally is not None:
                self.parts = _together(self.parts, run.tally.parts)
            if not run.complete:
                self.interrupted = True
                return
            rate = deals * games / (run.seconds * self.threads)
            done = look
            if settled is not None:
                active = {place: setup for place, setup in active.items() if not settled(place, self.parts)}

    def _going(self, games_per_deal: int, deals: int) -> None:
        self.clock.going(deals * games_per_deal)


def _first_deals(games_per_deal: int) -> int:
    """Deals of the first block, when it is not known yet how fast they are played."""
    return min(_FIRST_DEALS, max(1, _FIRST_GAMES // games_per_deal))


def _together(before: Mapping[str, Part], further: Mapping[str, Part]) -> dict[str, Part]:
    """Both, as parts of their own: an interrupt in the middle leaves those before as they were."""
    return {
        **before,
        **{name: before[name] + part if name in before else part for name, part in further.items()},
    }
