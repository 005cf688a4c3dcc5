"""What a game is to the rest of the program, and the small records that pass between them.

Everything above `games` works on these types alone, so a new game needs a folder here and a line in `names`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Protocol, runtime_checkable

import numpy as np
import numpy.typing as npt

from analyzer.errors import UserError
from analyzer.games.plugins import Policies
from analyzer.games.policyspec import PolicySpec
from analyzer.games.rulesfile import Rules, RulesSchema

Integers = npt.NDArray[np.int64]
Event = dict[str, Any]

SHARES = 60
"""Shares of one win: divisible by every possible number of winners, so that shared wins stay whole numbers."""


@dataclass(frozen=True)
class Setup:
    """What sits at the table: a game's rules and one policy a seat.

    Attributes:
        game: The game's name.
        rules: The rules that are played.
        policies: One policy with its parameters per seat.
        dealt_like: Rules of which these are a variant, and which the game deals alike, see `balance.DealsAlike`: every
            card that both decks have comes up in the same place of the same deal. None for a deal of its own.
    """

    game: str
    rules: Rules
    policies: tuple[PolicySpec, ...]
    dealt_like: Rules | None = None

    @property
    def players(self) -> int:
        """Number of seats."""
        return len(self.policies)


@dataclass(frozen=True)
class Measure:
    """Something that a game counts in every game it plays, besides wins and length.

    Attributes:
        key: Its key in JSON and tables.
        label: What it is called on the page, in the plural ("takes").
        per_seat: Whether it is counted for each seat apart.
        group: Title of the table that it stands in with others of its kind; "" for the table of all games' measures.
        is_rate: Whether it is 0 or 1 in each game, so that its mean is a share of the games.
    """

    key: str
    label: str
    per_seat: bool = False
    group: str = ""
    is_rate: bool = False


@dataclass(frozen=True)
class Conditions:
    """Things that hold in some games and not in others, so that the two can be compared.

    Attributes:
        key: Their common key in `Records.conditions`.
        title: What they have in common, as a table's title.
        labels: What each of them is called on the page; the place is its bit in `Records.conditions`. At most 12.
        one: What one of them is, as a column's heading ("special card").
        by_chance: Whether chance alone decides in which games they hold: then what these games differ by from the
            others is their effect, and is shown.
        note: A sentence below the table, or "".
    """

    key: str
    title: str
    labels: tuple[str, ...]
    one: str = "condition"
    by_chance: bool = True
    note: str = ""


@dataclass(frozen=True)
class Records:
    """What came of each of a number of games, in the order of their numbers.

    Whole numbers of any width, the same in all blocks of a game: they are widened where they are added up.

    Attributes:
        shares: Shares of a win per seat, in sixtieths, shape (players, games); all 0 in an unfinished game.
        finished: Whether the game ended by its rules, bool, shape (games,).
        lengths: The game's length, shape (games,); of an unfinished one, how long it was when it was ended.
        steps: Steps played, shape (games,); see `Game.step`.
        measures: What else is counted, by the measure's key, shape (games,) or (players, games).
        conditions: What holds in each game, by the key of the `Conditions`: one bit for each of them, shape (games,).
    """

    shares: npt.NDArray[np.integer[Any]]
    finished: npt.NDArray[np.bool_]
    lengths: npt.NDArray[np.integer[Any]]
    steps: npt.NDArray[np.integer[Any]]
    measures: Mapping[str, npt.NDArray[np.integer[Any]]]
    conditions: Mapping[str, npt.NDArray[np.integer[Any]]] = field(default_factory=dict)

    @property
    def games(self) -> int:
        """Number of games."""
        return len(self.lengths)


BACK = "?"
"""How a card is written in a `Place` that the watcher sees only from behind."""


@dataclass(frozen=True)
class Place:
    """Where cards lie on a table that is watched.

    Attributes:
        label: What it is called ("pile", "hand").
        cards: The cards by their short names, without blanks in them, in the order they are shown; `BACK` for each one
            that is not seen.
        remark: What is to be known besides ("7 or higher"), or "".
    """

    label: str
    cards: Sequence[str]
    remark: str = ""


@dataclass(frozen=True)
class Scene:
    """The table right after an event of a game, for people who watch it.

    Attributes:
        moment: The part of the game that it belongs to ("turn 5", "round 2"): the same text for all its scenes, another
            one for the next part.
        told: What just happened, in a sentence or two.
        shared: What lies there for all: the same labels in the same order in all scenes of a game.
        seats: What each seat has: the same labels in the same order for every seat, in all scenes of a game.
        to_move: The seats whose move it is; none once the game is over.
    """

    moment: str
    told: str
    shared: Sequence[Place]
    seats: Sequence[Sequence[Place]]
    to_move: Sequence[int]


class PolicyFailed(UserError):
    """A policy of the user's own failed in a game, or did what the rules forbid.

    Attributes:
        events: What happened in the game up to there, if it was played for a trace.
    """

    def __init__(self, message: str, events: Sequence[Event] = ()) -> None:
        super().__init__(message)
        self.events = events


@dataclass(frozen=True)
class ExactMeasure:
    """Something about a part of a game that is known exactly for every seat.

    Attributes:
        key: Its key in JSON and tables.
        label: What it is called on the page.
        values: One per seat.
    """

    key: str
    label: str
    values: Sequence[Fraction]


@dataclass(frozen=True)
class ExactAnswer:
    """What a game knows exactly, by reckoning and not by playing.

    Attributes:
        about: The part of a game that it is about, to follow "in" ("a round with the ace face up").
        of: What each seat wins there: its key in JSON and its name, in the plural.
        strategies: What each seat plays, as it can be asked for.
        outcomes: How much each seat wins, with the chance of it: every way that can be, the likeliest first.
        detailed: The same told apart by more than what the seats win: a number per seat by key; none if nothing more
            happens.
        expected: What each seat wins on average.
        measures: What else is known of each seat.
        rounds: How many such parts a whole game has.
        scores: The expected score of each seat in a whole game; none if it cannot be given.
        scores_missing: Why it cannot, in a sentence, or "".
        how_to_read: Sentences that explain the terms.
    """

    about: str
    of: str
    strategies: Sequence[str]
    outcomes: Sequence[tuple[Sequence[int], Fraction]]
    detailed: Sequence[tuple[Mapping[str, Sequence[int]], Fraction]]
    expected: Sequence[Fraction]
    measures: Sequence[ExactMeasure]
    rounds: int
    scores: Sequence[Fraction]
    scores_missing: str
    how_to_read: Sequence[str]


@runtime_checkable
class GivesExactAnswers(Protocol):
    """What a game can do besides, whose parts are small enough to be enumerated."""

    def exact(self, rules: Rules, players: int, shown: str | None, strategies: Sequence[str]) -> ExactAnswer:
        """Works out what happens in a part of a game, and in a whole one, exactly.

        Args:
            rules: The effective rules.
            players: Number of seats.
            shown: The card that lies open, by name; None for any.
            strategies: No strategy (the game's usual one in all seats), one for all seats, or one for each.

        Returns:
            The answer.

        Raises:
            UserError: Something of that is unknown or cannot be enumerated.
        """
        ...


class Game(Protocol):
    """A game that can be simulated. It may also be one that `GivesExactAnswers`.

    Attributes:
        name: What it is called in commands and files.
        title: What it is called on the page.
        default_players: How many play if nothing is said.
        default_policy: Name of the ordinary player's policy.
        length_unit: What a game's length is counted in, in the plural.
        step: What the speed is measured by ("turn"), in the singular.
        measures: What it counts besides wins and length.
        conditions: By what its games can be told apart.
        how_to_read: Sentences that explain this game's figures.
        rules: What rules there are, and their standard.
        policies: The policies by name: the built-in ones and those of users' own.
    """

    name: str
    title: str
    default_players: int
    default_policy: str
    length_unit: str
    step: str
    measures: Sequence[Measure]
    conditions: Sequence[Conditions]
    how_to_read: Sequence[str]
    rules: RulesSchema
    policies: Policies

    def check(self, rules: Rules, players: int) -> None:
        """Refuses rules that cannot be played by so many.

        Raises:
            UserError: The deck is too small or does not divide; the message says what is missing.
        """
        ...

    def play(self, setup: Setup, seed: int, first: int, count: int, stop: Integers) -> Records:
        """Plays the games first … first + count - 1 of a run, or the first of them until stopped.

        Args:
            setup: Rules and policies, already checked.
            seed: The run's seed, 0 to 2**63 - 1.
            first: Number of the first game.
            count: Games to play, at least 1.
            stop: Shape (1,); once it is not 0 no further game is begun.

        Returns:
            The games that were finished, an unbroken run of numbers from `first`.

        Raises:
            PolicyFailed: A policy of the user's own failed, or did what the rules forbid.
            UserError: It cannot be compiled.
        """
        ...

    def trace(self, setup: Setup, seed: int, game: int) -> list[Event]:
        """What happens in one game of a run, as events of the public trace format.

        Raises:
            PolicyFailed: As for `play`; it carries the events up to there.
            UserError: As for `play`.
        """
        ...

    def scenes(self, events: Sequence[Event], seat: int | None = None) -> list[Scene]:
        """Shows one game as people at the table see it, from what `trace` tells of it alone.

        Args:
            events: The events of one game from its first on; the game need not be at its end.
            seat: Show only what the player in this seat sees: cards that are hidden from them are `BACK`, and no text
                tells them. None to show all cards.

        Returns:
            One scene per event, in order.
        """
        ...

    def example_policy(self) -> str:
        """The text of a Python file with a policy for this game, to begin one's own with."""
        ...
