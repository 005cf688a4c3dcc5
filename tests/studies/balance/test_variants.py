"""What is varied: cards, rules alone and together, whole rules files; and what cannot be played."""

from pathlib import Path

import pytest

from analyzer.errors import UserError
from analyzer.studies.balance.changes import changed, changes, deck_size
from analyzer.studies.balance.dimensions import read_dimension
from analyzer.studies.balance.plan import Design, Plan
from analyzer.studies.balance.variants import Variants, Wish, find_variants
from analyzer.studies.request import set_table


def variants(*, settings: list[str] | None = None, **wish: object) -> Variants:
    return find_variants(set_table("kites", settings=settings or []), Wish(**wish))  # type: ignore[arg-type]


def test_all_special_cards_are_varied_where_nothing_is_said() -> None:
    found = variants(up_to=3)
    assert [each.label for each in found.varied] == ["copies of gust", "copies of lead", "copies of ribbon"]
    for varied in found.varied:
        assert [point.number for point in varied.points] == [0, 1, 2, 3]
        # Two copies are in the deck already: that is the base itself.
        assert [point.variant is None for point in varied.points] == [False, False, True, False]
    assert found.played[1].changes == {"deck.plain": 31, "deck.gust": 1}
    assert [each.label for each in variants(cards=["lead"]).varied] == ["copies of lead"]


def test_decks_of_the_same_size_play_the_bases_deals_and_others_their_own() -> None:
    replaced, grown = variants(cards=["gust"]), variants(cards=["gust"], grow=True)
    base = replaced.base.setup.rules
    assert all(each.shares_deals and each.setup.dealt_like == base for each in replaced.played)
    assert not any(each.shares_deals or each.setup.dealt_like for each in grown.played)
    assert all(each.resized for each in grown.played)
    assert not any(each.resized for each in replaced.played)
    assert not any(each.apart for each in (*grown.played, *replaced.played))
    # With the same deck the deals are the same of themselves.
    (option,) = variants(vary=["options.fate=0|7"]).played
    assert option.shares_deals
    assert option.setup.dealt_like is None


def test_the_game_says_which_rules_it_deals_alike_whatever_the_decks_sizes() -> None:
    (swirl, fate) = variants(vary=["options.swirl=0|1", "options.fate=0|7"]).played
    assert (swirl.shares_deals, swirl.resized, fate.shares_deals) == (False, False, True)
    found = variants(vary=["options.swirl=0|1"])
    assert all(each.apart for each in found.played)
    # Decks of different sizes are dealt alike where the game can do so.
    (fewer,) = find_variants(
        set_table("pescado"), Wish(vary=['deck.specials=["*", "J", "B"]|["*", "J"]'])
    ).played[:1]
    assert (fewer.shares_deals, fewer.resized) == (True, False)
    assert fewer.setup.dealt_like == set_table("pescado").setup.rules


@pytest.mark.parametrize(
    ("vary", "values", "numbers", "settings"),
    [
        ("options.fate=0..2", ["0", "1", "2"], [0, 1, 2], ["options.fate=1"]),
        ("options.fate=5|50", ["5", "50"], [5, 50], ["options.fate=5"]),
        ("options.fogs_count", ["false", "true"], [None, None], ["options.fogs_count=true"]),
        (
            "deck.gust=1|2|4, deck.plain=31|30|28",
            ["1 and 31", "2 and 30", "4 and 28"],
            [None] * 3,
            ["deck.plain=31", "deck.gust=1"],
        ),
    ],
)
def test_rules_are_varied_alone_and_together(
    vary: str, values: list[str], numbers: list[float | None], settings: list[str]
) -> None:
    found = variants(vary=[vary])
    (varied,) = found.varied
    assert [point.value for point in varied.points] == values
    assert [point.number for point in varied.points] == numbers
    assert found.played[0].settings == settings


def test_cards_rules_and_files_are_varied_side_by_side(tmp_path: Path) -> None:
    other = tmp_path / "windy.toml"
    other.write_text("[deck]\ngust = 4\n", encoding="utf-8")
    found = variants(cards=["lead"], vary=["options.fogs_count"], against=[str(other)])
    assert [each.label for each in found.varied] == ["copies of lead", "options.fogs_count", "rules"]
    assert found.played[-1].label == "rules: windy"
    assert found.played[-1].changes == {"deck.gust": 4}


def test_rules_of_another_name_are_played_though_nothing_is_changed(tmp_path: Path) -> None:
    other = tmp_path / "renamed.toml"
    other.write_text('name = "breezes"\n', encoding="utf-8")
    (variant,) = variants(against=[str(other)]).played
    assert variant.changes == {}
    assert variant.shares_deals


def test_rules_of_the_same_name_are_told_apart_by_their_files(tmp_path: Path) -> None:
    files = {name: tmp_path / f"{name}.toml" for name in ("a", "b", "c")}
    for place, file in enumerate(files.values()):
        name = "gale" if place == 2 else "standard"
        file.write_text(f'name = "{name}"\n[deck]\ngust = {place + 4}\n', encoding="utf-8")
    found = variants(against=[str(file) for file in files.values()])
    labels = [variant.label for variant in found.played]
    assert labels == [f"rules: {files['a']}", f"rules: {files['b']}", "rules: gale"]


def test_what_so_many_cannot_play_is_listed_with_the_reason() -> None:
    found = variants(vary=["deck.plain=10|31"])
    assert [each.label for each in found.played] == ["deck.plain: 31"]
    (missing,) = found.unplayable
    assert missing.as_json() == {
        "label": "deck.plain: 10",
        "set": {"deck.plain": "10"},
        "reason": "16 cards are too few for 4 players (K1).",
    }
    with pytest.raises(UserError, match=r"No variant can be played.*too few"):
        variants(vary=["deck.plain=10|11"])
    with pytest.raises(UserError, match="as in the present rules"):
        variants(cards=["gust"], up_to=0, settings=["deck.gust=0"])


@pytest.mark.parametrize(
    ("wish", "message"),
    [
        ({"cards": ["gst"]}, 'Did you mean "gust"'),
        ({"vary": ["options.fat=0|7"]}, 'Did you mean "options.fate"'),
        ({"vary": ["fate=0|7"]}, 'Did you mean "options.fate"'),
        ({"vary": ["gust"]}, 'Did you mean "deck.gust"'),
        ({"vary": ["policy=steady|sharp"]}, "no such rule"),
        ({"vary": ["options.fate"]}, "not true or false"),
        ({"vary": ["options.fate=7"]}, "two values or more"),
        ({"vary": ["options.fate=0|101"]}, "from 0 to 100"),
        ({"vary": ["deck.gust=0..2,deck.plain=30|31"]}, "equally many values; deck.gust has 3, deck.plain has 2"),
        ({"vary": ["options.fate=0|101"]}, "--vary options.fate=101"),
        ({"vary": ["options.fate=7"]}, '--vary "options.fate=7"'),
        ({"vary": [""]}, '--vary "": there is no such rule.\n'),
        ({"vary": ["options.fate=1|7", "options.fate=2|3"]}, "options.fate is varied twice"),
        ({"vary": ["deck.gust=1..3"], "cards": ["gust"]}, "deck.gust is varied twice"),
        ({"against": ["standard", "standard"]}, "--against standard is given twice"),
        ({"against": ["nowhere.toml"]}, "no built-in rules and no file"),
    ],
)  # fmt: skip
def test_mistakes_are_told(wish: dict[str, list[str]], message: str) -> None:
    with pytest.raises(UserError, match=message):
        variants(**wish)


def test_a_game_that_says_nothing_of_variants_cannot_be_balanced() -> None:
    with pytest.raises(UserError, match="Toy cannot be balanced"):
        Design.of(set_table("toy"), Wish(vary=["options.rounds=2|3"]), Plan())


@pytest.mark.parametrize(
    ("settings", "distance"),
    [
        ([], 0),
        (["deck.gust=4", "deck.plain=28"], 2),
        (["deck.gust=4"], 2),
        (["deck.gust=0", "deck.lead=3", "deck.plain=30"], 2),
        (["options.fate=9", "options.fogs_count=true", "deck.ribbon=1", "deck.fog=1"], 3),
    ],
)
def test_a_decks_distance_counts_cards_and_options(settings: list[str], distance: int) -> None:
    base = set_table("kites").setup.rules
    assert changed(base, set_table("kites", settings=settings).setup.rules) == distance


def test_decks_whose_cards_are_listed_are_compared_card_by_card() -> None:
    base = set_table("pescado").setup.rules
    fewer = set_table("pescado", settings=['deck.specials=["*", "J"]']).setup.rules
    assert changes(base, fewer) == {"deck.specials": ("*", "J")}
    assert changed(base, fewer) == deck_size(base) - 2
    whole = set_table("cofre").setup.rules
    *_, last = whole.deck
    without = set_table("cofre", settings=[f"deck.{last}=[]"]).setup.rules
    assert changes(whole, without) == {f"deck.{last}": ()}
    assert changed(whole, without) == deck_size(whole) - deck_size(without)


def test_values_keep_their_order() -> None:
    found = read_dimension("deck.gust=4|0", set_table("kites"))
    assert [found.value(place) for place in range(2)] == ["4", "0"]
