"""The questions that are asked again and again under changed rules: what a tip wins, the first seat, the length."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from analyzer.errors import UserError, did_you_mean
from analyzer.games import registry
from analyzer.games.policyspec import PolicySpec
from analyzer.games.protocol import Game
from analyzer.games.settings import shown
from analyzer.games.tips import HasTips, Tip
from analyzer.stats.estimate import Estimate
from analyzer.stats.sequences import decides_sign
from analyzer.studies.balance import measures
from analyzer.studies.balance.measures import Measured, plain_measures, skill_measure
from analyzer.studies.balance.play import CONTESTS, GAMES, ContestPlayer, GamesPlayer, Player, contest_games
from analyzer.studies.balance.tally import Layout
from analyzer.studies.compare import set_sides
from analyzer.studies.request import Table, set_table
from analyzer.studies.tips import chosen_tips

TIP, FIRST_SEAT, LENGTH = "tip", "first-seat", "length"
"""The questions, as they are asked for; a tip also by its name, as "tip:NAME"."""

HOLDS, FAILS, UNDECIDED = "holds", "fails", "undecided"

NEAR = 0.1
"""A mean length within this part of the present one counts as the same."""

UNFINISHED_GAMES = Measured(measures.UNFINISHED, "unfinished games", top="unfinished")
"""Games of a deal that are not finished."""


@dataclass(frozen=True)
class Question:
    """A question with a number for an answer.

    Attributes:
        key: How it is asked for; "" for two policies of the user's own.
        subject: What its answer is about, to follow "what is open" in a sentence.
        measured: What its answer is reckoned from.
        sides: The policies that follow and ignore the tip; none where all seats play as they are told.
        tip: The tip, if it is one of the game's.
    """

    key: str
    subject: str
    measured: Measured
    sides: tuple[PolicySpec, PolicySpec] | None = None
    tip: Tip | None = None

    @property
    def has_sign(self) -> bool:
        """Whether all that counts is on which side of 0 the answer lies."""
        return self.measured.is_gap

    @property
    def part(self) -> str:
        """Name of the part that its answer is added up in."""
        return CONTESTS if self.sides else GAMES

    @cached_property
    def layouts(self) -> dict[str, Layout]:
        """What is added up."""
        return {self.part: Layout.of_measures([self.measured, UNFINISHED_GAMES])}

    def player(self, game: Game, seed: int) -> Player:
        """What plays its deals."""
        if self.sides is None:
            return GamesPlayer(game, seed, self.layouts)
        return ContestPlayer(game, seed, self.sides, self.layouts[self.part])

    def games_per_deal(self, table: Table) -> int:
        """Games that one deal takes."""
        return 1 if self.sides is None else contest_games(table.setup, self.sides)

    def verdict(self, base: Estimate | None, found: Estimate | None) -> str:
        """Whether the answer under the present rules holds under others.

        Args:
            base: The answer under the present rules.
            found: The answer under the others. None where nothing is known.

        Returns:
            `HOLDS` or `FAILS` if that is certain, `UNDECIDED` if not, or if the present answer is not certain itself.
        """
        if base is None or found is None:
            return UNDECIDED
        if self.has_sign:
            sign = decides_sign(base) * decides_sign(found)
            return {1: HOLDS, -1: FAILS}.get(sign, UNDECIDED)
        # Both intervals hold together, so the ends that are worst for the verdict decide.
        if (1 - NEAR) * base.high <= found.low and found.high <= (1 + NEAR) * base.low:
            return HOLDS
        if found.high < (1 - NEAR) * base.low or found.low > (1 + NEAR) * base.high:
            return FAILS
        return UNDECIDED


def set_question(
    game: str,
    *,
    question: str | None = None,
    follow: str | None = None,
    ignore: str | None = None,
    field: str | None = None,
    players: int | None = None,
    policies: Sequence[str] = (),
    rules: str = "standard",
    settings: Sequence[str] = (),
) -> tuple[Table, Question]:
    """Finds the game, loads its rules, seats the players and finds what is asked.

    Args:
        game: The game's name.
        question: "tip", "tip:NAME", "first-seat" or "length"; None for the game's first tip, or the first seat's
            advantage if it has none.
        follow: A policy that follows a tip of the user's own, instead of a question.
        ignore: The policy that ignores it.
        field: What all others play where a tip is asked about; None for the game's ordinary player.
        players: Seats; None for the game's usual number.
        policies: What the seats play otherwise, as for `set_table`.
        rules: Name of built-in rules, or a TOML file.
        settings: Changes to the rules, "KEY=VALUE".

    Returns:
        The table under the present rules, and the question.

    Raises:
        UserError: Something of that is unknown or does not fit together.
    """
    found = registry.find(game)
    own = _own_sides(question, follow, ignore)
    key = _key(found, question) if own is None else ""
    if key in (FIRST_SEAT, LENGTH):
        if field is not None:
            raise UserError(
                f"field (--field): the question {key} has none; what the seats play is said by policies (--policy)."
            )
        table = set_table(game, players=players, policies=policies, rules=rules, settings=settings)
        return table, _of_games(key, table)
    if policies:
        raise UserError(
            "policies (--policy): where a tip is asked about, field (--field) says what all other seats play, and "
            "nothing else."
        )
    tip = None if own else chosen_tips(game, [key.partition(":")[2]])[0]
    one, other = own or ((tip.follow, tip.ignore) if tip else ("", ""))
    sides = set_sides(
        game,
        one,
        other,
        field=found.default_policy if field is None else field,
        players=players,
        rules=rules,
        settings=settings,
    )
    if sides.alike:
        raise UserError(f"{sides.a}: who follows the tip and who ignores it play the same policy.")
    return sides.table, _of_sides(key, tip, (sides.a, sides.b), sides.players)


def _own_sides(question: str | None, follow: str | None, ignore: str | None) -> tuple[str, str] | None:
    if follow is None and ignore is None:
        return None
    if follow is None or ignore is None:
        raise UserError(
            "follow (--follow) and ignore (--ignore) belong together: "
            f"{'follow' if follow is None else 'ignore'} is missing."
        )
    if question is not None:
        raise UserError(
            "question (--question): follow and ignore ask a question of their own; leave out the one or the others."
        )
    return follow, ignore


def _key(game: Game, question: str | None) -> str:
    """The question in full."""
    tips = [f"{TIP}:{tip.name}" for tip in game.tips] if isinstance(game, HasTips) else []
    if question is None:
        return tips[0] if tips else FIRST_SEAT
    if question == TIP:
        return f"{TIP}:{chosen_tips(game.name)[0].name}"
    if question not in (*tips, FIRST_SEAT, LENGTH):
        known = [*([TIP] if tips else []), FIRST_SEAT, LENGTH, *tips]
        hint = (did_you_mean(question, known) or did_you_mean(f"{TIP}:{question}", tips)) if question else ""
        raise UserError(
            f'There is no question "{shown(question)}" for {game.title}.{hint}\nThe questions are {", ".join(known)}.'
        )
    return question


def _of_games(key: str, table: Table) -> Question:
    wanted = {FIRST_SEAT: measures.FIRST_SEAT, LENGTH: measures.LENGTH}[key]
    known = {measure.key: measure for measure in plain_measures(table.game, table.setup.players)}
    return Question(key, "the " + known[wanted].label.partition(",")[0], known[wanted])


def _of_sides(key: str, tip: Tip | None, sides: tuple[PolicySpec, PolicySpec], players: int) -> Question:
    follow, ignore = (side.canonical for side in sides)
    measured = replace(
        skill_measure(players, follow, ignore),
        key="tip",
        label="gain by following the tip" if tip else f"gain by playing {follow}",
        meaning=f"Gain: win rate of a seat that plays {follow} less that of the same seat playing {ignore}, on the "
        "same deals, averaged over seats.",
    )
    subject = (
        f"the gain by the tip “{tip.text.rstrip('.')}”"
        if tip
        else f"the gain by playing {follow} instead of {ignore}"
    )
    return Question(key, subject, measured, sides, tip)
