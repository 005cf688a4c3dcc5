"""What a command was asked, key by key, and the line for the shell that says so."""

import shlex
from collections.abc import Iterator, Sequence

COMMAND, GAME, ABOUT = "command", "game", "about"
"""Keys of what stands before the options: the command's name, the game, and what follows it without a name."""

SET = "set "
"""What the key of a changed rule begins with."""

Asked = Sequence[tuple[str, str | int]]
"""What was asked, in the order of the command line: options without their dashes, with True where one stands alone. A
key may come more than once."""


def changed_rules(settings: Sequence[str]) -> Asked:
    """Changes to the rules, each "KEY=VALUE", as part of what was asked."""
    pairs = [setting.partition("=") for setting in settings]
    return [(f"{SET}{key}", value) for key, _, value in pairs]


def line_of(asked: Asked) -> str:
    """The command line that says so, for the shell."""
    return shlex.join(["analyzer", *(word for key, value in asked for word in _words(key, value))])


def percent(part: float) -> str:
    """A part of the whole as a user writes it: 0.2%."""
    return f"{100 * part:.10g}%"


def _words(key: str, value: str | int) -> Iterator[str]:
    if key in (COMMAND, GAME, ABOUT):
        yield str(value)
    elif key.startswith(SET):
        yield from ("--set", f"{key.removeprefix(SET)}={value}")
    else:
        yield f"--{key}"
        if value is not True:
            yield str(value)
