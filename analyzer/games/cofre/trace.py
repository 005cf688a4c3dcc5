"""From the kernel's log of one game to the events of the public trace format."""

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from analyzer.core.log import COLUMNS
from analyzer.games.cofre import faults
from analyzer.games.cofre.cards import card_name, choice_name
from analyzer.games.cofre.kernel import log as notes
from analyzer.games.cofre.kernel.chance import BITS_OF_SEAT
from analyzer.games.cofre.rules import types_of
from analyzer.games.cofre.setup import KernelInput, kernel_input
from analyzer.games.protocol import Event, Integers, PolicyFailed, Setup

_FIRST_ROWS = 1024


def trace(setup: Setup, seed: int, game: int) -> list[Event]:
    """What happens in one game.

    Args:
        setup: Rules and policies, already checked.
        seed: The run's seed.
        game: The game's number in the run.

    Returns:
        The events in order.

    Raises:
        PolicyFailed: A policy of the user's own failed, or did what the rules forbid; carries the events up to there.
    """
    given, log, error = _replay(setup, seed, game)
    events = [*_Telling(setup, seed, game).events(log)]
    fault = faults.found(given, setup, seed, game, error)
    if isinstance(fault, PolicyFailed):
        fault.events = events
    if fault is not None:
        raise fault from error
    return events


def _replay(setup: Setup, seed: int, game: int) -> tuple[KernelInput, Integers, Exception | None]:
    from analyzer.games.cofre.kernel.replay import replay_game  # compiles or loads the kernel

    rows = _FIRST_ROWS
    while True:
        given = kernel_input(setup)
        log = np.zeros((rows, COLUMNS), np.int64)
        error = None
        try:
            replay_game(
                given.tables,
                given.hiddens,
                given.policies,
                given.plugins,
                np.uint64(seed),
                np.int64(game),
                log,
            )
        except Exception as raised:  # by a policy of the user's own
            error = raised
        events = int(log[0, 0])
        if events < rows:
            return given, log[1 : events + 1], error
        rows = events + 1  # the same game again, with room for all of it


class _Telling:
    """Tells a log's events; gathers those that take several rows."""

    def __init__(self, setup: Setup, seed: int, game: int) -> None:
        self._setup = setup
        self._seed = seed
        self._game = game
        self._types = types_of(setup.rules)
        self._deck: list[str] = []
        self._choices: list[str] = []
        self._scores: list[int] = []

    def events(self, log: npt.NDArray[np.int64]) -> Iterator[Event]:
        for row in log:
            note, seat, first, second, third, fourth = (int(value) for value in row)
            match note:
                case notes.NOTE_CARD:
                    self._deck.append(self._card(second))
                case notes.NOTE_ROUND:
                    if first == 0:
                        yield self._beginning()
                    yield {
                        "event": "round",
                        "round": first,
                        "hidden": [self._card(second), self._card(third)],
                        "shown": self._card(fourth),
                    }
                case notes.NOTE_CHOICE:
                    self._choices.append(choice_name(first, self._types))
                case notes.NOTE_ORDER:
                    yield {"event": "choose", "choices": self._choices}
                    yield {"event": "order", "order": self._unpacked(first, BITS_OF_SEAT)}
                    self._choices = []
                case notes.NOTE_SLIP:
                    yield {"event": "slip", "seat": seat}
                case notes.NOTE_GAIN:
                    won = self._unpacked(second, notes.BITS_OF_CARD, first)
                    yield {"event": "gain", "seat": seat, "cards": [*map(self._card, won)]}
                case notes.NOTE_HOOK:
                    yield {"event": "hook", "seat": seat, "cause": notes.CAUSES[first]}
                case notes.NOTE_UNHOOK:
                    yield {"event": "unhook", "seat": seat, "count": first}
                case notes.NOTE_SCORE:
                    self._scores.append(first)
                case _:
                    winners = [each for each in range(self._setup.players) if first >> each & 1]
                    yield {"event": "win", "seats": winners, "scores": self._scores}

    def _beginning(self) -> Event:
        return {
            "event": "game",
            "name": self._setup.game,
            "game": self._game,
            "seed": self._seed,
            "players": self._setup.players,
            "rules": self._setup.rules.as_dict(),
            "policies": [spec.canonical for spec in self._setup.policies],
            "deck": self._deck,
        }

    def _card(self, number: int) -> str:
        return card_name(number, self._types)

    def _unpacked(self, packed: int, bits: int, count: int | None = None) -> list[int]:
        mask = (1 << bits) - 1
        return [packed >> bits * place & mask for place in range(count or self._setup.players)]
