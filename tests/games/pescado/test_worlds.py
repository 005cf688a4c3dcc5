"""What a player cannot see is filled in so that it fits, every way being as likely as any other.

Counts are compared with what is expected by Pearson's chi-square, with a p-value above 1e-4.
"""

import random
from collections import Counter

import numpy as np
import pytest
from scipy.stats import chisquare

from analyzer.core.jit import JIT_IS_ON
from analyzer.games.pescado.cards import CARD_NUMBERS, HAND, cards_of, set_of
from tests.games.pescado.advised import position, prepared, said_of, worlds
from tests.games.pescado.dealt_out import hands, hidden_cards, late
from tests.games.pescado.positions import EVERY_NUMBER, EVERY_SPECIAL, Asked, walk
from tests.games.pescado.tables import random_table

WORLDS = 60_000
LEAST_P = 1e-4
GAMES = 8 if JIT_IS_ON else 2

compiled_only = pytest.mark.skipif(not JIT_IS_ON, reason="takes the kernel's speed")


def asked(said, players=2):
    return position(["greedy-cards"] * players, 0, **said)


def numbered(cards):
    return set_of([CARD_NUMBERS[card] for card in cards])


def chi_square_p(found, outcomes):
    """The chance of such counts, or less even ones, if all outcomes are as likely."""
    assert set(found) <= set(outcomes)
    even = sum(found.values()) / len(outcomes)
    assert even > 5
    return chisquare([found[outcome] for outcome in outcomes], [even] * len(outcomes)).pvalue


def others_hands(hiddens, players):
    """How often the others hold which hands."""
    return Counter(zip(*(hiddens["hands"][:, seat].tolist() for seat in range(1, players)), strict=True))


@compiled_only
@pytest.mark.parametrize(
    ("players", "held", "specials", "outcomes"),
    [
        (2, 3, 2, 10),  # of 5 unseen number cards, 2 are left out
        (2, 3, 1, 6 * 9),  # besides, one of 9 special cards is in the round
        (2, 2, 0, 45),  # nothing but special cards is unseen in the round
        (3, 3, 2, 28 * 20),
        (3, 2, 1, 10 * 9 * 6),
        (4, 1, 2, 10 * 6),
    ],
)
def test_every_way_that_the_others_hands_may_be_is_equally_likely(players, held, specials, outcomes):
    said = late(random.Random(outcomes), players, held=held, specials=specials)
    every = [
        tuple(map(numbered, dealt))
        for cards in hidden_cards(said)
        for dealt in hands(cards, [held] * (players - 1))
    ]
    assert len(set(every)) == outcomes
    _, hiddens = worlds(asked(said, players), WORLDS)
    assert chi_square_p(others_hands(hiddens, players), every) > LEAST_P


@compiled_only
def test_an_uneven_filling_would_be_noticed():
    said = late(random.Random(10))
    every = [(numbered(cards),) for cards in hidden_cards(said)]
    _, hiddens = worlds(asked(said), WORLDS)
    found = others_hands(hiddens, 2)
    found[every[0]] += WORLDS // 100
    assert chi_square_p(found, every) < LEAST_P


@compiled_only
def test_the_cards_to_be_dealt_are_as_likely_as_those_in_hands():
    said = late(random.Random(4), held=1, deals_left=1)
    every = [
        tuple(map(numbered, dealt)) for cards in hidden_cards(said) for dealt in hands(cards, [1, HAND, HAND])
    ]
    assert len(set(every)) == 36 * 7 * 20
    _, hiddens = worlds(asked(said), WORLDS)
    deck = [tuple(row) for row in hiddens["cards"].tolist()]
    found = Counter(
        (other, set_of(row[first : first + HAND]), set_of(row[first + HAND : end]))
        for other, row, first, end in zip(
            hiddens["hands"][:, 1].tolist(),
            deck,
            hiddens["next_card"].tolist(),
            hiddens["card_count"].tolist(),
            strict=True,
        )
    )
    assert chi_square_p(found, every) > LEAST_P


@compiled_only
def test_captured_cards_that_are_not_told_of_are_dealt_to_those_who_may_have_them():
    said = late(random.Random(6), untold={1: 2})
    at = asked(said)
    assert at.state.untold == 0b10
    every = [tuple(map(numbered, dealt)) for cards in hidden_cards(said) for dealt in hands(cards, [HAND, 2])]
    tables, hiddens = worlds(at, WORLDS)
    found = Counter(zip(hiddens["hands"][:, 1].tolist(), tables["captured"][:, 1].tolist(), strict=True))
    assert len(every) == 210
    assert chi_square_p(found, every) > LEAST_P


@compiled_only
def test_each_such_card_goes_to_any_of_several_seats():
    said = late(random.Random(7), 3, untold={1: 1, 2: 0})
    tables, _ = worlds(asked(said, 3), WORLDS)
    found = Counter(zip(*(tables["captured"][:, seat].tolist() for seat in (1, 2)), strict=True))
    hidden = {CARD_NUMBERS[card] for cards in hidden_cards(said) for card in cards}
    assert len(hidden) == 9
    every = [pair for card in hidden for pair in ((1 << card, 0), (0, 1 << card))]
    assert chi_square_p(found, every) > LEAST_P


def positions(count):
    """What players see in games at tables of all kinds, and who is to play."""
    pick = random.Random(31)
    for game in range(count):
        players, changes, policies = random_table(pick)
        asked_of = Asked(players, policies, changes)
        for place in walk(asked_of, game):
            if pick.random() < 0.15:
                yield place, policies, changes


@pytest.mark.interpreted
def test_in_every_world_the_cards_are_those_of_a_round_that_the_player_may_be_in():
    checked = 0
    for place, policies, changes in positions(GAMES):
        table = place.table
        seat, players = place.seat, len(policies)
        at = position(policies, seat, changes, **said_of(table))
        for seen, hidden in zip(*prepared(at, 4), strict=True):
            deck = hidden["cards"][int(hidden["next_card"]) : int(hidden["card_count"])].tolist()
            zones = [cards_of(hidden["hands"][other]) for other in range(players)]
            zones += [cards_of(seen["captured"][other]) for other in range(players)]
            zones += [cards_of(seen["table"]), deck]
            in_round = [card for zone in zones for card in zone]
            specials = [card for card in in_round if EVERY_SPECIAL >> card & 1]
            assert len(in_round) == len(set(in_round))
            assert len(in_round) - len(specials) == 40 - int(table["left_out"])
            assert len(specials) == int(table["specials_in"])
            assert set_of(in_round) & ~int(table["deck"]) == 0
            assert hidden["hands"][seat] == table["hand"]
            assert [len(zone) for zone in zones[:players]] == table["hand_size"][:players].tolist()
            assert len(deck) == HAND * players * int(table["deals"] - 1 - table["deal"])
            assert all(np.array_equal(seen[name], table[name]) for name in seen.dtype.names)
            checked += 1
    assert checked > 20 * GAMES


@pytest.mark.interpreted
def test_a_deck_of_number_cards_alone_can_be_filled_in():
    rules = ["options.specials_in=0", "options.left_out=12", "deck.specials=[]"]
    at = position(["greedy-cards"] * 2, 0, rules, hand="1 2 3", table="4 5 6 7")
    tables, hiddens = worlds(at, 3)
    for table, hidden in zip(tables, hiddens, strict=True):
        assert set_of(hidden["cards"].tolist()[: int(hidden["card_count"])]) & ~EVERY_NUMBER == 0
        assert int(hidden["card_count"]) == 28 - 10
        assert int(table["captured"].sum()) in (0, int(table["captured"][0]))
