"""Counts and lists as in a sentence."""

from collections.abc import Iterable


def counted(number: int, thing: str) -> str:
    """A number of things: "1 deal", "2,000 deals".

    Args:
        number: How many.
        thing: What one of them is called; of many it takes an s.
    """
    return f"{number:,} {thing}{'' if abs(number) == 1 else 's'}"


def listed(words: Iterable[object], last_word: str = "and") -> str:
    """Several things: "a", "a and b", "a, b and c".

    Args:
        words: Their names or numbers, at least one.
        last_word: The word before the last one.
    """
    *others, last = map(str, words)
    return f"{', '.join(others)} {last_word} {last}" if others else last
