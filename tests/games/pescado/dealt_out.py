"""Positions near the end of a round, in which there are few ways left how the hidden cards may lie."""

from itertools import chain, combinations

from analyzer.games.pescado.cards import CARD_NAMES, HAND, LAID_OUT, NUMBER_CARDS, SPECIALS

NUMBERS = tuple(CARD_NAMES[card] for card in NUMBER_CARDS)
ROUND = 40
LEFT_OUT = 2
SPECIALS_IN = 2
TABLE = 4


def late(pick, players=2, *, held=HAND, specials=SPECIALS_IN, deals_left=0, untold=None):
    """What seat 0 knows when all have `held` cards, it is to play, and it started the round; by the names of fields.

    Args:
        pick: A `random.Random`.
        players: Number of players.
        held: Cards in each hand.
        specials: How many of the round's special cards are seen.
        deals_left: How often hands are still to be dealt.
        untold: By seat, how many cards those have captured of whom that is not told.

    Returns:
        What is said of the position.
    """
    untold = untold or {}
    unseen = held * (players - 1) + HAND * players * deals_left + sum(untold.values())
    seen = pick.sample(SPECIALS, specials) + pick.sample(NUMBERS, ROUND - unseen - specials)
    pick.shuffle(seen)
    hand, table, captured = seen[:held], seen[held : held + TABLE], seen[held + TABLE :]
    told = [seat for seat in range(players) if seat not in untold]
    piles = {seat: captured[place :: len(told)] for place, seat in enumerate(told)}
    said = {
        "hand": hand,
        "table": table,
        "captured_of": {seat: pile for seat, pile in piles.items() if seat != 0},
        "deal": (ROUND - LAID_OUT) // (HAND * players) - 1 - deals_left,
    }
    if 0 in piles:
        said["captured"] = piles[0]
    if "*" in table or "*" in captured:
        said["star_is_zero"] = pick.random() < 0.5
    return said


def seen_of(said):
    """The cards that are told of."""
    piles = [said.get("captured", []), *said["captured_of"].values()]
    return {*said["hand"], *said["table"], *chain.from_iterable(piles)}


def hidden_cards(said, specials_in=SPECIALS_IN):
    """Every choice of the unseen cards that are in the round, all equally likely (P2)."""
    seen = seen_of(said)
    numbers = [card for card in NUMBERS if card not in seen]
    specials = [card for card in SPECIALS if card not in seen]
    drawn = specials_in - len(seen & set(SPECIALS))
    for some in combinations(numbers, len(numbers) - LEFT_OUT):
        for others in combinations(specials, drawn):
            yield [*some, *others]


def hands(cards, sizes):
    """Every way to deal so many of some cards to each of several hands, all equally likely."""
    if not sizes:
        yield []
        return
    for hand in combinations(cards, sizes[0]):
        rest = [card for card in cards if card not in hand]
        for others in hands(rest, sizes[1:]):
            yield [list(hand), *others]
