"""Puts a study of sensitivity into words, tables and figures."""

from collections.abc import Iterator, Sequence

from analyzer import __version__
from analyzer.studies.balance.tables import unplayable_table
from analyzer.studies.balance.wording import change_in_words, digits_of, named
from analyzer.studies.commandline import Asked, line_of
from analyzer.studies.content import Column, Content, Table, Value
from analyzer.studies.request import asked_for, rules_difference, speed_in_words
from analyzer.studies.sensitivity.answer import answer
from analyzer.studies.sensitivity.decks import SCRAMBLES
from analyzer.studies.sensitivity.figures import figures
from analyzer.studies.sensitivity.halves import halves
from analyzer.studies.sensitivity.question import NEAR
from analyzer.studies.sensitivity.result import VERDICTS, Sensitivity, answers
from analyzer.studies.sensitivity.wording import share_in_words

_WEAKEST = 16
"""Decks that the page lists at most."""

_SAME_DEALS = (
    "All rules play the same deals wherever cards can be dealt alike: a card that two decks have comes up in the same "
    "place, or as nearly so as the change allows."
)
_ONE_AT_A_TIME = (
    "Open points are changed one at a time, all else as in the present rules. An effect is the answer under changed "
    "rules less the answer under the present ones."
)
_EFFECTS = (
    "An effect is certain if its interval does not hold 0. The intervals of all effects hold together: in 95 of 100 "
    "such reports with other seeds none of them misses the truth."
)
_SIGN = (
    "The answer holds in a deck if it certainly lies on the same side of 0 as under the present rules, and fails if it "
    "certainly lies on the other side."
)
_LENGTH = (
    f"The answer holds in a deck if its mean length certainly lies within {100 * NEAR:g} % of that of the present "
    "rules, and fails if it certainly lies outside."
)
_DECKS = (
    "Intervals of decks hold together, with that of the present rules: in 95 of 100 such reports no deck gets a wrong "
    "verdict."
)
_SHARE = (
    f"The decks are drawn in {SCRAMBLES} scrambled Sobol samples, independent of each other, in which every value of "
    "every dimension is equally likely. How much these differ gives the interval of the share. Decks of which it is "
    "open count as ones in which the answer does not hold at its lower end, and in which it holds at its upper end."
)


def told(result: Sensitivity) -> Content:
    """The study, ready to be shown."""
    inquiry, asked = result.inquiry, _asked(result)
    return Content(
        question=(
            f"How far does {inquiry.question.subject} in {inquiry.base.game.title} with {inquiry.players} players "
            "depend on what the source leaves open?"
        ),
        answer=answer(result),
        tables=[
            *_effects_table(result),
            *_verdicts_table(result),
            *_halves_table(result),
            *_decks_table(result),
            *unplayable_table(inquiry.unplayable, inquiry.players),
        ],
        figures=figures(result),
        method=_method(result),
        how_to_read=_how_to_read(result),
        command=line_of(asked),
        result=result.as_json(),
        partial=result.partial,
        speed=speed_in_words(result.games, result.seconds, result.threads),
        asked=asked,
    )


def _asked(result: Sensitivity) -> Asked:
    inquiry, question = result.inquiry, result.inquiry.question
    follow, ignore = (side.canonical for side in question.sides) if question.sides else (None, None)
    return asked_for(
        "sensitivity",
        inquiry.base,
        {
            "question": question.key or None,
            "follow": None if question.key else follow,
            "ignore": None if question.key else ignore,
            "deals": inquiry.deals,
            "decks": len(inquiry.decks),
            "seed": inquiry.seed,
        },
        field=inquiry.base.setup.policies[0].canonical if question.sides else None,
        policies=[] if question.sides else None,
    )


def _effects_table(result: Sensitivity) -> Iterator[Table]:
    if not result.effects:
        return
    measured = result.inquiry.question.measured
    effects = [each.effect for each in result.effects if each.effect is not None]
    digits = digits_of(measured, effects)
    columns = [
        Column("option", "open point"),
        Column("value", "read as"),
        Column("matters", "change"),
        Column("effect", "effect", measured.difference_form, digits, 0.0),
        Column("answer", measured.titled, measured.form, digits),
    ]
    rows: list[Sequence[Value]] = [
        (
            each.alternative.doubt.label,
            each.alternative.value,
            change_in_words(measured, each.effect, each.sign, digits),
            each.effect,
            each.answer,
        )
        for each in result.by_size
    ]
    yield Table(
        "effects",
        "What each alternative to an open point changes, the largest effect first",
        columns,
        rows,
        "Intervals of effects hold together at 95 %, those of answers one by one.",
        quantity=f"change of the {measured.label}",
        keys=[f"{each.alternative.doubt.key}: {each.alternative.value}" for each in result.by_size],
    )


def _verdicts_table(result: Sensitivity) -> Iterator[Table]:
    if not result.decks:
        return
    columns = [
        Column("scramble", "scramble"),
        Column("tried", "decks", "count"),
        *(Column(verdict, verdict, "count") for verdict in VERDICTS),
    ]
    counts = {verdict: result.counts_of(verdict) for verdict in VERDICTS}
    rows: list[Sequence[Value]] = [
        (str(scramble + 1), result.inquiry.decks_each, *(counts[verdict][scramble] for verdict in VERDICTS))
        for scramble in range(SCRAMBLES)
    ]
    rows.append(("all", len(result.decks), *(result.counts[verdict] for verdict in VERDICTS)))
    note = f"{share_in_words(result)} The scrambles are samples that are independent of each other."
    yield Table("verdicts", "In how many plausible decks the answer holds", columns, rows, note)


def _halves_table(result: Sensitivity) -> Iterator[Table]:
    parted = halves(result)
    if not parted:
        return
    measured = result.inquiry.question.measured
    digits = digits_of(measured, [each.difference for each in parted])
    label = measured.label.partition(",")[0]
    columns = [
        Column("dimension", "decks by"),
        Column("little", "few"),
        Column("much", "many"),
        Column("difference", "difference", measured.difference_form, digits, 0.0),
        Column("with_little", f"{label} with few", measured.form, digits),
        Column("with_much", f"{label} with many", measured.form, digits),
    ]
    rows: list[Sequence[Value]] = [
        (each.name, each.little, each.much, each.difference, each.with_little, each.with_much)
        for each in sorted(parted, key=lambda each: -abs(each.difference.mean))
    ]
    yield Table(
        "dimensions",
        "What the answer goes with in plausible decks: those with many against those with few",
        columns,
        rows,
        "Intervals are over decks, in which all else varies too; those of differences hold together at 95 %.",
    )


def _decks_table(result: Sensitivity) -> Iterator[Table]:
    known = result.weakest
    if not known:
        return
    inquiry, measured = result.inquiry, result.inquiry.question.measured
    digits = digits_of(measured, answers(known))
    columns = [
        Column("deck", "deck"),
        *(
            Column(f"dimension_{place}", name, "count")
            for place, (name, _, _) in enumerate(inquiry.dimensions)
        ),
        Column("verdict", "the answer"),
        Column("answer", measured.titled, measured.form, digits, 0.0 if measured.is_gap else None),
    ]
    rows: list[Sequence[Value]] = [
        (str(result.decks.index(found) + 1), *found.deck.point, found.verdict, found.answer)
        for found in known[:_WEAKEST]
    ]
    yield Table(
        "decks",
        "The plausible decks in which the answer is weakest",
        columns,
        rows,
        "Decks are numbered as they were drawn; result.json has all. Their intervals hold together at 95 %.",
    )


def _method(result: Sensitivity) -> list[tuple[str, str]]:
    inquiry, question = result.inquiry, result.inquiry.question
    setup, game = inquiry.base.setup, inquiry.base.game
    changes = rules_difference(game, setup.rules)
    part = f" of {inquiry.deals:,} asked for" if result.partial else ""
    seats = ", ".join(spec.canonical for spec in setup.policies)
    who = [("policies", seats)]
    if question.sides:
        follow, ignore = (side.canonical for side in question.sides)
        who = [("follows", follow), ("ignores", ignore), ("all others", setup.policies[0].canonical)]
    lines = [
        ("game", game.title),
        ("players", str(inquiry.players)),
        ("question", question.key or "two policies"),
        *who,
        ("present rules", "standard" if not changes else "standard but for " + ", ".join(changes)),
        ("open points", f"{len(inquiry.alternatives)} alternatives, one at a time"),
    ]
    if inquiry.unplayable:
        lines.append((f"left out, as {inquiry.players} players cannot play it", _left_out(result)))
    if result.decks:
        different = len({found.deck.place for found in result.decks})
        spans = "; ".join(f"{name} {low} to {high}" for name, low, high in inquiry.dimensions)
        drawn = f"{len(result.decks)} in {SCRAMBLES} scrambles, {different} of them different"
        lines += [("plausible decks", drawn), ("drawn from", spans)]
    return [
        *lines,
        ("deals", f"{result.deals:,}{part} of each set of rules"),
        ("games", f"{result.games:,}"),
        ("seed", str(inquiry.seed)),
        ("version", f"analyzer {__version__}"),
    ]


def _own_deals(result: Sensitivity) -> list[str]:
    """Which alternatives have deals of their own."""
    inquiry = result.inquiry
    variants = [inquiry.played[each.place] for each in inquiry.alternatives]
    apart = [variant.label for variant in variants if not variant.shares_deals]
    if not apart:
        return []
    return [f"Deals of their own, and so wider intervals, have {named(apart)}."]


def _left_out(result: Sensitivity) -> str:
    """Which alternatives so many cannot play, and why."""
    return "; ".join(f"“{each.label}” ({each.reason.rstrip('.')})" for each in result.inquiry.unplayable)


def _how_to_read(result: Sensitivity) -> list[str]:
    question = result.inquiry.question
    decks = [_SIGN if question.has_sign else _LENGTH, _DECKS, _SHARE] if result.decks else []
    return [
        *([question.measured.meaning] if question.measured.meaning else []),
        *([_ONE_AT_A_TIME, _EFFECTS] if result.effects else []),
        " ".join([_SAME_DEALS, *_own_deals(result)]),
        *decks,
        *result.inquiry.base.game.how_to_read,
    ]
