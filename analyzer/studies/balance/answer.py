"""What a study of balance answers, in sentences."""

from analyzer.stats.estimate import Estimate
from analyzer.studies.balance.measures import FIRST_SEAT, LENGTH, LUCK, SKILL, Measured
from analyzer.studies.balance.result import Balance
from analyzer.studies.balance.wording import bound, digits_of, listed, number, with_unit
from analyzer.studies.cardvalues import told as cards_told

_MOST_NAMED = 3
"""Most variants that a sentence names."""

_NOUNS = {
    FIRST_SEAT: "the first seat's advantage",
    LENGTH: "the mean length",
    SKILL: "skill",
    LUCK: "the luck of the deal",
}


def answer(result: Balance) -> str:
    """The largest real changes of fairness and length, and what did not change."""
    telling = _Answer(result)
    return " ".join(
        filter(
            None,
            [
                telling.what_changes(),
                telling.what_does_not(),
                telling.nothing_by_chance(),
                telling.open_ends(),
                telling.cards(),
            ],
        )
    )


class _Answer:
    def __init__(self, result: Balance) -> None:
        self._result = result
        self._labels = [variant.label for variant in result.design.variants.played]
        self._unit = result.design.base.game.length_unit
        self._measures = {each.key: each for each in result.measures if each.key in _NOUNS}

    def what_changes(self) -> str:
        """Where the first seat's advantage and the length change most."""
        parts = []
        for key in (FIRST_SEAT, LENGTH):
            changed = self._changed(key)
            if changed:
                place = max(changed, key=lambda each: abs(self._differences(key)[each].mean))
                parts.append(
                    f"{_NOUNS[key]} changes most with “{self._labels[place]}”, {self._ends(key, place)}"
                )
        if not parts:
            return ""
        text = ", and ".join(parts)
        return f"{text[0].upper()}{text[1:]}."

    def what_does_not(self) -> str:
        """What no variant changes, and which variants change neither fairness nor length."""
        parts = []
        still = [key for key in self._measures if self._differences(key) and not self._changed(key)]
        if still:
            told = [
                f"{_NOUNS[key]} (none by more than {self._bound(key, self._differences(key))})"
                for key in still
            ]
            parts.append(f"no variant changes {listed(told, 'or')} for certain")
        main = [key for key in (FIRST_SEAT, LENGTH) if key in self._measures and key not in still]
        same = [
            place
            for place in range(len(self._labels))
            if main and all(self._result.change(place, self._measures[key]) == 0 for key in main)
        ]
        if same:
            told = [f"{_NOUNS[key]} (by more than {self._bound(key, same)})" for key in main]
            changes = (
                f"changes neither {' nor '.join(told)}" if len(told) > 1 else f"does not change {told[0]}"
            )
            which = f"“{self._labels[same[0]]}”" if len(same) == 1 else f"each of {self._named(same)}"
            parts.append(f"{which} {changes}")
        if not parts:
            return "No variant leaves all of this as it is."
        text = "; ".join(parts)
        return f"{text[0].upper()}{text[1:]}."

    def nothing_by_chance(self) -> str:
        """Says so where the deal decides everything."""
        if not self._result.leaves_nothing_to_chance:
            return ""
        return (
            "These policies leave nothing to chance: whenever a deal was played twice, it was won alike, so the deal "
            "alone decides who wins."
        )

    def open_ends(self) -> str:
        """Which variants are not known as well as was asked."""
        plan = self._result.design.plan
        known = self._differences(FIRST_SEAT)
        wide = [
            place
            for place in range(len(self._labels))
            if place not in known or known[place].high - known[place].low > 2 * plan.until
        ]
        if not wide or self._result.partial:
            return ""
        games = f"{plan.games:,} games" if plan.games > 1 else "one game"
        what = f"±{100 * plan.until:.3g} points of the first seat's win rate"
        if len(wide) == len(self._labels):
            return f"{games[0].upper()}{games[1:]} of each variant were not enough for {what}."
        return f"{games[0].upper()}{games[1:]} were not enough for {what} with {self._named(wide)}."

    def cards(self) -> str:
        """Which cards are worth most and least."""
        return "" if self._result.cards is None else cards_told.answer(self._result.cards)

    def _differences(self, key: str) -> dict[int, Estimate]:
        found = enumerate(self._result.differences)
        return {place: each[key] for place, each in found if key in each}

    def _changed(self, key: str) -> list[int]:
        if key not in self._measures:
            return []
        measure = self._measures[key]
        return [place for place in range(len(self._labels)) if self._result.change(place, measure)]

    def _ends(self, key: str, place: int) -> str:
        """A measure in the base and in a variant, and the difference."""
        measure, found = self._measures[key], self._result.differences[place][key]
        digits = digits_of(measure, self._differences(key).values())
        before = number(measure, self._result.base[key].mean, digits, measure.is_gap)
        after = with_unit(measure, self._result.variants[place][key].mean, digits, self._unit)
        mean, low, high = (
            number(measure, each, digits, True) for each in (found.mean, found.low, found.high)
        )
        return f"from {before} to {after} ({mean}, {low} to {high})"

    def _bound(self, key: str, places: "dict[int, Estimate] | list[int]") -> str:
        measure, found = self._measures[key], self._differences(key)
        largest = max(bound(found[place]) for place in places)
        plain = Measured(key, measure.label, is_rate=False) if measure.form == "number" else measure
        digits = digits_of(measure, found.values())
        units = {"number": f" {self._unit}" if key == LENGTH else ""}
        return f"{number(plain, largest, digits)}{units.get(plain.form, ' points')}"

    def _named(self, places: list[int]) -> str:
        names = [f"“{self._labels[place]}”" for place in places[:_MOST_NAMED]]
        more = len(places) - len(names)
        return listed([*names, f"{more} more"] if more else names)
