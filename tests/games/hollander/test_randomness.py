"""Chance falls as the rules page says: against the reference engine, and choice by choice.

Two engines that share nothing play four `random` players (H30), each with cards and choices of its own. With shares p
and q of m and n games they differ by z = (p - q) / sqrt(r (1 - r) (1/m + 1/n)), r being the share of both together;
means a and b with standard errors s and t differ by z = (a - b) / sqrt(s² + t²). |z| stays below 4 by all but one
chance in 16,000. The reference engine's games are kept in `random_players.json`; after a change of it or of the rules
`python -m tests.games.hollander.test_randomness` plays them again, some minutes long.

Choices are counted against what H30 and H32 say by Pearson's chi-square, with a p-value above 1e-4.
"""

import json
from collections import Counter, defaultdict
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from itertools import combinations
from math import sqrt
from pathlib import Path
from random import Random
from typing import Any

import pytest
from scipy.stats import chi2

from analyzer import simulate
from analyzer.core.jit import JIT_IS_ON
from analyzer.studies.request import set_table
from tests.reference import hollander as reference

pytestmark = pytest.mark.skipif(not JIT_IS_ON, reason="takes the kernel's speed")

PLAYERS = 4
REFERENCE_GAMES = 20_000
KERNEL_GAMES = 400_000
RECORD = Path(__file__).with_name("random_players.json")
MEASURES = {"takes": "take", "burns": "burn", "plays": "play"}
CHUNKS = 40
MOST_Z = 4.0
LEAST_P = 1e-4


# Against the reference engine


def play_reference(chunk: int) -> Counter[str]:
    """Sums over some games of the reference engine, all its dice being Python's."""
    rng = Random(f"randomness {chunk}")
    player = reference.RandomPlayer(rng)
    sums: Counter[str] = Counter()
    for _ in range(REFERENCE_GAMES // CHUNKS):
        deal = reference.deal(reference.standard_rules(), PLAYERS, rng, ["random"] * PLAYERS)
        events = reference.play(deal, player)
        last = events[-1]
        if last["event"] == "win":
            sums[f"seat {last['seat']}"] += 1
            sums["length"] += last["turns"]
            sums["length squared"] += last["turns"] ** 2
        else:
            sums["unfinished"] += 1
        counts = Counter(event["event"] for event in events)
        for measure, event in MEASURES.items():
            sums[measure] += counts[event]
            sums[f"{measure} squared"] += counts[event] ** 2
    return sums


@cache
def reference_chunks() -> list[Counter[str]]:
    """What `play_reference` found once: at each run it would take minutes. A chunk of it is played again below."""
    return [Counter(chunk) for chunk in json.loads(RECORD.read_text(encoding="utf-8"))]


@cache
def reference_sums() -> Counter[str]:
    return sum(reference_chunks(), Counter())


@cache
def kernel_sums() -> Counter[str]:
    tally = simulate("hollander", players=PLAYERS, policies=["random"], games=KERNEL_GAMES, seed=2).tally
    sums = Counter({"unfinished": tally.unfinished})
    for seat, shares in enumerate(tally.wins.tolist()):
        sums[f"seat {seat}"] = shares // 60
    for length, games in enumerate(tally.lengths.tolist()):
        sums["length"] += games * length
        sums["length squared"] += games * length**2
    for measure in MEASURES:
        sums[measure] = int(tally.sums[measure][0])
        sums[f"{measure} squared"] = int(tally.squares[measure][0])
    return sums


def z_of_shares(one: int, games_one: int, other: int, games_other: int) -> float:
    both = (one + other) / (games_one + games_other)
    return (one / games_one - other / games_other) / sqrt(
        both * (1 - both) * (1 / games_one + 1 / games_other)
    )


def mean_and_error(total: int, squares: int, games: int) -> tuple[float, float]:
    mean = total / games
    return mean, sqrt((squares / games - mean**2) / (games - 1))


def z_of_means(one: tuple[float, float], other: tuple[float, float]) -> float:
    return (one[0] - other[0]) / sqrt(one[1] ** 2 + other[1] ** 2)


@pytest.mark.parametrize("what", [*(f"seat {seat}" for seat in range(PLAYERS)), "unfinished"])
def test_each_seat_wins_as_often_as_in_the_reference_engine(what: str) -> None:
    theirs, ours = reference_sums()[what], kernel_sums()[what]
    assert abs(z_of_shares(ours, KERNEL_GAMES, theirs, REFERENCE_GAMES)) < MOST_Z


def test_games_last_as_long_as_in_the_reference_engine() -> None:
    ours, theirs = (
        mean_and_error(sums["length"], sums["length squared"], games - sums["unfinished"])
        for sums, games in ((kernel_sums(), KERNEL_GAMES), (reference_sums(), REFERENCE_GAMES))
    )
    assert abs(z_of_means(ours, theirs)) < MOST_Z


@pytest.mark.parametrize("measure", MEASURES)
def test_as_much_happens_in_a_game_as_in_the_reference_engine(measure: str) -> None:
    ours, theirs = (
        mean_and_error(sums[measure], sums[f"{measure} squared"], games)
        for sums, games in ((kernel_sums(), KERNEL_GAMES), (reference_sums(), REFERENCE_GAMES))
    )
    assert abs(z_of_means(ours, theirs)) < MOST_Z


def test_so_many_games_would_show_six_percent_of_wins_or_two_of_turns() -> None:
    games, wins = REFERENCE_GAMES, REFERENCE_GAMES // PLAYERS
    assert z_of_shares(wins * KERNEL_GAMES // games, KERNEL_GAMES, round(1.06 * wins), games) < -MOST_Z
    sums = reference_sums()
    mean, error = mean_and_error(sums["length"], sums["length squared"], games - sums["unfinished"])
    assert z_of_means((1.02 * mean, 0), (mean, error)) > MOST_Z


def test_the_record_of_the_reference_engine_is_what_it_plays() -> None:
    assert len(reference_chunks()) == CHUNKS
    assert sum(sums[f"seat {seat}"] for sums in reference_chunks() for seat in range(PLAYERS)) == (
        REFERENCE_GAMES - reference_sums()["unfinished"]
    )
    assert play_reference(CHUNKS - 1) == reference_chunks()[-1]


# Choice by choice


class Choices:
    """Choices with equally likely outcomes, counted by how many outcomes there were."""

    def __init__(self) -> None:
        self.counts: dict[Any, list[int]] = {}

    def add(self, chosen: int, outcomes: int, kind_of_choice: object = None) -> None:
        if outcomes > 1:
            counts = self.counts.setdefault((outcomes, kind_of_choice), [0] * outcomes)
            counts[chosen] += 1

    def check(self, at_least: int) -> None:
        """Each outcome came up as often as any other, where there are enough choices to tell."""
        usable = [counts for counts in self.counts.values() if sum(counts) >= 5 * len(counts)]
        assert sum(map(sum, usable)) >= at_least
        statistic = sum(chi_square(counts, [1 / len(counts)] * len(counts)) for counts in usable)
        assert chi2.sf(statistic, sum(len(counts) - 1 for counts in usable)) > LEAST_P


def chi_square(counts: Sequence[int], chances: Sequence[float]) -> float:
    total = sum(counts)
    return sum(
        (count - total * chance) ** 2 / (total * chance)
        for count, chance in zip(counts, chances, strict=True)
    )


class Kinds:
    """How often each kind was drawn, against the sum of its chances, one draw at a time."""

    def __init__(self) -> None:
        self.excess: defaultdict[str, float] = defaultdict(float)
        self.variance: defaultdict[str, float] = defaultdict(float)
        self.draws = 0

    def add(self, drawn: str, cards: Sequence[str]) -> None:
        self.draws += 1
        for kind in set(cards):
            chance = cards.count(kind) / len(cards)
            self.excess[kind] += (kind == drawn) - chance
            self.variance[kind] += chance * (1 - chance)

    def check(self, at_least: int) -> None:
        assert self.draws >= at_least
        assert len(self.variance) == 16
        for kind, variance in self.variance.items():
            assert variance < 10 or abs(self.excess[kind]) / sqrt(variance) < MOST_Z, kind
        assert sum(variance > 10 for variance in self.variance.values()) >= 14


class Watched(reference.Recorded):
    """Feeds a recorded game to the reference engine, which knows what could have been chosen."""

    def __init__(self, events: Sequence[dict[str, Any]], seen: "Seen") -> None:
        super().__init__(events)
        self.seen = seen

    def play(self, seat: int, game: reference.Game, legal: list[reference.Play]) -> reference.Play:
        chosen = super().play(seat, game, legal)
        self.seen.plays.add(legal.index(chosen), len(legal))
        self.seen.kinds_played.add(chosen[0], [kind for kind, _ in legal])
        self.seen.joined_by_battle += any(count > len(game.hand[seat]) > 0 for _, count in legal)
        return chosen

    def final_card(self, seat: int, game: reference.Game) -> str:
        chosen = super().final_card(seat, game)
        self.seen.finals.add(chosen, game.final[seat])
        return chosen

    def wormhole(self, seat: int, game: reference.Game) -> int:
        chosen = super().wormhole(seat, game)
        self.seen.wormholes.add((chosen - seat) % game.players - 1, game.players - 1, seat)
        return chosen

    def pirate(
        self, seat: int, game: reference.Game, possible: dict[int, list[str]]
    ) -> reference.Exchange | None:
        exchange = super().pirate(seat, game, possible)
        assert exchange is not None  # H30: it always exchanges if it can
        other, zone, gives, gets = exchange
        opponents = sorted(possible)
        self.seen.opponents.add(opponents.index(other), len(opponents), seat)
        self.seen.zones.add(possible[other].index(zone), len(possible[other]), tuple(possible[other]))
        self.seen.gives[zone].add(gives, game.zone_cards(zone, seat))
        self.seen.gets[zone].add(gets, game.zone_cards(zone, other))
        return exchange


class Seen:
    """All choices of some games."""

    def __init__(self) -> None:
        self.plays, self.wormholes, self.opponents, self.zones = Choices(), Choices(), Choices(), Choices()
        self.kinds_played, self.finals = Kinds(), Kinds()
        self.gives = {zone: Kinds() for zone in reference.ZONES}
        self.gets = {zone: Kinds() for zone in reference.ZONES}
        self.joined_by_battle = 0


@cache
def seen() -> Seen:
    found = Seen()
    table = set_table(
        "hollander", players=4, policies=["random"], settings=["deck.pirate=10", "deck.wormhole=6"]
    )
    for game in range(400):
        events = table.game.trace(table.setup, 3, game)
        reference.play(events[0], Watched(events, found))
    return found


def test_every_pair_of_kind_and_count_is_as_likely() -> None:
    seen().plays.check(at_least=10_000)
    seen().kinds_played.check(at_least=10_000)


def test_battle_cards_that_may_join_a_play_are_among_the_pairs() -> None:
    assert seen().joined_by_battle > 50


def test_a_wormhole_names_every_other_player_as_often() -> None:
    seen().wormholes.check(at_least=1_000)


def test_a_pirate_finds_every_possible_opponent_as_often() -> None:
    seen().opponents.check(at_least=1_000)


def test_a_pirate_exchanges_in_every_possible_zone_as_often() -> None:
    seen().zones.check(at_least=1_000)
    assert len(seen().zones.counts) >= 3  # all three, and two of them


@pytest.mark.parametrize("zone", reference.ZONES)
def test_a_pirate_gives_and_gets_every_card_as_often(zone: str) -> None:
    seen().gives[zone].check(at_least=500)
    seen().gets[zone].check(at_least=500)


def test_every_final_card_is_turned_as_often() -> None:
    seen().finals.check(at_least=1_000)


# Swaps


@cache
def swaps() -> tuple[list[int], list[int]]:
    """How often each of the 20 ways was taken, and how many cards of a pair among the six were laid."""
    ways = list(combinations(range(6), 3))
    taken, of_a_pair = [0] * len(ways), [0] * 3
    table = set_table(
        "hollander",
        players=6,
        policies=["lowest:swap=random"],
        settings=["deck.pirate=4", "options.turn_limit=1"],
    )
    for game in range(3_000):
        deal, *events = table.game.trace(table.setup, 4, game)
        for event in events[:6]:
            assert event["event"] == "swap"
            six = deal["battle"][event["seat"]] + deal["hand"][event["seat"]]
            copies = Counter(six)
            if len(copies) == 6:
                taken[ways.index(tuple(sorted(six.index(kind) for kind in event["battle"])))] += 1
            elif len(copies) == 5:
                (pair,) = (kind for kind, count in copies.items() if count == 2)
                of_a_pair[event["battle"].count(pair)] += 1
    return taken, of_a_pair


def test_a_random_swap_takes_each_of_the_twenty_ways_as_often() -> None:
    taken, _ = swaps()
    assert sum(taken) > 4_000
    assert chi2.sf(chi_square(taken, [1 / 20] * 20), 19) > LEAST_P


def test_a_random_swap_treats_equal_cards_as_single_ones() -> None:
    _, of_a_pair = swaps()
    assert sum(of_a_pair) > 4_000
    assert chi2.sf(chi_square(of_a_pair, [4 / 20, 12 / 20, 4 / 20]), 2) > LEAST_P


def write_record() -> None:
    with ProcessPoolExecutor(2) as pool:
        chunks = [json.dumps(dict(sorted(sums.items()))) for sums in pool.map(play_reference, range(CHUNKS))]
    RECORD.write_text("[\n" + ",\n".join(chunks) + "\n]\n", encoding="utf-8")


if __name__ == "__main__":
    write_record()
