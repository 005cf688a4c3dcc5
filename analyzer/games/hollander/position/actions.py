"""Actions in words, and as entries of the public JSON, where they are as in the trace format."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from analyzer.core.cardset import unpacked
from analyzer.games.hollander.cards import HOLLANDER, KIND_NAMES
from analyzer.games.hollander.kernel.reading import burns, ghost_is_first, laid_from_hand, next_seat
from analyzer.games.hollander.kernel.state import BATTLE, FINAL, HAND, NOBODY, PIRATE_CHOICE, PLAY, SWAP
from analyzer.games.hollander.position.situation import Situation
from analyzer.games.hollander.position.start import Start
from analyzer.games.plugincode import in_python
from analyzer.games.positions import Action

_ZONES = ("hand", "battle", "final")


def actions_of(situation: Situation, start: Start) -> list[Action]:
    """What the player may do, in the order of the kernel's list.

    Args:
        situation: What the player knows.
        start: The same as the kernel takes it.

    Returns:
        One action per row of `start.actions`.
    """
    telling = _Telling(situation, start)
    with np.errstate(over="ignore"):  # card sets wrap around on purpose
        return [telling.action([int(number) for number in row]) for row in start.actions]


class _Telling:
    """Tells the actions of one decision."""

    def __init__(self, situation: Situation, start: Start) -> None:
        self._situation = situation
        self._seat = situation.seat
        self._table: Any = start.observations[0]

    def action(self, numbers: Sequence[int]) -> Action:
        """The action that the kernel writes as these numbers."""
        phase = int(self._table["phase"])
        if phase == SWAP:
            return self._swap(numbers[0])
        if phase == PLAY:
            return self._play(np.int64(numbers[0]), np.int64(numbers[1]))
        if phase == PIRATE_CHOICE:
            return self._exchange(*numbers)
        return self._next(numbers[0])

    def _swap(self, card_set: int) -> Action:
        """Battle cards to lay (H5)."""
        laid = unpacked(card_set)
        held = sorted(self._situation.hand + self._situation.battle)
        for kind in laid:
            held.remove(kind)
        battle, hand = ([KIND_NAMES[kind] for kind in kinds] for kinds in (laid, held))
        return Action(f"{' '.join(battle)} (hand: {' '.join(hand)})", {"battle": battle, "hand": hand})

    def _play(self, kind: Any, count: Any) -> Action:
        """Cards to lay (H7)."""
        zone = int(self._table["zone"])
        from_hand = int(in_python(laid_from_hand)(self._table, kind, count))
        from_battle = int(count) - from_hand if zone == HAND else 0
        event = {
            "event": "play",
            "seat": self._seat,
            "zone": "hand+battle" if from_battle else _ZONES[zone],
            "kind": KIND_NAMES[kind],
            "count": int(count),
            "from_battle": from_battle,
        }
        name = KIND_NAMES[kind] if count == 1 else f"{count} × {KIND_NAMES[kind]}"
        remarks = [f"{from_battle} from the battle cards"] if from_battle else []
        remarks += self._consequences(kind, count)
        return Action(f"{name} ({', '.join(remarks)})" if remarks else name, {"action": event})

    def _consequences(self, kind: Any, count: Any) -> list[str]:
        """What a play does besides lying there, in words."""
        situation = self._situation
        if int(count) == len(situation.hand + situation.battle) + situation.finals[self._seat]:
            return ["wins"]  # H27
        if in_python(burns)(self._table, kind, count):
            return ["burns the pile"]  # H22, H26
        if kind == HOLLANDER and in_python(ghost_is_first)(self._table, self._table["pile"]):
            return [f"skips seat {int(in_python(next_seat)(self._table, 1))}"]  # H25
        return []

    def _next(self, chosen: int) -> Action:
        """Whom to name (H23)."""
        event = {"event": "next", "seat": self._seat, "chosen": chosen}
        return Action(f"seat {chosen} has the next turn", {"action": event})

    def _exchange(self, other: int, zone: int, gives: int, gets: int) -> Action:
        """What to exchange (H24); in the event what is drawn at random is null, and all of it if nothing is."""
        if other == NOBODY:
            label, details = "nothing is exchanged", (None, None, None, None)
            return Action(label, {"action": self._exchange_event(*details)})
        given = KIND_NAMES[gives] if zone != FINAL else None
        got = KIND_NAMES[gets] if zone == BATTLE else None
        labels = (
            f"{given} from the hand for a hand card of seat {other}",
            f"battle card {given} for {got} of seat {other}",
            f"a final card for one of seat {other}",
        )
        return Action(labels[zone], {"action": self._exchange_event(other, _ZONES[zone], given, got)})

    def _exchange_event(
        self, other: int | None, zone: str | None, gives: str | None, gets: str | None
    ) -> dict[str, Any]:
        event = {"event": "exchange", "seat": self._seat, "with": other}
        return event | {"zone": zone, "gives": gives, "gets": gets}
