"""What a card is worth: by exchanging it in the first round, and by seeing who had it."""

from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from scipy.stats import chisquare

from analyzer.core.jit import JIT_IS_ON
from analyzer.games.balance import ValuesCards
from analyzer.games.pescado.game import Pescado
from analyzer.games.protocol import PolicyFailed, Setup
from tests.games.pescado.own_policies import table, write
from tests.reference.pescado import NUMBER_CARDS, SPECIALS

SEED, FIRST = 9, 3
GAME: ValuesCards = Pescado()
FEW = ('deck.specials=["13", "*", "J"]', "options.specials_in=1", "options.left_out=1")
NO_SPECIALS = ("options.specials_in=0", "options.left_out=0")
NO_NUMBERS = ("options.specials_in=10", "options.left_out=40")


def cards_of_kind(kind: str) -> set[str]:
    """The cards that a kind's name means."""
    number, _, _ = kind.partition(", ")
    if kind in SPECIALS:
        return {kind}
    if kind == "7 of tuna":
        return {"tuna-7"}
    if kind == "other tuna":
        return {f"tuna-{number}" for number in range(1, 11)} - {"tuna-7"}
    return {f"{suit}-{number}" for suit in "abc"}


@pytest.mark.interpreted
@pytest.mark.parametrize(
    ("settings", "number", "special", "specials"),
    [((), 19, 4, 10), (FEW, 117, 40, 3), (NO_SPECIALS, 1, 0, 0), (NO_NUMBERS, 0, 1, 10)],
)
def test_kinds_are_weighed_by_how_many_of_their_cards_are_in_a_round(
    settings: tuple[str, ...], number: int, special: int, specials: int
) -> None:
    kinds = dict(GAME.kinds(table("expert", settings=settings).setup))
    assert sum(kinds.values()) == 40 * number + specials * special
    for kind, weight in kinds.items():
        assert weight == len(cards_of_kind(kind)) * (special if kind in SPECIALS else number)
    there = [card for kind in kinds for card in cards_of_kind(kind)]
    assert len(there) == len(set(there)) == (40 if number else 0) + specials


def exchanged_decks(setup: Setup, deals: int) -> list[list[list[str]]]:
    """The decks of the first rounds that are dealt, for each deal and each kind, before anything is played."""
    from analyzer.games.pescado.cards import CARD_NAMES, CARD_NUMBERS
    from analyzer.games.pescado.kernel.exchange import deal_exchanged
    from analyzer.games.pescado.setup import kernel_input

    kinds = [sum(1 << CARD_NUMBERS[card] for card in cards_of_kind(kind)) for kind, _ in GAME.kinds(setup)]
    given = kernel_input(setup)
    tables = np.full(deals * len(kinds), given.tables[0])
    hiddens = np.full(deals * len(kinds), given.hiddens[0])
    deal_exchanged(tables, hiddens, np.uint64(SEED), np.int64(FIRST), np.array(kinds, np.uint64))
    size = int(hiddens["card_count"][0])
    decks = hiddens["cards"][:, :size].reshape(deals, len(kinds), size)
    return [[[CARD_NAMES[card] for card in deck] for deck in each] for each in decks]


@pytest.mark.interpreted
@pytest.mark.parametrize(("players", "settings"), [(2, ()), (3, FEW), (6, ())])
def test_one_card_of_the_first_hand_changes_places(players: int, settings: tuple[str, ...]) -> None:
    setup = table("expert", players=players, settings=settings).setup
    deals = 30 if JIT_IS_ON else 4
    kinds = [kind for kind, _ in GAME.kinds(setup)]
    for deal, decks in enumerate(exchanged_decks(setup, deals)):
        seat = (FIRST + deal) % players
        plain = Pescado().trace(setup, SEED, FIRST + deal)[1]["deck"]
        places = set(range(3 * seat, 3 * seat + 3))
        for kind, deck in zip(kinds, decks, strict=True):
            assert len(set(deck)) == len(deck) == len(plain)
            there = [place for place in places if deck[place] in cards_of_kind(kind)]
            changed = [place for place in range(len(deck)) if deck[place] != plain[place]]
            places &= {*there}
            came, went = set(deck) - set(plain), set(plain) - set(deck)
            if came:  # it was not in the round, and stands in for a card like it
                assert came <= cards_of_kind(kind) and len(went) == 1
                assert (came <= set(NUMBER_CARDS)) == (went <= set(NUMBER_CARDS))
            assert len(changed) <= 2
        assert len(places) >= 1  # one place of the hand has all the kinds in turn


def test_rounds_with_an_exchanged_card_are_as_likely_as_those_that_have_it_anyway() -> None:
    setup = table("expert", settings=FEW).setup
    kinds = [kind for kind, _ in GAME.kinds(setup)]
    decks = exchanged_decks(setup, 12_000)
    for kind in ("*", "7 of tuna"):
        (card,) = cards_of_kind(kind)
        own = [deal[kinds.index(kind)] for deal in decks]
        others = Counter(each for deck in own for each in deck if each != card and each in NUMBER_CARDS)
        specials = Counter(each for deck in own for each in deck if each in SPECIALS)
        numbers = set(NUMBER_CARDS) - {card}
        assert set(others) == numbers
        left_out = [len(own) - others[each] for each in sorted(numbers)]
        assert sum(left_out) == len(own)  # one of them in each round
        assert chisquare(left_out).pvalue > 1e-4
        if card in SPECIALS:
            assert specials == {card: len(own)}
        else:
            assert chisquare([specials[each] for each in ("13", "*", "J")]).pvalue > 1e-4


@pytest.mark.parametrize("players", [2, 3])
def test_dealt_and_exchanged_cards_are_worth_the_same(players: int) -> None:
    setup = table("greedy-points", players=players).setup
    stop, deals, games = np.zeros(1, np.int64), 8_000, 60_000
    exchanged = GAME.play_exchanged(setup, 0, SEED, 0, deals, stop).astype(np.int64)
    seen = GAME.play_seen(setup, SEED, deals, games, stop)
    had, scores = seen.dealt[0].astype(np.int64), seen.scores.astype(np.int64)
    for kind in range(len(GAME.kinds(setup))):
        cards = had[kind].sum()
        mean = (had[kind] * scores).sum() / cards
        spread = np.sqrt(scores.var() / cards + exchanged[kind].var() / deals)
        assert abs(exchanged[kind].mean() - mean) < 4.5 * spread


@pytest.mark.interpreted
@pytest.mark.parametrize(("players", "settings"), [(2, ()), (3, FEW), (6, NO_SPECIALS)])
def test_what_is_seen_is_what_the_traces_tell(players: int, settings: tuple[str, ...]) -> None:
    if settings == NO_SPECIALS:
        settings = (*NO_SPECIALS[:1], "options.left_out=18")
    setup = table(
        "greedy-points", "random", *["expert"] * (players - 2), players=players, settings=settings
    ).setup
    games = 40 if JIT_IS_ON else 2
    seen = GAME.play_seen(setup, SEED, FIRST, games, np.zeros(1, np.int64))
    kinds = [kind for kind, _ in GAME.kinds(setup)]
    assert seen.dealt.shape == (1, len(kinds), players, games)
    for game in range(games):
        events = Pescado().trace(setup, SEED, FIRST + game)
        score = next(event for event in events if event["event"] == "score")
        assert seen.scores[:, game].tolist() == score["round_points"]
        first_round = events[: events.index(score)]
        hands = [event["hands"] for event in first_round if event["event"] == "deal"]
        plays = [(event["seat"], event["card"]) for event in first_round if event["event"] == "play"]
        for kind, name in enumerate(kinds):
            cards = cards_of_kind(name)
            for seat in range(players):
                dealt, *drawn = [len(cards & set(each[seat])) for each in hands]
                assert seen.dealt[0, kind, seat, game] == dealt
                assert seen.drawn[kind, seat, game] == sum(drawn)
                assert seen.played[kind, seat, game] == sum((seat, card) in plays for card in cards)


@pytest.mark.interpreted
def test_a_stop_begins_no_deal_and_deals_do_not_depend_on_how_they_are_cut() -> None:
    setup = table("random").setup
    go, stop = np.zeros(1, np.int64), np.ones(1, np.int64)
    assert GAME.play_exchanged(setup, 0, SEED, 0, 3, stop).shape[1] == 0
    assert GAME.play_seen(setup, SEED, 0, 3, stop).games == 0
    whole = GAME.play_exchanged(setup, 0, SEED, FIRST, 3, go)
    parts = [
        GAME.play_exchanged(setup, 0, SEED, first, count, go) for first, count in ((FIRST, 1), (FIRST + 1, 2))
    ]
    assert np.array_equal(whole, np.concatenate(parts, axis=1))


def test_a_policy_that_breaks_the_rules_is_told_of(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write("return 99, 0")
    setup = table("expert", "my.py:mine").setup
    with pytest.raises(
        PolicyFailed, match="in game 3, a card of its first round exchanged, round 0, in seat 1"
    ):
        GAME.play_exchanged(setup, 0, SEED, FIRST, 2, np.zeros(1, np.int64))
    with pytest.raises(
        PolicyFailed, match=r"in game 3, round 0, in seat 1.*\nTo see the game: analyzer trace"
    ):
        GAME.play_seen(setup, SEED, FIRST, 2, np.zeros(1, np.int64))
