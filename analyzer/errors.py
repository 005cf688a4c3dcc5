"""The errors that a user can cause, and help with misspelt words."""

import difflib
from collections.abc import Iterable

_SHORTEST_BEGINNING = 3


class UserError(Exception):
    """Something that the user can put right.

    The message is shown as it is, without a traceback; the command ends with `exit_status`.
    """

    exit_status = 2


def nearest(word: str, known: Iterable[str]) -> str | None:
    """The known word that a misspelt one was probably meant to be.

    Args:
        word: What was given; its case does not matter.
        known: What would be right.

    Returns:
        One of `known`, or None if none is similar nor begins like it.
    """
    folded = word.casefold()
    by_folded = {right.casefold(): right for right in known}
    similar = difflib.get_close_matches(folded, by_folded, n=1)
    if not similar and len(folded) >= _SHORTEST_BEGINNING:
        similar = [right for right in by_folded if right.startswith(folded)]
    return by_folded[similar[0]] if similar else None


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """A question to put after a message about an unknown word.

    Args:
        word: What was given.
        known: What would be right.

    Returns:
        ` Did you mean "x"?` with a leading space, or nothing if no known word is similar.
    """
    right = nearest(word, known)
    return "" if right is None else f' Did you mean "{right}"?'
