"""The tables of a study of balance."""

from collections.abc import Sequence

from analyzer.stats.estimate import Estimate
from analyzer.studies.balance.copies import copy_columns, copy_more
from analyzer.studies.balance.measures import DEVIATION, Measured, seat_key
from analyzer.studies.balance.remarks import constant_in_words, not_enough
from analyzer.studies.balance.result import Balance
from analyzer.studies.balance.variants import Unplayable
from analyzer.studies.balance.wording import (
    PRESENT,
    bound,
    change_in_words,
    digits_of,
    number,
)
from analyzer.studies.cardvalues.told import table as card_table
from analyzer.studies.content import Column, Table, Value

_TOGETHER = (
    "Intervals hold 95 %: those of values each by itself, those of all differences on this page together."
)
_ALONE = "Each interval holds 95 % by itself."
_GLANCE = (
    "A number with a sign is a change that is certain; ≤ says that no change is certain, and none larger than that is "
    "likely. All of this holds together at 95 %; the intervals are in the tables of the measures."
)
_CORRELATION = (
    "Correlation of what the first seat wins in the variant and in the present rules, game by game, each interval 95 % "
    "by itself: the more alike the games are, the fewer of them a difference takes. Chances after the deal are common "
    "to both as far as they come up in both."
)

_SPREAD = {
    DEVIATION: "standard deviation",
    "length.p5": "5 %",
    "length.p50": "50 % (median)",
    "length.p95": "95 %",
}
"""What is shown of how lengths are spread, with its heading."""

_BASE_TABLES = {
    "difference": ("base_differences", "differences of shares"),
    "rate": ("base_rates", "shares"),
    "number": ("base_numbers", "other figures"),
}
_BASE_DIGITS = {"difference": 2, "rate": 2, "number": 3}


def tables(result: Balance) -> list[Table]:
    """All tables, the most important first."""
    main = [measure for measure in result.shown if measure.main]
    parts = [
        _overview(result, main),
        *(_of_measure(result, measure) for measure in main),
        *_cards(result),
        _win_rates(result),
        *_lengths(result),
        *_base(result),
        _played(result),
    ]
    return [*parts, *unplayable_table(result.design.variants.unplayable, result.design.players)]


def _labels(result: Balance) -> list[str]:
    return [variant.label for variant in result.design.variants.played]


def _known(result: Balance, measure: Measured) -> list[Estimate]:
    return [each[measure.key] for each in result.differences if measure.key in each]


def _overview(result: Balance, main: Sequence[Measured]) -> Table:
    """What changed, at a glance."""
    columns = [
        Column("variant", "variant"),
        *(Column(each.key, f"{each.label}{_unit_of_difference(each)}") for each in main),
    ]
    rows = [
        (label, *(_at_a_glance(result, place, measure) for measure in main))
        for place, label in enumerate(_labels(result))
    ]
    return Table(
        "changes",
        "What each variant changes, against the present rules",
        columns,
        rows,
        " ".join([_GLANCE, *constant_in_words(result)]),
    )


def _unit_of_difference(measure: Measured) -> str:
    return "" if measure.difference_form == "change" else ", points"


def _at_a_glance(result: Balance, place: int, measure: Measured) -> str:
    found = result.differences[place].get(measure.key)
    if found is None or bound(found) == float("inf"):
        return "not known"
    digits = digits_of(measure, _known(result, measure))
    if result.change(place, measure):
        return number(measure, found.mean, digits, sign=True)
    return f"≤ {number(measure, bound(found), digits)}"


def _of_measure(result: Balance, measure: Measured) -> Table:
    """A measure in the base and in all variants, with the differences."""
    digits = digits_of(measure, _known(result, measure))
    columns = [
        Column("variant", "variant"),
        Column("value", measure.label, measure.form, digits),
        Column("difference", "difference", measure.difference_form, digits, reference=0.0),
        Column("change", "change"),
    ]
    rows: list[Sequence[Value]] = [(PRESENT, result.base[measure.key], "", "")]
    for place, label in enumerate(_labels(result)):
        found = result.differences[place].get(measure.key)
        words = change_in_words(measure, found, result.change(place, measure), digits)
        rows.append((label, result.variants[place].get(measure.key), found, words))
    title = f"{measure.label[0].upper()}{measure.label[1:]}"
    return Table(
        measure.key.replace(".", "_"),
        title,
        columns,
        rows,
        f"{measure.meaning} {_TOGETHER}".strip(),
        quantity=measure.titled,
    )


def _cards(result: Balance) -> list[Table]:
    """What cards are worth, if that was asked."""
    if result.cards is None:
        return []
    changes = copy_more(result)
    return [card_table(result.cards, copy_columns(result, changes), changes)]


def _win_rates(result: Balance) -> Table:
    seats = [seat_key(seat) for seat in range(result.design.players)]
    columns = [
        Column("variant", "variant"),
        *(Column(key.replace(".", "_"), f"seat {seat}", "rate") for seat, key in enumerate(seats)),
    ]
    sides = zip([PRESENT, *_labels(result)], [result.base, *result.variants], strict=True)
    rows = [(label, *(side.get(key) for key in seats)) for label, side in sides]
    return Table("win_rate", "Win rate per seat, with 95 % intervals", columns, rows)


def _lengths(result: Balance) -> list[Table]:
    """How lengths are spread, unless all games are equally long."""
    shown = {measure.key: measure for measure in result.shown}
    known = [shown[key] for key in _SPREAD if key in shown]
    if not known:
        return []
    columns = [
        Column("variant", "variant"),
        *(
            Column(
                measure.key.partition(".")[2],
                _SPREAD[measure.key],
                "number",
                2 if measure.key == DEVIATION else 0,
            )
            for measure in known
        ),
    ]
    sides = zip([PRESENT, *_labels(result)], [result.base, *result.variants], strict=True)
    rows = [(label, *(side.get(measure.key) for measure in known)) for label, side in sides]
    unit = result.design.base.game.length_unit
    note = (
        "Finished games. So many per cent of them are at most as long as the columns with a % say. "
        f"{_ALONE} result.json has the quarters and the longest game, too, and the intervals of all differences."
    )
    return [Table("length_spread", f"How the length of a game is spread, {unit}", columns, rows, note)]


def _base(result: Balance) -> list[Table]:
    """What the present rules show: shares, differences of shares and other figures apart, and what belongs together."""
    found = []
    for form, (name, title) in _BASE_TABLES.items():
        measures = [each for each in result.shown if each.form == form and not each.group]
        if measures:
            found.append(_of_base(result, name, f"The present rules: {title}", measures))
    groups = dict.fromkeys((each.group, each.form) for each in result.shown if each.group)
    for place, (group, form) in enumerate(groups):
        measures = [each for each in result.shown if (each.group, each.form) == (group, form)]
        title = f"The present rules: {group[0].lower()}{group[1:]}"
        found.append(_of_base(result, f"base_group_{place + 1}", title, measures))
    return found


def _of_base(result: Balance, name: str, title: str, measures: Sequence[Measured]) -> Table:
    form = measures[0].form
    columns = [Column("measure", "measure"), Column("value", "value", form, _BASE_DIGITS[form])]
    rows = [(each.label, result.base[each.key]) for each in measures]
    return Table(name, title, columns, rows, _ALONE)


def _played(result: Balance) -> Table:
    columns = [
        Column("variant", "variant"),
        Column("games", "games", "count"),
        Column("deals", "deals"),
        Column("correlation", "correlation", "number", 2),
    ]
    variants = result.design.variants.played
    rows = [
        (
            variant.label,
            result.games_of[place],
            "as in the present rules" if variant.shares_deals else "its own",
            result.correlation(place),
        )
        for place, variant in enumerate(variants)
    ]
    return Table(
        "games",
        "How much was played of each variant",
        columns,
        rows,
        " ".join([_CORRELATION, *not_enough(result)]),
    )


def unplayable_table(unplayable: Sequence[Unplayable], players: int) -> list[Table]:
    """A table of what cannot be played, if there is anything."""
    if not unplayable:
        return []
    columns = [Column("variant", "variant"), Column("reason", "reason")]
    rows = [(each.label, each.reason) for each in unplayable]
    return [Table("unplayable", f"What {players} players cannot play", columns, rows)]
