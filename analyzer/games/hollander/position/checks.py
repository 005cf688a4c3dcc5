"""Refuses positions that cannot be: cards that the deck does not have, and what the rules never bring about."""

from collections import Counter

from analyzer.errors import UserError
from analyzer.games.hollander.cards import KIND_NAMES, KRAKEN, LAID
from analyzer.games.hollander.position.questions import DECISIONS, SWAP
from analyzer.games.hollander.position.situation import Situation
from analyzer.games.protocol import Setup


def check(situation: Situation, setup: Setup) -> int:
    """Checks that a situation can be, and that its cards add up to the deck.

    Args:
        situation: The situation.
        setup: Rules and policies.

    Returns:
        How many cards the draw pile has.

    Raises:
        UserError: It cannot be; says what is off by how many, or which rule speaks against it.
    """
    _check_kinds(situation, setup)
    if situation.question == SWAP:
        _check_dealt(situation)
        return _draw_pile(situation, setup)
    _check_zones(situation)
    draw_pile = _draw_pile(situation, setup)
    if draw_pile > 0:
        _check_before_the_end(situation, setup, draw_pile)
    return draw_pile


def _check_kinds(situation: Situation, setup: Setup) -> None:
    """No kind may lie there more often than in the deck."""
    seen = situation.seen
    total = Counter(kind for cards in seen.values() for kind in cards)
    for kind, count in sorted(total.items()):
        name = KIND_NAMES[kind]
        copies = setup.rules.deck.whole(name)
        if count > copies:
            places = [f"{cards.count(kind)} in {place}" for place, cards in seen.items() if kind in cards]
            raise UserError(
                f"{count} cards {name} are given ({', '.join(places)}), but the deck has {copies} "
                f"(deck.{name} = {copies})."
            )


def _check_dealt(situation: Situation) -> None:
    """Before the first turn everybody has what was dealt (H3)."""
    dealt = situation.hand_sizes[situation.seat]
    if len(situation.hand) != dealt:
        raise UserError(
            f"hand: every player is dealt {dealt} cards (H3, options.hand_size), "
            f"not {len(situation.hand)} as given."
        )
    for seat, cards in enumerate(situation.battles):
        if cards is not None and len(cards) != LAID:
            raise UserError(
                f"{_field(situation, 'battle', seat)}: every player has {LAID} battle cards (H3), "
                f"not {len(cards)} as given."
            )


def _check_zones(situation: Situation) -> None:
    """What holds in every turn, however much has been drawn."""
    if KRAKEN in situation.pile:
        raise UserError(
            "pile: a kraken never lies there, it is burned with the pile (H22); it belongs to burned."
        )
    for seat in range(situation.players):
        _check_zones_of(situation, seat)
    unknown = Counter(situation.known[situation.seat]) - Counter(situation.hand)
    if unknown:
        names = " ".join(KIND_NAMES[kind] for kind in unknown.elements())
        raise UserError(f"known-of {situation.seat}: your own hand does not have {names}.")


def _check_zones_of(situation: Situation, seat: int) -> None:
    battle, finals, held = situation.battles[seat], situation.finals[seat], situation.hand_sizes[seat]
    if battle is not None and len(battle) > LAID:
        raise UserError(
            f"{_field(situation, 'battle', seat)}: nobody has more than {LAID} battle cards (H3), "
            f"{len(battle)} are given."
        )
    if battle and finals < LAID:
        raise UserError(
            f"{_field(situation, 'battle', seat)}: final cards are not played before the battle cards are gone "
            f"(H6), but {_whose(situation, seat)} {finals} of {LAID} final cards."
        )
    if held + finals == 0 and not battle:
        raise UserError(f"The game is over: {_whose(situation, seat)} no card left (H27).")
    known = situation.known[seat]
    if seat != situation.seat and len(known) > held:
        raise UserError(
            f"known-of {seat}: {len(known)} cards are said to be in a hand of {held} (hand-size-of {seat})."
        )


def _draw_pile(situation: Situation, setup: Setup) -> int:
    """How many cards the draw pile has, so that every card of the deck is somewhere."""
    deck = sum(setup.rules.deck.whole(kind) for kind in setup.rules.deck)
    unseen = deck - sum(len(cards) for cards in situation.seen.values())
    places = situation.hidden
    left = unseen - sum(places.values())
    if left >= 0 and situation.draw_pile in (None, left):
        return left
    if situation.draw_pile is not None:
        places["the draw pile"] = situation.draw_pile
    hidden = sum(places.values())
    off = f"{abs(hidden - unseen)} too {'many' if hidden > unseen else 'few'}"
    listed = ", ".join(f"{count} in {place}" for place, count in places.items() if count)
    way_out = (
        f"With draw-pile {left} they would add up; or say more, or fewer, cards elsewhere."
        if left >= 0
        else "Say how many the others have with hand-size-of, battle-of and finals-of, or burn fewer."
    )
    raise UserError(
        f"The cards do not add up: of the deck's {deck} cards {unseen} are not given, but {hidden} are to lie "
        f"where you cannot see them, {off} ({listed}).\n{way_out}"
    )


def _check_before_the_end(situation: Situation, setup: Setup, draw_pile: int) -> None:
    """While there is a draw pile, hands are filled up from it, and nothing else has been played from (H6, H11)."""
    goal = setup.rules.options.whole("hand_size")
    left_over = "" if situation.draw_pile is not None else ", as so many are left over"
    cards = "1 card" if draw_pile == 1 else f"{draw_pile} cards"
    lying = f"While the draw pile has cards ({cards}{left_over})"
    for seat in range(situation.players):
        battle = situation.battles[seat]
        laid = LAID if battle is None else len(battle)
        if laid < LAID or situation.finals[seat] < LAID:
            is_untold = seat == situation.seat and laid == 0
            hint = (
                "Say which three battle cards you have, with battle."
                if is_untold
                else "Is something missing in burned or in battle, or too much in the draw pile?"
            )
            raise UserError(
                f"{lying}, everybody has {LAID} battle cards and {LAID} final cards (H6), but "
                f"{_whose(situation, seat)} {laid} and {situation.finals[seat]}.\n{hint}"
            )
        held = situation.hand_sizes[seat]
        if held < goal and not (seat == situation.seat and _is_in_mid_turn(situation)):
            raise UserError(
                f"{lying}, everybody draws up to {goal} hand cards (H11), but {_whose(situation, seat)} {held}.\n"
                "Is something missing in burned or in hand, or too much in the draw pile?"
            )


def _is_in_mid_turn(situation: Situation) -> bool:
    """Whether the player may have laid cards already in this turn, and not yet drawn: H11, H12."""
    if situation.decision != DECISIONS[0]:
        return True
    return len(situation.hand) > 0 and not situation.pile


def _field(situation: Situation, name: str, seat: int) -> str:
    """The field that says something of a seat."""
    return name if seat == situation.seat else f"{name}-of {seat}"


def _whose(situation: Situation, seat: int) -> str:
    return "you have" if seat == situation.seat else f"seat {seat} has"
