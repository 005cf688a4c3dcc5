"""What a study of sensitivity answers, in two sentences: one about open points, one about plausible decks."""

from math import isfinite

from analyzer.studies.balance.wording import bound
from analyzer.studies.sensitivity.question import FAILS, HOLDS, NEAR, UNDECIDED
from analyzer.studies.sensitivity.result import Effect, Sensitivity
from analyzer.studies.sensitivity.wording import (
    amount,
    answer_in_words,
    percent,
    span_in_words,
    unfinished_in_words,
)
from analyzer.wording import listed

_MOST_NAMED = 3
"""Most alternatives that the answer names."""


def answer(result: Sensitivity) -> str:
    """Both sentences; one if only one was asked for, or if there is no answer that could change."""
    if result.base is None:
        return f"{answer_in_words(result)}, so there is no answer that could change."
    return " ".join(filter(None, [*unfinished_in_words(result), _of_points(result), _of_decks(result)]))


def _of_points(result: Sensitivity) -> str:
    start = answer_in_words(result)
    known = [each for each in result.by_size if each.effect is not None]
    if not known:
        return f"{start}."
    certain = [each for each in known if each.sign]
    others = [each for each in known if not each.sign]
    if not certain:
        return f"{start}; none of {len(known)} alternatives to the open points changes it{_bound(result, others)}."
    named = listed([_named(result, each) for each in certain[:_MOST_NAMED]])
    left = len(certain) - _MOST_NAMED
    more = f", and less with {left} more" if left > 0 else ""
    text = f"{start}; it changes with {len(certain)} of {len(known)} alternatives to the open points: {named}{more}"
    if not others:
        return f"{text}."
    none = "the other one does not change it" if len(others) == 1 else "none of the others changes it"
    return f"{text}; {none}{_bound(result, others)}."


def _named(result: Sensitivity, each: Effect) -> str:
    question, found = result.inquiry.question, each.effect
    label = f"“{each.alternative.doubt.label}: {each.alternative.value}”"
    if found is None:
        return label
    changed = amount(question, result.inquiry.base.game, abs(found.mean), found)
    side = "up" if found.mean > 0 else "down"
    return f"{label} ({side} {changed}, {span_in_words(question, found, True)})"


def _bound(result: Sensitivity, others: list[Effect]) -> str:
    """By how much at most, for certain: the one that may be largest bounds them all."""
    question = result.inquiry.question
    wide = max((each.effect for each in others if each.effect is not None), key=bound)
    if not isfinite(bound(wide)):
        return " for certain"
    return f" by more than {amount(question, result.inquiry.base.game, bound(wide), wide)}"


def _of_decks(result: Sensitivity) -> str:
    share, counts = result.share, result.counts
    if share is None:
        return ""
    tried = len(result.decks)
    if counts[UNDECIDED] == tried:
        why = (
            "" if _present_is_certain(result) else ", as it is not certain itself on which side of 0 it lies"
        )
        return f"Of {tried} plausible decks it is open in every one whether this holds{why}."
    what = (
        "this holds"
        if result.inquiry.question.has_sign
        else f"it stays within {percent(NEAR)} of the present length"
    )
    parts = [f"{what} for certain in {_counted(counts[HOLDS], tried)}"]
    parts += [f"certainly not in {_counted(counts[FAILS], tried)}"] if counts[FAILS] else []
    parts += [f"in {counts[UNDECIDED]} it is open"] if counts[UNDECIDED] else []
    *others, last = parts
    found = f"{', '.join(others)}, and {last}" if others else last
    return (
        f"Of {tried} plausible decks {found}: a share of {percent(share.mean)} ({percent(share.low)} to "
        f"{percent(share.high)}) of all decks that the source would allow."
    )


def _counted(decks: int, tried: int) -> str:
    """How many decks, in words where that is all or none."""
    return {0: "none", tried: "all"}.get(decks, str(decks))


def _present_is_certain(result: Sensitivity) -> bool:
    base, question = result.judged_base, result.inquiry.question
    return not question.has_sign or question.verdict(base, base) == HOLDS
