"""On what there is advice: which card to choose in a round, and what can be said of the table."""

from analyzer.games.positions import Field, Question

SHOWN, SEEN, ROUND = "shown", "seen", "round"
STARS_OF, HOOKS_OF, TREASURE_OF = "stars-of", "hooks-of", "treasure-of"
LAST_CHOICE_OF, FOLLOWED_OF = "last-choice-of", "followed-of"
"""The names of the fields."""

CHOOSE = Question(
    name="choose",
    summary="which card to lay in a round, with one card face up and two face down",
    fields=(
        Field(SHOWN, "the card that lies face up", "CARD", required=True),
        Field(
            SEEN,
            "the cards that were turned up in earlier rounds, whoever won them, in any order",
            "CARDS",
            default="none; if it is not the first round, those that are missing are not known",
        ),
        Field(ROUND, "the number of the round, from 0", "N", default="as many as three cards were seen"),
        Field(STARS_OF, "stars on the cards that a player has won", "N", per_seat=True, default="0"),
        Field(HOOKS_OF, "hook cards that a player holds", "N", per_seat=True, default="0"),
        Field(
            TREASURE_OF,
            "whether a player still holds the treasure card, yes or no",
            "YES",
            per_seat=True,
            default="yes",
        ),
        Field(
            LAST_CHOICE_OF,
            "what a player chose in the round before, a type or treasure; only policies of your own look at it",
            "CHOICE",
            per_seat=True,
            default="not known",
        ),
        Field(
            FOLLOWED_OF,
            "rounds in which a player chose the type that lay face up; only policies of your own look at it",
            "N",
            per_seat=True,
            default="0",
        ),
    ),
    example="--shown gold-2 --seen 'rubies 1 3, maps 2' --stars-of 1=4 --stars-of 3=2",
    list_key="actions",
    one="choice",
    several="choices",
)

QUESTIONS = {CHOOSE.name: CHOOSE}
"""Every question, by name."""
