"""The command-line words that ask for the same table again."""

import shlex
from collections.abc import Mapping

from analyzer.games.protocol import Setup
from analyzer.games.rulesfile import Rules, RulesSchema, load, with_settings
from analyzer.games.settings import Value, toml_value


def rules_difference(schema: RulesSchema, rules: Rules) -> list[str]:
    """The settings that turn a game's standard rules into these.

    Args:
        schema: What rules the game has.
        rules: Rules of that game.

    Returns:
        One "KEY=VALUE" per difference, as `--set` takes it.
    """
    standard = load("standard", schema)
    return [
        *_section_difference("deck", standard.deck, rules.deck, absent=0),
        *_section_difference("options", standard.options, rules.options, absent=False),
    ]


def rules_settings(schema: RulesSchema, rules: Rules) -> list[str]:
    """What `--set` must say to get these rules, their name included, from the standard ones.

    Args:
        schema: What rules the game has.
        rules: Rules of that game.

    Returns:
        One "KEY=VALUE" per setting.
    """
    settings = rules_difference(schema, rules)
    if with_settings(load("standard", schema), settings, schema).name != rules.name:
        settings.append(f"name={toml_value(rules.name)}")
    return settings


def trace_command(schema: RulesSchema, setup: Setup, seed: int, game: int) -> str:
    """The command that shows one game of a run.

    Args:
        schema: What rules the game has.
        setup: Rules and policies.
        seed: The run's seed.
        game: The game's number in the run.

    Returns:
        A line for the shell.
    """
    words = ["analyzer", "trace", setup.game, "--game", str(game), "--seed", str(seed)]
    words += ["--players", str(setup.players)]
    seats = [spec.canonical for spec in setup.policies]
    for spec in seats[:1] if len(set(seats)) == 1 else seats:
        words += ["--policy", spec]
    for setting in rules_settings(schema, setup.rules):
        words += ["--set", setting]
    return shlex.join(words)


def _section_difference(
    section: str, standard: Mapping[str, Value], changed: Mapping[str, Value], absent: Value
) -> list[str]:
    keys = [*standard, *(key for key in changed if key not in standard)]
    # A list that is not there is an empty one.
    absents = {key: () if isinstance(standard.get(key), tuple) else absent for key in keys}
    return [
        f"{section}.{key}={toml_value(changed.get(key, absents[key]))}"
        for key in keys
        if changed.get(key, absents[key]) != standard.get(key, absents[key])
    ]
