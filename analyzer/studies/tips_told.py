"""Puts verdicts on tips into words, tables and figures."""

from collections import Counter
from collections.abc import Sequence

from analyzer import __version__
from analyzer.games import again
from analyzer.stats.estimate import Estimate
from analyzer.studies.commandline import COMMAND, GAME, Asked, changed_rules, line_of, percent
from analyzer.studies.content import Column, Content, Figure, HeatFigure, IntervalFigure, Table, Value
from analyzer.studies.request import rules_difference, speed_in_words
from analyzer.studies.tips import VERDICTS, Finding, Tips
from analyzer.wording import listed

_TRUE, _FALSE, _NONE, _OPEN = (VERDICTS[sign] for sign in (1, -1, 0, None))

_SIGNS = {_TRUE: "✓", _FALSE: "✗", _NONE: "=", _OPEN: "?"}
"""What a cell of the figure says."""

_REACH = 20
"""The figure's colours go as far as so many of the smallest differences that matter."""

_DIGITS = 2


def told(result: Tips) -> Content:
    """The verdicts, ready to be shown."""
    return _Telling(result).content()


class _Telling:
    def __init__(self, result: Tips) -> None:
        self._result = result
        self._asked = result.asked
        self._game = result.asked.table.game
        self._tips = list(dict.fromkeys(finding.trial.tip for finding in result.findings))
        self._smallest = f"{100 * (result.plan.smallest or 0):g} points"

    def content(self) -> Content:
        result = self._result
        asked = self._command()
        return Content(
            question=self._question(),
            answer=self._answer(),
            tables=[self._verdict_table(), self._tip_table(), self._difference_table()],
            figures=[self._figure()],
            method=self._method(),
            how_to_read=self._how_to_read(),
            command=line_of(asked),
            result=result.as_json(),
            partial=result.partial,
            speed=speed_in_words(result.games, result.seconds, result.threads),
            asked=asked,
        )

    def _question(self) -> str:
        if len(self._asked.tips) == 1:
            return f"Is this tip for {self._game.title} true: “{self._asked.tips[0].text}”?"
        return f"Which tips for {self._game.title} are true?"

    def _command(self) -> Asked:
        asked, plan, setup = self._asked, self._result.plan, self._asked.table.setup
        return [
            (COMMAND, "tips"),
            (GAME, self._game.name),
            *self._which(),
            ("players", ",".join(str(players) for players in asked.players)),
            *(("field", policy) for _, policy in asked.fields),
            *changed_rules(again.rules_settings(self._game.rules, setup.rules)),
            ("deals", plan.deals),
            ("smallest", percent(plan.smallest or 0)),
            ("seed", plan.seed),
        ]

    def _which(self) -> Asked:
        """The part of the command that says which tips are tried."""
        if self._asked.own:
            (tip,) = self._asked.tips
            return [("tip", tip.text), ("follow", tip.follow), ("ignore", tip.ignore)]
        return [] if self._asked.whole else [("only", ",".join(tip.name for tip in self._asked.tips))]

    # The answer

    def _answer(self) -> str:
        findings = self._result.findings
        if len(findings) == 1:
            return self._answer_of_one(findings[0])
        text = self._answer_of_tip() if len(self._tips) == 1 else self._answer_of_all()
        return f"{text} In 95 of 100 such runs all these verdicts are right."

    def _answer_of_one(self, finding: Finding) -> str:
        follow, ignore = finding.comparison.sides.a.canonical, finding.comparison.sides.b.canonical
        found, where = finding.comparison.difference, _where(finding)
        side = (
            f"{100 * abs(found.mean):.{_DIGITS}f} points {'more' if found.mean > 0 else 'fewer'} of the games"
        )
        wins = f"{where}, who plays {follow} wins {side} than who plays {ignore} ({_ends(found)}, 95 %)"
        if finding.verdict in (_TRUE, _FALSE):
            return f"{finding.verdict.capitalize()}: {wins}{self._size(finding)}."
        deals = f"{finding.comparison.deals:,} {'deal' if finding.comparison.deals == 1 else 'deals'}"
        start = (
            f"It makes no difference as large as {self._smallest}"
            if finding.verdict == _NONE
            else f"Undecided after {deals}"
        )
        return f"{start}: {wins}."

    def _size(self, finding: Finding) -> str:
        large = finding.judgement.large
        if large:
            return ""
        return f", which {'may be' if large is None else 'is'} less than the {self._smallest} that matter"

    def _answer_of_tip(self) -> str:
        """How often the one tip got each verdict, and where following it wins most and least."""
        findings = self._result.findings
        counts = Counter(self._verdict_in_words(finding) for finding in findings)
        listed = ", ".join(f"{verdict} at {number}" for verdict, number in counts.most_common())
        most = max(findings, key=lambda finding: finding.comparison.difference.mean)
        least = min(findings, key=lambda finding: finding.comparison.difference.mean)
        return (
            f"Of {len(findings)} tables the tip is {listed}. It wins most {_where(most)}, "
            f"{_points(most.comparison.difference)}, and least {_where(least)}, "
            f"{_points(least.comparison.difference)}."
        )

    def _verdict_in_words(self, finding: Finding) -> str:
        return (
            f"without a difference as large as {self._smallest}"
            if finding.verdict == _NONE
            else finding.verdict
        )

    def _answer_of_all(self) -> str:
        """Which tips got the same verdict everywhere, and what the others got."""
        alike: dict[str, list[str]] = {verdict: [] for verdict in _SIGNS}
        mixed = []
        for tip in self._tips:
            counts = Counter(finding.verdict for finding in self._result.findings_of(tip))
            if len(counts) == 1:
                alike[next(iter(counts))].append(tip.name)
            else:
                mixed.append(f"{tip.name} ({_counted(counts)})")
        many = len(self._tips)
        sentences = [
            f"Of {many} tips, {len(alike[_TRUE])} {'is' if len(alike[_TRUE]) == 1 else 'are'} true at every table that "
            f"was tried: {listed(alike[_TRUE])}."
            if alike[_TRUE]
            else f"None of {many} tips is true at every table that was tried.",
            f"Nowhere true, but false everywhere: {listed(alike[_FALSE])}." if alike[_FALSE] else "",
            f"It depends on the table: {listed(mixed)}." if mixed else "",
            f"No difference as large as {self._smallest} anywhere: {listed(alike[_NONE])}."
            if alike[_NONE]
            else "",
            f"Nothing is decided yet: {listed(alike[_OPEN])}." if alike[_OPEN] else "",
        ]
        return " ".join(filter(None, sentences))

    # Tables

    def _verdict_table(self) -> Table:
        fields = list(dict.fromkeys(_field(finding) for finding in self._result.findings))
        columns = [
            Column("tip", "tip"),
            *(Column(f"among_{place}", f"among {field}") for place, field in enumerate(fields)),
        ]
        rows: list[Sequence[Value]] = []
        for tip in self._tips:
            found = self._result.findings_of(tip)
            rows.append(
                (
                    tip.name,
                    *(_verdicts([each for each in found if _field(each) == field]) for field in fields),
                )
            )
        title = f"Verdicts, by who the others are; with {listed([str(each) for each in self._asked.players])} players"
        note = (
            f"Small: surely less than {self._smallest}; perhaps small: that is open. No difference: surely none as "
            f"large as {self._smallest}, and perhaps none at all. Undecided: the deals were used up before that was "
            "certain."
        )
        return Table("verdicts", title, columns, rows, note)

    def _tip_table(self) -> Table:
        columns = [
            Column("tip", "tip"),
            Column("text", "what it says"),
            Column("follow", "follows it"),
            Column("ignore", "ignores it"),
            Column("note", "how it was read"),
        ]
        specs = {finding.trial.tip: finding.comparison.sides for finding in self._result.findings}
        rows = [
            (tip.name, tip.text, specs[tip].a.canonical, specs[tip].b.canonical, tip.note)
            for tip in self._tips
        ]
        return Table("tips", "The tips, and who follows and who ignores them", columns, rows)

    def _difference_table(self) -> Table:
        columns = [
            Column("tip", "tip"),
            Column("players", "players", "count"),
            Column("field", "among"),
            Column("verdict", "verdict"),
            Column("difference", "difference", "difference", _DIGITS),
            Column("deals", "deals", "count"),
        ]
        rows = [
            (
                finding.trial.tip.name,
                finding.trial.sides.players,
                _field(finding),
                _verdict(finding),
                finding.comparison.difference,
                finding.comparison.deals,
            )
            for finding in self._result.findings
        ]
        return Table(
            "differences",
            "How much more of the games wins who follows the tip than who ignores it, with 95 % intervals",
            columns,
            rows,
            "The intervals hold all together, and at whatever deal a run stopped.",
            quantity="difference of win rate",
            keys=[
                f"{finding.trial.tip.name}, {finding.trial.sides.players} players, among {_field(finding)}"
                for finding in self._result.findings
            ],
        )

    # The figure

    def _figure(self) -> Figure:
        axis = "win rate with the tip less that without it, percentage points"
        return self._interval_figure(axis) if len(self._tips) == 1 else self._heat_figure(axis)

    def _interval_figure(self, axis: str) -> IntervalFigure:
        findings, (tip,) = self._result.findings, self._tips
        sides = findings[0].comparison.sides
        labels = [f"{finding.trial.sides.players} players, {_field(finding)}" for finding in findings]
        return IntervalFigure(
            name="differences",
            title=f"What following the tip wins: {self._game.title}",
            labels=labels,
            estimates=[finding.comparison.difference for finding in findings],
            axis=axis,
            scale=100,
            reference=0.0,
            reference_label="no difference",
            caption=f"“{tip.text}” {sides.a} against {sides.b}, on the same deals. {_TOGETHER}",
            keys=labels,
            relative_to="the win rate of who ignores the tip",
            among=[sides.b.canonical],
            reference_name="no difference",
        )

    def _heat_figure(self, axis: str) -> HeatFigure:
        smallest = self._result.plan.smallest or 0
        found = {
            (finding.trial.tip, _field(finding), finding.trial.sides.players): finding
            for finding in self._result.findings
        }
        fields = list(dict.fromkeys(field for _, field, _ in found))
        places = [(field, players) for field in fields for players in self._asked.players]
        cells = [[found.get((tip, *place)) for place in places] for tip in self._tips]
        return HeatFigure(
            name="differences",
            title=f"What following a tip wins: {self._game.title}",
            labels=[tip.name for tip in self._tips],
            estimates=[
                [None if cell is None else cell.comparison.difference for cell in row] for row in cells
            ],
            axis=axis,
            scale=100,
            caption=(
                f"By who the others are and how many play. {_SIGNS[_TRUE]} true, {_SIGNS[_FALSE]} false, "
                f"{_SIGNS[_NONE]} no difference as large as {self._smallest}, {_SIGNS[_OPEN]} undecided; in brackets: "
                f"smaller than that, or perhaps so. Colours go as far as ±{100 * _REACH * smallest:g} points. "
                f"{_TOGETHER}"
            ),
            columns=[str(players) for _, players in places],
            groups=[(field, len(self._asked.players)) for field in fields],
            signs=[[_sign(cell) for cell in row] for row in cells],
            reach=_REACH * smallest,
        )

    # How it was done

    def _method(self) -> list[tuple[str, str]]:
        result, asked, plan = self._result, self._asked, self._result.plan
        changes = rules_difference(self._game, asked.table.setup.rules)
        part = f" of {len(asked.trials)} asked for" if result.partial else ""
        return [
            ("game", self._game.title),
            (
                "verdicts",
                f"{len(result.findings)}{part}: {len(asked.tips)} tips, each with every number of players",
            ),
            ("players", ", ".join(str(players) for players in asked.players)),
            ("all others", "; ".join(_named(*field) for field in asked.fields)),
            ("deals", f"{plan.deals:,} at most for each verdict, the same for all"),
            ("games", f"{result.games:,}"),
            ("smallest difference that matters", self._smallest),
            ("seed", str(plan.seed)),
            ("rules", "standard" if not changes else "standard but for " + ", ".join(changes)),
            (
                "interval",
                (
                    f"confidence sequences (empirical Bernstein) of level {100 * plan.level:.6g} %, which hold all "
                    "together at 95 % (Bonferroni) and at whatever deal a run stops"
                ),
            ),
            ("version", f"analyzer {__version__}"),
        ]

    def _how_to_read(self) -> list[str]:
        return [
            (
                "In every deal one seat follows the tip and then ignores it, while all others play as they always do; "
                "each seat takes its turn. Cards and the draws of all others stay the same."
            ),
            "A tip is true where the interval of the difference lies above 0, and false where it lies below.",
            f"A difference below {self._smallest} of win rate is taken for one that does not matter at a table.",
            "A verdict is one on these two policies: a tip that is true for one way to play may be false for another.",
            "A trial stopped as soon as it was certain on which side of 0 the difference lies and whether it matters.",
        ]


_TOGETHER = "95 % intervals that hold all together."


def _named(strength: str, policy: str) -> str:
    """A field in words."""
    return f"{strength} ({policy})" if strength else policy


def _field(finding: Finding) -> str:
    return _named(finding.trial.strength, finding.trial.sides.field.canonical)


def _where(finding: Finding) -> str:
    return f"with {finding.trial.sides.players} players among {_field(finding)}"


def _verdict(finding: Finding) -> str:
    """The verdict, and whether the difference is small."""
    if finding.verdict not in (_TRUE, _FALSE) or finding.judgement.large:
        return finding.verdict
    return f"{finding.verdict}, {'perhaps ' if finding.judgement.large is None else ''}small"


def _verdicts(findings: Sequence[Finding]) -> str:
    """Those of some numbers of players: one if they are alike."""
    players: dict[str, list[str]] = {}
    for finding in findings:
        players.setdefault(_verdict(finding), []).append(str(finding.trial.sides.players))
    if len(players) == 1:
        return next(iter(players))
    return "; ".join(f"{', '.join(numbers)}: {verdict}" for verdict, numbers in players.items())


def _sign(finding: Finding | None) -> str:
    if finding is None:
        return ""
    sign = _SIGNS[finding.verdict]
    return sign if _verdict(finding) == finding.verdict else f"({sign})"


def _counted(counts: Counter[str]) -> str:
    """How often the verdicts were true and false, or without a difference."""
    told = [f"{verdict} at {counts[verdict]}" for verdict in (_TRUE, _FALSE) if counts[verdict]]
    return f"{', '.join(told) or f'{_NONE} at {counts[_NONE]}'} of {counts.total()}"


def _points(found: Estimate) -> str:
    return f"{100 * found.mean:+.{_DIGITS}f} points ({_ends(found)})"


def _ends(found: Estimate) -> str:
    return f"{100 * found.low:+.{_DIGITS}f} to {100 * found.high:+.{_DIGITS}f}"
