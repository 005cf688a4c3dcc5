"""The tables of a study of balance."""

from collections.abc import Sequence

from analyzer.stats.estimate import Estimate
from analyzer.studies.balance.copies import copy_columns, copy_more
from analyzer.studies.balance.measures import Measured, seat_key
from analyzer.studies.balance.result import Balance
from analyzer.studies.balance.variants import Unplayable
from analyzer.studies.balance.wording import PRESENT, bound, change_in_words, digits_of, number
from analyzer.studies.cardvalues.told import table as card_table
from analyzer.studies.content import Column, Table, Value

_TOGETHER = (
    "Intervals hold 95 %: those of values each by itself, those of all differences on this page together."
)


def tables(result: Balance) -> list[Table]:
    """All tables, the most important first."""
    main = [measure for measure in result.measures if measure.main]
    parts = [
        _overview(result, main),
        *(_of_measure(result, measure) for measure in main),
        *_cards(result),
        _win_rates(result),
        _lengths(result),
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
        "A number with a sign is a change that is certain; ≤ says that no change is certain, and none larger than that "
        "is likely, all of them together at 95 %.",
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


def _lengths(result: Balance) -> Table:
    columns = [
        Column("variant", "variant"),
        Column("sd", "standard deviation", "number", 1),
        *(
            Column(f"p{level}", "median" if level == 50 else f"{level} %", "count")
            for level in (5, 25, 50, 75, 95)
        ),
        Column("max", "longest", "count"),
    ]
    rows: list[Sequence[Value]] = []
    for place, label in [(None, PRESENT), *enumerate(_labels(result))]:
        spread = result.length(place)
        rows.append((label, spread.sd, spread.p5, spread.p25, spread.p50, spread.p75, spread.p95, spread.max))
    unit = result.design.base.game.length_unit
    note = "Finished games. Intervals of these figures, and of their differences, are in the JSON object."
    return Table("length_spread", f"How the length of a game is spread, {unit}", columns, rows, note)


def _base(result: Balance) -> list[Table]:
    """What the present rules show, shares and other figures apart."""
    found = []
    for name, title, form in (
        ("base_rates", "The present rules: shares", "rate"),
        ("base_numbers", "The present rules: other figures", "number"),
    ):
        rows = [
            (each.label, result.base[each.key])
            for each in result.measures
            if ("rate" if each.form == "difference" else each.form) == form
        ]
        columns = [Column("measure", "measure"), Column("value", "value", form, 2 if form == "rate" else 3)]
        found.append(Table(name, title, columns, rows, "Each interval holds 95 % by itself."))
    return found


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
            "the base's" if variant.shares_deals else "its own",
            result.correlation(place),
        )
        for place, variant in enumerate(variants)
    ]
    return Table(
        "games",
        "How much was played of each variant",
        columns,
        rows,
        "Correlation of what the first seat wins in the variant and in the base, game by game: the more alike the "
        "games are, the fewer of them a difference takes.",
    )


def unplayable_table(unplayable: Sequence[Unplayable], players: int) -> list[Table]:
    """A table of what cannot be played, if there is anything."""
    if not unplayable:
        return []
    columns = [Column("variant", "variant"), Column("reason", "reason")]
    rows = [(each.label, each.reason) for each in unplayable]
    return [Table("unplayable", f"What {players} players cannot play", columns, rows)]
