"""How answers and effects are written in sentences."""

from analyzer.games.protocol import Game
from analyzer.stats.estimate import Estimate
from analyzer.studies.balance.wording import digits_of, number
from analyzer.studies.balance.wording import percent as percent_of
from analyzer.studies.sensitivity.question import FIRST_SEAT, Question
from analyzer.studies.sensitivity.result import Sensitivity

_MANY = 0.01
"""From this part of unfinished games on it is said."""


def answer_in_words(result: Sensitivity) -> str:
    """The present answer, as the beginning of a sentence."""
    question, found = result.inquiry.question, result.base
    game = result.inquiry.base.game
    if found is None and result.unfinished < 1:
        return "One deal was played, which tells nothing about how much games differ"
    if found is None:
        return "Under the present rules no game was finished"
    if not question.has_sign and result.always is not None:
        return (
            f"Under the present rules every game that was played lasts {result.always:g} {game.length_unit}"
        )
    ends = f"({span_in_words(question, found)}, 95 %)"
    if not question.has_sign:
        return f"Under the present rules a game lasts {amount(question, game, found.mean, found)} on average {ends}"
    many = amount(question, game, abs(found.mean), found)
    is_none = round(100 * found.mean, digits_of(question.measured, [found])) == 0
    than = "as much as" if is_none else f"{many} {'more' if found.mean > 0 else 'less'} than"
    if question.key == FIRST_SEAT:
        return f"Under the present rules the first seat wins {than} its fair share {ends}"
    follow, ignore = (spec.canonical for spec in question.sides or ())
    return f"Under the present rules a seat that plays {follow} wins {than} with {ignore} {ends}"


def unfinished_in_words(result: Sensitivity) -> list[str]:
    """A sentence about games that were not finished, if there are many."""
    if result.unfinished < _MANY:
        return []
    return [f"Under the present rules {percent_of(result.unfinished)} of the games were not finished."]


def amount(question: Question, game: Game, value: float, found: Estimate) -> str:
    """A value with its unit, as many digits as its interval has."""
    unit = "points" if question.has_sign else game.length_unit
    return f"{number(question.measured, value, digits_of(question.measured, [found]))} {unit}"


def span_in_words(question: Question, found: Estimate, sign: bool | None = None) -> str:
    """The ends of an interval; with signs where the answer has one, or where that is asked for."""
    digits, signed = digits_of(question.measured, [found]), question.has_sign if sign is None else sign
    low, high = (number(question.measured, end, digits, signed) for end in (found.low, found.high))
    return f"{low} to {high}"


def share_in_words(result: Sensitivity) -> str:
    """In which share of all plausible decks the answer holds, as a sentence."""
    share = result.share
    if share is None:
        return ""
    return (
        f"The answer certainly holds in {percent(share.mean)} of all decks that the source would allow "
        f"({percent(share.low)} to {percent(share.high)}, 95 %)."
    )


def percent(value: float) -> str:
    """A share, as in a sentence."""
    return f"{100 * value:.0f} %"
