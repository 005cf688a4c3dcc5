"""A game of Cofre for people who watch it: the table after each event of a trace, and what happened.

The cards are moved as the events say, with no help from the kernel.
"""

from collections.abc import Sequence

from analyzer.games.cofre.cards import LINE, TREASURE_NAME
from analyzer.games.protocol import BACK, Event, Place, Scene
from analyzer.wording import counted, listed

_BEFORE = "before the first round"
_HOOK = "hook card"


def scenes(events: Sequence[Event], seat: int | None = None) -> list[Scene]:
    """The table after each event; see `protocol.Game.scenes`.

    A player sees the face-up card and, until all cards are turned, of the choices only their own. The cards are turned
    with the event that tells the order of speed. Nobody sees the deck.

    Args:
        events: The events of one game from its first on.
        seat: Show only what this seat sees; None to show all cards that are laid.

    Returns:
        One scene per event.
    """
    told: list[Scene] = []
    table = _Watched(events[0], seat)
    for event in events:
        sentence = table.follow(event)
        told.append(
            Scene(
                table.moment,
                sentence,
                table.shared(),
                [*map(table.places, range(table.players))],
                table.to_move,
            )
        )
    return told


class _Watched:
    """The cards on the table, moved event by event, and how one watcher sees them.

    Attributes:
        players: Number of seats.
        moment: The round that is played.
        to_move: The seats that are to choose, all at once; none while claims are settled, and at the end.
    """

    def __init__(self, beginning: Event, watcher: int | None) -> None:
        self._watcher = watcher
        self.players = int(beginning["players"])
        self._undealt = len(beginning["deck"])
        self._line: list[str] = []
        self._choices: list[str] = []
        self._are_turned = False
        self._won: list[list[str]] = [[] for _ in range(self.players)]
        self._hooks = [0] * self.players
        self._has_treasure = [True] * self.players
        self.moment = _BEFORE
        self.to_move: Sequence[int] = ()

    # What is seen

    def shared(self) -> list[Place]:
        """The line of chest cards and the deck."""
        line = self._line
        if self._watcher is not None and not self._are_turned:
            line = [*[BACK] * len(line[:-1]), *line[-1:]]
        return [
            Place("chest cards", tuple(line)),
            Place("deck", (BACK,) * self._undealt),
        ]

    def places(self, seat: int) -> list[Place]:
        """What a seat has chosen and won."""
        chosen = tuple(self._choices[seat : seat + 1])
        if not self._are_turned and self._watcher not in (None, seat):
            chosen = (BACK,) * len(chosen)
        return [
            Place("choice", chosen),
            Place("won", tuple(self._won[seat]), self._standing(seat)),
        ]

    def _standing(self, seat: int) -> str:
        parts = [counted(self._score(seat), "point")]
        if self._hooks[seat]:
            parts.append(counted(self._hooks[seat], _HOOK))
        if self._has_treasure[seat]:
            parts.append("holds the treasure card")
        return ", ".join(parts)

    def _score(self, seat: int) -> int:
        return sum(map(_stars, self._won[seat])) - self._hooks[seat]

    # What happens

    def follow(self, event: Event) -> str:
        """Moves the cards of an event, and tells what happened."""
        match event["event"]:
            case "game":
                return f"A game for {self.players} players begins."
            case "round":
                return self._round(event)
            case "choose":
                return self._choose(event)
            case "order":
                return self._turn(event)
            case "slip":
                return f"Seat {event['seat']} touches a card by mistake and wins nothing."
            case "gain":
                return self._gain(event)
            case "hook":
                return self._hook(event)
            case "unhook":
                return self._unhook(event)
            case _:
                return self._end(event)

    def _round(self, event: Event) -> str:
        self.moment, self.to_move = f"round {event['round']}", tuple(range(self.players))
        self._line = [*event["hidden"], event["shown"]]
        self._choices, self._are_turned = [], False
        self._undealt -= LINE
        return f"Round {event['round']}: {event['shown']} lies face up beside two cards that lie face down."

    def _choose(self, event: Event) -> str:
        self._choices, self.to_move = list(event["choices"]), ()
        if self._watcher is None:
            told = (f"Seat {seat} {_chosen(choice)}" for seat, choice in enumerate(self._choices))
            return f"{'. '.join(told)}."
        return f"All have chosen. Seat {self._watcher} {_chosen(self._choices[self._watcher])}."

    def _turn(self, event: Event) -> str:
        self._are_turned = True
        for seat, choice in enumerate(self._choices):
            if choice == TREASURE_NAME:
                self._has_treasure[seat] = False
        fastest, *others = event["order"]
        lying = listed(self._line)
        return f"All cards are turned: {lying} lie there. Seat {fastest} is fastest, then {listed(others)}."

    def _gain(self, event: Event) -> str:
        seat, cards = event["seat"], event["cards"]
        self._won[seat] += cards
        for card in cards:
            self._line.remove(card)
        return f"Seat {seat} wins {listed(cards)}: {counted(sum(map(_stars, cards)), 'star')}."

    def _hook(self, event: Event) -> str:
        self._hooks[event["seat"]] += 1
        why = (
            "for the treasure card, which won nothing" if event["cause"] == "treasure" else "for the mistake"
        )
        return f"Seat {event['seat']} draws a {_HOOK} {why}."

    def _unhook(self, event: Event) -> str:
        seat, count = event["seat"], event["count"]
        self._hooks[seat] -= count
        return f"Seat {seat} gives back {counted(count, _HOOK)} for gold coins."

    def _end(self, event: Event) -> str:
        self.to_move = ()
        scores = ", ".join(
            f"seat {seat} has {counted(score, 'point')}" for seat, score in enumerate(event["scores"])
        )
        seats = event["seats"]
        who = f"Seat {seats[0]} wins" if len(seats) == 1 else f"Seats {listed(seats)} share the win"
        return f"{who}: {scores}."


def _chosen(choice: str) -> str:
    return "plays the treasure card" if choice == TREASURE_NAME else f"goes for {choice}"


def _stars(card: str) -> int:
    return int(card.rpartition("-")[2])
