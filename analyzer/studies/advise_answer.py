"""Says in plain words what to do, what it gains, and how sure that is."""

from collections.abc import Sequence

from analyzer.stats.estimate import Estimate
from analyzer.stats.sequences import decides_sign
from analyzer.studies.advice import Advice, Way

_MOST_NAMED = 4
"""Most of the actions that are as good that a sentence names."""


def sentences(result: Advice) -> str:
    """The advice: what to do, what it gains over the reference and over the second, and how sure that is."""
    return " ".join(_Answer(result).sentences())


class _Answer:
    def __init__(self, result: Advice) -> None:
        self._result = result
        self._position = result.decision.position
        self._one, self._several = self._position.question.one, self._position.question.several
        self._digits = result.plan.digits
        self._best, *self._others = result.ways

    def sentences(self) -> list[str]:
        if not self._others:
            return [f"There is only one {self._one}: {self._best.action.label}; {self._wins()}."]
        if self._result.certain:
            return [self._choose(), *self._as_good(), self._guarantee(), *self._flattered()]
        start = self._interrupted() if self._result.partial else self._games_gone()
        return [start, *self._not_told_apart(), *self._flattered()]

    def _choose(self) -> str:
        return f"Choose {self._best.action.label}{self._as_reference()}: {self._wins()}{self._gains()}."

    def _games_gone(self) -> str:
        return (
            f"Which {self._one} is best is not certain after {self._result.games:,} games: {self._best.action.label} "
            f"came out ahead{self._as_reference()}; {self._wins()}{self._gains()}."
        )

    def _interrupted(self) -> str:
        return (
            f"The run was interrupted before the {self._several} could be told apart: so far {self._best.action.label} "
            f"is ahead; {self._wins()}."
        )

    def _guarantee(self) -> str:
        within = f"{100 * self._result.plan.within:.4g} points"
        return f"With 95 % confidence, it is the best {self._one} or within {within} of the best."

    def _wins(self) -> str:
        return f"it wins {self._rate(self._best.win_rate)}"

    def _gains(self) -> str:
        gains = " and ".join(filter(None, [self._over_reference(), self._over_second()]))
        return f", {gains}" if gains else ""

    def _rate(self, found: Estimate) -> str:
        mean, low, high = (f"{100 * part:.{self._digits}f}" for part in (found.mean, found.low, found.high))
        return f"{mean} % of the games ({low} to {high} %)"

    def _points(self, found: Estimate) -> str:
        """A difference as "1.5 points more (1.2 to 1.8) than", or that there is none."""
        side = decides_sign(found)
        if side == 0:
            return f"no certain difference ({self._ends(found)} points) to"
        more = "more" if side > 0 else "fewer"
        return f"{100 * abs(found.mean):.{self._digits}f} points {more} ({self._ends(found)}) than"

    def _ends(self, found: Estimate) -> str:
        return f"{self._signed(found.low)} to {self._signed(found.high)}"

    def _signed(self, part: float) -> str:
        # Adding zero turns -0 into 0.
        return f"{round(100 * part, self._digits) + 0.0:+.{self._digits}f}"

    def _as_reference(self) -> str:
        is_reference = self._position.reference == self._best.number
        return f", which is {self._position.reference_label}" if is_reference else ""

    def _over_reference(self) -> str:
        if self._position.reference in (None, self._best.number):
            return ""
        second = self._others[0].number == self._position.reference
        name = self._position.reference_label + (", which comes second" if second else "")
        return f"{self._points(self._best.difference)} {name}"

    def _over_second(self) -> str:
        lead, second = self._result.lead, self._others[0]
        if lead is None or second.number == self._position.reference or second in self._result.equals:
            return ""
        if not self._result.certain and second in self._result.rivals:
            return ""  # the race and the fresh worlds say different things of it
        return f"{self._points(lead)} the second, {second.action.label}"

    def _as_good(self) -> list[str]:
        equals, lead = self._result.equals, self._result.lead
        if lead is None or not equals:
            return []
        as_well = f"{self._named(equals)} {'does' if len(equals) == 1 else 'do'} as well"
        ahead = f"the lead over the second is {self._signed(lead.mean)} points ({self._ends(lead)})"
        return [f"As far as can be told, {as_well}: {ahead}."]

    def _not_told_apart(self) -> list[str]:
        rivals = self._result.rivals
        more = "" if self._result.partial else "; more games would tell"
        return [f"Not certainly worse: {self._named(rivals)}{more}."] if rivals else []

    def _flattered(self) -> list[str]:
        if self._result.fresh:
            return []
        return ["These figures are from the worlds that it was chosen in, and so flatter it."]

    def _named(self, ways: Sequence[Way]) -> str:
        labels = [way.action.label for way in ways[:_MOST_NAMED]]
        if len(ways) > _MOST_NAMED:
            labels.append(f"{len(ways) - _MOST_NAMED} more")
        *first, last = labels
        return f"{'; '.join(first)} and {last}" if first else last
