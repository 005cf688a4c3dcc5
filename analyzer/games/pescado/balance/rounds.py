"""Rounds with other specials, as changes to the rules: how many come in, and from which they are drawn (P2)."""

from collections.abc import Collection

from analyzer.games.pescado.cards import NUMBER_CARDS, SPECIALS
from analyzer.games.pescado.rules import specials_of
from analyzer.games.rulesfile import Rules
from analyzer.games.settings import toml_value


def listing(specials: Collection[str]) -> str:
    """The change that makes these the specials from which a round's are drawn, in the order of the rules."""
    return f"deck.specials={toml_value(tuple(name for name in SPECIALS if name in specials))}"


def bringing_in(rules: Rules, count: int) -> list[str] | None:
    """The changes that bring so many specials into a round of the same size.

    Args:
        rules: The present rules.
        count: Specials in a round.

    Returns:
        The changes; None if there are not so many specials, or not so many number cards to leave out or put in.
    """
    left_out = rules.options.whole("left_out") + count - rules.options.whole("specials_in")
    if count > len(specials_of(rules)) or not 0 <= left_out <= len(NUMBER_CARDS):
        return None
    return [f"options.specials_in={count}", f"options.left_out={left_out}"]
