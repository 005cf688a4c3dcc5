"""What it is worth to have a card: cards exchanged in the same deals, and who had which in games as they are."""

from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt

from analyzer.games.balance import Scores, Seen
from analyzer.games.hollander.balance.close import watch
from analyzer.games.hollander.balance.failure import untraceable
from analyzer.games.hollander.cards import KIND_NAMES
from analyzer.games.hollander.openings import kinds_in_deck
from analyzer.games.hollander.policy_list import POLICIES
from analyzer.games.hollander.records import plain_records
from analyzer.games.protocol import SHARES, Integers, Setup

ZONES = ("hand", "battle", "final")
"""Where a player's first cards lie, in the order of their numbers in the kernel (H3)."""

SCORE = "points of the win rate"

_GAMES = 8192
"""Games that are dealt, and then played, together: so many that calling the kernel costs next to nothing."""


def kinds(setup: Setup) -> list[tuple[str, int]]:
    """See `balance.ValuesCards.kinds`."""
    names = [KIND_NAMES[kind] for kind in kinds_in_deck(setup)]
    return [(name, setup.rules.deck.whole(name)) for name in names]


def play_exchanged(setup: Setup, zone: int, seed: int, first: int, count: int, stop: Integers) -> Scores:
    """See `balance.ValuesCards.play_exchanged`."""
    games = _Exchanged(setup, zone, seed, count)
    scores = np.zeros((games.kinds, count), np.int8)
    done = 0
    while done < count and stop[0] == 0:
        deals = min(games.deals, count - done)
        winners = games.play(first + done, deals, stop)
        finished = winners.shape[1]
        seats = (first + done + np.arange(finished)) % setup.players
        scores[:, done : done + finished] = (winners == seats) * np.int8(SHARES)
        done += finished
        if finished < deals:
            break
    return scores[:, :done]


class _Exchanged:
    """Deals that are made once for each kind and played together, in memory that is used again and again.

    Attributes:
        kinds: Number of kinds.
        deals: How many deals are played together at most.
    """

    def __init__(self, setup: Setup, zone: int, seed: int, count: int) -> None:
        from analyzer.games.hollander.setup import kernel_input

        self._setup, self._zone, self._seed = setup, zone, seed
        self._numbers = np.array(kinds_in_deck(setup), np.int64)
        self.kinds = len(self._numbers)
        # Players who think long do so in single deals: between them it is seen whether to stop.
        is_slow = any(spec.name in POLICIES and POLICIES[spec.name].slow for spec in setup.policies)
        self.deals = 1 if is_slow else min(count, max(1, _GAMES // self.kinds))
        self._given = kernel_input(setup)
        self._tables = np.full(self.deals * self.kinds, self._given.tables[0])
        self._hiddens = np.full(self.deals * self.kinds, self._given.hiddens[0])

    def play(self, first: int, deals: int, stop: Integers) -> npt.NDArray[np.int64]:
        """Plays deals, or the first of them until stopped.

        Args:
            first: Number of the first deal.
            deals: How many, at most `self.deals`.
            stop: See `play_exchanged`.

        Returns:
            Who won, shape (kinds, deals that were finished with all kinds).

        Raises:
            PolicyFailed: A policy of the user's own failed, or did what the rules forbid.
        """
        from analyzer.games.hollander.kernel.exchange import deal_exchanged  # compiles or loads it

        tables, hiddens = (each[: deals * self.kinds] for each in (self._tables, self._hiddens))
        deal_exchanged(
            tables,
            hiddens,
            self._given.deck,
            np.uint64(self._seed),
            np.int64(first),
            np.int64(self._zone),
            self._numbers,
        )
        finished = self._play_out(tables, hiddens, first, stop) // self.kinds
        winners: npt.NDArray[np.int64] = hiddens["winner"][: finished * self.kinds]
        return winners.reshape(finished, self.kinds).T

    def _play_out(
        self, tables: npt.NDArray[Any], hiddens: npt.NDArray[Any], first: int, stop: Integers
    ) -> int:
        """Plays the games on from their deals; returns how many have come to their end, one after the other."""
        from analyzer.games.hollander import faults
        from analyzer.games.hollander.kernel.onward import play_on  # compiles or loads the kernel
        from analyzer.games.hollander.kernel.state import OVER

        given = self._given
        error = None
        try:
            play_on(tables, hiddens, given.policies, given.plugins, given.tables[1:], stop)
        except Exception as raised:  # by a policy of the user's own
            error = raised
        is_over = tables["phase"] == OVER
        if is_over.all():
            return len(tables)
        played = int(np.argmin(is_over))
        failed = replace(
            given,
            tables=np.stack([tables[played], given.tables[1]]),
            hiddens=hiddens[played : played + 1],
        )
        found = faults.found(failed, self._setup, self._seed, first + played // self.kinds, error)
        fault = untraceable(found, "a card of the deal was exchanged")
        if fault is not None:
            raise fault from error
        return played


def play_seen(setup: Setup, seed: int, first: int, count: int, stop: Integers) -> Seen:
    """See `balance.ValuesCards.play_seen`."""
    from analyzer.games.hollander.kernel.watched import DRAWN, PLAYED

    seen = watch(setup, seed, first, count, stop, cards=True)
    had = seen.had[..., kinds_in_deck(setup)].transpose(1, 3, 2, 0)
    return Seen(
        scores=plain_records(seen.results, setup.players).shares,
        dealt=had[: len(ZONES)],
        drawn=had[DRAWN],
        played=had[PLAYED],
    )
