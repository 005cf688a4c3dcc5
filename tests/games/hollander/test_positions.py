"""What is said of a position: how it is read, what is refused, and what a player may do then."""

import shlex
import subprocess
import sys
from collections import Counter
from itertools import combinations
from typing import Any

import pytest

from tests.games.hollander.positions import as_given, game, read, refusal, table

pytestmark = pytest.mark.interpreted

SIX = {"hand": "1 5 kraken", "battle": "2 9 10"}
MIDGAME = {"hand": "5 5 9", "battle": "3 8 kraken", "pile": "2 4"}


def without(*fields: str, **changes: Any) -> dict[str, Any]:
    given = MIDGAME | {name.replace("_", "-"): value for name, value in changes.items()}
    return {name: value for name, value in given.items() if name not in fields}


def labels(question: str, given: dict[str, Any], seat: int | None = None, **at: Any) -> list[str]:
    return [action.label for action in read(question, given, seat, table(**at)).actions]


def endgame(**fields: Any) -> dict[str, Any]:
    """A position with a draw pile of no cards: two players, all cards burned that are not named."""
    given: dict[str, Any] = {"hand": "", "battle": "", "pile": "", "finals": 0}
    given |= {name.replace("_", "-"): value for name, value in fields.items()}
    given = {"hand-size-of": {1: 1}, "battle-of": {1: ""}, "finals-of": {1: 0}} | given
    deck = Counter({str(rank): 4 for rank in range(1, 11)})
    deck.update(dict.fromkeys(("hollander", "wormhole", "pirate", "island", "mutiny", "kraken"), 2))
    unseen = given.pop("unseen", "7")
    seen = [given["hand"], given["battle"], given["pile"], unseen, *given["battle-of"].values()]
    deck.subtract(" ".join(seen).split())
    return {"burned": list(deck.elements())} | given


# The swap


def test_all_ways_to_lay_three_of_six_cards_are_listed_once_with_what_stays_in_hand() -> None:
    position = read("swap", SIX)
    six = ["1", "5", "kraken", "2", "9", "10"]
    expected = {frozenset(three): frozenset(six) - frozenset(three) for three in combinations(six, 3)}
    ways = {frozenset(action.json["battle"]): frozenset(action.json["hand"]) for action in position.actions}
    assert len(position.actions) == 20
    assert ways == expected
    assert position.actions[0].json.keys() == {"battle", "hand"}


@pytest.mark.parametrize("hand_size", [2, 3, 4, 5])
def test_equal_cards_make_fewer_ways_in_hands_of_any_size(hand_size: int) -> None:
    hand, battle = ["7", "7", "3", "3", "island"][:hand_size], ["7", "3", "9"]
    at = table(players=2, settings=[f"options.hand_size={hand_size}"])
    position = read("swap", {"hand": hand, "battle": battle}, None, at)
    ways = {tuple(sorted(three)) for three in combinations(hand + battle, 3)}
    assert sorted(tuple(sorted(action.json["battle"])) for action in position.actions) == sorted(ways)
    for action in position.actions:
        assert Counter(action.json["battle"] + action.json["hand"]) == Counter(hand + battle)


def test_ways_are_measured_against_keeping_the_cards() -> None:
    position = read("swap", SIX)
    assert position.reference is not None
    kept = position.actions[position.reference]
    assert (kept.json["battle"], kept.json["hand"]) == (["2", "9", "10"], ["1", "5", "kraken"])
    assert position.reference_label == "keeping the cards as dealt"
    assert kept.label == "2 9 10 (hand: 1 5 kraken)"


def test_the_players_before_and_after_the_swap_are_told_apart() -> None:
    at = table("lowest", "expert", "random", "lowest")
    position = read("swap", SIX | {"battle-of": {"1": "3 4 5", 3: "7 7 8"}}, 2, at)
    lines = dict(position.told)
    assert lines["seat 0"] == "battle cards not known, dealt at random; swaps before you, as lowest does"
    assert lines["seat 1"] == "battle cards 3 4 5; has swapped"
    assert lines["seat 3"] == "battle cards 7 7 8; swaps after you, as lowest does"
    assert "seat 2" not in lines and lines["you"].startswith("in seat 2 of 4")
    assert position.seat == 2


def test_the_first_seat_decides_if_nothing_is_said() -> None:
    assert read("swap", SIX).seat == 0


@pytest.mark.parametrize("seat", [-1, 4])
def test_a_seat_that_is_not_there_is_refused(seat: int) -> None:
    assert f"no seat {seat}: seats are 0 to 3" in refusal("swap", SIX, seat)


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"hand": "1 5"}, "hand: every player is dealt 3 cards (H3, options.hand_size), not 2"),
        ({"battle": "2 9"}, "battle: every player has 3 battle cards (H3), not 2"),
        ({"battle-of": {1: "3 4"}}, "battle-of 1: every player has 3 battle cards (H3), not 2"),
        ({"battle-of": {1: "none"}}, "battle-of 1: every player has 3 battle cards (H3), not 0"),
        ({"hand": "13x5"}, "13 cards 5 are given (13 in hand), but the deck has 4 (deck.5 = 4)"),
        ({"hand": "kraken kraken 5", "battle": "kraken 1 2"}, "3 cards kraken are given (2 in hand, 1 in battle)"),
        ({"battle": "9 9 9", "battle-of": {1: "9 9 1"}}, "5 cards 9 are given (3 in battle, 2 in battle-of 1)"),
        ({"hand": "1 5 krakn"}, 'Did you mean "kraken"?'),
        ({"battle-of": {0: "1 2 3"}}, "battle-of is for the others"),
        ({"battle-of": {4: "1 2 3"}}, "battle-of: the seat must be a whole number from 0 to 3, not 4"),
        ({"battle-of": {"x": "1 2 3"}}, 'battle-of: the seat must be a whole number from 0 to 3, not "x"'),
        ({"battle-of": {1: "1 2 3", "1": "1 2 4"}}, "battle-of is said twice for seat 1"),
        ({"battle-of": "1 2 3"}, "battle-of is said for each seat apart, as SEAT=VALUE"),
        ({"pile": "5"}, 'Nothing of the name "pile" can be said'),
        ({"hands": "5"}, 'Did you mean "hand"?'),
        ({"hand": None}, "hand is missing: your hand"),
    ],
)  # fmt: skip
def test_a_swap_that_cannot_be_is_refused(change: dict[str, Any], complaint: str) -> None:
    assert complaint in refusal("swap", SIX | change)


# A turn


def test_every_legal_play_is_an_action_as_in_the_trace() -> None:
    position = read("play", MIDGAME)
    event = {"event": "play", "seat": 0, "zone": "hand", "from_battle": 0}
    assert [(action.label, action.json) for action in position.actions] == [
        ("5", {"action": event | {"kind": "5", "count": 1}}),
        ("2 × 5", {"action": event | {"kind": "5", "count": 2}}),
        ("9", {"action": event | {"kind": "9", "count": 1}}),
    ]
    assert position.reference is None and position.reference_label == ""


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        # H13, H14, H15: what may lie on which reference
        ({"hand": "3 4 5 island", "pile": "4"}, ["4", "5", "island"]),
        ({"hand": "9 10 island mutiny kraken", "pile": "10"}, ["10", "kraken (burns the pile)"]),
        ({"hand": "3 4 kraken", "pile": "4 hollander pirate"}, ["4", "kraken (burns the pile)"]),
        # H17, H18, H19: a mutiny, an island, and a hollander that passes them on
        ({"hand": "3 4 5", "pile": "4 mutiny"}, ["3", "4"]),
        ({"hand": "3 4 5", "pile": "4 mutiny hollander"}, ["3", "4"]),
        ({"hand": "3 4 5", "pile": "mutiny"}, ["3"]),
        ({"hand": "3 4 5", "pile": "4 mutiny pirate"}, ["4", "5"]),
        ({"hand": "3 4 5", "pile": "4 island"}, ["3", "4", "5"]),
        ({"hand": "3 4 5", "pile": "4 island hollander"}, ["3", "4", "5"]),
        # H9: the last hand cards, and battle cards of their kind
        (
            {"hand": "6 6", "battle": "6 2 3", "pile": "4", "finals": 3, "unseen": "1 2 3 7"},
            ["6", "2 × 6", "3 × 6 (1 from the battle cards)"],
        ),
        # H6: battle cards; H25; H26, through a hollander; H27
        ({"battle": "3 6 6", "pile": "4", "finals": 3, "unseen": "1 2 3 7"}, ["6", "2 × 6"]),
        ({"hand": "hollander 5"}, ["5", "hollander (skips seat 1)"]),
        ({"hand": "hollander 5", "pile": "hollander"}, ["5", "hollander"]),
        ({"hand": "5 5 6", "pile": "5 5 hollander"}, ["5", "2 × 5 (burns the pile)", "6"]),
        ({"hand": "kraken kraken"}, ["kraken (burns the pile)", "2 × kraken (wins)"]),
    ],
)
def test_what_may_be_played_follows_from_pile_and_hand(fields: dict[str, Any], expected: list[str]) -> None:
    assert labels("play", endgame(**fields), players=2) == expected


def test_the_zone_of_a_play_is_that_of_the_trace() -> None:
    fields = {"pile": "4", "finals": 3, "unseen": "1 2 3 7"}
    both = read("play", endgame(hand="6", battle="6 2 3", **fields), None, table(players=2)).actions
    assert [(each.json["action"]["zone"], each.json["action"]["from_battle"]) for each in both] == [
        ("hand", 0),
        ("hand+battle", 1),
    ]
    battle = read("play", endgame(battle="6", **fields), None, table(players=2)).actions
    assert battle[0].json["action"]["zone"] == "battle"


@pytest.mark.parametrize(
    ("settings", "fields", "expected"),
    [
        ("options.wormhole_clears_reference=true", {"hand": "3 5", "pile": "4 wormhole"}, ["3", "5"]),
        ("options.pirate_clears_reference=true", {"hand": "3 5", "pile": "4 pirate"}, ["3", "5"]),
        ("options.mutiny_first_max=5", {"hand": "5 6", "pile": "mutiny"}, ["5"]),
        ("options.poker_size=3", {"hand": "5 6", "pile": "5 5"}, ["5 (burns the pile)", "6"]),
        ("options.poker_of_specials=false", {"hand": "island island 6", "pile": "5"}, ["6", "island", "2 × island"]),
        (
            "options.hollander_on_hollander_skips=true",
            {"hand": "hollander 5", "pile": "hollander"},
            ["5", "hollander (skips seat 1)"],
        ),
    ],
)  # fmt: skip
def test_options_of_the_rules_hold_in_positions(
    settings: str, fields: dict[str, Any], expected: list[str]
) -> None:
    assert labels("play", endgame(**fields), players=2, settings=[settings]) == expected


def test_the_demand_can_be_said_where_the_pile_does_not_say_it() -> None:
    fields = {"hand": "2 3 5", "pile": "mutiny 3"}
    assert labels("play", endgame(**fields), players=2) == ["3", "5"]
    assert labels("play", endgame(**fields, demand="mutiny"), players=2) == ["2", "3"]
    assert labels("play", endgame(hand="3 4 5", pile="4 island", demand="none"), players=2) == ["4", "5"]
    assert "has no island that could make the demand" in refusal(
        "play", endgame(**fields, demand="island"), None, table(players=2)
    )


def test_a_wormhole_names_every_other_player() -> None:
    position = read("play", without(pile="2 4 wormhole", decide="wormhole"), 1)
    assert [action.label for action in position.actions] == [
        f"seat {seat} has the next turn" for seat in (2, 3, 0)
    ]
    assert position.actions[0].json == {"action": {"event": "next", "seat": 1, "chosen": 2}}
    assert (position.question.one, position.question.several) == ("choice", "choices")


def test_a_pirate_exchanges_in_every_zone_that_two_share_or_nothing() -> None:
    fields = {"hand": "4", "battle": "2 9", "pile": "3 pirate", "finals": 3, "decide": "pirate"}
    given = endgame(**fields, battle_of={1: "5 9"}, finals_of={1: 3}, unseen="1 2 3 4 5 6 7")
    position = read("play", given, None, table(players=2))
    event = {"event": "exchange", "seat": 0}
    nothing = dict.fromkeys(("with", "zone", "gives", "gets"))
    assert [(action.label, action.json["action"]) for action in position.actions] == [
        ("nothing is exchanged", event | nothing),
        (
            "4 from the hand for a hand card of seat 1",
            event | {"with": 1, "zone": "hand", "gives": "4", "gets": None},
        ),
        ("battle card 2 for 5 of seat 1", event | {"with": 1, "zone": "battle", "gives": "2", "gets": "5"}),
        ("battle card 2 for 9 of seat 1", event | {"with": 1, "zone": "battle", "gives": "2", "gets": "9"}),
        ("battle card 9 for 5 of seat 1", event | {"with": 1, "zone": "battle", "gives": "9", "gets": "5"}),
        ("a final card for one of seat 1", event | {"with": 1, "zone": "final", "gives": None, "gets": None}),
    ]


def test_a_pirates_exchange_needs_to_know_the_battle_cards() -> None:
    message = refusal("play", without(pile="2 4 pirate", decide="pirate", battle_of={1: "2 3 4"}))
    assert "battle-of 2 is missing" in message


@pytest.mark.parametrize(
    ("fields", "complaint"),
    [
        ({"hand": "3 5", "pile": "9"}, "no card of your hand may be laid, so you must take the pile (H8)"),
        (
            {"battle": "3 5", "pile": "9", "finals": 3, "unseen": "1 2 3 7"},
            "no card of your battle cards may be laid, so you must take the pile",
        ),
        ({"finals": 2, "unseen": "1 2 3"}, "one of the final cards is turned at random (H10)"),
        ({"hand": "5", "pile": "4 pirate", "decide": "pirate", "hand_size_of": {1: 0}, "finals_of": {1: 1}},
         "the pirate exchanges nothing (H24)"),
    ],
)  # fmt: skip
def test_where_there_is_nothing_to_decide_it_is_said_why(fields: dict[str, Any], complaint: str) -> None:
    message = refusal("play", endgame(**fields), None, table(players=2))
    assert message.startswith("There is nothing to decide") and complaint in message


def test_a_single_legal_play_is_one_action() -> None:
    assert labels("play", endgame(hand="3 9", pile="9"), players=2) == ["9"]


# What cannot be


@pytest.mark.parametrize(
    ("given", "complaint"),
    [
        (without(battle="3 8"), "everybody has 3 battle cards and 3 final cards (H6), but you have 2 and 3"),
        (without("battle"), "but you have 0 and 3"),
        (without(battle_of={2: "2 3"}), "but seat 2 has 2 and 3"),
        (without(battle_of={2: "none"}, finals_of={2: 2}), "but seat 2 has 0 and 2"),
        (without(finals=2, battle=""), "but you have 0 and 2"),
        (without(hand="5 9"), "everybody draws up to 3 hand cards (H11), but you have 2"),
        (without("hand"), "everybody draws up to 3 hand cards (H11), but you have 0"),
        (without(hand="", pile=""), "everybody draws up to 3 hand cards (H11), but you have 0"),
        (without(hand_size_of={3: 2}), "everybody draws up to 3 hand cards (H11), but seat 3 has 2"),
        (without(draw_pile=10), "44 are not given, but 40 are to lie where you cannot see them, 4 too few"),
        (without(draw_pile=20), "6 too many (9 in the others' hands, 9 in unknown battle cards, 12 in final"),
        (without(draw_pile=20), "20 in the draw pile).\nWith draw-pile 14 they would add up"),
        (without(hand_size_of={1: 30}), "too many (36 in the others' hands, 9 in unknown battle cards"),
        (without(battle="3 8 8 kraken"), "battle: nobody has more than 3 battle cards (H3), 4 are given"),
        (without(finals=2), "battle: final cards are not played before the battle cards are gone (H6), but you have 2"),
        (without(finals_of={1: 2}, battle_of={1: "2"}), "but seat 1 has 2 of 3 final cards"),
        (without(finals_of={1: 0}, hand_size_of={1: 0}), "The game is over: seat 1 has no card left (H27)"),
        (without(known_of={1: "2 3 4 6"}), "known-of 1: 4 cards are said to be in a hand of 3"),
        (without(known_of={0: "5 7"}), "known-of 0: your own hand does not have 7"),
        (without(known_of={1: "4 4 4 4"}, hand_size_of={1: 5}), "5 cards 4 are given (1 in pile, 4 in known-of 1)"),
        (without(pile="2 4 kraken"), "pile: a kraken never lies there"),
        (without(pile="4 2"), "pile: 2 cannot lie on 4 (H13 to H18).\nThe pile is written from the bottom to the top"),
        (without(pile="10 island"), "pile: island cannot lie on 10"),
        (without(pile="5 mutiny 6"), "pile: 6 cannot lie on 5 mutiny"),
        (without(pile="4 2x5 6", hand="5 5 9", burned="5"), "5 cards 5 are given (2 in hand, 2 in pile, 1 in burned)"),
        (without(pile="3x4 hollander 4 9"), "pile: 4 cards 4 in a row burn the pile (H26)"),
        (without(decide="wormhole"), "decide wormhole: the wormhole that you laid must be the last card of the pile"),
        (without(decide="pirate", pile=""), "decide pirate: the pirate that you laid must be the last card"),
        (without(decide="pirat"), 'decide must be one of play, wormhole, pirate, not "pirat". Did you mean "pirate"?'),
        (without(demand=True), "demand must be one of none, mutiny, island, not true"),
        (without(turn=2000), "turn must be a whole number from 0 to 1999, not 2000"),
        (without(turn="soon"), 'turn must be a whole number from 0 to 1999, not "soon"'),
        (without(finals=4), "finals must be a whole number from 0 to 3, not 4"),
        (without(draw_pile=-1), "draw-pile must be a whole number from 0 to 52, not -1"),
        (without(hand_size_of={1: True}), "hand-size-of 1 must be a whole number from 0 to 52, not true"),
        (without(hand_size_of={0: 3}), "hand-size-of is for the others"),
        (without(finals_of={0: 3}), "what you have yourself, in seat 0, is said by finals"),
        (without(finals_off=3), 'Did you mean "finals-of"?'),
    ],
)  # fmt: skip
def test_a_position_that_cannot_be_is_refused(given: dict[str, Any], complaint: str) -> None:
    assert complaint in refusal("play", given)


def test_in_mid_turn_a_hand_may_be_short() -> None:
    assert labels("play", without(hand="5 9", pile="")) == ["5", "9"]  # after a burn
    assert len(labels("play", without(hand="", pile="2 wormhole", decide="wormhole"))) == 3


# What is told of a position


POSITIONS: list[tuple[str, dict[str, Any]]] = [
    ("swap", SIX),
    ("swap", SIX | {"battle-of": {3: "7 1 la-isla"}}),
    ("play", MIDGAME),
    ("play", without(battle_of={1: "2 7 10", 3: "1 1 9"}, known_of={0: "9", 2: "2 4"}, hand_size_of={2: 5})),
    ("play", without(burned="3x1 kraken", turn=17, draw_pile=10)),
    ("play", without(pile="2 mutiny 1", demand="mutiny", hand="1 1 island")),
    ("play", without(pile="2 4 wormhole", decide="wormhole", hand="5 9")),
]


@pytest.mark.parametrize(("question", "given"), POSITIONS)
def test_the_canonical_form_gives_the_same_position_again(question: str, given: dict[str, Any]) -> None:
    position = read(question, given, 0)
    again = read(question, as_given(position), 0)
    assert (again.given, again.actions, again.told, again.hidden) == (
        position.given,
        position.actions,
        position.told,
        position.hidden,
    )
    assert again.state.observations.tobytes() == position.state.observations.tobytes()
    assert again.state.unseen_battle == position.state.unseen_battle


def test_the_canonical_form_says_no_more_than_is_needed() -> None:
    given = without(hand="2 1 grumete", pile="2, motín", burned="9 2x7", demand="mutiny", finals=3, turn=0)
    given |= {"draw-pile": 11, "decide": "play", "hand-size-of": {1: 3}, "finals-of": {2: 3}}
    position = read("play", given)
    assert list(position.given) == [
        ("hand", "1 1 2"),
        ("battle", "3 8 kraken"),
        ("pile", "2 mutiny"),
        ("burned", "7 7 9"),
    ]


def test_no_battle_cards_are_told_from_unknown_ones() -> None:
    given = endgame(hand="5 6", pile="4", hand_size_of={1: 2}, finals_of={1: 3}, unseen="1 2 3 7 8")
    position = read("play", given, None, table(players=2))
    assert ("battle-of", "1=none") in position.given
    assert dict(position.told)["seat 1"] == "2 in hand, battle cards none, 3 final cards"
    unknown = endgame(hand="5 6", pile="4", hand_size_of={1: 2}, finals_of={1: 3}, unseen="1 2 3 7 8 9 9 9")
    del unknown["battle-of"]
    position = read("play", unknown, None, table(players=2))
    assert not [name for name, _ in position.given if name == "battle-of"]
    assert dict(position.told)["seat 1"] == "2 in hand, 3 battle cards not known, 3 final cards"


def test_where_final_cards_are_gone_there_are_no_battle_cards() -> None:
    given = endgame(hand="5 6", pile="4", finals_of={1: 2}, unseen="1 2 3")
    del given["battle-of"]
    position = read("play", given, None, table(players=2))
    assert dict(position.told)["seat 1"] == "1 in hand, battle cards none, 2 final cards"


def test_a_position_is_told_in_words() -> None:
    given = without(battle_of={1: "2 7 10"}, known_of={1: "2 2"}, burned="3x1 kraken")
    assert list(read("play", given).told) == [
        ("you", "in seat 0 of 4; you decide which cards to play"),
        ("your hand", "5 5 9"),
        ("your battle cards", "3 8 kraken"),
        ("your final cards", "3"),
        ("pile", "2 4; next: 4 or higher, or a special"),
        ("draw pile", "10 cards"),
        ("burned", "3x1 kraken"),
        ("seat 1", "3 in hand (among them 2 2), battle cards 2 7 10, 3 final cards"),
        ("seat 2", "3 in hand, 3 battle cards not known, 3 final cards"),
        ("seat 3", "3 in hand, 3 battle cards not known, 3 final cards"),
    ]


@pytest.mark.parametrize(
    ("pile", "next_play"),
    [
        ("", "none; next: any card"),
        ("pirate", "pirate; next: any card"),
        ("4 hollander", "4 hollander; next: 4 or higher, or a special"),
        ("10", "10; next: 10, or a special but island and mutiny"),
        ("4 mutiny", "4 mutiny; next: 4 or lower, or a special (mutiny)"),
        ("mutiny", "mutiny; next: 3 or lower, or a special (mutiny)"),
        ("4 island hollander", "4 island hollander; next: any card (island)"),
    ],
)
def test_the_pile_is_told_with_what_may_follow(pile: str, next_play: str) -> None:
    assert dict(read("play", without(pile=pile, hand="1 10 kraken")).told)["pile"] == next_play


def test_it_is_said_that_hidden_cards_are_taken_as_uniform() -> None:
    for question, given, count in (("swap", SIX, 46), ("play", MIDGAME, 44)):
        hidden = read(question, given).hidden
        assert hidden.startswith(f"The {count} cards that you cannot see are dealt at random")
        assert "equally likely, whatever the choices of the others may reveal" in hidden


@pytest.mark.parametrize("question", ["swap", "play"])
def test_the_example_of_a_question_is_a_position(question: str) -> None:
    asked = game(table()).questions[question]
    words = shlex.split(asked.example)
    given = {option.removeprefix("--"): value for option, value in zip(words[::2], words[1::2], strict=True)}
    position = read(question, given)
    assert position.question == asked and len(position.actions) > 1
    assert asked.list_key == {"swap": "ways", "play": "actions"}[question]


def test_what_can_be_asked_is_known_without_the_kernel() -> None:
    code = "import sys; import analyzer.games.hollander.game as g; print(sorted(g.Hollander.questions))"
    code += "; assert not {'numba', 'pandas', 'scipy'} & set(sys.modules)"
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert result.stdout.strip() == "['play', 'swap']", result.stderr


def test_who_says_nothing_of_their_battle_cards_is_asked_for_them() -> None:
    assert refusal("play", {"hand": "1 2 3"}).endswith("Say which three battle cards you have, with battle.")
