"""What a designer would vary about the deck: which specials there are, and how many of them come into a round."""

from collections.abc import Sequence

from analyzer.errors import UserError, did_you_mean
from analyzer.games.balance import Variant, Variation
from analyzer.games.pescado.balance.rounds import bringing_in, listing
from analyzer.games.pescado.cards import CARD_NAMES, SPECIALS
from analyzer.games.pescado.rules import specials_of
from analyzer.games.rulesfile import Rules
from analyzer.games.settings import shown

_GROW = (
    "--grow: a round cannot grow with copies of a card, of each special there is one at most (P1, P2).\n"
    "Leave --grow out, or change the size of a round with --vary options.left_out."
)


def variations(rules: Rules, cards: Sequence[str], up_to: int, grow: bool) -> list[Variation]:
    """See `balance.CanBeBalanced.variations`."""
    if grow:
        raise UserError(_GROW)
    asked = [_special(card) for card in cards] or list(specials_of(rules))
    found = [_of_special(rules, name, up_to) for name in dict.fromkeys(asked)]
    return found if cards else [*found, _of_count(rules, up_to)]


def _special(card: str) -> str:
    """The special that was asked for.

    Raises:
        UserError: It is none.
    """
    if card in SPECIALS:
        return card
    if card in CARD_NAMES:
        raise UserError(f"{shown(card)} is a number card: they are 1 to 10 in four suits, one of each (P1).")
    raise UserError(
        f'There is no special card "{shown(card)}" (P1).{did_you_mean(card, SPECIALS)}\n'
        f"The special cards are {', '.join(SPECIALS)}."
    )


def _of_special(rules: Rules, name: str, up_to: int) -> Variation:
    specials = specials_of(rules)
    present, needed = int(name in specials), rules.options.whole("specials_in")
    note = "Of each special there is one at most; a round has as many specials, drawn from the others, without it."
    copies = sorted({*range(min(up_to, 1) + 1), present})
    if present and len(specials) == needed:
        copies = [present]
        note = f"All {needed} specials come into each round, so that none can be taken away (P2)."
    others = {1: {*specials, name}, 0: {*specials} - {name}}
    # No numbers for an axis: a special that is there or not makes no line.
    variants = [
        Variant("1 copy" if count else "0 copies", None, [] if count == present else [listing(others[count])])
        for count in copies
    ]
    return Variation(f"deck.{name}", f"copies of {name}", "", variants, note)


def _of_count(rules: Rules, up_to: int) -> Variation:
    present = rules.options.whole("specials_in")
    variants = []
    for count in sorted({*range(up_to + 1), present}):
        settings = bringing_in(rules, count)
        if settings is not None:
            value = f"{count} {'special' if count == 1 else 'specials'}"
            variants.append(Variant(value, float(count), [] if count == present else settings))
    return Variation(
        "options.specials_in",
        "special cards in a round",
        "special cards",
        variants,
        "A round keeps its size: each special that comes in takes the place of a number card (P2).",
    )
