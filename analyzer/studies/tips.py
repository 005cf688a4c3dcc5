"""Is a tip true? Who follows it against who ignores it, with several numbers of players and against several fields."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from analyzer.errors import UserError, did_you_mean
from analyzer.games import registry
from analyzer.games.policyspec import parse
from analyzer.games.protocol import Game
from analyzer.games.settings import shown
from analyzer.games.tips import HasTips, Tip
from analyzer.runs import playing
from analyzer.stats.equivalence import Judgement, judge
from analyzer.stats.multiple import simultaneous_level
from analyzer.studies.compare import compare, set_sides
from analyzer.studies.comparison import Comparison, Plan, Sides
from analyzer.studies.content import Content
from analyzer.studies.request import Table, check_numbers

DEALS = 100_000
"""Deals that are played at most for each verdict, where nothing else is asked for."""

SMALLEST = 0.005
"""The smallest difference of win rates that matters, where nothing else is asked for."""

OWN = "own"
"""The name of a tip of the user's own."""

VERDICTS = {1: "true", -1: "false", 0: "no difference", None: "undecided"}
"""The verdicts, by the sign of the difference."""


@dataclass(frozen=True)
class Trial:
    """A tip, and the tables that it is tried at.

    Attributes:
        tip: The tip.
        strength: What the players of the field are called ("weak"); "" where they have no name.
        sides: Who follows it and who ignores it, among the field.
    """

    tip: Tip
    strength: str
    sides: Sides


@dataclass(frozen=True)
class Trials:
    """What is to be tried.

    Attributes:
        trials: Every tip with every number of players against every field, in this order.
        own: Whether the tip is one of the user's own.
        whole: Whether these are all tips that the game has.
    """

    trials: tuple[Trial, ...]
    own: bool
    whole: bool

    @property
    def table(self) -> Table:
        """A table of the first trial: game and rules are those of all."""
        return self.trials[0].sides.table

    @property
    def tips(self) -> list[Tip]:
        """The tips, each once."""
        return list(dict.fromkeys(trial.tip for trial in self.trials))

    @property
    def players(self) -> list[int]:
        """The numbers of players, each once."""
        return list(dict.fromkeys(trial.sides.players for trial in self.trials))

    @property
    def fields(self) -> list[tuple[str, str]]:
        """The fields, each once: what its players are called, and their policy."""
        return list(dict.fromkeys((trial.strength, trial.sides.field.canonical) for trial in self.trials))

    def plan(self, deals: int, seed: int, smallest: float) -> Plan:
        """How long each of them goes on: with intervals that all hold together at 95 %."""
        return Plan(deals, seed, smallest=smallest, level=simultaneous_level(len(self.trials)))


@dataclass(frozen=True)
class Finding:
    """What came of a trial.

    Attributes:
        trial: The trial.
        comparison: The deals that were played.
    """

    trial: Trial
    comparison: Comparison

    @cached_property
    def judgement(self) -> Judgement:
        """On which side of 0 the difference lies, and whether it matters."""
        return judge(self.comparison.difference, self.comparison.plan.smallest or SMALLEST)

    @property
    def verdict(self) -> str:
        """One of `VERDICTS`."""
        return VERDICTS[self.judgement.sign]

    def as_json(self) -> dict[str, Any]:
        """The public JSON object."""
        trial, found, large = self.trial, self.comparison, self.judgement.large
        return {
            "tip": trial.tip.name,
            "text": trial.tip.text,
            "players": trial.sides.players,
            "field": trial.sides.field.canonical,
            "strength": trial.strength or None,
            "follow": trial.sides.a.canonical,
            "ignore": trial.sides.b.canonical,
            "verdict": self.verdict,
            "smaller": None if large is None else not large,
            "difference": found.difference.as_dict(),
            "follow_win_rate": found.overall.a.as_dict(),
            "ignore_win_rate": found.overall.b.as_dict(),
            "deals": found.deals,
            "games": found.games,
        }


@dataclass(frozen=True)
class Tips:
    """Tips that were tried, and what came of them.

    Attributes:
        asked: What was to be tried.
        plan: How long each trial was to go on.
        findings: What came of each, in order; fewer if the run was interrupted.
        threads: Threads it was played on.
    """

    asked: Trials
    plan: Plan
    findings: tuple[Finding, ...]
    threads: int

    @property
    def partial(self) -> bool:
        """Whether it was interrupted."""
        return len(self.findings) < len(self.asked.trials)

    @property
    def games(self) -> int:
        """Games played."""
        return sum(finding.comparison.games for finding in self.findings)

    @property
    def seconds(self) -> float:
        """Time spent playing."""
        return sum(finding.comparison.seconds for finding in self.findings)

    def findings_of(self, tip: Tip) -> list[Finding]:
        """What came of one tip."""
        return [finding for finding in self.findings if finding.trial.tip == tip]

    def as_json(self) -> dict[str, Any]:
        """The public JSON object."""
        setup = self.asked.table.setup
        result: dict[str, Any] = {
            "game": setup.game,
            "rules": setup.rules.as_dict(),
            "tips": [finding.as_json() for finding in self.findings],
            "smallest": self.plan.smallest,
            "deals": self.plan.deals,
            "seed": self.plan.seed,
            "games": self.games,
            "seconds": self.seconds,
            "games_per_second": self.games / self.seconds,
            "threads": self.threads,
        }
        if self.partial:
            result["partial"] = True
            result["trials_asked"] = len(self.asked.trials)
        return result

    def content(self) -> Content:
        """The result as sentences, tables and figures."""
        from analyzer.studies.tips_told import told

        return told(self)


def chosen_tips(game: str, only: Sequence[str] = ()) -> Sequence[Tip]:
    """The tips that a game has for its players.

    Args:
        game: The game's name.
        only: Names of the tips that are wanted, each once; none for all.

    Returns:
        The tips.

    Raises:
        UserError: There is no such game, or it has no tips, or none of that name.
    """
    found = registry.find(game)
    if not isinstance(found, HasTips):
        raise UserError(
            f"There are no tips for {found.title}: try one of your own, with a text, a policy that follows it and one "
            "that ignores it (tip, follow, ignore)."
        )
    known = {tip.name: tip for tip in found.tips}
    for name in only:
        if name not in known:
            raise UserError(
                f'There is no tip "{shown(name)}" for {found.title}.{did_you_mean(name, known)}\n'
                f"The tips are {', '.join(known)}."
            )
    _refuse_twice("only", only)
    return [known[name] for name in only] or found.tips


def own_tip(text: str | None, follow: str | None, ignore: str | None) -> Tip | None:
    """A tip of the user's own.

    Args:
        text: What it says.
        follow: The policy that follows it.
        ignore: The policy that does not.

    Returns:
        The tip; None if nothing of it is given.

    Raises:
        UserError: A part of it is missing, or its text is none.
    """
    given = {"tip": text, "follow": follow, "ignore": ignore}
    missing = [name for name, value in given.items() if value is None]
    if len(missing) == len(given):
        return None
    if text is None or follow is None or ignore is None:
        raise UserError(
            "A tip of your own needs its text, a policy that follows it and one that ignores it (tip, follow, ignore): "
            f"{' and '.join(missing)} {'is' if len(missing) == 1 else 'are'} missing."
        )
    if not text.strip() or not text.isprintable():
        raise UserError(f'tip: its text must be a sentence in one line, not "{shown(text)}".')
    return Tip(OWN, text, follow, ignore)


def set_trials(
    game: str,
    *,
    tip: Tip | None = None,
    only: Sequence[str] = (),
    players: Sequence[int] = (),
    fields: Sequence[str] = (),
    rules: str = "standard",
    settings: Sequence[str] = (),
) -> Trials:
    """Finds the game, its tips and who plays, and loads the rules.

    Args:
        game: The game's name.
        tip: A tip of the user's own, to be tried instead of the game's.
        only: Names of the tips to be tried; none for all that the game has.
        players: Numbers of players; none for those that the game names.
        fields: Policies of all other seats, one after the other; none for those that the game names.
        rules: Name of built-in rules, or a TOML file.
        settings: Changes to the rules, "KEY=VALUE".

    Returns:
        The trials.

    Raises:
        UserError: Something of that is unknown or does not fit together.
    """
    found = registry.find(game)
    if tip is not None and only:
        raise UserError(
            "only: this chooses among the game's tips, and a tip of your own is tried instead of them."
        )
    tips = chosen_tips(game, only) if tip is None else [tip]
    known = _fields_of(found)
    given = [parse(field, found.policies, found.title).canonical for field in fields]
    _refuse_twice("field", given)
    _refuse_twice("players", [str(number) for number in players])
    names = {policy: name for name, policy in known}
    chosen = [(names.get(policy, ""), policy) for policy in given] or known
    trials = [
        Trial(each, name, _sides(each, number, policy, game, rules, settings))
        for each in tips
        for number in players or _players_of(found)
        for name, policy in chosen
    ]
    return Trials(tuple(trials), own=tip is not None, whole=tip is None and not only)


def try_tips(
    asked: Trials,
    *,
    deals: int = DEALS,
    smallest: float = SMALLEST,
    seed: int = 1,
    threads: int | None = None,
    on_progress: Callable[[int, int], None] | None = None,
    on_compile: Callable[[], None] | None = None,
) -> Tips:
    """Plays each trial until its verdict is certain, or its deals are used up.

    Args:
        asked: What is to be tried.
        deals: Deals of each trial at most, at least 1.
        smallest: The smallest difference of win rates that matters, above 0.
        seed: 0 to 2**63 - 1. All trials play the same deals.
        threads: Threads to play on; None for all cores.
        on_progress: Called with the games played so far, and with how many it will be at most.
        on_compile: Called if kernels have to be compiled first.

    Returns:
        The verdicts; those of the finished trials if it was interrupted.

    Raises:
        UserError: A policy of the user's own failed, or a number makes no sense.
        KeyboardInterrupt: Interrupted before the first trial was finished.
    """
    check_numbers(games=deals, seed=seed, threads=threads)
    plan = asked.plan(deals, seed, smallest)
    findings: list[Finding] = []
    played = 0
    most = sum(trial.sides.games_per_deal for trial in asked.trials) * deals
    for trial in asked.trials:
        report = _part(on_progress, played, most)
        try:
            found = compare(trial.sides, plan, threads=threads, on_progress=report, on_compile=on_compile)
        except KeyboardInterrupt:
            break
        if found.partial:
            break
        findings.append(Finding(trial, found))
        played += found.games
        most -= (deals - found.deals) * trial.sides.games_per_deal
    if not findings:
        raise KeyboardInterrupt
    return Tips(asked, plan, tuple(findings), threads or playing.available_threads())


def _fields_of(game: Game) -> list[tuple[str, str]]:
    """What players of each field are called, and their policy."""
    if not isinstance(game, HasTips):
        return [("", game.default_policy)]
    return [(name, parse(policy, game.policies, game.title).canonical) for name, policy in game.fields]


def _players_of(game: Game) -> Sequence[int]:
    return game.tip_players if isinstance(game, HasTips) else [game.default_players]


def _sides(tip: Tip, players: int, field: str, game: str, rules: str, settings: Sequence[str]) -> Sides:
    sides = set_sides(
        game, tip.follow, tip.ignore, field=field, players=players, rules=rules, settings=settings
    )
    if sides.alike:
        raise UserError(f"{sides.a}: who follows the tip and who ignores it play the same policy.")
    return sides


def _refuse_twice(what: str, given: Sequence[str]) -> None:
    for place, each in enumerate(given):
        if each in given[:place]:
            raise UserError(f"{what}: {shown(each)} is given twice.")


def _part(report: Callable[[int, int], None] | None, before: int, most: int) -> Callable[[int], None] | None:
    return None if report is None else lambda done: report(before + done, most)
