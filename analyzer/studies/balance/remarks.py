"""What is said in a sentence wherever it matters: what never differed, and what is not known as well as was asked."""

from collections.abc import Sequence

from analyzer.studies.balance.measures import FIRST_SEAT, LUCK, Measured
from analyzer.studies.balance.play import GAMES
from analyzer.studies.balance.result import Balance
from analyzer.studies.balance.variants import Variant
from analyzer.studies.balance.wording import named, percent
from analyzer.wording import listed

_MANY = 0.01
"""From this part of unfinished games on it is said."""

_APART_DEALS = "Cards are dealt otherwise, so there are deals of their own, and wider intervals, with "
_CONFOUNDED = (
    "The size alone makes games longer or shorter, so their differences are of both together: of the changed cards and "
    "of the changed size."
)


def confounded(variants: Sequence[Variant]) -> list[str]:
    """What it means where variants have deals of their own, in sentences."""
    resized = [each.label for each in variants if each.resized]
    apart = [each.label for each in variants if each.apart]
    found = []
    if resized:
        found.append(f"Decks of another size have deals of their own: {named(resized)}. {_CONFOUNDED}")
    if apart:
        found.append(f"{_APART_DEALS}{named(apart)}.")
    return found


def constant_in_words(result: Balance) -> list[str]:
    """A sentence about what was the same in every game, if anything was."""
    known = [_constant(result, measure) for measure in result.constant if measure.main]
    if not known:
        return []
    text = (
        "The same in every game that was played, with the present rules and with all variants, and so in none of the "
        f"tables and figures: {listed(known)}. result.json says how sure that is."
    )
    return [text]


def _constant(result: Balance, measure: Measured) -> str:
    if measure.key == LUCK:
        return f"{measure.label} (100 %: whenever a deal was played twice, it was won alike)"
    label, _, unit = measure.label.partition(", ")
    unit = {"rate": "%", "difference": "points"}.get(measure.form, unit)
    return f"{label} ({measure.scale * result.base[measure.key].mean:,.6g} {unit}".rstrip() + ")"


def unfinished_in_words(result: Balance) -> list[str]:
    """A sentence about games that were not finished, if there are many."""
    variants = result.design.variants.played
    base, *others = (result.unfinished(place) for place in (None, *range(len(variants))))
    if base == 1:
        where = "" if min(others) == 1 else " with the present rules"
        return [
            f"No game was finished{where}, so nothing is known about how long games last, nor who wins them."
        ]
    worst = max(others)
    if max(base, worst) < _MANY:
        return []
    with_worst = (
        f", and {percent(worst)} with “{variants[others.index(worst)].label}”" if worst > base else ""
    )
    text = (
        f"With the present rules {percent(base)} of the games were not finished{with_worst}: lengths are those of the "
        "finished ones."
    )
    return [text]


def too_few(result: Balance) -> list[str]:
    """A sentence about a run of a single game."""
    one = result.parts[GAMES].base.games == 1
    return ["One game was played, which tells nothing about how much games differ."] if one else []


def not_enough(result: Balance) -> list[str]:
    """A sentence about variants that are not known as well as was asked, if there are any."""
    plan = result.design.plan
    found = [each.get(FIRST_SEAT) for each in result.differences]
    wide = [
        variant.label
        for variant, each in zip(result.design.variants.played, found, strict=True)
        if each is None or each.high - each.low > 2 * plan.until
    ]
    if not wide or result.partial:
        return []
    games = f"{plan.games:,} games" if plan.games > 1 else "one game"
    which = "all variants" if len(wide) == len(found) else named(wide)
    were = "were" if plan.games > 1 else "was"
    text = (
        f"{games[0].upper()}{games[1:]} {were} not enough to know the first seat's win rate to ±{100 * plan.until:.3g} "
        f"points with {which}: those intervals are wider than was asked."
    )
    return [text]
