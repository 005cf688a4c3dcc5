"""Cofre as the rest of the program sees it."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from analyzer.games import balance
from analyzer.games.cofre.balance.close import CLOSE_MEASURES
from analyzer.games.cofre.kernel import results as at
from analyzer.games.cofre.policy_list import EVERY_POLICY
from analyzer.games.cofre.position.questions import QUESTIONS
from analyzer.games.cofre.records import plain_records
from analyzer.games.cofre.rules import SCHEMA, check_table
from analyzer.games.cofre.tips import FIELDS, TIP_PLAYERS, TIPS
from analyzer.games.positions import Given, Position, Shares
from analyzer.games.protocol import (
    Conditions,
    Event,
    ExactAnswer,
    Integers,
    Measure,
    Records,
    Scene,
    Setup,
)
from analyzer.games.rulesfile import Rules

_STARS = "How stars are won: stars per game, of all seats together"
_THIRDS = "When stars are won: stars per game, of all seats together"
_HOOKS = "Hook cards per game, of all seats together"
_CONTESTS = "Where contests happen: rounds per game in which several claim cards of a type"
_CHOICES = "What is chosen: choices per game, of all seats together"
_LABELS = {
    "stars_alone": ("alone", _STARS),
    "stars_contested": ("in a contest", _STARS),
    "stars_left_over": ("left over after a contest", _STARS),
    "stars_by_treasure": ("with the treasure card", _STARS),
    "stars_lost": ("not won by anybody", _STARS),
    "failed_treasures": ("drawn for a treasure card that won nothing", _HOOKS),
    "slips": ("drawn for a slip", _HOOKS),
    "hooks_returned": ("given back for gold coins", _HOOKS),
    "contests_shown": ("the type of the face-up card", _CONTESTS),
    "contests_hidden": ("a type that only lay face down", _CONTESTS),
    "chose_shown": ("the type of the face-up card", _CHOICES),
    "chose_hidden": ("a type that only lay face down", _CHOICES),
    "chose_absent": ("a type that did not lie there", _CHOICES),
    "treasures": ("the treasure card", _CHOICES),
}
_THIRD_LABELS = ("in the first third of the rounds", "in the second third", "in the last third")


class Cofre:
    """A simultaneous game: choose in secret what to claim, and share it with nobody if you can.

    The methods are those of `protocol.Game`, `protocol.GivesExactAnswers`, `positions.GivesAdvice`,
    `balance.CanBeBalanced` and `balance.HasDoubts`; for the tips see `tips.HasTips`.
    """

    name = "cofre"
    title = "Cofre"
    default_players = 4
    default_policy = "stars"
    length_unit = "rounds"
    step = "round"
    measures = (
        Measure("scores", "score", per_seat=True),
        Measure("hooks", "hook cards drawn"),
        Measure("cards_lost", "chest cards that nobody won"),
        *(
            Measure(f"stars_in_third_{number}", label, group=_THIRDS)
            for number, label in enumerate(_THIRD_LABELS, 1)
        ),
        *(Measure(key, label, group=group) for key, (label, group) in _LABELS.items()),
    )
    conditions: tuple[Conditions, ...] = ()
    how_to_read = (
        "All choose at the same time, so no seat is ahead of the others, unless they differ in speed or slips.",
        "A game lasts as many rounds as the deck has lines of three chest cards.",
        "A score is the stars on the cards won, less one for each hook card.",
        "A shared win counts as equal parts.",
    )
    rules = SCHEMA
    policies = EVERY_POLICY
    questions = QUESTIONS
    tips = TIPS
    fields = FIELDS
    tip_players = TIP_PLAYERS
    close_measures: Sequence[balance.CloseMeasure] = CLOSE_MEASURES
    strong = "expert"
    weak = "stars"

    def check(self, rules: Rules, players: int) -> None:
        """See `protocol.Game.check`."""
        check_table(rules, players)

    def play(self, setup: Setup, seed: int, first: int, count: int, stop: Integers) -> Records:
        """See `protocol.Game.play`."""
        from analyzer.games.cofre import faults
        from analyzer.games.cofre.kernel.block import play_block  # compiles or loads the kernel
        from analyzer.games.cofre.setup import kernel_input

        given = kernel_input(setup)
        results = np.zeros((count, at.COLUMNS), np.int32)
        error = None
        try:
            play_block(
                given.tables,
                given.hiddens,
                given.policies,
                given.plugins,
                np.uint64(seed),
                np.int64(first),
                results,
                stop,
            )
        except Exception as raised:  # by a policy of the user's own
            error = raised
        played = int(np.count_nonzero(results[:, at.ROUNDS]))  # no game is over without a round
        fault = faults.found(given, setup, seed, first + played, error)
        if fault is not None:
            raise fault from error
        return plain_records(results[:played], setup.players)

    def trace(self, setup: Setup, seed: int, game: int) -> list[Event]:
        """See `protocol.Game.trace`."""
        from analyzer.games.cofre.trace import trace

        return trace(setup, seed, game)

    def scenes(self, events: Sequence[Event], seat: int | None = None) -> list[Scene]:
        """See `protocol.Game.scenes`."""
        from analyzer.games.cofre.watching import scenes

        return scenes(events, seat)

    def exact(self, rules: Rules, players: int, shown: str | None, strategies: Sequence[str]) -> ExactAnswer:
        """See `protocol.GivesExactAnswers.exact`."""
        from analyzer.games.cofre.exact.answer import answer

        return answer(rules, players, shown, strategies)

    def position(self, question: str, setup: Setup, seat: int | None, given: Given) -> Position:
        """See `positions.GivesAdvice.position`."""
        from analyzer.games.cofre.position.reading import read_position

        return read_position(question, setup, seat, given)

    def play_on(
        self, position: Position, actions: Sequence[int], seed: int, first: int, count: int, stop: Integers
    ) -> Shares:
        """See `positions.GivesAdvice.play_on`."""
        from analyzer.games.cofre.position.onward import play_on

        return play_on(position, actions, seed, first, count, stop)

    def variations(
        self, rules: Rules, cards: Sequence[str], up_to: int, grow: bool
    ) -> Sequence[balance.Variation]:
        """See `balance.CanBeBalanced.variations`."""
        from analyzer.games.cofre.balance.variations import variations

        return variations(rules, cards, up_to, grow)

    def deals_alike(self, rules: Rules, base: Rules) -> bool:
        """See `balance.DealsAlike.deals_alike`."""
        from analyzer.games.cofre.balance.dealing import deals_alike

        return deals_alike(rules, base)

    def play_closely(
        self, setup: Setup, seed: int, first: int, count: int, stop: Integers, again: int = 0
    ) -> Records:
        """See `balance.CanBeBalanced.play_closely`."""
        from analyzer.games.cofre.balance.close import play_closely

        return play_closely(setup, seed, first, count, stop, again)

    def doubts(self, rules: Rules, players: int) -> Sequence[balance.Doubt]:
        """See `balance.HasDoubts.doubts`."""
        from analyzer.games.cofre.balance.doubts import doubts

        return doubts(rules, players)

    def plausible_decks(
        self,
        rules: Rules,  # noqa: ARG002 - whatever is played at present
        players: int,  # noqa: ARG002 - a deck serves all
    ) -> balance.PlausibleDecks:
        """See `balance.HasDoubts.plausible_decks`."""
        from analyzer.games.cofre.balance.decks import plausible_decks

        return plausible_decks()

    def plausible_deck(
        self,
        rules: Rules,
        players: int,  # noqa: ARG002 - as in `plausible_decks`
        point: Sequence[int],
    ) -> Sequence[str]:
        """See `balance.HasDoubts.plausible_deck`."""
        from analyzer.games.cofre.balance.decks import plausible_deck

        return plausible_deck(rules, point)

    def example_policy(self) -> str:
        """See `protocol.Game.example_policy`."""
        return Path(__file__).with_name("policies").joinpath("example.py").read_text(encoding="utf-8")
