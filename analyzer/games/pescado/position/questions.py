"""The decision on which advice can be asked for, and what can be said of it."""

from analyzer.games.positions import Field, Question

PLAY = "play"

NOBODY_WORD = "none"
"""How it is written that nobody has captured yet."""

QUESTIONS = {
    PLAY: Question(
        name=PLAY,
        summary="which card to play now, and what to capture with it",
        fields=(
            Field(
                "hand",
                "your hand: 3 is a 3 of any suit but tuna, tuna-3 that of tuna; * J B -2 -1 0 1/10 11 12 13 are the "
                "special cards",
                "CARDS",
                required=True,
            ),
            Field("table", "what lies on the table", "CARDS", default="no cards"),
            Field(
                "captured",
                "what you captured in this round; none if nothing",
                "CARDS",
                default="not known: the cards that are missing, at random",
            ),
            Field(
                "captured-of",
                "what another player captured in this round; none if nothing",
                "CARDS",
                per_seat=True,
                default="not known: the cards that are missing, at random",
            ),
            Field("pescados", "how many pescados you made in this round", "N", default="0"),
            Field(
                "pescados-of",
                "how many pescados another player made in this round",
                "N",
                per_seat=True,
                default="0",
            ),
            Field("score", "your points from the rounds before", "N", default="0"),
            Field(
                "score-of", "another player's points from the rounds before", "N", per_seat=True, default="0"
            ),
            Field(
                "hand-size-of",
                "how many cards another player has in hand",
                "N",
                per_seat=True,
                default="as many as you, or one fewer if they played before you since you last did",
            ),
            Field(
                "starter",
                "the seat that started the round",
                "SEAT",
                default="yours, or the nearest before it that fits the hands",
            ),
            Field("round", "the round's number, from 0", "N", default="the first that the starter starts"),
            Field(
                "deal",
                "how often hands were dealt before in this round",
                "N",
                default="what the cards that are told of add up to; if some are missing, the fewest that fit",
            ),
            Field(
                "last",
                f"the seat that captured last in this round; {NOBODY_WORD} if nobody has",
                "SEAT",
                default="the nearest before yours that has captured",
            ),
            Field(
                "star-is-zero",
                "yes if the * was played to an empty table in this round and counts as a 0 (P7)",
                "yes|no",
                default="no",
            ),
        ),
        example='--hand "3 7 J" --table "2 5 8 tuna-10"',
        list_key="actions",
        one="play",
        several="plays",
    ),
}
"""All of them, by name."""
