"""The command `analyzer`, its errors and its exit statuses."""

import contextlib
import errno
import io
import os
import signal
import sys
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, NoReturn

import typer
import typer.main

from analyzer import __version__
from analyzer.cli import (
    advise,
    balance,
    bench,
    compare,
    exact,
    policies,
    report,
    rules,
    runs,
    sensitivity,
    show,
    simulate,
    swaps,
    sweep,
    tips,
    tournament,
    trace,
    tune,
    watch,
)
from analyzer.cli.output import INTERRUPTED
from analyzer.cli.placed import placed
from analyzer.errors import UserError

_KILLED = 128
_WRITE_ERRORS = (errno.ENOSPC, errno.EDQUOT, errno.EIO, errno.EBADF, errno.EPIPE)
_PATIENCE_SECONDS = 0.1

app = typer.Typer(
    name="analyzer",
    help="Plays millions of card games and tells what wins, with how sure that is.",
    context_settings={"help_option_names": ["-h", "--help"]},
    pretty_exceptions_enable=False,
)
app.command("simulate")(placed(simulate.command))
app.command("compare")(placed(compare.command))
app.command("tournament")(placed(tournament.command))
app.command("advise", context_settings=advise.SETTINGS)(advise.command)
app.command("exact")(exact.command)
app.command("report")(report.command)
app.command("show")(show.command)
app.command("swaps")(placed(swaps.command))
app.command("sweep")(placed(sweep.command))
app.command("balance")(placed(balance.command))
app.command("sensitivity")(placed(sensitivity.command))
app.command("tips")(placed(tips.command))
app.command("trace")(trace.command)
app.command("watch")(watch.command)
app.command("policies")(policies.command)
app.command("rules")(rules.command)
app.command("bench")(bench.command)
app.command("tune")(placed(tune.command))
app.add_typer(runs.app, name="runs")


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
    _open_closed_streams()
    _write_utf8()
    signal.signal(signal.SIGINT, signal.default_int_handler)
    for name in ("SIGTERM", "SIGHUP"):
        # Ignored is what `nohup` makes of it, and it stays so.
        if hasattr(signal, name) and signal.getsignal(getattr(signal, name)) != signal.SIG_IGN:
            # As an exit, so that what was begun is cleaned up.
            signal.signal(getattr(signal, name), lambda number, _: sys.exit(_KILLED + number))
    try:
        status = typer.main.get_command(app).main(prog_name="analyzer", standalone_mode=False)
    except UserError as error:
        status = _complain(str(error), error.exit_status)
    except typer.TyperException as error:
        status = _complain(error.format_message(), error.exit_code)
    except (typer.Abort, KeyboardInterrupt):
        status = INTERRUPTED
    except SystemExit as ended:  # by a signal
        status = ended.code if isinstance(ended.code, int) else 1
    except OSError as error:
        status = _give_up_output(error)
    if status == INTERRUPTED:
        _complain("interrupted", status)
    _leave(status or 0)


def run_command(words: Sequence[str]) -> int:
    """Runs a command from within another one.

    Args:
        words: The command and what follows it.

    Returns:
        The status that it ends with.
    """
    status = typer.main.get_command(app).main(list(words), prog_name="analyzer", standalone_mode=False)
    return status if isinstance(status, int) else 0


def _open_closed_streams() -> None:
    """A stream that the caller closed (`2>&-`) is None; what is written to it is to be lost, not to fail."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open("w", encoding="utf-8"))  # noqa: SIM115


def _write_utf8() -> None:
    """JSON is UTF-8 whatever the locale, and a file's name that is no text must not end a finished run.

    A terminal shows only what is written in its own encoding.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(
                encoding=stream.encoding if stream.isatty() else "utf-8", errors="backslashreplace"
            )


def _give_up_output(error: OSError) -> int:
    # What is left in the buffer would fail once more when Python ends.
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    place = f"{error.filename}: " if error.filename else ""
    what = "Cannot write: " if error.errno in _WRITE_ERRORS else ""
    return _complain(f"{what}{place}{error.strerror or error}.", UserError.exit_status)


def _leave(status: int) -> NoReturn:
    """Exits, and does not wait, as Python would, for a thread whose game does not end."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # The end has come already.
    others = [thread for thread in threading.enumerate() if thread is not threading.current_thread()]
    for thread in others:
        # One that was interrupted while it was being started cannot be waited for.
        if not thread.daemon and thread.is_alive():
            thread.join(_PATIENCE_SECONDS)
    # After an interrupt Python may end itself by a signal instead of with the status.
    if status == INTERRUPTED or any(thread.is_alive() and not thread.daemon for thread in others):
        for stream in (sys.stdout, sys.stderr):
            with contextlib.suppress(OSError):
                stream.flush()
        os._exit(status)
    sys.exit(status)


def _complain(message: str, status: int) -> int:
    with contextlib.suppress(OSError):
        sys.stderr.write(f"analyzer: {message}\n")
        sys.stderr.flush()
    return status
