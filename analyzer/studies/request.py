"""What a study was asked to do, and the command line that asks for the same again."""

import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from analyzer.games import registry
from analyzer.games.policyspec import per_seat
from analyzer.games.protocol import Game, Setup
from analyzer.games.rulesfile import Rules, load, with_settings
from analyzer.games.settings import Value, toml_value


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
        players: Seats; None for as many as there are policies if several are given, else the game's usual number.
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
    if players is None:
        players = len(policies) if len(policies) > 1 else found.default_players
    found.check(effective, players)
    seated = per_seat(policies, players, found.policies, found.default_policy, found.title)
    return Table(found, Setup(game, effective, seated))


def rules_difference(game: Game, rules: Rules) -> list[str]:
    """The settings that turn the game's standard rules into these.

    Args:
        game: The game.
        rules: Rules of that game.

    Returns:
        One "KEY=VALUE" per difference, as `--set` takes it.
    """
    standard = load("standard", game.rules)
    return [
        *_section_difference("deck", standard.deck, rules.deck, absent=0),
        *_section_difference("options", standard.options, rules.options, absent=False),
    ]


def _settings_for(game: Game, rules: Rules) -> list[str]:
    """What `--set` must say to get these rules, their name included, from the standard ones."""
    settings = rules_difference(game, rules)
    if with_settings(load("standard", game.rules), settings, game.rules).name != rules.name:
        settings.append(f"name={toml_value(rules.name)}")
    return settings


def _section_difference(
    section: str, standard: Mapping[str, Value], changed: Mapping[str, Value], absent: Value
) -> list[str]:
    keys = [*standard, *(key for key in changed if key not in standard)]
    return [
        f"{section}.{key}={toml_value(changed.get(key, absent))}"
        for key in keys
        if changed.get(key, absent) != standard.get(key, absent)
    ]


def command_line(verb: str, table: Table, options: Mapping[str, object]) -> str:
    """The command that plays the same again.

    Args:
        verb: The command's name.
        table: Game, rules and policies.
        options: Further options by name, without the dashes, in order.

    Returns:
        A line for the shell.
    """
    words = ["analyzer", verb, table.game.name, "--players", str(table.setup.players)]
    seats = [spec.canonical for spec in table.setup.policies]
    for spec in seats[:1] if len(set(seats)) == 1 else seats:
        words += ["--policy", spec]
    for setting in _settings_for(table.game, table.setup.rules):
        words += ["--set", setting]
    for name, value in options.items():
        words += [f"--{name}", str(value)]
    return shlex.join(words)
