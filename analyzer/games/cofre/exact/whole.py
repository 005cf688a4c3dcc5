"""The exact expected score of a whole game for strategies that depend on the face-up card alone.

Each round takes three cards of a shuffled deck, so all rounds are alike, and expected stars and slips add up, although
the rounds hang together. What gold coins give back (C8) does not add up: it depends on the hook cards then held.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from analyzer.games.cofre.cards import LINE
from analyzer.games.cofre.exact.contest import Contests
from analyzer.games.cofre.exact.hooks import expected_hooks
from analyzer.games.cofre.exact.payoffs import Payoffs
from analyzer.games.cofre.exact.strategy import Card, Strategy


@dataclass(frozen=True)
class Players:
    """Who plays with which deck.

    Attributes:
        deck: How many of each card there are.
        gold: The number of the type of gold coins, or None.
        strategies: One per seat.
        contests: The contests of these players.
    """

    deck: Mapping[Card, int]
    gold: int | None
    strategies: Sequence[Strategy]
    contests: Contests

    @property
    def rounds(self) -> int:
        """Rounds of a game; what is left of the deck is not played (C9)."""
        return sum(self.deck.values()) // LINE


def whole_game(players: Players, payoffs: Payoffs) -> list[Fraction] | None:
    """The expected score of a game, by seat.

    Args:
        players: Deck and players; nobody ever chooses the treasure card.
        payoffs: The payoffs of the same deck and players.

    Returns:
        One score per seat; None if hook cards are given back in too many different ways.
    """
    seats = range(len(players.strategies))
    cards = sum(players.deck.values())
    scores = [Fraction(0) for _ in seats]
    slips = [Fraction(0) for _ in seats]
    for card, copies in players.deck.items():
        stars, slipping = payoffs.expected(card, [each.rows[card] for each in players.strategies])
        for seat in seats:
            scores[seat] += Fraction(players.rounds * copies, cards) * stars[seat]
            slips[seat] += Fraction(players.rounds * copies, cards) * slipping[seat]
    held = {}
    for seat in seats:
        # Seats that are alike in this may change places.
        alike = players.strategies[seat].name, players.contests.speeds[seat], players.contests.slips[seat]
        if alike not in held:
            held[alike] = _hooks(players, slips[seat], seat)
        hooks = held[alike]
        if hooks is None:
            return None
        scores[seat] -= hooks
    return scores


def _hooks(players: Players, slips: Fraction, seat: int) -> Fraction | None:
    """The expected hook cards of a seat at the end, given how often it slips; None if it cannot be worked out."""
    if not slips or players.gold is None or players.rounds == 1:
        return slips
    return expected_hooks(players.deck, players.gold, players.strategies, players.contests, seat)
