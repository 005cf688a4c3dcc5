"""From the kernel's log of one game to the events of the public trace format."""

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from analyzer.core.cardset import unpacked
from analyzer.core.log import COLUMNS
from analyzer.games.hollander import faults
from analyzer.games.hollander.cards import KIND_NAMES, LAID
from analyzer.games.hollander.kernel import log as notes
from analyzer.games.hollander.kernel.state import HAND
from analyzer.games.hollander.setup import KernelInput, kernel_input
from analyzer.games.protocol import Event, Integers, PolicyFailed, Setup

_FIRST_ROWS = 2048
_ZONES = ("hand", "battle", "final")
_CAUSES = ("kraken", "four")


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
    deck = [KIND_NAMES[kind] for kind in given.hiddens[0]["deck"][: len(given.deck)]]
    events = [_deal_event(setup, seed, game, deck)]
    events += _Telling(deck).events(log)
    fault = faults.found(given, setup, seed, game, error)
    if isinstance(fault, PolicyFailed):
        fault.events = events
    if fault is not None:
        raise fault from error
    return events


def _replay(setup: Setup, seed: int, game: int) -> tuple[KernelInput, Integers, Exception | None]:
    from analyzer.games.hollander.kernel.replay import replay_game  # compiles or loads the kernel

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
                given.deck,
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


def _deal_event(setup: Setup, seed: int, game: int, deck: list[str]) -> Event:
    hand_size = setup.rules.options.whole("hand_size")
    each = 2 * LAID + hand_size
    dealt = [deck[seat * each : (seat + 1) * each] for seat in range(setup.players)]
    return {
        "event": "deal",
        "name": setup.game,
        "game": game,
        "seed": seed,
        "players": setup.players,
        "rules": setup.rules.as_dict(),
        "policies": [spec.canonical for spec in setup.policies],
        "final": [cards[:LAID] for cards in dealt],
        "battle": [cards[LAID : 2 * LAID] for cards in dealt],
        "hand": [cards[2 * LAID :] for cards in dealt],
        "draw_pile": deck[setup.players * each :],
    }


class _Telling:
    """Tells a log's events; keeps the order of the pile, which the kernel has no use for."""

    def __init__(self, deck: list[str]) -> None:
        self._deck = deck
        self._pile: list[str] = []

    def events(self, log: npt.NDArray[np.int64]) -> Iterator[Event]:
        for row in log:
            yield self._event(*(int(value) for value in row))

    def _event(self, note: int, seat: int, first: int, second: int, third: int, fourth: int) -> Event:
        match note:
            case notes.NOTE_SWAP:
                return {"event": "swap", "seat": seat, "battle": names(first), "hand": names(second)}
            case notes.NOTE_TURN:
                return {"event": "turn", "turn": first, "seat": seat}
            case notes.NOTE_PLAY:
                return self._play(seat, first, second, third, fourth)
            case notes.NOTE_BURN:
                self._pile = []
                return {"event": "burn", "seat": seat, "cause": _CAUSES[first]}
            case notes.NOTE_NEXT:
                return {"event": "next", "seat": seat, "chosen": first}
            case notes.NOTE_EXCHANGE:
                return _exchange(seat, first, second, third, fourth)
            case notes.NOTE_TAKE:
                return self._take(seat, first, second)
            case notes.NOTE_DRAW:
                return {"event": "draw", "seat": seat, "cards": self._deck[first : first + second]}
            case notes.NOTE_SKIP:
                return {"event": "skip", "seat": seat}
            case notes.NOTE_WIN:
                return {"event": "win", "seat": seat, "turns": first}
            case _:
                return {"event": "unfinished", "turns": first}

    def _play(self, seat: int, zone: int, kind: int, count: int, from_battle: int) -> Event:
        self._pile += [KIND_NAMES[kind]] * count
        zone_name = "hand+battle" if zone == HAND and from_battle else _ZONES[zone]
        return {
            "event": "play",
            "seat": seat,
            "zone": zone_name,
            "kind": KIND_NAMES[kind],
            "count": count,
            "from_battle": from_battle,
        }

    def _take(self, seat: int, pile: int, final: int) -> Event:
        taken, self._pile = self._pile, []
        if sorted(taken) != sorted(names(pile)):
            raise AssertionError(f"the kernel's pile {names(pile)} is not what was laid: {taken}")
        return {"event": "take", "seat": seat, "cards": taken, "final": names(final)[0] if final else None}


def _exchange(seat: int, other: int, zone: int, gives: int, gets: int) -> Event:
    return {
        "event": "exchange",
        "seat": seat,
        "with": other,
        "zone": _ZONES[zone],
        "gives": KIND_NAMES[gives],
        "gets": KIND_NAMES[gets],
    }


def names(card_set: int) -> list[str]:
    """The cards of a set by name, from the lowest kind up.

    Args:
        card_set: Card set, as a log holds it.

    Returns:
        One name per card.
    """
    return [KIND_NAMES[kind] for kind in unpacked(card_set)]
