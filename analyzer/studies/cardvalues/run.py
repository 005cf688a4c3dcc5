"""Plays what a question about the worth of cards takes: cards exchanged in one zone after the other, then watching."""

from collections.abc import Callable

from analyzer.games.protocol import Integers
from analyzer.runs import playing
from analyzer.runs.work import work
from analyzer.studies.cardvalues.exchanged import Exchanged
from analyzer.studies.cardvalues.question import Question
from analyzer.studies.cardvalues.result import CardValues
from analyzer.studies.cardvalues.watched import Watched
from analyzer.studies.clusters import block_seconds


def play(
    values: CardValues, threads: int, going: Callable[[int], None], add: Callable[[int, float], None]
) -> bool:
    """Plays, and fills in what is found as it comes.

    Args:
        values: What is asked, with nothing found yet.
        threads: Threads to play on.
        going: Called with the games played since the last call of `add`.
        add: Called with the games, and the seconds, that have been filled in.

    Returns:
        Whether all was played; False after an interrupt.
    """
    question = values.question
    kinds = len(question.kinds)
    for zone in range(len(question.zones)):
        run = playing.play(
            work(play_exchanged, question, zone),
            question.deals,
            threads=threads,
            on_progress=lambda deals: going(deals * kinds),
            block_seconds=block_seconds(kinds),
        )
        if run.tally is not None:
            values.exchanged.append(run.tally)
            add(run.tally.games * kinds, run.seconds)
        if not run.complete:
            return False
    watched = playing.play(work(play_watched, question), question.deals, threads=threads, on_progress=going)
    if watched.tally is not None:
        values.watched = watched.tally
        add(watched.tally.games, watched.seconds)
    return watched.complete


def play_exchanged(question: Question, zone: int, first: int, count: int, stop: Integers) -> Exchanged:
    """Plays deals in which a card of a zone is exchanged, the first of them until stopped."""
    scores = question.game.play_exchanged(question.setup, zone, question.seed, first, count, stop)
    return Exchanged.of(scores, question.copies)


def play_watched(question: Question, first: int, count: int, stop: Integers) -> Watched:
    """Watches games, other ones than those in which cards are exchanged, the first of them until stopped."""
    # So both say independently what a card is worth that is dealt.
    start = question.deals + first
    return Watched.of(question.game.play_seen(question.setup, question.seed, start, count, stop))
