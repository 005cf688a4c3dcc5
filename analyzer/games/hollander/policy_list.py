"""The built-in policies by name: what a user may choose, and what the kernel calls it."""

from analyzer.games.hollander.kernel.numbers import (
    BLOCKER,
    COUNTER,
    EXPERT,
    HIGHEST,
    HOARDER,
    LOWEST,
    ONE_AT_A_TIME,
    PLUGIN,
    RANDOM,
    SPENDER,
)
from analyzer.games.plugins import Policies
from analyzer.games.policyspec import Parameter, Policy

SWAP_WORDS = ("keep", "high", "low", "specials", "crew", "random", "best")


SEARCH = "search"
"""The policy that tries everything; also its word for a swap that it decides in the same way."""

SWAP = "swap"
"""The parameter that every policy has which does not decide its swap itself."""


def swap_parameter(default: str) -> Parameter:
    """The parameter for the swap rule."""
    return Parameter(
        name=SWAP,
        default=default,
        words=SWAP_WORDS,
        meaning="which three of the six cards known at the start lie as battle cards (H32)",
    )


def _weight(name: str, default: float, meaning: str) -> Parameter:
    return Parameter(name, default, meaning, low=-10, high=10)


_EXPERT_WEIGHTS = (
    # What cards are worth to keep, for plays and for the pirate's exchanges.
    _weight("rank", 1.05, "worth of having crew: from 0 for rank 1 up to this for the captain"),
    _weight("captain", 0.345, "worth of having a captain, on top of its rank"),
    _weight("hollander", 1.654, "worth of having a hollander"),
    _weight("wormhole", 1.605, "worth of having a wormhole"),
    _weight("pirate", 2.336, "worth of having a pirate"),
    _weight("island", 0.8, "worth of having an island"),
    _weight("mutiny", 0.859, "worth of having a mutiny"),
    _weight("kraken", 2.863, "worth of having a kraken"),
    _weight("end", 1.116, "factor on these for hand cards once the draw pile is empty"),
    _weight("last", 1.234, "factor on these when playing from the battle cards"),
    # Getting rid of cards.
    _weight("copies", 0.87, "gain for each card laid while there is a draw pile"),
    _weight("shed", 1.182, "gain for each card laid once the draw pile is empty"),
    _weight("split", -0.046, "loss for keeping copies back"),
    _weight("empty", 1.081, "gain for emptying the hand once the draw pile is empty"),
    _weight(
        "match",
        0.14,
        "loss for each equal battle card that could have been laid with the last hand card (H9)",
    ),
    # What the play does to the table.
    _weight("again", 0.928, "gain for burning the pile and playing again"),
    _weight("burn", 0.13, "gain for every ten cards burned"),
    _weight("flow", 0.557, "gain if all the rest of the own hand could follow; of a part, that part"),
    _weight("block", 0.545, "gain if the next player is surely stuck; of a chance, that part"),
    _weight("victim", 0.96, "the same for every ten cards that they must take"),
    _weight("second", 0.148, "gain if the player after them is stuck"),
    _weight(
        "threat", 2.569, "loss if a player with one card left comes next and can play; with n left, one n-th"
    ),
    _weight("skip", 0.318, "gain for skipping all others; of a part, that part"),
    # The pirate.
    _weight("open", 0.987, "factor on the gain from exchanging battle cards"),
    _weight(
        "aim", 0.009, "how much more an exchange counts with a player with one card left; with n, one n-th"
    ),
)

_PLAIN = (
    Policy(
        "lowest",
        "plays the lowest legal kind, all its copies, specials last (H31)",
        (swap_parameter("keep"),),
    ),
    Policy("random", "picks uniformly among all legal choices (H30)", (swap_parameter("random"),)),
    Policy(
        "highest",
        "plays the highest legal crew, so that the others must go higher still",
        (swap_parameter("best"),),
    ),
    Policy(
        "one-at-a-time",
        "plays the lowest legal kind, never more than one card",
        (swap_parameter("best"),),
    ),
    Policy(
        "hoarder",
        "keeps its specials to the end",
        (
            swap_parameter("best"),
            Parameter(
                "near", 2, "spends its specials once somebody has so few cards left", 0, 200, whole=True
            ),
        ),
    ),
    Policy(
        "spender",
        "plays its specials at once, the greatest first",
        (
            swap_parameter("best"),
            Parameter("copies", 1, "the most copies of a special that it lays together", 1, 15, whole=True),
        ),
    ),
    Policy(
        "blocker",
        "plays so that the next player is likely stuck, by what lies open",
        (
            swap_parameter("best"),
            Parameter("price", 0.6, "how much surer a special must block than crew to be played", -1, 1),
            Parameter("again", 0.2, "the chance to block that playing again after a burn is worth", -1, 2),
        ),
    ),
    Policy(
        "counter",
        "remembers all cards that were seen and plays the odds",
        (
            swap_parameter("best"),
            Parameter(
                "share", 0.2, "what it is worth that another player takes a card, in cards shed", 0, 10
            ),
            Parameter("fade", 0.1, "how much of that counts for the player after the next", 0, 1),
            Parameter("special", 2.2, "what keeping a special is worth, in cards shed", -10, 10),
            Parameter(
                "high", 1.2, "what keeping a captain is worth, in cards shed; lower crew less", -10, 10
            ),
            Parameter("again", 0.0, "what playing again after a burn is worth, in cards shed", -10, 10),
        ),
    ),
    Policy(
        "expert",
        "weighs everything that speaks for or against each play; the strongest",
        (swap_parameter("best"), *_EXPERT_WEIGHTS),
    ),
)
"""Those that decide at once."""

_SEARCH = Policy(
    SEARCH,
    "plays every choice out in many games that fit what it sees, and takes the best one",
    (
        Parameter("playouts", 100, "games that are played out with each choice", 1, 100_000, whole=True),
        Parameter(
            "inside",
            "expert",
            "the policy by which everybody plays on in them: at best what the others play",
            words=tuple(each.name for each in _PLAIN),
        ),
        Parameter(
            SWAP,
            SEARCH,
            "which three of the six cards known at the start lie as battle cards: those of a rule (H32), or the best",
            words=(*SWAP_WORDS, SEARCH),
        ),
    ),
    slow="It plays thousands of games out for each of its own: reckon with ten games a second, or with three hundred "
    "if inside=lowest.",
)

POLICIES = {policy.name: policy for policy in (*_PLAIN, _SEARCH)}
"""Every built-in policy, by name."""

POLICY_NUMBERS = {
    "lowest": LOWEST,
    "random": RANDOM,
    "highest": HIGHEST,
    "one-at-a-time": ONE_AT_A_TIME,
    "hoarder": HOARDER,
    "spender": SPENDER,
    "blocker": BLOCKER,
    "counter": COUNTER,
    "expert": EXPERT,
    SEARCH: PLUGIN,
}
"""The kernel's number of each."""

EVERY_POLICY = Policies("hollander", "The Flying Hollander", POLICIES)
"""These, and those of users' own."""
