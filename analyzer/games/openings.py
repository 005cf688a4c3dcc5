"""What players do before the first turn with the cards that they know, as an experiment on single kinds of cards."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

import numpy as np
import numpy.typing as npt

from analyzer.games.protocol import Integers, Setup


@dataclass(frozen=True)
class Opening:
    """A choice at the start of a game: some of the cards that a player knows are laid, the others are held.

    Attributes:
        name: What the choice is called ("swap").
        laying: What it means to lay a card, to follow "of" ("laying a card as a battle card").
        holding: What it means not to, to follow "instead of" ("keeping it in hand").
        laid: What laid cards are called ("battle cards").
        kinds: All kinds of cards, by name, in the order in which they are shown.
        copies: How many cards of each kind the deck has.
        groups: Title and number of kinds, in that order, of the groups that they fall into ("crew", 10).
        rules_of_thumb: Rules by which players choose, by name, that a found one is to be tried against; the one that
            players are usually told comes first.
        untouched: That one of them which leaves the cards as dealt.
    """

    name: str
    laying: str
    holding: str
    laid: str
    kinds: Sequence[str]
    copies: Sequence[int]
    groups: Sequence[tuple[str, int]]
    rules_of_thumb: Sequence[str]
    untouched: str


@dataclass(frozen=True)
class OpeningRecords:
    """What one player did at the start of each of a number of games, and what came of it.

    Attributes:
        seats: Whose choice it was, shape (games,): the seat of game g is g modulo the number of players.
        laid: How many cards of each kind the player laid, int8, shape (games, kinds).
        held: How many they kept, int8, shape (games, kinds).
        shares: What they won, in sixtieths of a win, shape (games,).
        finished: Whether the game ended by its rules, bool, shape (games,).
    """

    seats: npt.NDArray[np.integer[Any]]
    laid: npt.NDArray[np.int8]
    held: npt.NDArray[np.int8]
    shares: npt.NDArray[np.integer[Any]]
    finished: npt.NDArray[np.bool_]

    @property
    def games(self) -> int:
        """Number of games."""
        return len(self.seats)


@runtime_checkable
class HasOpening(Protocol):
    """What a game can do besides, in which players choose at the start what they lay."""

    def opening(self, setup: Setup) -> Opening:
        """The choice, under these rules: kinds of which the deck has no card are left out."""
        ...

    def play_openings(
        self, setup: Setup, rule: str | Sequence[str], seed: int, first: int, count: int, stop: Integers
    ) -> OpeningRecords:
        """Plays games of a run, the same deals as `Game.play`, in each of which one seat chooses by a rule.

        Args:
            setup: Rules and policies, already checked. The seat plays as its policy says but for that choice.
            rule: "random" (every choice of single cards equally likely), one of `Opening.rules_of_thumb`, or all kinds
                in the order in which they are laid first.
            seed: The run's seed.
            first: Number of the first game.
            count: Games to play, at least 1.
            stop: Shape (1,); once it is not 0 no further game is begun.

        Returns:
            The games that were finished, an unbroken run of numbers from `first`.

        Raises:
            PolicyFailed: A policy of the user's own failed, or did what the rules forbid.
        """
        ...
