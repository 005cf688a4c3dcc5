"""What is said of a position on the command line: each game and question has options of its own."""

import shutil
import sys
import textwrap
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from analyzer.errors import UserError, did_you_mean
from analyzer.games.settings import shown

if TYPE_CHECKING:
    from analyzer.games.positions import Field, Question

_WIDTH = 100
_DASHES = "--"


def split(words: Sequence[str]) -> tuple[list[str], list[tuple[str, str]]]:
    """Tells the words that stand alone from options that the command itself does not have.

    Args:
        words: What is left of the command line, in order.

    Returns:
        The words that stand alone, and the options with their values: --name VALUE or --name=VALUE.

    Raises:
        UserError: An option has no value, or what begins with a dash is none.
    """
    alone: list[str] = []
    options: list[tuple[str, str]] = []
    rest = list(words)
    while rest:
        word = rest.pop(0)
        if not word.startswith("-"):
            alone.append(word)
            continue
        name, equals, value = word.removeprefix(_DASHES).partition("=")
        if not word.startswith(_DASHES) or not name:
            raise UserError(f'There is no option "{shown(word)}".')
        if not equals:
            if not rest or rest[0].startswith(_DASHES):
                raise UserError(f"{_DASHES}{shown(name)}: its value is missing.")
            value = rest.pop(0)
        options.append((name, value))
    return alone, options


def read(options: Sequence[tuple[str, str]], question: "Question", others: Sequence[str]) -> dict[str, Any]:
    """What options say of a position.

    Args:
        options: Names and values, see `split`.
        question: What is asked.
        others: The command's own options, for help with misspelt ones.

    Returns:
        Values by the names of fields; of those that are said for each seat apart, values by seat.

    Raises:
        UserError: There is no such field, or it is said twice, or a seat is missing.
    """
    fields = {field.name: field for field in question.fields}
    said: dict[str, Any] = {}
    for name, value in options:
        option = f"{_DASHES}{name}"
        if name not in fields:
            known = [f"{_DASHES}{field}" for field in fields]
            hint = did_you_mean(option, [*known, *others])
            raise UserError(
                f'There is no option "{shown(option)}".{hint}\n'
                f"What can be said of the position, {question.name}: {', '.join(known)}."
            )
        if not fields[name].per_seat:
            if name in said:
                raise UserError(f"{option} is given twice.")
            said[name] = value
            continue
        seat, equals, of_seat = value.partition("=")
        if not equals or not seat.strip():
            form = f'{option} 1="{fields[name].metavar}"'
            raise UserError(
                f'{option} "{shown(value)}": write for which seat it is, as SEAT={fields[name].metavar}: {form}.'
            )
        if seat.strip() in said.setdefault(name, {}):
            raise UserError(f"{option}: seat {shown(seat.strip())} is given twice.")
        said[name][seat.strip()] = of_seat
    return said


def told(game: str, question: "Question") -> str:
    """A question with all that can be said of its positions, and an example."""
    width = min(_WIDTH, shutil.get_terminal_size().columns) if sys.stdout.isatty() else _WIDTH
    lines = textwrap.wrap(f"{question.name}: {question.summary}", width, subsequent_indent="    ")
    forms = [_form(field) for field in question.fields]
    indent = max(map(len, forms)) + 4
    for field, form in zip(question.fields, forms, strict=True):
        start = f"  {form}".ljust(indent)
        lines += textwrap.wrap(_meaning(field), width, initial_indent=start, subsequent_indent=" " * indent)
    return "\n".join([*lines, f"  Example: {example(game, question)}"])


def example(game: str, question: "Question") -> str:
    """A command line that asks it."""
    return f"analyzer advise {game} {question.name} {question.example}"


def as_json(question: "Question") -> dict[str, Any]:
    """A question as a public JSON object."""
    fields = [
        {
            "name": field.name,
            "meaning": field.meaning,
            "value": field.metavar,
            "per_seat": field.per_seat,
            "required": field.required,
            "default": field.default or None,
        }
        for field in question.fields
    ]
    return {
        "name": question.name,
        "summary": question.summary,
        "fields": fields,
        "example": question.example,
    }


def _form(field: "Field") -> str:
    return f"{_DASHES}{field.name} {'SEAT=' if field.per_seat else ''}{field.metavar}"


def _meaning(field: "Field") -> str:
    remarks = ["required"] if field.required else [f"default: {field.default}"] if field.default else []
    if field.per_seat:
        remarks.append("may be given for several seats")
    return field.meaning + (f" ({'; '.join(remarks)})" if remarks else "")
