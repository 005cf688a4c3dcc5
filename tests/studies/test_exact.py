"""Exact answers as a study: what is asked, the public JSON object, and what is told."""

from fractions import Fraction

import pytest

from analyzer.errors import UserError
from analyzer.studies.exact import as_text, work_out

DECK = [
    "deck.gold=[3]",
    "deck.rubies=[2,1]",
    "deck.pearls=[]",
    "deck.crowns=[]",
    "deck.swords=[]",
    "deck.maps=[]",
]


def numbers(texts):
    return [Fraction(text) for text in texts]


def test_the_json_object_has_the_public_keys_and_agrees_with_itself():
    found = work_out("cofre", players=3, shown="gold-3", strategies=["shown=1/2"]).as_json()
    assert found["game"] == "cofre" and found["players"] == 3 and found["shown"] == "gold-3"
    assert found["strategies"] == ["shown=1/2"] * 3
    chances = numbers(outcome["probability"] for outcome in found["outcomes"])
    assert sum(chances) == 1
    assert chances == sorted(chances, reverse=True)
    assert all("/" in outcome["probability"] for outcome in found["outcomes"])
    stars = [tuple(outcome["stars"]) for outcome in found["outcomes"]]
    assert len(set(stars)) == len(stars)
    for seat in range(3):
        expected = sum(chance * won[seat] for chance, won in zip(chances, stars, strict=True))
        assert Fraction(found["expected_exact"][seat]) == expected
        assert found["expected"][seat] == pytest.approx(float(expected))
    assert found["hooks"] == [0, 0, 0] and "outcomes_in_detail" not in found
    assert found["whole_game"]["rounds"] == 12
    assert numbers(found["whole_game"]["scores_exact"]) == [
        pytest.approx(score) for score in found["whole_game"]["scores"]
    ]


def test_what_happens_besides_is_told_apart():
    found = work_out("cofre", players=2, settings=[*DECK, "options.slip=0.5"], strategies=["shown"]).as_json()
    detailed = found["outcomes_in_detail"]
    assert sum(numbers(outcome["probability"] for outcome in detailed)) == 1
    assert {outcome["hooks"][0] for outcome in detailed} == {0, 1}
    for outcome in found["outcomes"]:
        parts = [each["probability"] for each in detailed if each["stars"] == outcome["stars"]]
        assert sum(numbers(parts)) == Fraction(outcome["probability"])


def test_a_game_that_cannot_be_given_says_why():
    found = work_out("cofre", strategies=["treasure=1/4"])
    result = found.as_json()
    assert result["whole_game"] is None
    assert "used once" in result["whole_game_missing"]
    content = found.content()
    assert result["whole_game_missing"] in content.answer
    assert [table.name for table in content.tables] == ["seats", "outcomes"]


def test_the_answer_names_what_each_seat_may_expect():
    content = work_out("cofre", players=2, settings=DECK, strategies=["gold=1", "rubies=1"]).content()
    assert content.answer == (
        "In a first round, whatever lies face up, the expected stars are 3 in each seat; somebody always wins some. "
        "In a whole game of 1 round, the expected scores are 3 in each seat."
    )
    assert [table.name for table in content.tables] == ["seats", "scores", "outcomes"]
    (row,) = content.tables[2].rows
    assert row == [3, 3, 1.0, "1/1"]
    assert content.figures[0].interval == ""
    assert [estimate.mean for estimate in content.figures[0].estimates] == [3.0, 3.0]


def test_seats_that_may_expect_the_same_are_named_together():
    content = work_out("cofre", players=3, shown="gold-2", strategies=["shown", "shown", "maps=1"]).content()
    assert "the expected stars are 9/7 in seats 0 and 1" in content.answer.replace("1.286 (9/7)", "9/7")
    assert "and 0.686 (24/35) in seat 2; " in content.answer


def test_lines_are_drawn_once_for_seats_that_are_alike():
    content = work_out("cofre", players=3, strategies=["shown", "uniform", "shown"]).content()
    lines = content.figures[1].lines
    assert [line.label for line in lines] == ["seats 0 and 2", "seat 1"]
    assert all(sum(line.values) == pytest.approx(1) for line in lines)


def test_long_tables_and_fractions_are_cut_and_say_so():
    content = work_out("cofre", players=4, strategies=["equilibrium"]).content()
    table = content.tables[-1]
    assert len(table.rows) == 40
    assert "more are in result.json" in table.note and "(…)" in table.note
    assert {row[-1] for row in table.rows} == {"…"}


def test_the_command_makes_it_again():
    asked = {"players": 2, "shown": "gold-3", "strategies": ["shown=0.5", "uniform"], "settings": DECK}
    content = work_out("cofre", **asked).content()
    assert content.command == (
        "analyzer exact cofre --players 2 --shown gold-3 --strategy shown=1/2 --strategy uniform "
        "--set 'deck.gold=[3]' --set 'deck.rubies=[2, 1]' --set 'deck.pearls=[]' --set 'deck.crowns=[]' "
        "--set 'deck.swords=[]' --set 'deck.maps=[]'"
    )
    assert work_out("cofre", **asked).content().result == content.result


@pytest.mark.parametrize(
    ("number", "text"), [(Fraction(1), "1/1"), (Fraction(0), "0/1"), (Fraction(2, 6), "1/3")]
)
def test_a_fraction_always_has_its_denominator(number, text):
    assert as_text(number) == text


def test_a_game_without_exact_answers_names_those_that_have_them():
    with pytest.raises(UserError) as refused:
        work_out("hollander")
    assert "can be given for cofre" in str(refused.value)
    assert "analyzer simulate hollander" in str(refused.value)


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ({"game": "coffre"}, 'Did you mean "cofre"?'),
        ({"rules": "standrd"}, "standrd"),
        ({"settings": ["options.slip=2"]}, "options.slip"),
        ({"players": 7}, "2 to 6 players"),
        ({"strategies": ["shwn"]}, 'Did you mean "shown"?'),
        ({"shown": "gold-9"}, "gold-9"),
    ],
)
def test_what_is_wrong_is_refused(asked, words):
    with pytest.raises(UserError) as refused:
        work_out(**{"game": "cofre", **asked})
    assert words in str(refused.value)
