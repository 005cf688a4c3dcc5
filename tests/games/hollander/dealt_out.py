"""Decks that are dealt out to the last card, and the exact chance of winning with each way to lay the battle cards."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from fractions import Fraction

from tests.games.hollander.endgames import Cards, Chance, Deciding, deal_out, plays_on
from tests.reference.hollander import CREW, SPECIALS, SWAPS, Event, Game, deck_of, standard_rules


@dataclass(frozen=True)
class Opening:
    """What the player in a seat knows before their swap, of a deck that is dealt out to the last card.

    Attributes:
        battles: The battle cards of other seats that lie open; the others are dealt, and swapped by the seat's policy.
        swaps: The swap rule of each seat.
    """

    name: str
    deck: dict[str, int]
    hand: str
    battle: str
    seat: int
    swaps: tuple[str, ...]
    battles: dict[int, str] = field(default_factory=dict)

    def __str__(self) -> str:
        return self.name

    @property
    def rules(self) -> Event:
        return standard_rules(dict.fromkeys(CREW + SPECIALS, 0) | self.deck, **_SMALL)

    @property
    def settings(self) -> list[str]:
        deck = [f"deck.{kind}={copies}" for kind, copies in self.rules["deck"].items()]
        return deck + [f"options.{key}={value}" for key, value in _SMALL.items()]


_SMALL = {"hand_size": 2, "turn_limit": 30}


def exact_way(opening: Opening, battle: list[str]) -> Fraction:
    """The chance that the deciding player wins who lays these battle cards and goes on as `lowest`."""
    players = len(opening.swaps)
    sizes = []
    for seat in range(players):
        if seat != opening.seat:
            sizes += [_SMALL["hand_size"], 0 if seat in opening.battles else 3]
        sizes.append(3)
    unseen = Counter(deck_of(opening.rules))
    unseen.subtract(" ".join([opening.hand, opening.battle, *opening.battles.values()]).split())
    assert sum(sizes) == unseen.total()
    total = Fraction(0)
    for likely, dealt in deal_out(unseen, sizes):
        chance = Chance()
        games = chance.walk(lambda dealt=dealt, chance=chance: _wins_opening(opening, battle, dealt, chance))
        total += likely * sum(share for share, won in games if won)
    return total


def _wins_opening(opening: Opening, battle: list[str], dealt: list[Cards], chance: Chance) -> bool:
    cards = iter(dealt)
    hands, battles, finals = [], [], []
    for seat in range(len(opening.swaps)):
        if seat == opening.seat:
            hands.append(opening.hand.split())
            battles.append(opening.battle.split())
        else:
            hands.append(list(next(cards)))
            laid = next(cards)
            battles.append(opening.battles[seat].split() if seat in opening.battles else list(laid))
        finals.append(list(next(cards)))
    deal = {"rules": opening.rules, "players": len(hands), "hand": hands, "battle": battles}
    game = Game(deal | {"final": finals, "draw_pile": []}, Opened(opening, battle, chance))
    for seat in range(len(hands)):
        game.swap(seat)
    return plays_on(game, opening.seat)


class Opened(Deciding):
    """Swaps as the rules of an opening say, but for the deciding player."""

    def __init__(self, opening: Opening, battle: list[str], chance: Chance) -> None:
        super().__init__("lowest", chance, [])
        self._opening = opening
        self._battle = battle

    def swap(self, seat: int, game: Game) -> list[str]:
        if seat == self._opening.seat:
            return self._battle
        if seat < self._opening.seat and seat in self._opening.battles:
            return game.battle[seat]
        return SWAPS[self._opening.swaps[seat]](game.battle[seat], game.hand[seat], None)  # type: ignore[arg-type]


OPENINGS: tuple[Opening, ...] = (
    Opening(
        "the first to swap",
        deck={"1": 1, "2": 1, "3": 7, "4": 7},
        hand="3 4",
        battle="1 3 4",
        seat=0,
        swaps=("keep", "low"),
    ),
    Opening(
        "after one who was dealt five cards and swapped",
        deck={"1": 1, "2": 1, "3": 7, "4": 7},
        hand="3 4",
        battle="1 3 4",
        seat=1,
        swaps=("high", "keep"),
    ),
    Opening(
        "after one whose battle cards lie there, and before another",
        deck={"1": 1, "2": 1, "3": 9, "4": 13},
        hand="3 4",
        battle="2 4 4",
        seat=1,
        swaps=("low", "keep", "high"),
        battles={0: "1 4 4", 2: "3 3 3"},
    ),
)
