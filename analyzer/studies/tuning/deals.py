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
from analyzer.games.protocol import Integers, Setup
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


class Generation:
    """The games of one generation, numbered through: candidate by candidate, place by place, seat by seat."""

    def __init__(self, plan: Plan, number: int, candidates: Sequence[PolicySpec]) -> None:
        self._plan = plan
        self._candidates = len(candidates)
        first = TRAINING_FROM + number * len(plan.places) * plan.deals
        self._jobs = [
            Job(candidate, place.seated(spec, seat), seat, first + at * plan.deals, plan.factor(place))
            for candidate, spec in enumerate(candidates)
            for at, place in enumerate(plan.places)
            for seat in range(place.players)
        ]

    @property
    def games(self) -> int:
        """How many games there are."""
        return len(self._jobs) * self._plan.deals

    def play_block(self, first: int, count: int, stop: Integers) -> Scores:
        """Plays some of the games; see `runs.threads.play`."""
        plan, scores = self._plan, Scores(0, np.zeros(self._candidates, np.int64))
        while scores.games < count:
            at, deal = divmod(first + scores.games, plan.deals)
            job = self._jobs[at]
            asked = min(count - scores.games, plan.deals - deal)
            records = plan.game.play(job.setup, plan.seed, job.first + deal, asked, stop)
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


@dataclass
class Played:
    """How many games of a part of the verdict have been played.

    Attributes:
        games: How many.
    """

    games: int

    def add(self, other: "Played") -> None:
        """Adds another block's."""
        self.games += other.games


class Verdict:
    """Deals on which the result is compared with the start; a deal's score is the sum over seats and places.

    Its games are numbered through, side by side, place by place, seat by seat, and the shares of all are kept until
    the last one is in: a game costs little and a call of the game much, so each call should play many deals.
    """

    def __init__(self, plan: Plan, tuned: PolicySpec, first: int, deals: int) -> None:
        self._plan = plan
        self._first = first
        self._deals = deals
        self._jobs = [
            (place.seated(spec, seat), seat)
            for spec in (tuned, plan.start)
            for place in plan.places
            for seat in range(place.players)
        ]
        self._shares = np.zeros((len(self._jobs), deals), np.uint8)

    @property
    def games(self) -> int:
        """How many games there are."""
        return len(self._jobs) * self._deals

    def play_block(self, first: int, count: int, stop: Integers) -> Played:
        """Plays some of the games; see `runs.threads.play`."""
        played = Played(0)
        while played.games < count:
            job, deal = divmod(first + played.games, self._deals)
            setup, seat = self._jobs[job]
            asked = min(count - played.games, self._deals - deal)
            records = self._plan.game.play(setup, self._plan.seed, self._first + deal, asked, stop)
            self._shares[job, deal : deal + records.games] = records.shares[seat]
            played.games += records.games
            if records.games < asked:
                break
        return played

    def sums(self, groups: Sequence[Group]) -> PairedSums:
        """What the deals add up to, once all games are played."""
        ends = np.cumsum([place.players for place in self._plan.places])[:-1]
        sides = [
            [seats.sum(axis=0, dtype=np.int64) for seats in np.split(side, ends)]
            for side in np.split(self._shares, 2)
        ]
        factors = [self._plan.factor(place) for place in self._plan.places]
        totals = []
        for group in groups:
            a, b = (_added([factors[at] * side[at] for at in group.places]) for side in sides)
            totals.append([int(each) for each in (a.sum(), a @ a, b.sum(), b @ b, a @ b)])
        return PairedSums(self._deals, totals)


def _added(scores: Sequence[Integers]) -> Integers:
    total: Integers = np.sum(scores, axis=0, dtype=np.int64)
    return total
