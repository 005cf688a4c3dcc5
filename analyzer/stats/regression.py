"""Least squares from whole-number sums of products, with errors that suppose nothing about the spread of the values.

What a regression needs of the data are the sums of products of its columns. Kept for some hundred groups of rows apart,
they also tell how far the groups' scores spread, and so the errors of the coefficients: the "sandwich" for clusters.
It holds whether or not the rows of a group hang together, whether or not the spread is the same everywhere, and also
where the true relation is not linear: the coefficients are then those of the best linear approximation.

Source:
    K.-Y. Liang, S. L. Zeger, "Longitudinal data analysis using generalized linear models", Biometrika 73 (1986), 13-22;
    C. B. Hansen, "Asymptotic properties of a robust variance matrix estimator for panel data when T is large", Journal
    of Econometrics 141 (2007), 597-620, on Student's t with as many degrees of freedom as groups less one.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf, nan
from typing import Any

import numpy as np
import numpy.typing as npt

from analyzer.stats.estimate import Estimate
from analyzer.stats.intervals import LEVEL, student_quantile

Vector = npt.NDArray[np.float64]
Matrix = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]

ROWS_EACH = 20
"""So many rows for each regressor it takes before the errors are trusted."""

_AT_ONCE = 1 << 18
"""Multiplications in a product of two matrices up to which it is done at once, and not shared out among threads: the
program has threads of its own."""

_SINGULAR = 1e-9
"""Regressors are taken to be dependent if a combination of them, each scaled to 1, has no more than this square."""


def grouped_products(
    values: npt.NDArray[np.integer[Any]], first: int, groups: int, together: int = 1
) -> Integers:
    """Sums of products of columns, group by group.

    Row number g belongs to group (g // together) % groups. So long runs fill the groups evenly, and `together` rows
    that take turns at something (seats) come into one group: groups do not differ in it.

    Args:
        values: Whole numbers, shape (rows, columns), so small that all sums stay below 2**53.
        first: Number of the first row.
        groups: How many groups.
        together: Rows that follow one another in a group.

    Returns:
        Shape (groups, columns, columns): for each group the sums over its rows of the products of any two columns.
    """
    rows, columns = values.shape
    period = groups * together
    total = np.zeros((groups, columns, columns))
    most = max(1, _AT_ONCE // (columns * columns * together)) * period
    for begin in range(-(first % period), rows, most):
        part = values[max(begin, 0) : begin + most]
        before = max(-begin, 0)
        periods = -(-(before + len(part)) // period)
        # As floats, which are exact here and multiplied many times faster; zeros fill up the first and last period.
        padded = np.zeros((periods * period, columns))
        padded[before : before + len(part)] = part
        apart = padded.reshape(periods, groups, together, columns).swapaxes(0, 1)
        by_group = apart.reshape(groups, periods * together, columns)
        total += by_group.swapaxes(1, 2) @ by_group
    whole: Integers = np.rint(total).astype(np.int64)
    return whole


@dataclass(frozen=True)
class Fit:
    """Coefficients of a regression, and how sure they are.

    Attributes:
        coefficients: One for each regressor.
        covariance: Their covariances.
        degrees: Degrees of freedom of their errors.
    """

    coefficients: Vector
    covariance: Matrix
    degrees: int

    def combined(self, combinations: npt.ArrayLike) -> "Fit":
        """Linear combinations of the coefficients.

        Args:
            combinations: Shape (results, coefficients).

        Returns:
            The combinations in place of the coefficients.
        """
        matrix = np.asarray(combinations, np.float64)
        return Fit(matrix @ self.coefficients, matrix @ self.covariance @ matrix.T, self.degrees)

    def estimates(self, level: float = LEVEL) -> list[Estimate]:
        """The coefficients with Student's intervals.

        Args:
            level: Confidence level of each interval, between 0 and 1.
        """
        reach = student_quantile(self.degrees, level)
        errors = np.sqrt(np.diag(self.covariance).clip(0))
        return [
            Estimate(float(mean), float(mean - reach * error), float(mean + reach * error))
            for mean, error in zip(self.coefficients, errors, strict=True)
        ]


UNKNOWN = Estimate(nan, -inf, inf)
"""What stands for a coefficient where the rows are too few to tell it."""


def fit(products: Integers, regressors: npt.ArrayLike, outcome: int, rows: int) -> Fit | None:
    """Least squares, with errors that are robust to whatever the rows of a group have in common.

    Args:
        products: Sums of products per group, see `grouped_products`; the groups independent of one another.
        regressors: Whole numbers, shape (regressors, columns): each regressor as a combination of the columns.
        outcome: The column that is explained.
        rows: How many rows there are in all groups together.

    Returns:
        The fit; None if the rows do not determine all coefficients, if there are fewer than `ROWS_EACH` for each, or if
        they fill no more groups than there are regressors.
    """
    design = np.asarray(regressors, np.int64)
    squares = design @ products @ design.T
    sums = (design @ products)[:, :, outcome]
    bread = _inverse(squares.sum(axis=0).astype(np.float64))
    filled = int(np.count_nonzero(products.any(axis=(1, 2))))
    if bread is None or filled <= len(design) or rows < ROWS_EACH * len(design):
        return None
    coefficients = bread @ sums.sum(axis=0)
    scores = sums - squares @ coefficients
    small = filled / (filled - 1) * (rows - 1) / (rows - len(design))
    return Fit(coefficients, bread @ (small * scores.T @ scores) @ bread, filled - 1)


def relative_to_mean(weights: Sequence[int]) -> Matrix:
    """The combinations that turn values of which only differences are known into such whose weighted mean is 0.

    Args:
        weights: A weight for each value; the last value is taken to be 0 and is left out.

    Returns:
        Shape (values, values - 1).
    """
    share = np.asarray(weights, np.float64) / sum(weights)
    matrix: Matrix = np.eye(len(share))[:, :-1] - share[:-1]
    return matrix


def _inverse(squares: Matrix) -> Matrix | None:
    """The inverse of the regressors' sums of products; None if they are not independent."""
    lengths = np.sqrt(np.diag(squares))
    if not lengths.all():
        return None
    alike = squares / np.outer(lengths, lengths)
    if np.linalg.eigvalsh(alike)[0] < _SINGULAR:
        return None
    inverse: Matrix = np.linalg.inv(alike) / np.outer(lengths, lengths)
    return inverse
