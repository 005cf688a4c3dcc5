"""Says in a line what numba found wrong with a user's function, and where."""

import re
from collections.abc import Collection
from pathlib import Path

from analyzer.errors import did_you_mean
from analyzer.games import pluginfile
from analyzer.games.settings import shown

_PLACE = re.compile(
    r'(?:\b(?:at|from) (?P<file>[^\n"]+?) \((?P<line>\d+)\))|(?:File "(?P<near>[^"\n]+)", line (?P<at>\d+))'
)
_CALLEE = re.compile(r"resolving callee type: type\(CPUDispatcher\(<function (\w+)")
_RETURN = re.compile(r"^Return of: .*?type '(.+)', location:\s*\nFile \"[^\"]*\", line (\d+)", re.MULTILINE)
_NOISE = re.compile(
    r"^(Failed in nopython mode pipeline.*|The compiler failed to analyze the bytecode\.\s*)$", re.MULTILINE
)
_NO_VERSION = re.compile(
    r"No implementation of function .*? found for signature:\s*>>> (\w+)\((.*)\)\s*$", re.MULTILINE
)
_COLOURS = re.compile(r"\x1b\[[0-9;]*m")

_OPERATORS = {
    "add": "+", "iadd": "+=", "sub": "-", "isub": "-=", "mul": "*", "imul": "*=", "truediv": "/", "floordiv": "//",
    "mod": "%", "pow": "**", "and_": "&", "or_": "|", "xor": "^", "lshift": "<<", "rshift": ">>", "lt": "<", "le": "<=",
    "gt": ">", "ge": ">=", "eq": "==", "ne": "!=", "getitem": "[…]", "static_getitem": "[…]", "setitem": "[…] =",
    "neg": "-", "invert": "~", "not_": "not", "contains": "in",
}  # fmt: skip

_STATEMENTS = {
    "IMPORT_NAME": "import inside a function",
    "LOAD_BUILD_CLASS": "a class inside a function",
    "STORE_GLOBAL": "changing a global variable",
    "DELETE_GLOBAL": "deleting a global variable",
    "UNPACK_EX": "unpacking with a star",
    "GET_AWAITABLE": "await",
}

_TYPES = (
    (r".* generator\(.*", "a generator (yield)"),
    (r"(Literal\[int\].*|u?int\d+)", "a whole number"),
    (r"(float\d+)", "a fractional number"),
    (r"(Literal\[bool\].*|bool(ean)?)", "True or False"),
    (r"(Literal\[str\].*|unicode_type)", "a text"),
    (r"none", "nothing"),
    (r"Record\(.*", "the observation"),
    (r"(readonly )?(array|nestedarray|Array)\(.*", "an array"),
    (r"(reflected )?[Ll]ist\w*\(.*", "a list"),
    (r"(Dict|DictType)\w*[\[(].*", "a dict"),
    (r"(reflected )?[Ss]et\(.*", "a set"),
)


def explained(error: Exception, files: Collection[str], default: str, fields: Collection[str] = ()) -> str:
    """What is wrong, as a message: file, line and reason.

    Args:
        error: What numba raised.
        files: The user's files.
        default: Where it is if numba does not say.
        fields: Names of the observation's fields.

    Returns:
        One line.
    """
    text = _COLOURS.sub("", str(error))
    place, is_inside = _place(error, text, files)
    reason = _reason(error, text, fields)
    callee = _CALLEE.search(text)
    if callee and reason.startswith("takes "):
        reason = f"{callee[1]} {reason}"
    elif callee and not is_inside:
        reason = f"{callee[1]} cannot be called like this: {reason}"
    return f"{place or default}: {shown(reason)}" + ("" if reason.endswith("?") else ".")


def type_in_words(numba_type: object) -> str:
    """A type of numba's in words, to follow "returns"."""
    text = " ".join(str(numba_type).split())
    for pattern, words in _TYPES:
        if re.fullmatch(pattern, text):
            return words
    if optional := re.fullmatch(r"(?:OptionalType\((.*)\)|\?(.*))", text):
        return f"{type_in_words(optional[1] or optional[2])} or, at some ends, nothing"
    if alike := re.fullmatch(r"UniTuple\((.*) x (\d+)\)", text):
        return f"({', '.join([type_in_words(alike[1])] * int(alike[2]))})"
    if unlike := re.fullmatch(r"Tuple\((.*)\)", text):
        return f"({', '.join(type_in_words(part) for part in _split(unlike[1]))})"
    if named := re.search(r"<(?:module|(?:built-in )?function|class) '?([\w.]+)", text):
        return named[1]
    return shown(text)


def _place(error: Exception, text: str, files: Collection[str]) -> tuple[str, bool]:
    """The innermost place in the user's files, and whether there is none further inside, in other files."""
    first = True
    for match in _PLACE.finditer(text):
        file, line = match["file"] or match["near"], int(match["line"] or match["at"])
        known = next((each for each in files if _is_same(file, each)), None)
        if known is not None:
            return pluginfile.place(known, line), first
        if file.endswith(".py") and match["file"]:
            first = False
    location = getattr(error, "loc", None)
    if location is not None and location.filename in files:
        return pluginfile.place(location.filename, location.line), True
    return "", True


def _is_same(file: str, known: str) -> bool:
    return Path(file).resolve() == Path(known).resolve()


def _reason(error: Exception, text: str, fields: Collection[str]) -> str:
    if isinstance(error, KeyError) and error.args and isinstance(error.args[0], str) and fields:
        name = error.args[0]
        return f'the observation has nothing called "{name}".{did_you_mean(name, fields)}'.rstrip(".")
    if "Cannot modify readonly array" in text:
        return "this array must not be changed"
    message = _NOISE.sub("", text).strip()
    if "Can't unify return type" in message:
        ends = sorted((int(line), type_in_words(kind)) for kind, line in _RETURN.findall(text))
        return f"the function returns {' and '.join(f'in line {line} {kind}' for line, kind in ends)}"
    if found := re.search(r"Untyped global name '(.+?)':.*?(?:<class '(.+?)'>|$)", message):
        what = "" if not found[2] or "function" in found[2] or found[2] == "type" else f", a {found[2]},"
        return f'"{found[1]}"{what} cannot be used in compiled code'
    if found := re.search(r"Cannot unify (.+) and (.+) for '(.+?)(?:\.\d+)?', defined at", message):
        return f"{found[3]} is sometimes {type_in_words(found[2])} and sometimes {type_in_words(found[1])}"
    if found := _NO_VERSION.search(message):
        return _unusable(found[1], found[2])
    if found := re.search(r"Cannot bind .* to signature '(.+?)' due to \"TypeError: (.+)\"", message):
        return f"takes {found[1]}: {found[2]}"
    if found := re.search(r"Unknown attribute '(.+?)' of type (.+)", message):
        return f'{type_in_words(found[2])} has no "{found[1]}" that can be compiled'
    if found := re.search(r"Use of unsupported opcode \((\w+)\)", message):
        return f"{_STATEMENTS.get(found[1], f'this statement ({found[1]})')} cannot be compiled"
    if found := re.search(r"Variable '(.+?)' is not defined", message):
        return f"{found[1]} is used before it has a value"
    if found := re.search(r"No type info available for (.+) as a callable", message):
        return f"{type_in_words(found[1])} cannot be called"
    first = re.sub(r"\.* Raised from .*", "", message.partition("\n")[0]).strip().rstrip(".")
    if not first or not type(error).__module__.startswith("numba"):
        return f"this cannot be compiled (numba: {pluginfile.described(error)})"
    return first[0].lower() + first[1:] if first[1:2].islower() else first


def _unusable(function: str, arguments: str) -> str:
    words = [type_in_words(part) for part in _split(arguments)]
    if function in _OPERATORS:
        return f'"{_OPERATORS[function]}" does not work with {" and ".join(words)}'
    return f"{function} does not work with ({', '.join(words)})"


def _split(arguments: str) -> list[str]:
    """Parts between the commas that stand in no brackets."""
    parts, depth, current = [], 0, ""
    for character in arguments:
        depth += character in "([{"
        depth -= character in ")]}"
        if character == "," and depth == 0:
            parts.append(current.strip())
            current = ""
        else:
            current += character
    return [*parts, current.strip()] if current.strip() else parts
