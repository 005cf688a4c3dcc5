"""Cards as people write them."""

import pytest

from analyzer.errors import UserError
from analyzer.games.hollander.cardnames import read_cards, written
from analyzer.games.hollander.cards import KIND_NAMES
from analyzer.studies.request import set_table

pytestmark = pytest.mark.interpreted


def deck(*settings: str):
    return set_table("hollander", players=2, settings=settings).setup.rules.deck


STANDARD = deck()


def names(given: object, of=STANDARD) -> str:
    return " ".join(KIND_NAMES[kind] for kind in read_cards(given, of, "hand"))


def refusal(given: object, of=STANDARD) -> str:
    with pytest.raises(UserError) as caught:
        read_cards(given, of, "hand")
    message = str(caught.value)
    assert message.startswith("hand") and len(message.splitlines()) <= 2
    return message


@pytest.mark.parametrize(
    ("kind", "all_names"),
    [
        ("hollander", "hollander; the hollander; Ghost; el fantasma; Holandés; holandes; le hollandais; fantôme"),
        ("hollander", "the flying hollander; flying dutchman; carta fantasma; holandés errante; hollandais volant"),
        ("kraken", "kraken; KRAKEN; el kraken; le kraken; the kraken"),
        ("mutiny", "mutiny; motín; motin; MOTÍN; el motín; mutinerie; la mutinerie"),
        ("wormhole", "wormhole; worm hole; worm-hole; agujero de gusano; gusano; agujero; trou de ver; trou-de-ver"),
        ("island", "island; isla; la isla; la-isla; LA ISLA; île; ile; l'île; l’île"),
        ("pirate", "pirate; pirata; el pirata; le pirate"),
        ("1", "1; 01; cabin boy; cabin-boy; grumete; mousse"),
        ("2", "2; mechanic; mecánico; mecanico; mécanicien"),
        ("3", "3; boatswain; contramaestre; el contramaestre; maître d'équipage; maitre d equipage"),
        ("10", "10; captain; the captain; capitán; Capitan; capitaine"),
    ],
)  # fmt: skip
def test_every_name_is_known_in_three_languages(kind: str, all_names: str) -> None:
    for name in all_names.split("; "):
        assert names(name) == kind, name
        assert names(f"5 {name} 7") == f"5 {kind} 7", name


def test_cards_are_parted_by_blanks_and_commas_and_keep_their_order() -> None:
    assert names("1 5 la isla") == "1 5 island"
    assert names(" 9,1 , la isla trou de ver,, 5; kraken ") == "9 1 island wormhole 5 kraken"
    assert names('"la isla" 5 «el pirata»') == "island 5 pirate"
    assert names("1\n5\tkraken") == "1 5 kraken"


def test_a_comma_parts_words_that_blanks_would_join() -> None:
    assert names("agujero gusano") == "wormhole wormhole"
    assert "la" in refusal("la, isla")


@pytest.mark.parametrize(
    "given",
    [
        "3x kraken 5",
        "3xkraken,5",
        "3 x kraken 5",
        "3X kraken 5",
        "3 × el kraken 5",
        "kraken*3 5",
        "3*kraken 5",
        "kraken * 3, 5",
    ],
)
def test_a_number_of_cards_of_a_kind_may_be_written_before_or_behind_it(given: str) -> None:
    assert names(given) == "kraken kraken kraken 5"


def test_the_number_of_crew_cards_comes_before_an_x_and_behind_a_star() -> None:
    assert names("3x5") == names("5*3") == names("3 × 5") == "5 5 5"
    assert names("2x5 2x la isla 9*2") == "5 5 island island 9 9"


def test_a_list_is_read_card_by_card() -> None:
    assert names([1, "la isla", "2x5"]) == "1 island 5 5"
    assert names(["la", "isla"][1:]) == "island"
    assert names(7) == "7"


@pytest.mark.parametrize("given", ["", "  ", "none", "None", "-", [], ()])
def test_no_cards_can_be_said(given: object) -> None:
    assert names(given) == ""


def test_the_captain_is_the_highest_crew_of_the_deck() -> None:
    assert names("capitán", deck("deck.9=0", "deck.10=0")) == "8"


@pytest.mark.parametrize(
    ("given", "meant"),
    [
        ("krakn", "kraken"),
        ("5 motn", "motín"),
        ("capitain", "capitaine"),
        ("trou de vers", "trou de ver"),
        ("islnd*2", "island"),
        ("2x krakens", "kraken"),
        ("boatswan", "boatswain"),
    ],
)
def test_an_unknown_name_is_refused_with_the_nearest_one_of_any_language(given: str, meant: str) -> None:
    assert f'Did you mean "{meant}"?' in refusal(given)


@pytest.mark.parametrize(
    "given", ["-1", "1-5", "1.5", "x", "3x", "3 x", "*", "*3", "3**4", "2x3x4", "\x00", "٣", "the", "kra ken"]
)
def test_what_is_no_card_is_refused(given: str) -> None:
    assert "there is no card" in refusal(given)


@pytest.mark.parametrize("given", ["0", "11", "999"])
def test_a_rank_out_of_the_deck_is_refused_with_those_in_it(given: str) -> None:
    assert f'no card "{given}": the crew ranks are 1 to 10' in refusal(given)
    assert "of this deck are 1 to 8" in refusal(given, deck("deck.9=0", "deck.10=0"))


def test_a_kind_that_the_deck_lacks_is_refused_by_its_rule() -> None:
    message = refusal("5 el pirata", deck("deck.pirate=0"))
    assert '"el pirata" is the pirate, and this deck has none (deck.pirate = 0)' in message
    assert "no card" in refusal("9", deck("deck.9=0", "deck.10=0"))


@pytest.mark.parametrize("given", ["0x5", "5*0", "53x5", "99999999999999999999x5", "5*" + "9" * 5000])
def test_an_impossible_number_of_cards_is_refused_at_once(given: str) -> None:
    assert "cannot lie there" in refusal(given)


@pytest.mark.parametrize("given", [True, [True], 1.5, {"a": 1}, [[1]], None, [None]])
def test_what_is_no_text_is_refused(given: object) -> None:
    assert "written as a text" in refusal(given)


def test_a_number_that_python_would_not_print_is_refused() -> None:
    assert "no card" in refusal(10**6000) and "no card" in refusal([-(10**6000)])


def test_cards_are_written_so_that_they_read_back() -> None:
    kinds = read_cards("9 1 5*3 la isla 2x kraken 10*4", STANDARD, "hand")
    assert written(kinds) == "9 1 3x5 island kraken kraken 4x10"
    assert read_cards(written(kinds), STANDARD, "hand") == kinds
    assert written([]) == "none"


def test_every_kind_reads_back_by_its_own_name() -> None:
    assert [read_cards(name, STANDARD, "hand") for name in KIND_NAMES] == [[kind] for kind in range(16)]
