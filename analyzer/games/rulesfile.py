"""Rules files: reading them, changing single settings and writing them, for any game."""

import textwrap
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from analyzer.errors import UserError, did_you_mean
from analyzer.games.settings import Kind, Name, Option, Table, Value, shown, shown_value, toml_key, toml_value
from analyzer.games.tomltext import TomlError, line_of, parse, read_text

_NAME = Name()
_CHANGED = ", changed"
_WIDTH = 100
_TOP_KEYS = ("game", "name", "deck", "options")


@dataclass(frozen=True, slots=True)
class Rules:
    """What is played: a deck and the choices that the game's rules leave open.

    Attributes:
        game: The game's name.
        name: The name of these rules ("standard", "standard, changed").
        deck: What the deck is made of, complete and in the game's order.
        options: Every option of the game, in the game's order.
    """

    game: str
    name: str
    deck: Table
    options: Table

    def as_dict(self) -> dict[str, Any]:
        """The public JSON object."""
        return {
            "game": self.game,
            "name": self.name,
            "deck": _plain(self.deck),
            "options": _plain(self.options),
        }


@dataclass(frozen=True, slots=True)
class RulesSchema:
    """What a game's rules files may say.

    Attributes:
        game: The game's name.
        title: What the game is called on a page.
        builtin: The packaged rules files by name, the ordinary one first.
        deck_rule: What the deck table holds, with the rule's number, for the comment above it.
        cards: The keys of the deck table that the game knows, in order.
        other_cards: What any further key of the deck table may hold; None if there are no others.
        complete: Makes a whole deck, in order, of what a deck table says ({} without such a table).
        options: The game's options, in order.
        check: Refuses, by a UserError, rules whose settings are right one by one and wrong together.
    """

    game: str
    title: str
    builtin: Mapping[str, Path]
    deck_rule: str
    cards: tuple[Option, ...]
    other_cards: Kind | None
    complete: Callable[[Mapping[str, Value]], Mapping[str, Value]]
    options: tuple[Option, ...]
    check: Callable[[Rules], None]

    def kinds(self, table: str) -> dict[str, Kind]:
        """What the known keys of a table may hold, by key."""
        return {option.key: option.kind for option in (self.cards if table == "deck" else self.options)}

    def find(self, table: str, key: str) -> Kind | None:
        """What a key of the deck or the options may hold; None if there is no such key."""
        others = self.other_cards if table == "deck" and _NAME.accept(key) else None
        return self.kinds(table).get(key, others)


def load(name_or_file: str, schema: RulesSchema) -> Rules:
    """Reads built-in rules or a rules file.

    What the file leaves out is as in the game's ordinary rules; a file without a name is called after itself.

    Args:
        name_or_file: The name of built-in rules, or the path of a TOML file.
        schema: What the game's rules may say.

    Returns:
        The effective rules, complete and checked.

    Raises:
        UserError: There are no such rules, or they cannot be read, or something in them is wrong.
    """
    path = schema.builtin.get(name_or_file, Path(name_or_file))
    file = shown(name_or_file)
    try:
        if not name_or_file:
            # As a path it would be the current folder.
            raise FileNotFoundError
        text = read_text(path)
        data = parse(text)
    except FileNotFoundError:
        known = list(schema.builtin)
        raise UserError(
            f'There are no built-in rules and no file of the name "{file}".'
            f"{did_you_mean(name_or_file, known)}\n"
            f"Built-in rules of {schema.title}: {', '.join(known)}."
        ) from None
    except TomlError as error:
        raise UserError(f'The rules file "{file}" {error}') from None
    _check_top(data, text, file, schema)
    deck = dict(_accept_table(data.get("deck", {}), "deck", text, file, schema))
    options = {option.key: option.default for option in schema.options}
    options.update(_accept_table(data.get("options", {}), "options", text, file, schema))
    name = data.get("name", path.stem if _NAME.accept(path.stem) else "unnamed")
    rules = Rules(schema.game, name, Table(schema.complete(deck)), Table(options))
    _check(rules, file, schema)
    return rules


def with_settings(rules: Rules, settings: Sequence[str], schema: RulesSchema) -> Rules:
    """Changes single settings.

    Changed rules are called "…, changed", unless a setting names them or they are as the built-in ones again.

    Args:
        rules: The rules to begin with.
        settings: Texts KEY=VALUE, where KEY is deck.X, options.X or name, and VALUE is as in TOML or a bare
            word. The last one holds where several set the same key.
        schema: What the game's rules may say.

    Returns:
        The rules with these settings, complete and checked.

    Raises:
        UserError: A setting is not of this form, has an unknown key or a wrong value, or the rules do not fit
            together any more.
    """
    tables: dict[str, dict[str, Value]] = {"deck": dict(rules.deck), "options": dict(rules.options)}
    name = None
    for setting in settings:
        table, key, value = _parse_setting(setting, schema)
        if table:
            tables[table][key] = value
        else:
            name = str(value)
    changed = Rules(rules.game, rules.name, Table(schema.complete(tables["deck"])), Table(tables["options"]))
    _check(changed, shown(" ".join(f"--set {setting}" for setting in settings)), schema)
    return replace(changed, name=name if name is not None else _name_of_changed(changed, rules, schema))


def render(rules: Rules, schema: RulesSchema) -> str:
    """Writes rules as a rules file that explains itself.

    Args:
        rules: Complete rules, as `load` gives them.
        schema: What the game's rules may say.

    Returns:
        A TOML text that gives the same rules when it is loaded.
    """
    cards = {option.key: option for option in schema.cards}
    lines = [
        f"# Rules of {schema.title}",
        f"game = {toml_value(rules.game)}",
        f"name = {toml_value(rules.name)}",
        "",
    ]
    lines += [*_comment(schema.deck_rule), "[deck]"]
    for key, value in rules.deck.items():
        remark = f"  # {cards[key].rule}: {cards[key].meaning}" if key in cards else ""
        lines.append(f"{toml_key(key)} = {toml_value(value)}{remark}")
    lines += ["", "[options]"]
    for option in schema.options:
        lines += _comment(f"{option.rule}: {option.meaning} ({option.kind.right})")
        lines += [f"{toml_key(option.key)} = {toml_value(rules.options[option.key])}", ""]
    return "\n".join(lines[:-1]) + "\n"


def _plain(table: Table) -> dict[str, Any]:
    return {key: list(value) if isinstance(value, tuple) else value for key, value in table.items()}


def _comment(text: str) -> list[str]:
    return [f"# {line}" for line in textwrap.wrap(text, _WIDTH)]


def _check_top(data: Mapping[str, Any], text: str, file: str, schema: RulesSchema) -> None:
    for key in data:
        if key not in _TOP_KEYS:
            hint = _hint_for_stray(key, schema) or did_you_mean(key, _TOP_KEYS)
            raise UserError(
                f'{_place(file, text, "", key)}: a rules file has no "{shown(key)}" at its top.{hint}\n'
                "It holds game, name and the tables [deck] and [options]."
            )
    game = data.get("game", schema.game)
    if game != schema.game:
        raise UserError(
            f"{_place(file, text, '', 'game')}: these are rules of {shown_value(game)}, "
            f'but rules of "{schema.game}" are wanted.'
        )
    if "name" in data and _NAME.accept(data["name"]) is None:
        raise _wrong_value(_place(file, text, "", "name"), "name", data["name"], _NAME)
    for table in ("deck", "options"):
        if not isinstance(data.get(table, {}), dict):
            raise UserError(
                f"{_place(file, text, '', table)}: {table} must be a table: write [{table}] on a line."
            )


def _accept_table(
    data: Mapping[str, object], table: str, text: str, file: str, schema: RulesSchema
) -> Iterator[tuple[str, Value]]:
    for key, value in data.items():
        kind = schema.find(table, key)
        if kind is None:
            raise _unknown_key(_place(file, text, table, key), table, key, schema)
        accepted = kind.accept(value)
        if accepted is None:
            raise _wrong_value(_place(file, text, table, key), f"{table}.{key}", value, kind)
        yield key, accepted


def _parse_setting(setting: str, schema: RulesSchema) -> tuple[str, str, Value]:
    """Splits KEY=VALUE into table ("" for the name), key and value."""
    full_key, equals, written = setting.partition("=")
    full_key = full_key.strip()
    place = f"--set {shown(setting)}"
    if not equals:
        raise UserError(f"{place}: this must be KEY=VALUE, for example {_example(schema)}.")
    table, _, key = full_key.partition(".")
    if full_key == "name":
        table, key = "", "name"
    elif table not in ("deck", "options") or not key:
        raise UserError(
            f'{place}: there is no setting "{shown(full_key)}".{_hint_for_setting(full_key, schema)}\n'
            f"A setting is name, deck.CARD or options.OPTION, for example {_example(schema)}."
        )
    kind = schema.find(table, key) if table else _NAME
    if kind is None:
        raise _unknown_key(place, table, key, schema)
    try:
        value = _setting_value(written)
    except TomlError:
        raise UserError(f"{place}: the value is not TOML; it must be {kind.right}.") from None
    accepted = kind.accept(value)
    if accepted is None:
        raise _wrong_value(place, full_key, value, kind)
    return table, key, accepted


def _setting_value(written: str) -> object:
    """Reads a value as TOML; what cannot be meant as TOML is a bare word."""
    try:
        data = parse(f"x = {written}")
    except TomlError:
        if written.strip()[:1] in ("[", "{", '"', "'"):
            raise
        return written.strip()
    # A line break in the value could bring in further keys.
    return data["x"] if len(data) == 1 else written


def _check(rules: Rules, place: str, schema: RulesSchema) -> None:
    try:
        schema.check(rules)
    except UserError as error:
        raise UserError(f"{place}: {error}") from None


def _name_of_changed(changed: Rules, rules: Rules, schema: RulesSchema) -> str:
    if _same_content(changed, rules):
        return rules.name
    name = rules.name.removesuffix(_CHANGED)
    if name in schema.builtin and _same_content(changed, load(name, schema)):
        return name
    return name[: _NAME.longest - len(_CHANGED)] + _CHANGED


def _same_content(one: Rules, other: Rules) -> bool:
    return (one.deck, one.options) == (other.deck, other.options)


def _place(file: str, text: str, table: str, key: str) -> str:
    line = line_of(text, table, key)
    return f"{file}, line {line}" if line else file


def _wrong_value(place: str, key: str, value: object, kind: Kind) -> UserError:
    return UserError(f"{place}: {shown(key)} cannot be {shown_value(value)}; it must be {kind.right}.")


def _unknown_key(place: str, table: str, key: str, schema: RulesSchema) -> UserError:
    known = list(schema.kinds(table))
    hint = did_you_mean(key, known)
    return UserError(f'{place}: [{table}] has no key "{shown(key)}".{hint}\nIts keys are {", ".join(known)}.')


def _hint_for_stray(key: str, schema: RulesSchema) -> str:
    """A hint for a key that stands outside its table."""
    for table in ("deck", "options"):
        if key in schema.kinds(table):
            return f" It belongs below [{table}]."
    return ""


def _hint_for_setting(key: str, schema: RulesSchema) -> str:
    """A hint for a setting without its table, or with a misspelt one."""
    known = ["name"]
    for table in ("deck", "options"):
        keys = schema.kinds(table)
        if key in keys:
            return f' Did you mean "{table}.{key}"?'
        known += [f"{table}.{each}" for each in keys]
    return did_you_mean(key, known)


def _example(schema: RulesSchema) -> str:
    option = schema.options[0]
    return f"options.{option.key}={toml_value(option.default)}"
