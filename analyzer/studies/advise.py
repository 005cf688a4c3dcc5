"""What to do now? Every action is tried in the same worlds, the bad ones are dropped, and the best one is told.

The race that finds the best action uses the worlds from number 0 on. What is reported is from fresh worlds, which the
race never came to: there the advised action has no luck on its side.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from analyzer.errors import UserError
from analyzer.games.positions import GivesAdvice, Position
from analyzer.games.protocol import Integers
from analyzer.runs import playing
from analyzer.runs.warm_up import warm_up
from analyzer.stats.selection import Tally, last_with
from analyzer.studies.advice import FIRST_FRESH, Advice, Plan
from analyzer.studies.decision import Decision
from analyzer.studies.request import check_numbers

_BLOCK_SECONDS = 0.05

_NEAR = 3
"""So many of those that came furthest in the race, besides the advised one, get more fresh worlds."""


@dataclass
class _Block:
    """Some worlds played out: what a run counts, and what they add up to."""

    games: int
    tally: Tally

    def add(self, other: "_Block") -> None:
        self.games += other.games
        self.tally += other.tally


def advise(
    decision: Decision,
    plan: Plan,
    *,
    threads: int | None = None,
    on_progress: Callable[[int], None] | None = None,
    on_compile: Callable[[], None] | None = None,
) -> Advice:
    """Finds what to do in a position.

    How much is played depends on nothing but what was asked and what the worlds show: looks are taken after numbers of
    worlds that are fixed beforehand.

    Args:
        decision: The position.
        plan: How much may be played, and how certain the advice is to be.
        threads: Threads to play on; None for all cores.
        on_progress: Called with the number of games played so far.
        on_compile: Called if kernels have to be compiled first.

    Returns:
        The advice.

    Raises:
        UserError: A policy of the user's own failed, or a number makes no sense.
        KeyboardInterrupt: Interrupted before the first world was finished.
    """
    check_numbers(games=plan.games, seed=plan.seed, threads=threads)
    position = decision.position
    fewest = plan.fewest(len(position.actions))
    if plan.games < fewest:
        tell_apart = f"to tell {len(position.actions)} {position.question.several} apart"
        raise UserError(f"games: {plan.games:,} are too few {tell_apart}; take {fewest:,} or more.")
    play = partial(play_block, decision.adviser, position, plan.seed)
    warm_up(partial(play, range(len(position.actions))), on_compile)
    seeking = _Seeking(decision, plan, play, threads or playing.available_threads(), on_progress)
    try:
        seeking.run_race()
        seeking.play_fresh_worlds()
    except KeyboardInterrupt:  # Between two stages: what is added up so far is an unbroken run of worlds.
        seeking.interrupted = True
    return seeking.found()


def play_block(
    adviser: GivesAdvice,
    position: Position,
    seed: int,
    actions: Sequence[int],
    first: int,
    worlds: int,
    stop: Integers,
) -> _Block:
    """Plays a block of worlds out, once with each action, or the first of them until stopped."""
    shares = adviser.play_on(position, actions, seed, first, worlds, stop)
    return _Block(shares.shape[1], Tally.of(actions, shares))


class _Seeking:
    """Advice being sought: what has been played so far.

    Attributes:
        interrupted: Whether Ctrl-C was pressed.
    """

    def __init__(
        self,
        decision: Decision,
        plan: Plan,
        play: Callable[[Sequence[int], int, int, Integers], _Block],
        threads: int,
        on_progress: Callable[[int], None] | None,
    ) -> None:
        self._decision = decision
        self._plan = plan
        self._play = play
        self._threads = threads
        self._on_progress = on_progress
        self._all = tuple(range(len(decision.position.actions)))
        self._games = 0
        self._seconds = 0.0
        self._race: list[Tally] = []
        self._left = self._all
        self._decided = len(self._all) == 1
        self._fresh: list[Tally] = []
        self.interrupted = False

    def run_race(self) -> None:
        """Tries all actions, drops the bad ones, and goes on until it is decided or its games are gone."""
        budget = self._plan.race_games(len(self._all))
        rule = self._plan.rule(len(self._all))
        tally: Tally | None = None
        for look in self._plan.looks():
            if self._decided or self.interrupted:
                break
            done = 0 if tally is None else tally.count
            end = min(look, done + (budget - self._games) // len(self._left))
            if end == done:
                break
            tally = self._played(self._left, done, end, tally)
            if tally is None:
                break
            if self._race and self._race[-1].arms == tally.arms:
                self._race[-1] = tally
            else:
                self._race.append(tally)
            if not self.interrupted:
                seen = rule.look(tally)
                self._left, self._decided = seen.left, seen.decided
                tally = tally.only(self._left)

    def play_fresh_worlds(self) -> None:
        """Tries all actions in fresh worlds, and those that matter in more of them."""
        if self.interrupted:
            return
        left = self._plan.games - self._games
        first = self._plan.first_worlds(len(self._all), left)
        tally = self._played(self._all, FIRST_FRESH, FIRST_FRESH + first, None)
        if tally is None:
            return
        self._fresh.append(tally)
        finalists = self._finalists()
        more = min(self._plan.final_worlds - first, (left - first * len(self._all)) // len(finalists))
        if more > 0 and not self.interrupted:
            begin = FIRST_FRESH + first
            further = self._played(finalists, begin, begin + more, tally.only(finalists))
            if further is not None:
                self._fresh.append(further)

    def _finalists(self) -> tuple[int, ...]:
        """The actions that matter: the advised one, those that came close, and what they are measured against.

        The race alone says which; if the first fresh worlds had a say in who gets more of them, the figures of the
        others would keep their bad luck.
        """
        if not self._race:
            return self._all

        def came_far(action: int) -> tuple[int, int]:
            total, _, worlds = last_with(self._race, action).score(action)
            return worlds, total

        chosen = self._race[-1].leader
        near = [action for action in sorted(self._all, key=came_far, reverse=True) if action != chosen][
            :_NEAR
        ]
        reference = self._decision.position.reference
        return tuple(sorted({chosen, *near, *self._left, chosen if reference is None else reference}))

    def _played(self, actions: Sequence[int], first: int, end: int, before: Tally | None) -> Tally | None:
        """Plays the worlds from the first number up to, not including, the end, and adds what was before."""
        games = self._games
        block = None
        if games:
            block = round(games / (self._seconds * self._threads) * _BLOCK_SECONDS / len(actions))

        def play(offset: int, worlds: int, stop: Integers) -> _Block:
            return self._play(actions, first + offset, worlds, stop)

        def report(done: int) -> None:
            if self._on_progress is not None:
                self._on_progress(games + done * len(actions))

        run = playing.play(
            play,
            end - first,
            threads=self._threads,
            on_progress=report,
            block_seconds=_BLOCK_SECONDS,
            first_block=block,
        )
        self._seconds += run.seconds
        self.interrupted = not run.complete
        if run.tally is None:
            return before
        self._games += run.tally.games * len(actions)
        return run.tally.tally if before is None else before + run.tally.tally

    def found(self) -> Advice:
        """What has been found.

        Raises:
            KeyboardInterrupt: That is nothing.
        """
        if not self._race and not self._fresh:
            raise KeyboardInterrupt
        return Advice(
            self._decision,
            self._plan,
            self._threads,
            self._seconds,
            tuple(self._race),
            self._left,
            self._decided,
            tuple(self._fresh),
            self.interrupted,
        )
