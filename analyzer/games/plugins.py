"""Policies of the user's own: what such a policy declares, and where it is found.

Each game has a function for authors that ends in `declare`. A policy is found in a file (`path/to/file.py:name`) or
under the name of an entry point of an installed package (group `analyzer.policies`). Nothing is compiled here.
"""

import hashlib
import inspect
import math
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path
from types import FunctionType
from typing import Any

from analyzer.errors import UserError, did_you_mean
from analyzer.games import pluginfile
from analyzer.games.pluginsources import imports_digest
from analyzer.games.policyspec import Parameter, Policy
from analyzer.games.settings import shown

GROUP = "analyzer.policies"
"""Entry points of this group are policies."""

_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")
_IN_A_NAME = "it begins with a letter and has letters, digits, - and _"
_SUFFIX = ".py"


@dataclass(frozen=True, slots=True, eq=False)
class Plugin(Policy):
    """A policy of the user's own.

    Attributes:
        game: Name of the game that it plays.
        functions: What it decides itself, by the names of the decisions.
        file: The file that declares it.
        line: The line there.
    """

    game: str
    functions: Mapping[str, Callable[..., Any]] = field(repr=False)
    file: str
    line: int

    @property
    def place(self) -> str:
        """File and line, for messages."""
        return pluginfile.place(self.file, self.line)


@dataclass(frozen=True)
class Listed:
    """A policy in a list of all.

    Attributes:
        policy: The policy.
        source: Where it comes from: "built-in", or the package that brings it.
    """

    policy: Policy
    source: str


@dataclass(frozen=True)
class Unusable:
    """An installed policy that cannot be used.

    Attributes:
        name: Its name.
        reason: Why not, in a sentence.
    """

    name: str
    reason: str


def declare(
    game: str,
    name: str,
    summary: str,
    parameters: Sequence[Parameter],
    functions: Mapping[str, Callable[..., Any] | None],
    *,
    arguments: Sequence[str],
    most_parameters: int,
    further: Sequence[Parameter] = (),
) -> Plugin:
    """Checks what an author declares. A game's function for authors calls it directly from its own body.

    Args:
        game: The game's name.
        name: The policy's name.
        summary: What it does, in a line.
        parameters: What can be set.
        functions: Functions by the names of the decisions; None where the game decides.
        arguments: Names of the arguments that each of them takes.
        most_parameters: Parameters that the game has room for.
        further: Parameters that the game adds after those of the author.

    Returns:
        The policy.

    Raises:
        UserError: Something about it is wrong; names the file and the line.
    """
    frame = sys._getframe(2)
    file, line = frame.f_code.co_filename, frame.f_lineno
    where = pluginfile.place(file, line)
    if not _is_name(name):
        raise UserError(f"{where}: {_shown(name)} is no name for a policy; {_IN_A_NAME}.")
    what = f'{where}: policy "{name}"'
    if not _is_line(summary):
        raise UserError(f"{what}: its summary must be a text on one line that says what it does.")
    _checked_parameters(what, further, set())
    given = _checked_parameters(what, parameters, {each.name for each in further})
    if len(given) > most_parameters:
        raise UserError(f"{what}: it has {len(given)} parameters; there is room for {most_parameters}.")
    own = {
        decision: _checked_function(decision, function, arguments, what)
        for decision, function in functions.items()
        if function is not None
    }
    if not own:
        raise UserError(f"{what} decides nothing; give it one of the functions {', '.join(functions)}.")
    plugin = Plugin(name, summary, (*given, *further), game, own, file, line)
    pluginfile.collect(plugin)
    return plugin


class Policies(Mapping[str, Policy]):
    """All policies of a game: the built-in ones, those of installed packages, and, by their path, those in files."""

    def __init__(self, game: str, title: str, builtin: Mapping[str, Policy]) -> None:
        """Knows the built-in ones; the others are looked for when they are asked for.

        Args:
            game: The game's name.
            title: What it is called, for messages.
            builtin: The built-in policies by name.
        """
        self._game = game
        self._title = title
        self._builtin = builtin
        self._found: dict[str, Plugin] = {}

    def __getitem__(self, name: str) -> Policy:
        if name in self._builtin:
            return self._builtin[name]
        plugin = self._in_file(name) if _is_path(name) else self._installed(name)
        self._found[name] = plugin
        return plugin

    def __iter__(self) -> Iterator[str]:
        yield from self._builtin
        yield from sorted({entry.name for entry in _entry_points()} - set(self._builtin))

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def playing(self, name: str) -> Plugin:
        """A policy of the user's own as it was when its name was last read, even if its file has changed since.

        Args:
            name: Its name, as in a spec.

        Returns:
            The policy.

        Raises:
            UserError: It cannot be found, or something is wrong with it.
            KeyError: There is no such policy.
        """
        if name not in self._found:
            self[name]
        return self._found[name]

    def all(self) -> tuple[list[Listed], list[Unusable]]:
        """All policies that have a name of their own, and what is wrong with the installed ones that are not right."""
        listed = [Listed(policy, "built-in") for policy in self._builtin.values()]
        unusable = []
        for name in sorted({entry.name for entry in _entry_points()}):
            package = ", ".join(_package(entry) for entry in _entry_points(name))
            if name in self._builtin:
                unusable.append(Unusable(name, f'{package}: "{name}" is the name of a built-in policy.'))
                continue
            try:
                if any(_load(entry).game == self._game for entry in _entry_points(name)):
                    listed.append(Listed(self._installed(name), package))
            except UserError as error:
                unusable.append(Unusable(name, str(error)))
        return listed, unusable

    def _installed(self, name: str) -> Plugin:
        plugins = [(entry, _load(entry)) for entry in _entry_points(name)]
        if not plugins:
            raise KeyError(name)
        right = [(entry, plugin) for entry, plugin in plugins if plugin.game == self._game]
        if not right:
            raise UserError(
                f'The policy "{shown(name)}" of {_package(plugins[0][0])} is for the game {plugins[0][1].game}, '
                f"not for {self._game}."
            )
        if len(right) > 1:
            packages = " and ".join(_package(entry) for entry, _ in right)
            raise UserError(f'There are two policies "{shown(name)}": {packages} each bring one.')
        return right[0][1]

    def _in_file(self, given: str) -> Plugin:
        path, mark, name = given.rpartition(f"{_SUFFIX}:")
        if not mark and not given.endswith(_SUFFIX):
            raise UserError(
                f'There is no policy "{shown(given)}". A file of your own must end in {_SUFFIX}: '
                f"write FILE{_SUFFIX}:NAME."
            )
        file = path + _SUFFIX if mark else given
        declared = [plugin for plugin in pluginfile.load(file) if isinstance(plugin, Plugin)]
        self._check_names(declared)
        names = ", ".join(plugin.name for plugin in declared)
        if not declared:
            raise UserError(
                f"{shown(file)} declares no policy.\nAn example: analyzer policies {self._game} --new my_policy.py"
            )
        if not mark or not name:
            raise UserError(
                f"Which policy of {shown(file)}? Write {shown(file)}:NAME.\nIts policies are {names}."
            )
        plugin = next((each for each in declared if each.name == name), None)
        if plugin is None:
            hint = did_you_mean(name, [each.name for each in declared])
            raise UserError(f'{shown(file)} has no policy "{shown(name)}".{hint}\nIts policies are {names}.')
        if plugin.game != self._game:
            raise UserError(
                f'{plugin.place}: the policy "{name}" is for the game {plugin.game}, not for {self._game}.'
            )
        return replace(plugin, name=given)

    def _check_names(self, declared: Sequence[Plugin]) -> None:
        seen: dict[tuple[str, str], Plugin] = {}
        for plugin in declared:
            if plugin.game == self._game and plugin.name in self._builtin:
                raise UserError(
                    f'{plugin.place}: "{plugin.name}" is the name of a built-in policy of {self._title}; '
                    "choose another one."
                )
            first = seen.setdefault((plugin.game, plugin.name), plugin)
            if first is not plugin:
                raise UserError(
                    f'{plugin.place}: there is a policy "{plugin.name}" already, in line {first.line}; '
                    "choose another name."
                )


def source_digest(name: str) -> str:
    """A hash of the file or the installed module of a policy of the user's own.

    Args:
        name: The policy's name, as in a spec.

    Returns:
        Letters and digits; "" for a built-in policy, which is known by its name.
    """
    file, mark, _ = name.rpartition(f"{_SUFFIX}:")
    return pluginfile.digest(file + _SUFFIX) if mark else _installed_digest(name)


def code_digest(name: str) -> str:
    """As `source_digest`, with all modules of the user's own that the policy imports: other code, another hash."""
    own = source_digest(name)
    if not own:
        return ""
    file, mark, _ = name.rpartition(f"{_SUFFIX}:")
    if mark:
        imported = imports_digest(pluginfile.source(file + _SUFFIX))
    else:
        imported = "".join(
            imports_digest(source, entry.module.partition(".")[0])
            for entry in _entry_points(name)
            for source in _module_sources(entry)
        )
    return own + imported


@cache
def _installed_digest(name: str) -> str:
    found = hashlib.sha256()
    entries = _entry_points(name)
    for entry in entries:
        found.update(_package(entry).encode())
        for source in _module_sources(entry):
            found.update(source)
    return found.hexdigest() if entries else ""


def _module_sources(entry: metadata.EntryPoint) -> Iterator[bytes]:
    """The source of the module that an entry point names, if it has one."""
    spec = find_spec(entry.module)
    if spec is not None and spec.origin is not None:
        yield Path(spec.origin).read_bytes()


def _is_path(name: str) -> bool:
    return name.endswith(_SUFFIX) or f"{_SUFFIX}:" in name or "/" in name or "\\" in name


def _entry_points(name: str | None = None) -> list[metadata.EntryPoint]:
    chosen = metadata.entry_points(group=GROUP)
    # A package that is on the path twice is found twice.
    return sorted({(each.name, each.value): each for each in chosen if name in (None, each.name)}.values())


def _package(entry: metadata.EntryPoint) -> str:
    return f"{entry.dist.name} {entry.dist.version}" if entry.dist else entry.value


def _load(entry: metadata.EntryPoint) -> Plugin:
    what = f'The policy "{shown(entry.name)}" of {_package(entry)}'
    try:
        plugin = entry.load()
    except UserError:
        raise
    except Exception as error:  # whatever the package does
        raise UserError(f"{what} cannot be loaded: {type(error).__name__}: {shown(str(error))}") from error
    if not isinstance(plugin, Plugin):
        raise UserError(f"{what} is none: its entry point {entry.value} names something else.")
    if plugin.name != entry.name:
        raise UserError(f'{what} calls itself "{plugin.name}"; its entry point must have the same name.')
    return plugin


def _shown(value: object) -> str:
    return f'"{shown(value)}"' if isinstance(value, str) else shown(repr(value))


def _checked_parameters(what: str, given: object, taken: set[str]) -> tuple[Parameter, ...]:
    if not isinstance(given, Sequence) or not all(isinstance(each, Parameter) for each in given):
        raise UserError(f'{what}: parameters must be a list of Parameter("NAME", DEFAULT, "MEANING", …).')
    names = set(taken)
    for parameter in given:
        wrong = _what_is_wrong(parameter)
        if wrong is None and parameter.name in taken:
            wrong = "the game has a parameter of that name"
        elif wrong is None and parameter.name in names:
            wrong = "there are two of that name"
        if wrong is not None:
            raise UserError(f"{what}: parameter {_shown(parameter.name)}: {wrong}.")
        names.add(parameter.name)
    return tuple(given)


def _what_is_wrong(parameter: Parameter) -> str | None:
    if not _is_name(parameter.name):
        return f"this is no name; {_IN_A_NAME}"
    if not _is_line(parameter.meaning):
        return "its meaning must be a text on one line"
    if parameter.words:
        if not _are_words(parameter.words):
            return f"its words must be a list of words, and of a word {_IN_A_NAME}"
        return None if parameter.default in parameter.words else f"its default must be {parameter.right}"
    if not all(_is_number(number) for number in (parameter.default, parameter.low, parameter.high)):
        return "its default and bounds must be numbers"
    default = float(parameter.default)
    if not math.isfinite(default) or not parameter.low <= default <= parameter.high:
        return f"its default must be {parameter.right}, not {parameter.default}"
    return None if not parameter.whole or default.is_integer() else "its default must be a whole number"


def _is_name(value: object) -> bool:
    return isinstance(value, str) and _NAME.fullmatch(value) is not None


def _are_words(value: object) -> bool:
    return isinstance(value, tuple | list) and all(_is_name(word) for word in value)


def _is_line(value: object) -> bool:
    return isinstance(value, str) and bool(value.strip()) and value.isprintable()


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _checked_function(
    decision: str, function: Callable[..., Any], arguments: Sequence[str], what: str
) -> Callable[..., Any]:
    plain = getattr(function, "py_func", function)
    if not isinstance(plain, FunctionType):
        raise UserError(f"{what}: {decision} must be a function, not {shown(repr(function))}.")
    where = pluginfile.place(plain.__code__.co_filename, plain.__code__.co_firstlineno)
    given = inspect.signature(plain).parameters.values()
    simple = all(each.kind is each.POSITIONAL_OR_KEYWORD and each.default is each.empty for each in given)
    # Whoever does not need an argument may say so with an underscore.
    if not simple or [each.name.removeprefix("_") for each in given] != list(arguments):
        raise UserError(
            f"{where}: {decision} must take the arguments ({', '.join(arguments)}), "
            f"not {shown(str(inspect.signature(plain)))}."
        )
    return function
