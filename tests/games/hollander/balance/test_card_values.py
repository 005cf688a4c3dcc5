"""What a card is worth: by exchanging it in the deal, and by seeing who had it."""

from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from scipy.stats import chisquare

from analyzer.core.jit import JIT_IS_ON
from analyzer.games.balance import Scores, Seen, ValuesCards
from analyzer.games.hollander.balance import cards
from analyzer.games.hollander.game import Hollander
from analyzer.games.protocol import Event, PolicyFailed, Setup
from tests.games.hollander.own_policies import LOWEST, table, write

SEED, FIRST = 9, 3
GAME: ValuesCards = Hollander()
SHORT = ("options.turn_limit=150",)
FEW_KINDS = ("deck.pirate=0", "deck.10=0", "deck.kraken=1", "options.hand_size=4", *SHORT)


def exchanged(setup: Setup, zone: int, deals: int, first: int = FIRST, stop: int = 0) -> Scores:
    return GAME.play_exchanged(setup, zone, SEED, first, deals, np.array([stop]))


def seen(setup: Setup, games: int, stop: int = 0) -> Seen:
    return GAME.play_seen(setup, SEED, FIRST, games, np.array([stop]))


def plain_shares(setup: Setup, games: int, first: int = FIRST) -> npt.NDArray[np.integer[Any]]:
    return Hollander().play(setup, SEED, first, games, np.zeros(1, np.int64)).shares


@pytest.mark.interpreted
def test_kinds_are_those_of_the_deck_with_their_copies() -> None:
    setup = table("lowest", settings=FEW_KINDS).setup
    crew = [(str(rank), 4) for rank in range(1, 10)]
    others = [("hollander", 2), ("wormhole", 2), ("island", 2), ("mutiny", 2), ("kraken", 1)]
    assert GAME.kinds(setup) == [*crew, *others]


class Exchanged:
    """The deals that are made, read back before anything is played."""

    def __init__(self, setup: Setup, zone: int, deals: int) -> None:
        from analyzer.games.hollander.cards import KIND_NAMES
        from analyzer.games.hollander.kernel.exchange import deal_exchanged
        from analyzer.games.hollander.openings import kinds_in_deck
        from analyzer.games.hollander.setup import kernel_input

        given = kernel_input(setup)
        self.kinds = [KIND_NAMES[kind] for kind in kinds_in_deck(setup)]
        self.tables = np.full(deals * len(self.kinds), given.tables[0])
        self.hiddens = np.full(deals * len(self.kinds), given.hiddens[0])
        deal_exchanged(
            self.tables,
            self.hiddens,
            given.deck,
            np.uint64(SEED),
            np.int64(FIRST),
            np.int64(zone),
            np.array(kinds_in_deck(setup), np.int64),
        )
        decks = self.hiddens["deck"][:, : len(given.deck)].reshape(deals, len(self.kinds), len(given.deck))
        self.decks = [[[KIND_NAMES[card] for card in deck] for deck in each] for each in decks]


def places_of(zone: int, seat: int, hand_size: int) -> range:
    """Where the cards of a seat's zone lie in the shuffled deck (H3)."""
    first = seat * (6 + hand_size) + {0: 6, 1: 3, 2: 0}[zone]
    return range(first, first + (hand_size if zone == 0 else 3))


@pytest.mark.interpreted
@pytest.mark.parametrize("zone", range(3))
@pytest.mark.parametrize(("players", "settings", "hand_size"), [(4, (), 3), (3, FEW_KINDS, 4)])
def test_one_place_of_the_zone_and_one_other_change_cards(
    zone: int, players: int, settings: tuple[str, ...], hand_size: int
) -> None:
    setup = table("lowest", players=players, settings=settings).setup
    made = Exchanged(setup, zone, 12)
    for deal, decks in enumerate(made.decks):
        seat = (FIRST + deal) % players
        event = Hollander().trace(setup, SEED, FIRST + deal)[0]
        plain = [
            card
            for each in range(players)
            for name in ("final", "battle", "hand")
            for card in event[name][each]
        ] + event["draw_pile"]
        changed = [{place for place, card in enumerate(deck) if card != plain[place]} for deck in decks]
        # It is the same place for all kinds; of the kind that lies there already, the deal stays as it is.
        (slot,) = set.intersection(*(each for each in changed if each)) & {*places_of(zone, seat, hand_size)}
        for kind, deck, places in zip(made.kinds, decks, changed, strict=True):
            assert deck[slot] == kind
            assert Counter(deck) == Counter(plain)
            if kind == plain[slot]:
                assert not places
            else:
                (other,) = places - {slot}
                assert (plain[other], deck[other]) == (kind, plain[slot])


def test_every_place_and_every_copy_is_as_likely() -> None:
    deals = 4_000
    made = Exchanged(table("lowest", players=2).setup, 1, deals)
    kraken = made.kinds.index("kraken")
    slots: Counter[int] = Counter()
    copies: Counter[int] = Counter()
    for decks in made.decks:
        (slot,) = (
            place for place, cards in enumerate(zip(*decks, strict=True)) if len({*cards}) == len(decks)
        )
        slots[slot] += 1
        # Where a card lies in most decks it lies in the deal.
        plain = [Counter(cards).most_common(1)[0][0] for cards in zip(*decks, strict=True)]
        krakens = [place for place, card in enumerate(plain) if card == "kraken" and place != slot]
        moved = [place for place in krakens if decks[kraken][place] != "kraken"]
        if len(krakens) == 2:
            copies[krakens.index(moved[0])] += 1
    assert slots.keys() == {*places_of(1, 0, 3), *places_of(1, 1, 3)}
    assert chisquare([*slots.values()]).pvalue > 0.001
    assert chisquare([copies[0], copies[1]]).pvalue > 0.001


@pytest.mark.interpreted
@pytest.mark.parametrize("policy", ["lowest", "random:swap=random"])
def test_with_the_kind_that_already_lies_there_the_game_is_the_plain_one(policy: str) -> None:
    deals = 60 if JIT_IS_ON else 6
    setup = table(policy, players=3, settings=SHORT).setup
    made, scores, plain = Exchanged(setup, 2, deals), exchanged(setup, 2, deals), plain_shares(setup, deals)
    for deal, decks in enumerate(made.decks):
        seat = (FIRST + deal) % 3
        event = Hollander().trace(setup, SEED, FIRST + deal)[0]
        same = [number for number, deck in enumerate(decks) if own_zones(deck, 3) == zones(event)]
        assert len(same) == 1
        assert scores[same[0], deal] == plain[seat, deal]


def own_zones(deck: list[str], players: int) -> list[list[str]]:
    dealt = [deck[seat * 9 : seat * 9 + 9] for seat in range(players)]
    return [*dealt, deck[players * 9 :]]


def zones(event: Event) -> list[list[str]]:
    seats = range(event["players"])
    return [
        *(event["final"][seat] + event["battle"][seat] + event["hand"][seat] for seat in seats),
        event["draw_pile"],
    ]


def test_weighted_by_copies_the_scores_are_those_of_the_plain_games() -> None:
    setup = table("lowest").setup
    deals = 4_000
    scores = exchanged(setup, 0, deals).astype(float)
    copies = np.array([count for _, count in GAME.kinds(setup)])
    seats = (FIRST + np.arange(deals)) % 4
    plain = plain_shares(setup, deals)[seats, np.arange(deals)]
    difference = copies @ scores / copies.sum() - plain
    assert abs(difference.mean()) < 4 * difference.std() / np.sqrt(deals)


def test_a_kraken_in_hand_is_worth_more_than_a_mutiny() -> None:
    setup = table("lowest").setup
    names = [name for name, _ in GAME.kinds(setup)]
    scores = exchanged(setup, 0, 4_000).astype(float) / GAME.score_unit
    difference = scores[names.index("kraken")] - scores[names.index("mutiny")]
    assert difference.mean() > 4 * difference.std() / np.sqrt(4_000)


@pytest.mark.interpreted
def test_deals_do_not_depend_on_how_they_are_cut_and_a_stop_begins_none(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    setup = table("random", players=2, settings=SHORT).setup
    whole = exchanged(setup, 1, 10)
    monkeypatch.setattr(cards, "_GAMES", 50)
    parts = [exchanged(setup, 1, 4), exchanged(setup, 1, 6, FIRST + 4)]
    assert np.concatenate(parts, axis=1).tolist() == whole.tolist()
    assert exchanged(setup, 1, 10, stop=1).shape == (16, 0)


def test_a_policy_that_breaks_the_rules_in_an_exchanged_deal_is_told_of(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    write("if observation.turn == 1:\n    return 0, 0\n" + LOWEST)
    setup = table("lowest", "my.py:mine", players=2).setup
    with pytest.raises(
        PolicyFailed, match=r"in game 3, turn 1, in seat 1.*\nNo command shows this game: a card"
    ):
        exchanged(setup, 1, 10)


@pytest.mark.interpreted
@pytest.mark.parametrize(
    ("policies", "players", "settings"),
    [
        (("lowest",), 4, ()),
        (("random", "expert"), 2, FEW_KINDS),
        (("random",), 3, (*SHORT, "options.refill_mid_turn=false")),
    ],
)
def test_what_is_seen_is_what_the_trace_tells(
    policies: tuple[str, ...], players: int, settings: tuple[str, ...]
) -> None:
    setup = table(*policies, players=players, settings=settings).setup
    games = 100 if JIT_IS_ON else 3
    found = seen(setup, games)
    kinds = [name for name, _ in GAME.kinds(setup)]
    assert found.games == games
    assert np.array_equal(found.scores, plain_shares(setup, games))
    for game in range(games):
        events = Hollander().trace(setup, SEED, FIRST + game)
        for seat in range(players):
            drawn: Counter[str] = Counter()
            played: Counter[str] = Counter()
            for event in events[1:]:
                if event.get("seat") == seat and event["event"] == "draw":
                    drawn.update(event["cards"])
                if event.get("seat") == seat and event["event"] == "play":
                    played[event["kind"]] += event["count"]
            assert found.drawn[:, seat, game].tolist() == [drawn[kind] for kind in kinds]
            assert found.played[:, seat, game].tolist() == [played[kind] for kind in kinds]
            for zone, name in enumerate(GAME.zones):
                dealt = Counter(events[0][name][seat])
                assert found.dealt[zone, :, seat, game].tolist() == [dealt[kind] for kind in kinds]


def test_cards_played_over_and_over_are_counted_up_to_255() -> None:
    setup = table("random", players=2, settings=("options.turn_limit=10000",)).setup
    found = seen(setup, 200)
    longest = int(np.argmax(found.played.max(axis=(0, 1))))
    events = Hollander().trace(setup, SEED, FIRST + longest)
    played: Counter[tuple[str, int]] = Counter()
    for event in events:
        if event["event"] == "play":
            played[event["kind"], event["seat"]] += event["count"]
    assert max(played.values()) > 255
    for number, (kind, _) in enumerate(GAME.kinds(setup)):
        for seat in range(2):
            assert found.played[number, seat, longest] == min(played[kind, seat], 255)


@pytest.mark.interpreted
def test_a_variant_is_exchanged_in_the_deals_of_its_base() -> None:
    base = table("lowest").setup
    variant = replace(table("lowest", settings=("deck.kraken=3", "deck.6=3")).setup, dealt_like=base.rules)
    own, other = Exchanged(base, 0, 2).decks, Exchanged(variant, 0, 2).decks
    # Ranks without a replaced card are exchanged alike.
    assert sum(one != two for one, two in zip(own[0][0], other[0][0], strict=True)) == 1
