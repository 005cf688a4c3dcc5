"""A decision on which advice is asked for: a position, and who plays on from there."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from analyzer.errors import UserError, did_you_mean
from analyzer.games import registry
from analyzer.games.names import GAMES
from analyzer.games.policyspec import PolicySpec, parse
from analyzer.games.positions import GivesAdvice, Position, Question
from analyzer.games.protocol import Game
from analyzer.games.settings import shown
from analyzer.studies.position_given import PLAYERS, SEAT, Source, checked, overridden
from analyzer.studies.request import Table, set_table


@dataclass(frozen=True)
class Decision:
    """A position in a game.

    Attributes:
        game: The game.
        adviser: The same game, as one that can play on from positions.
        position: The decision as the player who makes it knows it, with the rules and with who plays on.
    """

    game: Game
    adviser: GivesAdvice
    position: Position

    @property
    def table(self) -> Table:
        """Game, rules and policies."""
        return Table(self.game, self.position.setup)

    @property
    def own(self) -> PolicySpec:
        """How the deciding player goes on afterwards."""
        return self.position.setup.policies[self.position.seat]

    @property
    def others(self) -> PolicySpec:
        """What all other players play."""
        seats = range(self.position.setup.players)
        return self.position.setup.policies[next(seat for seat in seats if seat != self.position.seat)]


def questions_of(game: str) -> Mapping[str, Question]:
    """The decisions on which a game gives advice.

    Args:
        game: The game's name.

    Returns:
        The questions by name.

    Raises:
        UserError: There is no such game, or it gives no advice.
    """
    _, adviser = _find(game)
    return adviser.questions


def question_of(game: str, name: str) -> Question:
    """The question of a name.

    Args:
        game: The game's name.
        name: One of `questions_of(game)`.

    Returns:
        The question.

    Raises:
        UserError: There is no such game or question.
    """
    found, adviser = _find(game)
    if name not in adviser.questions:
        known = list(adviser.questions)
        raise UserError(
            f'{found.title} has no question "{shown(name)}".{did_you_mean(name, known)} '
            f"Advice can be given on: {', '.join(known)}."
        )
    return adviser.questions[name]


def set_decision(
    game: str,
    question: str,
    position: Mapping[str, Any] | str | None,
    fields: Mapping[str, Any],
    *,
    players: int | None = None,
    seat: int | None = None,
    play: str | None = None,
    against: str | None = None,
    rules: str = "standard",
    settings: Sequence[str] = (),
) -> Decision:
    """Finds the game, loads the rules, seats the players, and reads what is said of the position.

    Args:
        game: The game's name.
        question: One of its questions.
        position: What is said of the position by the names of its fields, or the name of a TOML or JSON file that says
            it; it may also say how many players there are, and the deciding player's seat.
        fields: What is said besides; it holds instead of what `position` says of the same.
        players: Seats; None for what `position` says, or the game's usual number.
        seat: The deciding player's seat; None for what `position` says, or the question's usual one.
        play: How the deciding player goes on afterwards; None for the game's ordinary player.
        against: What all others play; None for the game's ordinary player.
        rules: Name of built-in rules, or a TOML file.
        settings: Changes to the rules, "KEY=VALUE".

    Returns:
        The decision.

    Raises:
        UserError: Something of that is unknown, missing, or does not fit together.
    """
    asked = question_of(game, question)
    found, adviser = _find(game)
    source = Source.of({} if position is None else position)
    players = source.whole(PLAYERS, 1) if players is None else players
    seat = source.whole(SEAT, 0) if seat is None else seat
    given = overridden(
        checked(source, asked, found.title), checked(Source(fields, question), asked, found.title)
    )
    others = () if against is None else (against,)
    table = set_table(game, players=players, policies=others, rules=rules, settings=settings)
    if seat is not None and seat >= table.setup.players:
        raise UserError(f"seat {seat}: the seats are 0 to {table.setup.players - 1}.")
    own = parse(found.default_policy if play is None else play, found.policies, found.title)
    try:
        read = adviser.position(question, table.setup, seat, given)
        # Which seat it is may be for the game to say.
        policies = list(table.setup.policies)
        policies[read.seat] = own
        seated = replace(table.setup, policies=tuple(policies))
        if seated != table.setup:
            read = adviser.position(question, seated, read.seat, given)
    except UserError as error:
        raise source.blamed(error, fields) from None
    return Decision(found, adviser, read)


def _find(game: str) -> tuple[Game, GivesAdvice]:
    found = registry.find(game)
    if isinstance(found, GivesAdvice):
        return found, found
    able = [name for name in GAMES if isinstance(registry.find(name), GivesAdvice)]
    instead = f" It can be given for {', '.join(able)}." if able else ""
    raise UserError(f"{found.title} gives no advice on positions.{instead}")
