"""`analyzer policies`."""

import shlex
import shutil
import sys
import textwrap
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from analyzer.cli import options
from analyzer.errors import UserError
from analyzer.games import names
from analyzer.games.settings import shown

if TYPE_CHECKING:
    from analyzer.games.policyspec import Parameter, Policy

_WIDTH = 100


def command(
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="GAME",
            help=f"The game: {', '.join(names.GAMES)}.",
            autocompletion=options.complete_game,
            show_default=False,
        ),
    ] = None,
    name: Annotated[
        str | None, typer.Argument(metavar="[NAME]", help="Show this policy only.", show_default=False)
    ] = None,
    new: Annotated[
        Path | None,
        typer.Option(
            "--new", metavar="FILE", help="Write an example of a policy of your own, to begin with."
        ),
    ] = None,
    json: options.Json = False,
) -> None:
    """List the policies with what can be set, or show one; with --new, begin one of your own."""
    from analyzer.cli import output
    from analyzer.games import registry

    if new is not None and (name is not None or json):
        extra = "--json" if json else shown(str(name))
        raise UserError(
            f"--new {shown(str(new))}: this writes an example and nothing else; leave out {extra}."
        )
    if new is not None:
        found = registry.find(game or next(iter(names.GAMES)))
        _write_example(new, found.example_policy())
        spec = shlex.quote(f"{new}:mine")
        typer.echo(f"Wrote {new}. Try it: analyzer simulate {found.name} --policy {spec}")
        return
    if game is None:
        raise UserError(f"Missing argument GAME: one of {', '.join(names.GAMES)}.")
    policies = registry.find(game).policies
    if name is not None:
        from analyzer.games.policyspec import named

        policy = named(name, policies, registry.find(game).title)
        if json:
            output.print_json({"game": game, **_as_json(policy)})
        else:
            typer.echo(_told(policy, ""))
        return
    listed, unusable = policies.all()
    if json:
        told: dict[str, Any] = {
            "game": game,
            "policies": [{**_as_json(each.policy), "source": each.source} for each in listed],
        }
        if unusable:
            told["unusable"] = [{"name": each.name, "reason": each.reason} for each in unusable]
        output.print_json(told)
        return
    for each in listed:
        source = "" if each.source == "built-in" else f" ({each.source})"
        typer.echo(f"{_told(each.policy, source)}\n")
    for broken in unusable:
        typer.echo(f"{broken.name} cannot be used: {broken.reason}\n")
    typer.echo(f"A policy of your own: analyzer policies {game} --new my_policy.py")


def _told(policy: "Policy", source: str) -> str:
    width = min(_WIDTH, shutil.get_terminal_size().columns) if sys.stdout.isatty() else _WIDTH
    lines = textwrap.wrap(f"{policy.name}{source}: {policy.summary}", width, subsequent_indent="        ")
    for parameter in policy.parameters:
        text = f"{parameter.name}={parameter.default}  {parameter.meaning}; {parameter.right}"
        lines += textwrap.wrap(text, width, initial_indent="    ", subsequent_indent="        ")
    if policy.slow:
        lines += textwrap.wrap(policy.slow, width, initial_indent="    ", subsequent_indent="    ")
    return "\n".join(lines)


def _as_json(policy: "Policy") -> dict[str, Any]:
    return {
        "name": policy.name,
        "summary": policy.summary,
        "parameters": [_parameter_as_json(parameter) for parameter in policy.parameters],
        **({"slow": policy.slow} if policy.slow else {}),
    }


def _parameter_as_json(parameter: "Parameter") -> dict[str, Any]:
    told: dict[str, Any] = {
        "name": parameter.name,
        "default": parameter.default,
        "meaning": parameter.meaning,
    }
    if parameter.words:
        return {**told, "words": list(parameter.words)}
    bounds = {"low": parameter.low, "high": parameter.high}
    return {
        **told,
        **{end: bound if isfinite(bound) else None for end, bound in bounds.items()},
        "whole": parameter.whole,
    }


def _write_example(file: Path, text: str) -> None:
    if file.suffix != ".py":
        raise UserError(f"--new {file}: the file's name must end in .py.")
    try:
        with file.open("x", encoding="utf-8") as new:
            new.write(text)
    except FileExistsError:
        raise UserError(f"{file} is there already; it is left as it is. Choose another name.") from None
    except OSError as error:
        raise UserError(f"Cannot write {file}: {error.strerror or error}.") from None
