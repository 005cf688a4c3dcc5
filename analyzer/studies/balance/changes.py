"""How rules differ from others: what is changed, and how far that is."""

from collections.abc import Mapping
from typing import Any

from analyzer.games.rulesfile import Rules
from analyzer.games.settings import Value


def changes(base: Rules, rules: Rules) -> dict[str, Value]:
    """What is changed of some rules.

    Args:
        base: The rules to begin with.
        rules: What they are changed into.

    Returns:
        The new values by key ("deck.NAME", "options.NAME"); no copies, or an empty list, of what is gone.
    """
    found: dict[str, Value] = {}
    for section in ("deck", "options"):
        before: Mapping[str, Value] = getattr(base, section)
        after: Mapping[str, Value] = getattr(rules, section)
        for key in dict.fromkeys([*before, *after]):
            known = before.get(key, after.get(key))
            none: Value = () if isinstance(known, tuple) else 0
            if before.get(key, none) != after.get(key, none):
                found[f"{section}.{key}"] = after.get(key, none)
    return found


def plain_changes(changes: Mapping[str, Value]) -> dict[str, Any]:
    """Changes to rules as the public JSON object has them."""
    return {key: list(value) if isinstance(value, tuple) else value for key, value in changes.items()}


def deck_size(rules: Rules) -> int:
    """Cards that a deck lists: so many copies of a kind, or one for each entry of a list."""
    return sum(_cards(value) for value in rules.deck.values())


def changed(base: Rules, rules: Rules) -> int:
    """How far some rules are from others: cards that are exchanged, added or taken out, and options that differ."""
    more = fewer = 0
    for key in dict.fromkeys([*base.deck, *rules.deck]):
        gained, lost = _exchanged(base.deck.get(key, 0), rules.deck.get(key, 0))
        more, fewer = more + gained, fewer + lost
    options = sum(rules.options.get(key) != value for key, value in base.options.items())
    return max(more, fewer) + options


def _cards(value: Value) -> int:
    if isinstance(value, tuple):
        return len(value)
    return value if isinstance(value, int) else 1


def _exchanged(before: Value, after: Value) -> tuple[int, int]:
    """How many cards come in, and how many go out."""
    if not isinstance(before, tuple) and not isinstance(after, tuple):
        gained = _cards(after) - _cards(before)
        return max(gained, 0), max(-gained, 0)
    old, new = (list(each) if isinstance(each, tuple) else [] for each in (before, after))
    for card in list(new):
        if card in old:
            old.remove(card)
            new.remove(card)
    return len(new), len(old)
