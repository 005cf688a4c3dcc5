"""What it is worth to have a card in one's first hand: cards exchanged in the same rounds, and who had which ones."""

import math
from typing import Any

import numpy as np
import numpy.typing as npt

from analyzer.games.balance import Scores, Seen
from analyzer.games.pescado.cards import (
    CARD_NUMBERS,
    CARDS,
    HAND,
    HIGHEST_NUMBER,
    LAID_OUT,
    NUMBER_CARDS,
    SPECIALS,
    SUITS,
)
from analyzer.games.pescado.policy_list import POLICIES
from analyzer.games.pescado.rules import specials_of
from analyzer.games.protocol import Integers, Setup

ZONES = ("first hand",)
"""Where a player's first cards lie (P4)."""

SCORE = "points of the first round"

WEIGHT = "cards in a round, in proportion"
"""What stands beside the kinds: the deck has one of each card, but a special is more seldom in a round (P2)."""

VALUE_NOTE = (
    "A card that is not in the round comes in for another one, a special for a special and a number card for a number "
    "card: so its value is that in rounds which have it. The kinds are weighted by how many of their cards a round has "
    "on average; only the first round is played, in which all cards drawn are played, too."
)

_SEVEN = 7
_TUNA = tuple(CARD_NUMBERS[f"{SUITS[0]}-{number}"] for number in range(1, HIGHEST_NUMBER + 1))

_NUMBER_KINDS = (
    (f"7 of {SUITS[0]}", [_TUNA[_SEVEN - 1]]),
    (f"other {SUITS[0]}", [card for card in _TUNA if card != _TUNA[_SEVEN - 1]]),
    *(
        (f"{number}, no {SUITS[0]}", [CARD_NUMBERS[f"{suit}-{number}"] for suit in SUITS[1:]])
        for number in range(1, HIGHEST_NUMBER + 1)
    ),
)
"""Number cards of one kind score alike (P12), but for their numbers those of tuna."""

_ROUNDS = 4096
"""Rounds that are dealt, and then played, together: so many that calling the kernel costs next to nothing."""


def kinds(setup: Setup) -> list[tuple[str, int]]:
    """See `balance.ValuesCards.kinds`."""
    weights = [
        len(cards) * (_special_weight(setup) if name in SPECIALS else _number_weight(setup))
        for name, cards in _cards_by_kind(setup)
    ]
    unit = math.gcd(*weights)
    return [(name, weight // unit) for (name, _), weight in zip(_cards_by_kind(setup), weights, strict=True)]


def _number_weight(setup: Setup) -> int:
    """How likely a number card is in a round, in proportion to what a special has."""
    return (len(NUMBER_CARDS) - setup.rules.options.whole("left_out")) * max(len(specials_of(setup.rules)), 1)


def _special_weight(setup: Setup) -> int:
    return setup.rules.options.whole("specials_in") * len(NUMBER_CARDS)


def _cards_by_kind(setup: Setup) -> list[tuple[str, list[int]]]:
    """The kinds with their cards: every card that a round may have is of one of them."""
    found = []
    if _special_weight(setup):
        there = specials_of(setup.rules)
        found += [(name, [CARD_NUMBERS[name]]) for name in SPECIALS if name in there]
    if _number_weight(setup):
        found += _NUMBER_KINDS
    return found


def play_exchanged(setup: Setup, seed: int, first: int, count: int, stop: Integers) -> Scores:
    """See `balance.ValuesCards.play_exchanged`."""
    from analyzer.games.pescado.kernel.exchange import deal_exchanged  # compiles or loads it

    sets = np.array([sum(1 << card for card in cards) for _, cards in _cards_by_kind(setup)], np.uint64)
    several = len(sets)
    rounds = _Rounds(setup, seed, count, several, exchanged=True)
    scores = np.zeros((several, count), np.int8)
    done = 0
    while done < count and stop[0] == 0:
        deals = min(rounds.deals, count - done)
        tables, hiddens = rounds.taken(deals)
        deal_exchanged(tables, hiddens, np.uint64(seed), np.int64(first + done), sets)
        finished = rounds.play_out(deals, first + done, stop)
        seats = (first + done + np.arange(finished)) % setup.players
        points = tables["scores"][: finished * several].reshape(finished, several, -1)
        scores[:, done : done + finished] = points[np.arange(finished), :, seats].T
        done += finished
        if finished < deals:
            break
    return scores[:, :done]


def play_seen(setup: Setup, seed: int, first: int, count: int, stop: Integers) -> Seen:
    """See `balance.ValuesCards.play_seen`."""
    from analyzer.games.pescado.kernel.exchange import deal_first_rounds  # compiles or loads it

    kind_of = np.zeros(CARDS, np.int64)
    for kind, (_, cards) in enumerate(_cards_by_kind(setup)):
        kind_of[cards] = kind
    several = len(_cards_by_kind(setup))
    rounds = _Rounds(setup, seed, count, 1, exchanged=False)
    scores = np.zeros((setup.players, count), np.int8)
    dealt, drawn = (np.zeros((several, setup.players, count), np.uint8) for _ in range(2))
    done = 0
    while done < count and stop[0] == 0:
        games = min(rounds.deals, count - done)
        tables, hiddens = rounds.taken(games)
        deal_first_rounds(tables, hiddens, np.uint64(seed), np.int64(first + done))
        finished = rounds.play_out(games, first + done, stop)
        scores[:, done : done + finished] = tables["scores"][:finished, : setup.players].T
        hands = _hands(kind_of[hiddens["cards"][:finished]], int(hiddens["card_count"][0]), setup.players)
        for kind in range(several):
            had = (hands == kind).sum(axis=3, dtype=np.uint8)
            dealt[kind, :, done : done + finished] = had[:, 0].T
            drawn[kind, :, done : done + finished] = had[:, 1:].sum(axis=1, dtype=np.uint8).T
        done += finished
        if finished < games:
            break
    dealt, drawn = dealt[..., :done], drawn[..., :done]
    return Seen(scores=scores[:, :done], dealt=dealt[np.newaxis], drawn=drawn, played=dealt + drawn)


def _hands(dealt: npt.NDArray[np.int64], cards: int, players: int) -> npt.NDArray[np.int64]:
    """The cards of each hand that was dealt, shape (rounds, times that hands are dealt, players, HAND) (P4)."""
    first = HAND * players
    in_hands = np.concatenate([dealt[:, :first], dealt[:, first + LAID_OUT : cards]], axis=1)
    return in_hands.reshape(len(dealt), -1, players, HAND)


class _Rounds:
    """First rounds that are dealt and played together, in memory that is used again and again.

    Attributes:
        deals: How many deals there are at most.
    """

    def __init__(self, setup: Setup, seed: int, count: int, several: int, *, exchanged: bool) -> None:
        from analyzer.games.pescado.setup import kernel_input

        self._setup, self._seed, self._several, self._exchanged = setup, seed, several, exchanged
        # Players who think long do so in single deals: between them it is seen whether to stop.
        is_slow = any(spec.name in POLICIES and POLICIES[spec.name].slow for spec in setup.policies)
        self.deals = 1 if is_slow else min(count, max(1, _ROUNDS // several))
        self._given = kernel_input(setup)
        self._tables = np.full(self.deals * several, self._given.tables[0])
        self._hiddens = np.full(self.deals * several, self._given.hiddens[0])

    def taken(self, deals: int) -> tuple[npt.NDArray[Any], npt.NDArray[Any]]:
        """Room for so many deals, several rounds each."""
        rounds = deals * self._several
        return self._tables[:rounds], self._hiddens[:rounds]

    def play_out(self, deals: int, first: int, stop: Integers) -> int:
        """Plays the rounds of so many deals to their ends, or the first of them until stopped.

        Args:
            deals: Deals.
            first: Number of the first one.
            stop: See `balance.ValuesCards.play_exchanged`.

        Returns:
            Deals of which all rounds were finished.

        Raises:
            PolicyFailed: A policy of the user's own failed, or did what the rules forbid.
        """
        from analyzer.games.pescado import faults
        from analyzer.games.pescado.kernel.rounds import play_rounds  # compiles or loads the kernel
        from analyzer.games.pescado.kernel.state import PLAY
        from analyzer.games.pescado.setup import KernelInput

        tables, hiddens = self.taken(deals)
        given = self._given
        error = None
        try:
            played = play_rounds(tables, hiddens, given.policies, given.plugins, given.tables[1:], stop)
        except Exception as raised:  # by a policy of the user's own
            error = raised
            played = int(np.argmax(tables["phase"] == PLAY))
        if played < len(tables):
            failed = slice(played, played + 1)
            at_fault = KernelInput(tables[failed], hiddens[failed], given.policies, given.plugins)
            game = first + played // self._several
            if self._exchanged:
                where = f"game {game}, a card of its first round exchanged"
                fault = faults.found_elsewhere(at_fault, self._setup, where, error)
            else:
                fault = faults.found(at_fault, self._setup, self._seed, game, error)
            if fault is not None:
                raise fault from error
        return int(played) // self._several
