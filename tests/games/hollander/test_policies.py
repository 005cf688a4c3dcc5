"""Each built-in policy does what its page says, on observations made by hand."""

from collections import Counter
from itertools import pairwise

import numpy as np
import pytest

from analyzer.core.cardset import only, packed, size
from analyzer.core.jit import JIT_IS_ON, step
from analyzer.games.hollander.cards import KIND_NAMES, KIND_NUMBERS
from analyzer.games.hollander.kernel import swaps
from analyzer.games.hollander.kernel.decide import decide
from analyzer.games.hollander.kernel.legal import legal_kinds
from analyzer.games.hollander.kernel.state import (
    BATTLE,
    HAND,
    NO_REFERENCE,
    NOBODY,
    PIRATE_CHOICE,
    PLAY,
    RANK,
    SWAP,
    TABLE,
    WORMHOLE_CHOICE,
)
from analyzer.games.hollander.policies import expert
from analyzer.games.hollander.policy_list import EVERY_POLICY, POLICIES, SEARCH, SWAP_WORDS
from analyzer.games.hollander.setup import kernel_input
from analyzer.games.policyspec import parse
from analyzer.games.protocol import Setup
from analyzer.studies.request import set_table

pytestmark = pytest.mark.interpreted

GAMES = 400 if JIT_IS_ON else 4


def kinds(text):
    """Card set of cards named in a line, such as "3 3 kraken"."""
    return packed([KIND_NUMBERS[name] for name in text.split()])


@step
def answer(policy, swap, observation, parameters, stream):
    return decide(policy, swap, observation, parameters, stream)


@step
def legal(demand, reference, captain, mutiny_first_max):
    return legal_kinds(demand, reference, captain, mutiny_first_max)


def table(
    hand,
    *,
    phase=PLAY,
    battle="",
    others=("1 1 1", "1 1 1", "1 1 1"),
    known=("", "", ""),
    hands=(3, 3, 3),
    finals=(3, 3, 3, 3),
    on=None,
    pile="",
    burned="",
    draw_pile=10,
    run=0,
):
    """What seat 0 of four sees, with a deck of many ones: own hand and battle cards, and the others' in seat order."""
    records = np.zeros(1, TABLE)
    made = records[0]
    rules = kernel_input(set_table("hollander", players=4, settings=["deck.1=15"]).setup).tables[0]
    seen = " ".join([hand, battle, *others, *known, pile or on or "", burned])
    for name, copies in Counter(seen.split()).items():
        assert copies <= int(rules["deck"]) >> 4 * KIND_NUMBERS[name] & 15, f"too many {name}"
    for name in TABLE.names:
        made[name] = rules[name]
    made["hand"] = kinds(hand)
    made["battle"][:4] = [kinds(battle), *map(kinds, others)]
    made["known"][1:4] = list(map(kinds, known))
    made["hand_size"][:4] = [len(hand.split()), *hands]
    made["finals"][:4] = finals
    made["pile"] = kinds(pile or on or "")
    made["burned"] = kinds(burned)
    made["draw_pile_size"] = draw_pile
    made["reference"] = NO_REFERENCE if on is None else KIND_NUMBERS[on]
    made["demand"] = RANK
    made["run_kind"], made["run_length"] = (KIND_NUMBERS[on], run) if run else (NOBODY, 0)
    made["phase"] = phase
    made["zone"] = HAND if hand else BATTLE
    allowed = legal(made["demand"], made["reference"], made["captain"], made["mutiny_first_max"])
    made["playable"] = only(made["hand"] if hand else made["battle"][0], allowed)
    return made


def ask(policy, observation):
    given = kernel_input(set_table("hollander", players=4, policies=[policy]).setup)
    rows = given.policies[0]
    stream = np.array([1, 2, 3, 0], np.uint64)
    return [
        int(number)
        for number in answer(rows["play"][0], rows["swap"][0], observation, rows["parameters"][0], stream)
    ]


def play(policy, observation):
    kind, count, _, _ = ask(policy, observation)
    return KIND_NAMES[kind], count


def trade(policy, observation):
    other, zone, gives, gets = ask(policy, observation)
    return None if other == NOBODY else (other, zone, KIND_NAMES[gives], KIND_NAMES[gets])


# highest, one-at-a-time


def test_highest_lays_all_copies_of_the_highest_crew():
    assert play("highest", table("2 7 7 kraken", on="2")) == ("7", 2)


def test_highest_parts_with_a_special_only_if_it_must():
    assert play("highest", table("2 kraken pirate", on="8")) == ("pirate", 1)


def test_one_at_a_time_keeps_copies_back():
    assert play("one-at-a-time", table("4 4 4 kraken")) == ("4", 1)
    assert play("lowest", table("4 4 4 kraken")) == ("4", 3)


# hoarder


def test_the_hoarder_lays_crew_before_specials():
    assert play("hoarder", table("9 9 hollander", on="5")) == ("9", 2)


def test_the_hoarder_gives_up_one_copy_of_the_least_special():
    assert play("hoarder", table("2 pirate pirate kraken", on="5")) == ("pirate", 1)


def test_the_hoarder_spends_once_somebody_is_near_the_end():
    near = table("9 9 kraken", on="5", others=("", "1 1 1", "1 1 1"), finals=(3, 2, 3, 3), hands=(2, 3, 3))
    assert play("hoarder:near=4", near) == ("kraken", 1)
    assert play("hoarder:near=3", near) == ("9", 2)


def test_the_hoarders_pirate_collects_open_specials():
    battle = {"battle": "3 8 8", "phase": PIRATE_CHOICE}
    seen = table("2 2", others=("9 9 9", "1 mutiny 2", "island 1 1"), **battle)
    assert trade("hoarder", seen) == (2, BATTLE, "3", "mutiny")
    assert trade("hoarder", table("2 2", others=("9 9 9", "1 1 1", "1 1 1"), **battle)) is None


# spender


def test_the_spender_lays_its_greatest_special_at_once():
    assert play("spender", table("1 island mutiny mutiny")) == ("mutiny", 1)
    assert play("spender:copies=2", table("1 island mutiny mutiny")) == ("mutiny", 2)
    assert play("spender", table("4 4 7", on="3")) == ("4", 2)


def test_the_spender_passes_over_as_many_as_it_can():
    assert ask("spender", table("1 2", phase=WORMHOLE_CHOICE))[0] == 3


def test_the_spenders_pirate_hopes_for_a_better_card():
    seen = table("1 9", phase=PIRATE_CHOICE, known=("", "kraken kraken", ""))
    assert trade("spender", seen)[:3] == (2, HAND, "1")
    without_hand = table("", phase=PIRATE_CHOICE, battle="1 9", others=("2 2 2", "8 8 8", "3 3 3"))
    assert trade("spender", without_hand) == (2, BATTLE, "1", "8")


# blocker


def battle_player(cards, **more):
    """The next player plays from battle cards that lie open."""
    return {"others": (cards, "1 1 1", "1 1 1"), "hands": (0, 3, 3), "draw_pile": 0, **more}


def test_the_blocker_goes_just_past_the_open_battle_cards():
    assert play("blocker", table("3 6 7 9", **battle_player("2 5 6"))) == ("7", 1)


def test_the_blocker_looks_at_cards_that_were_taken_openly():
    assert play("blocker", table("2 3", known=("5 5 5", "", ""))) == ("2", 1)
    assert play("blocker", table("2 6", known=("5 5 5", "", ""))) == ("6", 1)


def test_the_blocker_spends_a_special_only_for_its_price():
    seen = table("2 mutiny", on="1", **battle_player("3 3 3"))
    assert play("blocker:price=0.3", seen) == ("mutiny", 1)
    assert play("blocker:price=1", seen) == ("2", 1)


def test_the_blocker_values_playing_again():
    seen = table("9 9", on="9", run=2, **battle_player("1 1 1"))
    assert play("blocker:again=2", table("9 9 10", on="9", run=2, **battle_player("1 1 1"))) == ("9", 2)
    assert play("blocker:again=-1", table("9 9 10", on="9", run=2, **battle_player("1 1 1"))) == ("10", 1)
    assert play("blocker", seen) == ("9", 2)


def test_the_blocker_names_who_is_stuck():
    seen = table(
        "1", on="7", phase=WORMHOLE_CHOICE, others=("8 8", "8 2", "3 3"), hands=(0,) * 3, draw_pile=0
    )
    assert ask("blocker", seen)[0] == 3


def test_the_blocker_takes_the_next_players_best_battle_card():
    seen = table("1", phase=PIRATE_CHOICE, battle="4 10", others=("2 9", "kraken", "1"))
    assert trade("blocker", seen) == (1, BATTLE, "4", "9")
    assert trade("blocker", table("1", phase=PIRATE_CHOICE, battle="4 10", others=("2 3", "10", "1"))) is None


# counter

ALL_ABOVE_6 = " ".join(f"{name} " * 4 for name in ("7", "8", "9", "10"))
ALL_SPECIALS = "hollander wormhole pirate island mutiny kraken " * 2


def test_the_counter_knows_when_nothing_higher_is_left():
    weights = "counter:share=1,high=5,special=9"
    pile = "4 4 3 3"
    assert play(weights, table("5 6", on="4", pile=pile)) == ("5", 1)
    seen = table("5 6", on="4", pile=pile, burned=ALL_ABOVE_6 + ALL_SPECIALS + "6 6 6")
    assert play(weights, seen) == ("6", 1)


def test_the_counter_lays_what_it_wants_to_be_rid_of():
    assert play("counter:share=0,high=0", table("3 3 3")) == ("3", 3)
    assert play("counter:share=0,special=-5", table("3 mutiny")) == ("mutiny", 1)
    assert play("counter:share=0,special=5", table("3 mutiny")) == ("3", 1)
    assert play("counter:share=0,high=-5", table("3 10")) == ("10", 1)


def test_the_counter_looks_past_the_next_player():
    seen = {"known": ("10 10 10", "5 5 5", ""), "on": "4", "pile": "4 4 4 2 2 2 1 1 1 3 3 3"}
    assert play("counter:share=1,fade=0,high=1", table("4 6", **seen)) == ("4", 1)
    assert play("counter:share=1,fade=1,high=1", table("4 6", **seen)) == ("6", 1)


def test_the_counter_names_who_is_stuck():
    seen = table(
        "1", on="7", phase=WORMHOLE_CHOICE, others=("8 8", "8 2", "3 3"), hands=(0,) * 3, draw_pile=0
    )
    assert ask("counter", seen)[0] == 3


def test_the_counters_pirate_prefers_an_open_special_to_a_chance():
    assert trade("counter", table("1 9", phase=PIRATE_CHOICE, battle="2", others=("3", "kraken", "4"))) == (
        2,
        BATTLE,
        "2",
        "kraken",
    )
    seen = table("1 9", phase=PIRATE_CHOICE, battle="2", known=("", "", "10 10 10"))
    assert trade("counter", seen)[:3] == (3, HAND, "1")


# expert


@pytest.mark.parametrize("policy", ["counter", "expert"])
def test_a_win_at_hand_is_taken(policy):
    seen = table("", battle="kraken kraken", finals=(0, 3, 3, 3), draw_pile=0)
    assert play(policy, seen) == ("kraken", 2)


def test_the_expert_blocks_a_player_who_would_win():
    assert play("expert", table("4 8", on="3", **battle_player("7", finals=(3, 0, 3, 3)))) == ("8", 1)


def test_the_expert_aims_the_wormhole_away_from_who_would_win():
    near = {"others": ("10", "1 1 1", "10"), "finals": (3, 0, 3, 0), "hands": (0, 3, 0), "draw_pile": 0}
    assert ask("expert", table("1 2", on="2", phase=WORMHOLE_CHOICE, **near))[0] == 2


def test_the_experts_pirate_takes_the_best_open_special_for_its_worst_card():
    seen = table("", phase=PIRATE_CHOICE, battle="1 10", others=("3", "kraken", "island"), hands=(0, 0, 0))
    assert trade("expert", seen) == (2, BATTLE, "1", "kraken")
    worse = table("", phase=PIRATE_CHOICE, battle="10", others=("1", "2", "3"), hands=(0, 0, 0))
    assert trade("expert", worse) is None


def test_the_expert_reads_its_weights_in_the_order_in_which_they_are_declared():
    names = [each.name for each in POLICIES["expert"].parameters if each.name != "swap"]
    assert len(names) == expert.AIM + 1
    for name in (
        "rank",
        "captain",
        "end",
        "last",
        "copies",
        "again",
        "flow",
        "block",
        "threat",
        "skip",
        "aim",
    ):
        assert names[getattr(expert, name.upper())] == name
    specials = [KIND_NAMES[kind] for kind in range(KIND_NUMBERS["hollander"], 16)]
    assert names[expert.SPECIALS : expert.SPECIALS + 6] == specials


# swaps


def test_best_lays_the_cards_that_come_first_in_its_order():
    assert sorted(swaps.BEST_FIRST) == list(range(16))
    names = [KIND_NAMES[kind] for kind in swaps.BEST_FIRST]
    for first, second in pairwise(names):
        seen = table(f"{second} {first} 1", battle=f"1 {second} {first}", phase=SWAP, others=("", "", ""))
        laid = np.int64(ask("lowest:swap=best", seen)[0]).view(np.uint64)
        assert laid == kinds(f"{first} {first} {second}")


@pytest.mark.parametrize("swap", SWAP_WORDS)
@pytest.mark.parametrize("policy", [name for name in POLICIES if name != SEARCH])
def test_every_policy_takes_every_swap(policy, swap):
    seen = table("1 5 kraken", battle="2 2 9", phase=SWAP)
    laid = np.int64(ask(f"{policy}:swap={swap}", seen)[0]).view(np.uint64)
    assert size(laid) == 3


# parameters

CHANGES = [
    (name, parameter)
    for name, policy in POLICIES.items()
    for parameter in policy.parameters
    if name != SEARCH and not parameter.words
]


def outcome(spec, players):
    rules = set_table("hollander").setup.rules
    table = set_table("hollander", players=players)
    others = parse("spender", EVERY_POLICY, table.game.title)
    setup = Setup("hollander", rules, (spec, *(others,) * (players - 1)))
    records = table.game.play(setup, 1, 0, GAMES, np.zeros(1, np.int64))
    return records.shares.tolist(), records.lengths.tolist()


@pytest.mark.skipif(not JIT_IS_ON, reason="takes the kernel's speed")
@pytest.mark.parametrize(("name", "parameter"), CHANGES, ids=lambda each: getattr(each, "name", each))
def test_every_parameter_changes_something(name, parameter):
    policy = POLICIES[name]
    other = parameter.high if parameter.default != parameter.high else parameter.low
    assert outcome(policy.spec(), 3) != outcome(policy.spec({parameter.name: other}), 3)


def test_every_default_is_within_its_bounds():
    for _, parameter in CHANGES:
        assert parameter.low <= parameter.default <= parameter.high
