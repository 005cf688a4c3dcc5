"""Chance falls as the rules page says: against the reference engine, and choice by choice.

Two engines that share nothing play `random` players (P16), each with cards and choices of its own. With shares p and q
of m and n games they differ by z = (p - q) / sqrt(r (1 - r) (1/m + 1/n)), r being the share of both together; means a
and b with standard errors s and t differ by z = (a - b) / sqrt(s² + t²). |z| stays below 4 by all but one chance in
16,000. Choices are counted against what P2 and P16 say by Pearson's chi-square, with a p-value above 1e-4.
"""

from collections import Counter
from functools import cache
from math import sqrt

import numpy as np
import pytest
from scipy.stats import chi2

from analyzer.core.jit import JIT_IS_ON
from analyzer.games.pescado.cards import CARD_NUMBERS, ITEMS, J, cards_of, set_of
from analyzer.games.pescado.kernel.counting import random_play
from analyzer.games.protocol import SHARES
from analyzer.studies.request import set_table
from tests.games.pescado.positions import Asked, cards, walk
from tests.games.pescado.tables import trace
from tests.reference import pescado as reference

pytestmark = pytest.mark.skipif(not JIT_IS_ON, reason="takes the kernel's speed")

REFERENCE_GAMES = 700
KERNEL_GAMES = 100_000
MOST_Z = 4.0
LEAST_P = 1e-4


# Against the reference engine


@cache
def reference_figures(players):
    """Per game: shares of the win and points per seat, rounds, plays, and points by item."""
    rows = []
    for game in range(REFERENCE_GAMES):
        events = reference.play_game(reference.standard_rules(), players, 11, game)
        last = events[-1]
        winners = last.get("seats", [])
        scores = [event for event in events if event["event"] == "score"]
        row = {f"wins {seat}": (seat in winners) / max(len(winners), 1) for seat in range(players)}
        row |= {f"points {seat}": scores[-1]["totals"][seat] for seat in range(players)}
        row |= {"rounds": last["rounds"], "plays": sum(event["event"] == "play" for event in events)}
        row |= {item: sum(seat[item] for event in scores for seat in event["items"]) for item in ITEMS}
        rows.append(row)
    return {name: np.array([row[name] for row in rows], float) for name in rows[0]}


@cache
def kernel_figures(players):
    table = set_table("pescado", players=players, policies=["random"])
    records = table.game.play(table.setup, 2, 0, KERNEL_GAMES, np.zeros(1, np.int64))
    found = {f"wins {seat}": records.shares[seat] / SHARES for seat in range(players)}
    found |= {f"points {seat}": records.measures["points"][seat] for seat in range(players)}
    found |= {"rounds": records.lengths, "plays": records.measures["plays"]}
    return found | {item: records.measures[f"points_from_{item}"] for item in ITEMS}


def z_of_means(one, other):
    error = sqrt(one.var() / len(one) + other.var() / len(other))
    return 0.0 if error == 0 else (one.mean() - other.mean()) / error


@pytest.mark.parametrize("players", reference.PLAYER_COUNTS)
def test_games_go_as_in_the_reference_engine(players):
    ours, theirs = kernel_figures(players), reference_figures(players)
    assert set(ours) == set(theirs)
    for name, values in theirs.items():
        assert abs(z_of_means(ours[name], values)) < MOST_Z, name


def test_so_many_games_would_show_a_tenth_of_the_points():
    theirs = reference_figures(2)
    for name in ("seven_of_tuna", "pescados", "most_sevens", "points 0"):
        assert abs(z_of_means(1.1 * theirs[name], kernel_figures(2)[name])) > MOST_Z


# Choice by choice


def p_value(counts, expected):
    counts, expected = np.array(counts, float), np.array(expected, float)
    assert expected.min() > 5
    assert counts.sum() == pytest.approx(expected.sum())
    return chi2.sf(((counts - expected) ** 2 / expected).sum(), len(counts) - 1)


def as_play(card, captured):
    """A play of the reference engine as the kernel has it."""
    return CARD_NUMBERS[card], set_of([CARD_NUMBERS[name] for name in captured])


@pytest.mark.parametrize(
    ("hand", "table"),
    [
        ("a-9 b-3 J", "a-6 b-6 c-2 tuna-10 a-4"),
        ("* a-1 b-7", "a-6 b-8 J B c-2"),
        ("1/10 a-8 tuna-1", "a-5 b-4 a-1 c-7 0 -1"),
        ("* 1/10 12", ""),
        ("-2 0 c-10", "a-1 b-1 c-1 tuna-1 a-2 b-2 c-2 tuna-2 a-3 b-3 c-3 tuna-3"),
        ("c-2", "1/10 a-3 b-3 c-3 tuna-3 a-1 b-1 tuna-1 b-2 * 0"),
    ],
)
def test_every_legal_play_is_drawn_as_often(hand, table):
    legal = reference.legal_plays(hand.split(), table.split())
    swept = set_of([J])
    plays = {as_play(*play) for play in legal}
    plays = {(card, taken & ~swept or taken) for card, taken in plays}
    assert len(plays) == len(legal)
    stream = np.array([5, 6, 7, 0], np.uint64)
    draws = 60 * len(plays)
    drawn = Counter()
    for _ in range(draws):
        card, chosen = random_play(np.uint64(cards(table)), np.uint64(cards(hand)), stream)
        drawn[int(card), int(chosen)] += 1
    assert set(drawn) <= plays
    if len(plays) > 1:
        assert p_value([drawn[play] for play in plays], [60] * len(plays)) > LEAST_P


def test_a_huge_table_is_drawn_from_evenly():
    """By the first card of the set: the shares are counted by a dict of sums, see `test_captures`."""
    from tests.games.pescado.test_captures import EVERYTHING, by_sums

    hand = set_of([CARD_NUMBERS["b-1"]])
    table = EVERYTHING & ~hand
    stream = np.array([8, 6, 7, 0], np.uint64)
    probe = [CARD_NUMBERS[name] for name in ("-2", "0", "tuna-1", "c-5", "tuna-10", "1/10", "13")]
    draws = 20_000
    found = Counter()
    for _ in range(draws):
        _, chosen = random_play(np.uint64(table), np.uint64(hand), stream)
        found.update(card for card in probe if int(chosen) >> card & 1)
    total = by_sums(table, 14)
    for card in probe:
        share = 1 - by_sums(table & ~(1 << card), 14) / total
        assert abs(found[card] - draws * share) < MOST_Z * sqrt(draws * share * (1 - share))


def test_choices_depend_on_the_seats_own_stream_alone():
    first, *others = (
        trace(3, [], ["random", policy, "greedy-cards"], 3, 5) for policy in ("random", "expert")
    )
    assert first[:3] != others[0][:3]  # the policies' names
    assert first[1:4] == others[0][1:4]  # the deal, and the first seat's play


# Shuffling (P2)


@cache
def shuffled(games=3_000, changes=()):
    found = []
    for game in range(games):
        position = next(iter(walk(table_of(changes), game)))
        found.append([int(card) for card in position.hidden["cards"][: int(position.hidden["card_count"])]])
    return found


@cache
def table_of(changes):
    return Asked(2, ["greedy-cards"], list(changes))


def test_every_card_is_in_play_as_often_as_it_should():
    decks = shuffled()
    counts = Counter(card for deck in decks for card in deck)
    numbers = [counts[card] for card in cards_of(set_of(range(4, 44)))]
    specials = [counts[card] for card in (0, 1, 2, 3, 44, 45, 46, 47, 48, 49)]
    assert all(len(set(deck)) == 40 for deck in decks)
    # Without putting back, counts vary less than chi-square allows for: by the share that is left out.
    assert p_value(numbers, [len(decks) * 38 / 40] * 40) > LEAST_P
    assert p_value(specials, [len(decks) * 2 / 10] * 10) > LEAST_P
    left_out = [len(decks) - count for count in numbers]
    assert p_value(left_out, [len(decks) * 2 / 40] * 40) > LEAST_P


@pytest.mark.parametrize("card", ["tuna-7", "a-1", "J", "12"])
def test_every_card_lies_at_every_place_as_often(card):
    places = Counter(deck.index(CARD_NUMBERS[card]) for deck in shuffled() if CARD_NUMBERS[card] in deck)
    total = sum(places.values())
    by_five = [sum(places[place] for place in range(first, first + 5)) for first in range(0, 40, 5)]
    assert p_value(by_five, [total / 8] * 8) > LEAST_P


def test_pairs_of_specials_come_up_as_often():
    specials = set_of([0, 1, 2, 3, 44, 45, 46, 47, 48, 49])
    pairs = Counter(set_of(deck) & specials for deck in shuffled())
    assert len(pairs) == 45
    assert p_value([*pairs.values()], [3_000 / 45] * 45) > LEAST_P


def test_a_special_takes_the_place_of_the_one_that_it_stands_in_for():
    with_j = shuffled(60, ('deck.specials=["*", "J", "B", "0"]',))
    with_13 = shuffled(60, ('deck.specials=["*", "13", "B", "0"]',))
    replaced = {CARD_NUMBERS["J"]: CARD_NUMBERS["13"]}
    assert [[replaced.get(card, card) for card in deck] for deck in with_j] == with_13
    assert with_j != with_13


def test_rounds_are_shuffled_apart_whatever_is_played():
    rounds = {
        policy: [
            event["deck"]
            for event in trace(2, ["options.target=40"], [policy], 3, 8)
            if event["event"] == "round"
        ]
        for policy in ("random", "greedy-points")
    }
    common = min(map(len, rounds.values()))
    assert common > 4
    assert rounds["random"][:common] == rounds["greedy-points"][:common]
    assert len({tuple(deck) for deck in rounds["random"]}) == len(rounds["random"])
