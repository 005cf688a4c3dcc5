"""Targets, and the decks that meet them: those that are known to are found, the nearest first, and none that does not.

With g gusts of n cards seat 0 wins 75 g/n points more than its fair share; with l leads a game lasts 12 + 4 l/n rounds.
"""

import shlex
from collections.abc import Sequence
from math import inf
from typing import Any

import pytest

from analyzer.errors import UserError
from analyzer.games.registry import find
from analyzer.runs import playing
from analyzer.stats.estimate import Estimate
from analyzer.studies.balance.changes import changed, deck_size
from analyzer.studies.balance.combinations import Way, chosen, count
from analyzer.studies.balance.hunt import FAILS, MEETS, UNDECIDED, make_hunt
from analyzer.studies.balance.measures import close_measures, plain_measures
from analyzer.studies.balance.search import DeckSearch, search
from analyzer.studies.balance.targets import Target, read_target
from analyzer.studies.balance.variants import designed
from analyzer.studies.request import set_table

FAIR = "first_seat=±1%"
GUSTS = "deck.gust=0..4,deck.plain=32|31|30|29|28"


def hunt(
    *targets: str, vary: Sequence[str] = (), settings: list[str] | None = None, **plan: Any
) -> DeckSearch:
    base = set_table("kites", settings=settings or [])
    made = make_hunt(base, targets=targets, vary=vary, **{"games": 60_000, **plan})
    return search(made, threads=2)


def target(text: str) -> Target:
    game = find("kites")
    return read_target(text, [*plain_measures(game, 4), *close_measures(designed(game).close_measures)])


# Targets


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [
        ("length.mean=55..65", 55, 65),
        ("length.mean = 5.5 .. 6", 5.5, 6),
        ("first_seat=±0.5%", -0.005, 0.005),
        ("first_seat=+-0.5%", -0.005, 0.005),
        ("first_seat=+- .005", -0.005, 0.005),
        ("first_seat=-2%..1%", -0.02, 0.01),
        ("unfinished<=1%", -inf, 0.01),
        ("win_rate.3>=0.2", 0.2, inf),
        ("falls.0>=1", 1, inf),
        ("forced<=40 %", -inf, 0.4),
    ],
)
def test_targets_are_read(text: str, low: float, high: float) -> None:
    found = target(text)
    assert (found.low, found.high) == pytest.approx((low, high))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("length.mean", "write MEASURE=LOW..HIGH"),
        ("=1..2", "write MEASURE=LOW..HIGH"),
        ("first_set=±1%", 'Did you mean "first_seat"'),
        ("length.mean=55", "no such range"),
        ("length.mean=x..65", "no such range"),
        ("length.mean<=1..2", "no such range"),
        ("length.mean=65..55", "lower end is above"),
        ("skill>=1%", "cannot be a target"),
        ("luck<=50%", "cannot be a target"),
    ],
)
def test_what_is_no_target_is_told(text: str, message: str) -> None:
    with pytest.raises(UserError, match=message):
        target(text)


@pytest.mark.parametrize(
    ("low", "high", "verdict"),
    [(0.0, 0.4, True), (0.1, 0.2, True), (-0.1, 0.1, None), (0.3, 0.5, None), (0.41, 0.5, False), (-2, -1, False)],
)  # fmt: skip
def test_a_target_is_met_or_missed_only_for_certain(low: float, high: float, verdict: bool | None) -> None:
    aim = Target(plain_measures(find("kites"), 4)[0], 0.0, 0.4, "x")
    assert aim.verdict(Estimate((low + high) / 2, low, high)) is verdict
    assert aim.verdict(None) is None


# The search


def test_decks_that_are_known_to_meet_the_targets_are_found_the_nearest_first() -> None:
    aims = (FAIR, "length.mean=12.28..12.6")
    result = hunt(*aims, vary=[GUSTS, "deck.lead=0..5"], games=120_000)
    found = [deck.variant.changes for deck in result.with_verdict(MEETS)]
    # Only decks without gusts are fair, and of these, three to five leads are long enough.
    assert found == [{"deck.plain": 32, "deck.gust": 0, "deck.lead": copies} for copies in (3, 4, 5)]
    assert [deck.distance for deck in result.with_verdict(MEETS)] == [3, 4, 5]
    assert len(result.with_verdict(FAILS)) == 5 * 6 - 1 - 3
    assert result.base_verdict == FAILS
    answer = result.content().answer
    assert answer.startswith(
        "3 of 29 decks certainly meet all targets: the nearest are “deck.gust=0, deck.plain=32"
    )
    assert "26 certainly do not. The present rules do not." in answer


def test_decks_far_off_are_dropped_soon_and_close_ones_stay_undecided() -> None:
    result = hunt("first_seat<=6.25%", vary=[GUSTS], games=30_000)
    games = {deck.variant.changes["deck.gust"]: deck.games for deck in result.decks}
    verdicts = {deck.variant.changes["deck.gust"]: deck.verdict for deck in result.decks}
    # Three gusts give just 6.25 points.
    assert verdicts == {0: MEETS, 1: MEETS, 3: UNDECIDED, 4: FAILS}
    assert games[3] == 30_000
    assert games[0] < games[1] < games[3]
    assert "of 1 it is open" in result.content().answer


def test_measures_of_all_kinds_can_be_aimed_at() -> None:
    result = hunt(
        "forced=30%..42%", "length.p95<=20", "length.sd>=1", "gusts<=0.2", vary=["options.fate=0|40"], games=20_000
    )  # fmt: skip
    (deck,) = result.with_verdict(MEETS)
    assert deck.variant.changes == {"options.fate": 40}
    assert result.as_json()["variants"][0]["measures"].keys() == {
        "forced",
        "length.p95",
        "length.sd",
        "gusts",
    }


def test_of_many_combinations_a_sample_is_drawn() -> None:
    ways = ["deck.gust=0..9", "deck.lead=0..9", "deck.ribbon=0..9"]
    made = make_hunt(set_table("kites"), targets=[FAIR], vary=ways, decks=20, seed=3)
    assert made.combinations == 1000
    assert len(made.decks) == 20
    assert len({deck.label for deck in made.decks}) == 20
    again = make_hunt(set_table("kites"), targets=[FAIR], vary=ways, decks=20, seed=3)
    other = make_hunt(set_table("kites"), targets=[FAIR], vary=ways, decks=20, seed=4)
    assert [deck.label for deck in again.decks] == [deck.label for deck in made.decks]
    assert [deck.label for deck in other.decks] != [deck.label for deck in made.decks]
    method = dict(hunt(FAIR, vary=ways, decks=3, games=2000).content().method)
    assert method["decks"] == "3 of 1,000 combinations: half the nearest, half drawn at random"


def test_half_of_the_decks_that_are_tried_are_the_nearest() -> None:
    # Two copies are there now, so 4 decks are one change away and 4 + 4 further ones two.
    ways = ["deck.gust=0..30", "deck.lead=0..30"]
    made = make_hunt(set_table("kites"), targets=[FAIR], vary=ways, decks=24, seed=1)
    base = set_table("kites").setup.rules
    far = sorted(sum(abs(int(str(copies)) - 2) for copies in deck.changes.values()) for deck in made.decks)
    assert far[:12] == [1] * 4 + [2] * 8
    assert 0 not in far
    assert max(far) > 10
    assert len(made.decks) == 24 and all(changed(base, deck.setup.rules) for deck in made.decks)
    content = hunt(FAIR, vary=ways, decks=3, games=2000).content()
    assert any("nearest to the present rules" in line for line in content.how_to_read)
    whole = hunt(FAIR, vary=["deck.gust=0..3"], games=2000).content()
    assert not any("more combinations than decks" in line for line in whole.how_to_read)


def test_more_combinations_than_a_machine_word_counts_are_drawn_from() -> None:
    ways = ["deck.gust=0..3", *(f"deck.{card}=0..60" for card in ("plain", "lead", "ribbon", "fog"))]
    base, dimension = set_table("kites"), [range(61)] * 12
    varied = [
        Way((str(place),), [*map(str, each)], [()] * 61, lambda rules, _: rules)
        for place, each in enumerate(dimension)
    ]
    assert count(varied) > 2**64
    drawn = [*chosen(base, varied, 40, 1)]
    assert len(set(drawn)) == 40
    assert all(len(places) == 12 and max(places) <= 60 for places in drawn)
    assert len(make_hunt(base, targets=[FAIR], vary=ways, decks=8).decks) <= 8


def test_cards_are_varied_by_replacement_and_together_with_rules() -> None:
    result = hunt("first_seat<=50%", vary=["options.fate=0|40"], cards=["gust", "lead"], up_to=3, games=2000)
    assert result.hunt.combinations == 2 * 4 * 4
    size = deck_size(result.hunt.base.setup.rules)
    assert {deck_size(deck.variant.setup.rules) for deck in result.decks} == {size}
    changes = {deck.variant.label: deck.variant.changes for deck in result.decks}
    # Three gusts more or less than two, and no lead: what both leave or need is plain.
    assert changes["options.fate=40, copies of gust: 3 copies, copies of lead: 0 copies"] == {
        "options.fate": 40, "deck.gust": 3, "deck.lead": 0, "deck.plain": 31,
    }  # fmt: skip
    content = result.content()
    assert not any("size alone" in line for line in content.how_to_read)
    assert "In place of plain." in content.how_to_read
    words = shlex.split(content.command)
    assert words[words.index("--up-to") + 1] == "3"
    grown = hunt("first_seat<=50%", vary=["deck.gust=0..2"], games=2000).content()
    assert any("size alone" in line for line in grown.how_to_read)


def test_the_present_rules_are_played_until_they_are_decided_too() -> None:
    # With no gusts or nine the game is far from 2/36 gusts, which are 4.17 points.
    result = hunt("first_seat<=4.8%", vary=["deck.gust=0|9,deck.plain=32|23"], games=100_000)
    assert max(deck.games for deck in result.decks) < 10_000
    assert result.parts["games"].base.games > 10_000
    assert result.base_verdict == MEETS
    assert result.content().answer.endswith("The present rules meet the target too.")


def test_targets_of_one_measure_are_shown_once() -> None:
    result = hunt("forced<=45%", "forced>=20%", vary=["options.fate=0|40"], games=5000)
    content = result.content()
    columns = [column.key for column in content.tables[0].columns]
    assert columns.count("forced") == 1
    assert len(content.figures) == 1
    assert result.as_json()["targets"] == [{"measure": "forced", "low": 0.2, "high": 0.45}]
    assert content.command.count("--target") == 2
    assert result.base_verdict == MEETS


def test_what_nothing_is_known_of_is_said() -> None:
    result = hunt(
        "length.mean<=20", vary=["options.fate=0|40|50"], settings=["options.storms=1000"], games=2000
    )
    answer = result.content().answer
    assert answer.startswith(
        "Nothing is known of this: mean length, as no game was finished. Of all 2 decks it is open"
    )
    assert "()" not in answer
    one = hunt("length.mean<=20", vary=["options.fate=0|40"], games=1).content().answer
    assert "one game tells nothing" in one


@pytest.mark.parametrize(
    ("aim", "vary", "start"),
    [
        ("first_seat<=2%", "0|2", "The only other deck certainly meets the target: “deck.gust=0” ("),
        ("first_seat>=50%", "0|2", "The only other deck certainly does not meet the target: “deck.gust=0”"),
        ("first_seat>=50%", "0|1", "None of 2 decks meets the target. The present rules do not either."),
        ("first_seat<=2%", "0|6", "1 of 2 decks certainly meets the target: “deck.gust=0”"),
    ],
)
def test_one_deck_and_none_are_put_into_words(aim: str, vary: str, start: str) -> None:
    answer = hunt(aim, vary=[f"deck.gust={vary}"], games=40_000).content().answer
    assert answer.startswith(start)
    assert "0 certainly" not in answer


def test_where_no_deck_meets_all_it_is_said_which_target_is_in_the_way() -> None:
    decks = ["deck.gust=3|4,deck.plain=29|28"]
    answer = hunt(FAIR, "length.mean=10..20", vary=decks).content().answer
    assert answer.endswith(
        "One by one, and for certain: first_seat=±1% is met by none and missed by 2, "
        "length.mean=10..20 is met by 2 and missed by none."
    )
    # The first look tells the seats apart, and leaves it open whether the mean is as narrow as is asked.
    open_still = hunt(FAIR, "length.mean=12.39..12.41", vary=decks).content().answer
    assert (
        "length.mean=12.39..12.41 is met by none and missed by none; of the others it was open" in open_still
    )
    assert "One by one" not in hunt("first_seat>=50%", vary=decks).content().answer


def test_what_cannot_be_played_is_listed() -> None:
    result = hunt(FAIR, vary=["deck.plain=8..11", "deck.gust=11|12"], games=2000)
    reasons = {each["label"]: each["reason"] for each in result.as_json()["unplayable"]}
    # Four cards more are in the deck, and four players need 24 cards.
    assert reasons == {"deck.plain=8, deck.gust=11": "23 cards are too few for 4 players (K1)."}
    assert len(result.decks) == 8 - len(reasons)


@pytest.mark.parametrize(
    ("targets", "vary", "message"),
    [
        (["forced<=20%", "forced>=30%"], ["deck.gust=0..2"], "no value meets forced<=20% and forced>=30%"),
        (["lenght<=20"], ["deck.gust=0..2"], 'Did you mean "length.mean"'),
        ([], ["deck.gust=0..2"], "needs a --target, and a --vary"),
        ([FAIR], [], "needs a --target, and a --vary"),
        ([FAIR], ["deck.gust=0..2", "deck.gust=3|4"], "varied twice"),
        ([FAIR], ["deck.gust=0..2,deck.lead=1"], "two values or more"),
        ([FAIR], ["deck.plain=1|2"], r"No combination .* too few"),
    ],
)
def test_mistakes_are_told(targets: list[str], vary: list[str], message: str) -> None:
    with pytest.raises(UserError, match=message):
        make_hunt(set_table("kites"), targets=targets, vary=vary)


def test_a_search_puts_no_deck_on_the_wrong_side_in_19_of_20_seeds() -> None:
    wrong = 0
    for seed in range(40):
        result = hunt("first_seat<=6%", vary=[GUSTS], games=5000, seed=seed)
        for deck in result.decks:
            truth = 75 * int(str(deck.variant.changes["deck.gust"])) / 36 <= 6
            wrong += deck.verdict == (FAILS if truth else MEETS)
    assert wrong <= 2


def test_an_interrupted_search_keeps_what_is_finished(monkeypatch: pytest.MonkeyPatch) -> None:
    played, calls = playing.play, []

    def interrupted(*given: Any, **options: Any) -> Any:
        calls.append(1)
        if len(calls) > 2:
            raise KeyboardInterrupt
        return played(*given, **options)

    monkeypatch.setattr(playing, "play", interrupted)
    result = hunt("first_seat<=6.25%", vary=[GUSTS])
    assert result.partial
    assert result.content().partial
    assert max(deck.games for deck in result.decks) < 3000
    with pytest.raises(KeyboardInterrupt):
        hunt(FAIR, vary=[GUSTS])
