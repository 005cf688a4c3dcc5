"""Cofre, played slowly and to the letter of its rules page.

The engine keeps every card as a string in a plain list and settles each contest by letting its claimants take in
turn. It shares nothing with the fast kernel, so that `check` can tell whether a recorded game was played by the
rules. `play_game` plays whole games by itself, to compare what the two make of the same rules, and a few functions
give the exact chances of what chance decides in a round.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import permutations
from random import Random
from typing import Any, NamedTuple, Protocol

Event = dict[str, Any]

TREASURE = "treasure"  # C1
PLAYER_COUNTS = range(2, 7)  # C1
LINE = 3  # C3
STANDARD_DECK = dict.fromkeys(
    ("gold", "rubies", "pearls", "crowns", "swords", "maps"), (1, 1, 2, 2, 3, 3)
)  # C2
DEFAULTS: Event = {"gold_type": "gold", "speed": 1, "slip": 0}  # C1, C11, C12

#: Every case of a rule that the engine counts. A thorough campaign of games reaches each of them.
_CASES = """
    C1 2 players | C1 3 players | C1 4 players | C1 5 players | C1 6 players | C1 no gold type
    C3 treasure card kept to the end | C3 several play the treasure card
    C4 alone takes 1 | C4 alone takes 2 | C4 alone takes 3 | C4 claims nothing | C4 nobody claims a card
    C5 1 card for 2 claimants | C5 1 card for 3 claimants | C5 2 cards for 2 claimants
    C5 2 cards for 3 claimants | C5 3 cards for 2 claimants | C5 3 cards for 3 claimants
    C5 3 cards for 4 claimants | C5 the first takes more stars | C5 the slower takes as many stars
    C6 treasure alone | C6 treasure before a pirate | C6 treasure after a pirate takes an equal card
    C6 treasure loses to a pirate | C6 treasure loses to a treasure | C6 two treasures take equal cards
    C6 treasure gets none though cards of its type are left | C6 pirate takes what a treasure left
    C6 pirate gets nothing after a treasure | C6 cards left go on to a pirate beside a treasure
    C6 cards of its type stay without a pirate
    C6 equal cards of one type | C6 tie goes to the fewest claims | C6 tie goes to the right for fewer claims
    C6 tie goes to the leftmost | C6 target stays though a claimant slipped
    C7 pirate alone slips | C7 pirate slips in a contest | C7 treasure slips
    C8 gives back 1 | C8 gives back 2 | C8 gives back 3 | C8 more gold than hooks | C8 more hooks than gold
    C8 gold without hooks | C8 gives back for gold won by treasure
    C9 0 cards left at the end | C9 1 card left at the end | C9 2 cards left at the end
    C9 nothing won | C9 all three won
    C10 win | C10 shared win | C10 negative score | C10 hooks decide
    C11 equal speeds | C11 speeds differ
    C12 winner passes the test | C12 slip lets another win | C12 slip changes what another wins
    C12 one slips in place of another | C12 three slip in one round | C12 all who would win slip
    C12 slip lets a treasure win
"""
CASES: tuple[str, ...] = tuple(case.strip() for line in _CASES.split("\n")[1:-1] for case in line.split("|"))

#: The rule that is broken when an event that holds a decision should come next and does not.
_RULE_OF_DECISION = {"choose": "C3", "order": "C11"}

#: The groups of events with which a round ends, in this order (the trace's format).
_GROUPS = ("slip", "gain", "hook", "unhook")


class Broken(AssertionError):
    """A game was not played by the rules.

    Attributes:
        rule: The rule that was broken ("C5"), or "trace" where the record itself is not of the agreed form.
        place: The number of the event that broke it, from 0.
    """

    def __init__(self, rule: str, place: int, text: str) -> None:
        super().__init__(f"event {place} breaks {rule}: {text}")
        self.rule = rule
        self.place = place


class Objection(NamedTuple):
    """What is wrong with a decision: the rule that it breaks, and how."""

    rule: str
    text: str


class Source(Protocol):
    """Everything in a game that is decided by a player or by chance."""

    def choose(self, game: Game) -> list[str]:
        """Choose a card for every seat: a type or "treasure" (C3)."""

    def order(self, game: Game) -> list[int]:
        """Draw the seats' order of speed in this round, the fastest first (C11)."""

    def slips(self, game: Game, seat: int) -> bool:
        """Tell whether a seat that would win slips when it is tested (C12)."""


# ---- cards


def type_of(card: str) -> str:
    """The treasure type of a chest card."""
    return card.rpartition("-")[0]


def stars_of(card: str) -> int:
    """The stars of a chest card."""
    return int(card.rpartition("-")[2])


def cards_of(deck: Mapping[str, Sequence[int]]) -> list[str]:
    """The chest cards that a rules object's deck table stands for, not shuffled (C2)."""
    return [f"{kind}-{stars}" for kind, copies in deck.items() for stars in copies]


# ---- claims


def treasure_target(chests: Sequence[str], choices: Sequence[str | None]) -> str:
    """The chest card that a treasure card claims (C6).

    Args:
        chests: The three chest cards from left to right.
        choices: What each seat has played, with all who slip later; None plays nothing.
    """
    most = max(stars_of(card) for card in chests)
    best = [card for card in chests if stars_of(card) == most]
    fewest = min(choices.count(type_of(card)) for card in best)
    return next(card for card in best if choices.count(type_of(card)) == fewest)


def claimants_of(
    kind: str,
    chests: Sequence[str],
    choices: Sequence[str],
    order: Sequence[int],
    slipped: Collection[int] = (),
) -> list[int]:
    """The seats that claim cards of a type on the table, the fastest first: pirates (C4) and treasures (C6)."""
    claims = {kind, TREASURE} if type_of(treasure_target(chests, choices)) == kind else {kind}
    return [seat for seat in order if choices[seat] in claims and seat not in slipped]


def settle(
    chests: Sequence[str], choices: Sequence[str], order: Sequence[int], slipped: Collection[int] = ()
) -> list[list[str]]:
    """What each seat takes of the three chest cards (C4 to C6).

    Args:
        chests: The three chest cards from left to right.
        choices: What each seat has played.
        order: The seats by speed, the fastest first.
        slipped: The seats that have slipped and claim nothing any more (C12).
    """
    target = treasure_target(chests, choices)  # fixed at the reveal, so slips do not matter
    won: list[list[str]] = [[] for _ in choices]
    for kind in dict.fromkeys(type_of(card) for card in chests):
        left = sorted((card for card in chests if type_of(card) == kind), key=stars_of, reverse=True)
        claimants = claimants_of(kind, chests, choices, order, slipped)
        for seat in claimants:
            if choices[seat] != TREASURE and left:
                won[seat].append(left.pop(0))
            if choices[seat] == TREASURE and target in left:
                left.remove(target)
                won[seat].append(target)
        pirates = [seat for seat in claimants if choices[seat] != TREASURE]
        while left and pirates:
            won[pirates[0]].append(left.pop(0))
            pirates.append(pirates.pop(0))
    return won


def next_tested(won: Sequence[Collection[str]], order: Sequence[int], tested: Collection[int]) -> int | None:
    """The fastest seat that would win cards and has not been tested in this round, if there is one (C12)."""
    return next((seat for seat in order if won[seat] and seat not in tested), None)


def given_back(cards: Sequence[str], hooks: int, gold_type: str) -> int:
    """How many of its hook cards a seat gives back for the cards that it has just won (C8)."""
    return min(hooks, sum(type_of(card) == gold_type for card in cards))


def score(cards: Sequence[str], hooks: int) -> int:
    """The points of a seat (C10)."""
    return sum(stars_of(card) for card in cards) - hooks


def winners(scores: Sequence[int]) -> list[int]:
    """The seats that win, several when they share it (C10)."""
    return [seat for seat, points in enumerate(scores) if points == max(scores)]


# ---- chances


def per_seat(value: Any, players: int) -> list[Any]:
    """A setting that is one number for all or a list per seat, as a list per seat (C11, C12)."""
    return list(value) if isinstance(value, list | tuple) else [value] * players


def order_probability(order: Sequence[int], speeds: Sequence[int | float | Fraction]) -> Fraction:
    """The exact chance of an order of speed (C11): each place goes to one of those left in proportion to speed.

    Args:
        order: All seats, the fastest first.
        speeds: The speed of each seat.
    """
    chance = Fraction(1)
    for place, seat in enumerate(order):
        chance *= Fraction(speeds[seat]) / sum(Fraction(speeds[other]) for other in order[place:])
    return chance


def order_distribution(speeds: Sequence[int | float | Fraction]) -> dict[tuple[int, ...], Fraction]:
    """The exact chance of every order of speed (C11)."""
    return {order: order_probability(order, speeds) for order in permutations(range(len(speeds)))}


def slip_distribution(
    chests: Sequence[str],
    choices: Sequence[str],
    order: Sequence[int],
    rates: Sequence[int | float | Fraction],
) -> dict[tuple[int, ...], Fraction]:
    """The exact chance of each sequence of slips in a round whose cards and order of speed are known (C12).

    Args:
        chests: The three chest cards from left to right.
        choices: What each seat has played.
        order: The seats by speed, the fastest first.
        rates: The chance of each seat to slip when it is tested.
    """
    chances: dict[tuple[int, ...], Fraction] = {}

    def test(slipped: tuple[int, ...], tested: frozenset[int], chance: Fraction) -> None:
        seat = next_tested(settle(chests, choices, order, slipped), order, tested)
        if seat is None:
            chances[slipped] = chances.get(slipped, Fraction(0)) + chance
            return
        rate = Fraction(rates[seat])
        if rate > 0:
            test((*slipped, seat), tested | {seat}, chance * rate)
        test(slipped, tested | {seat}, chance * (1 - rate))

    test((), frozenset(), Fraction(1))
    return chances


Outcome = tuple[tuple[int, ...], tuple[int, ...]]  # stars won by each seat, hook cards drawn by each seat


def outcome_distribution(
    chests: Sequence[str],
    choices: Sequence[str],
    speeds: Sequence[int | float | Fraction],
    rates: Sequence[int | float | Fraction],
) -> dict[Outcome, Fraction]:
    """The exact chances of what a round brings when its cards are known: stars and drawn hooks by seat (C4 to C12)."""
    chances: dict[Outcome, Fraction] = {}
    for order, order_chance in order_distribution(speeds).items():
        for slipped, chance in slip_distribution(chests, choices, order, rates).items():
            won = settle(chests, choices, order, slipped)
            stars = tuple(sum(map(stars_of, cards)) for cards in won)
            hooks = tuple(
                int(hook_cause(seat, won, choices, slipped) is not None) for seat in range(len(choices))
            )
            chances[stars, hooks] = chances.get((stars, hooks), Fraction(0)) + order_chance * chance
    return chances


def hook_cause(
    seat: int, won: Sequence[Collection[str]], choices: Sequence[str], slipped: Collection[int]
) -> str | None:
    """Why a seat draws its one hook card in a round, None when it draws none (C6, C7)."""
    if seat in slipped:
        return "slip"
    return TREASURE if choices[seat] == TREASURE and not won[seat] else None


# ---- a game


class Game:
    """One game on its way; the attributes are the whole table, open to players and tests."""

    def __init__(
        self,
        begin: Event,
        source: Source,
        reached: Counter[str] | None = None,
        observe: Callable[[Event, str], None] | None = None,
    ) -> None:
        """Lay out a game.

        Args:
            begin: The `game` event, which must be right.
            source: Decides what players and chance decide.
            reached: Counts the cases of the rules that come up.
            observe: Called with each event, and with the rule that it comes from.
        """
        self.begin = begin
        self.source = source
        self.reached = Counter() if reached is None else reached
        self.observe = observe
        self.events: list[Event] = []
        self.players: int = begin["players"]
        options = begin["rules"]["options"]
        self.types: list[str] = list(begin["rules"]["deck"])
        self.gold_type: str = options["gold_type"]
        self.speeds = per_seat(options["speed"], self.players)
        self.rates = per_seat(options["slip"], self.players)
        self.stock: list[str] = list(begin["deck"])
        self.has_treasure = [True] * self.players
        self.piles: list[list[str]] = [[] for _ in range(self.players)]
        self.hooks = [0] * self.players
        self.discarded: list[str] = []
        self.round = -1
        self.chests: list[str] = []
        self.choices: list[str] = []
        self.order: list[int] = []
        self.slipped: list[int] = []
        self.due: list[Event] = []  # what the round on its way still owes: gains, hooks, hooks given back

    # ---- the record

    def record(self, event: Event, rule: str) -> None:
        """Note an event and show it to who observes."""
        self.events.append(event)
        if self.observe:
            self.observe(event, rule)

    def emit(self, rule: str, what: str, **fields: Any) -> None:
        """Make and note an event."""
        self.record({"event": what} | fields, rule)

    def mark(self, case: str, when: bool = True) -> None:
        """Count a case that was reached."""
        if when:
            self.reached[case] += 1

    def demand(self, objection: Objection | None) -> None:
        """Raise Broken when there is an objection to what was decided for the next event."""
        if objection:
            raise Broken(objection.rule, len(self.events), f"round {self.round}: {objection.text}")

    # ---- the course of the game

    def run(self) -> list[Event]:
        """Play the whole game and return its events."""
        self.mark(f"C1 {self.players} players")
        self.mark("C1 no gold type", not self.gold_type)
        self.mark("C11 speeds differ" if len(set(self.speeds)) > 1 else "C11 equal speeds")
        self.record(self.begin, "trace")
        while len(self.stock) >= LINE:  # C9
            self.play_round()
        left = len(self.stock)
        self.mark(f"C9 {left} {'card' if left == 1 else 'cards'} left at the end")
        self.mark("C3 treasure card kept to the end", any(self.has_treasure))
        self.win()
        return self.events

    def win(self) -> None:
        """End the game: the highest score wins, equal ones share (C10)."""
        scores = [score(self.piles[seat], self.hooks[seat]) for seat in range(self.players)]
        seats = winners(scores)
        self.mark("C10 shared win" if len(seats) > 1 else "C10 win")
        self.mark("C10 negative score", min(scores) < 0)
        self.mark("C10 hooks decide", seats != winners([score(pile, 0) for pile in self.piles]))
        self.emit("C10", "win", seats=seats, scores=scores)

    def play_round(self) -> None:
        """Play one round, from the three chest cards to what is given back."""
        self.round += 1
        self.lay_chests()
        self.choose()
        self.draw_order()
        self.test_for_slips()
        won = settle(self.chests, self.choices, self.order, self.slipped)
        self.note_claims(won)
        if TREASURE in self.choices:
            self.note_treasures(won)
        self.settle_round(won)

    def lay_chests(self) -> None:
        """Lay three chest cards in line, the third face up (C3)."""
        self.chests, self.stock = self.stock[:LINE], self.stock[LINE:]
        *hidden, shown = self.chests
        self.emit("C3", "round", round=self.round, hidden=hidden, shown=shown)

    def held(self, seat: int) -> list[str]:
        """The cards that a player can choose (C1, C6)."""
        return [*self.types, TREASURE] if self.has_treasure[seat] else list(self.types)

    def choose(self) -> None:
        """Let all players choose a card (C3)."""
        choices = self.source.choose(self)
        self.demand(self.objection_to_choices(choices))
        self.choices = list(choices)
        self.mark("C3 several play the treasure card", choices.count(TREASURE) > 1)
        for seat, choice in enumerate(choices):
            self.has_treasure[seat] &= choice != TREASURE
        self.emit("C3", "choose", choices=list(choices))

    def objection_to_choices(self, choices: Sequence[str]) -> Objection | None:
        """The rule that the players' cards break, or None when they hold them."""
        if len(choices) != self.players:
            return Objection("C3", f"{self.players} players choose a card each, not {list(choices)}")
        for seat, choice in enumerate(choices):
            if choice == TREASURE and not self.has_treasure[seat]:
                return Objection("C6", f"seat {seat} has used its treasure card before")
            if choice not in self.held(seat):
                return Objection("C3", f"seat {seat} has no card {choice!r}, but {self.held(seat)}")
        return None

    def draw_order(self) -> None:
        """Draw the one order of speed of the round (C11)."""
        order = self.source.order(self)
        if sorted(order) != list(range(self.players)):
            self.demand(Objection("C11", f"{list(order)} does not hold each of {self.players} seats once"))
        self.order = list(order)
        self.emit("C11", "order", order=list(order))

    def test_for_slips(self) -> None:
        """Test all who would win, the fastest first, and settle anew after each slip (C12)."""
        self.slipped = []
        tested: set[int] = set()
        first = before = settle(self.chests, self.choices, self.order)
        while (seat := next_tested(before, self.order, tested)) is not None:
            tested.add(seat)
            if not self.source.slips(self, seat):
                self.mark("C12 winner passes the test")
                continue
            if self.rates[seat] == 0:
                self.demand(Objection("C12", f"seat {seat} never slips"))
            self.slipped.append(seat)
            after = settle(self.chests, self.choices, self.order, self.slipped)
            self.note_slip(seat, first, before, after)
            self.emit("C12", "slip", seat=seat)
            before = after
        self.mark("C12 three slip in one round", len(self.slipped) > 2)
        self.mark("C12 all who would win slip", bool(tested) and tested == set(self.slipped))

    def settle_round(self, won: Sequence[Sequence[str]]) -> None:
        """Hand out cards and hook cards, take hook cards back, discard the rest (C4 to C9)."""
        owed = [*self.gains(won), *self.hooks_drawn(won), *self.hooks_given_back(won)]
        taken = Counter(card for cards in won for card in cards)
        self.discarded += (Counter(self.chests) - taken).elements()
        self.mark("C9 nothing won", not taken)
        self.mark("C9 all three won", taken.total() == LINE)
        for place, (rule, event) in enumerate(owed):
            self.due = [later for _, later in owed[place:]]
            self.record(event, rule)
        self.due = []

    def gains(self, won: Sequence[Sequence[str]]) -> Iterator[tuple[str, Event]]:
        """Hand out the cards won, the fastest seat first, each with the rule that it comes from (C4 to C6)."""
        for seat in self.order:
            self.piles[seat] += won[seat]
            if won[seat]:
                yield self.rule_of_gain(seat), {"event": "gain", "seat": seat, "cards": list(won[seat])}

    def hooks_drawn(self, won: Sequence[Sequence[str]]) -> Iterator[tuple[str, Event]]:
        """Hand out hook cards, at most one each (C6, C7)."""
        for seat in self.order:
            cause = hook_cause(seat, won, self.choices, self.slipped)
            if cause:
                self.hooks[seat] += 1
                yield "C6" if cause == TREASURE else "C7", {"event": "hook", "seat": seat, "cause": cause}

    def hooks_given_back(self, won: Sequence[Sequence[str]]) -> Iterator[tuple[str, Event]]:
        """Take hook cards back for gold coins, as many as can be (C8)."""
        for seat in self.order:
            count = given_back(won[seat], self.hooks[seat], self.gold_type)
            self.note_gold(seat, won[seat], count)
            self.hooks[seat] -= count
            if count:
                yield "C8", {"event": "unhook", "seat": seat, "count": count}

    def rule_of_gain(self, seat: int) -> str:
        """The rule that says what a seat wins in this round."""
        choice = self.choices[seat]
        if seat in self.slipped:
            return "C12"
        if choice == TREASURE:
            return "C6"
        if choice not in map(type_of, self.chests):
            return "C4"
        claimants = claimants_of(choice, self.chests, self.choices, self.order, self.slipped)
        if any(self.choices[other] == TREASURE for other in claimants):
            return "C6"
        return "C5" if len(claimants) > 1 else "C4"

    # ---- counting the cases

    def note_claims(self, won: Sequence[Sequence[str]]) -> None:
        """Count the cases of claims without a treasure card among them (C4, C5)."""
        kinds = [type_of(card) for card in self.chests]
        for seat, choice in enumerate(self.choices):
            self.mark(
                "C4 claims nothing", choice != TREASURE and choice not in kinds and seat not in self.slipped
            )
        for kind in set(kinds):
            claimants = claimants_of(kind, self.chests, self.choices, self.order, self.slipped)
            cards, many = kinds.count(kind), len(claimants)
            if any(self.choices[seat] == TREASURE for seat in claimants):
                continue
            self.mark("C4 nobody claims a card", many == 0)
            self.mark(f"C4 alone takes {cards}", many == 1)
            if many > 1:
                case = f"C5 {cards} {'card' if cards == 1 else 'cards'} for {many} claimants"
                self.mark(case, case in CASES)
                stars = [sum(map(stars_of, won[seat])) for seat in claimants if won[seat]]
                self.mark("C5 the first takes more stars", len(stars) > 1 and stars[0] > stars[-1])
                self.mark("C5 the slower takes as many stars", len(stars) > 1 and stars[0] == stars[1])

    def note_treasures(self, won: Sequence[Sequence[str]]) -> None:
        """Count the cases of treasure cards (C6)."""
        self.note_target()
        target = treasure_target(self.chests, self.choices)
        kind = type_of(target)
        cards = [card for card in self.chests if type_of(card) == kind]
        claimants = claimants_of(kind, self.chests, self.choices, self.order, self.slipped)
        pirates = [seat for seat in claimants if self.choices[seat] != TREASURE]
        treasures = [seat for seat in claimants if self.choices[seat] == TREASURE]
        happy = [seat for seat in treasures if won[seat]]
        for seat in treasures:
            ahead = claimants[: claimants.index(seat)]
            others_won = any(won[other] for other in ahead if other in pirates)
            self.mark("C6 treasure alone", len(claimants) == 1)
            self.mark("C6 treasure before a pirate", not ahead and bool(pirates))
            self.mark("C6 treasure after a pirate takes an equal card", bool(won[seat]) and others_won)
            self.mark("C6 treasure loses to a pirate", not won[seat] and others_won)
            self.mark("C6 treasure loses to a treasure", not won[seat] and any(t in ahead for t in happy))
            left = len(cards) - sum(bool(won[other]) for other in ahead)
            self.mark("C6 treasure gets none though cards of its type are left", not won[seat] and left > 0)
        self.mark("C6 two treasures take equal cards", len(happy) > 1)
        for seat in pirates:
            after = any(claimants.index(other) < claimants.index(seat) for other in happy)
            self.mark("C6 pirate takes what a treasure left", after and bool(won[seat]))
            self.mark("C6 pirate gets nothing after a treasure", after and not won[seat])
            self.mark("C6 cards left go on to a pirate beside a treasure", bool(happy) and len(won[seat]) > 1)
        self.mark(
            "C6 cards of its type stay without a pirate",
            bool(happy) and not pirates and len(cards) > len(happy),
        )

    def note_target(self) -> None:
        """Count the cases of equal stars (C6)."""
        target = treasure_target(self.chests, self.choices)
        best = [card for card in self.chests if stars_of(card) == stars_of(target)]
        claims = [self.choices.count(type_of(card)) for card in best]
        self.mark("C6 equal cards of one type", best.count(target) > 1)
        if len(set(best)) > 1:
            self.mark("C6 tie goes to the leftmost", len(set(claims)) == 1)
            self.mark("C6 tie goes to the fewest claims", len(set(claims)) > 1)
            self.mark("C6 tie goes to the right for fewer claims", target != best[0])
        without = [None if seat in self.slipped else choice for seat, choice in enumerate(self.choices)]
        self.mark(
            "C6 target stays though a claimant slipped", treasure_target(self.chests, without) != target
        )

    def note_slip(
        self,
        seat: int,
        first: Sequence[Sequence[str]],
        before: Sequence[Sequence[str]],
        after: Sequence[Sequence[str]],
    ) -> None:
        """Count the cases of a slip, of what seats would win at first, before and after it (C7, C12)."""
        choice = self.choices[seat]
        kind = type_of(before[seat][0])
        claimants = claimants_of(kind, self.chests, self.choices, self.order, self.slipped)
        if choice == TREASURE:
            self.mark("C7 treasure slips")
        else:
            self.mark("C7 pirate slips in a contest" if claimants else "C7 pirate alone slips")
        self.mark("C12 one slips in place of another", not first[seat])
        for other in claimants:
            self.mark("C12 slip lets another win", bool(after[other]) and not before[other])
            self.mark(
                "C12 slip changes what another wins", bool(before[other]) and before[other] != after[other]
            )
            treasure = self.choices[other] == TREASURE
            self.mark("C12 slip lets a treasure win", treasure and bool(after[other]) and not before[other])

    def note_gold(self, seat: int, cards: Sequence[str], count: int) -> None:
        """Count the cases of gold coins (C8); the hook cards are not yet given back."""
        gold, hooks = sum(type_of(card) == self.gold_type for card in cards), self.hooks[seat]
        if gold:
            self.mark(f"C8 gives back {count}" if count else "C8 gold without hooks")
            self.mark("C8 more gold than hooks", gold > hooks > 0)
            self.mark("C8 more hooks than gold", hooks > gold)
            self.mark("C8 gives back for gold won by treasure", count > 0 and self.choices[seat] == TREASURE)


# ---- players


class RandomPlayer:
    """Chance, and `random` of C13: every card that a player still holds is equally likely."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng

    def choose(self, game: Game) -> list[str]:
        """Pick a card for each seat."""
        return [self.pick(game, seat) for seat in range(game.players)]

    def pick(self, game: Game, seat: int) -> str:
        """Pick any card that the seat holds."""
        return self.rng.choice(game.held(seat))

    def order(self, game: Game) -> list[int]:
        """Draw the next of those left in proportion to speed until none is left (C11)."""
        left, order = list(range(game.players)), []
        while left:
            order += self.rng.choices(left, [game.speeds[seat] for seat in left])
            left.remove(order[-1])
        return order

    def slips(self, game: Game, seat: int) -> bool:
        """Test a seat (C12)."""
        return self.rng.random() < game.rates[seat]


class Recorded:
    """Feeds a recorded game back: each decision lies in the event that comes next."""

    def __init__(self, events: Sequence[Event]) -> None:
        self.events = events

    def _next(self, game: Game, what: str, field: str, is_right: Callable[[Any], bool]) -> Any:
        """The field of the next event, which must be a `what`, and the field of the right form."""
        place = len(game.events)
        event = _event_at(self.events, place)
        if event.get("event") != what:
            raise Broken(_RULE_OF_DECISION[what], place, f"a {what!r} must come, not {event or 'the end'}")
        if not is_right(event.get(field)):
            raise Broken("trace", place, f"{field} of a {what!r} cannot be {event.get(field)!r}")
        return event[field]

    def choose(self, game: Game) -> list[str]:
        """Read all choices of a round."""
        choices: list[str] = self._next(game, "choose", "choices", _is_words)
        return choices

    def order(self, game: Game) -> list[int]:
        """Read the order of speed of a round."""
        order: list[int] = self._next(
            game, "order", "order", lambda value: isinstance(value, list) and all(map(_is_whole, value))
        )
        return order

    def slips(self, game: Game, seat: int) -> bool:
        """Tell whether the seat's slip comes next."""
        event = _event_at(self.events, len(game.events))
        return event.get("event") == "slip" and _form("seat", event.get("seat")) == _form("seat", seat)


def standard_rules(deck: Mapping[str, Sequence[int]] = STANDARD_DECK, **options: Any) -> Event:
    """The standard rules, or the same with another deck or other options."""
    return {
        "game": "cofre",
        "name": "standard",
        "deck": {kind: list(stars) for kind, stars in deck.items()},
        "options": DEFAULTS | options,
    }


def beginning(
    rules: Event, players: int, deck: Sequence[str], seed: int = 0, game: int = 0, policy: str = "random"
) -> Event:
    """The event with which a game begins; the deck's next card is its first."""
    event = {
        "event": "game",
        "name": "cofre",
        "game": game,
        "seed": seed,
        "players": players,
        "rules": rules,
        "policies": [policy] * players,
        "deck": list(deck),
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
    """Play a complete game with Python's own random numbers, by default with `random` in every seat (C13)."""
    rng = Random(f"{seed} {game}")
    deck = cards_of(rules["deck"])
    rng.shuffle(deck)
    return Game(beginning(rules, players, deck, seed, game), player(rng), reached).run()


# ---- checking


def _event_at(events: Sequence[Event], place: int) -> Event:
    event = events[place] if place < len(events) else {}
    if not isinstance(event, dict):
        raise Broken("trace", place, f"{event!r} is no event")
    return event


def _is_words(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(word, str) for word in value)


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _problems(begin: Any) -> Iterator[Objection]:
    """Everything that is wrong with a game's first event, the first fault first."""
    keys = {"event", "name", "game", "seed", "players", "rules", "policies", "deck"}
    if not isinstance(begin, dict) or begin.get("event") != "game" or begin.keys() != keys:
        yield Objection("trace", f"the first event must be a game with the keys {sorted(keys)}")
    if begin["name"] != "cofre" or not _is_whole(begin["game"]) or not _is_whole(begin["seed"]):
        yield Objection("trace", "name, game or seed is wrong")
    players, rules = begin["players"], begin["rules"]
    if not _is_whole(players) or players not in PLAYER_COUNTS:
        yield Objection("C1", f"there cannot be {players!r} players")
    yield from _rules_problems(rules, players)
    if not _is_words(begin["policies"]) or len(begin["policies"]) != players:
        yield Objection("trace", f"there must be one policy for each of {players} seats")
    if not _is_words(begin["deck"]):
        yield Objection("trace", "the deck must be a list of cards")
    right = Counter(cards_of(rules["deck"]))
    many, few = Counter(begin["deck"]) - right, right - Counter(begin["deck"])
    if many or few:
        yield Objection("C2", f"the deck has {dict(many)} too many, {dict(few)} too few")


def _rules_problems(rules: Any, players: int) -> Iterator[Objection]:
    """Everything that is wrong with a rules object, the first fault first."""
    if not isinstance(rules, dict) or rules.keys() != {"game", "name", "deck", "options"}:
        yield Objection("trace", "the rules need exactly the keys game, name, deck, options")
    if rules["game"] != "cofre":
        yield Objection("trace", f"the rules are those of {rules['game']!r}")
    deck, options = rules["deck"], rules["options"]
    if (
        not isinstance(deck, dict)
        or TREASURE in deck
        or not all(_is_stars(copies) for copies in deck.values())
    ):
        yield Objection("C2", f"the deck must map each type to the list of its cards' stars, not be {deck!r}")
    if len(cards_of(deck)) < LINE:
        yield Objection("C9", f"a round needs {LINE} chest cards")
    if not isinstance(options, dict) or options.keys() != DEFAULTS.keys():
        yield Objection("trace", f"the options must be {sorted(DEFAULTS)}, not {options}")
    if options["gold_type"] not in ("", *deck):
        yield Objection("C1", f"there is no type {options['gold_type']!r}")
    for name, rule in (("speed", "C11"), ("slip", "C12")):
        numbers = per_seat(options[name], players)
        if len(numbers) != players or not all(_is_number(number) for number in numbers):
            yield Objection(
                rule, f"{name} must be a number or one for each of {players} seats, not {options[name]!r}"
            )
        if not all(number > 0 if name == "speed" else 0 <= number < 1 for number in numbers):
            yield Objection(rule, f"{name} cannot be {options[name]!r}")


def _is_stars(copies: Any) -> bool:
    return isinstance(copies, list) and all(_is_whole(stars) and stars >= 0 for stars in copies)


def _form(field: str, value: Any) -> str:
    """What must agree of a field: everything but the order of cards won, which says nothing."""
    if field == "cards" and _is_words(value):
        value = sorted(value)
    return json.dumps(value, sort_keys=True)


def _form_of_event(event: Event) -> str:
    return json.dumps({field: _form(field, value) for field, value in event.items()}, sort_keys=True)


def _rest_of_round(events: Sequence[Event], place: int) -> list[Event]:
    """The recorded events from a place on that belong to the end of the round."""
    rest = []
    while place < len(events) and _event_at(events, place).get("event") in _GROUPS:
        rest.append(events[place])
        place += 1
    return rest


def _broken_rule(game: Game, got: Event, expected: Event, rule: str) -> str:
    """The rule that another event than the expected one breaks: it should not be there, or the expected one lacks."""
    groups = [*_GROUPS, "other"]
    kind = got.get("event") if got.get("event") in _GROUPS else "other"
    rank = (
        groups.index(str(kind)),
        groups.index(expected["event"] if expected["event"] in _GROUPS else "other"),
    )
    seat = got.get("seat")
    if rank[0] == rank[1] and seat in game.order and "seat" in expected:
        rank = game.order.index(seat), game.order.index(expected["seat"])
    if rank[0] >= rank[1]:
        too_long = expected["event"] == "win" and got.get("event") == "round"
        return "C9" if too_long or expected["event"] == "round" else rule
    if kind == "gain":
        return game.rule_of_gain(seat) if _is_whole(seat) and seat in game.order else "C4"
    return {"slip": "C12", "unhook": "C8"}.get(str(kind), "C7" if got.get("cause") == "slip" else "C6")


def _compare(events: Sequence[Event], game: Game, expected: Event, rule: str) -> None:
    """Raise Broken when the recorded event is not the one that the rules make."""
    place = len(game.events) - 1
    got, what = _event_at(events, place), expected["event"]
    other = got.get("event") != what or ("seat" in expected and got.get("seat") != expected["seat"])
    if other and game.due:
        rest = _rest_of_round(events, place)
        if sorted(map(_form_of_event, rest)) == sorted(map(_form_of_event, game.due)):
            raise Broken("trace", place, f"{expected} must come before {got}")
    if other:
        rule = _broken_rule(game, got, expected, rule)
        raise Broken(rule, place, f"expected {expected}, got {got or 'the end of the record'}")
    for field, value in expected.items():
        if field in got and _form(field, got[field]) != _form(field, value):
            raise Broken(rule, place, f"{field} of {what!r}: expected {value!r}, got {got[field]!r}")
    if got.keys() != expected.keys():
        raise Broken("trace", place, f"a {what!r} has the keys {sorted(expected)}, not {sorted(got)}")


def check(events: Sequence[Event], reached: Counter[str] | None = None) -> None:
    """Play a recorded game again and raise Broken at the first event that the rules do not bear out."""
    problem = next(_problems(events[0] if events else None), None)
    if problem:
        raise Broken(problem.rule, 0, problem.text)
    game = Game(events[0], Recorded(events), reached, lambda event, rule: _compare(events, game, event, rule))
    game.run()
    if len(events) > len(game.events):
        raise Broken(
            "C9", len(game.events), f"nothing may come after the end, got {events[len(game.events)]}"
        )
