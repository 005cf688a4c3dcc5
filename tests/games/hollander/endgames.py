"""Small endgames, and the exact chance of winning with each play: all ways that the cards can lie, all draws of chance.

The slow engine of the tests plays each of them to its end, so nothing here is shared with what is tested.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product
from math import comb, prod
from typing import Any, TypeVar

from tests.reference.hollander import (
    LOW_FIRST,
    Event,
    Exchange,
    Game,
    LowestPlayer,
    Play,
    RandomPlayer,
    deck_of,
    standard_rules,
)

T = TypeVar("T")
U = TypeVar("U")
Cards = tuple[str, ...]

PLAYERS = {"lowest": LowestPlayer, "random": RandomPlayer}


@dataclass(frozen=True)
class Other:
    """What the deciding player knows of another one."""

    held: int = 0
    battle: str | None = ""
    finals: int = 0
    known: str = ""


@dataclass(frozen=True)
class Endgame:
    """A position of seat `seat`; all cards that are named nowhere, `unseen` ones included, have been burned.

    Attributes:
        fires: Rules that must come up, as the slow engine counts them.
        swap: The swap rule of all players, which must not matter any more.
        decide: What is decided; a wormhole or pirate lies on top of the pile then.
    """

    name: str
    hand: str
    battle: str
    pile: str
    unseen: str
    others: tuple[Other, ...]
    fires: tuple[str, ...]
    finals: int = 0
    draw_pile: int = 0
    seat: int = 0
    policy: str = "lowest"
    swap: str = "keep"
    decide: str = "play"
    options: dict[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        return self.name

    @property
    def players(self) -> int:
        return 1 + len(self.others)

    @property
    def rules(self) -> Event:
        return standard_rules(**self.options)

    @property
    def spec(self) -> str:
        return f"{self.policy}:swap={self.swap}"

    @property
    def settings(self) -> list[str]:
        return [f"options.{key}={str(value).lower()}" for key, value in self.options.items()]

    def other_seats(self) -> dict[int, Other]:
        return {(self.seat + 1 + place) % self.players: other for place, other in enumerate(self.others)}

    def burned(self) -> list[str]:
        left = Counter(deck_of(self.rules))
        left.subtract(f"{self.hand} {self.battle} {self.pile} {self.unseen}".split())
        for other in self.others:
            left.subtract(f"{other.battle or ''} {other.known}".split())
        assert min(left.values()) >= 0, left
        return list(left.elements())

    def given(self) -> dict[str, Any]:
        """The same as it is said on the command line."""
        others = self.other_seats().items()
        return {
            "hand": self.hand,
            "battle": self.battle,
            "finals": self.finals,
            "pile": self.pile,
            "burned": self.burned(),
            "draw-pile": self.draw_pile,
            "decide": self.decide,
            "hand-size-of": {seat: other.held for seat, other in others},
            "battle-of": {seat: other.battle for seat, other in others if other.battle is not None},
            "finals-of": {seat: other.finals for seat, other in others},
            "known-of": {seat: other.known for seat, other in others},
        }


class Chance:
    """Stands where a game asks for a random choice, and goes through all that can come out; options that are alike are
    one, and as much likelier."""

    def __init__(self) -> None:
        # Of each choice: which option is taken, and how many each of them counts.
        self._path: list[tuple[int, list[int]]] = []
        self._place = 0

    def choice(self, options: Sequence[T]) -> T:
        different = list(dict.fromkeys(options))
        counts = [list(options).count(option) for option in different]
        if self._place == len(self._path):
            self._path.append((0, counts))
        taken, before = self._path[self._place]
        assert before == counts
        self._place += 1
        return different[taken]

    def walk(self, play: Callable[[], U]) -> Iterator[tuple[Fraction, U]]:
        """Every way that it can come out, with its chance."""
        while True:
            self._place = 0
            outcome = play()
            yield (
                prod(
                    (Fraction(counts[taken], sum(counts)) for taken, counts in self._path), start=Fraction(1)
                ),
                outcome,
            )
            while self._path and self._path[-1][0] + 1 == len(self._path[-1][1]):
                self._path.pop()
            if not self._path:
                return
            taken, counts = self._path[-1]
            self._path[-1] = taken + 1, counts


class Deciding:
    """Decides in all seats as one policy does, but for what the deciding player does first."""

    def __init__(self, policy: str, chance: Chance, first: list[Any]) -> None:
        self._player = PLAYERS[policy](chance)  # type: ignore[arg-type]
        self._chance = chance
        self._first = first

    def swap(self, seat: int, game: Game) -> list[str]:
        return self._player.swap(seat, game)

    def play(self, seat: int, game: Game, legal: list[Play]) -> Play:
        return self._first.pop(0) if self._first else self._player.play(seat, game, legal)

    def final_card(self, seat: int, game: Game) -> str:
        return self._player.final_card(seat, game)

    def wormhole(self, seat: int, game: Game) -> int:
        return self._first.pop(0) if self._first else self._player.wormhole(seat, game)

    def pirate(self, seat: int, game: Game, possible: dict[int, list[str]]) -> Exchange | None:
        if not self._first:
            return self._player.pirate(seat, game, possible)
        exchange: Exchange | None = self._first.pop(0)
        if exchange is None:
            return None
        other, zone, gives, gets = exchange
        gives = gives or self._chance.choice(game.zone_cards(zone, seat))
        return Exchange(other, zone, gives, gets or self._chance.choice(game.zone_cards(zone, other)))


def exact(endgame: Endgame, action: Event, fired: Counter[str]) -> Fraction:
    """The chance that the deciding player wins who does what the event says and goes on by the policy."""
    total = Fraction(0)
    for likely, dealt in arrangements(endgame):
        chance = Chance()
        outcomes = chance.walk(lambda dealt=dealt, chance=chance: wins(endgame, action, dealt, chance, fired))
        total += likely * sum(share for share, won in outcomes if won)
    return total


def legal_plays(endgame: Endgame) -> set[Play]:
    _, dealt = next(arrangements(endgame))
    return set(table(endgame, dealt, Deciding(endgame.policy, Chance(), [])).legal(endgame.seat))


def wins(endgame: Endgame, action: Event, dealt: list[Cards], chance: Chance, fired: Counter[str]) -> bool:
    """Plays one game out."""
    game = table(endgame, dealt, Deciding(endgame.policy, chance, _decisions(action)))
    game.fired = fired
    return plays_on(game, endgame.seat)


def plays_on(game: Game, seat: int) -> bool:
    """Plays turns until the game is over; whether the player in the seat wins it."""
    while game.turn < game.options.turn_limit:
        following = game.play_turn()
        if following is None:
            return game.seat == seat
        game.seat = following
        game.turn += 1
    game.mark("H28")
    return False


def _decisions(action: Event) -> list[Any]:
    if action["event"] == "play":
        return [(action["kind"], action["count"])]
    if action["event"] == "next":
        return [("wormhole", 1), action["chosen"]]
    details = [action[key] for key in ("with", "zone", "gives", "gets")]
    return [("pirate", 1), None if details[0] is None else Exchange(*details)]


def table(endgame: Endgame, dealt: list[Cards], decisions: Deciding) -> Game:
    """The table of the slow engine; a card that is decided on goes back to the hand that it came from."""
    cards = iter(dealt)
    seats = range(endgame.players)
    hand: list[list[str]] = [[] for _ in seats]
    battle: list[list[str]] = [[] for _ in seats]
    final: list[list[str]] = [[] for _ in seats]
    for seat, other in endgame.other_seats().items():
        hand[seat] = [*other.known.split(), *next(cards)]
        battle[seat] = list(next(cards)) if other.battle is None else other.battle.split()
        final[seat] = list(next(cards))
    own, pile = endgame.hand.split(), endgame.pile.split()
    if endgame.decide != "play":
        own.append(pile.pop())
    hand[endgame.seat], battle[endgame.seat] = own, endgame.battle.split()
    final[endgame.seat] = list(next(cards))
    deal = {"rules": endgame.rules, "players": endgame.players, "hand": hand, "battle": battle}
    game = Game(deal | {"final": final, "draw_pile": [card for (card,) in cards]}, decisions)
    game.pile, game.laid_by = pile, [endgame.seat] * len(pile)
    game.seat = endgame.seat
    return game


def arrangements(endgame: Endgame) -> Iterator[tuple[Fraction, list[Cards]]]:
    """All ways to deal the unseen cards, with their chance: to each group of places a multiset of cards."""
    sizes = []
    for other in endgame.other_seats().values():
        sizes += [other.held - len(other.known.split())]
        sizes += [3] if other.battle is None else []
        sizes += [other.finals]
    sizes += [endgame.finals] + [1] * endgame.draw_pile
    unseen = Counter(endgame.unseen.split())
    assert sum(sizes) == unseen.total(), (sizes, unseen)
    return deal_out(unseen, sizes)


def deal_out(unseen: Counter[str], sizes: Sequence[int]) -> Iterator[tuple[Fraction, list[Cards]]]:
    """All ways to deal cards to groups of places, with their chance: to each group a multiset."""
    if not sizes:
        yield Fraction(1), []
        return
    kinds = [kind for kind in LOW_FIRST if unseen[kind]]
    ways = comb(unseen.total(), sizes[0])
    for counts in product(*(range(unseen[kind] + 1) for kind in kinds)):
        if sum(counts) != sizes[0]:
            continue
        share = Fraction(1, ways)
        for kind, count in zip(kinds, counts, strict=True):
            share *= comb(unseen[kind], count)
        taken = Counter(dict(zip(kinds, counts, strict=True)))
        for chance, rest in deal_out(unseen - taken, sizes[1:]):
            yield share * chance, [tuple(taken.elements()), *rest]


ENDGAMES: tuple[Endgame, ...] = (
    Endgame(
        "a mutiny stops who holds high crew",
        hand="mutiny 6 9",
        battle="",
        pile="5",
        unseen="3 7 10 10",
        others=(Other(held=2, finals=2),),
        fires=("H8", "H10 failed", "H17 demand", "H17 refused"),
    ),
    Endgame(
        "a mutiny without reference",
        hand="mutiny 9 7",
        battle="",
        pile="",
        unseen="7 8 2 9 1 5",
        others=(Other(held=2, finals=1), Other(held=2)),
        finals=1,
        seat=1,
        fires=("H17 no reference", "H17 refused"),
    ),
    Endgame(
        "a captain, or a mutiny before there is one",
        hand="10 9 mutiny",
        battle="",
        pile="8",
        unseen="5 8 8 3 10 2",
        others=(Other(held=3, finals=1), Other(held=1, finals=1)),
        fires=("H15 refused", "H17 demand"),
    ),
    Endgame(
        "an island lets low cards go",
        hand="island 5 3",
        battle="",
        pile="5",
        unseen="mutiny 5 10 9 2 7",
        others=(Other(held=2, finals=1), Other(held=2, finals=1)),
        seat=2,
        fires=("H18 freedom", "H18 lower"),
    ),
    Endgame(
        "a kraken now or later",
        hand="kraken 9 7",
        battle="",
        pile="4",
        unseen="7 8 2 9 1 5",
        others=(Other(held=2, finals=1), Other(held=2)),
        finals=1,
        fires=("H22", "H29 several plays"),
    ),
    Endgame(
        "four of a kind with the pile, through a hollander",
        hand="4 4 7",
        battle="",
        pile="4 4 hollander",
        unseen="6 9 9 6 2",
        others=(Other(held=1, finals=1), Other(held=2)),
        finals=1,
        fires=("H26 four", "H26 through hollander", "H29 several plays"),
    ),
    Endgame(
        "three of a kind by other rules",
        hand="4 4 7",
        battle="",
        pile="3 4",
        unseen="6 9 9 6 mutiny",
        others=(Other(held=1, finals=1), Other(held=2)),
        finals=1,
        options={"poker_size": 3},
        fires=("H33 poker_size",),
    ),
    Endgame(
        "the last hand cards take a battle card along",
        hand="7 7",
        battle="7 9 8",
        pile="4",
        unseen="6 9 hollander 3 4",
        others=(Other(held=1, finals=1),),
        finals=3,
        fires=("H9", "H9 left", "H6 battle", "H6 final"),
    ),
    Endgame(
        "battle cards one by one",
        hand="",
        battle="4 8 8",
        pile="3 3",
        unseen="2 5 6 10",
        others=(Other(held=1),),
        finals=3,
        fires=("H6 battle", "H8", "H10 legal", "H10 failed"),
    ),
    Endgame(
        "battle cards of another that nobody has named",
        hand="6 5",
        battle="",
        pile="4",
        unseen="3 3 7 7 7 mutiny 8 8",
        others=(Other(held=1, battle=None, finals=3),),
        finals=1,
        seat=1,
        swap="high",
        fires=("H6 battle", "H8 battle"),
    ),
    Endgame(
        "a hollander first skips",
        hand="hollander 9 7",
        battle="",
        pile="",
        unseen="5 7 8 2 9 1",
        others=(Other(held=2), Other(held=3)),
        finals=1,
        fires=("H25 skip", "H25 elsewhere"),
    ),
    Endgame(
        "with two players a hollander first plays again",
        hand="hollander 3 4",
        battle="",
        pile="",
        unseen="2 6 9",
        others=(Other(held=2),),
        finals=1,
        fires=("H25 skip", "H25 two players"),
    ),
    Endgame(
        "whom a wormhole names",
        hand="9 7",
        battle="",
        pile="3 wormhole",
        unseen="7 8 2 9 1 5",
        others=(Other(held=2, known="7"), Other(held=2), Other(held=1, finals=2)),
        decide="wormhole",
        seat=1,
        fires=("H16 through specials", "H23"),
    ),
    Endgame(
        "whom a wormhole names that clears the reference",
        hand="4 8",
        battle="",
        pile="5 wormhole",
        unseen="2 4 5 9 2 6",
        others=(Other(held=2, known="7"), Other(held=2), Other(held=1, finals=2)),
        decide="wormhole",
        options={"wormhole_clears_reference": True},
        fires=("H16 wormhole clears", "H23"),
    ),
    Endgame(
        "what a pirate exchanges",
        hand="2 9",
        battle="",
        pile="3 pirate",
        unseen="2 3 8 island 3",
        others=(Other(held=2, known="8", finals=1), Other(held=1, finals=1)),
        finals=1,
        decide="pirate",
        fires=("H24 hand", "H24 final", "H24 declined"),
    ),
    Endgame(
        "what a pirate exchanges among battle cards",
        hand="",
        battle="3 1",
        pile="3 pirate",
        unseen="4 4 4 4 10 10",
        others=(Other(battle="6 7", finals=3),),
        finals=3,
        decide="pirate",
        seat=1,
        fires=("H24 battle", "H24 final", "H6 battle"),
    ),
    Endgame(
        "taking a pile that all have seen",
        hand="9 10",
        battle="",
        pile="7 8 9",
        unseen="8 9 pirate hollander 9 1",
        others=(Other(held=2, finals=1), Other(held=1)),
        finals=2,
        fires=("H8", "H10 failed"),
    ),
    Endgame(
        "one card left to draw",
        hand="9 8 9",
        battle="7 7 3",
        pile="9 9",
        unseen="10 1 1 5 5 7 wormhole",
        others=(Other(held=3, battle="6 8 6", finals=3, known="2 7 4"),),
        finals=3,
        draw_pile=1,
        options={"turn_limit": 14},
        fires=("H11", "H26 four", "H28"),
    ),
    Endgame(
        "players who choose at random",
        hand="pirate 9",
        battle="",
        pile="3",
        unseen="1 7 6 wormhole",
        others=(Other(held=2), Other(held=1, finals=1)),
        policy="random",
        fires=("H24 hand", "H23"),
    ),
)
