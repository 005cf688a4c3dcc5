"""Two sides of a comparison, how long it goes on, what its deals add up to, and what they show."""

from dataclasses import dataclass
from functools import cached_property, partial
from itertools import count, takewhile
from typing import Any

from analyzer.games.policyspec import PolicySpec
from analyzer.games.protocol import SHARES, Integers, Setup
from analyzer.stats import paired as pairing
from analyzer.stats import sequences
from analyzer.stats.estimate import Estimate
from analyzer.stats.histogram import Summary, summarise
from analyzer.stats.intervals import LEVEL
from analyzer.studies.clusters import LengthTally, fixed_mean
from analyzer.studies.content import Content
from analyzer.studies.request import Table

PILOT = 2_000
"""After so many deals a long run says what to expect of the rest."""

LONG = 10 * PILOT
"""A run of more deals than this is a long one."""

_FIRST_LOOK = 250
_LOOKS_APART = 1.15

_FEWEST_PART = 20
"""Where it is asked whether a difference matters, one part in so many of the deals is always played."""

_LIKELY_SPREAD = 0.2
"""Standard deviation of a deal's difference that is supposed before anything is known."""

_SEQUENCE_ERRORS = 3.3
"""So many standard errors a confidence sequence lies to either side where it is tightest."""


@dataclass(frozen=True)
class Sides:
    """Two policies, and the tables that they are tried at.

    Attributes:
        table: Game and rules, with the field in every seat.
        a: The one policy.
        b: The other one.
        paired: Whether both are tried on the same deals.
    """

    table: Table
    a: PolicySpec
    b: PolicySpec
    paired: bool = True

    @property
    def field(self) -> PolicySpec:
        """The policy of all others."""
        return self.table.setup.policies[0]

    @property
    def players(self) -> int:
        """Number of seats."""
        return self.table.setup.players

    @property
    def alike(self) -> bool:
        """Whether the two sides cannot differ: the same policy on the same deals."""
        return self.paired and self.a == self.b

    @property
    def unit(self) -> int:
        """Parts of a win that a side can win in a deal, over all seats."""
        return SHARES * self.players

    @property
    def games_per_deal(self) -> int:
        """Games played in one deal; a game that serves several seats, or both sides, is played once."""
        seats = range(self.players)
        tables = [{self.seating(policy, seat).policies for seat in seats} for policy in (self.a, self.b)]
        return len(tables[0] | tables[1]) if self.paired else len(tables[0]) + len(tables[1])

    def seating(self, policy: PolicySpec, seat: int) -> Setup:
        """The table with a policy in one seat and the field in all others."""
        policies = [self.field] * self.players
        policies[seat] = policy
        return Setup(self.table.setup.game, self.table.setup.rules, tuple(policies))


@dataclass(frozen=True)
class Plan:
    """How long a comparison goes on.

    Attributes:
        deals: Deals at most.
        seed: The run's seed.
        until: Half of the interval's width at which the run stops, or None.
        decide: Whether it stops as soon as the sign of the difference is certain.
        smallest: The smallest difference that matters, if the run is to stop as soon as it is certain whether there is
            one, and on which side; or None.
        level: Confidence that the interval of the difference holds the truth.
    """

    deals: int
    seed: int
    until: float | None = None
    decide: bool = False
    smallest: float | None = None
    level: float = LEVEL

    @property
    def may_stop(self) -> bool:
        """Whether the run may end before all deals are played."""
        return self.until is not None or self.decide or self.smallest is not None

    @property
    def looks(self) -> list[int]:
        """Deals after which the figures are looked at, ending with all."""
        if not self.may_stop:
            return [PILOT, self.deals] if self.deals > LONG else [self.deals]
        # Whether a difference matters is decided by small ones; a large one is to be known with some precision, too.
        first = _FIRST_LOOK if self.smallest is None else max(_FIRST_LOOK, self.deals // _FEWEST_PART)
        early = (round(first * _LOOKS_APART**look) for look in count())
        return [*takewhile(lambda look: look < self.deals, early), self.deals]

    def interval(self, reach: int) -> sequences.Interval:
        """The interval for a mean difference of at most `reach`: a confidence sequence where the run may stop."""
        if not self.may_stop:
            return partial(fixed_mean, reach=reach, level=self.level)
        # Only what was asked may decide where the sequence is tightest, nothing that was seen.
        tightest = sequences.TIGHTEST_AT
        half_width = self.smallest if self.until is None else self.until
        if half_width is not None:
            tightest = round((_SEQUENCE_ERRORS * _LIKELY_SPREAD / half_width) ** 2)
        tightest = max(min(tightest, self.deals), sequences.FIRST_LOOK)
        return partial(sequences.mean, reach=reach, level=self.level, tightest_at=tightest)


@dataclass
class Tally:
    """What the deals of a comparison add up to.

    Attributes:
        games: Deals played: what a run counts.
        sums: Over deals, of a, a², b, b² and a x b (rows), where a and b are what the two sides won in each seat
            (columns), in sixtieths; the last column is of all seats together.
        lengths: Lengths of the games on either side.
    """

    games: int
    sums: Integers
    lengths: tuple[LengthTally, LengthTally]

    def add(self, other: "Tally") -> None:
        """Adds further deals of the same comparison."""
        self.games += other.games
        self.sums = self.sums + other.sums
        self.lengths = (self.lengths[0] + other.lengths[0], self.lengths[1] + other.lengths[1])

    def of_seat(self, seat: int) -> pairing.Sums:
        """The sums of one seat; of all seats together at -1."""
        return pairing.Sums(self.games, *(int(total) for total in self.sums[:, seat]))


@dataclass(frozen=True)
class Forecast:
    """What the first deals of a run say of the rest.

    Attributes:
        plan: What was asked.
        pilot: Deals that it is drawn from.
        games_per_deal: Games of a deal.
        half_width: Half of the width to expect of the interval after all deals.
        needed: Deals that the asked half-width will take; None if none is asked for, or no number is enough.
    """

    plan: Plan
    pilot: int
    games_per_deal: int
    half_width: float
    needed: int | None

    def sentence(self) -> str:
        """The forecast in words."""
        end = f"±{100 * self.half_width:.2g} points after all {self._amount(self.plan.deals)}"
        start = f"Going by the first {self.pilot:,} deals"
        if self.plan.until is None:
            unless = ", unless the sign is certain before" if self.plan.decide else ""
            return f"{start}, expect {end}{unless}."
        wanted = f"±{100 * self.plan.until:.3g} points"
        if self.needed is None:
            return f"{start}, {wanted} will take more than any number of deals: expect {end}."
        if self.needed > self.plan.deals:
            takes = f"will take about {self._amount(self.needed)}, more than may be played"
            return f"{start}, {wanted} {takes}: expect {end}."
        return f"{start}, {wanted} will take about {self._amount(self.needed)}."

    def _amount(self, deals: int) -> str:
        return f"{deals:,} deals ({deals * self.games_per_deal:,} games)"


@dataclass(frozen=True)
class Comparison:
    """Deals played on two sides, and what they show.

    Attributes:
        sides: What was compared.
        plan: How long it was to go on.
        threads: Threads it was played on.
        seconds: Time spent playing.
        tally: What the deals add up to.
        stopped: Why it ended: "games" (all were played, or it was interrupted), "until" or "decide".
        partial: Whether it was interrupted.
    """

    sides: Sides
    plan: Plan
    threads: int
    seconds: float
    tally: Tally
    stopped: str
    partial: bool = False

    @property
    def deals(self) -> int:
        """Deals played."""
        return self.tally.games

    @property
    def games(self) -> int:
        """Games played."""
        return self.deals * self.sides.games_per_deal

    @cached_property
    def overall(self) -> pairing.Comparison:
        """All seats together."""
        return summary(self.sides, self.plan, self.tally, seat=-1)

    @cached_property
    def by_seat(self) -> list[pairing.Comparison]:
        """Each seat by itself."""
        return [summary(self.sides, self.plan, self.tally, seat) for seat in range(self.sides.players)]

    @property
    def difference(self) -> Estimate:
        """Win rate of a seat that plays A, less that of the same seat playing B, averaged over seats."""
        return self.overall.difference

    @cached_property
    def lengths(self) -> tuple[Summary, Summary]:
        """How the lengths of the finished games are spread on either side."""
        a, b = (summarise(side.counts) for side in self.tally.lengths)
        return a, b

    @cached_property
    def mean_lengths(self) -> tuple[Estimate | None, Estimate | None]:
        """Mean length of the finished games on either side; None where none was finished."""
        a, b = (side.mean(self.deals) for side in self.tally.lengths)
        return a, b

    def as_json(self) -> dict[str, Any]:
        """The public JSON object."""
        setup = self.sides.table.setup
        result: dict[str, Any] = {
            "game": setup.game,
            "rules": setup.rules.as_dict(),
            "players": self.sides.players,
            "a": self.sides.a.canonical,
            "b": self.sides.b.canonical,
            "field": self.sides.field.canonical,
            "paired": self.sides.paired,
            "deals": self.deals,
            "games": self.games,
            "seed": self.plan.seed,
            "difference": self.difference.as_dict(),
            "a_win_rate": self.overall.a.as_dict(),
            "b_win_rate": self.overall.b.as_dict(),
            "by_seat": [seat.difference.as_dict() for seat in self.by_seat],
            "variance_ratio": self.overall.variance_ratio,
            "length_a": self._length(0),
            "length_b": self._length(1),
            "stopped": self.stopped,
            "seconds": self.seconds,
            "games_per_second": self.games / self.seconds,
            "threads": self.threads,
        }
        if self.partial:
            result["partial"] = True
            result["deals_asked"] = self.plan.deals
        return result

    def _length(self, side: int) -> dict[str, Any]:
        mean, spread = self.mean_lengths[side], self.lengths[side].as_dict()
        ends = {"low": mean and mean.low, "high": mean and mean.high}
        return {"unit": self.sides.table.game.length_unit, "mean": spread.pop("mean"), **ends, **spread}

    def content(self) -> Content:
        """The result as sentences, tables and figures."""
        from analyzer.studies.compare_told import told

        return told(self)


def summary(sides: Sides, plan: Plan, tally: Tally, seat: int) -> pairing.Comparison:
    """What the deals say of one seat, or of all together at -1."""
    unit = sides.unit if seat < 0 else SHARES
    found = pairing.compare(tally.of_seat(seat), unit, interval=plan.interval(unit))
    if not sides.alike:
        return found
    return pairing.Comparison(Estimate(0.0, 0.0, 0.0), found.a, found.b, None)
