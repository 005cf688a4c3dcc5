"""The Flying Hollander, played slowly and to the letter of its rules page.

The engine keeps every card as a string in a plain list and looks at the table anew each time it wants to
know something: the reference, a mutiny's demand and four of a kind are found by looking down the pile.
It shares nothing with the fast kernel, so that `check` can tell whether a recorded game was played by the
rules.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import combinations
from random import Random
from typing import Any, NamedTuple, Protocol

Event = dict[str, Any]
Play = tuple[str, int]  # a kind, and how many cards of it

CREW = tuple(str(rank) for rank in range(1, 11))
SPECIALS = ("hollander", "wormhole", "pirate", "island", "mutiny", "kraken")  # H31: the order of `lowest`
LOW_FIRST = CREW + SPECIALS  # H31, H32: `lowest` plays, `low` lays in this order, `high` in its reverse
ALWAYS_LEGAL = ("hollander", "kraken", "wormhole", "pirate")  # H14
ZONES = ("hand", "battle", "final")
DEAL_KEYS = {"event", "name", "game", "seed", "players", "rules", "policies", *ZONES, "draw_pile"}

#: Every rule that the engine counts. A thorough campaign of games makes each of them fire.
_RULES = """
    H4 | H5 kept | H5 swapped | H6 hand | H6 battle | H6 final | H6 goes on without hand | H7 several
    H8 | H8 battle | H9 | H9 left | H10 legal | H10 failed | H11 | H12 refill | H12 turn ends
    H13 refused | H14 on captain | H15 refused
    H16 through specials | H16 specials only | H16 wormhole clears | H16 pirate clears
    H17 demand | H17 no reference | H17 refused | H18 freedom | H18 lower
    H19 hollander passes demand | H19 hollander passes freedom | H19 wormhole answers | H19 pirate answers
    H19 mutiny on mutiny | H20 take clears demand | H20 burn clears demand | H20 burn clears freedom
    H21 | H22 | H23 | H23 two players | H24 hand | H24 battle | H24 final | H24 declined | H24 impossible
    H25 skip | H25 two players | H25 elsewhere | H25 on hollanders | H25 skips on hollanders
    H26 four | H26 across players | H26 through hollander | H26 specials | H26 specials off
    H26 replaces effect | H27 | H27 before effect | H28 | H29 several plays
    H33 hand_size | H33 poker_size | H33 mutiny_first_max
"""
RULES: tuple[str, ...] = tuple(rule.strip() for line in _RULES.split("\n")[1:-1] for rule in line.split("|"))


class IllegalDecision(AssertionError):
    """A player decided something that the rules do not allow."""


class MissingDecision(AssertionError):
    """A recorded game does not hold the decision that is needed next."""


class Mismatch(AssertionError):
    """A recorded game is not what the rules make of its deal and its decisions."""


@dataclass(frozen=True)
class Options:
    """The [choice] options of the rules page with their defaults."""

    refill_mid_turn: bool = True  # H12
    wormhole_clears_reference: bool = False  # H16
    pirate_clears_reference: bool = False  # H16
    hollander_on_hollander_skips: bool = False  # H25
    poker_of_specials: bool = True  # H26
    turn_limit: int = 2000  # H28
    hand_size: int = 3  # H33
    poker_size: int = 4  # H33
    mutiny_first_max: int = 3  # H33


RANGES = {"turn_limit": (1, 2**63), "hand_size": (2, 5), "poker_size": (3, 6), "mutiny_first_max": (1, 5)}


class Exchange(NamedTuple):
    """What a pirate does: `gives` goes to the other player, `gets` comes back, both in the zone."""

    other: int
    zone: str
    gives: str
    gets: str


@dataclass(frozen=True)
class Laid:
    """A play as it was laid, with the pile that lay below it."""

    kind: str
    count: int
    below: list[str]


class Decisions(Protocol):
    """Everything in a game that is decided by a player or by chance after the deal."""

    def swap(self, seat: int, game: Game) -> list[str]:
        """Choose the cards that lie as battle cards (H5)."""

    def play(self, seat: int, game: Game, legal: list[Play]) -> Play:
        """Choose one of the legal plays (H30)."""

    def final_card(self, seat: int, game: Game) -> str:
        """Turn one of the remaining final cards (H10)."""

    def wormhole(self, seat: int, game: Game) -> int:
        """Name the player who takes the next turn (H23)."""

    def pirate(self, seat: int, game: Game, possible: dict[int, list[str]]) -> Exchange | None:
        """Choose an exchange, or None; `possible` holds the zones for each possible opponent (H24)."""


def is_crew(kind: str) -> bool:
    """Tell whether the kind is a crew rank."""
    return kind in CREW


def find_reference(pile: list[str], clearing: Sequence[str] = ()) -> str | None:
    """Look down the pile for the crew card that the next play is measured against (H16)."""
    for card in reversed(pile):
        if is_crew(card):
            return card
        if card in clearing:  # H16 [choice]
            return None
    return None


def find_bond(pile: list[str]) -> str | None:
    """Tell what binds the next play: a mutiny's demand ("mutiny"), an island's freedom ("island") or nothing.

    H19: either lasts until a card other than a hollander lies on it: the top card under the hollanders tells.
    """
    for card in reversed(pile):
        if card != "hollander":
            return card if card in ("mutiny", "island") else None
    return None


def top_run(pile: list[str]) -> list[int]:
    """Places in the pile, from the top, of the equal cards on its top, looking through hollanders (H26)."""
    places: list[int] = []
    for place in range(len(pile) - 1, -1, -1):
        if pile[place] == "hollander":
            continue
        if places and pile[place] != pile[places[0]]:
            break
        places.append(place)
    return places


class Game:
    """One game on its way; the attributes are the whole table, open to players and tests."""

    def __init__(
        self,
        deal: Event,
        decisions: Decisions,
        fired: Counter[str] | None = None,
        observer: Callable[[Event], None] | None = None,
    ) -> None:
        self.deal = deal
        self.decisions = decisions
        self.fired: Counter[str] = Counter() if fired is None else fired
        self.observer = observer
        self.players: int = deal["players"]
        self.options = Options(**deal["rules"]["options"])
        self.captain = max((k for k, n in deal["rules"]["deck"].items() if is_crew(k) and n), key=int)  # H1
        self.hand: list[list[str]] = [list(cards) for cards in deal["hand"]]
        self.battle: list[list[str]] = [list(cards) for cards in deal["battle"]]
        self.final: list[list[str]] = [list(cards) for cards in deal["final"]]
        self.draw_pile: list[str] = list(deal["draw_pile"])  # next card first
        self.pile: list[str] = []  # bottom first
        self.laid_by: list[int] = []  # who laid each card of the pile
        self.burned: list[str] = []
        self.events: list[Event] = []
        self.turn = 0
        self.seat = 0  # H4

    # ---- the table

    def emit(self, event: str, **values: Any) -> None:
        """Add an event to the trace; the table already stands as it is after the event."""
        self.record({"event": event, **values})

    def record(self, event: Event) -> None:
        """Append an event and show it to the observer."""
        self.events.append(event)
        if self.observer is not None:
            self.observer(event)

    def mark(self, rule: str, when: bool = True) -> None:
        """Count a rule that fired."""
        if when:
            self.fired[rule] += 1

    def illegal(self, decision: object, legal: object) -> IllegalDecision:
        """The error for a decision that is not among the legal ones."""
        return IllegalDecision(f"turn {self.turn}: seat {self.seat} decided {decision!r}, legal: {legal}")

    def zone_cards(self, zone: str, seat: int) -> list[str]:
        """The cards that a player has in a zone."""
        return {"hand": self.hand, "battle": self.battle, "final": self.final}[zone][seat]

    def zone(self, seat: int) -> str:
        """The zone that a player plays from (H6)."""
        if self.hand[seat] or self.draw_pile:
            return "hand"
        return "battle" if self.battle[seat] else "final"

    def clockwise(self, steps: int) -> int:
        """The seat so many steps after the one whose turn it is (H4)."""
        return (self.seat + steps) % self.players

    def reference(self) -> str | None:
        """The crew card that the next play is measured against, under the options of H16."""
        clearing = ["wormhole"] * self.options.wormhole_clears_reference
        clearing += ["pirate"] * self.options.pirate_clears_reference
        return find_reference(self.pile, clearing)

    # ---- what is legal

    def refusal(self, kind: str) -> str | None:
        """The rule that forbids the kind on the pile as it lies, or None when the kind is legal."""
        bond, reference = find_bond(self.pile), self.reference()
        if kind in ALWAYS_LEGAL or bond == "island":  # H14, H18
            return None
        if not is_crew(kind):
            return "H15" if reference == self.captain else None
        if bond == "mutiny":
            highest = self.options.mutiny_first_max if reference is None else int(reference)
            return "H17" if int(kind) > highest else None
        return "H13" if reference is not None and int(kind) < int(reference) else None

    def playable(self, seat: int) -> Counter[str]:
        """How many cards of each kind the player may lay together, legal or not (H7, H9)."""
        zone = self.zone(seat)
        cards = Counter(self.zone_cards(zone, seat))
        if zone == "hand" and len(cards) == 1 and not self.draw_pile:  # H9
            kind = self.hand[seat][0]
            cards[kind] += self.battle[seat].count(kind)
        return cards

    def legal(self, seat: int) -> list[Play]:
        """All legal plays from the hand or the battle cards (H30)."""
        cards = self.playable(seat)
        kinds = [kind for kind in LOW_FIRST if cards[kind] and not self.refusal(kind)]
        return [(kind, count) for kind in kinds for count in range(1, cards[kind] + 1)]

    # ---- a game

    def run(self) -> list[Event]:
        """Play the whole game and return its events."""
        self.record(self.deal)
        for seat in range(self.players):
            self.swap(seat)
        while self.turn < self.options.turn_limit:
            following = self.play_turn()
            if following is None:
                return self.events
            self.seat = following
            self.turn += 1
        self.mark("H28")
        self.emit("unfinished", turns=self.turn)
        return self.events

    def swap(self, seat: int) -> None:
        """Let a player choose their battle cards (H5)."""
        before = self.battle[seat]
        chosen, rest = list(self.decisions.swap(seat, self)), before + self.hand[seat]
        if len(chosen) != len(before) or Counter(chosen) - Counter(rest):
            raise IllegalDecision(f"swap: seat {seat} must lay {len(before)} cards of {rest}, not {chosen}")
        for kind in chosen:
            rest.remove(kind)
        self.battle[seat], self.hand[seat] = chosen, rest
        self.mark("H5 kept" if sorted(chosen) == sorted(before) else "H5 swapped")
        self.emit("swap", seat=seat, battle=list(chosen), hand=list(rest))

    def play_turn(self) -> int | None:
        """Play one turn (H29) and return the seat of the next one, or None when the game is won."""
        self.emit("turn", turn=self.turn, seat=self.seat)
        plays, following = 0, self.clockwise(1)  # H4
        while True:
            laid = self.play_zone()
            if laid is None:  # H8, H10: the pile was taken
                break
            plays += 1
            cause = self.burn_cause(laid)
            if not any(self.zone_cards(zone, self.seat) for zone in ZONES):  # H27
                self.mark("H27")
                self.mark("H27 before effect", cause is not None or laid.kind in SPECIALS[1:])
                self.emit("win", seat=self.seat, turns=self.turn + 1)
                return None
            if cause is None:
                following = self.carry_out(laid)
                break
            self.burn(cause, laid)
            if not self.go_on():
                break
        self.mark("H29 several plays", plays > 1)
        self.mark("H4", following == self.clockwise(1))
        if self.draw():  # H11
            self.mark("H11")
        return following

    def go_on(self) -> bool:
        """After a burn: tell whether the player plays again in this turn, drawing first if need be (H12)."""
        if self.hand[self.seat] or not self.draw_pile:
            self.mark("H6 goes on without hand", not self.hand[self.seat])
            return True
        if not self.options.refill_mid_turn:
            self.mark("H12 turn ends")
            return False
        self.mark("H12 refill")
        return self.draw()

    def draw(self) -> bool:
        """Fill the hand up from the draw pile (H11, H12, H33); tell whether any card was drawn."""
        count = max(0, self.options.hand_size - len(self.hand[self.seat]))
        drawn, self.draw_pile = self.draw_pile[:count], self.draw_pile[count:]
        if not drawn:
            return False
        self.hand[self.seat] += drawn
        self.mark("H33 hand_size", self.options.hand_size != 3)
        self.emit("draw", seat=self.seat, cards=drawn)
        return True

    # ---- laying cards

    def play_zone(self) -> Laid | None:
        """Lay cards from the zone that is in play, or take the pile and return None (H6)."""
        seat, zone = self.seat, self.zone(self.seat)
        assert self.zone_cards(zone, seat), f"turn {self.turn}: seat {seat} has no card to play from {zone}"
        self.mark(f"H6 {zone}")
        if zone == "final":
            return self.play_final()
        self.note_choice(self.zone_cards(zone, seat))
        legal = self.legal(seat)
        if not legal:
            self.mark("H8")
            self.mark("H8 battle", zone == "battle")
            self.take(None)
            return None
        choice = self.decisions.play(seat, self, list(legal))
        if choice not in legal:
            raise self.illegal(choice, legal)
        kind, count = legal[legal.index(choice)]
        own = self.zone_cards(zone, seat).count(kind)
        from_battle = max(0, count - own)
        self.mark("H9", from_battle > 0)
        self.mark("H9 left", from_battle < self.playable(seat)[kind] - own)
        for _ in range(count - from_battle):
            self.zone_cards(zone, seat).remove(kind)
        for _ in range(from_battle):
            self.battle[seat].remove(kind)
        return self.lay(kind, count, "hand+battle" if from_battle else zone, from_battle)

    def play_final(self) -> Laid | None:
        """Turn a final card and lay it, or take it with the pile (H10)."""
        kind = self.decisions.final_card(self.seat, self)
        if kind not in self.final[self.seat]:
            raise self.illegal(kind, self.final[self.seat])
        self.note_choice([kind])
        self.final[self.seat].remove(kind)
        if self.refusal(kind):
            self.mark("H10 failed")
            self.take(kind)
            return None
        self.mark("H10 legal")
        return self.lay(kind, 1, "final", 0)

    def lay(self, kind: str, count: int, zone: str, from_battle: int) -> Laid:
        """Put cards that have left their zone on the pile."""
        self.note_answer(kind)
        self.mark("H7 several", count > 1)
        laid = Laid(kind, count, list(self.pile))
        self.pile += [kind] * count
        self.laid_by += [self.seat] * count
        self.emit("play", seat=self.seat, zone=zone, kind=kind, count=count, from_battle=from_battle)
        return laid

    def take(self, final: str | None) -> None:
        """Take the whole pile into the hand, and the final card that failed with it (H8, H10, H20)."""
        self.mark("H20 take clears demand", find_bond(self.pile) == "mutiny")
        taken, self.pile, self.laid_by = self.pile, [], []
        self.hand[self.seat] += taken + ([] if final is None else [final])
        self.emit("take", seat=self.seat, cards=taken, final=final)

    # ---- effects

    def burn_cause(self, laid: Laid) -> str | None:
        """Why the play burns the pile, or None (H22, H26)."""
        if laid.kind in ("kraken", "hollander"):
            return "kraken" if laid.kind == "kraken" else None
        if len(top_run(self.pile)) < self.options.poker_size:
            return None
        if not is_crew(laid.kind) and not self.options.poker_of_specials:
            self.mark("H26 specials off")
            return None
        return "four"

    def burn(self, cause: str, laid: Laid) -> None:
        """Take the pile out of the game; it has no effect left then (H20, H22, H26)."""
        run = top_run(self.pile)
        if cause == "four":
            self.mark("H26 four")
            self.mark("H26 across players", len({self.laid_by[place] for place in run}) > 1)
            self.mark("H26 through hollander", run[0] - run[-1] >= len(run))
            self.mark("H26 specials", not is_crew(laid.kind))
            self.mark("H26 replaces effect", not is_crew(laid.kind))
            self.mark("H33 poker_size", self.options.poker_size != 4)
        else:
            self.mark("H22")
            self.mark("H21", laid.count > 1)
        self.mark("H20 burn clears demand", find_bond(laid.below) == "mutiny")
        self.mark("H20 burn clears freedom", find_bond(laid.below) == "island")
        self.burned += self.pile
        self.pile, self.laid_by = [], []
        self.emit("burn", seat=self.seat, cause=cause)

    def carry_out(self, laid: Laid) -> int:
        """Carry out the effect of a play, once (H21), and return the seat that plays next.

        A mutiny and an island act by lying on the pile: see `find_bond`.
        """
        self.mark("H21", laid.count > 1 and laid.kind in SPECIALS[1:])
        if laid.kind == "wormhole":
            return self.wormhole()
        if laid.kind == "pirate":
            self.pirate()
        if laid.kind == "hollander" and self.skips(laid):
            self.mark("H21", laid.count > 1)
            self.mark("H25 two players", self.players == 2)
            self.emit("skip", seat=self.clockwise(1))
            return self.clockwise(2)
        return self.clockwise(1)

    def skips(self, laid: Laid) -> bool:
        """Tell whether a hollander was played first, so that it skips the next player (H25)."""
        if not laid.below:
            self.mark("H25 skip")
            return True
        if any(card != "hollander" for card in laid.below):
            self.mark("H25 elsewhere")
            return False
        skips = self.options.hollander_on_hollander_skips
        self.mark("H25 skips on hollanders" if skips else "H25 on hollanders")
        return skips

    def wormhole(self) -> int:
        """Let the player name who takes the next turn (H23)."""
        others = [seat for seat in range(self.players) if seat != self.seat]
        chosen = self.decisions.wormhole(self.seat, self)
        if chosen not in others:
            raise self.illegal(chosen, others)
        self.mark("H23")
        self.mark("H23 two players", self.players == 2)
        self.emit("next", seat=self.seat, chosen=chosen)
        return chosen

    def pirate(self) -> None:
        """Let the player exchange a card with another player in a zone where both have one (H24)."""
        possible: dict[int, list[str]] = {}
        for other in range(self.players):
            zones = [z for z in ZONES if self.zone_cards(z, self.seat) and self.zone_cards(z, other)]
            if zones and other != self.seat:
                possible[other] = zones
        if not possible:
            self.mark("H24 impossible")
            return
        exchange = self.decisions.pirate(self.seat, self, dict(possible))
        if exchange is None:
            self.mark("H24 declined")
            return
        other, zone, gives, gets = exchange
        if zone not in possible.get(other, []):
            raise self.illegal(exchange, possible)
        mine, theirs = self.zone_cards(zone, self.seat), self.zone_cards(zone, other)
        if gives not in mine or gets not in theirs:
            raise self.illegal(exchange, f"cards of {mine} for cards of {theirs}")
        mine[mine.index(gives)], theirs[theirs.index(gets)] = gets, gives
        self.mark(f"H24 {zone}")
        self.emit("exchange", seat=self.seat, zone=zone, gives=gives, gets=gets, **{"with": other})

    # ---- counting rules

    def note_choice(self, cards: list[str]) -> None:
        """Count the rules that bear on what may be laid now."""
        for rule in {self.refusal(kind) for kind in cards} - {None}:
            self.mark(f"{rule} refused")
        bond, reference, plain = find_bond(self.pile), self.reference(), find_reference(self.pile)
        self.mark("H16 through specials", reference is not None and not is_crew(self.pile[-1]))
        self.mark("H16 specials only", bool(self.pile) and plain is None)
        if plain is not None and reference is None:
            clears = (self.options.wormhole_clears_reference, self.options.pirate_clears_reference)
            above = self.pile[max(i for i, card in enumerate(self.pile) if is_crew(card)) :]
            self.mark("H16 wormhole clears", clears[0] and "wormhole" in above)
            self.mark("H16 pirate clears", clears[1] and "pirate" in above)
        if bond == "mutiny":
            self.mark("H17 demand" if reference else "H17 no reference")
            self.mark("H33 mutiny_first_max", reference is None and self.options.mutiny_first_max != 3)
        self.mark("H18 freedom", bond == "island")

    def note_answer(self, kind: str) -> None:
        """Count the rules that bear on what a card does to the bond and the captain under it."""
        bond, reference = find_bond(self.pile), self.reference()
        self.mark("H14 on captain", reference == self.captain and kind in ALWAYS_LEGAL)
        if bond == "island":
            self.mark("H18 lower", is_crew(kind) and reference is not None and int(kind) < int(reference))
        if kind == "hollander" and bond:
            self.mark("H19 hollander passes demand" if bond == "mutiny" else "H19 hollander passes freedom")
        self.mark(f"H19 {kind} answers", bond == "mutiny" and kind in ("wormhole", "pirate"))
        self.mark("H19 mutiny on mutiny", bond == kind == "mutiny")


def play(deal: Event, decisions: Decisions, fired: Counter[str] | None = None) -> list[Event]:
    """Play the game that a deal event begins and return all its events, the deal first."""
    return Game(deal, decisions, fired).run()


# ---- swap rules (H32): battle cards and hand as dealt, to the battle cards that lie


def _first(cards: Sequence[str], order: Sequence[str], count: int = 3) -> list[str]:
    return sorted(cards, key=order.index)[:count]


def keep(battle: list[str], hand: list[str], rng: Random) -> list[str]:
    """Change nothing."""
    return list(battle)


def high(battle: list[str], hand: list[str], rng: Random) -> list[str]:
    """Lay kraken, mutiny, island, pirate, wormhole, hollander, then crew from the highest down."""
    return _first(battle + hand, LOW_FIRST[::-1])


def low(battle: list[str], hand: list[str], rng: Random) -> list[str]:
    """Lay in the reverse order of `high`."""
    return _first(battle + hand, LOW_FIRST)


def specials(battle: list[str], hand: list[str], rng: Random) -> list[str]:
    """Lay specials in the order of `high`, then the highest crew that lies as dealt, then of the hand."""
    down = LOW_FIRST[::-1]
    laid = _first([kind for kind in battle + hand if not is_crew(kind)], down)
    for source in (battle, hand):
        laid += _first([kind for kind in source if is_crew(kind)], down, 3 - len(laid))
    return laid


def crew(battle: list[str], hand: list[str], rng: Random) -> list[str]:
    """Lay the highest crew; for want of crew, specials in the order of H31."""
    return _first(battle + hand, CREW[::-1] + SPECIALS)


def random(battle: list[str], hand: list[str], rng: Random) -> list[str]:
    """Lay three of the known cards, every choice of three equally likely (H30)."""
    return list(rng.choice(list(combinations(battle + hand, 3))))


SwapRule = Callable[[list[str], list[str], Random], list[str]]
SWAPS: dict[str, SwapRule] = {
    "keep": keep,
    "high": high,
    "low": low,
    "specials": specials,
    "crew": crew,
    "random": random,
}


# ---- players


class RandomPlayer:
    """`random` of H30: everything uniformly at random."""

    def __init__(self, rng: Random, swap: str = "random") -> None:
        self.rng = rng
        self.swap_rule = SWAPS[swap]

    def swap(self, seat: int, game: Game) -> list[str]:
        """Follow the swap rule."""
        return self.swap_rule(game.battle[seat], game.hand[seat], self.rng)

    def play(self, seat: int, game: Game, legal: list[Play]) -> Play:
        """Pick any pair of kind and count."""
        return self.rng.choice(legal)

    def final_card(self, seat: int, game: Game) -> str:
        """Turn any final card."""
        return self.rng.choice(game.final[seat])

    def wormhole(self, seat: int, game: Game) -> int:
        """Name any other player."""
        return self.rng.choice([other for other in range(game.players) if other != seat])

    def pirate(self, seat: int, game: Game, possible: dict[int, list[str]]) -> Exchange | None:
        """Always exchange: any opponent, then any zone, then any two cards."""
        other = self.rng.choice(sorted(possible))
        zone = self.rng.choice(possible[other])
        gives = self.rng.choice(game.zone_cards(zone, seat))
        return Exchange(other, zone, gives, self.rng.choice(game.zone_cards(zone, other)))


class LowestPlayer(RandomPlayer):
    """`lowest` of H31: the lowest crew, else the cheapest special, as many cards as possible."""

    def __init__(self, rng: Random, swap: str = "keep") -> None:
        super().__init__(rng, swap)

    def play(self, seat: int, game: Game, legal: list[Play]) -> Play:
        """Lay all cards of the first legal kind, with all battle cards that H9 allows."""
        lowest = min((kind for kind, _ in legal), key=LOW_FIRST.index)
        return max(choice for choice in legal if choice[0] == lowest)

    def wormhole(self, seat: int, game: Game) -> int:
        """Name the next player clockwise."""
        return (seat + 1) % game.players

    def pirate(self, seat: int, game: Game, possible: dict[int, list[str]]) -> Exchange | None:
        """Decline."""
        return None


class Recorded:
    """Feeds the decisions of a recorded game back: each lies in the event that comes next."""

    def __init__(self, events: Sequence[Event]) -> None:
        self.events = events

    def _next(self, game: Game) -> Event:
        place = len(game.events)
        return self.events[place] if place < len(self.events) else {}

    def _decision(self, game: Game, seat: int, what: str, *keys: str) -> list[Any]:
        """Return the values of the keys in the next event, which must be a `what` of the seat."""
        event = self._next(game)
        if event.get("event") != what or event.get("seat") != seat or not set(keys) <= set(event):
            needed = f"event {len(game.events)} must be a {what!r} of seat {seat} with {', '.join(keys)}"
            raise MissingDecision(f"turn {game.turn}: {needed}; the record has {event or 'ended'}")
        return [event[key] for key in keys]

    def swap(self, seat: int, game: Game) -> list[str]:
        """Read the battle cards."""
        battle = self._decision(game, seat, "swap", "battle")[0]
        if not _is_cards(battle):
            raise MissingDecision(f"swap of seat {seat}: {battle!r} is no list of kinds")
        return list(battle)

    def play(self, seat: int, game: Game, legal: list[Play]) -> Play:
        """Read a play."""
        kind, count = self._decision(game, seat, "play", "kind", "count")
        return kind, count

    def final_card(self, seat: int, game: Game) -> str:
        """Read the final card that was laid, or that failed."""
        failed = self._next(game).get("event") == "take"
        what = ("take", "final") if failed else ("play", "kind")
        return str(self._decision(game, seat, *what)[0])

    def wormhole(self, seat: int, game: Game) -> int:
        """Read the seat that was named."""
        chosen = self._decision(game, seat, "next", "chosen")[0]
        return int(chosen) if _is_number(chosen) else -1

    def pirate(self, seat: int, game: Game, possible: dict[int, list[str]]) -> Exchange | None:
        """Read the exchange; a pirate that declined leaves no event."""
        if self._next(game).get("event") != "exchange":
            return None
        other, zone, gives, gets = self._decision(game, seat, "exchange", "with", "zone", "gives", "gets")
        return Exchange(int(other) if _is_number(other) else -1, zone, gives, gets)


# ---- dealing and checking


def deck_of(rules: Event) -> list[str]:
    """All cards of the deck (H1)."""
    return [kind for kind, copies in rules["deck"].items() for _ in range(copies)]


def _is_cards(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(kind, str) for kind in value)


def _is_number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _rules_problems(rules: Any) -> Iterator[str]:
    """Everything that is wrong with a rules object, the first fault first."""
    if not isinstance(rules, dict) or rules.keys() != {"game", "name", "deck", "options"}:
        yield "the rules need exactly the keys game, name, deck, options"
    if rules["game"] != "hollander":
        yield f"the rules are those of {rules['game']!r}"
    if not isinstance(rules["deck"], dict) or not isinstance(rules["options"], dict):
        yield "deck and options must be objects"
    for kind, copies in rules["deck"].items():
        if kind not in LOW_FIRST or not _is_number(copies) or not 0 <= copies <= 15:
            yield f"H1: {copies!r} copies of {kind!r} cannot be"
    ranks = [kind for kind in CREW if rules["deck"].get(kind)]
    if len(ranks) < 4 or ranks != list(CREW[: len(ranks)]):
        yield f"H1: the crew ranks must run from 1 to at least 4 without a gap, not {ranks}"
    defaults = asdict(Options())
    if rules["options"].keys() != defaults.keys():
        yield f"the options must be {sorted(defaults)}, not {sorted(rules['options'])}"
    for name, value in rules["options"].items():
        smallest, largest = RANGES.get(name, (False, True))
        if type(value) is not type(defaults[name]) or not smallest <= value <= largest:
            yield f"option {name} cannot be {value!r}"


def _deal_problems(deal: Any) -> Iterator[str]:
    """Everything that is wrong with a deal event, the first fault first."""
    if not isinstance(deal, dict) or deal.get("event") != "deal" or deal.keys() != DEAL_KEYS:
        yield f"the first event must be a deal with the keys {sorted(DEAL_KEYS)}"
    yield from _rules_problems(deal["rules"])
    players, hand_size = deal["players"], deal["rules"]["options"]["hand_size"]
    if deal["name"] != "hollander" or not _is_number(deal["game"]) or not _is_number(deal["seed"]):
        yield "name, game or seed is wrong"
    if not _is_number(players) or not 2 <= players <= 6:
        yield f"H2: there cannot be {players!r} players"
    if not _is_cards(deal["policies"]) or len(deal["policies"]) != players:
        yield f"there must be one policy for each of {players} seats, not {deal['policies']!r}"
    for zone, size in (("final", 3), ("battle", 3), ("hand", hand_size)):  # H3, H33
        dealt = deal[zone]
        sizes = [len(cards) for cards in dealt if _is_cards(cards)] if isinstance(dealt, list) else []
        if sizes != [size] * players or len(dealt) != players:
            yield f"H3: {zone} must hold {size} cards for each of {players} seats, not {dealt!r}"
    if not _is_cards(deal["draw_pile"]):
        yield f"the draw pile is no list of kinds: {deal['draw_pile']!r}"
    cards, deck = Counter(deal["draw_pile"]), Counter(deck_of(deal["rules"]))
    for zone in ZONES:
        cards.update(kind for held in deal[zone] for kind in held)
    if cards != deck:
        yield f"H3: the cards are not the deck: {dict(cards - deck)} too many, {dict(deck - cards)} too few"


def deal(
    rules: Event, players: int, rng: Random, policies: Sequence[str], game: int = 0, seed: int = 0
) -> Event:
    """Shuffle the deck and make a random deal event (H3)."""
    problem = next(_rules_problems(rules), None)
    if problem:
        raise ValueError(problem)
    cards, hand_size = deck_of(rules), rules["options"]["hand_size"]
    missing = players * (6 + hand_size) - len(cards)
    if missing > 0:  # H2
        raise ValueError(f"H2: {players} players need {missing} more cards than the {len(cards)} of the deck")
    rng.shuffle(cards)
    event: Event = {
        "event": "deal",
        "name": "hollander",
        "game": game,
        "seed": seed,
        "players": players,
        "rules": rules,
        "policies": list(policies),
    }
    for zone, size in (("final", 3), ("battle", 3), ("hand", hand_size)):
        event[zone] = [cards[seat * size : (seat + 1) * size] for seat in range(players)]
        del cards[: players * size]
    event["draw_pile"] = cards
    return event


def standard_rules(deck: dict[str, int] | None = None, **options: Any) -> Event:
    """The standard rules (H1), or the same with another deck or other options."""
    if deck is None:
        deck = dict.fromkeys(CREW, 4) | dict.fromkeys(SPECIALS, 2)
    return {"game": "hollander", "name": "standard", "deck": deck, "options": asdict(Options()) | options}


def _fingerprint(event: Event) -> str:
    """What must agree of an event: everything but the order of the cards after a swap."""
    if event.get("event") == "swap":
        ordered = {key: sorted(event[key]) for key in ("battle", "hand") if _is_cards(event.get(key))}
        event = event | ordered
    return json.dumps(event, sort_keys=True)


def _mismatch(events: Sequence[Event], place: int, expected: object) -> Mismatch:
    got = events[place] if place < len(events) else "the end of the record"
    before = "".join(f"\n  {i}: {events[i]}" for i in range(max(1, place - 4), min(place, len(events))))
    return Mismatch(f"event {place} differs\nexpected: {expected}\ngot: {got}\nafter:{before or ' the deal'}")


def check(events: Sequence[Event], fired: Counter[str] | None = None) -> None:
    """Play a recorded game again and raise Mismatch at the first event that the rules do not bear out."""
    problem = next(_deal_problems(events[0] if events else None), None)
    if problem:
        raise _mismatch(events, 0, problem)

    def compare(event: Event) -> None:
        place = len(game.events) - 1
        if place >= len(events) or _fingerprint(event) != _fingerprint(events[place]):
            raise _mismatch(events, place, event)

    game = Game(events[0], Recorded(events), fired, compare)
    try:
        game.run()
    except (IllegalDecision, MissingDecision) as error:
        raise _mismatch(events, len(game.events), error) from error
    if len(events) > len(game.events):
        raise _mismatch(events, len(game.events), "nothing after the end of the game")
