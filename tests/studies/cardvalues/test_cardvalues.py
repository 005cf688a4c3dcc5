"""What cards are worth: known values are found, selection fools none but what was drawn and played.

In the game of pouches the chance to win is a sum over a seat's cards. So what a card in a place is worth is what it
adds there, less what it takes away from the seat's other places by not being among the cards that may lie there.
"""

from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np
import pytest
from scipy import stats

from analyzer.runs import playing
from analyzer.runs.work import never
from analyzer.stats.estimate import Estimate
from analyzer.studies.cardvalues import run
from analyzer.studies.cardvalues.exchanged import Exchanged
from analyzer.studies.cardvalues.question import Question
from analyzer.studies.cardvalues.result import CardValues
from analyzer.studies.cardvalues.watched import Watched
from analyzer.studies.request import set_table
from tests.studies.balance.kites import CARDS
from tests.studies.cardvalues.pouches import CHANCE, DRAWN_ABOVE, PLACES, PLAYED_BELOW, UNIT, WORTH, Pouches

ZONES = list(PLACES)
KINDS = [kind for kind, copies in CARDS.items() if copies]
COPIES = [CARDS[kind] for kind in KINDS]
DECK = sum(COPIES)


def question(seed: int = 1, deals: int = 2000, game: Pouches | None = None) -> Question:
    return Question(game or Pouches(), set_table("pouches").setup, seed, deals)


def valued(asked: Question, threads: int = 2) -> CardValues:
    values = CardValues(asked)
    assert run.play(values, threads, lambda _: None, lambda *_: None)
    return values


@cache
def well_known() -> CardValues:
    return valued(question(deals=40_000))


def off_mean(zone: str, kind: str) -> float:
    """What a kind adds in a zone, less what a card adds there on average."""
    return (
        WORTH[zone].get(kind, 0.0)
        - sum(copies * WORTH[zone].get(each, 0.0) for each, copies in zip(KINDS, COPIES, strict=True)) / DECK
    )


def chance(kind: str, place: tuple[str, int] | None) -> float:
    """The chance of a seat to win if the kind lies in a place of its own, or in none of them."""
    mean = CHANCE + sum(len(places) * (-off_mean(zone, "plain")) for zone, places in PLACES.items())
    own = 0.0
    for zone, places in PLACES.items():
        for each in places:
            lies_there = place == (zone, each)
            own += off_mean(zone, kind) if lies_there else -off_mean(zone, kind) / (DECK - 1)
    return mean + own


MEAN = sum(copies * chance(kind, ("sleeve", 2)) for kind, copies in zip(KINDS, COPIES, strict=True)) / DECK


def truth(way: str, kind: str, zone: str) -> float:
    there = chance(kind, (zone, PLACES[zone][0]))
    if way in ("causal", "dealt"):
        return there - MEAN
    if way == "played":
        return chance(kind, ("pouch", 0)) / PLAYED_BELOW - MEAN
    return (chance(kind, None) - DRAWN_ABOVE) / (1 - DRAWN_ABOVE) - MEAN


def covered(values: CardValues, way: str) -> list[bool]:
    found = []
    for row in values.rows():
        estimate = getattr(row, way)
        expected = truth(way, KINDS[row.kind], ZONES[row.zone])
        found.append(estimate.low <= expected <= estimate.high)
    return found


# What is found


@pytest.mark.parametrize("way", ["causal", "dealt", "drawn", "played"])
def test_known_values_lie_in_narrow_intervals(way: str) -> None:
    values = well_known()
    assert all(covered(values, way))
    for row in values.rows():
        found = getattr(row, way)
        assert found.high - found.low < 0.06


def test_exchanged_cards_are_not_fooled_by_selection_and_played_ones_are() -> None:
    ribbons = [row for row in well_known().rows() if KINDS[row.kind] == "ribbon"]
    for row in ribbons:
        assert row.causal is not None
        assert row.dealt is not None
        assert row.played is not None
        assert row.drawn is not None
        assert abs(row.causal.mean) < 0.02
        assert abs(row.dealt.mean) < 0.02
        assert row.played.low > 0.1
        assert row.drawn.high < -0.1


def test_values_weighted_by_copies_add_up_to_zero_to_the_last_digit() -> None:
    values = well_known()
    for exchanged in values.exchanged:
        assert sum(copies * total for copies, total in zip(COPIES, exchanged.sums, strict=True)) == 0
        assert any(exchanged.sums)
    for zone in range(len(ZONES)):
        means = [row.causal.mean for row in values.rows() if row.zone == zone and row.causal]
        assert abs(np.dot(means, COPIES)) < 1e-15


def test_what_was_dealt_agrees_with_exchanged_cards_in_95_of_100_seeds_and_intervals_hold_the_truth() -> None:
    held = dict.fromkeys(("causal", "dealt", "drawn", "played", "agree"), 0)
    for seed in range(100):
        values = valued(question(seed, deals=1000))
        for way in ("causal", "dealt", "drawn", "played"):
            held[way] += all(covered(values, way))
        held["agree"] += values.disagreements() == (0, len(KINDS) * len(ZONES))
    # 95 are expected at least; fewer than 90 come up once in a hundred such tests.
    assert min(held.values()) >= 90, held


def test_values_that_do_not_agree_are_counted() -> None:
    class Liar(Pouches):
        def play_exchanged(self, *given: Any) -> Any:
            scores = super().play_exchanged(*given)
            scores[KINDS.index("ribbon")] = UNIT
            return scores

    found = valued(question(deals=10_000, game=Liar())).disagreements()
    assert found is not None
    assert found[0] >= len(ZONES)


# How it is reckoned


def test_a_value_is_the_mean_difference_from_the_weighted_mean_with_students_interval() -> None:
    scores = np.random.default_rng(3).integers(0, 60, (3, 50))
    copies, half = (5, 2, 1), Exchanged.of(scores[:, :20], (5, 2, 1))
    half.add(Exchanged.of(scores[:, 20:], copies))
    for kind, found in enumerate(half.values(60, is_rate=True, level=0.99)):
        off = [
            Fraction(int(deal[kind]), 60)
            - sum(Fraction(weight * int(each), 60 * 8) for weight, each in zip(copies, deal, strict=True))
            for deal in scores.T
        ]
        error = np.std([float(each) for each in off], ddof=1) / np.sqrt(50)
        half_width = stats.t.ppf(0.995, 49) * error
        assert found.mean == pytest.approx(float(sum(off) / 50), abs=1e-12)
        assert found.high - found.mean == pytest.approx(half_width, rel=1e-9)
        assert found.mean - found.low == pytest.approx(half_width, rel=1e-9)


def test_seats_of_one_game_hang_together_in_the_interval() -> None:
    """The errors are those of a jackknife over games."""
    asked = question(deals=600)
    seen = Pouches().play_seen(asked.setup, 1, 0, 600, never())
    watched = Watched.of(seen)
    for found, cards, others in (
        (watched.of_dealt(0, UNIT, 0.95), seen.dealt[0], seen.dealt[0].sum(axis=0)),
        (watched.of_played(UNIT, 0.95), seen.played, np.ones_like(seen.scores)),
    ):
        for kind, each in enumerate(found):
            left_out = []
            parts = [
                (weights.astype(float) * seen.scores / UNIT, weights.astype(float))
                for weights in (cards[kind], others)
            ]
            sums = [[each.sum(axis=0) for each in part] for part in parts]
            for game in range(600):
                own, base = ((top.sum() - top[game]) / (bottom.sum() - bottom[game]) for top, bottom in sums)
                left_out.append(own - base)
            error = np.std(left_out) * np.sqrt(599)
            whole = sums[0][0].sum() / sums[0][1].sum() - sums[1][0].sum() / sums[1][1].sum()
            assert each is not None
            assert each.mean == pytest.approx(whole, abs=1e-12)
            assert (each.high - each.low) / 2 == pytest.approx(stats.t.ppf(0.975, 599) * error, rel=0.02)


def test_a_kind_that_hardly_anybody_had_has_no_observed_value() -> None:
    values = valued(question(deals=60))
    by_kind = {(KINDS[row.kind], ZONES[row.zone]): row for row in values.rows()}
    assert by_kind["gust", "sleeve"].dealt is None
    assert by_kind["plain", "pouch"].dealt is not None
    assert by_kind["gust", "sleeve"].causal is not None


def test_scores_that_are_points_may_be_below_zero_and_beyond_one() -> None:
    scores = np.array([[-300, 120, 60], [0, 60, -60]])
    first, second = Exchanged.of(scores, (1, 3)).values(60, is_rate=False, level=0.95)
    assert first.mean == pytest.approx(0.75 * (-2 / 3 - 0))
    assert second.mean == pytest.approx(-0.25 * (-2 / 3 - 0))
    assert first.low < -2


# How it is played


def test_figures_depend_on_neither_threads_nor_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    one = valued(question(deals=3000), threads=1)
    monkeypatch.setattr(playing, "_FIRST_BLOCK", 700)
    many = valued(question(deals=3000), threads=3)
    assert one.rows() == many.rows()


def test_other_games_are_watched_than_those_in_which_cards_are_exchanged() -> None:
    played: dict[str, list[int]] = {"exchanged": [], "seen": []}

    class Noted(Pouches):
        def play_exchanged(self, setup: Any, zone: int, seed: int, first: int, count: int, stop: Any) -> Any:
            played["exchanged"] += range(first, first + count)
            return super().play_exchanged(setup, zone, seed, first, count, stop)

        def play_seen(self, setup: Any, seed: int, first: int, count: int, stop: Any) -> Any:
            played["seen"] += range(first, first + count)
            return super().play_seen(setup, seed, first, count, stop)

    valued(question(deals=300, game=Noted()))
    assert sorted(played["exchanged"]) == sorted([*range(300)] * len(ZONES))
    assert sorted(played["seen"]) == [*range(300, 600)]


def test_an_interrupted_run_keeps_what_is_finished() -> None:
    class Stopped(Pouches):
        def play_exchanged(self, setup: Any, zone: int, seed: int, first: int, count: int, stop: Any) -> Any:
            scores = super().play_exchanged(setup, zone, seed, first, count, stop)
            if zone == 1 and first + count > 200:
                stop[0] = 1
                return scores[:, : max(200 - first, 0)]
            return scores

    values = CardValues(question(deals=500, game=Stopped()))
    added: list[int] = []
    assert not run.play(values, 1, lambda _: None, lambda games, _: added.append(games))
    assert [each.games for each in values.exchanged] == [500, 200]
    assert added == [500 * len(KINDS), 200 * len(KINDS)]
    rows = values.rows()
    assert all(isinstance(row.causal, Estimate) for row in rows)
    assert all(row.dealt is row.drawn is row.played is None for row in rows)
    assert values.disagreements() is None
