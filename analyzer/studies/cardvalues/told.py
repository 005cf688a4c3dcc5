"""Puts the worth of cards into words, a table and a figure."""

from collections.abc import Iterable, Mapping, Sequence

from analyzer.stats.estimate import Estimate
from analyzer.stats.sequences import decides_sign
from analyzer.studies.balance.measures import Measured
from analyzer.studies.balance.wording import digits_of, number
from analyzer.studies.cardvalues.result import CardValue, CardValues
from analyzer.studies.content import Column, IntervalFigure, Table, Value
from analyzer.wording import listed

_WAYS = ("causal", "dealt", "drawn", "played")

_CAUSAL = (
    "What a card is worth, causal: in each deal one place of a seat's {zones} changes cards with a copy of each kind, "
    "wherever in the deal that is, and the game is played with each. A kind's value is what the seat scores then, less "
    "the average over the kinds, weighted by what the table says beside them ({weight}): so weighted, the values {sum}."
)
_DEALT = (
    "Dealt: what those scored who were dealt the kind, every card counted, less the same for the average card. Who is "
    "dealt a card is left to chance, so this must agree with the causal value; it comes from other games."
)
_SELECTED = (
    "Drawn, played: what those scored who drew or played the kind, every card counted, less what the average player "
    "scored. This mixes cause and selection: who gets to draw or to play a card may be ahead or behind already, so it "
    "is not what the card is worth."
)
_A_COPY_MORE = (
    "A copy more: the rules with one copy more of the kind against those with one fewer. It tells what the card does "
    "to the game, and not to the one who has it."
)


def table(
    values: CardValues, columns: Mapping[str, Column], copies: Mapping[str, Mapping[str, Estimate]]
) -> Table:
    """All ways side by side.

    Args:
        values: What was found.
        columns: Further columns by a key: what a copy more changes.
        copies: Their values, by the kind's name and this key.
    """
    question, rows = values.question, values.rows()
    measure, several = _measure(values), len(values.question.zones) > 1
    form = measure.difference_form
    own = [
        Column(way, way, form, digits_of(measure, known), reference=0.0 if way == "causal" else None)
        for way in _WAYS
        if (known := _known(rows, way))
    ]
    shown: list[Sequence[Value]] = []
    for row in rows:
        kind = question.kinds[row.kind][0]
        zone = [question.zones[row.zone]] if several else []
        # What was drawn and played knows no zone.
        of_kind = row.zone == 0
        ways = [
            getattr(row, column.key) if of_kind or column.key in ("causal", "dealt") else "" for column in own
        ]
        more = [copies.get(kind, {}).get(key, "") if of_kind else "" for key in columns]
        shown.append((kind, question.copies[row.kind], *zone, *ways, *more))
    head = [Column("kind", "kind"), Column("copies", question.game.weight, "count")]
    head += [Column("zone", "dealt to")] if several else []
    return Table(
        "cards",
        f"What a card is worth, {question.game.score}",
        [*head, *own, *columns.values()],
        shown,
        f"The intervals of each column hold together at 95 %. {_agreement(values)}".strip(),
        keys=[_label(values, row) for row in rows],
    )


def figures(values: CardValues, title: str) -> list[IntervalFigure]:
    """The causal values of all kinds in their order, if any is known.

    Args:
        values: What was found.
        title: The game's title.
    """
    question = values.question
    rows = [(row, row.causal) for row in values.rows() if row.causal is not None]
    if not rows:
        return []
    several = len(question.zones) > 1
    deals = sorted({each.games for each in values.exchanged})
    return [
        IntervalFigure(
            name="card_values",
            title=f"What a card is worth that one is dealt: {title}",
            labels=[_label(values, row) for row, _ in rows],
            estimates=[causal for _, causal in rows],
            axis=f"causal value, {question.game.score}",
            scale=_measure(values).scale,
            reference=0.0,
            reference_label="average card",
            caption=(
                f"{' to '.join(f'{each:,}' for each in deals)} deals{' for each zone' if several else ''}, each played "
                f"with every kind, {question.setup.players} players"
            ),
            interval="95 % interval, all together",
            relative_to="the average card",
            among=[f"{kind} x {copies}" for kind, copies in question.kinds],
            reference_name="average card",
            places=[row.zone for row, _ in rows] if several else (),
        )
    ]


def how_to_read(values: CardValues, with_copies: bool) -> list[str]:
    """Sentences that explain the ways, as far as they are shown."""
    game, zones = values.question.game, list(values.question.zones)
    causal = _CAUSAL.format(
        zones=listed(zones, "or"),
        weight=game.weight,
        sum="of each of these add up to zero" if len(zones) > 1 else "add up to zero",
    )
    return [
        " ".join(filter(None, (causal, game.value_note))),
        *([] if values.watched is None else [_DEALT, _SELECTED]),
        *([_A_COPY_MORE] if with_copies else []),
    ]


def answer(values: CardValues) -> str:
    """Which cards are worth most and least."""
    known = [(row, row.causal) for row in values.rows() if row.causal is not None]
    certain = [(row, causal) for row, causal in known if decides_sign(causal)]
    if not known:
        return ""
    if not certain:
        return "No kind of card is certainly worth more or less than the average one."
    digits = digits_of(_measure(values), (causal for _, causal in known))
    best, worst = (choose(certain, key=lambda each: each[1].mean) for choose in (max, min))
    parts = []
    if best[1].mean > 0:
        parts.append(f"{_named(values, best[0])} is worth most, {_ends(values, best[1], digits, True)}")
    if worst[1].mean < 0:
        verb = "" if parts else "is worth "
        parts.append(f"{_named(values, worst[0])} {verb}least, {_ends(values, worst[1], digits, not parts)}")
    return f"Of the cards that one is dealt, {', and '.join(parts)}."


def method(values: CardValues) -> str:
    """What was played."""
    question = values.question
    deals = [
        f"{each.games:,} deals ({zone})" for zone, each in zip(question.zones, values.exchanged, strict=False)
    ]
    parts = [f"{listed(deals)} with every one of {len(question.kinds)} kinds"] if deals else []
    if values.watched is not None:
        parts.append(f"{values.watched.games:,} further games watched")
    return "; ".join(parts)


def _ends(values: CardValues, found: Estimate, digits: int, with_unit: bool) -> str:
    """A value with its interval, and on demand what it is measured in and against."""
    measure = _measure(values)
    mean, low, high = (
        number(measure, each, digits, sign=True) for each in (found.mean, found.low, found.high)
    )
    unit = f" {values.question.game.score} against the average card" if with_unit else ""
    return f"{mean}{unit} ({low} to {high})"


def _named(values: CardValues, row: CardValue) -> str:
    """A kind and its zone, for a sentence."""
    question = values.question
    kind = question.kinds[row.kind][0]
    return f"{kind} in {question.zones[row.zone]}" if len(question.zones) > 1 else kind


def _label(values: CardValues, row: CardValue) -> str:
    question = values.question
    kind = question.kinds[row.kind][0]
    return f"{kind}, {question.zones[row.zone]}" if len(question.zones) > 1 else kind


def _measure(values: CardValues) -> Measured:
    """How values are written."""
    game = values.question.game
    return Measured("card_value", game.score, is_gap=game.is_rate)


def _known(rows: Iterable[CardValue], way: str) -> list[Estimate]:
    return [found for row in rows if (found := getattr(row, way)) is not None]


def _agreement(values: CardValues) -> str:
    """Whether what was dealt agrees with the causal values."""
    found = values.disagreements()
    if found is None:
        return ""
    differing, rows = found
    if not differing:
        return "No causal value differs from the dealt one by more than chance."
    return f"{differing} of {rows} causal values differ from the dealt ones by more than chance."
