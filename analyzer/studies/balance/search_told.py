"""Puts a search for decks into words, tables and figures."""

from collections.abc import Iterator, Sequence
from math import isfinite

from analyzer import __version__
from analyzer.stats.estimate import Estimate
from analyzer.studies.balance.hunt import FAILS, MEETS, UNDECIDED
from analyzer.studies.balance.measures import FINISHED
from analyzer.studies.balance.remarks import confounded
from analyzer.studies.balance.search import Deck, DeckSearch
from analyzer.studies.balance.tables import unplayable_table
from analyzer.studies.balance.targets import Target
from analyzer.studies.balance.wording import PRESENT, digits_of, number, with_unit
from analyzer.studies.commandline import Asked, line_of
from analyzer.studies.content import Column, Content, Figure, IntervalFigure, Table, Value
from analyzer.studies.request import asked_for, rules_difference, speed_in_words
from analyzer.wording import listed

_MOST_DRAWN = 30
"""Decks that a figure shows at most, and"""

_MOST_NAMED = 3
"""a sentence."""

_TOGETHER = (
    "The intervals of all decks and targets are confidence sequences that hold together at 95 %, at whatever game a "
    "deck is dropped: in 95 of 100 such searches with other seeds no deck is put on the wrong side."
)
_DISTANCE = (
    "Changes count the cards that are exchanged, added or taken out, and the options that differ; decks with the "
    "fewest changes come first."
)
_SAMPLED = (
    "There are more combinations than decks to try. Half of those that were tried are the nearest to the present "
    "rules, by the changes of everything that is varied added up; the others are drawn from all that are left, each "
    "equally likely. So a nearer deck than those that are named may have been left out."
)


def told(result: DeckSearch) -> Content:
    """The search, ready to be shown."""
    return _Telling(result).content()


class _Telling:
    def __init__(self, result: DeckSearch) -> None:
        self._result = result
        self._hunt = result.hunt
        self._game = result.hunt.base.game
        self._good, self._open, self._failed = (
            result.with_verdict(verdict) for verdict in (MEETS, UNDECIDED, FAILS)
        )

    def content(self) -> Content:
        result, asked = self._result, self._asked()
        return Content(
            question=(
                f"Which decks of {self._game.title} with {self._hunt.base.setup.players} players meet "
                f"{listed([target.text for target in self._hunt.targets])}?"
            ),
            answer=self._answer(),
            tables=[self._table(), *unplayable_table(self._hunt.unplayable, self._hunt.base.setup.players)],
            figures=[*self._figures()],
            method=self._method(),
            how_to_read=[
                _TOGETHER,
                _DISTANCE,
                *self._hunt.notes,
                *confounded(self._hunt.decks),
                *self._sampled(),
                *self._meanings(),
                *self._game.how_to_read,
            ],
            command=line_of(asked),
            result=result.as_json(),
            partial=result.partial,
            speed=speed_in_words(result.games, result.seconds, result.threads),
            asked=asked,
        )

    # The answer

    def _answer(self) -> str:
        them, alone = self._them, not self._good and not self._open
        failing = "do not either" if alone else "do not" if self._failed else f"do not meet {them}"
        present = {
            MEETS: f"The present rules {f'meet {them} too' if self._good else f'certainly meet {them}'}.",
            FAILS: f"The present rules {failing}.",
            UNDECIDED: "Of the present rules it is open.",
        }
        return " ".join(
            [
                *self._unknown(),
                f"{self._found()}.",
                present[self._result.base_verdict],
                *self._one_by_one(),
            ]
        )

    def _found(self) -> str:
        """How many decks meet the targets, and which."""
        tried, good, unclear, failed = (
            len(each) for each in (self._hunt.decks, self._good, self._open, self._failed)
        )
        if tried == 1:
            deck = self._nearest(self._result.decks)
            if unclear:
                return f"Of the only other deck it is open whether it meets {self._them}: {deck}"
            return (
                f"The only other deck certainly {'meets' if good else 'does not meet'} {self._them}: {deck}"
            )
        if not good and not failed:
            return f"Of all {tried:,} decks it is open whether they meet {self._them}: {self._nearest(self._open)}"
        parts = [
            f"{f'{good:,}' if good else 'None'} of {tried:,} decks certainly {_verb(good or 1, 'meet')} {self._them}"
        ]
        if good:
            parts[0] += f": {self._nearest(self._good)}"
        if unclear:
            parts.append(f"of {unclear:,} it is open" + ("" if good else f": {self._nearest(self._open)}"))
        if failed and (good or unclear):
            parts.append(f"{failed:,} certainly {'does' if failed == 1 else 'do'} not")
        elif failed:
            parts[0] = f"None of {tried:,} decks meets {self._them}"
        return "; ".join(parts)

    def _one_by_one(self) -> Iterator[str]:
        """Which of several targets is in the way, where no deck meets them all."""
        if self._good or len(self._hunt.targets) == 1:
            return
        texts, all_known = [], True
        for place, target in enumerate(self._hunt.targets):
            found = [target.verdict(deck.values[place]) for deck in self._result.decks]
            met, missed = found.count(True), found.count(False)
            all_known &= met + missed == len(found)
            texts.append(f"{target.text} is met by {met or 'none'} and missed by {missed or 'none'}")
        rest = "" if all_known else "; of the others it was open when they had been played enough"
        yield f"One by one, and for certain: {', '.join(texts)}{rest}."

    @property
    def _them(self) -> str:
        return "all targets" if len(self._hunt.asked) > 1 else "the target"

    def _unknown(self) -> Iterator[str]:
        """Sentences about what nothing is known of."""
        for place, target in enumerate(self._hunt.targets):
            values = [self._result.base[place], *(deck.values[place] for deck in self._result.decks)]
            if not any(values):
                label = target.measure.named.partition(",")[0]
                yield f"Nothing is known of this: {label}, as {self._why_unknown(target)}."

    def _why_unknown(self, target: Target) -> str:
        if self._result.parts[self._hunt.part_of(target.measure)].base.games == 1:
            return "one game tells nothing about how much games differ"
        of_finished = not target.measure.top or target.measure.bottom == FINISHED
        return "no game was finished" if of_finished else "it never came up"

    def _nearest(self, decks: Sequence[Deck]) -> str:
        """The decks with the fewest changes, in words."""
        names = [f"“{deck.variant.label}”{self._shown(deck)}" for deck in decks[:_MOST_NAMED]]
        more = len(decks) - len(names)
        nearest = "the nearest is" if len(names) == 1 else "the nearest are"
        return f"{nearest} {listed(names)}" if len(decks) > 1 or more else listed(names)

    def _shown(self, deck: Deck) -> str:
        """What a deck shows of the targets, as far as anything is known, in brackets."""
        texts = []
        for place, target in enumerate(self._hunt.targets):
            found = deck.values[place]
            if found is not None and isfinite(found.low):
                digits = self._digits(place)
                low, high = (
                    number(target.measure, end, digits, target.measure.is_gap)
                    for end in (found.low, found.high)
                )
                value = with_unit(target.measure, found.mean, digits, self._game.length_unit)
                label = target.measure.named.partition(",")[0]
                texts.append(f"{label} {value}, {low} to {high}")
        return f" ({'; '.join(texts)})" if texts else ""

    # Tables and figures

    def _digits(self, place: int) -> int:
        decks = [*self._good, *self._open] or self._result.decks
        found = [value for deck in decks if (value := deck.values[place]) is not None]
        return digits_of(self._hunt.targets[place].measure, found)

    def _table(self) -> Table:
        targets = self._hunt.targets
        columns = [
            Column("deck", "deck"),
            Column("verdict", "targets"),
            Column("changes", "changes", "count"),
            *(
                Column(
                    target.measure.key.replace(".", "_"),
                    target.measure.named,
                    target.measure.form,
                    self._digits(place),
                )
                for place, target in enumerate(targets)
            ),
            Column("games", "games", "count"),
        ]
        games = next(iter(self._result.parts.values())).base.games
        rows: list[Sequence[Value]] = [
            (deck.variant.label, deck.verdict, deck.distance, *deck.values, deck.games)
            for deck in self._result.decks
        ]
        rows.append((PRESENT, self._result.base_verdict, 0, *self._result.base, games))
        aims = listed([target.text for target in targets])
        return Table("decks", f"Decks that meet {aims}, and that do not", columns, rows, _DISTANCE)

    def _figures(self) -> Iterator[Figure]:
        """What the nearest decks show of each target."""
        decks = ([*self._good, *self._open] or self._result.decks)[:_MOST_DRAWN]
        which = "that may meet all targets" if self._good or self._open else "nearest to the present one"
        for place, target in enumerate(self._hunt.targets):
            known: list[tuple[str, Estimate]] = [
                (deck.variant.label, value) for deck in decks if (value := deck.values[place]) is not None
            ]
            base = self._result.base[place]
            if base is not None:
                known.append((PRESENT, base))
            if not known:
                continue
            low_end = isfinite(target.low)
            yield IntervalFigure(
                name=target.measure.key.replace(".", "_"),
                title=f"Decks {which}: {target.measure.named} ({self._game.title})",
                labels=[label for label, _ in known],
                estimates=[value for _, value in known],
                axis=f"{target.measure.titled} (target: {self._aim(target)})",
                scale=target.measure.scale,
                reference=target.low if low_end else target.high,
                reference_label=f"{'lower' if low_end else 'upper'} end of the target",
                caption=f"{self._hunt.base.setup.players} players; the intervals of all decks and targets hold "
                "together",
                interval="95 % interval, all together",
            )

    def _aim(self, target: Target) -> str:
        ends = [f"{end * target.measure.scale:.10g}" for end in (target.low, target.high)]
        if not isfinite(target.low):
            return f"at most {ends[1]}"
        return f"at least {ends[0]}" if not isfinite(target.high) else f"{ends[0]} to {ends[1]}"

    # Method

    def _meanings(self) -> list[str]:
        return [target.measure.meaning for target in self._hunt.targets if target.measure.meaning]

    def _sampled(self) -> list[str]:
        return [_SAMPLED] if self._hunt.combinations > self._hunt.most else []

    def _asked(self) -> Asked:
        hunt = self._hunt
        wish = hunt.wish
        plan = {"games": hunt.games, "decks": hunt.most, "seed": hunt.seed}
        said = asked_for("balance", hunt.base, {"up-to": wish.up_to if wish.cards else None, **plan})
        repeated = {"card": wish.cards, "vary": wish.vary, "target": hunt.asked}
        return [*said, *((name, text) for name, texts in repeated.items() for text in texts)]

    def _method(self) -> list[tuple[str, str]]:
        hunt, setup = self._hunt, self._hunt.base.setup
        changes = rules_difference(self._game, setup.rules)
        tried = f"{len(hunt.decks):,}, all combinations that can be played"
        if hunt.combinations > hunt.most:
            tried = f"{len(hunt.decks):,} of {hunt.combinations:,} combinations: half the nearest, half drawn at random"
        return [
            ("game", self._game.title),
            ("players", str(setup.players)),
            ("policies", ", ".join(spec.canonical for spec in setup.policies)),
            ("present rules", "standard" if not changes else "standard but for " + ", ".join(changes)),
            ("targets", "; ".join(target.text for target in hunt.targets)),
            ("varied", "; ".join([*hunt.wish.vary, *(f"copies of {card}" for card in hunt.wish.cards)])),
            ("decks", tried),
            (
                "games",
                f"of each deck until it is decided, at most {hunt.games:,}; {self._result.games:,} in all",
            ),
            ("seed", str(hunt.seed)),
            ("version", f"analyzer {__version__}"),
        ]


def _verb(number: int, verb: str) -> str:
    return f"{verb}s" if number == 1 else verb
