"""Plays the worlds of a position out, once with each action: some thousand games at a time."""

from collections.abc import Sequence
from typing import Any, NoReturn

import numpy as np
import numpy.typing as npt

from analyzer.games.hollander import faults
from analyzer.games.hollander.kernel.state import FAULT, HIDDEN, OVER, TABLE
from analyzer.games.hollander.policy_list import POLICIES
from analyzer.games.hollander.position.start import Start
from analyzer.games.hollander.setup import KernelInput, kernel_input
from analyzer.games.positions import Position, Shares, play_batches
from analyzer.games.protocol import SHARES, Integers

_GAMES = 4096
"""Games that are prepared together.

A call of the kernel costs a third of a millisecond, for the six functions that it is given: as much as 250 games. So
many games take 4 MB.
"""


def play_on(
    position: Position, actions: Sequence[int], seed: int, first: int, count: int, stop: Integers
) -> Shares:
    """See `positions.GivesAdvice.play_on`."""
    batch = _Batch(position, actions, min(count, _worlds_together(position, len(actions))))
    return play_batches(batch, len(actions), seed, first, count, stop)


def _worlds_together(position: Position, actions: int) -> int:
    """How many worlds are prepared together: one if players think long, whose swaps do not heed the flag to stop."""
    specs = position.setup.policies
    is_slow = any(spec.name in POLICIES and POLICIES[spec.name].slow for spec in specs)
    return 1 if is_slow else max(1, _GAMES // actions)


class _Batch:
    """Worlds that are prepared and played together, in memory that is used again and again.

    Attributes:
        worlds: How many there are at most.
    """

    def __init__(self, position: Position, actions: Sequence[int], worlds: int) -> None:
        start: Start = position.state
        self.worlds = worlds
        self._position = position
        self._start = start
        self._actions = np.ascontiguousarray(start.actions[list(actions)])
        self._given = kernel_input(position.setup)
        self._tables = np.zeros(worlds * len(actions), TABLE)
        self._hiddens = np.zeros(worlds * len(actions), HIDDEN)

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
        several = len(self._actions)
        tables, hiddens = self._tables[: worlds * several], self._hiddens[: worlds * several]
        self._prepare(tables, hiddens, seed, first)
        return self._play_out(tables, hiddens, first, stop) // several

    def shares(self, worlds: int) -> Shares:
        """What the deciding player won in the first worlds, in sixtieths, shape (actions, worlds)."""
        several = len(self._actions)
        winners: npt.NDArray[np.int64] = self._hiddens["winner"][: worlds * several]
        shares: Shares = (winners == self._position.seat).reshape(worlds, several).T * np.int8(SHARES)
        return shares

    def _prepare(self, tables: npt.NDArray[Any], hiddens: npt.NDArray[Any], seed: int, first: int) -> None:
        from analyzer.games.hollander.kernel.prepare import prepare_worlds  # compiles or loads it

        given, several = self._given, len(self._actions)
        tables["phase"] = OVER  # so that it can be told which worlds there are, if a policy fails
        error = None
        try:
            made = prepare_worlds(
                self._start.observations,
                np.int64(self._start.unseen_battle),
                given.policies,
                given.plugins,
                given.tables[1:],
                self._actions,
                np.uint64(seed),
                np.int64(first),
                tables,
                hiddens,
            )
        except Exception as raised:  # by a policy of the user's own
            error = raised
            made = max(np.flatnonzero(tables["phase"] != OVER), default=0) // several
        if made * several < len(tables):
            self._raise_fault(tables, hiddens, made * several, first, error)

    def _play_out(
        self, tables: npt.NDArray[Any], hiddens: npt.NDArray[Any], first: int, stop: Integers
    ) -> int:
        from analyzer.games.hollander.kernel import onward  # compiles or loads the kernel

        given = self._given
        error = None
        try:
            played = onward.play_on(tables, hiddens, given.policies, given.plugins, given.tables[1:], stop)
        except Exception as raised:  # by a policy of the user's own
            error = raised
            played = min(np.flatnonzero(tables["phase"] != OVER), default=0)
        if error is not None or (played < len(tables) and tables["phase"][played] == FAULT):
            self._raise_fault(tables, hiddens, played, first, error)
        return int(played)

    def _raise_fault(
        self,
        tables: npt.NDArray[Any],
        hiddens: npt.NDArray[Any],
        game: int,
        first: int,
        error: Exception | None,
    ) -> NoReturn:
        """Raises what a policy did wrong in one of the games."""
        given = self._given
        failed = KernelInput(
            np.concatenate([tables[game : game + 1], given.tables[1:]]),
            hiddens[game : game + 1],
            given.policies,
            given.plugins,
            given.deck,
        )
        world = first + game // len(self._actions)
        raise faults.found_in_world(failed, self._position.setup, world, error) or AssertionError(
            f"world {world} was not played"
        ) from error
