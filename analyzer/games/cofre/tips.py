"""Tips for players of Cofre, and who follows and who ignores them."""

from analyzer.games.tips import Tip

_OPEN = "treasure-stars=0,treasure-last=no"
"""The treasure card is used in the first round in which it may be."""

TIPS = (
    Tip(
        "take-what-lies-open",
        "Take the type of the card that lies face up: it is the only one that you know to be there.",
        follow="shown",
        ignore="contrarian:follow=0",
        note="Who ignores it goes for the other types, the more often the more stars are left of them.",
    ),
    Tip(
        "stay-away-from-crowds",
        "The more players there are, the more rarely go for the face-up card: the others want it too.",
        follow="contrarian",
        ignore="contrarian:follow=6",
        note="Of n players, who follows the tip takes the face-up card in one of n rounds; who ignores it always does.",
    ),
    Tip(
        "count-the-cards",
        "Count what was turned up, and take the type of which most stars must still be on the table.",
        follow="stars",
        ignore="shown",
        note="Who ignores it takes the type of the face-up card, without counting.",
    ),
    Tip(
        "think-of-the-others",
        "Reckon with what the others will want, and take what leaves the most to you alone.",
        follow="counter",
        ignore="stars",
        note="Both count the cards; who follows the tip expects the others to go for the type of the most stars.",
    ),
    Tip(
        "deny-the-others",
        "Take what the others would win else, even where a little more lies for you elsewhere: their stars count as "
        "much as yours.",
        follow="expert",
        ignore="expert:deny=0",
    ),
    Tip(
        "be-unpredictable",
        "Do not always do what is best by a little: now and then take the second best, where nobody looks.",
        follow="expert",
        ignore="expert:noise=0",
    ),
    Tip(
        "save-the-treasure-card",
        "Keep the treasure card for the last third of the game: by then the others have used theirs.",
        follow=f"stars:treasure-from=8,{_OPEN}",
        ignore=f"stars:{_OPEN}",
        note="Both use it as soon as they may, whatever lies there: from round 8 of 0 to 11, or in the first round.",
    ),
    Tip(
        "treasure-for-high-stars",
        "Use the treasure card where a card of three stars lies face up.",
        follow="stars",
        ignore="stars:treasure-stars=0",
        note="Who ignores it uses the card in the first round, whatever lies there.",
    ),
    Tip(
        "treasure-when-it-pays",
        "Use the treasure card only where it is clearly better than a pirate card.",
        follow="expert",
        ignore="expert:hurdle=-3,late=-3",
        note="Who ignores it does not mind whether a pirate card would win three stars more.",
    ),
)
"""The tips; of each, the two policies differ in nothing but what it is about."""

FIELDS = (("weak", "random"), ("ordinary", "stars"), ("strong", "expert"))
"""Whom tips are tried against."""

TIP_PLAYERS = (2, 3, 4, 6)
"""Numbers of players that they are tried with."""
