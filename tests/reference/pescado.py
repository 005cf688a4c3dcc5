"""Pescado Novo, played slowly and to the letter of its rules page.

The engine keeps every card as a string in a plain list and finds captures by adding up every subset of the
table. It shares nothing with the fast kernel, so that `check` can tell whether a recorded game was played by
the rules. `play_game` plays whole games by itself, to compare what the two make of the same rules.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import lru_cache
from itertools import chain, combinations, product
from random import Random
from typing import Any, NamedTuple, Protocol

Event = dict[str, Any]
Cards = frozenset[str]
Play = tuple[str, Cards]  # the card, and all that it takes from the table: P16

NUMBER_CARDS = tuple(f"{suit}-{number}" for suit in ("tuna", "a", "b", "c") for number in range(1, 11))  # P1
SPECIALS = ("*", "J", "B", "-2", "-1", "0", "1/10", "11", "12", "13")  # P1
PRINTED = ("-2", "-1", "0", "11", "12", "13")  # P6
PLAYER_COUNTS = (2, 3, 4, 6)  # P3
SUM = 15  # P5
HAND = 3  # P4
TABLE = 4  # P4
BRUTE_FORCE_CARDS = 12  # 4096 subsets
ITEMS = ("seven_of_tuna", "most_tuna", "most_cards", "most_sevens", "zero", "pescados", "j")

#: Every case of a rule that the engine counts. A thorough campaign of games reaches each of them.
_CASES = """
    P2 * in | P2 J in | P2 B in | P2 -2 in | P2 -1 in | P2 0 in | P2 1/10 in | P2 11 in | P2 12 in | P2 13 in
    P2 7 of tuna left out | P3 2 players | P3 3 players | P3 4 players | P3 6 players | P3 start moves
    P4 redeal | P5 captures one | P5 captures several | P5 choice of sets | P5 captures nothing
    P5 captures nothing on an empty table | P5 captures nothing though another hand card would
    P6 -2 played | P6 -1 played | P6 0 played | P6 11 played | P6 12 played | P6 13 played
    P6 -2 captured | P6 -1 captured | P6 0 captured | P6 11 captured | P6 12 captured | P6 13 captured
    P6 1/10 played as 1 | P6 1/10 played as 10 | P6 1/10 played with sets for both
    P6 1/10 captured as 1 | P6 1/10 captured as 10
    P7 star takes another | P7 star takes J | P7 star takes B | P7 star sweeps J | P7 star on an empty table
    P7 star dealt to the table | P7 laid star captured | P7 dealt star captured
    P7 star scores as zero | P7 laid star does not score | P7 dealt star does not score
    P8 J laid | P8 J dealt to the table | P8 J swept by a sum | P8 J stays though a card is laid on it
    P9 B laid | P9 B dealt to the table | P9 B blocks pescado | P9 B stays to the end
    P10 pescado | P10 pescado with swept J | P10 pescado by star | P10 pescado of one card
    P11 leftover | P11 leftover J | P11 leftover zero | P11 nobody captured | P11 table empty
    P11 leftover changes most_cards
    P12 seven_of_tuna | P12 most_tuna | P12 most_cards | P12 most_sevens | P12 zero | P12 pescados | P12 j
    P12 two zeros in one pile | P12 several pescados of one seat | P12 nobody has seven_of_tuna
    P13 tie for most_tuna | P13 tie for most_cards | P13 tie for most_sevens
    P13 most of none scores | P13 most of none does not score
    P14 win | P14 shared win | P14 several reach the target | P14 new round | P14 negative total
    P15 unfinished | P15 win in the last round
"""
CASES: tuple[str, ...] = tuple(case.strip() for line in _CASES.split("\n")[1:-1] for case in line.split("|"))

#: The rule that is broken when an event of this kind should come next and does not.
_RULE_OF_EVENT = {
    "game": "trace",
    "round": "P14",
    "deal": "P4",
    "play": "P4",
    "leftover": "P11",
    "score": "P12",
}
_RULE_OF_EVENT |= {"win": "P14", "unfinished": "P15"}

#: The rule that is broken when a field of an event is not what the rules make of it.
_RULE_OF_FIELD = {
    ("round", "round"): "P14",
    ("round", "starter"): "P3",
    ("round", "left_out"): "P2",
    ("round", "specials"): "P2",
    ("round", "deck"): "P2",
    ("round", "table"): "P4",
    ("deal", "hands"): "P4",
    ("play", "seat"): "P4",
    ("play", "card"): "P4",
    ("play", "captured"): "P5",
    ("play", "value"): "P6",
    ("play", "swept"): "P8",
    ("play", "pescado"): "P10",
    ("leftover", "seat"): "P11",
    ("leftover", "cards"): "P11",
    ("score", "items"): "P12",
    ("score", "round_points"): "P12",
    ("score", "totals"): "P14",
    ("win", "seats"): "P14",
    ("win", "rounds"): "P14",
    ("unfinished", "rounds"): "P15",
}

#: Lists of cards whose order says nothing.
_SETS = {"left_out", "specials", "table", "captured", "cards"}


class Broken(AssertionError):
    """A game was not played by the rules.

    Attributes:
        rule: The rule that was broken ("P5"), or "trace" where the record itself is not of the agreed form.
        place: The number of the event that broke it, from 0.
    """

    def __init__(self, rule: str, place: int, text: str) -> None:
        super().__init__(f"event {place} breaks {rule}: {text}")
        self.rule = rule
        self.place = place


class Objection(NamedTuple):
    """What is wrong with a decision or a shuffle: the rule that it breaks, and how."""

    rule: str
    text: str


@dataclass(frozen=True)
class Options:
    """The options of the rules page with their defaults."""

    left_out: int = 2  # P2
    specials_in: int = 2  # P2
    target: int = 12  # P14
    star_scores_as_zero: bool = True  # P7 [choice]
    most_needs_one: bool = True  # P13 [choice]
    round_limit: int = 200  # P15 [choice]


RANGES = {"left_out": (0, 40), "specials_in": (0, 10), "target": (1, 2**63), "round_limit": (1, 2**63)}


class Shuffle(NamedTuple):
    """The cards of a round (P2); the deck's next card is its first."""

    left_out: list[str]
    specials: list[str]
    deck: list[str]


class Source(Protocol):
    """Everything in a game that is decided by a player or by chance."""

    def shuffle(self, game: Game) -> Shuffle:
        """Shuffle for the next round (P2)."""

    def choose(self, game: Game, hand: list[str], table: list[str]) -> tuple[str, Collection[str]]:
        """Choose a play for the seat whose turn it is: the card, and all that it takes (P16)."""


# ---- cards


def values(card: str) -> tuple[int, ...]:
    """The values that a card may have in a sum (P6); none for `J` and `B` (P8, P9).

    A `*` has one only where it lies on the table (P7).
    """
    if card in ("J", "B"):
        return ()
    if card == "*":
        return (0,)
    if card == "1/10":
        return (1, 10)
    return (int(card) if card in PRINTED else int(card.split("-")[1]),)


def suit(card: str) -> str | None:
    """The suit of a number card, None for a special."""
    return None if card in SPECIALS else card.split("-")[0]


def number(card: str) -> int | None:
    """The number of a number card, None for a special."""
    return None if card in SPECIALS else int(card.split("-")[1])


def subsets_by_sum(table: Iterable[str]) -> dict[int, list[Cards]]:
    """All non-empty sets of table cards that have a value, under each sum that they can make.

    Brute force over all subsets and all values of `1/10`; tables too large for that go another, equally
    exact way, which leaves out the sums that capture nothing (P5: no card is worth less than -2).
    """
    return _subsets_by_sum(tuple(card for card in table if values(card)))


@lru_cache(maxsize=8)  # every question about a play looks at the same table
def _subsets_by_sum(cards: tuple[str, ...]) -> dict[int, list[Cards]]:
    if len(cards) > BRUTE_FORCE_CARDS:
        return _subsets_by_adding_cards(cards)
    found: dict[int, list[Cards]] = {}
    for chosen in chain.from_iterable(combinations(cards, size) for size in range(1, len(cards) + 1)):
        for total in {sum(way) for way in product(*(values(card) for card in chosen))}:
            found.setdefault(total, []).append(frozenset(chosen))
    return found


def _subsets_by_adding_cards(cards: Sequence[str]) -> dict[int, list[Cards]]:
    """The same, card by card; once the negative ones are in, sums only grow, and too large ones are left out."""
    largest = SUM + 2
    found: dict[int, list[Cards]] = {0: [frozenset()]}
    for card in sorted(cards, key=lambda card: min(values(card))):
        longer = {total: list(sets) for total, sets in found.items()}
        for value in values(card):
            for total, sets in found.items():
                if total + value <= largest:
                    longer.setdefault(total + value, []).extend(chosen | {card} for chosen in sets)
        found = longer
    found[0].remove(frozenset())
    return {total: sets for total, sets in found.items() if sets}


def capturing_sets(
    card: str, table: Iterable[str], sums: dict[int, list[Cards]] | None = None
) -> list[Cards]:
    """The sets of table cards that a played number card or a special with a value makes 15 with (P5, P6).

    A set that is reached by two values of `1/10` is there once (P16). A `J` that comes along is not in it.
    """
    if card in ("*", "J", "B"):
        return []
    sums = subsets_by_sum(table) if sums is None else sums
    return list(dict.fromkeys(found for value in values(card) for found in sums.get(SUM - value, [])))


def legal_plays(hand: Iterable[str], table: Iterable[str]) -> list[Play]:
    """All legal plays, each as the card and all that leaves the table with it, a swept `J` included (P16)."""
    table = list(table)
    sums = subsets_by_sum(table)
    swept = {"J"} & set(table)  # P8
    plays: list[Play] = []
    for card in hand:
        if card == "*":
            taken = [frozenset({other} | swept) if other != "J" else frozenset("J") for other in table]  # P7
        else:
            taken = [found | swept for found in capturing_sets(card, table, sums)]
        plays += [(card, cards) for cards in taken or [frozenset()]]
    return plays


def played_values(card: str, captured: Collection[str]) -> list[int]:
    """The values with which a played card makes 15 with the captured ones: none for `*` or without capture."""
    summed = [other for other in captured if other != "J"]
    if card == "*" or not summed:
        return []
    sums = {sum(way) for way in product(*(values(other) for other in summed))}
    return [value for value in values(card) if SUM - value in sums]


def objection_to_play(
    card: str, captured: Collection[str], hand: list[str], table: list[str]
) -> Objection | None:
    """The rule that a play breaks, or None when it is legal."""
    if card not in hand:
        return Objection("P4", f"{card!r} is not in the hand {hand}")
    taken = frozenset(captured)
    legal = legal_plays([card], table)
    if len(taken) == len(captured) and (card, taken) in legal:
        return None
    possible = [sorted(cards) for _, cards in legal]
    text = f"{card!r} takes {list(captured)} of the table {table}; it may take {possible}"
    if len(taken) != len(captured) or not taken <= set(table):
        return Objection("P5", f"cards that do not lie there, or one twice: {text}")
    if card in ("J", "B"):
        return Objection("P8" if card == "J" else "P9", f"never captures: {text}")
    if not taken:
        return Objection("P7" if card == "*" else "P5", f"it must capture: {text}")
    if "J" in table and "J" not in taken:
        return Objection("P8", f"the J comes along: {text}")
    if card == "*":
        return Objection("P7", text)
    if "B" in taken:
        return Objection("P9", text)
    return Objection("P8" if taken == {"J"} else "P5", f"no sum of {SUM}: {text}")


# ---- scoring


def most(counts: Sequence[int], needs_one: bool) -> list[int]:
    """A point for each seat with the highest count, all that are tied (P13)."""
    highest = max(counts)
    return [int(count == highest and (count > 0 or not needs_one)) for count in counts]


def score(
    piles: Sequence[Collection[str]], pescados: Sequence[int], star_laid: bool, options: Options
) -> list[dict[str, int]]:
    """The points of a round by item, for each seat (P12, P13).

    Args:
        piles: What each seat has captured, played cards and leftover cards included.
        pescados: How many pescados each seat made.
        star_laid: Whether the `*` was played on an empty table in this round (P7).
        options: The rules' options.
    """
    star_is_zero = star_laid and options.star_scores_as_zero
    tuna = most([sum(suit(card) == "tuna" for card in pile) for pile in piles], options.most_needs_one)
    cards = most([len(pile) for pile in piles], options.most_needs_one)
    sevens = most([sum(number(card) == 7 for card in pile) for pile in piles], options.most_needs_one)
    return [
        {
            "seven_of_tuna": int("tuna-7" in pile),
            "most_tuna": tuna[seat],
            "most_cards": cards[seat],
            "most_sevens": sevens[seat],
            "zero": int("0" in pile) + int(star_is_zero and "*" in pile),
            "pescados": pescados[seat],
            "j": -int("J" in pile),
        }
        for seat, pile in enumerate(piles)
    ]


# ---- a game


class Game:
    """One game on its way; the attributes are the whole table, open to players and tests."""

    def __init__(
        self,
        begin: Event,
        source: Source,
        reached: Counter[str] | None = None,
        observer: Callable[[Event], None] | None = None,
    ) -> None:
        self.begin = begin
        self.source = source
        self.reached: Counter[str] = Counter() if reached is None else reached
        self.observer = observer
        self.players: int = begin["players"]
        self.options = Options(**begin["rules"]["options"])
        self.events: list[Event] = []
        self.totals = [0] * self.players
        self.round = 0
        self.clear()

    def clear(self) -> None:
        """Take all cards back for a new round."""
        self.starter = self.round % self.players  # P3
        self.seat = self.starter
        self.stock: list[str] = []  # next card first
        self.hands: list[list[str]] = [[] for _ in range(self.players)]
        self.table: list[str] = []
        self.piles: list[list[str]] = [[] for _ in range(self.players)]
        self.pescados = [0] * self.players
        self.last_capturer: int | None = None
        self.star_laid = False  # P7: a * was played on an empty table

    def emit(self, event: str, **fields: Any) -> None:
        """Add an event to the trace and show it to the observer; the table stands as it is after the event."""
        self.record({"event": event, **fields})

    def record(self, event: Event) -> None:
        """Append an event and show it to the observer."""
        self.events.append(event)
        if self.observer is not None:
            self.observer(event)

    def mark(self, case: str, when: bool = True) -> None:
        """Count a case that was reached."""
        if when:
            self.reached[case] += 1

    def demand(self, objection: Objection | None) -> None:
        """Raise Broken when there is an objection to what was decided for the next event."""
        if objection:
            raise Broken(objection.rule, len(self.events), f"round {self.round}: {objection.text}")

    def run(self) -> list[Event]:
        """Play the whole game and return its events."""
        self.mark(f"P3 {self.players} players")
        self.record(self.begin)
        while True:
            self.play_round()
            if max(self.totals) >= self.options.target:  # P14
                self.win()
                return self.events
            if self.round + 1 == self.options.round_limit:  # P15
                self.mark("P15 unfinished")
                self.emit("unfinished", rounds=self.round + 1)
                return self.events
            self.mark("P14 new round")
            self.round += 1

    def win(self) -> None:
        """End the game: the highest score wins, equal ones share (P14)."""
        winners = [seat for seat, total in enumerate(self.totals) if total == max(self.totals)]
        self.mark("P14 shared win" if len(winners) > 1 else "P14 win")
        self.mark(
            "P14 several reach the target", sum(t >= self.options.target for t in self.totals) > len(winners)
        )
        self.mark("P15 win in the last round", self.round + 1 == self.options.round_limit)
        self.emit("win", seats=winners, rounds=self.round + 1)

    def play_round(self) -> None:
        """Play one round, from the shuffle to the score."""
        self.clear()
        self.mark("P3 start moves", self.round > 0)
        self.shuffle()
        while True:
            for _ in range(HAND * self.players):
                self.play()
                self.seat = (self.seat + 1) % self.players
            if not self.stock:
                break
            self.mark("P4 redeal")
            self.deal_hands()
            self.emit("deal", hands=[list(hand) for hand in self.hands])
        self.leave_over()
        self.count_points()

    # ---- dealing

    def shuffle(self) -> None:
        """Shuffle, deal the first hands, then the table (P2, P4)."""
        shuffle = self.source.shuffle(self)
        self.demand(objection_to_shuffle(shuffle, self.begin["rules"]))
        self.stock = list(shuffle.deck)
        self.deal_hands()
        self.table, self.stock = self.stock[:TABLE], self.stock[TABLE:]
        for special in shuffle.specials:
            self.mark(f"P2 {special} in")
        self.mark("P2 7 of tuna left out", "tuna-7" in shuffle.left_out)
        for special, case in (("*", "P7 star"), ("J", "P8 J"), ("B", "P9 B")):
            self.mark(f"{case} dealt to the table", special in self.table)
        self.emit(
            "round", round=self.round, starter=self.starter, **shuffle._asdict(), table=list(self.table)
        )
        self.emit("deal", hands=[list(hand) for hand in self.hands])

    def deal_hands(self) -> None:
        """Deal three cards to each player, three at a time, from the starter clockwise (P4)."""
        for step in range(self.players):
            self.hands[(self.starter + step) % self.players] = self.stock[:HAND]
            del self.stock[:HAND]

    # ---- a play

    def play(self) -> None:
        """Let the seat whose turn it is play one card (P4 to P10)."""
        seat, hand = self.seat, self.hands[self.seat]
        card, chosen = self.source.choose(self, list(hand), list(self.table))
        self.demand(objection_to_play(card, chosen, hand, self.table))
        captured = [other for other in self.table if other in chosen]
        self.note_play(card, captured)
        value = next(iter(played_values(card, captured)), None)
        swept = "J" in captured and captured != ["J"]  # only a * takes the J alone, and then chooses it
        pescado = bool(captured) and len(captured) == len(self.table)  # P10: so a B stands in the way (P9)
        hand.remove(card)
        if captured:
            self.table = [other for other in self.table if other not in captured]
            self.piles[seat] += [card, *captured]
            self.pescados[seat] += pescado
            self.last_capturer = seat
        else:
            self.star_laid = self.star_laid or card == "*"
            self.table.append(card)
        self.emit("play", seat=seat, card=card, captured=captured, value=value, swept=swept, pescado=pescado)

    def note_play(self, card: str, captured: list[str]) -> None:
        """Count the cases of the rules that a play reaches; the card is still in the hand."""
        everything = len(captured) == len(self.table)
        self.mark("P8 J stays though a card is laid on it", "J" in self.table and not captured)
        if card == "*":
            self.note_star(captured)
        elif card in ("J", "B"):
            self.mark("P8 J laid" if card == "J" else "P9 B laid")
        elif captured:
            self.note_sum(card, [other for other in captured if other != "J"])
            self.mark("P8 J swept by a sum", "J" in captured)
        else:
            self.mark("P5 captures nothing")
            self.mark("P5 captures nothing on an empty table", not self.table)
            others = legal_plays([other for other in self.hands[self.seat] if other != card], self.table)
            self.mark("P5 captures nothing though another hand card would", any(taken for _, taken in others))
        if captured:
            self.mark("P9 B blocks pescado", set(self.table) - set(captured) == {"B"})
            self.mark("P10 pescado", everything)
            self.mark("P10 pescado with swept J", everything and "J" in captured and len(captured) > 1)
            self.mark("P10 pescado by star", everything and card == "*")
            self.mark("P10 pescado of one card", everything and len(captured) == 1)

    def note_star(self, captured: list[str]) -> None:
        """Count the cases of a played `*` (P7)."""
        self.mark("P7 star on an empty table", not captured)
        if captured:
            self.mark("P7 star takes J", captured == ["J"])
            self.mark("P7 star takes B", "B" in captured)
            self.mark("P7 star takes another", not {"J", "B"} & set(captured))
            self.mark("P7 star sweeps J", "J" in captured and len(captured) > 1)

    def note_sum(self, card: str, summed: list[str]) -> None:
        """Count the cases of a capture by a sum (P5, P6)."""
        self.mark("P5 captures one" if len(summed) == 1 else "P5 captures several")
        self.mark("P5 choice of sets", len(capturing_sets(card, self.table)) > 1)
        value = played_values(card, summed)[0]
        self.mark(f"P6 {card} played", card in PRINTED)
        for other in summed:
            self.mark(f"P6 {other} captured", other in PRINTED)
        if card == "1/10":
            self.mark(f"P6 1/10 played as {value}")
            sums = subsets_by_sum(self.table)
            self.mark("P6 1/10 played with sets for both", all(SUM - value in sums for value in values(card)))
        if "1/10" in summed:
            others = sum(values(other)[0] for other in summed if other != "1/10")
            self.mark(f"P6 1/10 captured as {SUM - value - others}")
        self.mark("P7 laid star captured" if self.star_laid else "P7 dealt star captured", "*" in summed)

    # ---- the end of a round

    def leave_over(self) -> None:
        """Give what still lies on the table to the player who captured last (P11)."""
        seat, left = self.last_capturer, self.table
        self.mark("P11 nobody captured" if seat is None else "P11 leftover", bool(left))
        self.mark("P9 B stays to the end", "B" in left)
        if not left:
            self.mark("P11 table empty")
            return
        if seat is not None:
            self.mark("P11 leftover J", "J" in left)
            self.mark("P11 leftover zero", "0" in left or ("*" in left and self.star_laid))
            before = most([len(pile) for pile in self.piles], needs_one=True)
            self.piles[seat] += left
            after = most([len(pile) for pile in self.piles], needs_one=True)
            self.mark("P11 leftover changes most_cards", before != after)
            self.table = []
        self.emit("leftover", seat=seat, cards=list(left))

    def count_points(self) -> None:
        """Count the points of the round (P12, P13)."""
        items = score(self.piles, self.pescados, self.star_laid, self.options)
        points = [sum(by_item.values()) for by_item in items]
        self.totals = [total + more for total, more in zip(self.totals, points, strict=True)]
        self.note_points(items)
        self.emit("score", round_points=points, items=items, totals=list(self.totals))

    def note_points(self, items: list[dict[str, int]]) -> None:
        """Count the cases of scoring (P7, P12 to P14)."""
        for item in ITEMS:
            self.mark(f"P12 {item}", any(by_item[item] for by_item in items))
        self.mark("P12 two zeros in one pile", any(by_item["zero"] == 2 for by_item in items))
        self.mark("P12 several pescados of one seat", max(self.pescados) > 1)
        self.mark("P12 nobody has seven_of_tuna", not any(by_item["seven_of_tuna"] for by_item in items))
        counts = {
            "most_tuna": [sum(suit(card) == "tuna" for card in pile) for pile in self.piles],
            "most_cards": [len(pile) for pile in self.piles],
            "most_sevens": [sum(number(card) == 7 for card in pile) for pile in self.piles],
        }
        for item, count in counts.items():
            self.mark(f"P13 tie for {item}", max(count) > 0 and count.count(max(count)) > 1)
            none_scores = "does not score" if self.options.most_needs_one else "scores"
            self.mark(f"P13 most of none {none_scores}", max(count) == 0)
        self.mark("P14 negative total", min(self.totals) < 0)
        if any("*" in pile for pile in self.piles) and not self.star_was_played_as_taker():
            scores = (
                "P7 star scores as zero"
                if self.options.star_scores_as_zero
                else "P7 laid star does not score"
            )
            self.mark(scores if self.star_laid else "P7 dealt star does not score")

    def star_was_played_as_taker(self) -> bool:
        """Tell whether this round's `*` was played to take a card (P7)."""
        played = (event for event in reversed(self.events) if event["event"] in ("play", "round"))
        for event in played:
            if event["event"] == "round":
                break
            if event["card"] == "*":
                return bool(event["captured"])
        return False


def objection_to_shuffle(shuffle: Shuffle, rules: Event) -> Objection | None:
    """The rule that a round's cards break, or None when they can be (P1, P2)."""
    left_out, specials, deck = shuffle
    options = rules["options"]
    if len(left_out) != options["left_out"] or len(set(left_out)) != len(left_out):
        return Objection("P2", f"{options['left_out']} cards are left out, not {left_out}")
    if not set(left_out) <= set(NUMBER_CARDS):
        return Objection("P2", f"only number cards are left out, not {left_out}")
    if len(specials) != options["specials_in"] or len(set(specials)) != len(specials):
        return Objection("P2", f"{options['specials_in']} specials are shuffled in, not {specials}")
    if not set(specials) <= set(rules["deck"]["specials"]):
        return Objection("P1", f"the specials are drawn from {rules['deck']['specials']}, not {specials}")
    right = Counter(card for card in NUMBER_CARDS if card not in left_out) + Counter(specials)
    many, few = Counter(deck) - right, right - Counter(deck)
    return (
        Objection("P2", f"the deck has {dict(many)} too many, {dict(few)} too few") if many or few else None
    )


# ---- players


class RandomPlayer:
    """Chance, and `random` of P16: every legal play is equally likely."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng

    def shuffle(self, game: Game) -> Shuffle:
        """Leave number cards out, put specials in, shuffle (P2)."""
        options = game.options
        left_out = self.rng.sample(NUMBER_CARDS, options.left_out)
        specials = self.rng.sample(game.begin["rules"]["deck"]["specials"], options.specials_in)
        deck = [card for card in NUMBER_CARDS if card not in left_out] + specials
        self.rng.shuffle(deck)
        return Shuffle(left_out, specials, deck)

    def choose(self, game: Game, hand: list[str], table: list[str]) -> tuple[str, Collection[str]]:
        """Pick any legal play."""
        return self.rng.choice(legal_plays(hand, table))


class Recorded:
    """Feeds a recorded game back: each decision and each shuffle lies in the event that comes next."""

    def __init__(self, events: Sequence[Event]) -> None:
        self.events = events

    def _next(self, game: Game, what: str, **kinds: Callable[[Any], bool]) -> Event:
        """The next event, which must be a `what` with these fields, each of the right form."""
        place = len(game.events)
        event = _event_at(self.events, place)
        if event.get("event") != what:
            raise Broken(_RULE_OF_EVENT[what], place, f"a {what!r} must come, not {event or 'the end'}")
        for field, is_right in kinds.items():
            if not is_right(event.get(field)):
                raise Broken("trace", place, f"{field} of a {what!r} cannot be {event.get(field)!r}")
        return event

    def shuffle(self, game: Game) -> Shuffle:
        """Read a round's cards."""
        event = self._next(game, "round", left_out=_is_cards, specials=_is_cards, deck=_is_cards)
        return Shuffle(event["left_out"], event["specials"], event["deck"])

    def choose(self, game: Game, hand: list[str], table: list[str]) -> tuple[str, Collection[str]]:
        """Read a play."""
        is_seat: Callable[[Any], bool] = _is_number
        event = self._next(game, "play", seat=is_seat, card=lambda c: isinstance(c, str), captured=_is_cards)
        if event["seat"] != game.seat:
            raise Broken("P4", len(game.events), f"it is the turn of seat {game.seat}, not {event['seat']}")
        return event["card"], event["captured"]


def standard_rules(specials: Sequence[str] = SPECIALS, **options: Any) -> Event:
    """The standard rules, or the same with other specials or other options."""
    return {
        "game": "pescado",
        "name": "standard",
        "deck": {"specials": list(specials)},
        "options": asdict(Options()) | options,
    }


def beginning(rules: Event, players: int, seed: int = 0, game: int = 0, policy: str = "random") -> Event:
    """The event with which a game begins."""
    event = {
        "event": "game",
        "name": "pescado",
        "game": game,
        "seed": seed,
        "players": players,
        "rules": rules,
        "policies": [policy] * players,
    }
    problem = next(_problems(event), None)
    if problem:
        raise ValueError(f"{problem.rule}: {problem.text}")
    return event


def play_game(
    rules: Event,
    players: int,
    seed: int,
    game: int = 0,
    reached: Counter[str] | None = None,
    player: type[RandomPlayer] = RandomPlayer,
) -> list[Event]:
    """Play a complete game with Python's own random numbers, by default with `random` in every seat (P16)."""
    source = player(Random(f"{seed} {game}"))
    return Game(beginning(rules, players, seed, game), source, reached).run()


# ---- checking


def _event_at(events: Sequence[Event], place: int) -> Event:
    event = events[place] if place < len(events) else {}
    if not isinstance(event, dict):
        raise Broken("trace", place, f"{event!r} is no event")
    return event


def _is_cards(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(card, str) for card in value)


def _is_number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _problems(begin: Any) -> Iterator[Objection]:
    """Everything that is wrong with a game's first event, the first fault first."""
    keys = {"event", "name", "game", "seed", "players", "rules", "policies"}
    if not isinstance(begin, dict) or begin.get("event") != "game" or begin.keys() != keys:
        yield Objection("trace", f"the first event must be a game with the keys {sorted(keys)}")
    if begin["name"] != "pescado" or not _is_number(begin["game"]) or not _is_number(begin["seed"]):
        yield Objection("trace", "name, game or seed is wrong")
    yield from _rules_problems(begin["rules"])
    players, options = begin["players"], begin["rules"]["options"]
    if not _is_number(players) or players not in PLAYER_COUNTS:
        yield Objection("P3", f"there cannot be {players!r} players")
    if not _is_cards(begin["policies"]) or len(begin["policies"]) != players:
        yield Objection("trace", f"there must be one policy for each of {players} seats")
    deals, rest = divmod(
        len(NUMBER_CARDS) - options["left_out"] + options["specials_in"] - TABLE, HAND * players
    )
    if rest or deals < 1:
        yield Objection("P3", f"the deck less {TABLE} cards is not dealt to {players} players in threes")


def _rules_problems(rules: Any) -> Iterator[Objection]:
    """Everything that is wrong with a rules object, the first fault first."""
    if not isinstance(rules, dict) or rules.keys() != {"game", "name", "deck", "options"}:
        yield Objection("trace", "the rules need exactly the keys game, name, deck, options")
    if rules["game"] != "pescado":
        yield Objection("trace", f"the rules are those of {rules['game']!r}")
    deck, options = rules["deck"], rules["options"]
    if not isinstance(deck, dict) or deck.keys() != {"specials"} or not _is_cards(deck["specials"]):
        yield Objection("P1", "the deck must be an object with the list specials and nothing else")
    specials = deck["specials"]
    if not set(specials) <= set(SPECIALS) or len(set(specials)) != len(specials):
        yield Objection("P1", f"the specials must be of {SPECIALS}, each at most once, not {specials}")
    defaults = asdict(Options())
    if not isinstance(options, dict) or options.keys() != defaults.keys():
        yield Objection("trace", f"the options must be {sorted(defaults)}, not {options}")
    for name, value in options.items():
        smallest, largest = RANGES.get(name, (False, True))
        if type(value) is not type(defaults[name]) or not smallest <= value <= largest:
            yield Objection("trace", f"option {name} cannot be {value!r}")
    if options["specials_in"] > len(specials):
        yield Objection("P2", f"{options['specials_in']} specials cannot be drawn from {specials}")


def _form(field: str, value: Any) -> str:
    """What must agree of a field: everything but the order of cards where it says nothing."""
    if field in _SETS and _is_cards(value):
        value = sorted(value)
    if field == "hands" and isinstance(value, list) and all(_is_cards(hand) for hand in value):
        value = [sorted(hand) for hand in value]
    return json.dumps(value, sort_keys=True)


def _differ_in_a_tie(expected: list[dict[str, int]], got: Any) -> bool:
    """Tell whether the points differ first in a "most" that several seats score, or nobody (P13)."""
    if not isinstance(got, list):
        return False
    for item in ITEMS:
        right = [by_item[item] for by_item in expected]
        if [by_item.get(item) if isinstance(by_item, dict) else None for by_item in got] != right:
            return item.startswith("most_") and sum(right) != 1
    return False


def _compare(events: Sequence[Event], place: int, expected: Event) -> None:
    """Raise Broken when the recorded event is not the one that the rules make."""
    got, what = _event_at(events, place), expected["event"]
    if got.get("event") != what:
        raise Broken(
            _RULE_OF_EVENT[what], place, f"expected {expected}, got {got or 'the end of the record'}"
        )
    for field, value in expected.items():
        if field in got and _form(field, got[field]) != _form(field, value):
            rule = _RULE_OF_FIELD.get((what, field), "trace")
            if field == "items" and _differ_in_a_tie(value, got[field]):
                rule = "P13"
            raise Broken(rule, place, f"{field} of {what!r}: expected {value!r}, got {got[field]!r}")
    if got.keys() != expected.keys():
        raise Broken("trace", place, f"a {what!r} has the keys {sorted(expected)}, not {sorted(got)}")


def check(events: Sequence[Event], reached: Counter[str] | None = None) -> None:
    """Play a recorded game again and raise Broken at the first event that the rules do not bear out."""
    problem = next(_problems(events[0] if events else None), None)
    if problem:
        raise Broken(problem.rule, 0, problem.text)
    game = Game(
        events[0], Recorded(events), reached, lambda event: _compare(events, len(game.events) - 1, event)
    )
    game.run()
    if len(events) > len(game.events):
        raise Broken(
            "P14", len(game.events), f"nothing may come after the end, got {events[len(game.events)]}"
        )
