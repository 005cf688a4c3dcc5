"""All that the deciding player knows, read from what was said of a position, and written in its one canonical form."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from analyzer.errors import UserError
from analyzer.games.hollander.cardnames import written
from analyzer.games.hollander.cards import LAID
from analyzer.games.hollander.position.questions import DECISIONS, DEMANDS, PLAY, QUESTIONS, SWAP
from analyzer.games.hollander.position.said import Said
from analyzer.games.positions import Given
from analyzer.games.protocol import Setup

Cards = tuple[int, ...]
"""One kind per card."""


@dataclass(frozen=True)
class Situation:
    """What the deciding player knows.

    Attributes:
        question: The name of the question.
        seat: The deciding player's seat.
        hand: Their hand, from the lowest kind up.
        battles: Each seat's battle cards, from the lowest kind up; None if they are not known.
        finals: How many final cards each seat has left.
        hand_sizes: How many cards each seat has in hand.
        known: Cards of each hand that everybody knows, from the lowest kind up.
        pile: The pile, from the bottom to the top.
        burned: What has left the game, from the lowest kind up.
        draw_pile: How many cards the draw pile has; None for all that are left over.
        demand: What binds the next play, one of `questions.DEMANDS`; None for what the pile says.
        decision: What is to be decided in a turn, one of `questions.DECISIONS`.
        turn: The turn's number, from 0.
    """

    question: str
    seat: int
    hand: Cards
    battles: tuple[Cards | None, ...]
    finals: tuple[int, ...]
    hand_sizes: tuple[int, ...]
    known: tuple[Cards, ...]
    pile: Cards = ()
    burned: Cards = ()
    draw_pile: int | None = None
    demand: str | None = None
    decision: str = DECISIONS[0]
    turn: int = 0

    @property
    def players(self) -> int:
        """Number of seats."""
        return len(self.battles)

    @property
    def others(self) -> list[int]:
        """The other seats, clockwise."""
        return [(self.seat + places) % self.players for places in range(1, self.players)]

    @property
    def battle(self) -> Cards:
        """The deciding player's battle cards."""
        return self.battles[self.seat] or ()

    @property
    def seen(self) -> dict[str, Cards]:
        """Every card that the player knows the place of, by the field that names it."""
        places = {"hand": self.hand, "battle": self.battle, "pile": self.pile, "burned": self.burned}
        for seat in self.others:
            places[f"battle-of {seat}"] = self.battles[seat] or ()
            places[f"known-of {seat}"] = self.known[seat]
        return places

    @property
    def hidden(self) -> dict[str, int]:
        """How many cards lie where the player cannot see them, but for the draw pile."""
        hands = sum(self.hand_sizes[seat] - len(self.known[seat]) for seat in self.others)
        battles = sum(LAID for cards in self.battles if cards is None)
        return {"the others' hands": hands, "unknown battle cards": battles, "final cards": sum(self.finals)}


def read_swap(setup: Setup, seat: int, given: Given) -> Situation:
    """Reads what is known when a player is to swap (H5).

    Args:
        setup: Rules and policies.
        seat: The deciding player's seat.
        given: What was said.

    Returns:
        The situation, not yet checked for whether it can be.

    Raises:
        UserError: Something is unknown, missing or no right value.
    """
    said = Said(given, QUESTIONS[SWAP], setup)
    own = said.cards("battle") or []
    return Situation(
        question=SWAP,
        seat=seat,
        hand=_sorted(said.cards("hand")),
        battles=_battles(said, setup.players, seat, own),
        finals=(LAID,) * setup.players,
        hand_sizes=(setup.rules.options.whole("hand_size"),) * setup.players,
        known=((),) * setup.players,
    )


def read_play(setup: Setup, seat: int, given: Given) -> Situation:
    """Reads what is known in a turn.

    Args:
        setup: Rules and policies.
        seat: The deciding player's seat.
        given: What was said.

    Returns:
        The situation, not yet checked for whether it can be.

    Raises:
        UserError: Something is unknown, missing or no right value.
    """
    said = Said(given, QUESTIONS[PLAY], setup)
    dealt = setup.rules.options.whole("hand_size")
    cards_in_deck = sum(setup.rules.deck.whole(kind) for kind in setup.rules.deck)
    hand = _sorted(said.cards("hand"))
    finals = said.numbers_by_seat("finals-of", 0, LAID)
    _refuse_own(finals, seat, "finals-of", "finals")
    own_finals = said.number("finals", 0, LAID)
    finals[seat] = LAID if own_finals is None else own_finals
    sizes = said.numbers_by_seat("hand-size-of", 0, cards_in_deck)
    _refuse_own(sizes, seat, "hand-size-of", "hand")
    sizes[seat] = len(hand)
    known = said.cards_by_seat("known-of")
    gone = [place for place, count in finals.items() if count < LAID]
    battles = _battles(said, setup.players, seat, said.cards("battle") or [], gone)
    return Situation(
        question=PLAY,
        seat=seat,
        hand=hand,
        battles=battles,
        finals=tuple(finals.get(place, LAID) for place in range(setup.players)),
        hand_sizes=tuple(sizes.get(place, dealt) for place in range(setup.players)),
        known=tuple(_sorted(known.get(place)) for place in range(setup.players)),
        pile=tuple(said.cards("pile") or []),
        burned=_sorted(said.cards("burned")),
        draw_pile=said.number("draw-pile", 0, cards_in_deck),
        demand=said.word("demand", DEMANDS),
        decision=said.word("decide", DECISIONS) or DECISIONS[0],
        turn=said.number("turn", 0, setup.rules.options.whole("turn_limit") - 1) or 0,
    )


def canonical(situation: Situation, setup: Setup, demand: str | None) -> list[tuple[str, str]]:
    """What must be said for this situation, and no more.

    Args:
        situation: The situation.
        setup: Rules and policies.
        demand: The demand, if it is not the one that the pile says.

    Returns:
        Name and value of each field, in the question's order; one entry for each seat of a field said for each apart.
    """
    if situation.question == SWAP:
        pairs = [("hand", written(situation.hand)), ("battle", written(situation.battle))]
        return pairs + _battle_pairs(situation)
    dealt = setup.rules.options.whole("hand_size")
    own = situation.seat
    pairs = [(name, written(cards)) for name, cards in _open_cards(situation) if cards]
    pairs += [("finals", str(situation.finals[own]))] if situation.finals[own] != LAID else []
    sizes, finals = situation.hand_sizes, situation.finals
    pairs += [
        ("hand-size-of", f"{seat}={sizes[seat]}") for seat in sorted(situation.others) if sizes[seat] != dealt
    ]
    pairs += _battle_pairs(situation)
    pairs += [
        ("finals-of", f"{seat}={finals[seat]}") for seat in sorted(situation.others) if finals[seat] != LAID
    ]
    pairs += [("known-of", f"{seat}={written(cards)}") for seat, cards in enumerate(situation.known) if cards]
    pairs += [("demand", demand)] if demand is not None else []
    pairs += [("decide", situation.decision)] if situation.decision != DECISIONS[0] else []
    pairs += [("turn", str(situation.turn))] if situation.turn else []
    order = [field.name for field in QUESTIONS[PLAY].fields]
    return sorted(pairs, key=lambda pair: order.index(pair[0]))


def _open_cards(situation: Situation) -> Sequence[tuple[str, Cards]]:
    return (
        ("hand", situation.hand),
        ("battle", situation.battle),
        ("pile", situation.pile),
        ("burned", situation.burned),
    )


def _battle_pairs(situation: Situation) -> list[tuple[str, str]]:
    """The others' battle cards, where they are not what is taken if nothing is said."""
    pairs = []
    for seat in sorted(situation.others):
        cards = situation.battles[seat]
        if cards or (cards is not None and situation.finals[seat] == LAID):
            pairs.append(("battle-of", f"{seat}={written(cards)}"))
    return pairs


def _battles(
    said: Said, players: int, seat: int, own: Sequence[int], gone: Sequence[int] = ()
) -> tuple[Cards | None, ...]:
    """Battle cards per seat; of a seat of which nothing is said none if they are gone, else None."""
    battles = said.cards_by_seat("battle-of")
    _refuse_own(battles, seat, "battle-of", "battle")
    battles = {place: [] for place in gone} | battles | {seat: list(own)}
    return tuple(_sorted(battles[place]) if place in battles else None for place in range(players))


def _refuse_own(by_seat: Mapping[int, object], seat: int, name: str, own: str) -> None:
    if seat in by_seat:
        raise UserError(
            f"{name} is for the others; what you have yourself, in seat {seat}, is said by {own}."
        )


def _sorted(cards: Sequence[int] | None) -> Cards:
    return tuple(sorted(cards or ()))
