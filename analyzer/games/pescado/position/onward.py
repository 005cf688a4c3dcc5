"""Plays the worlds of a position out, once with each action: a few hundred games at a time, so that they stay near."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from analyzer.games.pescado import faults
from analyzer.games.pescado.kernel.state import HIDDEN, OVER, TABLE
from analyzer.games.pescado.position.start import Start
from analyzer.games.pescado.setup import KernelInput, kernel_input
from analyzer.games.positions import Position, Shares, play_batches
from analyzer.games.protocol import SHARES, Integers

_GAMES = 256
"""Games that are prepared together: some 330 KB, which fit in the cache of a core."""


def play_on(
    position: Position, actions: Sequence[int], seed: int, first: int, count: int, stop: Integers
) -> Shares:
    """See `positions.GivesAdvice.play_on`."""
    batch = _Batch(position, actions, min(count, max(1, _GAMES // len(actions))))
    return play_batches(batch, len(actions), seed, first, count, stop)


class _Batch:
    """Worlds that are prepared and played together, in memory that is used again and again.

    Attributes:
        worlds: How many there are at most.
    """

    def __init__(self, position: Position, actions: Sequence[int], worlds: int) -> None:
        start: Start = position.state
        games = worlds * len(actions)
        self.worlds = worlds
        self._position = position
        self._start = start
        self._cards = np.ascontiguousarray(start.cards[list(actions)])
        self._sets = np.ascontiguousarray(start.sets[list(actions)])
        self._given = kernel_input(position.setup)
        self._tables = np.zeros(games, TABLE)
        self._hiddens = np.zeros(games, HIDDEN)

    def play(self, worlds: int, seed: int, first: int, stop: Integers) -> int:
        """Prepares worlds and plays them on.

        Args:
            worlds: How many, at most `self.worlds`.
            seed: The run's seed.
            first: Number of the first one.
            stop: See `play_on`.

        Returns:
            How many were finished with all actions.

        Raises:
            PolicyFailed: See `play_on`.
        """
        from analyzer.games.pescado.kernel import onward, prepare  # compiles or loads the kernel

        several = len(self._cards)
        given, games = self._given, worlds * several
        tables, hiddens = self._tables[:games], self._hiddens[:games]
        prepare.prepare_worlds(
            self._start.observations,
            np.int64(self._start.untold),
            self._cards,
            self._sets,
            np.uint64(seed),
            np.int64(first),
            tables,
            hiddens,
        )
        error = None
        try:
            played = onward.play_on(tables, hiddens, given.policies, given.plugins, given.tables[1:], stop)
        except Exception as raised:  # by a policy of the user's own
            error = raised
            played = int(np.flatnonzero(tables["phase"] != OVER)[0])
        if played < games:
            failed = slice(played, played + 1)
            at_fault = KernelInput(tables[failed], hiddens[failed], given.policies, given.plugins)
            world = first + played // several
            fault = faults.found_elsewhere(
                at_fault, self._position.setup, f"world {world} of the position", error
            )
            if fault is not None:
                raise fault from error
        return int(played) // several

    def shares(self, worlds: int) -> npt.NDArray[np.int64]:
        """What the deciding player won in the first worlds, in sixtieths, shape (actions, worlds)."""
        several = len(self._cards)
        winners = self._hiddens["winners"][: worlds * several].reshape(worlds, several).T
        won = winners >> self._position.seat & 1
        shares: npt.NDArray[np.int64] = won * SHARES // np.maximum(np.bitwise_count(winners), 1)
        return shares
