"""Whatever plays many games plays work that can be sent elsewhere, found again, and whose tallies can be kept."""

import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import analyzer
from analyzer.runs import codec
from analyzer.runs.pools import Piece, Played, Pool, ThreadPool
from analyzer.runs.running import Place, using
from analyzer.runs.work import Stop, Work, never


class Watching:
    """Plays on one thread, and notes every kind of work with its first piece."""

    def __init__(self) -> None:
        self.seen: list[tuple[Work[Any], Piece, Any]] = []

    def pool(self, work: Work[Any], threads: int, stop: Stop) -> Pool:
        return _Pool(work, stop, self.seen)


class _Pool(ThreadPool):
    def __init__(self, work: Work[Any], stop: Stop, seen: list[tuple[Work[Any], Piece, Any]]) -> None:
        super().__init__(work, 1, stop)
        self._work, self._seen = work, seen

    def submit(self, piece: Piece) -> Any:
        result = super().submit(piece)
        if all(work.key != self._work.key for work, _, _ in self._seen):
            played: Played = result.result()
            self._seen.append((self._work, piece, codec.encode(played.tally)))
        return result


QUESTIONS: dict[str, Callable[[], Any]] = {
    "simulate": lambda: analyzer.simulate("hollander", games=200),
    "simulate cofre": lambda: analyzer.simulate("cofre", games=200, settings=["deck.treasures=[]"]),
    "simulate pescado": lambda: analyzer.simulate("pescado", games=200),
    "compare": lambda: analyzer.compare("hollander", "lowest", "random", deals=100),
    "unpaired": lambda: analyzer.compare("hollander", "lowest", "random", deals=100, paired=False),
    "tournament": lambda: analyzer.tournament("cofre", ["stars", "random", "counter"], deals=50),
    "swaps": lambda: analyzer.swaps("hollander", players=[3], deals=2000),
    "tips": lambda: analyzer.tips("cofre", deals=50),
    "sweep": lambda: analyzer.sweep("hollander", "deck.kraken=0..1", games=100),
    "balance": lambda: analyzer.balance(
        "hollander", cards=["kraken"], games=200, close_deals=50, skill_deals=20, value_deals=50
    ),
    "balance pescado": lambda: analyzer.balance(
        "pescado", games=100, close_deals=50, skill_deals=20, value_deals=50
    ),
    "find_decks": lambda: analyzer.find_decks(
        "hollander", targets=["length.mean=40..90"], vary=["deck.kraken=0..2"], games=200
    ),
    "sensitivity": lambda: analyzer.sensitivity("hollander", deals=50),
    "sensitivity of length": lambda: analyzer.sensitivity("cofre", question="length", deals=50),
    "tune": lambda: analyzer.tune(
        "hollander",
        policy="expert",
        fields=["lowest"],
        deals=10,
        generations=1,
        population=4,
        verdict_deals=20,
    ),
}


@pytest.mark.parametrize("question", QUESTIONS)
def test_all_that_is_played_can_be_sent_found_again_and_kept(question: str) -> None:
    watching = Watching()
    with using(Place(watching)):
        QUESTIONS[question]()
    assert watching.seen
    for work, piece, tally in watching.seen:
        sent: Work[Any] = pickle.loads(pickle.dumps(work))
        assert sent.text == work.text
        assert codec.encode(sent(piece.first, piece.count, never())) == tally
        assert codec.encode(codec.decode(tally)) == tally


def test_different_questions_play_different_work() -> None:
    keys = []
    for settings in ([], ["deck.kraken=3"], ["options.turn_limit=100"]):
        for seed in (1, 2):
            for policies in ("lowest", "random", "lowest:swap=high"):
                watching = Watching()
                with using(Place(watching)):
                    analyzer.simulate("hollander", games=10, seed=seed, settings=settings, policies=policies)
                keys += [work.key for work, _, _ in watching.seen]
    assert len(keys) == len(set(keys)) == 18


def test_how_many_games_are_asked_for_does_not_make_it_other_work() -> None:
    watching = Watching()
    with using(Place(watching)):
        for games in (10, 500):
            analyzer.simulate("cofre", games=games)
    assert len(watching.seen) == 1


def test_two_blocks_add_up_to_the_games_of_both() -> None:
    watching = Watching()
    with using(Place(watching)):
        analyzer.simulate("hollander", games=10)
    ((work, _, _),) = watching.seen
    parts = [codec.decode(codec.encode(work(first, 70, never()))) for first in (0, 70)]
    parts[0].add(parts[1])
    whole = work(0, 140, never())
    assert codec.encode(parts[0]) == codec.encode(whole)
    assert np.sum(whole.wins) > 0
