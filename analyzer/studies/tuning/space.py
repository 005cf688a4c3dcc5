"""The weights that are searched, and the box in which the search moves."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import floor, isfinite, log10

from analyzer.errors import UserError, did_you_mean
from analyzer.games.policyspec import Parameter, Policy, PolicySpec, Setting
from analyzer.games.settings import shown

STEP = 0.25
"""Standard deviation of the first candidates, in units of the box."""

_FINEST = 1000
"""Steps of a unit to which tuned weights are rounded: what lies below is luck, and makes specs unreadable."""


@dataclass(frozen=True)
class Weight:
    """A parameter that is tuned, and how it lies in the box.

    The first candidates spread by `STEP` units around the start. If no step is asked for, a parameter with two bounds
    is scaled so that they become 0 and 1; without one of them, a unit of the box is twice the default's magnitude (or
    the start's, if the default is 0).

    Attributes:
        parameter: The policy's parameter.
        start: Its value where the search begins.
        origin: The value that is 0 in the box.
        unit: What 1 in the box stands for.
    """

    parameter: Parameter
    start: float
    origin: float
    unit: float

    @property
    def name(self) -> str:
        """The parameter's name."""
        return self.parameter.name

    @property
    def bounds(self) -> tuple[float | None, float | None]:
        """The ends of the box, None where it has none."""
        low, high = self.parameter.low, self.parameter.high
        return (
            self.to_box(low) if isfinite(low) else None,
            self.to_box(high) if isfinite(high) else None,
        )

    def to_box(self, value: float) -> float:
        """Where a value lies in the box."""
        return (value - self.origin) / self.unit

    def from_box(self, place: float) -> Setting:
        """The right value that is nearest to a place in the box."""
        value = self.origin + place * self.unit
        return self._right(float(round(value)) if self.parameter.whole else value)

    def rounded(self, value: Setting) -> Setting:
        """A value to the digits that mean something."""
        return self._right(round(float(value), -floor(log10(self.unit / _FINEST))))

    def _right(self, value: float) -> Setting:
        inside = min(max(value, self.parameter.low), self.parameter.high) + 0.0
        return int(inside) if self.parameter.whole else inside


def find_weights(
    names: Sequence[str], policy: Policy, start: PolicySpec, step: float | None = None
) -> tuple[Weight, ...]:
    """The weights to be tuned.

    Args:
        names: Names of the policy's numeric parameters; none for all of them.
        policy: The policy.
        start: Where the search begins.
        step: Standard deviation of each weight among the first candidates; None for one that suits its bounds.

    Returns:
        One weight a name, in the order given.

    Raises:
        UserError: There is no such parameter, or it cannot be tuned, or is named twice; or the policy is slow.
    """
    if policy.slow:
        raise UserError(f"{policy.name} is too slow to be tuned. {policy.slow}")
    parameters = {parameter.name: parameter for parameter in policy.parameters}
    values = dict(zip(parameters, start.values, strict=True))
    numeric = [name for name, parameter in parameters.items() if not parameter.words]
    if not numeric:
        raise UserError(f"{policy.name} has no numeric parameters, so there is nothing to tune.")
    wanted = list(names) or numeric
    for place, name in enumerate(wanted):
        if name not in parameters:
            hint = did_you_mean(name, numeric)
            known = f"Its numeric parameters are {', '.join(numeric)}."
            raise UserError(f'--weights: {policy.name} has no parameter "{shown(name)}".{hint} {known}')
        if name in wanted[:place]:
            raise UserError(f"--weights: {name} is named twice.")
    return tuple(_weight(parameters[name], values[name], step) for name in wanted)


def _weight(parameter: Parameter, start: Setting, step: float | None) -> Weight:
    if parameter.words:
        raise UserError(
            f"--weights: {parameter.name} is a word ({', '.join(parameter.words)}), and only numbers can be tuned."
        )
    value, low, high = float(start), parameter.low, parameter.high
    if low == high:
        raise UserError(f"--weights: {parameter.name} can only be {low:g}, so there is nothing to tune.")
    origin = low if isfinite(low) else high if isfinite(high) else 0.0
    if step is not None:
        return Weight(parameter, value, origin, step / STEP)
    if isfinite(low) and isfinite(high):
        return Weight(parameter, value, low, high - low)
    magnitude = abs(float(parameter.default)) or abs(value)
    if not magnitude:
        raise UserError(
            f"--weights: {parameter.name} has no bounds and is 0 by default, so nothing says how far to search: "
            "say it with --step."
        )
    return Weight(parameter, value, origin, 2 * magnitude)
