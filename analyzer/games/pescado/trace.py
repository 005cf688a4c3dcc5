"""From the kernel's log of one game to the events of the public trace format."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from analyzer.core.log import COLUMNS
from analyzer.games.pescado import faults
from analyzer.games.pescado.cards import (
    CAPTURE_SUM,
    CARD_NAMES,
    HAND,
    ITEMS,
    LAID_OUT,
    NUMBER_CARDS,
    ONE_OR_TEN,
    STAR,
    VALUES,
    J,
    cards_of,
    names_of,
    set_of,
)
from analyzer.games.pescado.kernel import log as notes
from analyzer.games.pescado.setup import KernelInput, kernel_input
from analyzer.games.protocol import Event, Integers, PolicyFailed, Setup

_FIRST_ROWS = 1024
_MARK_OF_ITEM = (1 << notes.BITS_OF_ITEM) - 1


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
    events = [_game_event(setup, seed, game)]
    events += _Telling(setup.players).events(log)
    fault = faults.found(given, setup, seed, game, error)
    if isinstance(fault, PolicyFailed):
        fault.events = events
    if fault is not None:
        raise fault from error
    return events


def _replay(setup: Setup, seed: int, game: int) -> tuple[KernelInput, Integers, Exception | None]:
    from analyzer.games.pescado.kernel.replay import replay_game  # compiles or loads the kernel

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


def _game_event(setup: Setup, seed: int, game: int) -> Event:
    return {
        "event": "game",
        "name": setup.game,
        "game": game,
        "seed": seed,
        "players": setup.players,
        "rules": setup.rules.as_dict(),
        "policies": [spec.canonical for spec in setup.policies],
    }


class _Telling:
    """Tells a log's events; gathers those that take several rows."""

    def __init__(self, players: int) -> None:
        self._players = players
        self._deck: list[int] = []
        self._begun = (0, 0)
        self._points: list[dict[str, int]] = []
        self._totals: list[int] = []

    def events(self, log: npt.NDArray[np.int64]) -> Iterator[Event]:
        for row in log:
            note, seat, first, second, third, fourth = (int(value) for value in row)
            match note:
                case notes.NOTE_ROUND:
                    self._deck = []
                    self._begun = (seat, first)
                case notes.NOTE_CARD:
                    self._deck.append(second)
                case notes.NOTE_DEAL:
                    if first == 0:
                        yield self._round()
                    yield self._deal(seat, first)
                case notes.NOTE_PLAY:
                    yield play_event(seat, first, second, swept=bool(third), pescado=bool(fourth))
                case notes.NOTE_LEFTOVER:
                    yield {
                        "event": "leftover",
                        "seat": seat if seat >= 0 else None,
                        "cards": names_of(first),
                    }
                case notes.NOTE_POINTS:
                    yield from self._score(first, second)
                case notes.NOTE_WIN:
                    winners = [each for each in range(self._players) if first >> each & 1]
                    yield {"event": "win", "seats": winners, "rounds": second}
                case _:
                    yield {"event": "unfinished", "rounds": second}

    def _round(self) -> Event:
        starter, number = self._begun
        in_play = set_of(self._deck)
        table = self._players * HAND
        return {
            "event": "round",
            "round": number,
            "starter": starter,
            "left_out": names_of(set_of(NUMBER_CARDS) & ~in_play),
            "specials": names_of(in_play & ~set_of(NUMBER_CARDS)),
            "deck": [CARD_NAMES[card] for card in self._deck],
            "table": [CARD_NAMES[card] for card in self._deck[table : table + LAID_OUT]],
        }

    def _deal(self, starter: int, first: int) -> Event:
        hands: list[list[str]] = [[] for _ in range(self._players)]
        for place in range(self._players):
            dealt = self._deck[first + place * HAND : first + (place + 1) * HAND]
            hands[(starter + place) % self._players] = [CARD_NAMES[card] for card in dealt]
        return {"event": "deal", "hands": hands}

    def _score(self, items: int, total: int) -> Iterator[Event]:
        points = {
            name: items >> notes.BITS_OF_ITEM * place & _MARK_OF_ITEM for place, name in enumerate(ITEMS)
        }
        points["j"] *= -1
        self._points.append(points)
        self._totals.append(total)
        if len(self._points) == self._players:
            yield {
                "event": "score",
                "round_points": [sum(each.values()) for each in self._points],
                "items": self._points,
                "totals": self._totals,
            }
            self._points, self._totals = [], []


def play_event(seat: int, card: int, chosen: int, *, swept: bool, pescado: bool) -> dict[str, Any]:
    """The event of a play.

    Args:
        seat: Who plays.
        card: The card played.
        chosen: Card set: what it captures, a J that comes along left out.
        swept: Whether a J comes along.
        pescado: Whether nothing is left on the table.

    Returns:
        The event.
    """
    return {
        "event": "play",
        "seat": seat,
        "card": CARD_NAMES[card],
        "captured": names_of(chosen) + ([CARD_NAMES[J]] if swept else []),
        "value": value_played(card, chosen),
        "swept": swept,
        "pescado": pescado,
    }


def value_played(card: int, chosen: int) -> int | None:
    """The value that a card took in a capture (P6).

    Args:
        card: The card played.
        chosen: Card set: what it captured, a J that came along left out.

    Returns:
        The value; None if it captured nothing, or is *.
    """
    if not chosen or card == STAR:
        return None
    if card == ONE_OR_TEN:
        return CAPTURE_SUM - sum(VALUES[each] for each in cards_of(chosen))
    return VALUES[card]
