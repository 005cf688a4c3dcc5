"""Reads what `--vary` says: rules, their values, and which of them change together."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from analyzer.errors import UserError, did_you_mean
from analyzer.games.rulesfile import Rules, RulesSchema, with_settings
from analyzer.games.settings import Boolean, shown, toml_value
from analyzer.studies.request import Table
from analyzer.studies.values import read_values, split_at


@dataclass(frozen=True)
class Dimension:
    """What `--vary` asks for: one rule, or several that change together.

    Attributes:
        keys: The rules.
        settings: For each value, one "KEY=VALUE" per rule.
    """

    keys: tuple[str, ...]
    settings: Sequence[tuple[str, ...]]

    @property
    def label(self) -> str:
        """What is varied, in words."""
        return " and ".join(self.keys)

    def value(self, place: int) -> str:
        """One of its values, in words."""
        return " and ".join(setting.partition("=")[2] for setting in self.settings[place])

    def number(self, place: int) -> float | None:
        """The same as a number, where one rule is varied and its values are whole numbers."""
        texts = [each[0].partition("=")[2].removeprefix("-") for each in self.settings]
        if len(self.keys) > 1 or not all(text.isdecimal() for text in texts):
            return None
        return float(self.settings[place][0].partition("=")[2])


def read_dimension(text: str, base: Table) -> Dimension:
    """Reads what `--vary` says.

    Args:
        text: "KEY=VALUE|VALUE", "KEY=0..4", several of these with commas between them, whose first values belong
            together, and so on; or "KEY" alone for a rule that is true or false.
        base: Game and present rules.

    Returns:
        The rules and their values.

    Raises:
        UserError: It is not of this form, or a rule or a value is unknown.
    """
    schema, rules = base.game.rules, base.setup.rules
    parts = [part.strip() for part in split_at(",", text)]
    if len(parts) == 1 and "=" not in text:
        return Dimension((text.strip(),), _both(text.strip(), schema, rules))
    read = [_read(part) for part in parts]
    for key, values in read:
        _check_key(key, schema)
        for value in values:
            with_changes(base, rules, [f"{key}={value}"])
    if len({len(values) for _, values in read}) > 1:
        counts = ", ".join(f"{key} has {len(values)}" for key, values in read)
        raise UserError(
            f'--vary "{shown(text)}": rules that are varied together must have equally many values; {shown(counts)}.'
        )
    keys = tuple(key for key, _ in read)
    settings = zip(*([f"{key}={value}" for value in values] for key, values in read), strict=True)
    return Dimension(keys, list(settings))


def with_changes(base: Table, rules: Rules, settings: Sequence[str]) -> Rules:
    """Rules with some changes, each of them right by itself; whether they fit together is asked apart.

    Args:
        base: The table, which says what its game's rules may be.
        rules: The rules to begin with.
        settings: The changes.

    Returns:
        The rules.

    Raises:
        UserError: A change is wrong by itself; the message speaks of `--vary`.
    """
    try:
        return with_settings(rules, settings, replace(base.game.rules, check=lambda _: None))
    except UserError as error:
        raise UserError(str(error).replace("--set ", "--vary ", 1)) from error


def checked(base: Table, rules: Rules) -> Rules:
    """Rules that the base's players can play.

    Raises:
        UserError: They cannot; the message says why.
    """
    base.game.rules.check(rules)
    base.game.check(rules, base.setup.players)
    return rules


def playable(base: Table, settings: Sequence[str]) -> Rules:
    """The base's rules with some changes.

    Args:
        base: Game, rules and policies.
        settings: The changes, each of them right by itself.

    Returns:
        The rules.

    Raises:
        UserError: So many cannot play them; the message says why.
    """
    # The check of all changes together would name the settings, which the page does beside the reason.
    return checked(base, with_changes(base, base.setup.rules, settings))


def _read(text: str) -> tuple[str, tuple[str, ...]]:
    """A rule and its values."""
    try:
        return read_values(text)
    except UserError as error:
        raise UserError(f"--vary {error}") from error


def _both(key: str, schema: RulesSchema, rules: Rules) -> list[tuple[str, ...]]:
    """Both values of a rule that is true or false, the present one first."""
    table, name = _check_key(key, schema)
    if not isinstance(schema.find(table, name), Boolean):
        raise UserError(
            f'--vary "{shown(key)}": this rule is not true or false; write what is varied as KEY=VALUE|VALUE, or '
            "KEY=0..4."
        )
    present = bool(rules.options[name])
    return [(f"{key}={toml_value(value)}",) for value in (present, not present)]


def _check_key(key: str, schema: RulesSchema) -> tuple[str, str]:
    """The table and the name of a rule."""
    table, _, name = key.partition(".")
    if table in ("deck", "options") and name and schema.find(table, name) is not None:
        return table, name
    known = [f"{each}.{one}" for each in ("deck", "options") for one in schema.kinds(each)]
    tried = (key, f"options.{key}", f"deck.{key}") if key else ()
    hint = next(filter(None, (did_you_mean(each, known) for each in tried)), "")
    raise UserError(
        f'--vary "{shown(key)}": there is no such rule.{hint}\n'
        "What is varied is deck.CARD or options.OPTION, for example "
        f"{known[0]}=0..4."
    )
