"""The command `analyzer`, its errors and its exit statuses."""

import os
import sys
from typing import Annotated

import typer

from analyzer import __version__
from analyzer.cli import bench, rules, simulate, trace
from analyzer.errors import UserError

_INTERRUPTED = 130

app = typer.Typer(
    name="analyzer",
    help="Plays millions of card games and tells what wins, with how sure that is.",
    no_args_is_help=True,
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


@app.callback()
def _everywhere(
    version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    pass


def main() -> None:
    """Runs the command line and exits with its status: 0, 2 for what the user can put right, 130 for Ctrl-C."""
    try:
        status = app(prog_name="analyzer", standalone_mode=False)
    except UserError as error:
        status = _complain(str(error), error.exit_status)
    except typer.TyperException as error:
        status = _complain(error.format_message(), error.exit_code)
    except (typer.Abort, KeyboardInterrupt):
        status = _INTERRUPTED
    except BrokenPipeError:
        # Whoever read the output has had enough (`analyzer trace … | head`): nothing is wrong.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        status = 0
    sys.exit(status or 0)


def _complain(message: str, status: int) -> int:
    sys.stderr.write(f"analyzer: {message}\n" if message else "")
    return status
