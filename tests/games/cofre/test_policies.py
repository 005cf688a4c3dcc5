"""Each built-in policy does what its page says, on observations made by hand."""

from collections import Counter

import numpy as np
import pytest

from analyzer import compare
from analyzer.core.jit import JIT_IS_ON
from analyzer.games.cofre.equilibrium import equilibrium, mixture
from analyzer.games.cofre.kernel.state import POLICIES as ROWS
from analyzer.games.cofre.policies import expert
from analyzer.games.cofre.policy_list import EVERY_POLICY, POLICIES, POLICY_NUMBERS
from analyzer.games.cofre.rules import SCHEMA
from analyzer.games.cofre.setup import kernel_input
from analyzer.games.policyspec import parse
from analyzer.games.rulesfile import load, with_settings
from analyzer.studies.request import set_table
from tests.games.cofre.positions import choice, observation
from tests.games.cofre.tables import EVERYBODY, QUICK, trace

pytestmark = pytest.mark.interpreted

TIMED = tuple(name for name in QUICK if name not in ("random", "expert"))
NO_TREASURE = "treasure-stars=16,treasure-last=no"
SEEN = "gold-2 gold-3 gold-3 " + " ".join(
    f"{kind}-{n}" for kind in ("pearls", "crowns", "swords") for n in "112233"
)
SEEN = f"{SEEN} maps-1 maps-1 maps-2"
RANGE = range(400 if JIT_IS_ON else 60)


# The treasure card


@pytest.mark.parametrize("policy", TIMED)
def test_the_treasure_card_is_used_by_the_parameters(policy):
    early = f"{policy}:treasure-from=3,treasure-stars=2"
    assert choice(early, observation("maps-3", number=2)) != "treasure"
    assert choice(early, observation("maps-2", number=3)) == "treasure"
    assert choice(early, observation("maps-1", number=3)) != "treasure"
    assert choice(early, observation("maps-3", number=9, treasures=[0, 1, 1, 1])) != "treasure"


@pytest.mark.parametrize("policy", TIMED)
def test_the_last_round_is_the_last_chance(policy):
    never = f"{policy}:treasure-from=99"
    assert choice(never, observation("maps-1", number=10)) != "treasure"
    assert choice(never, observation("maps-1", number=11)) == "treasure"
    assert choice(f"{never},treasure-last=no", observation("maps-1", number=11)) != "treasure"
    assert choice(never, observation("maps-1", number=11, treasures=[0, 1, 1, 1])) != "treasure"


@pytest.mark.parametrize("policy", TIMED)
def test_everybody_uses_the_treasure_card_once_unless_told_not_to(policy):
    for last, times in (("yes", 1), ("no", 0)):
        events = trace(3, [], [f"{policy}:treasure-stars=16,treasure-last={last}"], 1, 4)
        used = Counter(
            seat
            for event in events
            if event["event"] == "choose"
            for seat, card in enumerate(event["choices"])
            if card == "treasure"
        )
        assert [used[seat] for seat in range(3)] == [times] * 3


# shown, stars


def test_shown_follows_the_face_up_card():
    for shown in ("gold-1", "maps-3", "crowns-2"):
        assert choice(f"shown:{NO_TREASURE}", observation(shown)) == shown.partition("-")[0]


def test_stars_takes_the_most_expected_stars():
    # At the beginning the face-up card is worth more than two unknown ones.
    assert choice(f"stars:{NO_TREASURE}", observation("maps-1")) == "maps"
    # 10 cards are unseen, 6 of them rubies: two of them hold 2/10 x 12 = 2.4 stars of rubies, 1.6 of maps, against 1.4.
    late = observation("gold-1", f"gold-1 {SEEN}")
    assert choice(f"stars:{NO_TREASURE}", late) == "rubies"
    assert choice(f"shown:{NO_TREASURE}", late) == "gold"


def test_equals_go_to_the_first_type_of_the_deck():
    # Three cards are unseen: maps-3, rubies-3 and a rubies-0 more; the face-up card is worth nothing.
    rules = ["deck.gold=[0,0,0]", "deck.rubies=[3]", "deck.maps=[3]", "deck.pearls=[0]"]
    rules += ["deck.crowns=[]", "deck.swords=[]"]
    rows = set_table("cofre", players=2, settings=rules)
    assert list(rows.setup.rules.deck) == ["gold", "rubies", "pearls", "maps"]
    seen = observation("gold-0", players=2, changes=rules)
    assert choice(f"stars:{NO_TREASURE}", seen, 2, rules) == "rubies"


# contrarian


def shares(policy, seen, players):
    counts = Counter(choice(policy, seen, players, draw=draw) for draw in RANGE)
    return {kind: count / len(RANGE) for kind, count in counts.items()}


@pytest.mark.parametrize("players", [2, 4, 6])
def test_the_contrarian_follows_once_in_as_many_rounds_as_there_are_players(players):
    found = shares(f"contrarian:{NO_TREASURE}", observation("maps-2", players=players), players)
    assert found["maps"] == pytest.approx(1 / players, abs=4 * (0.25 / len(RANGE)) ** 0.5)
    assert len(found) == 6


def test_the_contrarian_can_be_made_to_follow_always_or_never():
    seen = observation("maps-2")
    assert shares(f"contrarian:{NO_TREASURE},follow=6", seen, 4) == {"maps": 1}
    for shown in ("maps-2", "gold-1", "pearls-3"):
        others = shares(f"contrarian:{NO_TREASURE},follow=0", observation(shown), 4)
        assert len(others) == 5
        assert shown.partition("-")[0] not in others


def test_the_contrarian_goes_where_stars_are_left():
    seen = "gold-1 gold-1 gold-2 gold-2 gold-3 gold-3 rubies-1 rubies-1 rubies-2 rubies-2 rubies-3 rubies-3 "
    seen += "pearls-2 pearls-2 pearls-3 pearls-3 crowns-2"
    found = shares(f"contrarian:{NO_TREASURE},follow=0", observation("maps-2", seen), 4)
    assert set(found) == {"pearls", "crowns", "swords"}  # 2, 10 and 12 stars
    assert found["pearls"] == pytest.approx(2 / 24, abs=0.15)
    assert found["swords"] == pytest.approx(12 / 24, abs=0.25)


# counter


def test_the_counter_shares_with_a_field_that_plays_stars():
    # 2 + 2 x 10/35 = 2.57 stars of maps, or 12 x 2/35 = 0.69 of another type, alone. Of n players' maps each gets a
    # part of 1/n, and takes it from the others: it counts 1/(n - 1).
    policy = f"counter:{NO_TREASURE}"
    assert choice(policy, observation("maps-2", players=2), 2) == "maps"
    assert choice(policy, observation("maps-2", players=4), 4) == "maps"  # 0.86
    assert choice(policy, observation("maps-2", players=5), 5) == "gold"  # 0.64
    assert choice(policy, observation("maps-1", players=3), 3) == "maps"  # 1.63 / 2
    assert choice(policy, observation("maps-1", players=4), 4) == "gold"  # 0.54


def test_the_counter_reckons_with_speed():
    policy = f"counter:{NO_TREASURE}"
    for speed, chosen in (("[2,1,1,1]", "maps"), ("[0.5,1,1,1]", "gold"), ("[1,0.5,0.5,0.5]", "maps")):
        rules = [f"options.speed={speed}"]
        assert choice(policy, observation("maps-1", changes=rules), 4, rules) == chosen


def test_the_counter_expects_treasure_cards_where_much_lies_face_up():
    # 3 + 2 x 9/35 = 3.51 stars of maps: a part of 1/4 is worth more than 0.69, whoever plays what.
    policy = f"counter:{NO_TREASURE}"
    assert choice(policy, observation("maps-3", treasures=[1, 1, 1, 1])) == "maps"
    # 9 cards are unseen, 6 of them rubies: the others play rubies, unless they use the treasure card.
    seen = f"gold-1 gold-1 {SEEN}"
    assert choice(policy, observation("gold-2", seen, treasures=[1, 0, 0, 0])) == "gold"
    assert choice(policy, observation("gold-2", seen, treasures=[1, 1, 1, 1])) == "gold"
    last = observation("gold-2", seen, treasures=[0, 1, 1, 1], number=11)
    assert choice(policy, last) == "rubies"


# equilibrium


def table_for(players, *settings):
    return equilibrium(with_settings(load("standard", SCHEMA), settings, SCHEMA), players)


@pytest.mark.parametrize("players", [2, 3, 4, 6])
def test_the_mixtures_are_of_the_agreed_form(players):
    strategy = table_for(players, "deck.gold=[1,5]", "deck.amber=[0,2,2]")
    assert strategy.shape == ROWS["strategy"].shape
    sums = strategy.sum(axis=2)
    cards = {(0, 1), (0, 5), (6, 0), (6, 2), *((kind, stars) for kind in range(1, 6) for stars in (1, 2, 3))}
    for kind, stars in np.ndindex(*sums.shape):
        assert sums[kind, stars] == pytest.approx(float((kind, stars) in cards))
    assert strategy.min() >= 0
    assert not strategy[:, :, 7:].any()


def test_types_that_are_mixed_bring_the_same_and_others_less():
    worths = np.array([2.0, 1.0, 0.9, 0.1])
    for players in (3, 4, 6):
        chances = mixture(worths, players)
        brings = [stars * value(chance, players) for stars, chance in zip(worths, chances, strict=True)]
        used = [bring for bring, chance in zip(brings, chances, strict=True) if chance > 0]
        assert max(used) - min(used) < 1e-4
        assert max(brings) < max(used) + 1e-4
        assert list(chances) == sorted(chances, reverse=True)


def value(chance, players):
    """What a type of one star brings, less the mean of the others, by going through all numbers of claimants."""
    from math import comb

    others = players - 1
    total = 0.0
    for rivals in range(others + 1):
        weight = comb(others, rivals) * chance**rivals * (1 - chance) ** (others - rivals)
        own = 1 / (1 + rivals)
        theirs = rivals / (1 + rivals) / others
        instead = (1 if rivals else 0) / others  # what the others had if one chose something else
        total += weight * (own - theirs + instead)
    return total


def test_the_policy_draws_from_the_table_it_is_given():
    setup = set_table("cofre", players=6, policies=["equilibrium"]).setup
    rows = kernel_input(setup).policies
    assert np.array_equal(rows[0]["strategy"], table_for(6))
    seen = observation("maps-1", players=6)
    found = shares(f"equilibrium:{NO_TREASURE}", seen, 6)
    mixed = table_for(6)[5, 1]
    for kind, name in enumerate(("gold", "rubies", "pearls", "crowns", "swords", "maps")):
        assert found.get(name, 0) == pytest.approx(mixed[kind], abs=4 * (0.25 / len(RANGE)) ** 0.5)


# expert

QUIET = "noise=0,hurdle=6,late=6"


def test_the_expert_shares_with_the_part_that_follows():
    # 2 + 2 x 10/35 = 2.57 stars of maps, 0.69 of each other type.
    assert choice(f"expert:{QUIET},follow=1,deny=0", observation("maps-2", players=3), 3) == "maps"  # 0.86
    assert choice(f"expert:{QUIET},follow=1,deny=0", observation("maps-2")) == "gold"  # 0.64
    assert choice(f"expert:{QUIET},follow=1,deny=1", observation("maps-2")) == "maps"  # 0.86
    assert choice(f"expert:{QUIET},follow=0,deny=0", observation("maps-1", players=6), 6) == "maps"


def test_the_expert_uses_the_treasure_card_where_it_is_worth_most():
    poor, rich = observation("maps-1"), observation("maps-3")
    eager = "expert:noise=0,hurdle=0.3,late=0.3,rivals=0"
    assert choice(f"{eager},follow=1", poor) == "treasure"
    assert choice(f"{eager},follow=1", observation("maps-1", treasures=[0, 1, 1, 1])) != "treasure"
    assert choice("expert:noise=0,hurdle=6", poor) != "treasure"
    # Both cards that lie face down are likely to be worse than a 3 that everybody wants.
    assert choice("expert:noise=0,hurdle=1,rivals=1,follow=1", rich) != "treasure"


def test_the_hurdle_falls_from_round_to_round():
    waiting = "expert:noise=0,rivals=0.2,hurdle=3,late=-3"
    used = [choice(waiting, observation("maps-1", number=number)) == "treasure" for number in range(12)]
    assert used == sorted(used)
    assert (used[0], used[11]) == (False, True)


def test_noise_makes_experts_differ():
    assert len(shares("expert:noise=0", observation("maps-1"), 4)) == 1
    assert len(shares("expert:noise=3,hurdle=6", observation("maps-1"), 4)) == 6


def test_the_experts_weights_are_as_many_as_are_read():
    assert len(POLICIES["expert"].parameters) == expert.LATE + 1


# All together


@pytest.mark.parametrize("policy", EVERYBODY)
def test_a_deck_without_stars_can_be_played(policy):
    rules = ["deck.gold=[0,0,0,0,0,0]", *(f"deck.{kind}=[0]" for kind in ("rubies", "pearls"))]
    rules += [f"deck.{kind}=[]" for kind in ("crowns", "swords", "maps")]
    assert trace(3, rules, [policy], 1, 0)[-1]["event"] == "win"


def test_every_policy_is_known_by_a_number_and_explained():
    assert set(POLICY_NUMBERS) == set(POLICIES)
    assert len(set(POLICY_NUMBERS.values())) == len(POLICIES)
    for policy in POLICIES.values():
        assert policy.summary
        assert parse(policy.name, EVERY_POLICY, "").canonical == policy.name


@pytest.mark.skipif(not JIT_IS_ON, reason="takes the kernel's speed")
@pytest.mark.parametrize("players", [2, 3, 4, 6])
def test_the_counter_beats_the_field_it_reckons_with(players):
    found = compare("cofre", "counter", "stars", field="stars", players=players, deals=20_000)
    assert found.difference.low > 0 or (players == 2 and found.difference.mean == 0)
