"""Puts a study of balance into words, tables and figures."""

from collections.abc import Sequence
from itertools import takewhile

from analyzer import __version__
from analyzer.games.balance import ValuesCards
from analyzer.studies.balance.answer import answer
from analyzer.studies.balance.copies import copy_more
from analyzer.studies.balance.figures import figures
from analyzer.studies.balance.measures import LUCK, SKILL
from analyzer.studies.balance.play import CLOSE, CONTESTS, GAMES, REPLAYS
from analyzer.studies.balance.remarks import confounded, constant_in_words
from analyzer.studies.balance.result import Balance
from analyzer.studies.balance.tables import tables
from analyzer.studies.balance.variants import Varied
from analyzer.studies.cardvalues import told as cards_told
from analyzer.studies.commandline import Asked, line_of
from analyzer.studies.content import Content
from analyzer.studies.request import asked_for, rules_difference, speed_in_words
from analyzer.wording import listed

_SAME_DEALS = (
    "Each variant is held against the present rules, on the same deals wherever cards can be dealt alike: a card that "
    "both have comes up in the same place, or as nearly so as the change allows. “How much was played of each variant” "
    "tells which have deals of their own."
)
_CERTAIN = (
    "A change is certain if the interval of the difference does not hold 0. The intervals of all differences hold "
    "together: in 95 of 100 such reports with other seeds none of them misses the truth."
)
_SEQUENCES = (
    "Figures of games that may stop early have confidence sequences for intervals, which may be looked at as often as "
    "one likes."
)
_APART = "Skill and luck are measured in deals of their own, as many for all variants."
_SHARED_OUT = (
    "half of the error allowed is kept for what the first seat wins, which decides how long is played, and all other "
    "differences share the other half"
)


def told(result: Balance) -> Content:
    """The study, ready to be shown."""
    asked = _asked(result)
    design = result.design
    return Content(
        question=f"What do changes of the rules do to {design.base.game.title} with {design.players} players?",
        answer=answer(result),
        tables=tables(result),
        figures=figures(result),
        method=_method(result),
        how_to_read=_how_to_read(result),
        command=line_of(asked),
        result=result.as_json(),
        partial=result.partial,
        speed=speed_in_words(result.games, result.seconds, result.threads),
        asked=asked,
    )


def _asked(result: Balance) -> Asked:
    plan, wish = result.design.plan, result.design.wish
    said = asked_for(
        "balance",
        result.design.base,
        {
            "up-to": wish.up_to if wish.of_cards else None,
            "grow": wish.grow and wish.of_cards,
            "games": plan.games,
            "until": _percent(plan.until),
            "close-deals": plan.close_deals,
            "skill-deals": plan.skill_deals or None,
            "no-skill": not plan.skill_deals,
            "no-luck": not plan.luck,
            "value-deals": question.deals if (question := result.design.card_question) else None,
            "no-values": plan.value_deals == 0,
            "seed": plan.seed,
        },
    )
    repeated = {"card": wish.cards, "vary": wish.vary, "against": wish.against}
    return [*said, *((name, text) for name, texts in repeated.items() for text in texts)]


def _method(result: Balance) -> list[tuple[str, str]]:
    design, plan, base = result.design, result.design.plan, result.design.base
    changes = rules_difference(base.game, base.setup.rules)
    games = (
        f"{result.parts[GAMES].base.games:,} of the present rules; of each variant until its difference in the first "
        f"seat's win rate is known to ±{_percent(plan.until)}, at most {plan.games:,}"
    )
    contest = f"{design.strong.canonical} and {design.weak.canonical}, "
    deals = {
        "watched closely": (CLOSE, ""),
        "replayed for luck": (REPLAYS, ""),
        "skill": (CONTESTS, contest),
    }
    return [
        ("game", base.game.title),
        ("players", str(design.players)),
        ("policies", ", ".join(spec.canonical for spec in base.setup.policies)),
        ("present rules", "standard" if not changes else "standard but for " + ", ".join(changes)),
        ("varied", "; ".join(dict.fromkeys(varied.label for varied in design.variants.varied))),
        ("games", games),
        *(
            (label, f"{what}{result.parts[part].base.games:,} deals of each")
            for label, (part, what) in deals.items()
            if part in result.parts
        ),
        ("card values", _card_values(result)),
        ("comparisons", f"{design.levels.family:,}, all together at 95 %: {_SHARED_OUT}"),
        ("seed", str(plan.seed)),
        ("version", f"analyzer {__version__}"),
    ]


def _how_to_read(result: Balance) -> list[str]:
    design = result.design
    keys = {measure.key for measure in result.measures}
    return [
        _SAME_DEALS,
        *_notes(design.variants.varied),
        *confounded(design.variants.played),
        _CERTAIN,
        _SEQUENCES,
        *constant_in_words(result),
        *(measure.meaning for measure in result.shown if measure.main and measure.meaning),
        *([_APART] if keys & {SKILL, LUCK} else []),
        *([] if result.cards is None else cards_told.how_to_read(result.cards, bool(copy_more(result)))),
        *design.base.game.how_to_read,
    ]


def _card_values(result: Balance) -> str:
    """How it was found what cards are worth, or why it was not."""
    if not isinstance(result.design.base.game, ValuesCards):
        return "none, as nobody is dealt cards of their own"
    if result.design.card_question is None:
        return "left out"
    return cards_told.method(result.cards) if result.cards is not None else "not played"


def _notes(varied: Sequence[Varied]) -> list[str]:
    """How all else stays the same, each time with what is varied so."""
    by_note: dict[str, list[str]] = {}
    for each in varied:
        if each.note:
            by_note.setdefault(each.note, []).append(each.label)
    return [f"{_together(labels)}: {note[0].lower()}{note[1:]}" for note, labels in by_note.items()]


def _together(labels: Sequence[str]) -> str:
    """Labels as the beginning of a sentence; words that all begin with are said once."""
    words = [label.split() for label in labels]
    fewest = min(len(each) for each in words) - 1
    begun = [*takewhile(lambda place: len({each[place] for each in words}) == 1, range(fewest))]
    text = " ".join([*words[0][: len(begun)], listed([" ".join(each[len(begun) :]) for each in words])])
    return f"{text[0].upper()}{text[1:]}"


def _percent(part: float) -> str:
    """A part as a user writes it: 0.2%."""
    return f"{100 * part:.10g}%"
