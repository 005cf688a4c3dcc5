"""All that the deciding player knows, read from what was said of a position, and written in its one canonical form."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from analyzer.errors import UserError
from analyzer.games.pescado.cards import HAND, LAID_OUT, NUMBER_CARDS
from analyzer.games.pescado.kernel.state import NOBODY
from analyzer.games.pescado.position.cardtext import Written, named, read_cards, written
from analyzer.games.pescado.position.questions import NOBODY_WORD, PLAY, QUESTIONS
from analyzer.games.pescado.rules import round_size
from analyzer.games.positions import Given
from analyzer.games.positionsaid import Said, whole_number
from analyzer.games.protocol import Setup

Cards = tuple[int, ...]
"""Numbers of cards, from the lowest up."""

_LOWEST_SCORE = -999


@dataclass(frozen=True)
class Situation:
    """What the deciding player knows.

    Attributes:
        seat: The deciding player's seat.
        hand: Their hand.
        table: What lies on the table.
        captured: What each seat captured in this round; None if nothing is told of it.
        pescados: How many pescados each seat made in this round.
        scores: Points of each seat from the rounds before.
        hand_sizes: How many cards each seat has in hand.
        starter: Who started the round.
        round_number: The round's number, from 0.
        deals: How often hands are dealt in a round.
        deal: The number of the last deal, from 0.
        last: Who captured last in this round, or NOBODY.
        star_is_zero: Whether the * was played to an empty table in this round.
    """

    seat: int
    hand: Cards
    table: Cards
    captured: tuple[Cards | None, ...]
    pescados: tuple[int, ...]
    scores: tuple[int, ...]
    hand_sizes: tuple[int, ...]
    starter: int
    round_number: int
    deals: int
    deal: int
    last: int
    star_is_zero: bool

    @property
    def players(self) -> int:
        """Number of seats."""
        return len(self.captured)

    @property
    def others(self) -> list[int]:
        """The other seats, clockwise."""
        return seats_after(self.seat, self.players)[:-1]

    @property
    def places(self) -> dict[str, Cards]:
        """The cards that are told of, by where they are."""
        captured = {
            place_of("captured", seat, self.seat): cards
            for seat, cards in enumerate(self.captured)
            if cards is not None
        }
        return {"hand": self.hand, "table": self.table, **captured}

    @property
    def missing(self) -> int:
        """How many cards were dealt that are not told of; negative if more are told of than were dealt."""
        return dealt_until(self.deal, self.players) - told_of(self.hand_sizes, self.table, self.captured)

    @property
    def undealt(self) -> int:
        """How many cards are still to be dealt in this round."""
        return HAND * self.players * (self.deals - 1 - self.deal)


def read_play(setup: Setup, seat: int, given: Given) -> Situation:
    """Reads what is known when a player is to play a card.

    Args:
        setup: Rules and policies.
        seat: The deciding player's seat.
        given: What was said.

    Returns:
        The situation, not yet checked for whether it can be.

    Raises:
        UserError: Something is unknown, missing or no right value.
    """
    players = setup.players
    said = Said(given, QUESTIONS[PLAY], players)
    hand, table, captured = _cards(said, seat, players)
    sizes = said.numbers_by_seat("hand-size-of", 0, HAND)
    _refuse_own(sizes, seat, "hand-size-of", "hand")
    number = said.number("round", 0, setup.rules.options.whole("round_limit") - 1)
    starter = _starter(said, seat, players, len(hand), sizes, number)
    hand_sizes = sizes_from(starter, seat, len(hand), players)
    deals = (round_size(setup.rules) - LAID_OUT) // (HAND * players)
    deal = said.number("deal", 0, deals - 1)
    if deal is None:
        deal = first_deal(deals, hand_sizes, table, captured)
    missing = dealt_until(deal, players) - told_of(hand_sizes, table, captured)
    return Situation(
        seat=seat,
        hand=hand,
        table=table,
        captured=captured,
        pescados=_per_seat(said, "pescados", seat, players, 0, len(NUMBER_CARDS)),
        scores=_per_seat(
            said, "score", seat, players, _LOWEST_SCORE, setup.rules.options.whole("target") - 1
        ),
        hand_sizes=hand_sizes,
        starter=starter,
        round_number=starter if number is None else number,
        deals=deals,
        deal=deal,
        last=_last(said, seat, captured, missing),
        star_is_zero=bool(said.answer("star-is-zero")),
    )


def canonical(situation: Situation) -> list[tuple[str, str]]:
    """What must be said for this situation, and no more.

    Args:
        situation: The situation.

    Returns:
        Name and value of each field, in the question's order; one entry for each seat of a field said for each apart.
    """
    own, seats = situation.seat, sorted(situation.others)
    captured, sizes = situation.captured, situation.hand_sizes
    pairs = [("hand", written(situation.hand))]
    pairs += [("table", written(situation.table))] if situation.table else []
    told = {seat: written(cards) for seat, cards in enumerate(captured) if cards is not None}
    pairs += _pairs("captured", own, seats, told)
    pairs += _pairs("pescados", own, seats, {seat: str(n) for seat, n in enumerate(situation.pescados) if n})
    pairs += _pairs("score", own, seats, {seat: str(n) for seat, n in enumerate(situation.scores) if n})
    if situation.starter != own:
        pairs.append(("starter", str(situation.starter)))
    if situation.round_number != situation.starter:
        pairs.append(("round", str(situation.round_number)))
    if situation.deal != first_deal(situation.deals, sizes, situation.table, captured):
        pairs.append(("deal", str(situation.deal)))
    if situation.last != nearest_before(own, captured, situation.missing):
        pairs.append(("last", NOBODY_WORD if situation.last == NOBODY else str(situation.last)))
    return pairs + ([("star-is-zero", "yes")] if situation.star_is_zero else [])


# What the rules tell of a position


def seats_after(seat: int, players: int) -> list[int]:
    """All seats clockwise, from the next one to this one."""
    return [(seat + places) % players for places in range(1, players + 1)]


def sizes_from(starter: int, seat: int, own_size: int, players: int) -> tuple[int, ...]:
    """How many cards each seat has in hand: who played before the deciding player has one fewer (P4)."""
    before = {(starter + places) % players for places in range((seat - starter) % players)}
    return tuple(own_size - (each in before) for each in range(players))


def dealt_until(deal: int, players: int) -> int:
    """How many cards of a round have been dealt after a deal, those on the table included (P4)."""
    return LAID_OUT + HAND * players * (deal + 1)


def told_of(hand_sizes: Sequence[int], table: Cards, captured: Sequence[Cards | None]) -> int:
    """How many of the cards that were dealt are told of."""
    return sum(hand_sizes) + len(table) + sum(len(cards) for cards in captured if cards is not None)


def first_deal(deals: int, hand_sizes: Sequence[int], table: Cards, captured: Sequence[Cards | None]) -> int:
    """The first deal by which as many cards were dealt as are told of; the last one if there is none."""
    total = told_of(hand_sizes, table, captured)
    fitting = (deal for deal in range(deals) if dealt_until(deal, len(captured)) >= total)
    return next(fitting, deals - 1)


def nearest_before(seat: int, captured: Sequence[Cards | None], missing: int) -> int:
    """The nearest seat before one, itself the last, that has captured, or may have; or NOBODY."""
    backwards = [*seats_after(seat, len(captured))[-2::-1], seat]
    return next((each for each in backwards if has_captured(captured[each], missing)), NOBODY)


def has_captured(cards: Cards | None, missing: int) -> bool:
    """Whether a player has captured something, or may have if nothing is told of it and cards are missing."""
    return missing > 0 if cards is None else bool(cards)


def place_of(name: str, seat: int, own: int) -> str:
    """What the field of a seat is called in messages."""
    return name if seat == own else f"{name}-of {seat}"


# Field by field


def _cards(said: Said, seat: int, players: int) -> tuple[Cards, Cards, tuple[Cards | None, ...]]:
    """Hand, table, and what each seat captured."""
    places: list[tuple[str, list[Written]]] = [
        (name, read_cards(said.value(name) or "", name)) for name in ("hand", "table")
    ]
    captured = said.by_seat("captured-of")
    _refuse_own(captured, seat, "captured-of", "captured")
    if said.value("captured") is not None:
        captured[seat] = said.value("captured")
    told = sorted(captured)
    for each in told:
        place = place_of("captured", each, seat)
        places.append((place, read_cards(captured[each], place)))
    hand, table, *piles = (tuple(sorted(cards)) for cards in named(places))
    by_seat = dict(zip(told, piles, strict=True))
    return hand, table, tuple(by_seat.get(each) for each in range(players))


def _per_seat(said: Said, name: str, seat: int, players: int, low: int, high: int) -> tuple[int, ...]:
    """A number of each seat: the own one has a field of its own."""
    numbers = said.numbers_by_seat(f"{name}-of", low, high)
    _refuse_own(numbers, seat, f"{name}-of", name)
    own = said.number(name, low, high)
    numbers[seat] = 0 if own is None else own
    return tuple(numbers.get(each, 0) for each in range(players))


def _starter(
    said: Said, seat: int, players: int, own_size: int, sizes: Mapping[int, int], number: int | None
) -> int:
    starter = said.number("starter", 0, players - 1)
    if number is not None:
        by_number = number % players  # P3
        if starter not in (None, by_number):
            raise UserError(
                f"starter: seat {starter} does not start round {number}, but seat {by_number} does: the start moves "
                "clockwise, from seat 0 in round 0 (P3)."
            )
        starter = by_number
    possible = seats_after(seat, players)[::-1] if starter is None else [starter]
    for each in possible:
        expected = sizes_from(each, seat, own_size, players)
        if all(expected[other] == size for other, size in sizes.items()):
            return each
    if starter is None:
        raise UserError(
            f"hand-size-of: no order of play leaves you {own_size} cards and {_sizes_in_words(sizes)}: those who have "
            "played since your last card have one fewer than you, and they sit right before you (P4)."
        )
    expected = sizes_from(starter, seat, own_size, players)
    wrong = next(other for other, size in sizes.items() if expected[other] != size)
    raise UserError(
        f"hand-size-of {wrong}: seat {wrong} has {expected[wrong]} cards when you have {own_size} and seat {starter} "
        f"started the round (P4), not {sizes[wrong]}."
    )


def _sizes_in_words(sizes: Mapping[int, int]) -> str:
    return " and ".join(f"seat {seat} {size}" for seat, size in sorted(sizes.items()))


def _last(said: Said, seat: int, captured: Sequence[Cards | None], missing: int) -> int:
    value = said.value("last")
    if value is None:
        return nearest_before(seat, captured, missing)
    if isinstance(value, str) and value.strip().casefold() == NOBODY_WORD:
        return NOBODY
    return whole_number(value, "last", 0, len(captured) - 1)


def _refuse_own(by_seat: Mapping[int, object], seat: int, name: str, own_name: str) -> None:
    if seat in by_seat:
        raise UserError(f"{name} {seat}: this is your seat; say {own_name}.")


def _pairs(name: str, own: int, others: Sequence[int], texts: Mapping[int, str]) -> list[tuple[str, str]]:
    """The entries of what is said of the own seat and of others."""
    pairs = [(name, texts[own])] if own in texts else []
    return pairs + [(f"{name}-of", f"{seat}={texts[seat]}") for seat in others if seat in texts]
