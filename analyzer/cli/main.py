"""The command `analyzer`, its errors and its exit statuses."""

import sys
from typing import Annotated

import typer
import typer.main

from analyzer import __version__
from analyzer.cli import bench, rules, simulate, trace
from analyzer.errors import UserError

_INTERRUPTED = 130

app = typer.Typer(
    name="analyzer",
    help="Plays millions of card games and tells what wins, with how sure that is.",
    context_settings={"help_option_names": ["-h", "--help"]},
    pretty_exceptions_enable=False,
)
app.command("simulate")(simulate.command)
app.command("trace")(trace.command)
app.command("rules")(rules.command)
app.command("bench")(bench.command)


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"analyzer {__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def _without_command(
    context: typer.Context,
    version: Annotated[  # noqa: ARG001 - its callback does it all
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


def main() -> None:
    """Runs the command line and exits with its status: 0, 2 for what the user can put right, 130 for Ctrl-C."""
    try:
        status = typer.main.get_command(app).main(prog_name="analyzer", standalone_mode=False)
    except UserError as error:
        status = _complain(str(error), error.exit_status)
    except typer.TyperException as error:
        status = _complain(error.format_message(), error.exit_code)
    except (typer.Abort, KeyboardInterrupt):
        status = _INTERRUPTED
    sys.exit(status or 0)


def _complain(message: str, status: int) -> int:
    sys.stderr.write(f"analyzer: {message}\n")
    return status
