"""Confidence sequences against closed forms, numerical integrals and runs that stop when it suits them."""

import math
import subprocess
import sys
from collections.abc import Callable
from functools import partial

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy import integrate, optimize, stats

from analyzer.stats import intervals, sequences
from analyzer.stats.estimate import Estimate
from analyzer.stats.sequences import asymptotic_mean, decides_sign, mean, needed

Array = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]

EXPERIMENTS = 2_000
LOOKS = np.unique(np.geomspace(1, 100_000, 300).astype(np.int64))
"""From one deal to 100,000."""

DIFFERENCES: dict[str, tuple[list[float], list[int]]] = {
    "fair coin": ([0.5, 0.5], [-1, 1]),
    "rare": ([0.95, 0.025, 0.025], [0, -1, 1]),
    "rarer": ([0.998, 0.001, 0.001], [0, -1, 1]),
    "small beside the reach": ([0.5, 0.25, 0.25], [0, -1, 1]),
    "one-sided": ([0.99, 0.01], [0, 1]),
    "one-sided and rare": ([0.999, 0.001], [0, 1]),
    "far from the middle": ([0.1, 0.1, 0.8], [-1, 0, 1]),
}


def allowed(level: float = 0.95, errors: float = 4.0) -> float:
    """So far may a simulated frequency lie from the true one by chance."""
    return errors * math.sqrt(level * (1 - level) / EXPERIMENTS)


def paths(name: str, looks: npt.NDArray[np.int64] = LOOKS, seed: int = 1) -> tuple[Array, Array, float]:
    """Sum and sum of squares at each look (columns) of each experiment (rows), and the true mean."""
    chances, values = np.array(DIFFERENCES[name][0]), np.array(DIFFERENCES[name][1])
    rng = np.random.default_rng(seed)
    totals, squares = np.empty((2, EXPERIMENTS, len(looks)))
    for look, count in enumerate(np.diff(looks, prepend=0).tolist()):
        drawn = rng.multinomial(count, chances, EXPERIMENTS)
        totals[:, look], squares[:, look] = drawn @ values, drawn @ values**2
    return totals.cumsum(axis=1), squares.cumsum(axis=1), float(chances @ values)


def refutes(totals: Array, squares: Array, looks: npt.NDArray[np.int64], truth: float, reach: int) -> Flags:
    """Whether `mean` does not hold the truth, for all experiments and looks at once."""
    excess = np.abs(totals - looks * truth)
    about = squares - 2 * truth * totals + looks * truth**2
    rho = sequences.TIGHTEST_AT * (reach / 8) ** 2 / sequences._rho_factor(0.95, sequences.TIGHTEST_AT)
    fortune: Array = sequences._log_fortune(excess, about, rho, np.array(reach + abs(truth)))
    return fortune >= math.log(2 / 0.05)


def stops(missed: Flags) -> npt.NDArray[np.int64]:
    """The adversary's look: the first one that misses, or the last of all."""
    first: npt.NDArray[np.int64] = np.where(missed.any(axis=1), missed.argmax(axis=1), missed.shape[1] - 1)
    return first


class TestMean:
    @pytest.mark.parametrize("name", list(DIFFERENCES))
    def test_misses_once_in_twenty_runs_whenever_they_stop(self, name: str) -> None:
        reach = 8 if name == "small beside the reach" else 1
        totals, squares, truth = paths(name)
        missed = refutes(totals, squares, LOOKS, truth, reach)
        assert missed.any(axis=1).mean() <= 0.05 + allowed()
        assert name != "fair coin" or missed.any(axis=1).mean() > 0.01  # nor is it far too careful
        # What was computed for all at once is what the function says.
        for row, stop in list(enumerate(stops(missed)))[:200]:
            found = mean(int(totals[row, stop]), int(squares[row, stop]), int(LOOKS[stop]), reach)
            assert (found.low <= truth <= found.high) == (not missed[row, stop])

    def test_fixed_intervals_would_miss_far_more_often(self) -> None:
        """The simulation above does tell a sequence from an interval that is only good for one look."""
        totals, squares, truth = paths("fair coin", LOOKS[LOOKS >= 100])
        counts = LOOKS[LOOKS >= 100]
        half = 1.96 * np.sqrt((squares / counts - (totals / counts) ** 2) / counts)
        assert (np.abs(totals / counts - truth) > half).any(axis=1).mean() > 0.3
        assert (np.abs(totals / counts - truth) > half)[:, -1].mean() == pytest.approx(0.05, abs=allowed())

    def test_decides_a_sign_wrongly_once_in_twenty_runs(self) -> None:
        totals, squares, truth = paths("rare", seed=2)
        assert truth == 0
        decided = refutes(totals, squares, LOOKS, 0.0, 1)
        assert decided.any(axis=1).mean() <= 0.05 + allowed()
        for row, stop in list(enumerate(stops(decided)))[:200]:
            found = mean(int(totals[row, stop]), int(squares[row, stop]), int(LOOKS[stop]), 1)
            assert decides_sign(found) == decided[row, stop] * np.sign(totals[row, stop])

    def test_finds_a_small_difference(self) -> None:
        """0.03 with a standard deviation of 0.5: 3.5 standard errors are reached near 3,400 deals."""
        assert decides_sign(mean(60, 500, 2_000, 1)) == 0
        assert decides_sign(mean(150, 1_250, 5_000, 1)) == 1
        assert decides_sign(mean(-150, 1_250, 5_000, 1)) == -1

    @pytest.mark.parametrize(("deviations", "most"), [(2.6, 3.4), (4, 3.3), (8, 3.3), (16, 3.7)])
    def test_is_nearly_as_tight_as_the_asymptotic_one(self, deviations: float, most: float) -> None:
        """In standard errors, where a deal's score reaches as many standard deviations far."""
        reach, count = 10**6, 10_000
        found = mean(0, int(count * (reach / deviations) ** 2), count, reach)
        assert 3.035 < found.high / (reach / deviations / math.sqrt(count)) < most

    @given(st.floats(0, 300), st.floats(0, 5_000), st.floats(5, 2_000), st.floats(0.5, 9))
    def test_the_fortune_equals_its_integral(
        self, excess: float, squares: float, rho: float, scale: float
    ) -> None:
        """Over what is left of the stake, from 0 to 1, with a truncated gamma density."""
        assume(excess <= squares / scale + 50)
        prior, shape, end = rho / scale**2, squares / scale**2, excess / scale
        assume(prior > 0.5)

        def log_weight(kept: float) -> float:
            return (prior - 1) * math.log(kept) - prior * kept

        def log_product(kept: float) -> float:
            return end * (1 - kept) + shape * (math.log(kept) + 1 - kept)

        top = max(log_weight(k) + log_product(k) for k in np.linspace(1e-4, 1, 2_000).tolist())
        heaviest = max(log_weight(k) for k in np.linspace(1e-4, 1, 2_000).tolist())
        grid = np.linspace(0, 1, 9)[1:-1].tolist()
        made = integrate.quad(
            lambda k: math.exp(log_weight(k) + log_product(k) - top), 0, 1, points=grid, limit=500
        )[0]
        weight = integrate.quad(lambda k: math.exp(log_weight(k) - heaviest), 0, 1, points=grid, limit=500)[0]
        expected = math.log(made) + top - math.log(weight) - heaviest
        assert sequences._log_fortune(excess, squares, rho, scale) == pytest.approx(expected, abs=1e-4)

    def test_ends_where_the_fortune_is_made(self) -> None:
        found = mean(2_000, 60_000, 9_000, 12, 0.9, tightest_at=4_000, spread=3.0)
        rho = 4_000 * 9 / sequences._rho_factor(0.9, 4_000)
        for end in (found.low, found.high):
            about = 60_000 - 2 * end * 2_000 + 9_000 * end**2
            excess = abs(2_000 - 9_000 * end)
            made = sequences._log_fortune(excess, about, rho, 12 + abs(end))
            assert made == pytest.approx(math.log(20), abs=1e-6)

    def test_is_certain_of_nothing_that_it_has_not_seen(self) -> None:
        found = mean(0, 0, 10_000, 240)
        assert found.mean == 0 and found.high == -found.low
        assert found.high == pytest.approx(13 * 240 / 10_000, rel=0.02)

    @given(st.lists(st.integers(-60, 60), min_size=1, max_size=300), st.sampled_from([0.5, 0.95, 0.999]))
    def test_holds_its_estimate_and_stays_within_reach(self, values: list[int], level: float) -> None:
        sums = sum(values), sum(value * value for value in values), len(values)
        found = mean(*sums, 60, level, tightest_at=100)
        assert -60 <= found.low <= found.mean <= found.high <= 60
        wider = mean(*sums, 60, (1 + level) / 2, tightest_at=100)
        assert wider.low <= found.low + 1e-9 and found.high <= wider.high + 1e-9
        mirrored = mean(-sums[0], sums[1], sums[2], 60, level, tightest_at=100)
        assert (mirrored.low, mirrored.high) == pytest.approx((-found.high, -found.low), abs=1e-9)

    def test_one_value_says_nothing(self) -> None:
        assert mean(1, 1, 1, 1) == Estimate(1.0, -1.0, 1.0)

    def test_nothing_is_lost_by_long_runs(self) -> None:
        found = mean(10**11, 10**13, 10**13, 10)
        error = math.sqrt(1 - 1e-4) / math.sqrt(10**13)
        assert 4 < (found.high - 0.01) / error < 6 and 4 < (0.01 - found.low) / error < 6

    @pytest.mark.parametrize(
        ("sums", "reach", "settings"),
        [
            ((0, 0, 0), 1, {}),
            ((4, 7, 2), 9, {}),
            ((0, 5, 4), 1, {}),
            ((0, 0, 4), 0, {}),
            ((0, 4, 4), 1, {"spread": 0.0}),
            ((0, 4, 4), 1, {"tightest_at": 0}),
            ((0, 4, 4), 1, {"level": 95.0}),
        ],
    )
    def test_refuses_what_cannot_be(
        self, sums: tuple[int, int, int], reach: int, settings: dict[str, float]
    ) -> None:
        with pytest.raises(ValueError, match=r"values|level|tightest"):
            mean(*sums, reach, **settings)  # type: ignore[arg-type]


class TestLiesAbove:
    @given(
        st.lists(st.lists(st.integers(-60, 60), min_size=40, max_size=40), min_size=1, max_size=4),
        st.integers(-20, 20),
        st.sampled_from([0.5, 0.9, 0.999]),
    )
    def test_says_of_many_means_what_their_intervals_say(
        self, rows: list[list[int]], supposed: int, level: float
    ) -> None:
        values = np.array(rows)
        said = sequences.lies_above(
            supposed, values.sum(axis=1), (values**2).sum(axis=1), 40, 60, level, tightest_at=50, spread=9.0
        )
        for row, above in zip(rows, said.tolist(), strict=True):
            sums = sum(row), sum(value * value for value in row)
            assert above == (mean(*sums, 40, 60, level, tightest_at=50, spread=9.0).low > supposed)

    def test_takes_sums_of_any_shape(self) -> None:
        totals = np.array([[2_000, -2_000], [100, 0]])
        said = sequences.lies_above(0, totals, np.full((2, 2), 9_000), 9_000, 1)
        assert said.tolist() == [[True, False], [False, False]]

    def test_a_spread_of_nothing_is_refused(self) -> None:
        with pytest.raises(ValueError, match="spread"):
            sequences.lies_above(0, np.zeros(1, np.int64), np.zeros(1, np.int64), 1, 1, spread=0.0)


class TestAsymptoticMean:
    @pytest.mark.parametrize("level", [0.9, 0.95, 0.999])
    @pytest.mark.parametrize("count", [1_000, 10_000, 10**7])
    def test_is_tightest_where_it_is_tuned_to_be(self, level: float, count: int) -> None:
        """There it has a closed form: squared, in standard errors, it is the y with y - log y = 1 - 2 log α."""
        best = optimize.brentq(lambda y: y - math.log(y) - 1 + 2 * math.log(1 - level), 1, 1_000)
        found = asymptotic_mean(0, count, count, level, tightest_at=count)
        assert found.high == -found.low == pytest.approx(math.sqrt(best / count), rel=1e-9)
        for other in (count * 7 // 10, count * 14 // 10):
            assert asymptotic_mean(0, count, count, level, tightest_at=other).high > found.high

    def test_equals_the_published_formula(self) -> None:
        found = asymptotic_mean(3_000, 50_000, 4_000, 0.95, tightest_at=1_000)
        square = (
            -2 * math.log(0.05) + math.log(-2 * math.log(0.05) + 1)
        ) / 1_000  # the paper's approximation
        grown = 4_000 * square + 1
        inner = 2 * grown / (4_000**2 * square) * math.log(math.sqrt(grown) / 0.05)
        half = math.sqrt(50_000 / 4_000 - 0.75**2) * math.sqrt(inner)
        assert found.high - found.mean == pytest.approx(half, rel=2e-3)
        assert found.mean - found.low == pytest.approx(half, rel=2e-3)

    @pytest.mark.parametrize(("name", "seed"), [("fair coin", 3), ("rare", 4), ("rarer", 5)])
    def test_misses_once_in_twenty_runs_of_symmetric_values(self, name: str, seed: int) -> None:
        looks = LOOKS[LOOKS >= sequences.FIRST_LOOK]
        totals, squares, truth = paths(name, looks, seed)
        self.check(totals, squares, looks, truth)

    def test_misses_once_in_twenty_runs_of_game_lengths(self) -> None:
        """Whole numbers from 5, skewed to the right, as lengths are."""
        looks = LOOKS[LOOKS >= sequences.FIRST_LOOK][::2]
        rng = np.random.default_rng(6)
        lengths = 5 + np.arange(400)
        chances = stats.nbinom.pmf(lengths - 5, 2, 0.04)
        chances /= chances.sum()
        totals, squares = np.empty((2, EXPERIMENTS, len(looks)))
        for look, count in enumerate(np.diff(looks, prepend=0).tolist()):
            drawn = rng.multinomial(count, chances, EXPERIMENTS)
            totals[:, look], squares[:, look] = drawn @ lengths, drawn @ lengths**2
        self.check(totals.cumsum(axis=1), squares.cumsum(axis=1), looks, float(chances @ lengths))

    def check(self, totals: Array, squares: Array, looks: npt.NDArray[np.int64], truth: float) -> None:
        factors = [sequences._normal_mixture(count, 0.95, sequences.TIGHTEST_AT) for count in looks.tolist()]
        variance = squares / looks - (totals / looks) ** 2
        missed = (np.abs(totals / looks - truth) > np.sqrt(variance) * factors) & (variance > 0)
        assert missed.any(axis=1).mean() <= 0.05 + allowed()
        for row, stop in list(enumerate(stops(missed)))[:200]:
            found = asymptotic_mean(int(totals[row, stop]), int(squares[row, stop]), int(looks[stop]))
            assert (found.low <= truth <= found.high) == (not missed[row, stop])

    @pytest.mark.parametrize(
        ("total", "squares", "count"), [(5, 999, 999), (0, 0, 5_000), (5_000, 5_000, 5_000)]
    )
    def test_says_nothing_too_early(self, total: int, squares: int, count: int) -> None:
        assert asymptotic_mean(total, squares, count) == Estimate(total / count, -math.inf, math.inf)

    @pytest.mark.parametrize(("total", "squares", "count"), [(0, 0, 0), (4, 7, 2), (1, 1, -1)])
    def test_refuses_what_cannot_be(self, total: int, squares: int, count: int) -> None:
        with pytest.raises(ValueError, match="values have the sum"):
            asymptotic_mean(total, squares, count)


@pytest.mark.parametrize(
    ("low", "high", "sign"), [(0.1, 0.3, 1), (-0.3, -0.1, -1), (-0.1, 0.1, 0), (0.0, 0.2, 0), (-0.2, 0.0, 0)]
)
def test_a_sign_is_decided_when_0_is_outside(low: float, high: float, sign: int) -> None:
    assert decides_sign(Estimate((low + high) / 2, low, high)) == sign


class TestNeeded:
    def test_equals_the_closed_form_for_one_look(self) -> None:
        """z² times variance over half-width²."""
        for half_width in (0.01, 0.002, 0.0003):
            found = needed(150, 1_350, 3_000, half_width, intervals.mean)
            closed = (stats.norm.ppf(0.975) / half_width) ** 2 * (0.45 - 0.05**2)
            assert found == pytest.approx(closed, rel=1e-3)

    def test_equals_the_closed_form_of_the_tightest_sequence(self) -> None:
        target = 3.0351224 * math.sqrt(0.45 - 0.05**2) / math.sqrt(50_000)
        found = needed(150, 1_350, 3_000, target, partial(asymptotic_mean, tightest_at=50_000))
        assert found == pytest.approx(50_000, rel=1e-3)

    @pytest.mark.parametrize(
        "interval", [intervals.mean, partial(mean, reach=4), partial(asymptotic_mean, level=0.9)]
    )
    @pytest.mark.parametrize("total", [-150, 0, 150])
    def test_is_the_smallest_that_does(self, interval: Callable[..., Estimate], total: int) -> None:
        number = needed(total, 1_350, 3_000, 0.0123, interval)
        assert number is not None

        def half(count: int) -> float:
            found = interval(int(total * count / 3_000), -(-1_350 * count // 3_000), count)
            return (found.high - found.low) / 2

        assert half(number) <= 0.0123 < half(number - 1)

    @given(st.lists(st.integers(-2, 2), min_size=2, max_size=20), st.sampled_from([0.3, 0.03]))
    def test_takes_small_pilots_of_either_sign(self, values: list[int], half_width: float) -> None:
        squares = sum(value * value for value in values)
        number = needed(sum(values), squares, len(values), half_width, intervals.mean)
        assert number == needed(-sum(values), squares, len(values), half_width, intervals.mean)

    def test_a_run_of_that_length_has_that_precision(self) -> None:
        number = needed(0, 1_350, 3_000, 0.002, partial(mean, reach=4))
        assert number is not None
        drawn = np.random.default_rng(7).choice([-1, 0, 1], number, p=[0.225, 0.55, 0.225])
        found = mean(int(drawn.sum()), int((drawn**2).sum()), number, 4)
        assert (found.high - found.low) / 2 == pytest.approx(0.002, rel=0.02)

    def test_no_number_is_enough(self) -> None:
        assert needed(0, 0, 1_000, 0.1, asymptotic_mean) is None
        assert needed(0, 10**12, 1_000, 1e-6, partial(mean, reach=10**5)) is None

    @pytest.mark.parametrize(("count", "half_width"), [(1, 0.1), (5, 0.0), (5, -1.0)])
    def test_refuses_what_cannot_be(self, count: int, half_width: float) -> None:
        with pytest.raises(ValueError, match="half-width"):
            needed(0, 1, count, half_width, intervals.mean)


def test_importing_loads_no_scipy() -> None:
    code = (
        "import sys, analyzer.stats.sequences, analyzer.stats.strength, analyzer.stats.paired;"
        "print(any(name.startswith('scipy') for name in sys.modules))"
    )
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert answer.stdout.strip() == "False"
