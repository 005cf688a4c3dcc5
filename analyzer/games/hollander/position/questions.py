"""The decisions on which advice can be asked for, and what can be said of them."""

from analyzer.games.positions import Field, Question

SWAP, PLAY = "swap", "play"

DECISIONS = ("play", "wormhole", "pirate")
"""What may be decided in a turn: the cards to lay, or what follows from the card laid last (H23, H24)."""

DEMANDS = ("none", "mutiny", "island")
"""What may bind the next play besides the reference (H17, H18), by the names of `Situation.demand`."""

_SWAP_FIELDS = (
    Field("hand", "your hand", "CARDS", required=True),
    Field("battle", "your three battle cards as dealt", "CARDS", required=True),
    Field(
        "battle-of",
        "another player's battle cards as they lie when you are to swap",
        "CARDS",
        per_seat=True,
        default="not known: dealt at random; players before you have swapped by their policy",
    ),
)

_PLAY_FIELDS = (
    Field("hand", "your hand", "CARDS", default="no cards"),
    Field("battle", "your battle cards", "CARDS", default="no cards"),
    Field("finals", "how many of your final cards are left", "N", default="3"),
    Field("pile", "the pile, from the bottom to the top", "CARDS", default="no cards"),
    Field("burned", "the cards that have left the game", "CARDS", default="no cards"),
    Field("draw-pile", "how many cards the draw pile has", "N", default="all that are left over"),
    Field(
        "hand-size-of",
        "how many cards another player has in hand",
        "N",
        per_seat=True,
        default="as many as are dealt",
    ),
    Field(
        "battle-of",
        "another player's battle cards",
        "CARDS",
        per_seat=True,
        default="three that are not known; no cards if final cards are gone",
    ),
    Field("finals-of", "how many final cards another player has left", "N", per_seat=True, default="3"),
    Field(
        "known-of",
        "cards that all know to be in a player's hand, taken with a pile, say",
        "CARDS",
        per_seat=True,
        default="no cards",
    ),
    Field(
        "demand",
        "what binds the next play: none, mutiny (H17) or island (H18)",
        "WORD",
        default="what the top of the pile says",
    ),
    Field(
        "decide",
        "what is to be decided: play, or for the wormhole or pirate that you just laid wormhole or pirate",
        "WORD",
        default="play",
    ),
    Field("turn", "how many turns have been played", "N", default="0"),
)

QUESTIONS = {
    SWAP: Question(
        name=SWAP,
        summary="which of the cards that you know at the start to lay as battle cards",
        fields=_SWAP_FIELDS,
        example='--hand "1 5 kraken" --battle "2 9 10"',
        list_key="ways",
        one="way",
        several="ways",
    ),
    PLAY: Question(
        name=PLAY,
        summary="which cards to play now, whom a wormhole is to name, or what a pirate is to exchange",
        fields=_PLAY_FIELDS,
        example='--hand "5 5 9" --battle "3 8 kraken" --pile "2 4"',
        list_key="actions",
        one="play",
        several="plays",
    ),
}
"""All of them, by name."""
