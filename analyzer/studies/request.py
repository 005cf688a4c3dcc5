"""What a study was asked to do, and what asks for the same again."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from analyzer.errors import UserError
from analyzer.games import again, registry
from analyzer.games.policyspec import per_seat
from analyzer.games.protocol import Game, Setup
from analyzer.games.rulesfile import Rules, load, with_settings
from analyzer.games.settings import shown
from analyzer.studies.commandline import ABOUT, COMMAND, GAME, Asked, changed_rules


@dataclass(frozen=True)
class Table:
    """A game with checked rules and a policy in every seat.

    Attributes:
        game: The game.
        setup: Rules and policies.
    """

    game: Game
    setup: Setup


def set_table(
    game: str,
    *,
    players: int | None = None,
    policies: Sequence[str] = (),
    rules: str = "standard",
    settings: Sequence[str] = (),
) -> Table:
    """Finds the game, loads its rules and seats the players.

    Args:
        game: The game's name.
        players: Seats; None for the game's usual number.
        policies: No policy (the game's ordinary player in every seat), one for all seats, or one for each.
        rules: Name of built-in rules, or a TOML file.
        settings: Changes to the rules, "KEY=VALUE".

    Returns:
        The table.

    Raises:
        UserError: Something of that is unknown or does not fit together.
    """
    found = registry.find(game)
    effective = with_settings(load(rules, found.rules), settings, found.rules)
    if isinstance(policies, str):
        raise UserError(f'The policies must be a list of texts, such as ["{shown(policies)}"].')
    if players is None:
        players = found.default_players
    found.check(effective, players)
    seated = per_seat(policies, players, found.policies, found.default_policy, found.title)
    return Table(found, Setup(game, effective, seated))


def check_numbers(*, games: int, seed: int, threads: int | None) -> None:
    """Refuses numbers with which nothing can be played.

    Args:
        games: Games to play.
        seed: The run's seed.
        threads: Threads, or None.

    Raises:
        UserError: One of them is not a whole number, or too small or too large.
    """
    given: list[tuple[str, object, int]] = [("games", games, 1), ("seed", seed, 0)]
    if threads is not None:
        given.append(("threads", threads, 1))
    for name, value, least in given:
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value < 2**63:
            raise UserError(f"{name} must be a whole number from {least}, not {value!r}.")


def rules_difference(game: Game, rules: Rules) -> list[str]:
    """The settings that turn the game's standard rules into these.

    Args:
        game: The game.
        rules: Rules of that game.

    Returns:
        One "KEY=VALUE" per difference, as `--set` takes it.
    """
    return again.rules_difference(game.rules, rules)


def first_block(*policies: str, game: Game) -> int | None:
    """How many games the first blocks of a run are to have: one where a policy is slow; None for the usual number.

    Args:
        policies: Names of the policies that play.
        game: The game.
    """
    return 1 if any(game.policies[name].slow for name in policies) else None


def speed_in_words(games: int, seconds: float, threads: int) -> str:
    """How fast games were played, for `Content.speed`."""
    return f"{games / seconds:,.0f} games a second on {threads} threads, {seconds:.2f} s in all"


def asked_for(
    verb: str,
    table: Table,
    options: Mapping[str, object],
    *,
    about: Sequence[str] = (),
    fields: Sequence[tuple[str, str]] = (),
    field: str | None = None,
    policies: Sequence[str] | None = None,
) -> Asked:
    """What a command that plays the same again says.

    Args:
        verb: The command's name.
        table: Game, rules and policies.
        options: Further options by name, without the dashes, in order; one that is True stands alone, one that is None
            or False is left out.
        about: What follows the game's name.
        fields: What is said of a position, by options of the game's own.
        field: What is said with --field, if anything.
        policies: What is said with --policy; None for the policies at the table.

    Returns:
        What is said, for `Content.asked` and `line_of`.
    """
    if policies is None:
        seats = [spec.canonical for spec in table.setup.policies]
        policies = seats[:1] if len(set(seats)) == 1 else seats
    return [
        (COMMAND, verb),
        (GAME, table.game.name),
        *((ABOUT, each) for each in about),
        *fields,
        *([] if field is None else [("field", field)]),
        ("players", table.setup.players),
        *(("policy", spec) for spec in policies),
        *changed_rules(again.rules_settings(table.game.rules, table.setup.rules)),
        *(
            (name, value if isinstance(value, str | int) else str(value))
            for name, value in options.items()
            if value is not None and value is not False
        ),
    ]
