"""Which deals are played by whom, and what they add up to.

Three kinds of deals are kept apart by their numbers. Within a generation, all candidates play the same ones, in every
seat in turn, so that they are ranked by how they play and not by what they were dealt. Every generation has others: on
the same deals for ever the search would learn those deals by heart, and the best score would only say how well it
did. Each place has its own, too, so that the luck of one is not that of all. The verdict is played on deals whose
numbers no generation uses, the first ones of the seed: `compare` with this seed gives the same figures.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from analyzer.games.policyspec import PolicySpec
from analyzer.games.protocol import Game, Integers, Setup
from analyzer.stats.paired import Sums
from analyzer.studies.tuning.plan import Plan

TRAINING_FROM = 1 << 42
"""First game number of the training: far above what any other command can be asked for."""


@dataclass(frozen=True)
class Job:
    """Games that one policy plays in one seat.

    Attributes:
        candidate: Number of the candidate.
        setup: The table.
        seat: The candidate's seat.
        first: Number of the first game.
        factor: What a share of a win counts in the score.
    """

    candidate: int
    setup: Setup
    seat: int
    first: int
    factor: int


@dataclass
class Scores:
    """What some games of a generation add up to.

    Attributes:
        games: How many games.
        totals: Score of each candidate.
    """

    games: int
    totals: Integers

    def add(self, other: "Scores") -> None:
        """Adds another block's scores."""
        self.games += other.games
        self.totals = self.totals + other.totals


@dataclass(frozen=True)
class Generation:
    """The games of one generation, numbered through: candidate by candidate, place by place, seat by seat.

    Attributes:
        game: The game.
        seed: The run's seed.
        deals: Deals of each job.
        candidates: How many candidates there are.
        jobs: What is played.
    """

    game: Game
    seed: int
    deals: int
    candidates: int
    jobs: tuple[Job, ...]

    @classmethod
    def of(cls, plan: Plan, number: int, candidates: Sequence[PolicySpec]) -> "Generation":
        """A plan's generation of a number, with its candidates."""
        first = TRAINING_FROM + number * len(plan.places) * plan.deals
        jobs = (
            Job(candidate, place.seated(spec, seat), seat, first + at * plan.deals, plan.factor(place))
            for candidate, spec in enumerate(candidates)
            for at, place in enumerate(plan.places)
            for seat in range(place.players)
        )
        return cls(plan.game, plan.seed, plan.deals, len(candidates), tuple(jobs))

    @property
    def games(self) -> int:
        """How many games there are."""
        return len(self.jobs) * self.deals


def play_generation(generation: Generation, first: int, count: int, stop: Integers) -> Scores:
    """Plays some of a generation's games; see `runs.work.Work`."""
    scores = Scores(0, np.zeros(generation.candidates, np.int64))
    while scores.games < count:
        at, deal = divmod(first + scores.games, generation.deals)
        job = generation.jobs[at]
        asked = min(count - scores.games, generation.deals - deal)
        records = generation.game.play(job.setup, generation.seed, job.first + deal, asked, stop)
        scores.totals[job.candidate] += job.factor * int(records.shares[job.seat].sum(dtype=np.int64))
        scores.games += records.games
        if records.games < asked:
            break
    return scores


@dataclass(frozen=True)
class Group:
    """Places whose scores are added up.

    Attributes:
        label: What they have in common.
        places: Their numbers.
    """

    label: str
    places: tuple[int, ...]


def groups_of(plan: Plan) -> list[Group]:
    """All places, then those with each number of players, then those against each field."""

    def where(label: str, wanted: Sequence[bool]) -> Group:
        return Group(label, tuple(at for at, within in enumerate(wanted) if within))

    return [
        where("all together", [True] * len(plan.places)),
        *(
            where(f"{players} players", [place.players == players for place in plan.places])
            for players in plan.players
        ),
        *(
            where(f"against {field}", [place.field.canonical == field for place in plan.places])
            for field in plan.fields
        ),
    ]


@dataclass
class PairedSums:
    """What some deals of the verdict add up to.

    Attributes:
        games: How many deals.
        sums: For each group, the sums of `paired.Sums` but for the number of deals: Python's whole numbers, as sums
            of squares may need more than 64 bits.
    """

    games: int
    sums: list[list[int]]

    def add(self, other: "PairedSums") -> None:
        """Adds another block's sums."""
        self.games += other.games
        self.sums = [
            [mine + its for mine, its in zip(*pair, strict=True)]
            for pair in zip(self.sums, other.sums, strict=True)
        ]

    def of(self, group: int) -> Sums:
        """The sums of one group, for `paired.compare`."""
        return Sums(self.games, *self.sums[group])


@dataclass(frozen=True)
class Verdict:
    """Deals on which the result is compared with the start; a deal's score is the sum over seats and places.

    Attributes:
        game: The game.
        seed: The run's seed.
        seatings: All tables of a deal, first those of the result and then those of the start: place by place, seat by
            seat, who sits where and the seat that counts.
        players: Players of each place.
        factors: What a share of a win counts at each place.
        groups: The places whose scores are added up.
    """

    game: Game
    seed: int
    seatings: tuple[tuple[Setup, int], ...]
    players: tuple[int, ...]
    factors: tuple[int, ...]
    groups: tuple[Group, ...]

    @classmethod
    def of(cls, plan: Plan, tuned: PolicySpec) -> "Verdict":
        """A plan's verdict on a result."""
        seatings = (
            (place.seated(spec, seat), seat)
            for spec in (tuned, plan.start)
            for place in plan.places
            for seat in range(place.players)
        )
        return cls(
            plan.game,
            plan.seed,
            tuple(seatings),
            tuple(place.players for place in plan.places),
            tuple(plan.factor(place) for place in plan.places),
            tuple(groups_of(plan)),
        )


def play_verdict(verdict: Verdict, first: int, deals: int, stop: Integers) -> PairedSums:
    """Plays some deals of a verdict; none of them counts if it is stopped before all are played."""
    shares = np.zeros((len(verdict.seatings), deals), np.uint8)
    for row, (setup, seat) in enumerate(verdict.seatings):
        records = verdict.game.play(setup, verdict.seed, first, deals, stop)
        if records.games < deals:
            return PairedSums(0, [[0] * 5 for _ in verdict.groups])
        shares[row] = records.shares[seat]
    ends = np.cumsum(verdict.players)[:-1]
    sides = [
        [
            factor * seats.sum(axis=0, dtype=np.int64)
            for factor, seats in zip(verdict.factors, np.split(side, ends), strict=True)
        ]
        for side in np.split(shares, 2)
    ]
    totals = []
    for group in verdict.groups:
        a, b = (_added([side[at] for at in group.places]) for side in sides)
        totals.append([int(each) for each in (a.sum(), a @ a, b.sum(), b @ b, a @ b)])
    return PairedSums(deals, totals)


def _added(scores: Sequence[Integers]) -> Integers:
    total: Integers = np.sum(scores, axis=0, dtype=np.int64)
    return total
