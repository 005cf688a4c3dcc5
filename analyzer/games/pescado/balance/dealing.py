"""Whether changed rules deal like others."""

from analyzer.games.rulesfile import Rules

_DRAWING = ("left_out", "specials_in")
"""Options that say how many cards are drawn before a round is shuffled (P2): each of them moves all later draws."""


def deals_alike(rules: Rules, base: Rules) -> bool:
    """See `balance.DealsAlike.deals_alike`: number cards come up alike, and specials as far as both may draw them."""
    return all(rules.options[key] == base.options[key] for key in _DRAWING)
