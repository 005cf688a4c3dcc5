"""The figures of a study of sensitivity: the effects, largest first, and the answers of all plausible decks."""

from collections.abc import Iterator

from analyzer.studies.content import Figure, IntervalFigure, Line, LineFigure
from analyzer.studies.sensitivity.question import NEAR
from analyzer.studies.sensitivity.result import Sensitivity

_PALE = 4
"""Place of the paler colour for effects that may be none."""


def figures(result: Sensitivity) -> list[Figure]:
    """All figures, the effects first."""
    return [*_effects(result), *_decks(result)]


def _effects(result: Sensitivity) -> Iterator[IntervalFigure]:
    known = [(each, each.effect) for each in result.by_size if each.effect is not None]
    if not known:
        return
    inquiry, measured = result.inquiry, result.inquiry.question.measured
    labels = [f"{each.alternative.doubt.label}: {each.alternative.value}" for each, _ in known]
    unit = "percentage points" if measured.is_gap else inquiry.base.game.length_unit
    label = measured.label.partition(",")[0]
    yield IntervalFigure(
        name="effects",
        title=f"What open points of the rules change: {label} ({inquiry.base.game.title})",
        labels=labels,
        estimates=[effect for _, effect in known],
        axis=f"change of the {label}, {unit}",
        scale=measured.scale,
        reference=0.0,
        reference_label="no change",
        caption=(
            f"{result.deals:,} deals of each, {inquiry.players} players; the largest effect first. Intervals hold all "
            "together: one that does not hold 0 is a certain change, and the others are pale."
        ),
        interval="95 % interval, all together",
        keys=labels,
        relative_to="the present rules",
        among=["present rules"],
        reference_name="no change",
        places=[0 if each.sign else _PALE for each, _ in known],
    )


def _decks(result: Sensitivity) -> Iterator[LineFigure]:
    known = sorted(
        (found.answer for found in result.decks if found.answer is not None), key=lambda each: each.mean
    )
    if not known:
        return
    inquiry, measured = result.inquiry, result.inquiry.question.measured
    base = result.base.mean if result.base else None
    unit = "percentage points" if measured.is_gap else inquiry.base.game.length_unit
    label = measured.label.partition(",")[0]
    dimensions = ", ".join(f"{name} from {low} to {high}" for name, low, high in inquiry.dimensions)
    yield LineFigure(
        name="decks",
        title=f"The answer in {len(known)} plausible decks: {label} ({inquiry.base.game.title})",
        lines=[
            Line(
                "plausible decks",
                list(range(1, len(known) + 1)),
                [each.mean for each in known],
                0,
                [(each.low, each.high) for each in known],
            )
        ],
        horizontal="deck, from the smallest answer to the largest",
        vertical=f"{label}, {unit}",
        scale=measured.scale,
        caption=(
            f"{result.deals:,} deals of each, {inquiry.players} players. Decks with {dimensions}. The band is the 95 % "
            f"intervals of all decks together.{_near(result)}"
        ),
        reference=0.0 if measured.is_gap else base,
        reference_label="no difference" if measured.is_gap else "the present rules",
    )


def _near(result: Sensitivity) -> str:
    if result.inquiry.question.has_sign:
        return ""
    return f" The answer holds within {100 * NEAR:g} % of the present rules."
