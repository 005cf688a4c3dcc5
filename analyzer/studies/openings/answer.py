"""What an experiment on openings answers, in sentences."""

from collections.abc import Sequence

from analyzer.stats.estimate import Estimate
from analyzer.stats.sequences import decides_sign
from analyzer.studies.openings.inshort import CLEAR, in_short
from analyzer.studies.openings.result import FOUND, SHORT, Openings, Outcome
from analyzer.studies.openings.words import more_or_less, rule_name
from analyzer.wording import listed


def answer(result: Openings) -> str:
    """What to lay, what it wins, and how the rule fares that players are told."""
    known = [outcome for outcome in result.outcomes if outcome.known]
    tried = [outcome for outcome in known if outcome.trial is not None]
    if not known:
        return "There are too few deals to tell what laying a card of any kind does."
    told = _by_players(known, tried) if len(known) > 1 else _alone(known[0])
    if len(tried) < len(result.plan.places):
        told.append("The run was interrupted before all rules were tried on fresh deals.")
    return " ".join(told)


def _alone(outcome: Outcome) -> list[str]:
    """The answer for one number of players."""
    opening = outcome.place.opening
    whole, short = (outcome.of_rule(name, outcome.over_untouched) for name in (FOUND, SHORT))
    sentences = [outcome.short.sentence if outcome.short else _nothing("")]
    if whole is None:
        return sentences
    dealt = f"than with the {opening.laid} as dealt"
    if short is None:
        sentences.append(f"On fresh deals the order found wins {more_or_less(whole)} {dealt}.")
    else:
        sentences.append(
            f"On fresh deals a player who does so wins {more_or_less(short)} {dealt}, by the whole order found "
            f"{more_or_less(whole)}."
        )
    name = opening.rules_of_thumb[0]
    over, behind = (outcome.of_rule(name, values) for values in (outcome.over_untouched, outcome.over_found))
    if over is not None and behind is not None:
        sentences.append(
            f"The rule that players are told, {rule_name(name)}, wins {more_or_less(over)} {dealt}, and "
            f"{more_or_less(behind)} than the order found."
        )
    return sentences


def _by_players(known: Sequence[Outcome], tried: Sequence[Outcome]) -> list[str]:
    """The answer for several numbers of players."""
    opening = known[0].place.opening
    counts = listed(str(outcome.place.players) for outcome in known)
    # An interval that holds all intervals: on one side of 0 where all of them are.
    common = [
        Estimate(
            sum(each.mean for each in effects) / len(effects),
            min(each.low for each in effects),
            max(each.high for each in effects),
        )
        for effects in zip(*(outcome.effects for outcome in known), strict=True)
    ]
    short = in_short(opening, common)
    alike = f"With {counts} players alike: "
    sentences = [_nothing(f" with each of {counts} players") if short is None else alike + short.sentence]
    if tried:
        name = opening.rules_of_thumb[0]
        rows = {rule: _row(tried, rule) for rule in (name, FOUND, SHORT)}
        players = listed(str(outcome.place.players) for outcome in tried)
        in_brief = (
            f", its short form there {_in_points(rows[SHORT])}" if len(rows[SHORT]) == len(tried) else ""
        )
        certain = all(decides_sign(each) for row in rows.values() for each in row)
        sentences.append(
            f"On fresh deals with {players} players, the rule that players are told, {rule_name(name)}, wins "
            f"{_in_points(rows[name])} points over the {opening.laid} as dealt, the order found "
            f"{_in_points(rows[FOUND])}{in_brief}{' (each certain at 95 %)' if certain else ''}."
        )
    return sentences


def _nothing(where: str) -> str:
    part = f"{CLEAR:.0%}".replace("%", " %")
    return (
        f"No kind of card stands out{where}: none certainly gains or loses by being laid more than {part} of what lies "
        "between the best and the worst kind."
    )


def _row(outcomes: Sequence[Outcome], rule: str) -> list[Estimate]:
    found = (outcome.of_rule(rule, outcome.over_untouched) for outcome in outcomes)
    return [each for each in found if each is not None]


def _in_points(estimates: Sequence[Estimate]) -> str:
    return listed(f"{100 * each.mean:+.2f}" for each in estimates)
