"""The search itself: CMA-ES, from the library `cma`, in a box, with random numbers of its own.

Source: N. Hansen, A. Ostermeier, "Completely derandomized self-adaptation in evolution strategies", Evolutionary
Computation 9 (2001), 159-195; N. Hansen, "The CMA evolution strategy: a tutorial", arXiv:1604.00772.
"""

import hashlib
from collections.abc import Sequence
from math import floor, log, nan
from typing import Any

import numpy as np

from analyzer.games.policyspec import Setting
from analyzer.studies.tuning.space import STEP, Weight

SMALLEST_STEP = 1e-4
"""Below this the search has ended: weights are rounded to ten times as much."""

FLAT = 5
"""So many generations in a row whose candidates all have the same score end the search, too."""

FEWEST = 8
"""Smallest population that is chosen where none is asked for: a win rate is a noisy thing to rank by."""

Values = tuple[Setting, ...]


def usual_population(weights: int) -> int:
    """How many candidates a generation has if nothing else is asked for: 4 + 3 log(weights), at least 8."""
    return max(FEWEST, 4 + floor(3 * log(weights)))


class Search:
    """A search that depends on its seed and on what it is told, and on nothing else."""

    def __init__(self, weights: Sequence[Weight], population: int, seed: int) -> None:
        import cma  # takes a second

        self._weights = weights
        generator = np.random.default_rng(seed)
        # cma does not support a single dimension: a second one that means nothing keeps it company.
        company = 1 if len(weights) == 1 else 0
        bounds = [*(weight.bounds for weight in weights), *[(0.0, 1.0)] * company]
        self._strategy: Any = cma.CMAEvolutionStrategy(
            [*(weight.to_box(weight.start) for weight in weights), *[0.5] * company],
            STEP,
            {
                "popsize": population,
                "bounds": [[low for low, _ in bounds], [high for _, high in bounds]],
                # With a source of its own and no seed, cma leaves numpy's global generator alone.
                "randn": lambda *shape: generator.standard_normal(shape),
                "seed": nan,
                "verbose": -9,
                "verb_log": 0,
                "signals_filename": "",  # else it obeys a file in the current folder
            },
        )
        self._asked: list[Any] = []
        self._flat = 0

    def candidates(self) -> list[Values]:
        """The next generation."""
        self._asked = self._strategy.ask()
        return [self._values(place) for place in self._asked]

    def tell(self, scores: Sequence[float]) -> None:
        """Says how good the candidates are, one score each; more is better."""
        self._strategy.tell(self._asked, [-score for score in scores])
        self._flat = self._flat + 1 if len(set(scores)) == 1 else 0

    @property
    def centre(self) -> Values:
        """The mean of the distribution that candidates are drawn from, rounded to digits that mean something."""
        values = self._values(self._strategy.result.xfavorite)
        return tuple(weight.rounded(value) for weight, value in zip(self._weights, values, strict=True))

    @property
    def ended(self) -> bool:
        """Whether candidates have become alike, so far as it matters or can be told."""
        return self._flat >= FLAT or bool(max(self._strategy.stds[: len(self._weights)]) < SMALLEST_STEP)

    def _values(self, places: Any) -> Values:
        return tuple(weight.from_box(float(at)) for weight, at in zip(self._weights, places, strict=False))


def digest(candidates: Sequence[Values]) -> str:
    """A short text that differs when candidates differ in nine digits."""
    text = ";".join(",".join(f"{float(value):.9g}" for value in values) for values in candidates)
    return hashlib.sha256(text.encode()).hexdigest()[:16]
