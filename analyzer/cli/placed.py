"""The options that say where games are played and where finished blocks are kept, for every command that plays many."""

import functools
import inspect
from collections.abc import Callable
from typing import Annotated, Any, get_type_hints

import typer

from analyzer.cli import options, watching

Store = Annotated[
    str | None,
    typer.Option(
        "--store",
        metavar="FILE",
        help="Where finished blocks of games are kept, so that an interrupted run can go on and the same request "
        "need not be played again; none to keep nothing.",
        show_default="$ANALYZER_STORE, or a file in the user's data folder for runs of two seconds and more",
    ),
]
Executor = Annotated[
    str,
    typer.Option(
        "--executor",
        metavar="KIND",
        help="Where games are played: threads, or dask, on processes here or on many machines.",
    ),
]
Scheduler = Annotated[
    str | None,
    typer.Option(
        "--scheduler",
        metavar="ADDRESS",
        help="With --executor dask: the scheduler, such as tcp://host:8786.",
        show_default="workers of its own on this machine",
    ),
]

_OWN = {"store": (Store, None), "executor": (Executor, "threads"), "scheduler": (Scheduler, None)}
_CONTEXT = "of_the_command"

NOT_ASKED = {*_OWN, "threads", "json", "out", "no_progress", "help"}
"""Options that change nothing about what is found."""


def placed(command: Callable[..., None]) -> Callable[..., None]:
    """The command with the options that say where it plays, and what it plays kept in a store."""
    hints = get_type_hints(command, include_extras=True)
    taken = next((name for name, kind in hints.items() if kind is typer.Context), None)
    of_command = [
        each.replace(kind=inspect.Parameter.KEYWORD_ONLY, annotation=hints[each.name])
        for each in inspect.signature(command).parameters.values()
    ]
    own = [
        inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=kind)
        for name, (kind, default) in _OWN.items()
    ]
    context = inspect.Parameter(_CONTEXT, inspect.Parameter.KEYWORD_ONLY, annotation=typer.Context)

    @functools.wraps(command)
    def run(**given: Any) -> None:
        found: typer.Context = given.pop(_CONTEXT) if taken is None else given[taken]
        store, executor, scheduler = (given.pop(name) for name in _OWN)
        from analyzer.api.places import place

        threads = options.threads(given["threads"])
        with place(store, executor, scheduler, threads, request=asked(found), say=watching.say) as ending:
            try:
                command(**given)
            except typer.Exit as done:
                ending.complete = done.exit_code == 0
                raise

    at = next(place for place, each in enumerate(of_command) if each.name == "threads") + 1
    parameters = [*of_command[:at], *own, *of_command[at:], *([] if taken else [context])]
    run.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    run.__annotations__ = {each.name: each.annotation for each in parameters}
    return run


def asked(context: typer.Context) -> list[str]:
    """The words of the command line that decide what is found, in one order however they were written."""
    words = [context.command.name or ""]
    for parameter in context.command.params:
        value = context.params.get(str(parameter.name))
        is_said = value is not None and value is not False and value not in ([], (), parameter.default)
        if parameter.name in NOT_ASKED or not is_said:
            continue
        if parameter.param_type_name == "argument":
            words += [str(each) for each in value] if isinstance(value, list | tuple) else [str(value)]
            continue
        option = max(parameter.opts, key=len)
        if value is True:
            words.append(option)
        else:
            values = value if isinstance(value, list | tuple) else [value]
            words += [word for each in values for word in (option, str(each))]
    return words
