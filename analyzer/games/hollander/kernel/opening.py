"""Deals games and has all swaps made, one seat of each by a given rule. Importing it compiles this, or loads it.

What comes of such games is `onward`'s to find out.
"""

import numba
import numpy as np
from numba import types

from analyzer.core.cardset import EMPTY, cards, count_of
from analyzer.core.jit import entry, helper, step
from analyzer.games.hollander.cards import LAID
from analyzer.games.hollander.kernel.engine import deal_cards, lay_battle
from analyzer.games.hollander.kernel.game import ask_plugin
from analyzer.games.hollander.kernel.numbers import PLUGIN
from analyzer.games.hollander.kernel.plugin import POINTERS
from analyzer.games.hollander.kernel.state import FAULT, HIDDEN, POLICIES, SEATS, SWAP, TABLE
from analyzer.games.hollander.kernel.swaps import choose_battle

IN_ORDER = -2
"""Stands for the number of a swap rule: the kinds are laid in a given order."""

_SIGNATURE = types.int64(
    numba.from_dtype(TABLE)[::1],
    numba.from_dtype(HIDDEN)[::1],
    numba.from_dtype(POLICIES)[::1],
    POINTERS,
    numba.from_dtype(TABLE)[::1],
    types.int8[::1],
    types.uint64,
    types.int64,
    types.int64,
    types.int64[::1],
    types.int8[:, ::1],
    types.int8[:, ::1],
)


@step
def cards_in_order(card_set, count, order):
    """The `count` cards of a set whose kinds come first in an order, or all of it if it holds fewer.

    Args:
        card_set: Card set, uint64.
        count: int64.
        order: int64, shape (kinds,).

    Returns:
        Card set, uint64.
    """
    chosen = EMPTY
    for kind in order:
        several = min(count, count_of(card_set, kind))
        chosen += cards(kind, several)
        count -= several
    return chosen


@helper
def _write_down(card_set, counts):
    """Writes down how many cards of each kind a set holds."""
    for kind in range(counts.shape[0]):
        counts[kind] = count_of(card_set, kind)


@entry(_SIGNATURE)
def open_games(
    tables, hiddens, policies, plugins, seen, deck, seed, first, rule, order, laid_kinds, held_kinds
):
    """Deals games, the same as `block.play_block`, and has all swaps made (H5), so that the first turn comes next.

    In game g the swap of seat g modulo the number of players is made by `rule`, all others by the policies.

    Args:
        tables: TABLE, shape (games,), with the rules filled in; overwritten.
        hiddens: HIDDEN, shape (games,), overwritten.
        policies: POLICIES, shape (1,).
        plugins: One function per seat, see `plugin`.
        seen: TABLE, shape (1,), overwritten: what plug-ins are shown.
        deck: int8, shape (table.deck_size,): the deck's kinds before shuffling.
        seed: uint64, the run's seed.
        first: int64, number of the first game.
        rule: int64, number of a swap rule, or IN_ORDER.
        order: int64, shape (kinds,): the kinds of the deck, those to lay first at its beginning. For IN_ORDER.
        laid_kinds: int8, shape (games, KINDS), overwritten: what that seat laid, cards of each kind.
        held_kinds: int8, shape (games, KINDS), overwritten: what it kept in hand.

    Returns:
        Games opened: all, or those before the one in which a plug-in's swap broke the rules, which is in FAULT then.
    """
    for opened in range(tables.shape[0]):
        table = tables[opened]
        hidden = hiddens[opened]
        deal_cards(table, hidden, deck, seed, np.uint64(first + opened))
        chooser = np.int64((first + opened) % table.players)
        while table.phase == SWAP:
            seat = np.int64(table.seat)
            used = rule if seat == chooser else policies[0].swap[seat]
            if used == IN_ORDER:
                laid = cards_in_order(table.battle[seat] + table.hand, LAID, order)
            elif used == PLUGIN:
                answer, _, _, _ = ask_plugin(table, hidden, policies[0], plugins, seen[0])
                if table.phase == FAULT:
                    return np.int64(opened)
                laid = np.uint64(answer)
            else:
                laid = choose_battle(used, table, hidden.streams[SEATS + seat])
            lay_battle(table, hidden, laid, None)
        _write_down(table.battle[chooser], laid_kinds[opened])
        _write_down(hidden.hands[chooser], held_kinds[opened])
    return np.int64(tables.shape[0])
