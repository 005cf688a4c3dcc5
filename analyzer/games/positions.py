"""Positions: a decision in a game, as the player who makes it knows it, and how it goes on from there.

A position is what one player knows, never a whole game: the cards that this player cannot see are filled in uniformly
over all ways that fit what is known (a "world"), and every action is then tried in the same worlds.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

import numpy as np
import numpy.typing as npt

from analyzer.games.protocol import Integers, Setup

Given = Mapping[str, Any]
"""What was said of a position, by the names of its fields: text, number, truth value, or a list of texts or numbers;
for a field of one value per seat a mapping from the seat's number (int, or its text) to such a value."""

Shares = npt.NDArray[np.integer[Any]]


@dataclass(frozen=True)
class Field:
    """Something that can be said of a position.

    Attributes:
        name: Its name, as an option (without dashes) and in a position file.
        meaning: What it says, in a line.
        metavar: What a value looks like ("CARDS", "N").
        per_seat: Whether it is said for each seat apart, as SEAT=VALUE, any number of times.
        required: Whether a position is nothing without it.
        default: What holds if it is not said, in words; "" if it is required.
    """

    name: str
    meaning: str
    metavar: str
    per_seat: bool = False
    required: bool = False
    default: str = ""


@dataclass(frozen=True)
class Question:
    """A kind of decision on which a game can give advice.

    Attributes:
        name: Its name on the command line ("play").
        summary: What it answers, in a line.
        fields: What can be said of the position.
        example: The fields of an example, as written on a command line.
        list_key: Key of the list of actions in the public JSON ("actions").
        one: What one action is called, in the singular ("play").
        several: The same in the plural ("plays").
    """

    name: str
    summary: str
    fields: Sequence[Field]
    example: str
    list_key: str
    one: str
    several: str


@dataclass(frozen=True)
class Action:
    """One of the things that the player may do.

    Attributes:
        label: What it is, in words, short enough for a table's row.
        json: Its entries in the public JSON: merged with the estimates.
    """

    label: str
    json: Mapping[str, Any]


@dataclass(frozen=True)
class Position:
    """A decision as the player who makes it knows it.

    Attributes:
        question: What it is asked for.
        setup: The rules, and who plays on: in the deciding player's own seat how that player goes on afterwards.
        seat: The deciding player's seat.
        actions: What that player may do, at least one thing; each of them once.
        reference: Number of the action that the others are measured against; None for the best one.
        reference_label: What that action is in words ("keeping the cards as dealt"), or "".
        given: What was said, in its one canonical form: gives the same position again.
        told: The position in words, for people: label and text.
        hidden: What is filled in uniformly, in a sentence.
        state: The game's own.
    """

    question: Question
    setup: Setup
    seat: int
    actions: Sequence[Action]
    reference: int | None
    reference_label: str
    given: Sequence[tuple[str, str]]
    told: Sequence[tuple[str, str]]
    hidden: str
    state: Any


class Batch(Protocol):
    """Worlds of a position that are prepared and played together.

    Attributes:
        worlds: How many at most.
    """

    worlds: int

    def play(self, worlds: int, seed: int, first: int, stop: Integers) -> int:
        """Plays so many worlds from number `first` on with every action; how many were finished with all of them."""
        ...

    def shares(self, worlds: int) -> Shares:
        """What the deciding player won in the first of them, in sixtieths, shape (actions, worlds)."""
        ...


def play_batches(batch: Batch, actions: int, seed: int, first: int, count: int, stop: Integers) -> Shares:
    """Plays worlds batch by batch, as `GivesAdvice.play_on` promises.

    Args:
        batch: What plays them.
        actions: How many actions are tried.
        seed: See `GivesAdvice.play_on`.
        first: See there.
        count: See there.
        stop: See there.

    Returns:
        See there.
    """
    shares = np.zeros((actions, count), np.int8)
    done = 0
    while done < count and stop[0] == 0:
        worlds = min(batch.worlds, count - done)
        finished = batch.play(worlds, seed, first + done, stop)
        shares[:, done : done + finished] = batch.shares(finished)
        done += finished
        if finished < worlds:
            break
    return shares[:, :done]


@runtime_checkable
class GivesAdvice(Protocol):
    """What a game can do besides: play on from a position.

    Attributes:
        questions: The kinds of decisions that it knows, by their names.
    """

    questions: Mapping[str, Question]

    def position(self, question: str, setup: Setup, seat: int | None, given: Given) -> Position:
        """Reads a position.

        Args:
            question: One of `questions`.
            setup: The rules, already checked, and who plays on.
            seat: The deciding player's seat; None for the usual one, or the one that `given` says.
            given: What is said of the position.

        Returns:
            The position.

        Raises:
            UserError: Something about it is unknown, missing, or cannot be; the message says what would be right.
        """
        ...

    def play_on(
        self, position: Position, actions: Sequence[int], seed: int, first: int, count: int, stop: Integers
    ) -> Shares:
        """Plays the worlds first … first + count - 1 of a position out, once with each action.

        A world is decided by the seed and its number alone, and so is everything that is drawn in it: every action is
        tried on the same cards, whatever the other actions are.

        Args:
            position: The position.
            actions: Numbers of the actions to try.
            seed: The run's seed, 0 to 2**63 - 1.
            first: Number of the first world, 0 to 2**62.
            count: Worlds, at least 1.
            stop: Shape (1,); once it is not 0 no further world is begun.

        Returns:
            What the deciding player wins, in sixtieths of a win, shape (len(actions), worlds that were finished): an
            unbroken run of numbers from `first`.

        Raises:
            PolicyFailed: A policy of the user's own failed, or did what the rules forbid.
        """
        ...
