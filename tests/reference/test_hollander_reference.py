"""Tests of the oracle for The Flying Hollander: positions made by hand, self-play, falsified records."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from copy import deepcopy
from functools import cache
from random import Random
from typing import Any

import pytest

from .hollander import (
    CREW,
    LOW_FIRST,
    RULES,
    SPECIALS,
    SWAPS,
    Event,
    Exchange,
    Game,
    IllegalDecision,
    LowestPlayer,
    Mismatch,
    MissingDecision,
    Play,
    RandomPlayer,
    Recorded,
    check,
    deal,
    deck_of,
    play,
    standard_rules,
)

# ---- positions made by hand


class Script(RandomPlayer):
    """Decides what the test says, in order, and remembers what a pirate could do."""

    def __init__(
        self, *plays: Play, final: str = "", wormhole: int = -1, pirate: Exchange | None = None
    ) -> None:
        super().__init__(Random(1), "keep")
        self.plays, self.finals, self.named, self.exchange = list(plays), final.split(), wormhole, pirate
        self.possible: dict[int, list[str]] | None = None

    def play(self, seat: int, game: Game, legal: list[Play]) -> Play:
        return self.plays.pop(0)

    def final_card(self, seat: int, game: Game) -> str:
        return self.finals.pop(0)

    def wormhole(self, seat: int, game: Game) -> int:
        return self.named

    def pirate(self, seat: int, game: Game, possible: dict[int, list[str]]) -> Exchange | None:
        self.possible = possible
        return self.exchange


def position(
    hand: Sequence[str],
    script: Script | None = None,
    *,
    pile: str = "",
    battle: Sequence[str] = (),
    final: Sequence[str] = (),
    draw: str = "",
    ranks: int = 10,
    **options: Any,
) -> Game:
    """A game in the middle: seat 0 is to play; who has no final cards named has a 1 there."""
    players = len(hand)
    deck = dict.fromkeys(CREW[:ranks], 4) | dict.fromkeys(SPECIALS, 2)
    begin = {
        "players": players,
        "rules": standard_rules(deck, **options),
        "draw_pile": draw.split(),
        "hand": [cards.split() for cards in hand],
        "battle": [cards.split() for cards in battle or [""] * players],
        "final": [cards.split() for cards in final or ["1"] * players],
    }
    game = Game(begin, script or Script())
    game.pile = pile.split()
    game.laid_by = [-1] * len(game.pile)
    return game


def one_turn(game: Game) -> tuple[list[Event], int | None]:
    """The events of a turn after its `turn` event, and the seat that is next."""
    begin = len(game.events)
    following = game.play_turn()
    assert game.events[begin] == {"event": "turn", "turn": game.turn, "seat": game.seat}
    if following is not None:
        game.seat, game.turn = following, game.turn + 1
    return game.events[begin + 1 :], following


def laid(kind: str, count: int = 1, zone: str = "hand", from_battle: int = 0, seat: int = 0) -> Event:
    return {
        "event": "play",
        "seat": seat,
        "zone": zone,
        "kind": kind,
        "count": count,
        "from_battle": from_battle,
    }


def drawn(cards: str, seat: int = 0) -> Event:
    return {"event": "draw", "seat": seat, "cards": cards.split()}


def burnt(cause: str, seat: int = 0) -> Event:
    return {"event": "burn", "seat": seat, "cause": cause}


def taken(cards: str, final: str | None = None, seat: int = 0) -> Event:
    return {"event": "take", "seat": seat, "cards": cards.split(), "final": final}


def won(turns: int = 1, seat: int = 0) -> Event:
    return {"event": "win", "seat": seat, "turns": turns}


def allowed(pile: str, ranks: int = 10, **options: Any) -> str:
    """The kinds that may be laid on the pile, crew first; "+" stands for the four that always may."""
    game = position([" ".join(CREW[:ranks] + SPECIALS), "1"], pile=pile, ranks=ranks, **options)
    kinds = [kind for kind, _ in game.legal(0)]
    always = [kind for kind in kinds if kind in ("hollander", "kraken", "wormhole", "pirate")]
    assert len(always) == 4
    return " ".join([kind for kind in kinds if kind not in always] + ["+"])


EVERYTHING = "1 2 3 4 5 6 7 8 9 10 island mutiny +"


def test_crew_must_reach_the_reference_and_an_empty_pile_has_none() -> None:
    assert allowed("") == EVERYTHING
    assert allowed("3 7") == "7 8 9 10 island mutiny +"


def test_reference_is_seen_through_every_special() -> None:
    assert allowed("8 hollander pirate wormhole hollander") == "8 9 10 island mutiny +"
    assert allowed("hollander wormhole pirate") == EVERYTHING


def test_mutiny_and_island_are_refused_on_a_captain_also_below_specials() -> None:
    assert allowed("10") == "10 +"
    assert allowed("10 hollander wormhole pirate") == "10 +"
    assert allowed("9") == "9 10 island mutiny +"


def test_captain_is_the_highest_rank_of_the_deck() -> None:
    assert allowed("6", ranks=6) == "6 +"
    assert allowed("5", ranks=6) == "5 6 island mutiny +"
    rules = standard_rules(dict.fromkeys(CREW, 4) | {"10": 0} | dict.fromkeys(SPECIALS, 5))
    assert Game(deal(rules, 2, Random(1), ["a", "b"]), Script()).captain == "9"


def test_wormhole_and_pirate_clear_the_reference_only_by_option() -> None:
    assert allowed("10 wormhole", wormhole_clears_reference=True) == EVERYTHING
    assert allowed("10 wormhole", pirate_clears_reference=True) == "10 +"
    assert allowed("10 pirate hollander", pirate_clears_reference=True) == EVERYTHING
    assert allowed("10 wormhole 2", wormhole_clears_reference=True) == "2 3 4 5 6 7 8 9 10 island mutiny +"


def test_mutiny_demands_at_most_the_reference_or_a_special() -> None:
    assert allowed("4 mutiny") == "1 2 3 4 island mutiny +"
    assert allowed("4 wormhole mutiny") == "1 2 3 4 island mutiny +"


def test_mutiny_without_reference_demands_the_first_ranks() -> None:
    assert allowed("mutiny") == "1 2 3 island mutiny +"
    assert allowed("pirate hollander mutiny") == "1 2 3 island mutiny +"
    assert allowed("mutiny", mutiny_first_max=5) == "1 2 3 4 5 island mutiny +"
    assert allowed("9 pirate mutiny", pirate_clears_reference=True) == "1 2 3 island mutiny +"


def test_mutiny_on_mutiny_measures_against_the_crew_below_the_first() -> None:
    assert allowed("6 mutiny mutiny") == "1 2 3 4 5 6 island mutiny +"


def test_hollander_passes_demand_and_freedom_on() -> None:
    assert allowed("4 mutiny hollander hollander") == "1 2 3 4 island mutiny +"
    assert allowed("9 island hollander") == EVERYTHING


def test_any_other_card_ends_demand_and_freedom() -> None:
    assert allowed("4 mutiny wormhole") == "4 5 6 7 8 9 10 island mutiny +"
    assert allowed("4 mutiny hollander pirate") == "4 5 6 7 8 9 10 island mutiny +"
    assert allowed("4 mutiny 2") == "2 3 4 5 6 7 8 9 10 island mutiny +"
    assert allowed("9 island wormhole") == "9 10 island mutiny +"
    assert allowed("9 island 2") == "2 3 4 5 6 7 8 9 10 island mutiny +"


def test_island_frees_from_rank_and_ends_a_demand() -> None:
    assert allowed("9 island") == EVERYTHING
    assert allowed("4 mutiny island") == EVERYTHING
    assert allowed("9 island mutiny") == "1 2 3 4 5 6 7 8 9 island mutiny +"


def test_without_legal_play_the_pile_is_taken_bottom_first() -> None:
    game = position(["2 3 3", "5"], pile="1 wormhole 7", draw="9 9")
    assert one_turn(game) == ([taken("1 wormhole 7")], 1)
    assert sorted(game.hand[0]) == ["1", "2", "3", "3", "7", "wormhole"]
    assert game.pile == [] and game.draw_pile == ["9", "9"]


def test_battle_cards_stay_when_none_of_them_is_legal() -> None:
    game = position(["", "5"], pile="7", battle=["2 3", ""])
    assert one_turn(game) == ([taken("7")], 1)
    assert game.hand[0] == ["7"] and game.battle[0] == ["2", "3"]
    assert game.zone(0) == "hand"


def test_taking_clears_a_demand() -> None:
    game = position(["9 9 9", "8"], Script(("8", 1)), pile="4 mutiny")
    assert one_turn(game) == ([taken("4 mutiny")], 1)
    assert one_turn(game) == ([laid("8", seat=1)], 0)


def test_refusing_to_play_or_playing_illegally_is_an_error_that_names_what_is_legal() -> None:
    with pytest.raises(IllegalDecision, match=r"turn 0: seat 0 .*legal: \[\('8', 1\), \('8', 2\)\]"):
        position(["8 2 8", "5"], Script(("2", 1)), pile="7").play_turn()
    with pytest.raises(IllegalDecision):
        position(["8 2 8", "5"], Script(("8", 3)), pile="7").play_turn()


def test_battle_cards_join_the_last_hand_cards() -> None:
    game = position(["5 5", "9"], Script(("5", 3)), battle=["5 5 8", ""], pile="4")
    assert game.legal(0) == [("5", 1), ("5", 2), ("5", 3), ("5", 4)]
    assert one_turn(game) == ([laid("5", 3, "hand+battle", 1)], 1)
    assert game.hand[0] == [] and sorted(game.battle[0]) == ["5", "8"]


def test_battle_cards_do_not_join_while_cards_are_left_to_draw_or_in_hand() -> None:
    assert position(["5 5", "9"], battle=["5 5 8", ""], draw="1").legal(0) == [("5", 1), ("5", 2)]
    assert position(["5 6", "9"], battle=["5 6 8", ""]).legal(0) == [("5", 1), ("6", 1)]


def test_battle_cards_are_played_once_hand_and_draw_pile_are_gone() -> None:
    game = position(["", "9"], Script(("4", 2)), battle=["4 4 9", ""], pile="4")
    assert game.legal(0) == [("4", 1), ("4", 2), ("9", 1)]
    assert one_turn(game) == ([laid("4", 2, "battle")], 1)
    assert game.battle[0] == ["9"]


def test_final_card_that_fails_goes_to_the_hand_with_the_pile() -> None:
    game = position(["", "8"], Script(("8", 1), ("2", 1), final="2"), final=["9 2", "1"], pile="3 5")
    assert one_turn(game) == ([taken("3 5", "2")], 1)
    assert sorted(game.hand[0]) == ["2", "3", "5"] and game.final[0] == ["9"]
    assert game.zone(0) == "hand"


def test_final_card_that_is_legal_has_its_effect_and_a_burn_calls_for_the_next() -> None:
    game = position(["", "8"], Script(final="kraken 2"), final=["9 2 kraken", "1"], pile="5")
    assert one_turn(game) == ([laid("kraken", zone="final"), burnt("kraken"), laid("2", zone="final")], 1)
    assert game.final[0] == ["9"] and game.pile == ["2"]


def test_only_a_remaining_final_card_can_be_turned() -> None:
    with pytest.raises(IllegalDecision, match="legal: \\['9', '2'\\]"):
        position(["", "8"], Script(final="3"), final=["9 2", "1"]).play_turn()


def test_hand_is_filled_up_to_its_size_while_the_draw_pile_lasts() -> None:
    for draw, expected in (("1 2 3", "1 2"), ("7", "7")):
        game = position(["5 5 6", "1"], Script(("5", 2)), draw=draw)
        assert one_turn(game)[0] == [laid("5", 2), drawn(expected)]
    assert one_turn(position(["5 6 7 8", "1"], Script(("5", 1)), draw="9"))[0] == [laid("5")]
    wide = position(["5 6 7 8 9", "1"], Script(("5", 1)), draw="9 8", hand_size=5)
    assert one_turn(wide)[0] == [laid("5"), drawn("9")]


def test_hand_emptied_by_a_burn_is_refilled_in_mid_turn() -> None:
    game = position(["kraken", "1"], Script(("kraken", 1), ("8", 1)), pile="9", draw="7 8 9 10")
    assert one_turn(game) == ([laid("kraken"), burnt("kraken"), drawn("7 8 9"), laid("8"), drawn("10")], 1)


def test_hand_that_is_not_empty_after_a_burn_is_not_refilled_before_the_end() -> None:
    game = position(["kraken 3", "1"], Script(("kraken", 1), ("3", 1)), pile="9", draw="7 8 9 10")
    assert one_turn(game) == ([laid("kraken"), burnt("kraken"), laid("3"), drawn("7 8 9")], 1)


def test_turn_ends_at_an_empty_hand_without_the_refill_option() -> None:
    game = position(["kraken", "1"], Script(("kraken", 1)), pile="9", draw="7 8 9 10", refill_mid_turn=False)
    assert one_turn(game) == ([laid("kraken"), burnt("kraken"), drawn("7 8 9")], 1)
    assert game.pile == []


def test_last_cards_drawn_in_mid_turn_can_take_battle_cards_along() -> None:
    game = position(["kraken", "1"], Script(("kraken", 1), ("7", 2)), battle=["7 9", ""], draw="7")
    expected = [laid("kraken"), burnt("kraken"), drawn("7"), laid("7", 2, "hand+battle", 1)]
    assert one_turn(game) == (expected, 1)


def test_hand_emptied_by_a_burn_without_draw_pile_goes_on_from_the_battle_cards() -> None:
    script = Script(("kraken", 1), ("kraken", 1), ("4", 2))
    game = position(["kraken", "1"], script, battle=["4 4 kraken", ""], pile="9")
    burns = [laid("kraken"), burnt("kraken"), laid("kraken", zone="battle"), burnt("kraken")]
    assert one_turn(game) == ([*burns, laid("4", 2, "battle")], 1)
    assert sorted(game.burned) == ["9", "kraken", "kraken"]


def test_wormhole_names_who_plays_next_and_play_goes_on_clockwise_from_there() -> None:
    script = Script(("wormhole", 2), ("5", 1), wormhole=2)
    game = position(["wormhole wormhole 5", "5", "5 9 9", "6"], script, draw="9 8")
    named = {"event": "next", "seat": 0, "chosen": 2}
    assert one_turn(game) == ([laid("wormhole", 2), named, drawn("9 8")], 2)
    assert one_turn(game) == ([laid("5", seat=2)], 3)


def test_wormhole_cannot_name_its_own_player() -> None:
    with pytest.raises(IllegalDecision, match=r"legal: \[1\]"):
        position(["wormhole 5", "5"], Script(("wormhole", 1), wormhole=0)).play_turn()
    two = position(["wormhole 5", "5"], Script(("wormhole", 1), wormhole=1))
    assert one_turn(two) == ([laid("wormhole"), {"event": "next", "seat": 0, "chosen": 1}], 1)


def test_pirate_exchanges_before_the_draw() -> None:
    script = Script(("pirate", 1), pirate=Exchange(2, "hand", "5", "8"))
    game = position(["pirate 5", "6", "7 8"], script, draw="1 2", battle=["3", "4", ""])
    swapped = {"event": "exchange", "seat": 0, "with": 2, "zone": "hand", "gives": "5", "gets": "8"}
    assert one_turn(game) == ([laid("pirate"), swapped, drawn("1 2")], 1)
    assert script.possible == {1: ["hand", "battle", "final"], 2: ["hand", "final"]}
    assert sorted(game.hand[0]) == ["1", "2", "8"] and sorted(game.hand[2]) == ["5", "7"]


def test_pirate_zones_count_after_it_has_left_the_hand() -> None:
    script = Script(("pirate", 1))
    game = position(["pirate", "6 7"], script, draw="1 2 3 4")
    assert one_turn(game) == ([laid("pirate"), drawn("1 2 3")], 1)  # declined
    assert script.possible == {1: ["final"]}


def test_pirate_without_a_common_zone_does_nothing() -> None:
    script = Script(("pirate", 1))
    game = position(["pirate", "6 7"], script, final=["3", ""])
    assert one_turn(game) == ([laid("pirate")], 1)
    assert script.possible is None


def test_pirate_cannot_exchange_what_is_not_there() -> None:
    for wrong in (
        Exchange(1, "hand", "9", "8"),
        Exchange(1, "hand", "5", "9"),
        Exchange(1, "battle", "5", "8"),
        Exchange(0, "hand", "5", "5"),
    ):
        with pytest.raises(IllegalDecision):
            position(["pirate 5", "8"], Script(("pirate", 1), pirate=wrong)).play_turn()


def test_hollanders_first_on_an_empty_pile_skip_one_player() -> None:
    game = position(["hollander hollander 5", "6", "7"], Script(("hollander", 2)), draw="8 8")
    assert one_turn(game) == ([laid("hollander", 2), {"event": "skip", "seat": 1}, drawn("8 8")], 2)


def test_hollander_first_gives_the_same_player_a_new_turn_when_two_play() -> None:
    game = position(["hollander 5 6", "7"], Script(("hollander", 1), ("5", 1)))
    assert one_turn(game) == ([laid("hollander"), {"event": "skip", "seat": 1}], 0)
    assert one_turn(game) == ([laid("5")], 1)
    assert game.turn == 2


def test_hollander_first_after_a_burn_skips() -> None:
    game = position(["kraken hollander 5", "6", "7"], Script(("kraken", 1), ("hollander", 1)), pile="4")
    skip = {"event": "skip", "seat": 1}
    assert one_turn(game) == ([laid("kraken"), burnt("kraken"), laid("hollander"), skip], 2)


def test_hollander_elsewhere_does_not_skip() -> None:
    for pile in ("5", "wormhole", "hollander 5", "hollander", "hollander hollander hollander"):
        game = position(["hollander 5", "6", "7"], Script(("hollander", 1)), pile=pile)
        assert one_turn(game) == ([laid("hollander")], 1)


def test_hollander_on_hollanders_skips_by_option_only_when_nothing_else_lies_there() -> None:
    for pile, following in (
        ("hollander", 2),
        ("hollander hollander", 2),
        ("hollander 5", 1),
        ("5 hollander", 1),
        ("wormhole", 1),
    ):
        game = position(
            ["hollander 5", "6", "7"], Script(("hollander", 1)), pile=pile, hollander_on_hollander_skips=True
        )
        assert one_turn(game)[1] == following


def test_four_of_a_kind_from_several_players_burns_also_through_hollanders() -> None:
    for pile in (
        "9 9 9",
        "2 9 9 hollander 9",
        "9 9 9 hollander hollander",
        "9 hollander 9 hollander 9 hollander",
    ):
        game = position(["9 3", "1"], Script(("9", 1), ("3", 1)), pile=pile)
        assert one_turn(game) == ([laid("9"), burnt("four"), laid("3")], 1)
        assert sorted(game.burned) == sorted([*pile.split(), "9"])


def test_more_than_four_burn_too_and_fewer_or_interrupted_ones_do_not() -> None:
    assert one_turn(position(["9 9 9 3", "1"], Script(("9", 3), ("3", 1)), pile="9 9"))[0][1] == burnt("four")
    for pile in ("9 9", "9 9 pirate 9", "9 9 9 kraken", "9 9 island 9"):
        assert one_turn(position(["9 3", "1"], Script(("9", 1)), pile=pile)) == ([laid("9")], 1)


def test_poker_size_is_an_option() -> None:
    three = position(["9 3", "1"], Script(("9", 1), ("3", 1)), pile="9 9", poker_size=3)
    assert one_turn(three)[0] == [laid("9"), burnt("four"), laid("3")]
    five = position(["9 3", "1"], Script(("9", 1)), pile="9 9 9", poker_size=5)
    assert one_turn(five)[0] == [laid("9")]


def test_four_specials_burn_instead_of_their_effect() -> None:
    for kind in ("mutiny", "wormhole", "pirate", "island"):
        script = Script((kind, 1), ("9", 1), wormhole=1)
        game = position([f"{kind} 9", "1"], script, pile=f"2 {kind} {kind} hollander {kind}")
        assert one_turn(game) == ([laid(kind), burnt("four"), laid("9")], 1)


def test_four_specials_keep_their_effect_without_the_option() -> None:
    pile = "2 mutiny mutiny mutiny"
    game = position(["mutiny 9 5", "9"], Script(("mutiny", 1)), pile=pile, poker_of_specials=False)
    assert one_turn(game) == ([laid("mutiny")], 1)
    assert one_turn(game) == ([taken("2 mutiny mutiny mutiny mutiny", seat=1)], 0)
    crew = position(["9 3", "1"], Script(("9", 1), ("3", 1)), pile="9 9 9", poker_of_specials=False)
    assert one_turn(crew)[0][1] == burnt("four")


def test_battle_cards_joined_to_the_hand_can_complete_four() -> None:
    script = Script(("9", 4), final="1")
    game = position(["9 9", "1"], script, battle=["9 9", ""], final=["1 2", "1"], pile="4")
    assert one_turn(game) == ([laid("9", 4, "hand+battle", 2), burnt("four"), laid("1", zone="final")], 1)


def test_last_card_wins_before_any_effect() -> None:
    none_left = ["", "1"]
    for kind in SPECIALS:
        game = position([kind, "5"], Script((kind, 1)), final=none_left)
        assert one_turn(game) == ([laid(kind), won()], None)
    poker = position(["9", "5"], Script(("9", 1)), pile="9 9 9", final=none_left)
    assert one_turn(poker) == ([laid("9"), won()], None)
    after_burn = position(["kraken 3", "5"], Script(("kraken", 1), ("3", 1)), pile="9", final=none_left)
    assert one_turn(after_burn) == ([laid("kraken"), burnt("kraken"), laid("3"), won()], None)
    last_final = position(["", "5"], Script(final="8"), final=["8", "1"], pile="7")
    assert one_turn(last_final) == ([laid("8", zone="final"), won()], None)


def test_last_final_card_that_fails_does_not_win() -> None:
    game = position(["", "5"], Script(final="6"), final=["6", "1"], pile="7")
    assert one_turn(game) == ([taken("7", "6")], 1)


# ---- players and deals


@pytest.mark.parametrize(
    ("rule", "battle", "hand", "lies"),
    [
        ("keep", "3 kraken 8", "hollander 10 mutiny", "3 kraken 8"),
        ("high", "3 kraken 8", "hollander 10 mutiny", "kraken mutiny hollander"),
        ("high", "3 wormhole 8", "2 10 pirate", "pirate wormhole 10"),
        ("low", "3 kraken 8", "hollander 10 mutiny", "3 8 10"),
        ("low", "kraken mutiny island", "pirate wormhole hollander", "hollander wormhole pirate"),
        ("specials", "3 8 2", "kraken 10 9", "kraken 8 3"),
        ("specials", "kraken 2 hollander", "5 10 9", "kraken hollander 2"),
        ("specials", "pirate island mutiny", "5 kraken hollander", "kraken mutiny island"),
        ("specials", "3 8 2", "4 10 9", "8 3 2"),
        ("crew", "3 kraken 8", "hollander 10 mutiny", "10 8 3"),
        ("crew", "kraken mutiny hollander", "5 pirate wormhole", "5 hollander wormhole"),
    ],
)
def test_swap_rules(rule: str, battle: str, hand: str, lies: str) -> None:
    assert sorted(SWAPS[rule](battle.split(), hand.split(), Random(1))) == sorted(lies.split())


def test_random_swap_chooses_among_all_twenty_ways() -> None:
    rng = Random(1)
    ways = Counter(frozenset(SWAPS["random"](["1", "2", "3"], ["4", "5", "6"], rng)) for _ in range(4000))
    assert len(ways) == 20 and min(ways.values()) > 140


def test_swap_must_choose_among_the_own_cards() -> None:
    class Cheat(Script):
        def swap(self, seat: int, game: Game) -> list[str]:
            return ["kraken"] * 3

    with pytest.raises(IllegalDecision, match="swap: seat 0"):
        play(deal(standard_rules(), 2, Random(1), ["a", "b"]), Cheat())


def test_lowest_plays_all_of_the_lowest_crew_and_else_the_first_special() -> None:
    lowest = LowestPlayer(Random(1))
    for hand, pile, expected in (
        ("7 5 5 9 kraken", "4", ("5", 2)),
        ("3 kraken mutiny pirate pirate", "4", ("pirate", 2)),
        ("3 kraken mutiny island", "4", ("island", 1)),
        ("3 kraken mutiny island", "10", ("kraken", 1)),
        ("10 9 2", "", ("2", 1)),
        ("hollander wormhole 3", "4", ("hollander", 1)),
        ("5 5", "4", ("5", 3)),
    ):
        game = position([hand, "1"], pile=pile, battle=["5 8", ""])
        assert lowest.play(0, game, game.legal(0)) == expected


def test_lowest_names_the_next_player_and_declines_exchanges() -> None:
    game = position(["1", "1", "1"])
    lowest = LowestPlayer(Random(1))
    assert lowest.wormhole(2, game) == 0
    assert lowest.pirate(0, game, {1: ["hand"]}) is None


def test_deal_lays_out_the_deck_and_tells_how_many_cards_are_missing() -> None:
    event = deal(standard_rules(hand_size=5), 4, Random(1), ["random"] * 4, 7, 8)
    assert [len(cards) for cards in event["hand"]] == [5] * 4 and len(event["draw_pile"]) == 52 - 44
    assert (event["game"], event["seed"]) == (7, 8)
    with pytest.raises(ValueError, match="2 more cards"):
        deal(standard_rules(), 6, Random(1), ["random"] * 6)
    with pytest.raises(ValueError, match="H1"):
        deal(standard_rules({"1": 9, "2": 9, "4": 9, "5": 9}), 2, Random(1), ["random"] * 2)


def test_recorded_tells_what_the_record_lacks() -> None:
    events = lowest_game()[:6]
    with pytest.raises(MissingDecision, match="must be a 'play' of seat"):
        play(events[0], Recorded([event for event in events if event["event"] != "play"]))


# ---- self-play


class Table(RandomPlayer):
    """Seats with players of their own."""

    def __init__(self, seats: Sequence[RandomPlayer]) -> None:
        super().__init__(Random(0))
        self.seats = seats

    def swap(self, seat: int, game: Game) -> list[str]:
        return self.seats[seat].swap(seat, game)

    def play(self, seat: int, game: Game, legal: list[Play]) -> Play:
        return self.seats[seat].play(seat, game, legal)

    def final_card(self, seat: int, game: Game) -> str:
        return self.seats[seat].final_card(seat, game)

    def wormhole(self, seat: int, game: Game) -> int:
        return self.seats[seat].wormhole(seat, game)

    def pirate(self, seat: int, game: Game, possible: dict[int, list[str]]) -> Exchange | None:
        return self.seats[seat].pirate(seat, game, possible)


def random_rules(rng: Random, players: int) -> Event:
    """Any lawful deck that serves the players, any options."""
    options = {
        "refill_mid_turn": rng.random() < 0.5,
        "wormhole_clears_reference": rng.random() < 0.5,
        "pirate_clears_reference": rng.random() < 0.5,
        "hollander_on_hollander_skips": rng.random() < 0.5,
        "poker_of_specials": rng.random() < 0.5,
        "turn_limit": rng.choice([1, 40, 300]),
        "hand_size": rng.randint(2, 5),
        "poker_size": rng.randint(3, 6),
        "mutiny_first_max": rng.randint(1, 5),
    }
    while True:
        most = rng.randint(2, 12)
        deck = {kind: rng.randint(1, most) for kind in CREW[: rng.randint(4, 10)]}
        deck |= {kind: rng.randint(0, most) for kind in SPECIALS}
        if sum(deck.values()) >= players * (6 + options["hand_size"]):
            return standard_rules(deck, **options)


def random_table(rng: Random, players: int) -> Table:
    """Random and lowest players with any swap rule."""
    kinds = [rng.choice([RandomPlayer, LowestPlayer]) for _ in range(players)]
    return Table([kind(rng, rng.choice(sorted(SWAPS))) for kind in kinds])


def watched(begin: Event, table: Table, fired: Counter[str] | None = None) -> list[Event]:
    """Play a game and look after every event that no card is lost or made."""
    deck = Counter(deck_of(begin["rules"]))

    def count(_: Event) -> None:
        there = Counter(game.draw_pile + game.pile + game.burned)
        for zone in (game.hand, game.battle, game.final):
            for cards in zone:
                there.update(cards)
        assert there == deck
        assert len(game.laid_by) == len(game.pile)

    game = Game(begin, table, fired, count)
    return game.run()


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_self_play_keeps_all_cards_and_is_accepted(players: int) -> None:
    for seed in range(20):
        rng = Random(1000 * players + seed)
        begin = deal(random_rules(rng, players), players, rng, ["any"] * players, seed, 1)
        played, checked = Counter[str](), Counter[str]()
        events = watched(begin, random_table(rng, players), played)
        check(json.loads(json.dumps(events)), checked)
        assert checked == played


def test_every_rule_fires_in_a_campaign() -> None:
    fired: Counter[str] = Counter()
    for seed in range(300):
        rng = Random(seed)
        players = rng.choice([2, 2, 2, 3, 4])
        begin = deal(random_rules(rng, players), players, rng, ["any"] * players)
        play(begin, random_table(rng, players), fired)
    assert set(fired) == set(RULES)
    assert len(set(RULES)) == len(RULES)


def test_turn_limit_ends_a_game_after_that_many_whole_turns() -> None:
    events = lowest_game()
    turns = events[-1]["turns"]
    assert events[-1]["event"] == "win" and turns == sum(event["event"] == "turn" for event in events)
    for limit, end in ((turns, "win"), (turns - 1, "unfinished")):
        begin = deepcopy(events[0])
        begin["rules"]["options"]["turn_limit"] = limit
        replayed = play(begin, Recorded(events))
        assert replayed[-1]["event"] == end and replayed[-1]["turns"] == limit
        assert sum(event["event"] == "turn" for event in replayed) == limit
        check(replayed)


def test_same_seed_plays_the_same_game() -> None:
    begin = deal(standard_rules(), 3, Random(4), ["random"] * 3)
    assert play(begin, RandomPlayer(Random(5))) == play(begin, RandomPlayer(Random(5)))


# ---- falsified records


@cache
def lowest_game() -> list[Event]:
    """A finished game of three `lowest` players without pirates, so the winner laid every card received."""
    rules = standard_rules(dict.fromkeys(CREW[:8], 4) | dict.fromkeys(SPECIALS, 3) | {"pirate": 0})
    for seed in range(100):
        rng = Random(seed)
        events = play(deal(rules, 3, rng, ["lowest"] * 3), LowestPlayer(rng, "high"))
        if {"burn", "skip", "next", "take", "draw", "win"} <= {event["event"] for event in events}:
            return events
    raise AssertionError("no such game")


@cache
def random_game(seed: int) -> list[Event]:
    """A short game of random players, with exchanges."""
    rng = Random(seed)
    begin = deal(standard_rules(turn_limit=60), 2 + seed % 3, rng, ["random"] * (2 + seed % 3))
    return play(begin, RandomPlayer(rng))


class Spy(Recorded):
    """Remembers at which event which decisions were lawful."""

    def __init__(self, events: Sequence[Event]) -> None:
        super().__init__(events)
        self.lawful: dict[int, list[Play]] = {}
        self.exchanged: dict[int, tuple[list[str], list[str]]] = {}

    def play(self, seat: int, game: Game, legal: list[Play]) -> Play:
        self.lawful[len(game.events)] = legal
        return super().play(seat, game, legal)

    def final_card(self, seat: int, game: Game) -> str:
        self.lawful[len(game.events)] = [(kind, 1) for kind in game.final[seat]]
        return super().final_card(seat, game)

    def pirate(self, seat: int, game: Game, possible: dict[int, list[str]]) -> Exchange | None:
        exchange = super().pirate(seat, game, possible)
        if exchange:
            sides = (seat, exchange.other)
            mine, theirs = (list(game.zone_cards(exchange.zone, side)) for side in sides)
            self.exchanged[len(game.events)] = (mine, theirs)
        return exchange


def replaced(events: list[Event], place: int, **values: Any) -> list[Event]:
    return [*events[:place], events[place] | values, *events[place + 1 :]]


def other_kinds(kinds: Sequence[str]) -> list[str]:
    return [kind for kind in LOW_FIRST if kind not in kinds]


def rearranged(events: list[Event]) -> Iterator[list[Event]]:
    """Records with an event dropped, doubled, exchanged with the one after it, or with one at the end.

    A record that lost its exchange can be that of another lawful game, in which the pirate declined.
    """
    for place, event in enumerate(events):
        if event["event"] != "exchange":
            yield events[:place] + events[place + 1 :]
        yield events[:place] + events[place : place + 1] + events[place:]
        if place + 1 < len(events):
            yield [*events[:place], events[place + 1], event, *events[place + 2 :]]
    yield [*events, {"event": "turn", "turn": 0, "seat": 0}]
    yield []


def with_other_cards(events: list[Event], rng: Random) -> Iterator[list[Event]]:
    """Records in which a kind is another, at each place where that cannot be lawful."""
    spy = Spy(events)
    play(events[0], spy)
    for place, event in enumerate(events):
        for key in ("battle", "hand", "cards"):
            if event["event"] != "deal" and event.get(key):
                i = rng.randrange(len(event[key]))
                kind = rng.choice(other_kinds([event[key][i]]))
                yield replaced(events, place, **{key: [*event[key][:i], kind, *event[key][i + 1 :]]})
        if event["event"] == "play":
            lawful = [kind for kind, count in spy.lawful[place] if count == event["count"]]
            yield replaced(events, place, kind=rng.choice(other_kinds(lawful)))
        if event["event"] == "take":
            lawful = [kind for kind, _ in spy.lawful.get(place, [])]
            yield replaced(events, place, final=rng.choice(other_kinds(lawful)))
        if event["event"] == "exchange":
            mine, theirs = spy.exchanged[place]
            yield replaced(events, place, gives=rng.choice(other_kinds(mine)))
            yield replaced(events, place, gets=rng.choice(other_kinds(theirs)))


def with_other_numbers(events: list[Event]) -> Iterator[list[Event]]:
    """Records in which a count, a seat or a number of turns is another."""
    spy = Spy(events)
    play(events[0], spy)
    for place, event in enumerate(events[1:], 1):
        for key in ("seat", "turn", "turns", "from_battle", "chosen"):
            if key in event:
                yield replaced(events, place, **{key: event[key] + 1})
        if event["event"] == "play":
            most = max(count for kind, count in spy.lawful[place] if kind == event["kind"])
            yield replaced(events, place, count=most + 1)
            yield replaced(events, place, count=0)
            yield replaced(events, place, zone="final" if event["zone"] != "final" else "hand")


def winner_played_otherwise(events: list[Event]) -> Iterator[list[Event]]:
    """Records in which the winner made another lawful play, which must come out in the end at the latest."""
    spy = Spy(events)
    play(events[0], spy)
    for place, event in enumerate(events):
        if event["event"] == "play" and event["zone"] == "hand" and event["seat"] == events[-1]["seat"]:
            for kind, count in spy.lawful[place]:
                if (kind, count) != (event["kind"], event["count"]):
                    yield replaced(events, place, kind=kind, count=count)


def all_rejected(records: Iterator[list[Event]], at_least: int) -> None:
    tried = 0
    for record in records:
        with pytest.raises(Mismatch):
            check(record)
        tried += 1
    assert tried >= at_least


def some_game(number: int) -> list[Event]:
    return random_game(number) if number else lowest_game()


@pytest.mark.parametrize("number", range(3))
def test_rearranged_records_are_rejected(number: int) -> None:
    all_rejected(rearranged(some_game(number)), 200)


@pytest.mark.parametrize("number", range(3))
def test_records_with_other_cards_are_rejected(number: int) -> None:
    all_rejected(with_other_cards(some_game(number), Random(number)), 40)


@pytest.mark.parametrize("number", range(3))
def test_records_with_other_numbers_are_rejected(number: int) -> None:
    all_rejected(with_other_numbers(some_game(number)), 200)


def test_records_in_which_the_winner_played_otherwise_are_rejected() -> None:
    all_rejected(winner_played_otherwise(lowest_game()), 10)


def test_falsified_deals_are_rejected() -> None:
    events = lowest_game()
    begin = events[0]
    rules = begin["rules"]
    wrong: list[dict[str, Any]] = [
        {"name": "pescado"},
        {"players": 4},
        {"players": 1},
        {"policies": ["lowest"] * 2},
        {"extra": 1},
        {"game": "0"},
        {"seed": None},
        {"draw_pile": begin["draw_pile"][1:]},
        {"draw_pile": [*begin["draw_pile"], "kraken"]},
        {"hand": begin["hand"][:2]},
        {"hand": begin["hand"][0]},
        {"final": [["1"] * 3] * 3},
        {"battle": [cards[:2] for cards in begin["battle"]]},
        {"rules": rules | {"game": "cofre"}},
        {"rules": rules | {"deck": rules["deck"] | {"5": 0}}},
        {"rules": rules | {"deck": rules["deck"] | {"whale": 1}}},
        {"rules": {"deck": rules["deck"]}},
        {"rules": rules | {"options": rules["options"] | {"hand_size": 6}}},
        {"rules": rules | {"options": rules["options"] | {"hand_size": 4}}},
        {"rules": rules | {"options": rules["options"] | {"refill_mid_turn": 1}}},
        {"rules": rules | {"options": {}}},
        {"rules": rules | {"options": rules["options"] | {"unknown": True}}},
    ]
    for change in wrong:
        with pytest.raises(Mismatch, match="event 0 differs"):
            check(replaced(events, 0, **change))
    for key in begin:
        with pytest.raises(Mismatch, match="event 0 differs"):
            check([{k: v for k, v in begin.items() if k != key}, *events[1:]])


def test_mismatch_shows_the_place_what_was_expected_and_what_was_there() -> None:
    events = lowest_game()
    place = next(i for i, event in enumerate(events) if event["event"] == "draw")
    with pytest.raises(Mismatch) as caught:
        check(replaced(events, place, cards=["whale"]))
    text = str(caught.value)
    assert f"event {place} differs" in text and f"expected: {events[place]}" in text
    assert "got: {" in text and "'whale'" in text and str(events[place - 1]) in text


def test_order_of_the_cards_after_a_swap_does_not_matter() -> None:
    events = lowest_game()
    check(replaced(events, 1, battle=events[1]["battle"][::-1], hand=sorted(events[1]["hand"])))
