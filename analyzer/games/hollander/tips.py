"""Tips for players of The Flying Hollander, and who follows and who ignores them."""

from analyzer.games.tips import Tip

_HIGH = (
    "Who follows it lays the first three of their six cards in the order kraken, mutiny, island, pirate, wormhole, "
    "hollander, then crew from the highest rank down (H32)"
)
_KEPT = "who ignores it leaves the cards as they were dealt"
_NO_BLOCKING = "block=0,victim=0,second=0"
"""Whether others are stuck, and what they would have to take, counts for nothing."""

TIPS = (
    Tip(
        "high-and-specials",
        "Lay your highest cards and your specials as battle cards.",
        follow="lowest:swap=high",
        ignore="lowest",
        note=f"The rulebook's own advice, tried by an ordinary player. {_HIGH}; {_KEPT}.",
    ),
    Tip(
        "high-and-specials-by-experts",
        "Lay your highest cards and your specials as battle cards, however well you play.",
        follow="expert:swap=high",
        ignore="expert:swap=keep",
        note=f"The same advice, tried by a strong player. {_HIGH}; {_KEPT}.",
    ),
    Tip(
        "specials-only",
        "Lay your specials as battle cards, and leave the other cards as they were dealt.",
        follow="lowest:swap=specials",
        ignore="lowest",
        note=(
            "Specials that were dealt to the hand change places with the lowest crew among the battle cards; "
            f"{_KEPT}."
        ),
    ),
    Tip(
        "crew-only",
        "Lay your highest crew as battle cards, and hold your specials.",
        follow="lowest:swap=crew",
        ignore="lowest",
        note=f"Specials are laid only for want of crew; {_KEPT}.",
    ),
    Tip(
        "never-break-a-pair",
        "Never break a pair: lay all copies of a card, or none.",
        follow="expert:split=10",
        ignore="expert:split=0",
        note=(
            "Who follows it picks another card rather than lay a part; to who ignores it, copies that stay behind are "
            "cards like all others. Three and four of a kind are treated like pairs."
        ),
    ),
    Tip(
        "keep-a-kraken",
        "Keep a kraken for the end of the game.",
        follow="expert:kraken=10",
        ignore="expert:kraken=0",
        note=(
            "Who follows it lays a kraken only when nothing else is legal; who ignores it lays it as soon as burning "
            "the pile is of use. With a pirate, too, the one prizes krakens and the other does not."
        ),
    ),
    Tip(
        "low-first",
        "Lay your low cards first, and keep the high ones.",
        follow="lowest:swap=best",
        ignore="highest",
        note=(
            "Who ignores it does the opposite and lays the highest crew that is legal. Both lay all copies, and "
            "specials only when no crew is legal."
        ),
    ),
    Tip(
        "all-copies-at-once",
        "Lay all copies of a card at once.",
        follow="lowest:swap=best",
        ignore="one-at-a-time",
        note="Who ignores it lays the same kind, but a single card of it each time.",
    ),
    Tip(
        "save-specials",
        "Save your specials until somebody is about to win.",
        follow="hoarder",
        ignore="hoarder:near=200",
        note=(
            "About to win is an opponent with at most two cards left. Who ignores it lays the greatest special first, "
            "from the first turn on; both lay specials one by one."
        ),
    ),
    Tip(
        "block-the-next",
        "Play so that the next player is stuck, above all when the pile is large.",
        follow="expert",
        ignore=f"expert:{_NO_BLOCKING}",
        note=(
            "To who ignores it, it is worth nothing that others are stuck or take many cards; both fear a next player "
            "who is close to winning and can play."
        ),
    ),
)
"""The tips; of each, the two policies differ in nothing but what it is about."""

FIELDS = (("weak", "random"), ("ordinary", "lowest"), ("strong", "expert"))
"""Whom tips are tried against."""

TIP_PLAYERS = (2, 3, 4, 5)
"""Numbers of players that they are tried with."""
