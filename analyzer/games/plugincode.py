"""Compiles the functions of a user's own policy, and all that they call, with bounds checking.

What an author writes is ordinary Python. Each function is copied, its calls leading to copies in turn, and the copies
are compiled: so plain helper functions will do, those that are jitted already get bounds checks too, the project's
helpers included, and nothing else in the program is slowed down by them. A second set of copies stays in plain Python:
compiled code does not tell in which line it failed, so a failure is looked at again there.
"""

import builtins
import dis
import hashlib
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import CellType, CodeType, FunctionType, ModuleType
from typing import Any

import numba
import numpy as np
from numba.core.dispatcher import Dispatcher
from numba.core.registry import cpu_target

from analyzer.core import cache
from analyzer.errors import UserError, did_you_mean
from analyzer.games import pluginfile, pluginproblem
from analyzer.games.settings import shown

_LEFT_ALONE = {"numpy", "numba", "math", "cmath", "operator", "llvmlite", "builtins"}
_KEPT_OPTIONS = ("error_model", "fastmath", "forceinline")
_CHECKED = {"boundscheck": True, "nogil": True}
_MARK = "checked"
_ATTRIBUTE = ("LOAD_ATTR", "LOAD_METHOD")
_UNCHECKED = {"flat", "as_strided", "carray", "farray", "ctypes"}
"""What reaches memory past numba's bounds checks."""
_lock = threading.RLock()

Function = Callable[..., Any]
Chain = tuple[str, ...]


def compiled(
    adapter: Function, signature: Any, parts: Mapping[str, Any], package: str, check: Callable[..., None]
) -> Any:
    """Compiles functions of an author into the one that a kernel calls; from the cache if they were compiled before.

    Args:
        adapter: The function that a kernel calls; `parts` are globals of its module.
        signature: Its numba signature.
        parts: Functions of the author, and numbers, by the names that the adapter knows them under.
        package: The game's package: its sources are part of what is compiled.
        check: Called with the compiled `parts` before they are first used together; refuses what cannot be used.

    Returns:
        The compiled adapter.

    Raises:
        UserError: Something about the functions cannot be compiled.
    """
    with _lock:
        copier = _Copier(_compile_later)
        copies = {name: copier.part(part) for name, part in parts.items()}
        whole = copier.with_globals(plain_function(adapter), copies)
        key = hashlib.sha256(f"{copier.seen} {cache.fingerprint(package)}".encode()).hexdigest()[:16]
        folder = cache.keyed_folder("policy", key) if copier.is_known_whole else None
        # Numba finds compiled code by name and a number that each process counts anew: what one process kept and what
        # another compiles could go by the same, and the one be played for the other.
        whole.__qualname__ = f"{whole.__qualname__}_{key}"
        try:
            if folder is None or not (folder / _MARK).exists():
                check(copies)
            function = _compile_now(whole, signature, folder)
        except UserError:
            raise
        except Exception as error:  # numba has errors of many types, and mistakes of its own
            raise UserError(_explained(error, copier, signature)) from error
        if folder is not None:
            (folder / _MARK).touch()
        return function


def _explained(error: Exception, copier: "_Copier", signature: Any) -> str:
    fields = {name for argument in signature.args for name in getattr(argument, "fields", ())}
    default = (
        copier.first_use_of(error.args[0])
        if isinstance(error, KeyError) and error.args
        else copier.first_place
    )
    return pluginproblem.explained(error, copier.files, default, fields)


def plain_function(function: Function) -> FunctionType:
    """What an author wrote, whether or not it is jitted since."""
    plain = getattr(function, "py_func", function)
    if not isinstance(plain, FunctionType):
        raise TypeError(f"{function!r} is no function")
    return plain


def interpreted(adapter: Function, parts: Mapping[str, Any]) -> Any:
    """The same where JIT is off: plain Python, but what compiling would refuse at sight is refused all the same.

    Args:
        adapter: See `compiled`.
        parts: See `compiled`.

    Returns:
        A function.
    """
    checker = _Checker()
    for part in parts.values():
        if callable(part):
            checker.copy(part)
    return checker.with_globals(plain_function(adapter), parts)


def in_python(function: Function) -> Function:
    """A function of an author, with all that it calls, in plain Python.

    Args:
        function: The function.

    Returns:
        It takes records, arrays and numbers of numpy where the compiled one takes theirs.
    """
    copied: Function = _Copier(lambda copy, _: copy).copy(function)
    return copied


def _compile_later(function: FunctionType, options: Mapping[str, Any]) -> Any:
    kept = {name: options[name] for name in _KEPT_OPTIONS if name in options}
    return numba.njit(**{**kept, **_CHECKED})(function)


def _compile_now(function: FunctionType, signature: Any, folder: Path | None) -> Any:
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(folder or before)
    try:
        return numba.njit(signature, cache=folder is not None, error_model="python", **_CHECKED)(function)
    finally:
        numba.config.CACHE_DIR = before


class _Copier:
    """Copies functions with all that they call, and keeps account of everything that the copies depend on."""

    def __init__(self, make: Callable[[FunctionType, Mapping[str, Any]], Any]) -> None:
        self._make = make
        self._compiles = make is _compile_later
        self._made: dict[FunctionType, Any] = {}
        self._open: list[FunctionType] = []
        self._hash = hashlib.sha256(f"{sys.version} numba {numba.__version__}".encode())
        self.is_known_whole = True
        self.files: set[str] = set()

    @property
    def first_place(self) -> str:
        """Where the first function is."""
        return next(
            (_place(function) for function in self._made if function.__code__.co_filename in self.files), ""
        )

    def first_use_of(self, attribute: str) -> str:
        """Where the functions first use an attribute of that name."""
        for function in self._made:
            for instruction in dis.get_instructions(function):
                if instruction.argval == attribute and instruction.opname in ("LOAD_ATTR", "STORE_ATTR"):
                    return pluginfile.place(
                        function.__code__.co_filename, _line(instruction, function.__code__)
                    )
        return self.first_place

    @property
    def seen(self) -> str:
        """Hash of all code and values that were copied."""
        return self._hash.hexdigest()

    def part(self, part: Any) -> Any:
        """A function that a kernel calls, inlined in its adapter, or a number."""
        return self.copy(part, forceinline=True) if callable(part) else self.note(part)

    def copy(self, function: Function, **further: Any) -> Any:
        """A function whose calls lead to copies."""
        plain = plain_function(function)
        if plain in self._made:
            return self._made[plain]
        if plain in self._open:
            raise UserError(
                f"{_place(plain)}: {plain.__name__} calls itself, which a policy must not: write a loop instead."
            )
        _refuse_unchecked(plain)
        self._open.append(plain)
        try:
            given = {
                name: self._converted(value, chains, pluginfile.place(plain.__code__.co_filename, line))
                for name, value, chains, line in _globals_read(plain)
            }
            copied = self.with_globals(plain, given)
        finally:
            self._open.pop()
        if not (plain.__module__ or "").startswith("analyzer."):
            self.files.add(plain.__code__.co_filename)
        self._made[plain] = self._make(copied, {**getattr(function, "targetoptions", {}), **further})
        return self._made[plain]

    def with_globals(self, function: FunctionType, given: Mapping[str, Any]) -> FunctionType:
        """The function with other values for some of its globals."""
        self.note(function.__module__)  # where its compiled code looks for it
        self.note(function.__code__)
        self.note(function.__defaults__)
        where = _place(function)
        cells = function.__closure__ or ()
        closure = tuple(CellType(self._converted(cell.cell_contents, {()}, where)) for cell in cells)
        copied = FunctionType(
            function.__code__,
            {**function.__globals__, **given},
            function.__name__,
            function.__defaults__,
            closure or None,
        )
        copied.__kwdefaults__ = function.__kwdefaults__
        copied.__qualname__ = function.__qualname__
        copied.__module__ = function.__module__
        return copied

    def note(self, value: Any) -> Any:
        """Takes account of a value that a copy depends on."""
        described = _described(value)
        self.is_known_whole &= described is not None
        self._hash.update(f"{described}\n".encode())
        return value

    def _converted(self, value: Any, chains: set[Chain], where: str) -> Any:
        """A value as a copy finds it; `chains` are the attributes that it is used by, as in `module.function`."""
        if _is_random(value) or (isinstance(value, ModuleType) and _is_random_part(value, chains)):
            raise UserError(
                f"{where}: random numbers must come from the stream, or no game could be played again: "
                "write below(stream, n)."
            )
        if isinstance(value, Dispatcher):
            return self.copy(value)
        if isinstance(value, FunctionType) and not _is_known_to_numba(value):
            return self.copy(value)
        if isinstance(value, ModuleType):
            return self._module(value, chains, where)
        if not self._compiles:
            return _plain_twin(value)
        return self.note(value)

    def _module(self, module: ModuleType, chains: set[Chain], where: str) -> ModuleType:
        if module.__name__.partition(".")[0] in _LEFT_ALONE:
            self.note(module)
            return module
        copied = ModuleType(module.__name__)
        copied.__dict__.update(vars(module))
        for name in {chain[0] for chain in chains if chain and hasattr(module, chain[0])}:
            rest = {chain[1:] for chain in chains if chain and chain[0] == name}
            copied.__dict__[name] = self._converted(getattr(module, name), rest, where)
        return copied


class _Checker(_Copier):
    """With JIT off everything is plain already; what would be refused is refused all the same."""

    def __init__(self) -> None:
        super().__init__(lambda function, _: function)

    def _converted(self, value: Any, chains: set[Chain], where: str) -> Any:
        super()._converted(value, chains, where)
        return value


def _refuse_unchecked(function: FunctionType) -> None:
    for name, chain, line in _names_used(function.__code__):
        named = getattr(function.__globals__.get(name), "__name__", name)
        wrong = next((each for each in (named, *chain) if each in _UNCHECKED), None)
        if wrong is not None:
            where = pluginfile.place(function.__code__.co_filename, line)
            raise UserError(
                f"{where}: a policy must not use {wrong}, which can reach beyond the end of an array."
            )


def _names_used(code: CodeType) -> Iterator[tuple[str, Chain, int]]:
    """Globals with their attributes, and the attributes of everything else under no name."""
    yield from _loads(code)
    for each in _and_inner(code):
        for instruction in dis.get_instructions(each):
            if instruction.opname in _ATTRIBUTE:
                yield "", (instruction.argval,), _line(instruction, each)


def _and_inner(code: CodeType) -> Iterator[CodeType]:
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _and_inner(constant)


def _globals_read(function: FunctionType) -> list[tuple[str, Any, set[Chain], int]]:
    """The globals that a function reads: name, value, attributes it is used by, and the first line that does."""
    found: dict[str, tuple[set[Chain], int]] = {}
    for name, chain, line in _loads(function.__code__):
        found.setdefault(name, (set(), line))[0].add(chain)
    read = []
    for name, (chains, line) in found.items():
        if name in function.__globals__:
            read.append((name, function.__globals__[name], chains, line))
        elif not hasattr(builtins, name):
            where = pluginfile.place(function.__code__.co_filename, line)
            raise UserError(
                f'{where}: there is nothing called "{shown(name)}".{did_you_mean(name, function.__globals__)}'
            )
    return read


def _loads(code: CodeType) -> Iterator[tuple[str, Chain, int]]:
    for each in _and_inner(code):
        instructions = list(dis.get_instructions(each))
        for index, instruction in enumerate(instructions):
            if instruction.opname != "LOAD_GLOBAL":
                continue
            chain = []
            for following in instructions[index + 1 :]:
                if following.opname not in _ATTRIBUTE:
                    break
                chain.append(following.argval)
            yield instruction.argval, tuple(chain), _line(instruction, each)


def _line(instruction: dis.Instruction, code: CodeType) -> int:
    line = instruction.positions.lineno if instruction.positions else None
    return line or code.co_firstlineno


def _place(function: FunctionType) -> str:
    return pluginfile.place(function.__code__.co_filename, function.__code__.co_firstlineno)


def _is_known_to_numba(function: FunctionType) -> bool:
    """Whether numba has its own version of a plain function, as of some of numpy's."""
    if (function.__module__ or "").partition(".")[0] in _LEFT_ALONE:
        return True
    cpu_target.typing_context.refresh()
    try:
        return cpu_target.typing_context.resolve_value_type(function) is not None
    except Exception:  # numba has several ways to say no
        return False


def _is_random(value: Any) -> bool:
    if isinstance(value, ModuleType):
        return value.__name__ in ("random", "numpy.random", "secrets")
    owner = type(getattr(value, "__self__", None)).__module__
    return callable(value) and owner in ("random", "numpy.random.mtrand", "numpy.random._generator")


def _is_random_part(module: ModuleType, chains: set[Chain]) -> bool:
    return any(chain and _is_random(getattr(module, chain[0], None)) for chain in chains)


def _plain_twin(value: Any) -> Any:
    """What stands in for an intrinsic where nothing is compiled: by custom, the function NAME_plain beside it."""
    definition = getattr(value, "_defn", None)
    if isinstance(definition, FunctionType):
        return definition.__globals__.get(f"{definition.__name__}_plain", value)
    return value


def _described(value: Any) -> str | None:
    """A value so that another one is described differently; None if that cannot be told."""
    if value is None or isinstance(value, bool | int | float | complex | str | bytes):
        return f"{type(value).__name__} {value!r}"
    if isinstance(value, np.ndarray | np.generic):
        if value.dtype.hasobject:
            return None
        return f"{value.dtype} {value.shape} {hashlib.sha256(value.tobytes()).hexdigest()}"
    if isinstance(value, tuple | frozenset):
        parts = [
            _described(part) for part in (value if isinstance(value, tuple) else sorted(value, key=repr))
        ]
        return None if None in parts else f"{type(value).__qualname__} {parts}"
    if isinstance(value, CodeType):
        parts = [
            _described(part)
            for part in (value.co_code, value.co_consts, value.co_names, value.co_varnames, value.co_freevars)
        ]
        place = (value.co_filename, value.co_firstlineno, value.co_flags, value.co_argcount)
        return None if None in parts else f"{value.co_qualname} {place} {parts}"
    if isinstance(value, np.dtype | numba.types.Type):
        return repr(value)
    named = getattr(value, "_defn", value)  # an intrinsic goes by its definition
    if isinstance(named, type | ModuleType | FunctionType) or callable(named):
        name = getattr(named, "__qualname__", getattr(named, "__name__", None))
        return name and f"{getattr(named, '__module__', '')} {name}"
    return None
