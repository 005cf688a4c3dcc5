"""Races of arms whose means are known: the rule against slow intervals, and the guarantee against luck."""

import math
from itertools import pairwise

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyzer.stats import sequences
from analyzer.stats.selection import Look, Rule, Tally

Scores = npt.NDArray[np.int64]

UNIT = 60


def scores(rng: np.random.Generator, rates: npt.NDArray[np.float64], shared: float, count: int) -> Scores:
    """Wins and losses: on a part of the numbers one draw decides for all arms, on the others each has its own."""
    own = rng.random((len(rates), count))
    drawn = np.where(rng.random(count) < shared, rng.random(count), own)
    return (drawn < rates[:, np.newaxis]) * np.int64(UNIT)


def tally_of(rng: np.random.Generator, rates: list[float], count: int, shared: float = 0.5) -> Tally:
    return Tally.of(range(len(rates)), scores(rng, np.array(rates), shared, count))


def race(
    rng: np.random.Generator, rule: Rule, rates: npt.NDArray[np.float64], shared: float
) -> tuple[Tally, Look]:
    """Runs until it is decided or all numbers are tried."""
    look = Look(tuple(range(len(rates))), decided=False)
    tally: Tally | None = None
    ends = [0, *(end for end in (round(100 * 1.3**step) for step in range(99)) if end < rule.most), rule.most]
    for begin, end in pairwise(ends):
        further = Tally.of(look.left, scores(rng, rates[list(look.left)], shared, end - begin))
        tally = further if tally is None else tally.only(look.left) + further
        look = rule.look(tally)
        if look.decided:
            break
    assert tally is not None
    return tally, look


class TestTally:
    def test_adds_up_what_arms_score_on_the_same_numbers(self) -> None:
        first, second = np.array([[60, 0, 30], [0, 0, 60]]), np.array([[20], [60]])
        both = Tally.of((3, 8), first) + Tally.of((3, 8), second)
        assert (both.arms, both.count, both.leader) == ((3, 8), 4, 8)
        assert both.score(3) == (110, 60**2 + 30**2 + 20**2, 4)
        assert both.score(8) == (120, 2 * 60**2, 4)
        assert both.difference(3, 8) == (60 - 30 - 40, 60**2 + 30**2 + 40**2, 4)
        assert both.difference(8, 3) == (10, 60**2 + 30**2 + 40**2, 4)

    def test_small_numbers_of_narrow_types_do_not_overflow(self) -> None:
        narrow = np.full((2, 1000), UNIT, np.int8)
        assert Tally.of((0, 1), narrow).score(0) == (60_000, 3_600_000, 1000)

    def test_some_arms_keep_what_they_have(self) -> None:
        whole = tally_of(np.random.default_rng(1), [0.2, 0.5, 0.4], 50)
        part = whole.only((0, 2))
        assert (part.arms, part.count, part.leader) == ((0, 2), 50, 2)
        assert part.score(2) == whole.score(2)
        assert part.difference(2, 0) == whole.difference(2, 0)

    def test_of_equals_the_first_leads(self) -> None:
        assert Tally.of((4, 7, 9), np.array([[0], [60], [60]])).leader == 7

    def test_other_arms_are_not_added(self) -> None:
        with pytest.raises(ValueError, match="not the same"):
            Tally.of((0, 1), np.zeros((2, 1), int)) + Tally.of((0, 2), np.zeros((2, 1), int))


class TestLook:
    @given(st.integers(0, 10**6), st.integers(2, 6), st.sampled_from([0.002, 0.02, 0.2]), st.floats(0, 1))
    def test_decides_as_the_intervals_of_all_pairs_do(
        self, seed: int, arms: int, within: float, shared: float
    ) -> None:
        """Pair by pair, with whole intervals, and nothing that is worked out for all at once."""
        rng = np.random.default_rng(seed)
        rates = rng.uniform(0.2, 0.4, arms).tolist()
        rates[-1] = rates[0]
        tally = tally_of(rng, rates, int(rng.integers(100, 20_000)), shared)
        rule = Rule(arms, UNIT, within * UNIT, most=30_000)

        def interval(one: int, other: int) -> tuple[float, float]:
            found = sequences.mean(
                *tally.difference(one, other),
                UNIT,
                1 - 2 * 0.05 / (arms - 1),
                tightest_at=max(min(round((3.5 * 0.25 / within) ** 2), 30_000), 1_000),
                spread=0.25 * UNIT,
            )
            return found.low / UNIT, found.high / UNIT

        left = [
            arm
            for arm in range(arms)
            if not any(interval(other, arm)[0] > 0 for other in range(arms) if other != arm)
        ]
        best = max(range(arms), key=lambda arm: (tally.score(arm)[0], -arm))
        decided = all(interval(arm, best)[1] <= within for arm in left if arm != best)
        assert rule.look(tally) == Look(tuple(left), decided)

    def test_one_arm_needs_no_trying(self) -> None:
        assert Rule(1, UNIT, 0.2, 10).look(tally_of(np.random.default_rng(1), [0.5], 1)) == Look((0,), True)

    def test_a_bad_arm_is_dropped_soon_and_a_good_one_is_not(self) -> None:
        tally = tally_of(np.random.default_rng(1), [0.1, 0.5, 0.45], 250)
        assert Rule(3, UNIT, 0.18, 10**6).look(tally) == Look((1, 2), False)

    def test_arms_that_do_the_same_are_told_to_be_as_good(self) -> None:
        """Without a single difference there is nothing to be dropped for, nor to be won by going on."""
        same = np.tile(scores(np.random.default_rng(1), np.array([0.4]), 0.5, 40_000), (3, 1))
        assert Rule(3, UNIT, 0.003 * UNIT, 10**6).look(Tally.of(range(3), same)) == Look((0, 1, 2), True)

    def test_what_has_not_been_seen_may_still_come(self) -> None:
        same = np.tile(scores(np.random.default_rng(1), np.array([0.4]), 0.5, 1_000), (3, 1))
        assert not Rule(3, UNIT, 0.003 * UNIT, 10**6).look(Tally.of(range(3), same)).decided

    @pytest.mark.parametrize(
        "given",
        [{"arms": 0}, {"reach": 0}, {"within": 0.0}, {"level": 1.0}, {"level": 0.5}],
        ids=lambda given: next(iter(given)),
    )
    def test_settings_that_make_no_sense_are_refused(self, given: dict[str, float]) -> None:
        with pytest.raises(ValueError, match="no arms"):
            Rule(**{"arms": 2, "reach": UNIT, "within": 0.1, "most": 9, **given})  # type: ignore[arg-type]


WITHIN = 0.04
MOST = 12_000
RACES = 200

CASES: dict[str, tuple[list[float], float]] = {
    "two alike": ([0.4, 0.4], 0.5),
    "two that just matter": ([0.4, 0.4 - WITHIN - 0.005], 0.5),
    "two that hang together": ([0.4, 0.35], 0.95),
    "two that do not": ([0.4, 0.35], 0.0),
    "twenty in a row": (np.linspace(0.2, 0.45, 20).tolist(), 0.5),
    "one and nineteen that just matter": ([0.3 + WITHIN + 0.005, *[0.3] * 19], 0.5),
    "twenty alike": ([0.3] * 20, 0.7),
    "fifty-six": ([0.45, *np.linspace(0.1, 0.40, 55).tolist()], 0.5),
    "rare wins": ([0.06, 0.01, 0.005, 0.01], 0.3),
}


class TestGuarantee:
    @pytest.mark.parametrize(("rates", "shared"), CASES.values(), ids=CASES)
    def test_the_leader_of_a_decided_race_is_close_to_the_best(
        self, rates: list[float], shared: float
    ) -> None:
        rng, truth = np.random.default_rng(7), np.array(rates)
        races = RACES if len(rates) < 50 else RACES // 2
        wrong = decided = 0
        for _ in range(races):
            tally, look = race(rng, Rule(len(rates), UNIT, WITHIN * UNIT, MOST), truth, shared)
            decided += look.decided
            wrong += look.decided and truth[tally.leader] < truth.max() - WITHIN
        assert decided > 0.9 * races
        # Beyond what is allowed only by luck, four standard errors of it.
        assert wrong <= races * 0.05 + 4 * math.sqrt(races * 0.05 * 0.95)

    def test_intervals_for_a_single_look_would_choose_wrongly_far_more_often(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """The simulation above does tell a good rule from one that looks too often."""

        def lies_above(
            supposed: float, totals: Scores, squares: Scores, count: int, *_: object, **__: object
        ) -> npt.NDArray[np.bool_]:
            variance = squares / count - (totals / count) ** 2
            above: npt.NDArray[np.bool_] = totals / count - 1.645 * np.sqrt(variance / count) > supposed
            return above

        monkeypatch.setattr(sequences, "lies_above", lies_above)
        rates, shared = CASES["one and nineteen that just matter"]
        rng, truth = np.random.default_rng(7), np.array(rates)
        wrong = 0
        for _ in range(100):
            tally, _look = race(rng, Rule(len(rates), UNIT, WITHIN * UNIT, MOST), truth, shared)
            wrong += truth[tally.leader] < truth.max() - WITHIN
        assert wrong > 15

    def test_most_of_the_work_goes_into_the_arms_that_are_close(self) -> None:
        rng = np.random.default_rng(3)
        rates = np.array([0.4, 0.395, *[0.2] * 18])
        tally, look = race(rng, Rule(20, UNIT, 0.003 * UNIT, 400_000), rates, 0.5)
        assert look.decided and set(tally.arms) <= {0, 1}
        assert tally.count > 20_000
