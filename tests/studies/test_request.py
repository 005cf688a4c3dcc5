"""What a study was asked, and the command that asks for it again."""

import shlex
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from analyzer.errors import UserError
from analyzer.games import registry
from analyzer.games.rulesfile import load, render, with_settings
from analyzer.studies.commandline import line_of
from analyzer.studies.request import Table, asked_for, check_numbers, rules_difference, set_table

GAME = registry.find("hollander")
STANDARD = load("standard", GAME.rules)
SPECIALS = ("hollander", "kraken", "mutiny", "wormhole", "island", "pirate")
SWAPS = ("keep", "high", "low", "specials", "crew", "random")


@st.composite
def rule_changes(draw: st.DrawFn) -> list[str]:
    """Any settings that leave a deck for six."""
    ranks = draw(st.integers(4, 10))
    crew = [f"deck.{rank}={draw(st.integers(1, 15)) if rank <= ranks else 0}" for rank in range(1, 11)]
    specials = [f"deck.{special}={draw(st.integers(10, 15))}" for special in SPECIALS]
    options = [
        f"options.refill_mid_turn={draw(st.sampled_from(['true', 'false']))}",
        f"options.poker_of_specials={draw(st.sampled_from(['true', 'false']))}",
        f"options.turn_limit={draw(st.integers(1, 10_000))}",
        f"options.hand_size={draw(st.integers(2, 5))}",
        f"options.poker_size={draw(st.integers(3, 6))}",
    ]
    chosen: list[str] = draw(st.lists(st.sampled_from(options), unique=True))
    return (crew + specials if draw(st.booleans()) else []) + chosen


policy = st.builds(
    "{}:swap={}".format, st.sampled_from(["lowest", "random"]), st.sampled_from(SWAPS)
) | st.sampled_from(["lowest", "random"])


@given(rule_changes())
def test_the_difference_to_the_standard_rules_makes_the_same_rules_again(changes: list[str]) -> None:
    rules = with_settings(STANDARD, changes, GAME.rules)
    difference = rules_difference(GAME, rules)
    assert with_settings(STANDARD, difference, GAME.rules) == rules
    # Nothing that is as in the standard rules is named.
    for left_out in range(len(difference)):
        fewer = difference[:left_out] + difference[left_out + 1 :]
        try:
            again = with_settings(STANDARD, fewer, GAME.rules)
        except UserError:
            continue  # a deck with a gap in its ranks
        assert (again.deck, again.options) != (rules.deck, rules.options)


def test_the_standard_rules_differ_in_nothing_from_themselves() -> None:
    assert rules_difference(GAME, STANDARD) == []


@pytest.mark.parametrize(
    ("changes", "difference"),
    [
        (["deck.pirate=3"], ["deck.pirate=3"]),
        (["deck.10=0"], ["deck.10=0"]),
        (["options.refill_mid_turn=false"], ["options.refill_mid_turn=false"]),
        (["options.hand_size=5", "deck.1=7"], ["deck.1=7", "options.hand_size=5"]),
        (["deck.1=7", "deck.1=4"], []),
    ],
)
def test_a_difference_is_written_as_it_can_be_set(changes: list[str], difference: list[str]) -> None:
    assert rules_difference(GAME, with_settings(STANDARD, changes, GAME.rules)) == difference


def read_again(command: str) -> tuple[list[str], Table, dict[str, str]]:
    """Verb and set-up of a command line, and its other options."""
    words = shlex.split(command)
    assert words[0] == "analyzer"
    given: dict[str, list[str]] = {}
    for name, value in zip(words[3::2], words[4::2], strict=True):
        given.setdefault(name, []).append(value)
    table = set_table(
        words[2],
        players=int(given.pop("--players")[0]),
        policies=given.pop("--policy"),
        settings=given.pop("--set", []),
    )
    return words[:3], table, {name: value[0] for name, value in given.items()}


@settings(max_examples=50)
@given(st.integers(2, 6), rule_changes(), st.data())
def test_the_command_line_sets_the_same_table(players: int, changes: list[str], data: st.DataObject) -> None:
    changes = [*changes, "deck.pirate=15"]  # enough for six
    seats = data.draw(
        st.just([])
        | st.lists(policy, min_size=1, max_size=1)
        | st.lists(policy, min_size=players, max_size=players)
    )
    try:
        table = set_table("hollander", players=players, policies=seats, settings=changes)
    except UserError:
        return  # too few cards for a hand of five
    command, again, options = read_again(
        line_of(asked_for("simulate", table, {"games": 10, "seed": 2**63 - 1}))
    )
    assert command == ["analyzer", "simulate", "hollander"]
    assert again.setup == table.setup
    assert options == {"--games": "10", "--seed": str(2**63 - 1)}


def test_the_command_line_keeps_the_name_of_a_rules_file(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(
        'name = "it\'s mine, ñ"\n[deck]\nkraken = 5\n[options]\nturn_limit = 9\n', encoding="utf-8"
    )
    table = set_table("hollander", rules=str(file))
    assert table.setup.rules.name == "it's mine, ñ"
    _, again, _ = read_again(line_of(asked_for("simulate", table, {})))
    assert again.setup == table.setup


def test_the_command_line_is_as_short_as_can_be() -> None:
    table = set_table("hollander")
    assert line_of(asked_for("simulate", table, {"games": 5})) == (
        "analyzer simulate hollander --players 4 --policy lowest --games 5"
    )
    table = set_table("hollander", players=2, policies=["random:swap=random", "lowest:swap=high"])
    assert line_of(asked_for("bench", table, {})) == (
        "analyzer bench hollander --players 2 --policy random --policy lowest:swap=high"
    )


def test_the_command_line_says_all_that_was_asked_and_nothing_else() -> None:
    table = set_table("hollander", settings=["deck.kraken=4"])
    options = {"until": None, "decide": True, "unpaired": False, "pace": 0.5}
    asked = asked_for("compare", table, options, about=["a", "b"], field="c d", policies=())
    assert asked == [
        ("command", "compare"), ("game", "hollander"), ("about", "a"), ("about", "b"), ("field", "c d"),
        ("players", 4), ("set deck.kraken", "4"), ("decide", True), ("pace", "0.5"),
    ]  # fmt: skip
    assert line_of(asked) == (
        "analyzer compare hollander a b --field 'c d' --players 4 --set deck.kraken=4 --decide --pace 0.5"
    )


@pytest.mark.parametrize(
    ("players", "policies", "seated"),
    [
        (None, [], ["lowest"] * 4),
        (2, [], ["lowest"] * 2),
        (None, ["random"], ["random"] * 4),
        (3, ["lowest:swap=keep"], ["lowest"] * 3),
        (None, ["random", *["lowest"] * 3], ["random", *["lowest"] * 3]),
        (2, ["random", "lowest"], ["random", "lowest"]),
        (3, ["random", "lowest", "lowest:swap=low"], ["random", "lowest", "lowest:swap=low"]),
    ],
)
def test_every_seat_has_its_policy(players: int | None, policies: list[str], seated: list[str]) -> None:
    setup = set_table("hollander", players=players, policies=policies).setup
    assert [spec.canonical for spec in setup.policies] == seated
    assert setup.players == len(seated)


@pytest.mark.parametrize(
    ("players", "given"), [(4, 2), (4, 3), (3, 4), (2, 3), (None, 2), (None, 3), (None, 5), (None, 7)]
)
def test_neither_one_policy_nor_one_per_seat_is_refused(players: int | None, given: int) -> None:
    """Without a number of players it is the game's usual one, however many policies there are."""
    with pytest.raises(UserError, match=f"{given} policies are given for {players or 4} seats"):
        set_table("hollander", players=players, policies=["lowest"] * given)


def test_seven_players_are_too_many() -> None:
    with pytest.raises(UserError, match="2 to 6 players, not for 7"):
        set_table("hollander", players=7, policies=["lowest"] * 7)


def test_one_text_is_no_list_of_policies() -> None:
    with pytest.raises(UserError, match=r'must be a list of texts, such as \["lowest"\]'):
        set_table("hollander", policies="lowest")


@pytest.mark.parametrize(
    ("name", "value", "least"),
    [
        *[("games", value, 1) for value in (0, -1, 1.0, 10.5, "10", None, True, 2**63)],
        *[("seed", value, 0) for value in (-1, 1.0, "1", None, False, 2**63)],
        *[("threads", value, 1) for value in (0, -1, 1.0, "2", True, 2**63)],
    ],
)
def test_numbers_with_which_nothing_can_be_played_are_refused(name: str, value: Any, least: int) -> None:
    numbers = {"games": 1, "seed": 0, "threads": None}
    with pytest.raises(UserError) as refused:
        check_numbers(**{**numbers, name: value})
    assert str(refused.value) == f"{name} must be a whole number from {least}, not {value!r}."


@pytest.mark.parametrize("threads", [None, 1, 300])
@pytest.mark.parametrize("seed", [0, 1, 2**63 - 1])
@pytest.mark.parametrize("games", [1, 2**63 - 1])
def test_all_other_numbers_are_taken(games: int, seed: int, threads: int | None) -> None:
    check_numbers(games=games, seed=seed, threads=threads)


def test_rules_come_from_a_file_and_are_changed_on_top(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(
        render(with_settings(STANDARD, ["deck.kraken=5"], GAME.rules), GAME.rules), encoding="utf-8"
    )
    rules = set_table("hollander", rules=str(file), settings=["deck.pirate=6"]).setup.rules
    assert (rules.deck["kraken"], rules.deck["pirate"]) == (5, 6)
