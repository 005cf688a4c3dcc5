"""What games differ by in which something holds, such as a card that is in play, from those in which it does not."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from analyzer.games.protocol import Conditions
from analyzer.games.tally import Tally
from analyzer.stats import intervals
from analyzer.stats.difference import independent
from analyzer.stats.estimate import Estimate


@dataclass(frozen=True)
class Held:
    """The games in which a condition holds, beside those in which it does not.

    Attributes:
        label: What the condition is called.
        share: Share of the games in which it holds.
        length: Mean length of the finished games in which it holds, and
        other_length: of those in which it does not; None where there are too few.
    """

    label: str
    share: Estimate
    length: Estimate | None
    other_length: Estimate | None

    def as_dict(self) -> dict[str, Any]:
        """The public JSON object."""
        difference = self.difference
        return {
            "label": self.label,
            "games": self.share.as_dict(),
            "length_difference": difference and difference.as_dict(),
        }

    @cached_property
    def difference(self) -> Estimate | None:
        """How much longer games are where it holds."""
        if self.length is None or self.other_length is None:
            return None
        return independent(self.length, self.other_length)


def held(tally: Tally, conditions: Conditions) -> list[Held]:
    """How often each of some conditions holds, and how long games are where it does.

    Args:
        tally: What the games add up to.
        conditions: Conditions of that game.

    Returns:
        One for each condition.
    """
    inside = tally.conditions[conditions.key]
    lengths = list(enumerate(tally.lengths.tolist()))
    total = sum(length * games for length, games in lengths)
    squares = sum(length * length * games for length, games in lengths)
    finished = tally.games - tally.unfinished
    found = []
    for bit, label in enumerate(conditions.labels):
        sums = int(inside.lengths[bit]), int(inside.lengths_squared[bit]), int(inside.finished[bit])
        others = total - sums[0], squares - sums[1], finished - sums[2]
        share = intervals.rate(int(inside.games[bit]), tally.games)
        found.append(Held(label, share, _mean(*sums), _mean(*others)))
    return found


def _mean(total: int, squares: int, games: int) -> Estimate | None:
    return intervals.mean(total, squares, games) if games > 1 else None
