"""How far a question is, told to whoever asked."""

from collections.abc import Callable

Report = Callable[[int, int], None]
"""Called again and again with the number of games played so far, and of all that are to be expected."""


def with_total(total: int, report: Report | None) -> Callable[[int], None] | None:
    """Tells all games besides those played."""
    return None if report is None else lambda done: report(done, total)
