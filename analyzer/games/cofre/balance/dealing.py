"""Whether changed rules deal like others."""

from analyzer.games.cofre.rules import cards_of
from analyzer.games.rulesfile import Rules


def deals_alike(rules: Rules, base: Rules) -> bool:
    """See `balance.DealsAlike.deals_alike`: nothing is dealt but the deck, shuffled alike if as large (C2)."""
    return len(cards_of(rules)) == len(cards_of(base))
