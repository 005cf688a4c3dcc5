"""What can be set in the rules of The Flying Hollander (H1 and every other choice of the rules page)."""

from collections.abc import Mapping
from pathlib import Path

from analyzer.errors import UserError
from analyzer.games.rulesfile import Rules, RulesSchema
from analyzer.games.settings import Boolean, Option, Value, Whole

_TITLE = "The Flying Hollander"
_FEWEST_RANKS = 4
_PLAYERS = range(2, 7)
_CARDS_LAID = 6
"""Final and battle cards that each player is dealt, besides the hand (H3)."""

_COPIES = Whole(0, 15)
_CREW_NAMES = {"1": "cabin boy", "2": "mechanic", "3": "boatswain"}
_CREW = tuple(
    Option(str(rank), 4, _COPIES, "H13", _CREW_NAMES.get(str(rank), f"crew of rank {rank}"))
    for rank in range(1, 11)
)
_SPECIALS = (
    Option("hollander", 2, _COPIES, "H25", "skips the next player when first on an empty pile, else a ghost"),
    Option("kraken", 2, _COPIES, "H22", "burns the pile, and the same player plays again"),
    Option(
        "mutiny", 2, _COPIES, "H17", "the next player must not play a higher rank; specials may be played"
    ),
    Option("wormhole", 2, _COPIES, "H23", "its player names who takes the next turn"),
    Option("island", 2, _COPIES, "H18", "the next player may play any card"),
    Option("pirate", 2, _COPIES, "H24", "its player may exchange a card with another player"),
)
_CREW_KEYS = tuple(option.key for option in _CREW)

_OPTIONS = (
    Option(
        "refill_mid_turn",
        True,
        Boolean(),
        "H12",
        "if the hand becomes empty in mid-turn (a card must be played again after a burn) and the draw pile "
        "is not empty, with true the player draws a new hand at once and goes on, with false the turn ends",
    ),
    Option(
        "wormhole_clears_reference",
        False,
        Boolean(),
        "H16",
        "with true a wormhole clears the reference: nothing below it counts until the next crew card; with "
        "false it is looked through like every special",
    ),
    Option(
        "pirate_clears_reference",
        False,
        Boolean(),
        "H16",
        "with true a pirate clears the reference: nothing below it counts until the next crew card; with "
        "false it is looked through like every special",
    ),
    Option(
        "hollander_on_hollander_skips",
        False,
        Boolean(),
        "H25",
        "with true a hollander on a pile of hollanders only skips the next player too; with false it has no "
        "effect there",
    ),
    Option(
        "poker_of_specials",
        True,
        Boolean(),
        "H26",
        "with true specials other than hollander and kraken can form a poker, which burns the pile; with "
        "false only crew cards can",
    ),
    Option(
        "turn_limit",
        2000,
        Whole(1, 10_000),
        "H28",
        "a game that reaches so many turns ends without a winner and is counted as unfinished",
    ),
    Option(
        "hand_size",
        3,
        Whole(2, 5),
        "H33",
        "cards dealt to each hand, and the size that the draws of H11 and H12 fill it up to",
    ),
    Option(
        "poker_size",
        4,
        Whole(3, 6),
        "H33",
        "equal cards on top of the pile that make a poker and burn the pile, see H26",
    ),
    Option(
        "mutiny_first_max",
        3,
        Whole(1, 5),
        "H33",
        "the highest crew rank that may answer a mutiny when there is no reference, see H17",
    ),
)


def check_deck(rules: Rules, players: int) -> None:
    """Refuses a table that the deck cannot serve (H2).

    Args:
        rules: The effective rules.
        players: Number of players.

    Raises:
        UserError: The game is not for so many players, or some cards are missing; says how many.
    """
    if players not in _PLAYERS:
        raise UserError(f"{_TITLE} is for {_PLAYERS[0]} to {_PLAYERS[-1]} players, not for {players} (H2).")
    cards = sum(rules.deck.whole(kind) for kind in rules.deck)
    dealt = cards_dealt(rules, 1)
    missing = cards_dealt(rules, players) - cards
    if missing > 0:
        most = cards // dealt
        serves = f"It is enough for {most} players; put" if most in _PLAYERS else "Put"
        raise UserError(
            f'The deck of the rules "{rules.name}" has {cards} cards, but {players} players are dealt '
            f"{dealt} each: {missing} {'card is' if missing == 1 else 'cards are'} missing (H2).\n"
            f"{serves} more cards in with --set deck.KIND=COPIES."
        )


def cards_dealt(rules: Rules, players: int) -> int:
    """How many cards so many players are dealt (H2, H3, H33).

    Args:
        rules: The effective rules.
        players: Number of players.

    Returns:
        The least size of a deck.
    """
    return players * (_CARDS_LAID + rules.options.whole("hand_size"))


def _complete(given: Mapping[str, Value]) -> dict[str, Value]:
    """A deck that names any crew is whole; one that does not changes the standard deck's specials."""
    standard_crew = {option.key: option.default for option in _CREW}
    crew = given if any(key in given for key in _CREW_KEYS) else standard_crew
    deck = {key: crew[key] for key in _CREW_KEYS if crew.get(key)}
    for option in _SPECIALS:
        deck[option.key] = given.get(option.key, 0 if crew is given else option.default)
    return deck


def _check(rules: Rules) -> None:
    """Refuses crews with a gap or with too few ranks (H1)."""
    crew = [key for key in rules.deck if key in _CREW_KEYS]
    gaps = [key for key in _CREW_KEYS[: len(crew)] if key not in crew]
    if gaps:
        raise UserError(
            f"the deck has crew of the ranks {', '.join(crew)} but none of rank {gaps[0]}; "
            "crew ranks must be consecutive from 1 (H1)."
        )
    if len(crew) < _FEWEST_RANKS:
        there = f"only {len(crew)} crew ranks" if crew else "no crew"
        raise UserError(
            f"the deck has {there}; it must have {_FEWEST_RANKS} to {len(_CREW)}, consecutive from 1, each "
            "with 1 to 15 copies (H1)."
        )


SCHEMA = RulesSchema(
    game="hollander",
    title=_TITLE,
    builtin={"standard": Path(__file__).with_name("standard.toml")},
    deck_rule="H1: copies of each kind, 0 to 15: 4 to 10 crew ranks, consecutive from 1, and the specials. A "
    "deck that names any crew rank is the whole deck; one that does not changes only the specials it names.",
    cards=_CREW + _SPECIALS,
    other_cards=None,
    complete=_complete,
    options=_OPTIONS,
    check=_check,
)
"""What the rules files of this game may say."""
