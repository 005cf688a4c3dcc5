"""The table of how much several runs differ in something that all of them measured."""

from collections.abc import Sequence

from analyzer.stats.estimate import Estimate
from analyzer.studies.content import Column, Table, Value
from analyzer.studies.several.rows import Difference, Shared, capitalised, digits_of


def difference_table(names: Sequence[str], shared: Shared, found: Sequence[Difference]) -> Table:
    """Every run against the first, row by row.

    Args:
        names: The runs' names.
        shared: What several of them measured.
        found: The differences.

    Returns:
        The table; where each run is held against its own reference, with that reference.
    """
    digits = digits_of([each.difference for each in found], shared.first.scale)
    change = shared.form_of_differences
    columns = [
        Column("where", "where"),
        Column("run", "run"),
        Column("value", shared.quantity, shared.form, digits),
        *_own_columns(shared, digits),
        Column("first", "first run", change if shared.against_own else shared.form, digits),
        Column("difference", "difference", change, digits),
        Column("certain", "certain"),
    ]
    against = f" less the run's own {shared.reference_name}" if shared.against_own else ""
    notes = [_how_certain(len(found)), _own_references(shared)]
    return Table(
        f"{shared.first.name}_differences",
        f'{capitalised(shared.quantity)}{against}: runs against "{names[shared.runs[0]]}", with 95 % intervals',
        columns,
        [_row(names, shared, each) for each in found],
        " ".join(filter(None, notes)),
    )


def _own_columns(shared: Shared, digits: int) -> list[Column]:
    if not shared.against_own:
        return []
    return [
        Column("reference", f"its {shared.reference_name}", shared.form, digits),
        Column("ahead", "above it", shared.form_of_differences, digits),
    ]


def _row(names: Sequence[str], shared: Shared, found: Difference) -> tuple[Value, ...]:
    factor = shared.factor
    own: list[Value] = []
    if shared.against_own:
        own = [factor * shared.reference_of(found.run), factor * shared.held(found.run, found.one).mean]
    difference = found.difference
    return (
        found.row,
        names[found.run],
        factor * found.one.mean,
        *own,
        factor * shared.held(found.base, found.other).mean,
        Estimate(factor * difference.mean, factor * difference.low, factor * difference.high),
        ("more" if difference.mean > 0 else "less") if found.certain else "no",
    )


def _how_certain(comparisons: int) -> str:
    if comparisons == 1:
        return ""
    return (
        f"Each interval holds 95 % by itself. Certain is what Holm's correction for all {comparisons} differences of "
        "this table leaves at 95 %."
    )


def _own_references(shared: Shared) -> str:
    if not shared.against_own:
        return ""
    unit = "points" if shared.of_rates else shared.unit.strip()
    above = f"how many {unit} it is above that" if unit else "how far it is above that"
    return (
        f"The {shared.reference_name} is not the same in all runs, so each run is held against its own: compared is "
        f"{above}."
    )
