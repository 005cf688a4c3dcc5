"""Blocks of deals: what all have finished is added up, and nothing else."""

from collections.abc import Callable

import numpy as np
import pytest

from analyzer.games.protocol import Integers, Setup
from analyzer.runs.work import never
from analyzer.studies.balance.measures import plain_measures
from analyzer.studies.balance.play import GAMES, Block, GamesPlayer, Played, play_block
from analyzer.studies.balance.tally import Layout
from analyzer.studies.request import set_table

Stopped = Callable[[int], Block]


@pytest.fixture
def stopped() -> Stopped:
    """Plays ten deals of a base and a variant, the variant stopped after so many of them."""
    table = set_table("kites")
    other = set_table("kites", settings=["deck.gust=9"]).setup
    layouts = {GAMES: Layout.of_measures(plain_measures(table.game, 4))}
    player = GamesPlayer(table.game, 1, layouts)

    def play(deals: int) -> Block:
        def until(setup: Setup, first: int, count: int, stop: Integers) -> Played:
            played = player(setup, first, count, stop)
            return played if setup == table.setup else Played(min(played.deals, deals), played.sides)

        return play_block(until, layouts, table.setup, {0: other}, 5, 10, never())

    return play


def test_only_deals_that_all_have_finished_count(stopped: Stopped) -> None:
    block, whole = stopped(4), stopped(10)
    assert (block.games, whole.games) == (4, 10)
    part = block.parts[GAMES]
    assert part.base.games == part.pairs[0].own.games == part.pairs[0].base.games == 4
    assert part.base.lengths.sum() == 4
    # All columns count something but the first seat's advantage, which may be lost again.
    assert (part.base.sums[1:] <= whole.parts[GAMES].base.sums[1:]).all()
    assert (part.pairs[0].base.sums == part.base.sums).all()


def test_a_block_that_not_all_have_begun_is_empty(stopped: Stopped) -> None:
    block = stopped(0)
    assert (block.games, block.parts) == (0, {})
    stop = np.ones(1, np.int64)
    table = set_table("kites")
    layouts = {GAMES: Layout.of_measures(plain_measures(table.game, 4))}
    player = GamesPlayer(table.game, 1, layouts)
    assert play_block(player, layouts, table.setup, {0: table.setup}, 0, 10, stop).games == 0


def test_blocks_are_added_up_as_if_they_were_one(stopped: Stopped) -> None:
    table = set_table("kites")
    layouts = {GAMES: Layout.of_measures(plain_measures(table.game, 4))}
    player = GamesPlayer(table.game, 1, layouts)
    other = {0: set_table("kites", settings=["deck.lead=9"]).setup}

    def play(first: int, count: int) -> Block:
        return play_block(player, layouts, table.setup, other, first, count, never())

    one, both = play(0, 30), play(0, 100)
    one.add(play(30, 70))
    assert one.games == both.games
    for side in ("own", "base"):
        added, whole = (getattr(each.parts[GAMES].pairs[0], side) for each in (one, both))
        for name, values in vars(whole).items():
            assert np.array_equal(getattr(added, name), values), name
    assert np.array_equal(one.parts[GAMES].pairs[0].across, both.parts[GAMES].pairs[0].across)
