"""Plays the worlds of a position out, once with each choice: a few hundred games at a time, so that they stay near."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from analyzer.games.cofre import faults
from analyzer.games.cofre.kernel.state import HIDDEN, OVER, TABLE
from analyzer.games.cofre.position.start import Start
from analyzer.games.cofre.setup import KernelInput, kernel_input
from analyzer.games.positions import Position, Shares, play_batches
from analyzer.games.protocol import SHARES, Integers

_GAMES = 256
"""Games that are prepared together: some 700 KB, which fit in the cache of a core."""


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
        self._choices = np.ascontiguousarray(start.choices[list(actions)])
        self._given = kernel_input(position.setup)
        self._tables = np.zeros(games, TABLE)
        self._hiddens = np.zeros(games, HIDDEN)
        self._scripts = np.zeros((games, 2), np.int64)

    def play(self, worlds: int, seed: int, first: int, stop: Integers) -> int:
        """Prepares worlds and plays them on.

        Args:
            worlds: How many, at most `self.worlds`.
            seed: The run's seed.
            first: Number of the first one.
            stop: See `play_on`.

        Returns:
            How many were finished with all choices.

        Raises:
            PolicyFailed: See `play_on`.
        """
        from analyzer.games.cofre.kernel import actions, onward  # compiles or loads the kernel

        games = worlds * len(self._choices)
        tables, hiddens, scripts = self._tables[:games], self._hiddens[:games], self._scripts[:games]
        given = self._given
        actions.prepare_worlds(
            self._start.observations,
            np.int64(self._start.forgotten),
            self._choices,
            np.uint64(seed),
            np.int64(first),
            tables,
            hiddens,
            scripts,
        )
        error = None
        try:
            played = onward.play_on(
                tables, hiddens, given.policies, given.plugins, scripts, given.tables[1:], stop
            )
        except Exception as raised:  # by a policy of the user's own
            error = raised
            played = int(np.flatnonzero(tables["phase"] != OVER)[0])
        if played < games:
            at_fault = KernelInput(
                tables[played : played + 1], hiddens[played : played + 1], given.policies, given.plugins
            )
            where = f"world {first + played // len(self._choices)} of the position"
            fault = faults.found_elsewhere(at_fault, self._position.setup, where, error)
            if fault is not None:
                raise fault from error
        return int(played) // len(self._choices)

    def shares(self, worlds: int) -> npt.NDArray[np.int8]:
        """What the deciding player won in the first worlds, in sixtieths, shape (choices, worlds)."""
        several = len(self._choices)
        winners = self._hiddens["winners"][: worlds * several].reshape(worlds, several).T
        won = winners >> self._position.seat & 1
        shares: npt.NDArray[np.int8] = (won * SHARES // np.maximum(np.bitwise_count(winners), 1)).astype(
            np.int8
        )
        return shares
