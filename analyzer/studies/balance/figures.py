"""The figures of a study of balance: panels over numbers, or differences side by side."""

import re
from collections.abc import Iterator, Sequence

from analyzer.stats.estimate import Estimate
from analyzer.studies.balance.measures import FIRST_SEAT, LENGTH, LUCK, SKILL, Measured
from analyzer.studies.balance.play import CLOSE, CONTESTS, GAMES, REPLAYS
from analyzer.studies.balance.result import Balance
from analyzer.studies.balance.variants import Varied
from analyzer.studies.cardvalues.told import figures as card_figures
from analyzer.studies.content import Figure, IntervalFigure, Line, Panel, PanelsFigure
from analyzer.wording import listed

_NONE = Estimate(0.0, 0.0, 0.0)
"""How far the present rules are from themselves."""

_PLAYED = {
    GAMES: "games",
    CLOSE: "games watched closely",
    CONTESTS: "deals for skill",
    REPLAYS: "deals played twice for luck",
}

_MAIN = (FIRST_SEAT, LENGTH, SKILL, LUCK)
"""Measures of which differences are drawn side by side."""


def figures(result: Balance) -> list[Figure]:
    """All figures, the main one first."""
    varied = result.design.variants.varied
    panels = [_panels(result, axis, group) for axis, group in _by_axis(varied).items()]
    apart = [each for each in varied if not _is_line(each)]
    return [*panels, *_differences(result, apart), *_cards(result)]


def _cards(result: Balance) -> list[IntervalFigure]:
    """What cards are worth, if that was asked."""
    return [] if result.cards is None else card_figures(result.cards, result.design.base.game.title)


def _by_axis(varied: Sequence[Varied]) -> dict[str, list[Varied]]:
    """What is varied in numbers, by what these count."""
    groups: dict[str, list[Varied]] = {}
    for each in varied:
        if _is_line(each):
            groups.setdefault(each.axis, []).append(each)
    return groups


def _is_line(varied: Varied) -> bool:
    numbers = [point.number for point in varied.points]
    return None not in numbers and len(set(numbers)) > 1


def _panels(result: Balance, axis: str, group: Sequence[Varied]) -> PanelsFigure:
    title = result.design.base.game.title
    what = group[0].label if len(group) == 1 else axis
    name = re.sub(r"\W+", "_", axis).strip("_") or "numbers"
    known = [measure for measure in result.shown if measure.main]
    return PanelsFigure(
        name=f"by_{name}",
        title=f"What {'' if '.' in axis else 'the number of '}{what} changes: {title}",
        panels=[
            Panel(
                measure.titled,
                [*_lines(result, group, measure)],
                measure.scale,
                result.base[measure.key].mean,
            )
            for measure in known
        ],
        horizontal=axis or "value",
        caption=(
            f"{_played(result, *known)}. The dotted line is the present rules, and bands are the 95\N{NO-BREAK SPACE}% "
            "intervals of the differences from them, all together: a band that does not touch the dotted line is a "
            "certain change."
        ),
        reference_label="the present rules",
    )


def _lines(result: Balance, group: Sequence[Varied], measure: Measured) -> Iterator[Line]:
    for place, varied in enumerate(group):
        base = result.base[measure.key].mean
        found = {}
        for point in varied.points:
            change = _NONE if point.variant is None else result.differences[point.variant].get(measure.key)
            if change is not None and point.number is not None:
                whole = point.number == int(point.number)
                found[int(point.number) if whole else point.number] = change
        if found:
            numbers = sorted(found)
            yield Line(
                varied.label,
                numbers,
                [base + found[number].mean for number in numbers],
                place,
                [(base + found[number].low, base + found[number].high) for number in numbers],
            )


def _differences(result: Balance, apart: Sequence[Varied]) -> Iterator[IntervalFigure]:
    """Of what is not varied in numbers: how far each variant is from the present rules."""
    places = [point.variant for varied in apart for point in varied.points if point.variant is not None]
    for measure in (each for each in result.shown if each.key in _MAIN):
        key = measure.key
        known = [place for place in places if key in result.differences[place]]
        if not known:
            continue
        unit = ", points" if measure.difference_form == "difference" else ""
        yield IntervalFigure(
            name=f"{key.replace('.', '_')}_differences",
            title=f"What each variant changes: {measure.label.partition(',')[0]} ({result.design.base.game.title})",
            labels=[result.design.variants.played[place].label for place in known],
            estimates=[result.differences[place][key] for place in known],
            axis=f"difference in {measure.label}{unit}",
            scale=measure.scale,
            reference=0.0,
            reference_label="no change",
            caption=_played(result, measure),
            interval="95 % interval, all together",
            relative_to="the present rules",
            among=["present rules"],
            reference_name="no change",
        )


def _played(result: Balance, *shown: Measured) -> str:
    """What the figures of some measures come from."""
    games = result.games_of
    span = f"{min(games):,}" if min(games) == max(games) else f"{min(games):,} to {max(games):,}"
    counts = []
    for part, what in _PLAYED.items():
        if any(result.part_of(measure) == part for measure in shown):
            number = span if part == GAMES else f"{result.parts[part].base.games:,}"
            counts.append(f"{number} {what}")
    return f"{listed(counts)} with each variant; {result.design.players} players"
