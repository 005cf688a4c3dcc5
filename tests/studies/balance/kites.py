"""A game whose cards have effects that can be reckoned: two cards are turned over, and somebody's kite stays up.

Where the first card is a gust, seat 0 wins. Else the winner is drawn, in proportion to what the seats' policies weigh:
in `fate` of 100 deals from the deal, in the others afresh each time. Where the second card is lead, the game is four
rounds longer. A fog wins for seat 1, but only if the rule `fogs_count` holds and a fog is in the deck, which has none.
Ribbons do nothing at all, like plain cards.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from analyzer.errors import UserError, did_you_mean
from analyzer.games.balance import CloseMeasure, Variant, Variation
from analyzer.games.policyspec import Policy
from analyzer.games.protocol import SHARES, Conditions, Event, Integers, Measure, Records, Scene, Setup
from analyzer.games.rulesfile import Rules, RulesSchema
from analyzer.games.settings import Boolean, Option, Whole
from tests.studies.lots import uniform

CARDS = {"plain": 30, "gust": 2, "lead": 2, "ribbon": 2, "fog": 0}
SPECIALS = ("gust", "lead", "ribbon")
WEIGHTS = {"steady": 1.0, "sharp": 3.0, "dull": 0.5}
LONGER = 4
"""Rounds that lead makes a game longer."""

Floats = npt.NDArray[np.float64]


def listed(rules: Rules) -> list[str]:
    """The cards of a deck, one after the other."""
    return [card for card in CARDS for _ in range(rules.deck.whole(card))]


def alike(rules: Rules, base: Rules) -> list[str]:
    """The cards of a deck, each that the base has too in the same place."""
    cards, places = listed(rules), listed(base)
    if len(cards) != len(places):
        raise ValueError("decks of different sizes cannot be dealt alike")
    spare = list(cards)
    found: list[str | None] = []
    for card in places:
        found.append(card if card in spare else None)
        if card in spare:
            spare.remove(card)
    return [spare.pop(0) if card is None else card for card in found]


class Kites:
    """See `protocol.Game` and `balance.CanBeBalanced`."""

    name = "kites"
    title = "Kites"
    default_players = 4
    default_policy = "steady"
    length_unit = "rounds"
    step = "round"
    measures = (
        Measure("gusts", "gusts"),
        Measure("falls", "falls", per_seat=True),
        Measure("early", "games decided early", group="When", is_rate=True),
    )
    conditions: tuple[Conditions, ...] = ()
    how_to_read = ("The wind blows where it wants.",)
    rules = RulesSchema(
        game="kites",
        title="Kites",
        builtin={"standard": Path(__file__).with_name("kites.toml")},
        deck_rule="K1: the cards",
        cards=tuple(Option(card, copies, Whole(0, 60), "K1", card) for card, copies in CARDS.items()),
        other_cards=None,
        complete=lambda given: {card: given.get(card, copies) for card, copies in CARDS.items()},
        options=(
            Option("fate", 0, Whole(0, 100), "K2", "deals in a hundred that decide who wins"),
            Option("fogs_count", False, Boolean(), "K3", "whether a fog wins for seat 1"),
            Option("storms", 0, Whole(0, 1000), "K4", "games in a thousand that nobody finishes"),
            Option("swirl", 0, Whole(0, 9), "K5", "how often the deck is shuffled again"),
        ),
        check=lambda _: None,
    )
    policies: Mapping[str, Policy] = {name: Policy(name, "flies a kite", ()) for name in WEIGHTS}
    close_measures = (
        CloseMeasure("swing", "changes of the lead", "lead_changes", "", False, "How often the lead changes."),
        CloseMeasure("forced", "forced turns", "forced_turns", "all_turns", True, "Turns without a choice."),
        CloseMeasure(
            "late", "rounds behind", "behind", "", False, "How late the winner is still behind.", finished_only=True
        ),
    )  # fmt: skip
    strong = "sharp"
    weak = "dull"

    def check(self, rules: Rules, players: int) -> None:
        cards = len(listed(rules))
        if cards < 6 * players:
            raise UserError(f"{cards} cards are too few for {players} players (K1).")

    def variations(self, rules: Rules, cards: Sequence[str], up_to: int, grow: bool) -> Sequence[Variation]:
        for card in cards:
            if card not in SPECIALS:
                raise UserError(f'There is no card "{card}" to vary.{did_you_mean(card, SPECIALS)}')
        found = []
        for card in cards or SPECIALS:
            present, plain = rules.deck.whole(card), rules.deck.whole("plain")
            variants = []
            for copies in range(up_to + 1):
                settings = [f"deck.{card}={copies}"]
                if not grow:
                    settings.append(f"deck.plain={plain + present - copies}")
                variants.append(Variant(f"{copies} copies", copies, [] if copies == present else settings))
            found.append(
                Variation(f"deck.{card}", f"copies of {card}", "copies", variants, "In place of plain.")
            )
        return found

    def deals_alike(self, rules: Rules, base: Rules) -> bool:
        return len(listed(rules)) == len(listed(base)) and rules.options["swirl"] == base.options["swirl"]

    def play(self, setup: Setup, seed: int, first: int, count: int, stop: Integers) -> Records:
        return self._play(setup, seed, first, count, stop, 0)

    def play_closely(
        self, setup: Setup, seed: int, first: int, count: int, stop: Integers, again: int = 0
    ) -> Records:
        records = self._play(setup, seed, first, count, stop, again)
        games = np.arange(first, first + records.games)
        turns = 1 + np.floor(6 * uniform(seed, games, 20)).astype(np.int64)
        watched = {
            "lead_changes": np.floor(4 * uniform(seed, games, 21)).astype(np.int64),
            "all_turns": turns,
            "forced_turns": np.floor(turns * uniform(seed, games, 22)).astype(np.int64),
            "behind": np.floor(records.lengths * uniform(seed, games, 23)).astype(np.int64),
        }
        return replace(records, measures={**records.measures, **watched})

    def _play(self, setup: Setup, seed: int, first: int, count: int, stop: Integers, again: int) -> Records:
        games = np.arange(first, first + (0 if stop[0] else count))

        def deal(purpose: int) -> Floats:
            return uniform(seed, games, purpose)

        def later(purpose: int) -> Floats:
            return uniform(seed, games, purpose + 100 * (again + 1))

        rules = setup.rules
        cards = np.array(listed(rules) if setup.dealt_like is None else alike(rules, setup.dealt_like))
        swirl = 1000 * rules.options.whole("swirl")
        one = np.floor(len(cards) * deal(swirl + 1)).astype(np.int64)
        two = np.floor((len(cards) - 1) * deal(swirl + 2)).astype(np.int64)
        two += two >= one
        weights = np.array([WEIGHTS[spec.name] for spec in setup.policies])
        by_deal = 100 * deal(3) < rules.options.whole("fate")
        drawn = np.where(by_deal, deal(4), later(5))
        winner = np.searchsorted(np.cumsum(weights / weights.sum()), drawn, side="right")
        winner = np.minimum(winner, setup.players - 1)
        winner[cards[one] == "gust"] = 0
        if rules.options["fogs_count"]:
            winner[cards[one] == "fog"] = 1
        finished = 1000 * later(7) >= rules.options.whole("storms")
        lengths = (10 + np.floor(5 * later(6)) + LONGER * (cards[two] == "lead")).astype(np.int64)
        seats = np.arange(setup.players)[:, np.newaxis]
        return Records(
            shares=((winner == seats) & finished) * np.int8(SHARES),
            finished=finished,
            lengths=lengths,
            steps=lengths,
            measures={
                "gusts": (cards[one] == "gust").astype(np.int64),
                "falls": (winner != seats).astype(np.int8),
                "early": (lengths < 12).astype(np.int8),
            },
        )

    def trace(self, setup: Setup, seed: int, game: int) -> list[Event]:
        raise NotImplementedError

    def scenes(self, events: Sequence[Event], seat: int | None = None) -> list[Scene]:
        raise NotImplementedError

    def example_policy(self) -> str:
        raise NotImplementedError


class Still(Kites):
    """Kites that all stay up for as long."""

    name = "still"
    title = "Still air"

    def _play(self, *given: Any) -> Records:
        records = super()._play(*given)
        return replace(records, lengths=np.full_like(records.lengths, LONGER))


class Clash(Kites):
    """A game that calls two measures by one name."""

    name = "clash"
    close_measures = (CloseMeasure("gusts", "gusts seen", "lead_changes", "", False, "How many are seen."),)
