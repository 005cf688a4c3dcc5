"""Where the rules leave something open (every choice of the rules page), and what else it might be."""

from collections.abc import Sequence
from dataclasses import dataclass

from analyzer.games.balance import Doubt
from analyzer.games.pescado.balance.rounds import bringing_in
from analyzer.games.rulesfile import Rules
from analyzer.games.settings import Value, toml_value


@dataclass(frozen=True)
class _Choice:
    """An option of the rules, and its plausible values, each in words."""

    key: str
    label: str
    values: Sequence[tuple[Value, str]]


def _counted(numbers: Sequence[int], unit: str) -> list[tuple[Value, str]]:
    return [(number, f"{number} {unit}") for number in numbers]


_CHOICES = (
    _Choice(
        "star_scores_as_zero",
        "a * that was played to an empty table (P7)",
        [(True, "brings the point of a 0"), (False, "brings no point")],
    ),
    _Choice(
        "most_needs_one",
        "most tuna, cards or sevens if nobody has any (P13)",
        [(True, "nobody scores"), (False, "all score")],
    ),
    _Choice("round_limit", "the longest game that counts (P15)", _counted((50, 200, 1000), "rounds")),
    _Choice("target", "points that end the game, 12 by the source (P14)", _counted((10, 12, 15), "points")),
)


def doubts(rules: Rules) -> list[Doubt]:
    """See `balance.HasDoubts.doubts`."""
    return [*(_doubt(choice, rules.options[choice.key]) for choice in _CHOICES), _specials_in(rules)]


def _doubt(choice: _Choice, present: Value) -> Doubt:
    key = f"options.{choice.key}"
    others = [(words, [f"{key}={toml_value(value)}"]) for value, words in choice.values if value != present]
    return Doubt(key, choice.label, others)


def _specials_in(rules: Rules) -> Doubt:
    """How many specials come in (P2), with as many number cards left out that a round keeps its size."""
    counts = [count for count in (1, 2, 3) if count != rules.options.whole("specials_in")]
    others = [(_specials(count), bringing_in(rules, count)) for count in counts]
    return Doubt(
        "options.specials_in",
        "special cards that come into a round, 2 by the source (P2)",
        [(words, settings) for words, settings in others if settings is not None],
    )


def _specials(count: int) -> str:
    return f"{count} {'special' if count == 1 else 'specials'}"
