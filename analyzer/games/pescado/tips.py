"""Tips for players of Pescado Novo, and who follows and who ignores them."""

from analyzer.games.tips import Tip

TIPS = (
    Tip(
        "most-cards",
        "Race for the point for most cards: of two captures, the larger one is better.",
        follow="expert",
        ignore="expert:cards=0",
        note="Who ignores it does not mind how many cards a capture brings.",
    ),
    Tip(
        "points-before-cards",
        "Capture what brings points, not as many cards as you can.",
        follow="greedy-points",
        ignore="greedy-cards",
        note="The two also differ in which card they lay when nothing can be captured.",
    ),
    Tip(
        "hold-the-sevens",
        "Go for the sevens: two or three of the four bring a point each round.",
        follow="expert",
        ignore="expert:sevens=0",
        note="The 7 of tuna is worth its own point to both.",
    ),
    Tip(
        "tuna-first",
        "Of cards of one number take the tuna, for there is a point for most of them.",
        follow="expert",
        ignore="expert:tuna=0",
    ),
    Tip(
        "catch-the-seven-of-tuna",
        "The 7 of tuna is a point by itself: never lay it where others can take it, and take it where it lies.",
        follow="expert",
        ignore="expert:tuna-seven=0",
    ),
    Tip(
        "leave-no-pescado",
        "Never leave a table that a single card clears: the next player would make a pescado.",
        follow="careful:capture=0",
        ignore="careful:capture=0,pescado=0",
        note="Neither of the two minds captures that leave something on the table.",
    ),
    Tip(
        "leave-no-fifteen",
        "Leave nothing on the table that makes 15 with a card that the next player may hold.",
        follow="careful",
        ignore="careful:capture=0",
        note="Both avoid to leave a pescado.",
    ),
    Tip(
        "look-at-what-you-leave",
        "Before you play, look at the best capture that your play leaves to the next player.",
        follow="expert",
        ignore="expert:reply=0",
    ),
    Tip(
        "go-for-pescados",
        "Clear the table whenever you can, and never leave it to others to do so.",
        follow="expert",
        ignore="expert:pescado=0",
        note="Who ignores it takes the cards of a pescado for what they are worth, and leaves one as lightly.",
    ),
    Tip(
        "leave-the-j",
        "Do not capture while the J lies on the table: let somebody else take it.",
        follow="expert",
        ignore="expert:j=0",
    ),
    Tip(
        "keep-the-star",
        "Keep the * for a card that is worth it.",
        follow="expert",
        ignore="expert:star=0",
    ),
    Tip(
        "capture-last",
        "Towards the end of a round see to it that you capture last: what lies there is then yours.",
        follow="expert:hold=0.6",
        ignore="expert:hold=0",
        note="Who ignores it thinks of that only in the last play of the round.",
    ),
)
"""The tips; of each, the two policies differ in nothing but what it is about."""

FIELDS = (("weak", "random"), ("ordinary", "greedy-points"), ("strong", "expert"))
"""Whom tips are tried against."""

TIP_PLAYERS = (2, 3, 4)
"""Numbers of players that they are tried with."""
