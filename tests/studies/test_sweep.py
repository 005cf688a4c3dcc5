"""Sweeps: each value is a run of its own, all else alike, and the page says what changes for certain."""

import pytest

from analyzer.core.jit import JIT_IS_ON
from analyzer.errors import UserError
from analyzer.runs import playing
from analyzer.studies.content import IntervalFigure, LineFigure
from analyzer.studies.request import set_table
from analyzer.studies.simulate import play_table
from analyzer.studies.sweep import Variation, read_variation, sweep

needs_speed = pytest.mark.skipif(not JIT_IS_ON, reason="takes the kernel's speed")

OF_THE_RUN = {"seconds", "games_per_second", "threads", "value"}


@pytest.mark.parametrize(
    ("text", "key", "values"),
    [
        ("deck.kraken=0..3", "deck.kraken", ("0", "1", "2", "3")),
        ("options.speed=[1,2]|[2,2]", "options.speed", ("[1,2]", "[2,2]")),
        ("policy.0=lowest | random", "policy.0", ("lowest", "random")),
        ("policy=a:x=1|a:x=2", "policy", ("a:x=1", "a:x=2")),
        ("options.x=-2..0", "options.x", ("-2", "-1", "0")),
        ('options.x="a|b"|c', "options.x", ('"a|b"', "c")),
        ('deck.x=["*","J|B"]|["*"]', "deck.x", ('["*","J|B"]', '["*"]')),
    ],
)
def test_a_variation_is_a_key_and_its_values(text: str, key: str, values: tuple[str, ...]) -> None:
    assert read_variation(text) == Variation(key, values)


@pytest.mark.parametrize(
    "text",
    ["", "x", "x=", "x=1", "=1|2", "x=1||2", "x=1|1", "x=3..3", "x=3..1", "x=0..99", "x=0..99999999999"],
)
def test_what_is_no_variation_is_told(text: str) -> None:
    with pytest.raises(UserError):
        read_variation(text)


@pytest.mark.parametrize(
    ("values", "places"),
    [
        (("0", "1", "4"), [0, 1, 4]),
        (("[0.25,1]", "[1,1]", "[4,1]"), [0.25, 1, 4]),
        (("a:x=1,y=7", "a:x=2,y=7"), [1, 2]),
        (("a:x=1,y=7", "a:x=2,y=8"), None),
        (("2", "1"), None),
        (("lowest", "random"), None),
        (("a:x=1", "b:x=2"), None),
    ],
)
def test_values_have_a_place_where_one_number_grows(
    values: tuple[str, ...], places: list[float] | None
) -> None:
    assert Variation("x", values).places == places


@needs_speed
@pytest.mark.parametrize(
    ("vary", "tables"),
    [
        ("deck.kraken=1|3", [{"settings": ["deck.kraken=1"]}, {"settings": ["deck.kraken=3"]}]),
        ("policy=random|lowest", [{"policies": ["random"]}, {"policies": ["lowest"]}]),
        (
            "policy.1=random|spender",
            [{"policies": ["lowest", "random", "lowest"]}, {"policies": ["lowest", "spender", "lowest"]}],
        ),
    ],
)
def test_each_value_is_a_run_of_its_own(vary: str, tables: list[dict[str, list[str]]]) -> None:
    found = sweep("hollander", vary, players=3, games=300, seed=5)
    for run, asked in zip(found.runs, tables, strict=True):
        table = set_table("hollander", players=3, **asked)  # type: ignore[arg-type]
        alone = play_table(table, games=300, seed=5).as_json()
        same = {key: value for key, value in run.as_json().items() if key not in OF_THE_RUN}
        assert same == {key: value for key, value in alone.items() if key not in OF_THE_RUN}
    assert [point["value"] for point in found.as_json()["points"]] == list(found.variation.values)
    assert found.as_json()["games"] == 300 * len(tables)


@needs_speed
def test_numbers_are_drawn_as_lines_with_bands_and_words_one_below_the_other() -> None:
    (first, *_), *_ = (sweep("hollander", "deck.kraken=0..2", games=100).content().figures,)
    assert isinstance(first, LineFigure)
    assert [list(line.places) for line in first.lines] == [[0, 1, 2]] * 4
    assert all(
        low <= mean <= high
        for line in first.lines
        for mean, (low, high) in zip(line.values, line.bounds, strict=True)
    )
    assert first.reference == 0.25
    other = sweep("hollander", "policy.0=lowest|random", games=100).content().figures[0]
    assert isinstance(other, IntervalFigure)
    assert len(other.labels) == 8


@needs_speed
def test_the_answer_speaks_of_the_seat_that_changes_most_and_only_if_it_is_certain() -> None:
    certain = sweep("hollander", "policy.2=random|expert", games=2_000).content().answer
    assert certain.startswith("Seat 2 wins ")
    chance = sweep("hollander", "options.turn_limit=1999|2000", games=200).content().answer
    assert "no seat's win rate changes for certain" in chance


@needs_speed
def test_an_interrupted_sweep_keeps_what_is_finished(monkeypatch: pytest.MonkeyPatch) -> None:
    played = playing.play
    calls = []

    def play(*given: object, **options: object) -> object:
        calls.append(1)
        if len(calls) > 2:
            raise KeyboardInterrupt
        return played(*given, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(playing, "play", play)
    found = sweep("hollander", "deck.kraken=0..4", games=50)
    assert found.partial
    assert found.values == ["0", "1"]
    assert found.content().partial
    assert len(found.as_json()["points"]) == 2


@needs_speed
def test_wrong_values_are_told_before_anything_is_played() -> None:
    told: list[int] = []
    with pytest.raises(UserError, match="lowst"):
        sweep("hollander", "policy.0=random|lowst", games=10, on_progress=lambda done, _: told.append(done))
    with pytest.raises(UserError, match="seats are 0 to 3"):
        sweep("hollander", "policy.7=random|lowest", games=10)
    assert told == []


@needs_speed
def test_policies_are_shown_as_always_and_what_is_the_same_is_refused() -> None:
    found = sweep("cofre", "policy.0=stars:treasure-from=0|stars:treasure-from=4.0", games=20)
    assert found.values == ["stars", "stars:treasure-from=4"]
    # They lie on an axis all the same, also when the command is given again.
    assert found.variation.places == [0, 4]
    assert "stars:treasure-from=0" in found.content().command
    assert "policies" not in found.as_json()
    with pytest.raises(UserError, match="are the same"):
        sweep("cofre", "policy.0=stars|stars:treasure-from=0", games=20)
    with pytest.raises(UserError, match="are the same"):
        sweep("cofre", "options.speed=1|1.0", games=20)


@needs_speed
def test_a_value_that_cannot_be_played_is_named() -> None:
    with pytest.raises(UserError, match=r"^options.left_out=3: "):
        sweep("pescado", "options.left_out=2|3", games=20)
    with pytest.raises(UserError, match="leave it out"):
        sweep("cofre", "options.slip=0.1|0.2", settings=["options.slip=0.3"], games=20)
