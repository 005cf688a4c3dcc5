"""What is measured of every variant, and the columns of whole numbers that it is reckoned from.

A column has one number a game (or a deal); a measure is the sum of one column over that of another one, or over the
number of games. So every measure has the same kind of interval, and every difference too.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from analyzer.errors import UserError, did_you_mean, nearest
from analyzer.games.balance import CloseMeasure
from analyzer.games.protocol import SHARES, Game, Integers, Records
from analyzer.games.settings import shown

FIRST_SEAT, LENGTH, SKILL, LUCK = "first_seat", "length.mean", "skill", "luck"
"""Keys of what a designer asks for first."""

UNFINISHED, SHARED, DEVIATION = "unfinished", "shared", "length.sd"

QUANTILES = {"length.p5": 0.05, "length.p25": 0.25, "length.p50": 0.5, "length.p75": 0.75, "length.p95": 0.95}

_QUANTILE_LABELS = {
    "length.p5": "length that 5 % of games do not exceed",
    "length.p25": "length that a quarter of games do not exceed",
    "length.p50": "median length",
    "length.p75": "length that three quarters of games do not exceed",
    "length.p95": "length that 95 % of games do not exceed",
}

OF_LENGTH = (DEVIATION, *QUANTILES)
"""Keys of what tells how lengths are spread."""

WON_BY_FIRST = "won 0"
"""Column of what the first seat wins."""

FINISHED = "finished"
"""Column of the games that ended by their rules."""

_UNITS = {"rate": ", %", "difference": ", points"}

_GAMES = ""
"""Stands for the number of games below the line."""


def seat_key(seat: int) -> str:
    """Key of a seat's win rate."""
    return f"win_rate.{seat}"


@dataclass(frozen=True)
class Measured:
    """Something that is measured of every variant.

    Attributes:
        key: Its key in JSON and in targets.
        label: What it is called on the page.
        is_rate: Whether it is a share, shown in per cent, or
        is_gap: a difference of shares, shown in points.
        top: Column above the line; "" where it is no ratio of two columns.
        bottom: Column below it; "" for the number of games.
        unit: Parts of the top column that make one.
        reach: The largest absolute value of the top column where that is known beforehand, else None.
        farthest: How far two values of the top column can lie apart where that is known.
        meaning: What it tells a designer, in a sentence, or "".
        main: Whether it gets a table and a panel of its own on the page; the others are in the JSON object.
        group: Title of the table that it stands in with others of its kind, see `protocol.Measure`, or "".
    """

    key: str
    label: str
    is_rate: bool = False
    is_gap: bool = False
    top: str = ""
    bottom: str = _GAMES
    unit: int = 1
    reach: int | None = None
    farthest: int = 1
    meaning: str = ""
    main: bool = False
    group: str = ""

    @property
    def named(self) -> str:
        """Its label, with its group's where it has one: labels of two groups may be alike."""
        head = self.group.partition(":")[0]
        return f"{self.label} ({head[0].lower()}{head[1:]})" if head else self.label

    @property
    def form(self) -> str:
        """How its values are written, see `content.Column`."""
        if self.is_gap:
            return "difference"
        return "rate" if self.is_rate else "number"

    @property
    def difference_form(self) -> str:
        """How differences of its values are written."""
        return "change" if self.form == "number" else "difference"

    @property
    def scale(self) -> float:
        """Factor from its values to what is written: per cent and points."""
        return 1.0 if self.form == "number" else 100.0

    @property
    def titled(self) -> str:
        """Its label with its unit."""
        return f"{self.label}{_UNITS.get(self.form, '')}"

    @property
    def is_ratio(self) -> bool:
        """Whether what is below the line varies from game to game."""
        return self.bottom != _GAMES


def plain_measures(game: Game, players: int) -> list[Measured]:
    """What every game shows without being watched closely.

    Args:
        game: The game.
        players: Seats.

    Returns:
        The measures, the most important first.
    """
    seats = [
        Measured(
            seat_key(seat),
            f"win rate of seat {seat}",
            True,
            top=f"won {seat}",
            unit=SHARES,
            reach=SHARES,
            farthest=SHARES,
        )
        for seat in range(players)
    ]
    per_game = [
        Measured(
            f"{measure.key}.{seat}" if measure.per_seat else measure.key,
            f"{measure.label} of seat {seat}" if measure.per_seat else measure.label,
            measure.is_rate,
            top=f"counted {measure.key} {seat}",
            reach=1 if measure.is_rate else None,
            main=not measure.group and not measure.per_seat,
            group=measure.group,
        )
        for measure in game.measures
        for seat in range(players if measure.per_seat else 1)
    ]
    return [
        Measured(
            FIRST_SEAT,
            "advantage of the first seat",
            is_gap=True,
            top="ahead",
            unit=SHARES * players,
            reach=SHARES * (players - 1),
            farthest=SHARES * players,
            meaning="Advantage of the first seat: its win rate less its fair share of the finished games.",
            main=True,
        ),
        Measured(
            LENGTH,
            f"mean length, {game.length_unit}",
            top="length",
            bottom=FINISHED,
            main=True,
        ),
        *seats,
        Measured(SHARED, "shared wins", True, top="shared", reach=1),
        Measured(UNFINISHED, "unfinished games", True, top="unfinished", reach=1),
        Measured(DEVIATION, "standard deviation of the length"),
        *(Measured(key, _QUANTILE_LABELS[key]) for key in QUANTILES),
        *per_game,
    ]


def close_measures(counted: Sequence[CloseMeasure]) -> list[Measured]:
    """What games show that are watched closely.

    Args:
        counted: The game's close measures.

    Returns:
        One measure for each.
    """
    return [
        Measured(
            measure.key,
            measure.label,
            measure.is_rate,
            top=_column(measure.counted, measure.finished_only),
            bottom=_bottom(measure),
            meaning=measure.meaning,
            main=True,
        )
        for measure in counted
    ]


def skill_measure(players: int, strong: str, weak: str) -> Measured:
    """How much more a strong player wins than a weak one."""
    return Measured(
        SKILL,
        "skill",
        is_gap=True,
        top="skill",
        unit=SHARES * players,
        reach=SHARES * players,
        farthest=2 * SHARES * players,
        meaning=f"Skill: win rate of a seat that plays {strong} less that of the same seat playing {weak}, on the same "
        "deals, averaged over seats.",
        main=True,
    )


LUCK_MEASURE = Measured(
    LUCK,
    "luck of the deal",
    True,
    meaning="Luck of the deal: the share of the variance of winning that the deal alone decides; the rest is decided "
    "by chance after the deal and by choices that players make at random. It is the correlation of a seat's wins "
    "between two games of the same deal.",
    main=True,
)


def apart(measures: Sequence[Measured]) -> Sequence[Measured]:
    """Measures of which no two have the same key.

    Raises:
        ValueError: Two of them have; says which.
    """
    known: dict[str, Measured] = {}
    for measure in measures:
        other = known.setdefault(measure.key, measure)
        if other is not measure:
            raise ValueError(
                f'"{other.named}" and "{measure.named}" are two measures with the key {measure.key}'
            )
    return measures


def find(key: str, measures: Sequence[Measured]) -> Measured:
    """The measure of a key.

    Raises:
        UserError: There is none; names the nearest.
    """
    by_key = {measure.key: measure for measure in measures}
    if key not in by_key:
        raise UserError(
            f'There is no measure "{shown(key)}".{_hint(key, by_key)} The measures are {", ".join(by_key)}.'
        )
    return by_key[key]


def _hint(key: str, known: Iterable[str]) -> str:
    """The measure that was probably meant; of several that begin alike the first, which is the most important."""
    heads: dict[str, str] = {}
    for each in known:
        heads.setdefault(each.partition(".")[0], each)
    head = None if "." in key else nearest(key, heads)
    return did_you_mean(key, known) if head is None else f' Did you mean "{heads[head]}"?'


def plain_columns(records: Records) -> dict[str, Integers]:
    """The columns of `plain_measures`.

    Args:
        records: Games.

    Returns:
        One number a game by the column's name.
    """
    shares = records.shares.astype(np.int64)
    finished = records.finished.astype(np.int64)
    columns = {f"won {seat}": row for seat, row in enumerate(shares)}
    columns["ahead"] = len(shares) * shares[0] - shares.sum(axis=0)
    columns["length"] = records.lengths * finished
    columns[FINISHED] = finished
    columns["shared"] = (np.count_nonzero(shares, axis=0) > 1).astype(np.int64)
    columns["unfinished"] = 1 - finished
    for key, values in records.measures.items():
        columns |= {
            f"counted {key} {seat}": row.astype(np.int64) for seat, row in enumerate(np.atleast_2d(values))
        }
    return columns


def close_columns(records: Records, counted: Sequence[CloseMeasure]) -> dict[str, Integers]:
    """The columns of `close_measures`.

    Args:
        records: Games that were watched closely.
        counted: The game's close measures.

    Returns:
        One number a game by the column's name.
    """
    finished = records.finished.astype(np.int64)
    columns = {FINISHED: finished}
    for measure in counted:
        for key in filter(None, (measure.counted, measure.of)):
            values = _summed(records.measures, key)
            columns[_column(key, measure.finished_only)] = values * (finished if measure.finished_only else 1)
    return columns


def _summed(measures: Mapping[str, npt.NDArray[np.integer[Any]]], key: str) -> Integers:
    """What all seats have of something together."""
    summed: Integers = np.atleast_2d(measures[key]).sum(axis=0, dtype=np.int64)
    return summed


def _column(key: str, finished_only: bool) -> str:
    return f"{key} if finished" if finished_only else f"{key} watched"


def _bottom(measure: CloseMeasure) -> str:
    if measure.of:
        return _column(measure.of, measure.finished_only)
    return FINISHED if measure.finished_only else _GAMES
