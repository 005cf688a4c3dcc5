"""A game of The Flying Hollander for people who watch it: the table after each event of a trace, and what happened.

The cards are moved as the events say, with no help from the kernel.
"""

from collections import Counter
from collections.abc import Iterable, Sequence

from analyzer.games.hollander.cards import CREW_RANKS, KIND_NUMBERS
from analyzer.games.hollander.legalwords import next_in_words
from analyzer.games.protocol import BACK, Event, Place, Scene
from analyzer.wording import listed

_BEFORE = "before the first turn"
_ZONES = {"hand": "hand card", "battle": "battle card", "final": "final card"}
"""What a card of each zone is called."""

_CLEARING = {"wormhole": "wormhole_clears_reference", "pirate": "pirate_clears_reference"}
_WITH_AN = ("8", "island")
_MANY = {"mutiny": "mutinies"}
_WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def scenes(events: Sequence[Event], seat: int | None = None) -> list[Scene]:
    """The table after each event; see `protocol.Game.scenes`.

    A player sees their own hand, all battle cards, the pile and what was burned. Nobody sees the draw pile, another
    player's hand or any final card before it is turned (H3, H10, H24).

    Args:
        events: The events of one game from its deal on.
        seat: Show only what this seat sees; None for all cards.

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
        moment: The turn that is played.
        to_move: The seat whose turn it is, alone in a sequence; empty at the end.
    """

    def __init__(self, deal: Event, watcher: int | None) -> None:
        self._watcher = watcher
        self._options = deal["rules"]["options"]
        self.players: int = deal["players"]
        self._zones: dict[str, list[list[str]]] = {
            zone: [_sorted(cards) for cards in deal[zone]] for zone in _ZONES
        }
        self._pile: list[str] = []
        self._burned: list[str] = []
        self._undrawn = len(deal["draw_pile"])
        self._captain = max(
            (kind for kind, copies in deal["rules"]["deck"].items() if _is_crew(kind) and copies), key=int
        )
        self.moment = _BEFORE
        self.to_move: Sequence[int] = (0,)  # H4

    # What is seen

    def shared(self) -> list[Place]:
        """The pile, the draw pile and what was burned."""
        return [
            Place("pile", tuple(self._pile), self._next()),
            Place("draw pile", (BACK,) * self._undrawn),
            Place("burned", tuple(_sorted(self._burned))),
        ]

    def places(self, seat: int) -> list[Place]:
        """The cards of one seat."""
        return [Place(zone, self._seen(seat, zone, self._zones[zone][seat])) for zone in _ZONES]

    def _seen(self, seat: int, zone: str, cards: Sequence[str]) -> tuple[str, ...]:
        return tuple(cards) if self._is_open(seat, zone) else (BACK,) * len(cards)

    def _is_open(self, seat: int, zone: str) -> bool:
        return self._watcher is None or zone == "battle" or (zone == "hand" and seat == self._watcher)

    def _next(self) -> str:
        """What may be laid next, in words (H13 to H19)."""
        if not self.to_move:
            return ""
        top = next((card for card in reversed(self._pile) if card != "hollander"), "")
        following = next_in_words(
            top, self._reference(), self._captain, int(self._options["mutiny_first_max"])
        )
        return f"next: {following}"

    def _reference(self) -> str | None:
        """The crew card that the next play is measured against (H16)."""
        for card in reversed(self._pile):
            if _is_crew(card):
                return card
            if card in _CLEARING and self._options[_CLEARING[card]]:
                return None
        return None

    # What happens

    def follow(self, event: Event) -> str:
        """Moves the cards of an event, and tells what happened."""
        match event["event"]:
            case "deal":
                return self._deal(event)
            case "swap":
                return self._swap(event)
            case "turn":
                return self._turn(event)
            case "play":
                return self._play(event)
            case "burn":
                return self._burn(event)
            case "next":
                return f"Seat {event['seat']} chooses that seat {event['chosen']} has the next turn."
            case "exchange":
                return self._exchange(event)
            case "take":
                return self._take(event)
            case "draw":
                return self._draw(event)
            case "skip":
                return f"Seat {event['seat']} is skipped."
            case _:
                return self._end(event)

    def _deal(self, event: Event) -> str:
        hand = _number(len(event["hand"][0]))
        return f"The cards are dealt: to each player {hand} in the hand, three battle cards and three final cards."

    def _swap(self, event: Event) -> str:
        seat = event["seat"]
        before, after = self._zones["battle"][seat], _sorted(event["battle"])
        laid, back = _less(after, before), _less(before, after)
        self._zones["battle"][seat], self._zones["hand"][seat] = after, _sorted(event["hand"])
        self.to_move = ((seat + 1) % self.players,)
        if not laid:
            return f"Seat {seat} leaves the battle cards as they are."
        return f"Seat {seat} lays {_listed(laid)} as battle cards, and takes {_listed(back)} into the hand."

    def _turn(self, event: Event) -> str:
        self.moment, self.to_move = f"turn {event['turn']}", (event["seat"],)
        return f"Turn {event['turn']}: seat {event['seat']} is to play."

    def _play(self, event: Event) -> str:
        seat, zone, kind, count, added = (
            event[key] for key in ("seat", "zone", "kind", "count", "from_battle")
        )
        first = "hand" if added else zone
        self._remove(seat, first, [kind] * (count - added))
        self._remove(seat, "battle", [kind] * added)
        self._pile += [kind] * count
        if zone == "final":
            return f"Seat {seat} turns a final card, {_cards(kind, 1)}, and lays it."
        if added:
            parts = f"{_number(count - added)} from the hand and {_number(added)} from the battle cards"
            return f"Seat {seat} lays {_cards(kind, count)}: {parts}."
        return (
            f"Seat {seat} lays {_cards(kind, count)} from the {'hand' if zone == 'hand' else 'battle cards'}."
        )

    def _burn(self, event: Event) -> str:
        lying, run = self._lying(), _run(self._pile)
        self._burned += self._pile
        self._pile = []
        if event["cause"] == "kraken":
            return f"The kraken burns {lying}."
        return f"{_cards(*run).capitalize()} in a row burn {lying}."

    def _exchange(self, event: Event) -> str:
        seat, other, zone, gives, gets = (event[key] for key in ("seat", "with", "zone", "gives", "gets"))
        for owner, gone, come in ((seat, gives, gets), (other, gets, gives)):
            self._remove(owner, zone, [gone])
            self._add(owner, zone, [come])
        what = f"Seat {seat} exchanges a {_ZONES[zone]} with seat {other}"
        # Both who take part in it see the cards from their hands.
        known = self._is_open(seat, zone) or self._is_open(other, zone)
        return f"{what}: {_cards(gives, 1)} for {_cards(gets, 1)}." if known else f"{what}."

    def _take(self, event: Event) -> str:
        seat, failed = event["seat"], event["final"]
        lying = self._lying()
        self._pile = []
        self._add(seat, "hand", event["cards"])
        if failed is None:
            return f"Seat {seat} can lay nothing and takes {lying}."
        self._remove(seat, "final", [failed])
        self._add(seat, "hand", [failed])
        return (
            f"Seat {seat} turns a final card, {_cards(failed, 1)}, may not lay it, and takes it with {lying}."
        )

    def _draw(self, event: Event) -> str:
        seat, cards = event["seat"], event["cards"]
        self._undrawn -= len(cards)
        self._add(seat, "hand", cards)
        if self._is_open(seat, "hand"):
            return f"Seat {seat} draws {_listed(cards)}."
        return f"Seat {seat} draws {_number(len(cards))} card{'' if len(cards) == 1 else 's'}."

    def _end(self, event: Event) -> str:
        self.to_move = ()
        if event["event"] == "win":
            return f"Seat {event['seat']} has no card left and wins after {event['turns']} turns."
        return f"The game ends without a winner: {event['turns']} turns are the limit."

    def _lying(self) -> str:
        count = len(self._pile)
        return "the pile of one card" if count == 1 else f"the pile of {count} cards"

    def _remove(self, seat: int, zone: str, cards: Iterable[str]) -> None:
        for card in cards:
            self._zones[zone][seat].remove(card)

    def _add(self, seat: int, zone: str, cards: Iterable[str]) -> None:
        self._zones[zone][seat] = _sorted([*self._zones[zone][seat], *cards])


def _is_crew(card: str) -> bool:
    return KIND_NUMBERS[card] < CREW_RANKS


def _sorted(cards: Iterable[str]) -> list[str]:
    return sorted(cards, key=lambda card: KIND_NUMBERS[card])


def _less(cards: Sequence[str], others: Iterable[str]) -> list[str]:
    """What is left of the cards without the others."""
    left = list(cards)
    for card in others:
        if card in left:
            left.remove(card)
    return left


def _run(pile: Sequence[str]) -> tuple[str, int]:
    """The kind on top of a pile that was burned by a run, and how many lie there in a row (H26)."""
    solid = [card for card in pile if card != "hollander"]
    below = next((place for place, card in enumerate(reversed(solid)) if card != solid[-1]), len(solid))
    return solid[-1], below


def _number(count: int) -> str:
    return _WORDS[count] if count < len(_WORDS) else str(count)


def _cards(kind: str, count: int) -> str:
    """Cards of one kind in words: "a 7", "an island", "two 7s", "three mutinies"."""
    if count == 1:
        return f"an {kind}" if kind in _WITH_AN else f"a {kind}"
    return f"{_number(count)} {_MANY.get(kind, f'{kind}s')}"


def _listed(cards: Iterable[str]) -> str:
    """Cards in words: "a 4, two 7s and a kraken"."""
    counts = Counter(_sorted(cards))
    return listed(_cards(kind, count) for kind, count in counts.items())
