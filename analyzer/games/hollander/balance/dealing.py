"""Whether changed rules deal like others."""

from analyzer.games.hollander.cards import KIND_NAMES
from analyzer.games.rulesfile import Rules


def deals_alike(rules: Rules, base: Rules) -> bool:
    """See `balance.DealsAlike.deals_alike`: decks as large are shuffled and dealt alike, hands as large too (H3)."""
    return _cards(rules) == _cards(base) and rules.options["hand_size"] == base.options["hand_size"]


def _cards(rules: Rules) -> int:
    return sum(rules.deck.whole(name) for name in KIND_NAMES if name in rules.deck)
