"""A game of Pescado Novo for people who watch it: the table after each event of a trace, and what happened.

The cards are moved as the events say, with no help from the kernel.
"""

from collections.abc import Iterable, Sequence

from analyzer.games.pescado.cards import CARD_NUMBERS, HAND
from analyzer.games.protocol import BACK, Event, Place, Scene
from analyzer.wording import counted, listed

_BEFORE = "before the first round"
_ITEM_WORDS = {
    "seven_of_tuna": "7 of tuna",
    "most_tuna": "most tuna",
    "most_cards": "most cards",
    "most_sevens": "most sevens",
    "zero": "0",
    "pescados": "pescado",
    "j": "J",
}


def scenes(events: Sequence[Event], seat: int | None = None) -> list[Scene]:
    """The table after each event; see `protocol.Game.scenes`.

    A player sees their own hand, the table and what everybody captured. Nobody sees the deck, the cards that are left
    out, or another player's hand.

    Args:
        events: The events of one game from its first on.
        seat: Show only what this seat sees; None for all hands.

    Returns:
        One scene per event.
    """
    told: list[Scene] = []
    table = _Watched(events[0]["players"], seat)
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
        to_move: The seat whose turn it is, alone in a sequence; empty before the first round and at the end.
    """

    def __init__(self, players: int, watcher: int | None) -> None:
        self._watcher = watcher
        self.players = players
        self._table: list[str] = []
        self._undealt = 0
        self._hands: list[list[str]] = [[] for _ in range(players)]
        self._captured: list[list[str]] = [[] for _ in range(players)]
        self._totals = [0] * players
        self._pescados = [0] * players
        self.moment = _BEFORE
        self.to_move: Sequence[int] = ()

    # What is seen

    def shared(self) -> list[Place]:
        """The table and the deck."""
        return [Place("table", tuple(self._table)), Place("deck", (BACK,) * self._undealt)]

    def places(self, seat: int) -> list[Place]:
        """The cards of one seat, and its points."""
        hand = self._hands[seat]
        return [
            Place("hand", tuple(hand) if self._watcher in (None, seat) else (BACK,) * len(hand)),
            Place("captured", tuple(_sorted(self._captured[seat])), self._standing(seat)),
        ]

    def _standing(self, seat: int) -> str:
        pescados = self._pescados[seat]
        now = f", {counted(pescados, 'pescado')} in this round" if pescados else ""
        return counted(self._totals[seat], "point") + now

    # What happens

    def follow(self, event: Event) -> str:
        """Moves the cards of an event, and tells what happened."""
        match event["event"]:
            case "game":
                return f"A game for {event['players']} players begins."
            case "round":
                return self._round(event)
            case "deal":
                return self._deal(event)
            case "play":
                return self._play(event)
            case "leftover":
                return self._leftover(event)
            case "score":
                return self._score(event)
            case _:
                return self._end(event)

    def _round(self, event: Event) -> str:
        self.moment, self.to_move = f"round {event['round']}", (event["starter"],)
        self._table = _sorted(event["table"])
        self._undealt = len(event["deck"]) - len(event["table"])
        self._captured = [[] for _ in range(self.players)]
        self._pescados = [0] * self.players
        lying = listed(self._table)
        return f"Round {event['round']} begins: {lying} lie on the table; seat {event['starter']} starts."

    def _deal(self, event: Event) -> str:
        self._hands = [_sorted(hand) for hand in event["hands"]]
        self._undealt -= self.players * HAND
        return f"Each player is dealt {HAND} cards."

    def _play(self, event: Event) -> str:
        seat, card, captured = event["seat"], event["card"], event["captured"]
        self._hands[seat].remove(card)
        self.to_move = ((seat + 1) % self.players,)
        if not captured:
            self._table = _sorted([*self._table, card])
            return f"Seat {seat} lays {card} on the table."
        self._table = [each for each in self._table if each not in captured]
        self._captured[seat] += [card, *captured]
        played = f"{card} as {event['value']}" if card == "1/10" else card
        told = f"Seat {seat} plays {played} and captures {listed(captured)}"
        if event["pescado"]:
            self._pescados[seat] += 1
            told += ", all that lies there: a pescado"
        return f"{told}."

    def _leftover(self, event: Event) -> str:
        seat, cards = event["seat"], event["cards"]
        self._table = []
        if seat is None:
            return f"Nobody has captured anything, so nobody takes {listed(cards)}."
        self._captured[seat] += cards
        return f"Seat {seat} captured last and takes what is left: {listed(cards)}."

    def _score(self, event: Event) -> str:
        self._totals = event["totals"]
        self.to_move = ()
        scored = zip(event["round_points"], event["items"], event["totals"], strict=True)
        return " ".join(
            f"Seat {seat} scores {points}{_reasons(items)} and has {total}."
            for seat, (points, items, total) in enumerate(scored)
        )

    def _end(self, event: Event) -> str:
        self.to_move = ()
        rounds = counted(event["rounds"], "round")
        if event["event"] == "unfinished":
            return f"The game ends without a winner: {rounds} are the limit."
        seats = event["seats"]
        if len(seats) == 1:
            return f"Seat {seats[0]} wins after {rounds}."
        return f"Seats {listed(map(str, seats))} share the win after {rounds}."


def _reasons(items: dict[str, int]) -> str:
    """What brought points, in brackets."""
    found = []
    for item, points in items.items():
        if item == "pescados" and points:
            found.append(counted(points, _ITEM_WORDS[item]))
        elif points > 1:
            found.append(f"two {_ITEM_WORDS[item]}s")  # a 0 and a * that counts as one
        elif points:
            found.append(f"{'less ' if points < 0 else ''}{_ITEM_WORDS[item]}")
    return f" ({', '.join(found)})" if found else ""


def _sorted(cards: Iterable[str]) -> list[str]:
    return sorted(cards, key=lambda card: CARD_NUMBERS[card])
