"""Where the rules leave something open (every choice of the rules page), and what else it might be."""

from collections.abc import Sequence
from dataclasses import dataclass

from analyzer.games.balance import Doubt
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
        "refill_mid_turn",
        "a hand that is empty in mid-turn (H12)",
        [(True, "drawn up at once"), (False, "the turn ends")],
    ),
    _Choice(
        "wormhole_clears_reference",
        "what lies below a wormhole (H16)",
        [(False, "counts"), (True, "does not count")],
    ),
    _Choice(
        "pirate_clears_reference",
        "what lies below a pirate (H16)",
        [(False, "counts"), (True, "does not count")],
    ),
    _Choice(
        "hollander_on_hollander_skips",
        "a hollander on hollanders only (H25)",
        [(False, "no effect"), (True, "skips the next player")],
    ),
    _Choice(
        "poker_of_specials",
        "four equal specials (H26)",
        [(True, "burn the pile"), (False, "do not burn it")],
    ),
    _Choice("turn_limit", "the longest game that counts (H28)", _counted((500, 2000, 10_000), "turns")),
    _Choice("hand_size", "size of the hand, 3 by the source (H33)", _counted((2, 3, 4), "cards")),
    _Choice(
        "poker_size", "equal cards that burn the pile, 4 by the source (H33)", _counted((3, 4, 5), "cards")
    ),
    _Choice(
        "mutiny_first_max",
        "highest rank on a mutiny without reference, 3 by the source (H33)",
        [(rank, f"rank {rank}") for rank in (2, 3, 4)],
    ),
)


def doubts(rules: Rules) -> list[Doubt]:
    """See `balance.HasDoubts.doubts`."""
    return [_doubt(choice, rules.options[choice.key]) for choice in _CHOICES]


def _doubt(choice: _Choice, present: Value) -> Doubt:
    key = f"options.{choice.key}"
    others = [(words, [f"{key}={toml_value(value)}"]) for value, words in choice.values if value != present]
    return Doubt(key, choice.label, others)
