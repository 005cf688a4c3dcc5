"""`analyzer rules`."""

import typer

from analyzer.cli import options


def command(
    game: options.Game,
    rules: options.Rules = "standard",
    settings: options.Settings = None,
    json: options.Json = False,
) -> None:
    """Print the rules that would be played as a rules file, each option with what it does."""
    from analyzer.cli import output
    from analyzer.games import registry
    from analyzer.games.rulesfile import load, render, with_settings

    schema = registry.find(game).rules
    effective = with_settings(load(rules, schema), settings or (), schema)
    if json:
        output.print_json(effective.as_dict())
    else:
        typer.echo(render(effective, schema), nl=False)
