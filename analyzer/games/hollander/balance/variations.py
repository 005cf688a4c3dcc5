"""What a designer would vary about the deck: the copies of one kind, others making room for them or not."""

from collections.abc import Mapping, Sequence

from analyzer.core.cardset import MOST_OF_A_KIND
from analyzer.errors import UserError, did_you_mean
from analyzer.games.balance import Variant, Variation
from analyzer.games.hollander.cards import CREW_RANKS, KIND_NAMES, SPECIALS
from analyzer.games.rulesfile import Rules
from analyzer.games.settings import shown

_CREW_NAMES = KIND_NAMES[:CREW_RANKS]


def variations(rules: Rules, cards: Sequence[str], up_to: int, grow: bool) -> list[Variation]:
    """See `balance.CanBeBalanced.variations`."""
    asked = [_kind(card, rules) for card in cards] or [name for name in rules.deck if name in SPECIALS]
    return [_variation(rules, kind, up_to, grow) for kind in dict.fromkeys(asked)]


def _kind(card: str, rules: Rules) -> str:
    """The kind that was asked for.

    Raises:
        UserError: There is none of this name, or it is a crew rank that the deck does not have (H1).
    """
    if card not in KIND_NAMES:
        raise UserError(
            f'There is no card "{shown(card)}".{did_you_mean(card, KIND_NAMES)}\n'
            f"The cards are the crew ranks 1 to {CREW_RANKS}, {', '.join(SPECIALS)}."
        )
    if card in _CREW_NAMES and card not in rules.deck:
        highest = max(_crew(rules), key=int)
        raise UserError(
            f"The deck has no crew of rank {card}: its ranks are 1 to {highest}, and only their copies can be varied.\n"
            f"To add a rank: --set deck.{card}=COPIES."
        )
    return card


def _variation(rules: Rules, kind: str, up_to: int, grow: bool) -> Variation:
    present = rules.deck.whole(kind) if kind in rules.deck else 0
    fewest = 1 if kind in _CREW_NAMES else 0  # H1
    variants, impossible = [], 0
    for copies in sorted({*range(fewest, up_to + 1), present}):
        changed = {} if grow else _making_room(rules, kind, copies - present)
        if changed is None:
            impossible += 1
            continue
        settings = [f"deck.{name}={count}" for name, count in {**changed, kind: copies}.items()]
        value = f"{copies} {'copy' if copies == 1 else 'copies'}"
        variants.append(Variant(value, float(copies), [] if copies == present else settings))
    title = f"crew of rank {kind}" if kind in _CREW_NAMES else kind
    note = _note(kind, grow, impossible)
    return Variation(f"deck.{kind}", f"copies of {title}", "copies", variants, note)


def _note(kind: str, grow: bool, impossible: int) -> str:
    if grow:
        return "The deck grows and shrinks with the copies: what this changes is due to its size, too."
    others = "cards of the other crew ranks" if kind in _CREW_NAMES else "crew cards"
    note = f"The deck keeps its size: {others}, spread evenly over the ranks, make room for copies and fill gaps."
    if impossible:
        note += f" {impossible} of the numbers are left out: each rank of the crew keeps 1 to {MOST_OF_A_KIND} copies."
    return note


def _making_room(rules: Rules, kind: str, more: int) -> Mapping[str, int] | None:
    """How many copies the crew has when there are `more` of a kind in a deck of the same size.

    Cards go from the ranks with the most copies, and come to those with the fewest: so that the ranks stay as alike as
    they are. Among equal ranks it is every so manieth: so that the mean rank stays where it is.

    Returns:
        The copies of the ranks that change; None if the crew has not enough cards to give, or places to fill (H1).
    """
    copies = {rank: count for rank, count in _crew(rules).items() if rank != kind}
    before = dict(copies)
    step, last = (-1, 1) if more > 0 else (1, MOST_OF_A_KIND)
    left = abs(more)
    while left:
        free = [rank for rank, count in copies.items() if count != last]
        if not free:
            return None
        extreme = max(-step * copies[rank] for rank in free)
        alike = [rank for rank in free if -step * copies[rank] == extreme]
        taken = min(left, len(alike))
        for index in range(taken):
            copies[alike[(2 * index + 1) * len(alike) // (2 * taken)]] += step
        left -= taken
    return {rank: count for rank, count in copies.items() if count != before[rank]}


def _crew(rules: Rules) -> dict[str, int]:
    """Copies of each crew rank that the deck has, from the lowest rank up."""
    return {rank: rules.deck.whole(rank) for rank in _CREW_NAMES if rank in rules.deck}
