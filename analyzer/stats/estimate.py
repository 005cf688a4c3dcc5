"""The one form in which every uncertain figure travels through the program."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Estimate:
    """A figure with its uncertainty.

    Attributes:
        mean: The best guess.
        low: Lower end of the interval.
        high: Upper end of the interval.
    """

    mean: float
    low: float
    high: float

    def as_dict(self) -> dict[str, float]:
        """The public JSON object of an estimate."""
        return {"mean": self.mean, "low": self.low, "high": self.high}
