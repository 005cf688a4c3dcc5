"""What is said in a sentence wherever it matters: what never differed, and what is not known as well as was asked."""

from analyzer.studies.balance.measures import FIRST_SEAT, LUCK, Measured
from analyzer.studies.balance.result import Balance
from analyzer.studies.balance.wording import listed, named


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
    text = (
        f"{games[0].upper()}{games[1:]} were not enough to know the first seat's win rate to ±{100 * plan.until:.3g} "
        f"points with {which}: those intervals are wider than was asked."
    )
    return [text]
