"""What does one thing change? The same games again and again, each time with another value of a rule or a policy."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from analyzer.errors import UserError
from analyzer.games.settings import shown
from analyzer.studies.content import Content
from analyzer.studies.request import Table, set_table
from analyzer.studies.simulate import Simulation, play_table
from analyzer.studies.values import read_values

GAMES = 200_000
"""Games of each value where nothing else is asked for."""

_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
_SEAT = re.compile(r"policy(?:\.(\d+))?")


@dataclass(frozen=True)
class Variation:
    """What is varied.

    Attributes:
        key: A rule ("options.NAME", "deck.CARD"), "policy" for what all seats play, "policy.0" for what seat 0 plays.
        values: Its values as they are given, two or more.
    """

    key: str
    values: tuple[str, ...]

    @property
    def of_policies(self) -> bool:
        """Whether it is what is played that is varied, and not a rule."""
        return _SEAT.fullmatch(self.key) is not None

    @property
    def text(self) -> str:
        """The variation as it is asked for."""
        return f"{self.key}={'|'.join(self.values)}"

    @property
    def places(self) -> list[float] | None:
        """Where the values lie on an axis: the one number in them that changes, if it only grows."""
        shapes = {_NUMBER.sub("#", value) for value in self.values}
        columns = list(zip(*(map(float, _NUMBER.findall(value)) for value in self.values), strict=False))
        if len(shapes) > 1:
            return None
        varied = [list(column) for column in columns if len(set(column)) > 1]
        if len(varied) != 1 or sorted(set(varied[0])) != varied[0]:
            return None
        return varied[0]

    def applied(
        self, value: str, settings: Sequence[str], seats: Sequence[str]
    ) -> tuple[list[str], list[str]]:
        """The changes to the rules, and the policies of the seats, where it has this value."""
        seat = _SEAT.fullmatch(self.key)
        if seat is None:
            return [*settings, f"{self.key}={value}"], list(seats)
        if seat[1] is None:
            return list(settings), [value]
        policies = list(seats)
        policies[int(seat[1])] = value
        return list(settings), policies


@dataclass(frozen=True)
class Sweep:
    """Games played with each value, and what they show.

    Attributes:
        base: The table without the variation.
        variation: What was varied.
        asked: Games that were asked for with each value.
        seed: The seed of all runs: their deals are the same as far as the rules are.
        runs: What came of each value, in order; fewer if the run was interrupted.
    """

    base: Table
    variation: Variation
    asked: int
    seed: int
    runs: tuple[Simulation, ...]

    @property
    def partial(self) -> bool:
        """Whether it was interrupted."""
        return len(self.runs) < len(self.variation.values) or any(run.partial for run in self.runs)

    @property
    def values(self) -> list[str]:
        """The values that were played, policies as they are always shown."""
        seat = _SEAT.fullmatch(self.variation.key)
        if seat is None:
            return list(self.variation.values[: len(self.runs)])
        return [run.table.setup.policies[int(seat[1] or 0)].canonical for run in self.runs]

    def as_json(self) -> dict[str, Any]:
        """The public JSON object."""
        setup = self.base.setup
        result: dict[str, Any] = {
            "game": setup.game,
            "rules": setup.rules.as_dict(),
            "players": setup.players,
            **(
                {}
                if self.variation.of_policies
                else {"policies": [spec.canonical for spec in setup.policies]}
            ),
            "vary": self.variation.key,
            "games": sum(run.tally.games for run in self.runs),
            "seed": self.seed,
            "points": [
                {"value": value, **run.as_json()} for value, run in zip(self.values, self.runs, strict=True)
            ],
        }
        if self.partial:
            result["partial"] = True
        return result

    def content(self) -> Content:
        """The result as sentences, tables and figures."""
        from analyzer.studies.sweep_told import told

        return told(self)


def read_variation(text: str) -> Variation:
    """Reads "KEY=VALUE|VALUE…", where FIRST..LAST stands for all whole numbers in between.

    Args:
        text: What is varied.

    Returns:
        The variation.

    Raises:
        UserError: It has no key, or not two values or more, all different.
    """
    variation = Variation(*read_values(text))
    if not variation.of_policies and not variation.key.startswith(("deck.", "options.")):
        raise UserError(
            f'"{shown(variation.key)}": what is varied is a rule, deck.CARD or options.OPTION; policy, for what all '
            "seats play; or policy.0, for what seat 0 plays."
        )
    return variation


def sweep(
    game: str,
    vary: str,
    *,
    players: int | None = None,
    games: int = GAMES,
    seed: int = 1,
    policies: Sequence[str] = (),
    rules: str = "standard",
    settings: Sequence[str] = (),
    threads: int | None = None,
    on_progress: Callable[[int, int], None] | None = None,
    on_compile: Callable[[], None] | None = None,
) -> Sweep:
    """Plays with each value of what is varied, all else alike.

    Args:
        game: The game's name.
        vary: What is varied, see `read_variation`.
        players: Seats; None for the game's usual number.
        games: Games with each value, at least 1.
        seed: 0 to 2**63 - 1.
        policies: No policy (the game's ordinary player in every seat), one for all seats, or one for each.
        rules: Name of built-in rules, or a TOML file.
        settings: Changes to the rules, "KEY=VALUE".
        threads: Threads to play on; None for all cores.
        on_progress: Called with the games played so far, and all.
        on_compile: Called if the game has to be compiled first.

    Returns:
        What the games show.

    Raises:
        UserError: Something that was asked for is unknown or does not fit together.
        KeyboardInterrupt: Interrupted before the first game.
    """
    variation = read_variation(vary)
    base = set_table(game, players=players, policies=policies, rules=rules, settings=settings)
    seats = [spec.canonical for spec in base.setup.policies]
    seat = _SEAT.fullmatch(variation.key)
    if seat is not None and seat[1] is not None and int(seat[1]) >= len(seats):
        raise UserError(f"{variation.key}: the seats are 0 to {len(seats) - 1}.")
    if any(setting.partition("=")[0].strip() == variation.key for setting in settings):
        raise UserError(f"--set {variation.key}: this is what is varied; leave it out.")
    # All of them, before anything is played.
    tables = [_table_of(variation, value, base, rules, settings) for value in variation.values]
    for place, table in enumerate(tables):
        for earlier in range(place):
            if tables[earlier].setup == table.setup:
                alike = " and ".join(shown(variation.values[each]) for each in (earlier, place))
                raise UserError(f"{variation.key}: {alike} are the same.")
    runs: list[Simulation] = []
    for number, table in enumerate(tables):
        report = _part(on_progress, number * games, len(tables) * games)
        try:
            run = play_table(
                table, games=games, seed=seed, threads=threads, on_progress=report, on_compile=on_compile
            )
        except KeyboardInterrupt:
            if not runs:
                raise
            break
        runs.append(run)
        if run.partial:
            break
    return Sweep(base, variation, games, seed, tuple(runs))


def _table_of(variation: Variation, value: str, base: Table, rules: str, settings: Sequence[str]) -> Table:
    """The table where what is varied has a value."""
    seats = [spec.canonical for spec in base.setup.policies]
    changed, seated = variation.applied(value, settings, seats)
    try:
        return set_table(
            base.game.name, players=base.setup.players, policies=seated, rules=rules, settings=changed
        )
    except UserError as error:
        place = f"{variation.key}={value}"
        raise UserError(f"{shown(place)}: {str(error).removeprefix(f'--set {place}: ')}") from error


def _part(report: Callable[[int, int], None] | None, before: int, total: int) -> Callable[[int], None] | None:
    return None if report is None else lambda done: report(before + done, total)
