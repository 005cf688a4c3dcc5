"""What happens exactly? Asks a game that knows by reckoning, without playing."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from analyzer.errors import UserError
from analyzer.games import registry
from analyzer.games.names import GAMES
from analyzer.games.protocol import ExactAnswer, Game, GivesExactAnswers
from analyzer.games.rulesfile import Rules, load, with_settings
from analyzer.studies.content import Content


@dataclass(frozen=True)
class Exact:
    """What a game knows exactly.

    Attributes:
        game: The game.
        rules: The rules.
        players: Number of seats.
        shown: The card that lies open, or None for any.
        found: What the game answers.
    """

    game: Game
    rules: Rules
    players: int
    shown: str | None
    found: ExactAnswer

    def as_json(self) -> dict[str, Any]:
        """The public JSON object."""
        answer = self.found
        result: dict[str, Any] = {
            "game": self.game.name,
            "rules": self.rules.as_dict(),
            "players": self.players,
            "shown": self.shown,
            "strategies": list(answer.strategies),
            "outcomes": [
                {answer.of: list(won), "probability": as_text(chance)} for won, chance in answer.outcomes
            ],
            "expected": [float(value) for value in answer.expected],
            "expected_exact": [as_text(value) for value in answer.expected],
        }
        if answer.detailed:
            result["outcomes_in_detail"] = [
                {**{key: list(each) for key, each in values.items()}, "probability": as_text(chance)}
                for values, chance in answer.detailed
            ]
        for measure in answer.measures:
            result[measure.key] = [float(value) for value in measure.values]
            result[f"{measure.key}_exact"] = [as_text(value) for value in measure.values]
        result["whole_game"] = (
            {
                self.game.length_unit: answer.rounds,
                "scores": [float(score) for score in answer.scores],
                "scores_exact": [as_text(score) for score in answer.scores],
            }
            if answer.scores
            else None
        )
        if answer.scores_missing:
            result["whole_game_missing"] = answer.scores_missing
        return result

    def content(self) -> Content:
        """The result as sentences, tables and figures."""
        from analyzer.studies.exact_told import told

        return told(self)


def as_text(number: Fraction) -> str:
    """A fraction as "p/q"."""
    return f"{number.numerator}/{number.denominator}"


def work_out(
    game: str,
    *,
    players: int | None = None,
    shown: str | None = None,
    strategies: Sequence[str] = (),
    rules: str = "standard",
    settings: Sequence[str] = (),
) -> Exact:
    """Works out what happens with given strategies.

    Args:
        game: The game's name.
        players: Seats; None for the game's usual number.
        shown: The card that lies open; None for any.
        strategies: No strategy (the game's usual one in all seats), one for all seats, or one for each.
        rules: Name of built-in rules, or a TOML file.
        settings: Changes to the rules, "KEY=VALUE".

    Returns:
        The exact answer.

    Raises:
        UserError: The game gives no exact answers, or something that was asked for is unknown or does not fit together.
    """
    found = registry.find(game)
    if not isinstance(found, GivesExactAnswers):
        able = [name for name in GAMES if isinstance(registry.find(name), GivesExactAnswers)]
        raise UserError(
            f"{found.title} is too large for exact answers; they can be given for {', '.join(able)}.\n"
            f"What happens in {game} is found by playing: analyzer simulate {game}."
        )
    effective = with_settings(load(rules, found.rules), settings, found.rules)
    seats = found.default_players if players is None else players
    return Exact(found, effective, seats, shown, found.exact(effective, seats, shown, strategies))
