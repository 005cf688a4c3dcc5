"""What a study of balance answers: two sentences about the rules, one about cards where they are valued.

Before them stands what games were not finished, if there are many.
"""

from analyzer.stats.estimate import Estimate
from analyzer.studies.balance.measures import FIRST_SEAT, LENGTH, LUCK, SKILL, Measured
from analyzer.studies.balance.remarks import too_few, unfinished_in_words
from analyzer.studies.balance.result import Balance
from analyzer.studies.balance.wording import bound, digits_of, named, number
from analyzer.studies.cardvalues import told as cards_told
from analyzer.wording import listed

_NOUNS = {
    FIRST_SEAT: "the first seat's advantage",
    LENGTH: "the mean length",
    SKILL: "skill",
    LUCK: "the luck of the deal",
}

_MOST_CHANGES = 2
"""Most measures that the answer says a change of."""


def answer(result: Balance) -> str:
    """The largest real changes of fairness and length, what did not change, and the best and the worst card."""
    telling = _Answer(result)
    about_rules = [telling.what_changes(), telling.what_does_not()]
    if result.unfinished(None) == 1:
        about_rules = []
    elif not any(about_rules):
        about_rules = ["Too little was played to tell what changes."]
    cards = "" if result.cards is None else cards_told.answer(result.cards)
    return " ".join(filter(None, [*too_few(result), *unfinished_in_words(result), *about_rules, cards]))


class _Answer:
    def __init__(self, result: Balance) -> None:
        self._result = result
        self._labels = [variant.label for variant in result.design.variants.played]
        self._measures = {each.key: each for each in result.shown if each.key in _NOUNS}

    def what_changes(self) -> str:
        """Where the first seat's advantage and the length change most; skill if one of these does not."""
        parts: list[str] = []
        for key in (FIRST_SEAT, LENGTH, SKILL):
            changed = self._changed(key)
            if changed and len(parts) < _MOST_CHANGES:
                place = max(changed, key=lambda each: abs(self._differences(key)[each].mean))
                base, found = self._result.base[key], self._differences(key)[place]
                parts.append(
                    f"{_NOUNS[key]}, {self._ends(key, base, self._measures[key].is_gap)}, changes most with "
                    f"“{self._labels[place]}”, by {self._ends(key, found, sign=True)}"
                )
        return _sentence(", and ".join(parts))

    def what_does_not(self) -> str:
        """What no variant changes; else which variants change neither fairness nor length."""
        known = [key for key in self._measures if any(map(self._is_known, self._differences(key).values()))]
        still = [key for key in known if not self._changed(key)]
        parts = []
        if still:
            told = [
                f"{_NOUNS[key]} by more than {self._bound(key, [*self._differences(key)])}" for key in still
            ]
            parts.append(f"with 95 % confidence, no variant changes {listed(told, 'or')}")
        main = [key for key in (FIRST_SEAT, LENGTH) if key in known]
        same = [
            place
            for place in range(len(self._labels))
            if main and all(self._result.change(place, self._measures[key]) == 0 for key in main)
        ]
        if same and not set(main) & set(still):
            within = listed([f"{_NOUNS[key]} (within {self._bound(key, same)})" for key in main])
            verb = "leaves" if len(same) == 1 else "leave"
            which = named([self._labels[place] for place in same])
            parts.append(f"{which} {verb} {within} as {'they are' if len(main) > 1 else 'it is'}")
        return _sentence("; ".join(parts))

    def _differences(self, key: str) -> dict[int, Estimate]:
        found = enumerate(self._result.differences)
        return {place: each[key] for place, each in found if key in each}

    def _is_known(self, found: Estimate) -> bool:
        return bound(found) < float("inf")

    def _changed(self, key: str) -> list[int]:
        if key not in self._measures:
            return []
        measure = self._measures[key]
        return [place for place in range(len(self._labels)) if self._result.change(place, measure)]

    def _ends(self, key: str, found: Estimate, sign: bool) -> str:
        """A value with its unit and its interval."""
        measure = self._measures[key]
        digits = digits_of(measure, [found])
        mean, low, high = (
            number(measure, each, digits, sign) for each in (found.mean, found.low, found.high)
        )
        return f"{mean} {self._unit(measure)} ({low} to {high})"

    def _bound(self, key: str, places: list[int]) -> str:
        measure, found = self._measures[key], self._differences(key)
        largest = max(bound(found[place]) for place in places)
        return f"{number(measure, largest, digits_of(measure, found.values()))} {self._unit(measure)}"

    def _unit(self, measure: Measured) -> str:
        return self._result.design.base.game.length_unit if measure.key == LENGTH else "points"


def _sentence(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}." if text else ""
