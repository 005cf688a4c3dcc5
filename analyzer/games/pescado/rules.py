"""What can be set in the rules of Pescado Novo (P1 and every choice of the rules page)."""

from collections.abc import Iterable, Mapping
from pathlib import Path

from analyzer.errors import UserError, did_you_mean
from analyzer.games.pescado.cards import HAND, LAID_OUT, NUMBER_CARDS, PLAYER_COUNTS, SPECIALS
from analyzer.games.rulesfile import Rules, RulesSchema
from analyzer.games.settings import Boolean, Option, Value, Whole, shown, toml_value

_TITLE = "Pescado Novo"
_FEWEST_CARDS = LAID_OUT + HAND * min(PLAYER_COUNTS)


class _Specials:
    """A list of special cards; whether there are such, `_check` tells, which knows better words for it."""

    right = 'a list of special cards, such as ["*", "J", "1/10"]'

    def accept(self, value: object) -> Value | None:
        """Takes texts and whole numbers (-2, 0, 11), and a single one for a list of one."""
        given = value if isinstance(value, list) else [value]
        if not all(isinstance(each, str | int) and not isinstance(each, bool) for each in given):
            return None
        return tuple(str(each) for each in given)


_DECK = (
    Option(
        "specials",
        SPECIALS,
        _Specials(),
        "P1",
        "the special cards from which those of each round are drawn",
    ),
)

_OPTIONS = (
    Option(
        "left_out",
        2,
        Whole(0, len(NUMBER_CARDS)),
        "P2",
        "number cards that are left out of each round, at random",
    ),
    Option(
        "specials_in",
        2,
        Whole(0, len(SPECIALS)),
        "P2",
        "special cards that are shuffled into each round, at random",
    ),
    Option(
        "target",
        12,
        Whole(1, 1000),
        "P14",
        "the game ends after a round in which somebody has so many points, and the highest score wins",
    ),
    Option(
        "star_scores_as_zero",
        True,
        Boolean(),
        "P7",
        "a * played to an empty table stays there and counts 0; with true it also brings the point of a 0 to "
        "the player who captures it, with false it does not",
    ),
    Option(
        "most_needs_one",
        True,
        Boolean(),
        "P13",
        "with true nobody scores for most tuna, most cards or most sevens with none of them; with false all "
        "score if nobody has any",
    ),
    Option(
        "round_limit",
        200,
        Whole(1, 10_000),
        "P15",
        "a game that reaches so many rounds ends without a winner and is counted as unfinished",
    ),
)


def round_size(rules: Rules) -> int:
    """Cards in a round (P2).

    Args:
        rules: The effective rules.

    Returns:
        Number cards that are not left out, and specials.
    """
    return len(NUMBER_CARDS) - rules.options.whole("left_out") + rules.options.whole("specials_in")


def specials_of(rules: Rules) -> tuple[str, ...]:
    """The specials from which a round's are drawn, in the order of the rules (P1).

    Args:
        rules: The effective rules.

    Returns:
        Their names.
    """
    listed = rules.deck["specials"]
    return tuple(str(name) for name in listed) if isinstance(listed, tuple) else ()


def check_deck(rules: Rules, players: int) -> None:
    """Refuses a table that cannot be dealt (P3).

    Args:
        rules: The effective rules.
        players: Number of players.

    Raises:
        UserError: The game is not for so many players, or the cards do not divide; says what would be right.
    """
    if players not in PLAYER_COUNTS:
        raise UserError(f"{_TITLE} is for {_either(PLAYER_COUNTS)} players, not for {players} (P3).")
    dealt = round_size(rules) - LAID_OUT
    if dealt >= HAND * players and dealt % (HAND * players) == 0:
        return
    left_out, specials_in = (rules.options.whole(key) for key in ("left_out", "specials_in"))
    served = [each for each in PLAYER_COUNTS if dealt >= HAND * each and dealt % (HAND * each) == 0]
    others = f"That is right for {_either(served)} players. " if served else ""
    raise UserError(
        f"A round has {len(NUMBER_CARDS)} - {left_out} + {specials_in} = {round_size(rules)} cards; less the "
        f"{LAID_OUT} on the table, {dealt} are dealt, but {players} players are dealt {HAND} each, "
        f"{HAND * players} at a time (P3).\n{others}With {players} players options.left_out must be "
        f"{_either(_right_left_out(players, specials_in))}, or change options.specials_in."
    )


def _right_left_out(players: int, specials_in: int) -> list[int]:
    """The numbers of cards left out that would divide, the fewest first."""
    most = len(NUMBER_CARDS) + specials_in - LAID_OUT
    return [most - dealt for dealt in range(HAND * players, most + 1, HAND * players)][::-1]


def _complete(given: Mapping[str, Value]) -> dict[str, Value]:
    """A deck that does not name the specials has all of them."""
    return {option.key: given.get(option.key, option.default) for option in _DECK}


def _check(rules: Rules) -> None:
    """Refuses specials that there are not, or not twice, or too few of them (P1, P2)."""
    specials = specials_of(rules)
    for place, name in enumerate(specials):
        if name not in SPECIALS:
            raise UserError(
                f'there is no special card "{shown(name)}" (P1).{did_you_mean(name, SPECIALS)}\n'
                f"The special cards are {', '.join(SPECIALS)}."
            )
        if name in specials[:place]:
            raise UserError(f'deck.specials names "{name}" twice; there is one of each (P1).')
    wanted = rules.options.whole("specials_in")
    if wanted > len(specials):
        raise UserError(
            f"options.specials_in is {wanted}, but deck.specials has only {len(specials)} "
            f"{'card' if len(specials) == 1 else 'cards'}: {toml_value(specials)} (P2)."
        )
    if round_size(rules) < _FEWEST_CARDS:
        raise UserError(
            f"a round has {round_size(rules)} cards, but even {min(PLAYER_COUNTS)} players need {_FEWEST_CARDS}: "
            f"leave out fewer than {rules.options.whole('left_out')} (P2, P3)."
        )


def _either(words: Iterable[object]) -> str:
    *most, last = (str(word) for word in words)
    return f"{', '.join(most)} or {last}" if most else last


SCHEMA = RulesSchema(
    game="pescado",
    title=_TITLE,
    builtin={"standard": Path(__file__).with_name("standard.toml")},
    deck_rule="P1: 40 number cards, 1 to 10 in four suits of which one is tuna, and special cards: any of "
    f"{', '.join(SPECIALS)}, each once.",
    cards=_DECK,
    other_cards=None,
    complete=_complete,
    options=_OPTIONS,
    check=_check,
)
"""What the rules files of this game may say."""
