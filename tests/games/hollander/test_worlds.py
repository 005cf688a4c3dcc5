"""Worlds are whole games that fit what a player knows, and every way to fill in the rest is equally likely.

Small cases are enumerated: all orders of the unseen cards, dealt to the places that are left for them, by the rules
page alone. Worlds are counted against that by Pearson's chi-square, with a p-value above 1e-4.
"""

import random
from collections import Counter
from itertools import permutations

import numpy as np
import pytest
from scipy.stats import chi2

from analyzer.core.cardset import packed, unpacked
from analyzer.core.jit import JIT_IS_ON, step
from analyzer.games.hollander.cards import KIND_NAMES, KIND_NUMBERS
from analyzer.games.hollander.kernel.actions import MOST_ACTIONS
from analyzer.games.hollander.kernel.engine import exchange
from analyzer.games.hollander.kernel.prepare import list_actions, prepare_worlds
from analyzer.games.hollander.kernel.state import (
    HAND,
    HIDDEN,
    NO_REFERENCE,
    NOBODY,
    PIRATE_CHOICE,
    PLAY,
    RANK,
    SEATS,
    SWAP,
    TABLE,
    WORMHOLE_CHOICE,
)
from analyzer.games.hollander.kernel.worlds import fill_hidden
from analyzer.games.hollander.setup import kernel_input
from analyzer.studies.request import set_table
from tests.games.hollander.test_observation import (
    EVERYBODY,
    Asked,
    Position,
    is_decision,
    pairs,
    tables,
    walk,
)

pytestmark = pytest.mark.interpreted

WORLDS = 40_000 if JIT_IS_ON else 400
GAMES = 60 if JIT_IS_ON else 4
LEAST_P = 1e-4


@step
def fill(observation, unseen_battle, table, hidden, seed, world):
    fill_hidden(observation, unseen_battle, table, hidden, seed, world)


@step
def fill_many(observation, unseen_battle, tables, hiddens, seed):
    for world in range(tables.shape[0]):
        fill_hidden(observation, unseen_battle, tables[world], hiddens[world], seed, np.uint64(world))


@step
def trade(table, hidden, other, zone, gives, gets):
    exchange(table, hidden, other, zone, gives, gets, None)


def kinds(text):
    return packed([KIND_NUMBERS[name] for name in text.split()])


def names(card_set):
    return " ".join(KIND_NAMES[kind] for kind in unpacked(int(card_set)))


# Small cases, by hand


def position(
    deck, *, hand, hands, battle, finals, known=(), draw_pile=0, seat=0, phase=PLAY, pile="", burned=""
):
    """What the player in a seat sees; `hands` and `finals` are sizes, `known` and `battle` cards, all in seat order."""
    made = np.zeros(1, TABLE)
    table = made[0]
    table["players"] = len(hands)
    table["deck"] = kinds(deck)
    table["deck_size"] = len(deck.split())
    table["hand"] = kinds(hand)
    table["hand_size"][: len(hands)] = hands
    table["battle"][: len(hands)] = [kinds(cards) for cards in battle]
    table["known"][: len(known)] = [kinds(cards) for cards in known]
    table["finals"][: len(hands)] = finals
    table["pile"], table["burned"] = kinds(pile), kinds(burned)
    table["draw_pile_size"] = draw_pile
    table["seat"] = seat
    table["phase"] = phase
    table["playable"] = table["hand"]
    table["zone"] = HAND
    table["hand_goal"], table["turn_limit"], table["captain"] = 3, 2000, 9
    table["reference"], table["demand"], table["run_kind"] = NO_REFERENCE, RANK, NOBODY
    return made


def dealt(order, table, unknown_battle=()):
    """One way to fill a position in: an order of the unseen cards, dealt to the places that are left for them."""
    cards = list(order)

    def take(count):
        taken, cards[:] = cards[:count], cards[count:]
        return taken

    ways = []
    for seat in range(int(table["players"])):
        battle = take(3) if seat in unknown_battle else []
        known = unpacked(int(table["known"][seat]))
        unknown = 0 if seat == int(table["seat"]) else int(table["hand_size"][seat]) - len(known)
        hand = known + take(unknown) if unknown or seat != int(table["seat"]) else []
        ways.append((tuple(sorted(battle)), tuple(sorted(hand)), tuple(take(int(table["finals"][seat])))))
    return (*ways, tuple(take(int(table["draw_pile_size"]))))


def found(table, hidden, seat, unknown_battle=()):
    """What was filled in, in the same form."""
    ways = []
    for holder in range(int(table["players"])):
        battle = unpacked(int(table["battle"][holder])) if holder in unknown_battle else []
        hand = unpacked(int(hidden["hands"][holder])) if holder != seat else []
        finals = hidden["finals"][holder][: int(table["finals"][holder])].tolist()
        ways.append((tuple(battle), tuple(hand), tuple(finals)))
    first = int(hidden["next_card"])
    pile = hidden["deck"][first : first + int(table["draw_pile_size"])].tolist()
    return (*ways, tuple(pile))


def chance_of_so_much(counts, ways, total):
    """The p-value of Pearson's chi-square: what was found against all ways, `total` of them equally likely."""
    games = sum(counts.values())
    assert set(counts) <= set(ways), set(counts) - set(ways)
    assert min(ways.values()) * games / total >= 5
    off = sum(
        (counts[way] - games * share / total) ** 2 / (games * share / total) for way, share in ways.items()
    )
    return chi2.sf(off, len(ways) - 1)


def check_uniform(observation, unseen, unknown_battle=()):
    """Counts worlds against all orders of the unseen cards, named by whoever wrote the case."""
    table = observation[0]
    cards = [KIND_NUMBERS[name] for name in unseen.split()]
    ways = Counter(dealt(order, table, unknown_battle) for order in permutations(cards))
    mask = np.int64(sum(1 << seat for seat in unknown_battle))
    made, hiddens = np.zeros(WORLDS, TABLE), np.zeros(WORLDS, HIDDEN)
    fill_many(table, mask, made, hiddens, np.uint64(11))
    counts = Counter(
        found(made[world], hiddens[world], int(table["seat"]), unknown_battle) for world in range(WORLDS)
    )
    if JIT_IS_ON:
        assert chance_of_so_much(counts, ways, sum(ways.values())) > LEAST_P
    else:
        assert set(counts) <= set(ways)


def test_hands_finals_and_draw_pile_are_filled_in_uniformly():
    seen = position(
        "1 1 2 3 4 5 6 7 8 9 9",
        hand="7 8",
        hands=(2, 1, 1),
        battle=("9", "", "6"),
        finals=(1, 0, 1),
        draw_pile=2,
        pile="9",
    )
    check_uniform(seen, "1 1 2 3 4 5")


def test_cards_known_of_others_stay_where_they_are():
    seen = position(
        "1 1 1 2 3 4 5 6 7 8 9 9",
        hand="7",
        hands=(3, 2, 1),
        battle=("9", "", "6"),
        finals=(0, 1, 1),
        known=("1 8", "9", ""),
        draw_pile=1,
        seat=2,
        burned="2",
    )
    check_uniform(seen, "1 1 3 4 5")


def test_after_a_pirates_exchange_any_known_card_may_be_gone():
    # Seat 1 was seen to take 5, 5 and 6. Then seat 0 draws one card of that hand: a 5 is all that is certain.
    seen = position(
        "1 2 3 4 5 5 6 7",
        hand="1 2",
        hands=(2, 4, 1),
        battle=("", "", ""),
        finals=(0, 0, 0),
        known=("", "5 5 6", ""),
        draw_pile=1,
        phase=PIRATE_CHOICE,
    )
    hiddens = np.zeros(1, HIDDEN)
    hiddens[0]["hands"][:3] = [kinds("1 2"), kinds("3 5 5 6"), kinds("4")]
    hiddens[0]["deck"][0] = KIND_NUMBERS["7"]
    trade(seen[0], hiddens[0], np.int64(1), np.int64(HAND), np.int64(KIND_NUMBERS["1"]), np.int64(0))
    seen["seat"], seen["hand"] = 2, kinds("4")
    assert [names(cards) for cards in seen[0]["known"][:3]] == ["", "5", ""]
    check_uniform(seen, "1 2 3 5 6 7")


def test_battle_cards_that_are_not_known_are_filled_in_as_well():
    seen = position(
        "1 1 2 3 4 5 6 7 8 9 10",
        hand="7 8",
        hands=(1, 2, 1),
        battle=("", "9", "6 10"),
        finals=(0, 0, 0),
        seat=1,
        phase=SWAP,
        draw_pile=1,
    )
    check_uniform(seen, "1 1 2 3 4 5", unknown_battle=(0,))


# Every card once, and what is known


def true_cards(table, hidden):
    """All cards of a game by where they are: what the player sees, and what they do not."""
    seats = range(int(table["players"]))
    seen = Counter(unpacked(int(table["pile"]))) + Counter(unpacked(int(table["burned"])))
    for seat in seats:
        seen += Counter(unpacked(int(table["battle"][seat])))
    rest = Counter(hidden["deck"][int(hidden["next_card"]) :][: int(table["draw_pile_size"])].tolist())
    for seat in seats:
        rest += Counter(hidden["finals"][seat][: int(table["finals"][seat])].tolist())
        rest += Counter(unpacked(int(hidden["hands"][seat])))
    return seen + rest


def test_in_every_world_every_card_is_somewhere_once_and_what_is_known_is_so():
    made = Position()
    phases = Counter()
    for asked, game in tables(GAMES):
        for step_number, true in enumerate(walk(asked, game)):
            if not is_decision(true):
                continue
            seat = int(true.table["seat"])
            phases[int(true.table["phase"])] += 1
            fill(true.table, np.int64(0), made.table, made.hidden, np.uint64(game), np.uint64(step_number))
            assert made.seen() == true.seen()
            assert true_cards(made.table, made.hidden) == Counter(unpacked(int(true.table["deck"])))
            assert made.hidden["hands"][seat] == true.hidden["hands"][seat]
            for holder in range(int(true.table["players"])):
                hand = Counter(unpacked(int(made.hidden["hands"][holder])))
                assert hand.total() == true.table["hand_size"][holder]
                assert not Counter(unpacked(int(true.table["known"][holder]))) - hand
    assert set(phases) == {SWAP, PLAY, WORMHOLE_CHOICE, PIRATE_CHOICE}


def test_a_world_is_decided_by_seed_and_number_and_by_nothing_that_is_hidden():
    asked = Asked(4, EVERYBODY[:4])
    pick = random.Random(1)
    for true, anew in pairs(asked, 0, pick):
        worlds = [Position() for _ in range(4)]
        for made, observed, seed, number in zip(
            worlds, [true, anew, true, true], [1, 1, 2, 1], [5, 5, 5, 6], strict=True
        ):
            fill(observed.table, np.int64(0), made.table, made.hidden, np.uint64(seed), np.uint64(number))
        assert all_of(worlds[0]) == all_of(worlds[1])
        for stream in range(SEATS + 4):
            drawn = {tuple(made.hidden["streams"][stream].tolist()) for made in worlds}
            assert len(drawn) == 3


def all_of(made):
    """Everything in a world that can make a difference to how it goes on."""
    seats = range(int(made.table["players"]))
    first = int(made.hidden["next_card"])
    return [
        made.seen(),
        [made.hidden["finals"][seat][: int(made.table["finals"][seat])].tolist() for seat in seats],
        made.hidden["deck"][first : first + int(made.table["draw_pile_size"])].tolist(),
        made.hidden["hands"][seats.start : seats.stop].tolist(),
        made.hidden["streams"][: SEATS + seats.stop].tolist(),
        [int(made.hidden[name]) for name in ("plays", "takes", "burns", "winner")],
    ]


# Games that are prepared to be played on


def prepare(observation, worlds, unknown_battle=(), policy="lowest", first=0):
    """The games of so many worlds with every action, in an array of two axes: world and action."""
    rows = np.zeros((MOST_ACTIONS, 4), np.int64)
    rows = np.ascontiguousarray(rows[: list_actions(observation, rows)])
    players = int(observation[0]["players"])
    given = kernel_input(set_table("hollander", players=players, policies=[policy]).setup)
    made, hiddens = np.zeros(worlds * len(rows), TABLE), np.zeros(worlds * len(rows), HIDDEN)
    mask = np.int64(sum(1 << seat for seat in unknown_battle))
    finished = prepare_worlds(
        observation,
        mask,
        given.policies,
        given.plugins,
        given.tables[1:],
        rows,
        np.uint64(7),
        np.int64(first),
        made,
        hiddens,
    )
    assert finished == worlds
    shape = (worlds, len(rows))
    return rows, made.reshape(shape), hiddens.reshape(shape)


def three_seats(seat, known=("", "", ""), battle=("1 2 3", "1 2 3", "1 2 3")):
    """A player is to swap, at a table of three with a deck of nine ranks and krakens."""
    deck = "1 2 3 4 5 6 7 8 9 kraken " * 4
    sizes = {"hands": (3, 3, 3), "finals": (3, 3, 3), "draw_pile": 13}
    return position(deck, hand="4 5 kraken", battle=battle, known=known, seat=seat, phase=SWAP, **sizes)


def test_every_action_is_carried_out_in_the_same_worlds():
    rows, made, hiddens = prepare(three_seats(0), 5)
    assert len(rows) == 20
    others = {tuple(hiddens[world, 0]["hands"][1:3].tolist()) for world in range(5)}
    assert len(others) == 5
    for world in range(5):
        for action, row in enumerate(rows):
            table, hidden = made[world, action], hiddens[world, action]
            laid = np.uint64(row[0])
            assert (table["seat"], table["phase"]) == (1, SWAP)
            assert table["battle"][0] == laid
            assert hidden["hands"][0] == kinds("1 2 3 4 5 kraken") - laid
            assert hidden["hands"][1:3].tolist() == hiddens[world, 0]["hands"][1:3].tolist()
            assert hidden["deck"].tolist() == hiddens[world, 0]["deck"].tolist()


def test_the_worlds_are_the_same_in_whatever_batches_they_are_made():
    _, _, whole = prepare(three_seats(0), 6)
    _, _, part = prepare(three_seats(0), 2, first=3)
    assert part["hands"].tolist() == whole[3:5]["hands"].tolist()
    assert part["streams"].tolist() == whole[3:5]["streams"].tolist()


def test_who_swaps_before_and_is_not_known_swaps_by_their_own_policy():
    seen = three_seats(2, battle=("", "1 2 3", "1 2 3"), known=("", "9 kraken", ""))
    _, kept, kept_hiddens = prepare(seen, 30, unknown_battle=(0,), policy="lowest:swap=keep")
    _, made, hiddens = prepare(seen, 30, unknown_battle=(0,), policy="lowest:swap=high")
    changed = 0
    for world in range(30):
        before, after = kept[world, 0], made[world, 0]
        dealt_battle = Counter(unpacked(int(before["battle"][0])))
        six = dealt_battle + Counter(unpacked(int(kept_hiddens[world, 0]["hands"][0])))
        laid = Counter(unpacked(int(after["battle"][0])))
        assert sorted(laid.elements()) == sorted(six.elements())[3:]
        assert Counter(unpacked(int(hiddens[world, 0]["hands"][0]))) == six - laid
        # What lay open before the swap and lies there no more, all know to be in that hand.
        assert before["known"][0] == 0
        assert Counter(unpacked(int(after["known"][0]))) == dealt_battle - laid
        changed += laid != dealt_battle
        # Those whose swap is over do not swap again.
        assert after["battle"][1] == kinds("1 2 3") and names(after["known"][1]) == "9 kraken"
        assert hiddens[world, 0]["hands"][1] == kept_hiddens[world, 0]["hands"][1]
        assert after["hand"] == before["hand"]
    assert changed > 10


def test_who_swaps_later_lays_what_is_filled_in_for_now():
    seen = three_seats(0, battle=("1 2 3", "", "1 2 3"))
    _, made, _ = prepare(seen, 30, unknown_battle=(1,), policy="lowest:swap=high")
    laid = {names(table["battle"][1]) for table in made[:, 0]}
    assert len(laid) > 15
    assert all(len(each.split()) == 3 for each in laid)
    assert not made["known"][:, :, 1].any()
