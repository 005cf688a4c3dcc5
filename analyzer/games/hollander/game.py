"""The Flying Hollander as the rest of the program sees it."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from analyzer.games import balance, openings
from analyzer.games.hollander.balance.cards import SCORE, ZONES
from analyzer.games.hollander.balance.close import CLOSE_MEASURES
from analyzer.games.hollander.policy_list import EVERY_POLICY
from analyzer.games.hollander.position.questions import QUESTIONS
from analyzer.games.hollander.records import plain_records
from analyzer.games.hollander.rules import SCHEMA, check_deck
from analyzer.games.hollander.tips import FIELDS, TIP_PLAYERS, TIPS
from analyzer.games.positions import Given, Position, Shares
from analyzer.games.protocol import SHARES, Conditions, Event, Integers, Measure, Records, Scene, Setup
from analyzer.games.rulesfile import Rules


class Hollander:
    """A shedding game: get rid of hand, battle and final cards first.

    The methods are those of `protocol.Game`, of `positions.GivesAdvice`, of `openings.HasOpening`, and of
    `balance.CanBeBalanced`, `balance.ValuesCards` and `balance.HasDoubts`; for the tips see `tips.HasTips`.
    """

    name = "hollander"
    title = "The Flying Hollander"
    default_players = 4
    default_policy = "lowest"
    length_unit = "turns"
    step = "turn"  # H29
    measures = (
        Measure("takes", "takes of the pile"),
        Measure("burns", "burns of the pile"),
        Measure("plays", "plays"),
    )
    conditions: tuple[Conditions, ...] = ()
    how_to_read = (
        "Seat 0 starts; play runs clockwise.",
        "A turn is one player's go, with everything played again after a burn; taking the pile is a turn too.",
        "A game that reaches the turn limit is unfinished: it counts, and nobody wins it.",
    )
    rules = SCHEMA
    policies = EVERY_POLICY
    questions = QUESTIONS
    tips = TIPS
    fields = FIELDS
    tip_players = TIP_PLAYERS
    close_measures: Sequence[balance.CloseMeasure] = CLOSE_MEASURES
    strong = "expert"
    weak = "lowest"
    zones: Sequence[str] = ZONES
    weight = "copies"
    score = SCORE
    score_unit = SHARES
    is_rate = True
    value_note = ""

    def check(self, rules: Rules, players: int) -> None:
        """See `protocol.Game.check`."""
        check_deck(rules, players)

    def play(self, setup: Setup, seed: int, first: int, count: int, stop: Integers) -> Records:
        """See `protocol.Game.play`."""
        from analyzer.games.hollander import faults
        from analyzer.games.hollander.kernel import results as at
        from analyzer.games.hollander.kernel.block import play_block  # compiles or loads the kernel
        from analyzer.games.hollander.setup import kernel_input

        given = kernel_input(setup)
        results = np.zeros((at.ROWS, count), np.int32)
        error = None
        try:
            play_block(
                given.tables,
                given.hiddens,
                given.policies,
                given.plugins,
                given.deck,
                np.uint64(seed),
                np.int64(first),
                results,
                stop,
            )
        except Exception as raised:  # by a policy of the user's own
            error = raised
        played = int(np.count_nonzero(results[at.TURNS]))  # no game is over without a turn
        fault = faults.found(given, setup, seed, first + played, error)
        if fault is not None:
            raise fault from error
        return plain_records(results[:, :played], setup.players)

    def trace(self, setup: Setup, seed: int, game: int) -> list[Event]:
        """See `protocol.Game.trace`."""
        from analyzer.games.hollander.trace import trace

        return trace(setup, seed, game)

    def scenes(self, events: Sequence[Event], seat: int | None = None) -> list[Scene]:
        """See `protocol.Game.scenes`."""
        from analyzer.games.hollander.watching import scenes

        return scenes(events, seat)

    def example_policy(self) -> str:
        """See `protocol.Game.example_policy`."""
        return Path(__file__).with_name("policies").joinpath("example.py").read_text(encoding="utf-8")

    def position(self, question: str, setup: Setup, seat: int | None, given: Given) -> Position:
        """See `positions.GivesAdvice.position`."""
        from analyzer.games.hollander.position.reading import read_position

        return read_position(question, setup, seat, given)

    def play_on(
        self, position: Position, actions: Sequence[int], seed: int, first: int, count: int, stop: Integers
    ) -> Shares:
        """See `positions.GivesAdvice.play_on`."""
        from analyzer.games.hollander.position.onward import play_on

        return play_on(position, actions, seed, first, count, stop)

    def opening(self, setup: Setup) -> openings.Opening:
        """See `openings.HasOpening.opening`."""
        from analyzer.games.hollander.openings import opening

        return opening(setup)

    def play_openings(
        self, setup: Setup, rule: str | Sequence[str], seed: int, first: int, count: int, stop: Integers
    ) -> openings.OpeningRecords:
        """See `openings.HasOpening.play_openings`."""
        from analyzer.games.hollander.openings import play_openings

        return play_openings(setup, rule, seed, first, count, stop)

    def variations(
        self, rules: Rules, cards: Sequence[str], up_to: int, grow: bool
    ) -> Sequence[balance.Variation]:
        """See `balance.CanBeBalanced.variations`."""
        from analyzer.games.hollander.balance.variations import variations

        return variations(rules, cards, up_to, grow)

    def deals_alike(self, rules: Rules, base: Rules) -> bool:
        """See `balance.DealsAlike.deals_alike`."""
        from analyzer.games.hollander.balance.dealing import deals_alike

        return deals_alike(rules, base)

    def play_closely(
        self, setup: Setup, seed: int, first: int, count: int, stop: Integers, again: int = 0
    ) -> Records:
        """See `balance.CanBeBalanced.play_closely`."""
        from analyzer.games.hollander.balance.close import play_closely

        return play_closely(setup, seed, first, count, stop, again)

    def kinds(self, setup: Setup) -> Sequence[tuple[str, int]]:
        """See `balance.ValuesCards.kinds`."""
        from analyzer.games.hollander.balance.cards import kinds

        return kinds(setup)

    def play_exchanged(
        self, setup: Setup, zone: int, seed: int, first: int, count: int, stop: Integers
    ) -> balance.Scores:
        """See `balance.ValuesCards.play_exchanged`."""
        from analyzer.games.hollander.balance.cards import play_exchanged

        return play_exchanged(setup, zone, seed, first, count, stop)

    def play_seen(self, setup: Setup, seed: int, first: int, count: int, stop: Integers) -> balance.Seen:
        """See `balance.ValuesCards.play_seen`."""
        from analyzer.games.hollander.balance.cards import play_seen

        return play_seen(setup, seed, first, count, stop)

    def doubts(
        self,
        rules: Rules,
        players: int,  # noqa: ARG002 - open for any number
    ) -> Sequence[balance.Doubt]:
        """See `balance.HasDoubts.doubts`."""
        from analyzer.games.hollander.balance.doubts import doubts

        return doubts(rules)

    def plausible_decks(self, rules: Rules, players: int) -> balance.PlausibleDecks:
        """See `balance.HasDoubts.plausible_decks`."""
        from analyzer.games.hollander.balance.decks import plausible_decks

        return plausible_decks(rules, players)

    def plausible_deck(self, rules: Rules, players: int, point: Sequence[int]) -> Sequence[str]:
        """See `balance.HasDoubts.plausible_deck`."""
        from analyzer.games.hollander.balance.decks import plausible_deck

        return plausible_deck(rules, players, point)
