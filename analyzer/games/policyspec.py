"""Policies by their text: `lowest`, `lowest:swap=high`."""

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from analyzer.errors import UserError, did_you_mean
from analyzer.games.settings import shown

Setting = float | int | str

_NUMBER = re.compile(r"[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]+)?")
_EXACT = 2**53
"""From here on not every whole number is a float."""


@dataclass(frozen=True, slots=True)
class Parameter:
    """Something about a policy that can be set: a number, or one of some words.

    Attributes:
        name: Its name in a policy's text.
        default: Its value when the text does not set it.
        meaning: What it does, in a line.
        low: The least number that it may be.
        high: The greatest number that it may be.
        whole: Whether only whole numbers will do.
        words: The words that it may be; if there are any, it is no number.
    """

    name: str
    default: Setting
    meaning: str
    low: float = -math.inf
    high: float = math.inf
    whole: bool = False
    words: tuple[str, ...] = ()

    @property
    def right(self) -> str:
        """What a right value is, to follow "must be": "a number from 0 to 1"."""
        if self.words:
            return "one of " + ", ".join(self.words)
        number = "a whole number" if self.whole else "a number"
        low = _number_text(self.low) if math.isfinite(self.low) else ""
        high = _number_text(self.high) if math.isfinite(self.high) else ""
        if low and high:
            return f"{number} from {low} to {high}"
        return number + (f" of at least {low}" if low else "") + (f" of at most {high}" if high else "")

    def read(self, text: str) -> Setting | None:
        """Reads a value.

        Args:
            text: The value as a user writes it.

        Returns:
            The word, the int (if `whole`) or the float; None if it is not a right value.
        """
        if self.words:
            return text if text in self.words else None
        if not _NUMBER.fullmatch(text):
            return None
        # Adding zero turns -0 into 0, so that equal policies have equal texts.
        number = float(text) + 0.0
        if not math.isfinite(number) or not self.low <= number <= self.high:
            return None
        if not self.whole:
            return number
        return int(number) if number.is_integer() and abs(number) <= _EXACT else None


@dataclass(frozen=True, slots=True)
class PolicySpec:
    """A policy with a value for each of its parameters.

    Attributes:
        name: The policy's name.
        values: The values, in the order in which the policy declares its parameters.
        canonical: The one text for it: the parameters that differ from their defaults, in declared order.
    """

    name: str
    values: tuple[Setting, ...]
    canonical: str

    def __str__(self) -> str:
        return self.canonical


@dataclass(frozen=True, slots=True)
class Policy:
    """A way to play.

    Attributes:
        name: Its name.
        summary: What it does, in a line.
        parameters: What can be set.
        slow: If it is so slow that users should know, what to expect, in a sentence; else "".
    """

    name: str
    summary: str
    parameters: tuple[Parameter, ...]
    slow: str = field(default="", kw_only=True)

    def spec(self, changes: Mapping[str, Setting] | None = None) -> PolicySpec:
        """This policy with some of its parameters set.

        Args:
            changes: Right values by the names of parameters; the others have their defaults.

        Returns:
            The policy's spec.
        """
        changes = changes or {}
        values = tuple(changes.get(each.name, each.default) for each in self.parameters)
        differing = [
            f"{parameter.name}={value if isinstance(value, str) else _number_text(value)}"
            for parameter, value in zip(self.parameters, values, strict=True)
            if value != parameter.default
        ]
        return PolicySpec(self.name, values, self.name + (":" + ",".join(differing) if differing else ""))


def named(name: str, policies: Mapping[str, Policy], title: str) -> Policy:
    """The policy of a name.

    Args:
        name: The name.
        policies: See `parse`.
        title: See `parse`.

    Returns:
        The policy.

    Raises:
        UserError: There is none.
    """
    policy = policies.get(name)
    if policy is None:
        known = ", ".join(policies)
        what = (
            f'{title} has no policy "{shown(name)}".{did_you_mean(name, list(policies))}'
            if name
            else "A policy's name is missing."
        )
        raise UserError(f"{what}\nThe policies are {known}.")
    return policy


def parse(text: str, policies: Mapping[str, Policy], title: str) -> PolicySpec:
    """Reads a policy's text.

    Args:
        text: `name` or `name:key=value,key=value`.
        policies: The policies by name. It may be a mapping that also finds policies elsewhere, say in files.
        title: What the game is called, for messages.

    Returns:
        The spec.

    Raises:
        UserError: There is no such policy or parameter, or a value is wrong.
    """
    name, colon, settings = _split(text.strip())
    policy = named(name, policies, title)
    changes: dict[str, Setting] = {}
    for setting in settings.split(",") if colon else ():
        key, value = _parse_setting(setting, policy, shown(text))
        if key in changes:
            raise UserError(f'Policy "{shown(text)}" sets {key} twice.')
        changes[key] = value
    return policy.spec(changes)


def per_seat(
    texts: Sequence[str], players: int, policies: Mapping[str, Policy], default: str, title: str
) -> tuple[PolicySpec, ...]:
    """Reads the policies of a table.

    Args:
        texts: No policy, one for all seats, or one per seat.
        players: Number of seats.
        policies: The policies by name.
        default: The policy of all seats if none is given.
        title: What the game is called, for messages.

    Returns:
        One spec per seat.

    Raises:
        UserError: A policy is wrong, or their number does not fit the seats.
    """
    specs = tuple(parse(text, policies, title) for text in texts or [default])
    if len(specs) not in (1, players):
        raise UserError(
            f"{len(specs)} policies are given for {players} seats: give one for all seats, or one per seat."
        )
    return specs if len(specs) == players else specs * players


def _split(text: str) -> tuple[str, str, str]:
    """Splits into the policy's name, the colon if there is one, and the settings after it."""
    # A name may begin with a file, as in "folder/file.py:name", and paths may hold colons.
    file, mark, rest = text.rpartition(".py:")
    name, colon, settings = rest.partition(":")
    return file + mark + name.strip(), colon, settings


def _parse_setting(setting: str, policy: Policy, place: str) -> tuple[str, Setting]:
    key, equals, written = (part.strip() for part in setting.partition("="))
    names = [parameter.name for parameter in policy.parameters]
    known = f"Its parameters are {', '.join(names)}." if names else "It has no parameters."
    if not key:
        raise UserError(f'Policy "{place}": a parameter is missing; write NAME:KEY=VALUE,KEY=VALUE.\n{known}')
    parameter = next((each for each in policy.parameters if each.name == key), None)
    if parameter is None:
        hint = did_you_mean(key, names)
        raise UserError(f'Policy "{place}": {policy.name} has no parameter "{shown(key)}".{hint}\n{known}')
    if not equals:
        raise UserError(
            f'Policy "{place}": {key} needs a value; write {key}=VALUE, where VALUE is {parameter.right}.'
        )
    value = parameter.read(written)
    if value is None:
        hint = did_you_mean(written, parameter.words) if parameter.words else ""
        raise UserError(f'Policy "{place}": {key} must be {parameter.right}, not "{shown(written)}".{hint}')
    return key, value


def _number_text(number: float) -> str:
    """A number so that it reads back the same, whole ones without a point."""
    if abs(number) <= _EXACT and float(number).is_integer():
        return str(int(number))
    return repr(number)
