"""What a game offers to those who design or doubt its rules: variants, closer measures, what cards are worth."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

import numpy as np
import numpy.typing as npt

from analyzer.games.protocol import Integers, Records, Setup
from analyzer.games.rulesfile import Rules

Scores = npt.NDArray[np.integer[Any]]


@dataclass(frozen=True)
class CloseMeasure:
    """Something that is counted in games that are watched closely: a mean, or a part of something else counted.

    Attributes:
        key: Its key in JSON and tables.
        label: What it is called on the page ("changes of the lead").
        counted: Key in `Records.measures` of what is counted.
        of: Key in `Records.measures` of what it is a part of; "" for what a game has of it on average.
        is_rate: Whether it is a share between 0 and 1, shown in per cent.
        meaning: What it tells a designer, in a sentence.
        finished_only: Whether only games that ended by their rules count.
    """

    key: str
    label: str
    counted: str
    of: str
    is_rate: bool
    meaning: str
    finished_only: bool = False


@dataclass(frozen=True)
class Variant:
    """One way in which rules may be changed.

    Attributes:
        value: What the changed thing is then ("3 copies"), short enough for a table.
        number: The same as a number, for the horizontal axis of a figure; None if it is none.
        settings: Changes to the rules, "KEY=VALUE"; none for the rules as they are.
    """

    value: str
    number: float | None
    settings: Sequence[str]


@dataclass(frozen=True)
class Variation:
    """One thing about the rules that is varied while all else stays the same.

    Attributes:
        key: Its name ("deck.NAME", "options.NAME").
        label: What it is, in words ("copies of NAME").
        axis: What the numbers of its variants count, for a figure ("copies"), or "".
        variants: Its values, in order; the one of the present rules, which has no settings, among them.
        note: How everything else stays the same, in a sentence, or "".
    """

    key: str
    label: str
    axis: str
    variants: Sequence[Variant]
    note: str = ""


@dataclass(frozen=True)
class Seen:
    """What players were dealt, drew and played in each of a number of games, and what they scored.

    Cards are counted, one by one: a player with two cards of a kind counts twice. So what those scored who were dealt
    the kind is the same as what a player scores, on average over the places of the zone, when the kind lies there.

    Attributes:
        scores: What each seat scored, shape (players, games), in `ValuesCards.score_unit`-ths.
        dealt: How many cards of each kind of `ValuesCards.kinds` each seat was dealt in each of `ValuesCards.zones`,
            shape (zones, kinds, players, games).
        drawn: How many cards of each kind each seat drew later on, shape (kinds, players, games).
        played: How often each seat played a card of each kind, likewise.
    """

    scores: Scores
    dealt: npt.NDArray[np.uint8]
    drawn: npt.NDArray[np.uint8]
    played: npt.NDArray[np.uint8]

    @property
    def games(self) -> int:
        """Number of games."""
        return int(self.scores.shape[1])


def later_seed(seed: int, again: int) -> np.uint64:
    """The seed of all that is decided or left to chance after a deal; see `CanBeBalanced.play_closely`.

    Args:
        seed: The run's seed, from which the deal comes.
        again: 0 for the run's own games; another number for the same deals played anew.

    Returns:
        The seed.
    """
    if again == 0:
        return np.uint64(seed)
    return np.uint64(np.random.SeedSequence([seed, again]).generate_state(1, np.uint64)[0])


@runtime_checkable
class DealsAlike(Protocol):
    """A game that can deal changed rules like the present ones, so that games of both go alike as far as they can."""

    def deals_alike(self, rules: Rules, base: Rules) -> bool:
        """Whether a deal of the base comes up again under other rules.

        Args:
            rules: Rules for as many players as the base.
            base: The rules that they are held against.

        Returns:
            Whether every card that both have comes up in the same place of the same deal, or, where fewer cards are to
            be drawn from, as nearly so as they let it. The rules may be played with the base as `Setup.dealt_like`
            then. Otherwise their deals have nothing to do with each other.
        """
        ...


@runtime_checkable
class CanBeBalanced(DealsAlike, Protocol):
    """A game whose rules can be varied and whose games can be watched closely.

    Attributes:
        close_measures: What is counted besides wins, length and `Game.measures`.
        strong: The policy of a strong player.
        weak: The policy of a weak one that still plays to win.
    """

    close_measures: Sequence[CloseMeasure]
    strong: str
    weak: str

    def variations(self, rules: Rules, cards: Sequence[str], up_to: int, grow: bool) -> Sequence[Variation]:
        """What a designer would vary about the deck.

        Args:
            rules: The present rules.
            cards: Names of the cards to vary; none for all that are special.
            up_to: Most copies of one card.
            grow: Whether the deck's size changes with the copies; else others make room for them.

        Returns:
            One variation a card, or what is varied in this game instead.

        Raises:
            UserError: A card is unknown, or cannot be varied so.
        """
        ...

    def play_closely(
        self, setup: Setup, seed: int, first: int, count: int, stop: Integers, again: int = 0
    ) -> Records:
        """As `Game.play`, with what the close measures count in `Records.measures` besides.

        Args:
            setup: As for `Game.play`.
            seed: As for `Game.play`.
            first: As for `Game.play`.
            count: As for `Game.play`.
            stop: As for `Game.play`.
            again: 0 for the same games as `Game.play`; with another number the same deals, all that is decided or left
                to chance after the deal drawn anew.

        Returns:
            As for `Game.play`.

        Raises:
            PolicyFailed: As for `Game.play`.
        """
        ...


@runtime_checkable
class ValuesCards(Protocol):
    """A game in which it can be asked what it is worth to have a card.

    Attributes:
        zones: Where a player's first cards lie, by name ("hand").
        weight: What weighs the kinds against each other, in words ("copies").
        score: What a card's value is measured in, in words ("points of the win rate").
        score_unit: Parts of the unit in which scores are counted (60 for shares of a win).
        is_rate: Whether the unit is a win, so that values are shown in per cent.
        value_note: What else is to be known to read the values, in sentences, or "".
    """

    zones: Sequence[str]
    weight: str
    score: str
    score_unit: int
    is_rate: bool
    value_note: str

    def kinds(self, setup: Setup) -> Sequence[tuple[str, int]]:
        """The kinds of cards that are valued, in the order in which they are shown, with the deck's copies of each.

        Only those that the deck has. They need not be all: values are relative to the average card of these. Where
        some cards are more seldom in play than others, with numbers in the proportion in which they are there instead.
        """
        ...

    def play_exchanged(
        self, setup: Setup, zone: int, seed: int, first: int, count: int, stop: Integers
    ) -> Scores:
        """Plays each of a number of deals once for every kind, with one card of one seat exchanged.

        In deal g, one place of the zone of seat g modulo the number of players is drawn, and, for every kind, one of
        its copies anywhere in the deal; the two cards change places, and the game is played. So the deck stays whole.

        Args:
            setup: Rules and policies, already checked.
            zone: Number of a zone.
            seed: The run's seed.
            first: Number of the first deal.
            count: Deals, at least 1.
            stop: Shape (1,); once it is not 0 no further deal is begun.

        Returns:
            What that seat scored, shape (kinds, deals that were finished).
        """
        ...

    def play_seen(self, setup: Setup, seed: int, first: int, count: int, stop: Integers) -> Seen:
        """Plays games of a run, the same as `Game.play`, and tells who had which cards."""
        ...


@dataclass(frozen=True)
class Doubt:
    """A point on which a game's source is silent or can be read in more than one way.

    Attributes:
        key: The rule ("options.NAME").
        label: What it is, in words.
        alternatives: Other plausible values, in words, with the changes to the rules that make them.
    """

    key: str
    label: str
    alternatives: Sequence[tuple[str, Sequence[str]]]


@dataclass(frozen=True)
class PlausibleDecks:
    """Decks that the source would allow.

    Attributes:
        dimensions: What is varied, in words, with the least and the greatest value of each.
    """

    dimensions: Sequence[tuple[str, int, int]]


@runtime_checkable
class HasDoubts(DealsAlike, Protocol):
    """A game whose rules leave something open."""

    def doubts(self, rules: Rules, players: int) -> Sequence[Doubt]:
        """The open points, with the values that the present rules do not have, for so many players."""
        ...

    def plausible_decks(self, rules: Rules, players: int) -> PlausibleDecks:
        """What a sample of plausible decks is drawn from, for so many players."""
        ...

    def plausible_deck(self, rules: Rules, players: int, point: Sequence[int]) -> Sequence[str]:
        """The changes to the rules that make one of these decks.

        Args:
            rules: The present rules.
            players: Number of seats.
            point: One whole number per dimension, within its ends.

        Returns:
            "KEY=VALUE" each, such that the rules can be played by so many.
        """
        ...
