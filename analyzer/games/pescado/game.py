"""Pescado Novo as the rest of the program sees it."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from analyzer.games import balance
from analyzer.games.pescado.balance.cards import SCORE, VALUE_NOTE, WEIGHT, ZONES
from analyzer.games.pescado.balance.close import CLOSE_MEASURES
from analyzer.games.pescado.kernel import results as at
from analyzer.games.pescado.kernel.results import SPECIALS_BY_BIT
from analyzer.games.pescado.policy_list import EVERY_POLICY
from analyzer.games.pescado.position.questions import QUESTIONS
from analyzer.games.pescado.records import plain_records
from analyzer.games.pescado.rules import SCHEMA, check_deck
from analyzer.games.pescado.tips import FIELDS, TIP_PLAYERS, TIPS
from analyzer.games.positions import Given, Position, Shares
from analyzer.games.protocol import Conditions, Event, Integers, Measure, Records, Scene, Setup
from analyzer.games.rulesfile import Rules

_SOURCES = "Where the points come from: points per game, of all seats together"
_DECIDERS = "What decides games: games that others would have won if this had brought no points"
_ITEM_LABELS = {
    "seven_of_tuna": "7 of tuna",
    "most_tuna": "most tuna",
    "most_cards": "most cards",
    "most_sevens": "most sevens",
    "zero": "0",
    "pescados": "pescados",
    "j": "J",
}


class Pescado:
    """A capturing game: make 15 with cards from the table, and score what was captured.

    The methods are those of `protocol.Game`, of `positions.GivesAdvice`, and of `balance.CanBeBalanced`,
    `balance.ValuesCards` and `balance.HasDoubts`; for the tips see `tips.HasTips`.
    """

    name = "pescado"
    title = "Pescado Novo"
    default_players = 2
    default_policy = "greedy-points"
    length_unit = "rounds"
    step = "play"
    measures = (
        Measure("plays", "plays"),
        Measure("pescados", "pescados"),
        Measure("points", "points", per_seat=True),
        *(Measure(f"points_from_{item}", label, group=_SOURCES) for item, label in _ITEM_LABELS.items()),
        *(
            Measure(f"decided_by_{item}", label, group=_DECIDERS, is_rate=True)
            for item, label in _ITEM_LABELS.items()
        ),
    )
    conditions = (
        Conditions(
            "first_round",
            "What a special card in the first round does to the length of the game",
            SPECIALS_BY_BIT,
            "special card",
            note="The special cards of the first round are drawn before anything else is known.",
        ),
        Conditions(
            "any_round",
            "How many games have a special card in any of their rounds",
            SPECIALS_BY_BIT,
            "special card",
            by_chance=False,
            note="Long games have more rounds, and so more special cards: that is no effect of these.",
        ),
    )
    how_to_read = (
        "Seat 0 starts the first round, the next seat the second, and so on clockwise.",
        "A round is played until the deck is out; a game ends after the round in which somebody reaches the target.",
        "Each round draws its special cards anew.",
        "A shared win counts as equal parts.",
        "A game that reaches the round limit is unfinished: it counts, and nobody wins it.",
    )
    rules = SCHEMA
    policies = EVERY_POLICY
    questions = QUESTIONS
    tips = TIPS
    fields = FIELDS
    tip_players = TIP_PLAYERS
    close_measures: Sequence[balance.CloseMeasure] = CLOSE_MEASURES
    strong = "expert"
    weak = "greedy-points"
    zones: Sequence[str] = ZONES
    weight = WEIGHT
    score = SCORE
    score_unit = 1
    is_rate = False
    value_note = VALUE_NOTE

    def check(self, rules: Rules, players: int) -> None:
        """See `protocol.Game.check`."""
        check_deck(rules, players)

    def play(self, setup: Setup, seed: int, first: int, count: int, stop: Integers) -> Records:
        """See `protocol.Game.play`."""
        from analyzer.games.pescado import faults
        from analyzer.games.pescado.kernel.block import play_block  # compiles or loads the kernel
        from analyzer.games.pescado.setup import kernel_input

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
        from analyzer.games.pescado.trace import trace

        return trace(setup, seed, game)

    def scenes(self, events: Sequence[Event], seat: int | None = None) -> list[Scene]:
        """See `protocol.Game.scenes`."""
        from analyzer.games.pescado.watching import scenes

        return scenes(events, seat)

    def example_policy(self) -> str:
        """See `protocol.Game.example_policy`."""
        return Path(__file__).with_name("policies").joinpath("example.py").read_text(encoding="utf-8")

    def position(self, question: str, setup: Setup, seat: int | None, given: Given) -> Position:
        """See `positions.GivesAdvice.position`."""
        from analyzer.games.pescado.position.reading import read_position

        return read_position(question, setup, seat, given)

    def play_on(
        self, position: Position, actions: Sequence[int], seed: int, first: int, count: int, stop: Integers
    ) -> Shares:
        """See `positions.GivesAdvice.play_on`."""
        from analyzer.games.pescado.position.onward import play_on

        return play_on(position, actions, seed, first, count, stop)

    def variations(
        self, rules: Rules, cards: Sequence[str], up_to: int, grow: bool
    ) -> Sequence[balance.Variation]:
        """See `balance.CanBeBalanced.variations`."""
        from analyzer.games.pescado.balance.variations import variations

        return variations(rules, cards, up_to, grow)

    def deals_alike(self, rules: Rules, base: Rules) -> bool:
        """See `balance.DealsAlike.deals_alike`."""
        from analyzer.games.pescado.balance.dealing import deals_alike

        return deals_alike(rules, base)

    def play_closely(
        self, setup: Setup, seed: int, first: int, count: int, stop: Integers, again: int = 0
    ) -> Records:
        """See `balance.CanBeBalanced.play_closely`."""
        from analyzer.games.pescado.balance.close import play_closely

        return play_closely(setup, seed, first, count, stop, again)

    def kinds(self, setup: Setup) -> Sequence[tuple[str, int]]:
        """See `balance.ValuesCards.kinds`."""
        from analyzer.games.pescado.balance.cards import kinds

        return kinds(setup)

    def play_exchanged(
        self,
        setup: Setup,
        zone: int,  # noqa: ARG002 - there is one zone
        seed: int,
        first: int,
        count: int,
        stop: Integers,
    ) -> balance.Scores:
        """See `balance.ValuesCards.play_exchanged`."""
        from analyzer.games.pescado.balance.cards import play_exchanged

        return play_exchanged(setup, seed, first, count, stop)

    def play_seen(self, setup: Setup, seed: int, first: int, count: int, stop: Integers) -> balance.Seen:
        """See `balance.ValuesCards.play_seen`."""
        from analyzer.games.pescado.balance.cards import play_seen

        return play_seen(setup, seed, first, count, stop)

    def doubts(
        self,
        rules: Rules,
        players: int,  # noqa: ARG002 - open for any number
    ) -> Sequence[balance.Doubt]:
        """See `balance.HasDoubts.doubts`."""
        from analyzer.games.pescado.balance.doubts import doubts

        return doubts(rules)

    def plausible_decks(
        self,
        rules: Rules,  # noqa: ARG002 - whatever is played at present
        players: int,  # noqa: ARG002 - the rounds serve all
    ) -> balance.PlausibleDecks:
        """See `balance.HasDoubts.plausible_decks`."""
        from analyzer.games.pescado.balance.decks import plausible_decks

        return plausible_decks()

    def plausible_deck(
        self,
        rules: Rules,  # noqa: ARG002 - as in `plausible_decks`
        players: int,  # noqa: ARG002
        point: Sequence[int],
    ) -> Sequence[str]:
        """See `balance.HasDoubts.plausible_deck`."""
        from analyzer.games.pescado.balance.decks import plausible_deck

        return plausible_deck(point)
