"""What a game counts besides wins and length, as tables and figures: groups of measures, and what conditions do."""

import re

from analyzer.games.protocol import Conditions, Measure
from analyzer.stats.estimate import Estimate
from analyzer.studies.conditions import held
from analyzer.studies.content import Column, IntervalFigure, Table
from analyzer.studies.simulate import Simulation

Shown = tuple[Table, IntervalFigure | None]


def shown_conditions(simulation: Simulation, conditions: Conditions, caption: str) -> Shown:
    """A table of how often each condition holds and, where chance decides it, of what it does to the length.

    Args:
        simulation: The games.
        conditions: Conditions of that game.
        caption: What was played.

    Returns:
        The table, and a figure where there is an effect to be shown.
    """
    unit = simulation.table.game.length_unit
    found = held(simulation.tally, conditions)
    columns = [Column("condition", conditions.one), Column("games", "share of games", "rate")]
    if not conditions.by_chance:
        rows = [(each.label, each.share) for each in found]
        return Table(conditions.key, conditions.title, columns, rows, conditions.note), None
    columns += [
        Column("length_with", f"{unit} with it", "number"),
        Column("length_without", "without it", "number"),
        Column("difference", "difference", "change", 3, reference=0.0),
    ]
    table = Table(
        conditions.key,
        conditions.title,
        columns,
        [
            (each.label, each.share.mean, _of(each.length), _of(each.other_length), each.difference)
            for each in found
        ],
        f"{conditions.note} Finished games. Each interval holds 95 % by itself.".strip(),
    )
    drawn = [(each.label, each.difference) for each in found if each.difference is not None]
    if not drawn:
        return table, None
    figure = IntervalFigure(
        name=conditions.key,
        title=conditions.title,
        labels=[label for label, _ in drawn],
        estimates=[difference for _, difference in drawn],
        axis=f"difference in length, {unit}",
        reference=0.0,
        reference_label="no difference",
        caption=f"{caption}; 95 % intervals",
    )
    return table, figure


def groups(simulation: Simulation) -> list[tuple[str, list[Measure]]]:
    """The measures that stand in tables of their own, by these tables' titles."""
    found: dict[str, list[Measure]] = {}
    for measure in simulation.table.game.measures:
        if measure.group:
            found.setdefault(measure.group, []).append(measure)
    return list(found.items())


def shown_group(simulation: Simulation, title: str, measures: list[Measure], caption: str) -> Shown:
    """A table and a figure of measures that belong together.

    Args:
        simulation: The games.
        title: What they have in common.
        measures: The measures, all of them rates or none.
        caption: What was played.

    Returns:
        The table and the figure.
    """
    rates = measures[0].is_rate
    rows = [
        (measure.label + (f", seat {seat}" if measure.per_seat else ""), estimate)
        for measure in measures
        for seat, estimate in enumerate(simulation.measures[measure.key])
    ]
    name = re.sub(r"\W+", "_", title.partition(":")[0].lower()).strip("_")
    column = Column("mean", "share of games", "rate") if rates else Column("mean", "per game", "number", 3)
    figure = IntervalFigure(
        name=name,
        title=title,
        labels=[label for label, _ in rows],
        estimates=[estimate for _, estimate in rows],
        axis="share of games, %" if rates else "per game",
        scale=100 if rates else 1,
        caption=f"{caption}; 95 % intervals",
    )
    return Table(name, title, [Column("what", "what"), column], rows), figure


def _of(estimate: Estimate | None) -> float | None:
    return None if estimate is None else estimate.mean
