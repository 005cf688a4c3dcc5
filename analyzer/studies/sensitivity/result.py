"""What a study of sensitivity found: the effect of every alternative, and in which plausible decks the answer holds."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from analyzer.stats.estimate import Estimate
from analyzer.stats.intervals import LEVEL
from analyzer.stats.sequences import decides_sign
from analyzer.studies.balance.changes import plain_changes
from analyzer.studies.balance.precision import Fixed
from analyzer.studies.balance.reckon import difference_of, value_of
from analyzer.studies.balance.tally import Own, Part, sums_of
from analyzer.studies.content import Content
from analyzer.studies.sensitivity.decks import SCRAMBLES, share
from analyzer.studies.sensitivity.plan import Alternative, Deck, Inquiry, value_of_option
from analyzer.studies.sensitivity.question import FAILS, HOLDS, UNDECIDED, UNFINISHED_GAMES

VERDICTS = (HOLDS, FAILS, UNDECIDED)


@dataclass(frozen=True)
class Effect:
    """What an alternative does to the answer.

    Attributes:
        alternative: The alternative.
        answer: The answer under it, with a 95 % interval.
        effect: How much larger the answer is than under the present rules; its interval holds together with those of
            all alternatives. None where nothing is known.
    """

    alternative: Alternative
    answer: Estimate | None
    effect: Estimate | None

    @property
    def sign(self) -> int:
        """1 if the answer is certainly larger than under the present rules, -1 if smaller, 0 if that is open."""
        return 0 if self.effect is None else decides_sign(self.effect)


@dataclass(frozen=True)
class Found:
    """What is found of a plausible deck.

    Attributes:
        deck: The deck.
        answer: The answer with this deck; its interval holds together with those of all decks.
        verdict: Whether the present answer holds.
    """

    deck: Deck
    answer: Estimate | None
    verdict: str


@dataclass(frozen=True)
class Sensitivity:
    """How far an answer depends on what the source leaves open.

    Attributes:
        inquiry: What was played.
        threads: Threads it was played on.
        games: Games played in all.
        seconds: Time spent playing.
        part: What the deals add up to.
        partial: Whether it was interrupted.
    """

    inquiry: Inquiry
    threads: int
    games: int
    seconds: float
    part: Part
    partial: bool = False

    @property
    def deals(self) -> int:
        """Deals that every set of rules has played."""
        return self.part.base.games

    @cached_property
    def base(self) -> Estimate | None:
        """The answer under the present rules, with a 95 % interval."""
        return self._answer(self.part.base, LEVEL)

    @cached_property
    def effects(self) -> list[Effect]:
        """What each alternative does, in the order of the open points."""
        level, measured = self.inquiry.effects_level, self.inquiry.question.measured
        found = []
        for alternative in self.inquiry.alternatives:
            pair = self.part.pairs[alternative.place]
            is_known = self._is_known(pair.own) and self._is_known(pair.base)
            effect = difference_of(measured, self.part.layout, pair, Fixed(), level) if is_known else None
            found.append(Effect(alternative, self._answer(pair.own, LEVEL), effect))
        return found

    @cached_property
    def by_size(self) -> list[Effect]:
        """The same, the largest effect first; those of which nothing is known last."""
        return sorted(self.effects, key=lambda each: 1.0 if each.effect is None else -abs(each.effect.mean))

    @cached_property
    def judged_base(self) -> Estimate | None:
        """The answer under the present rules, with an interval that holds together with those of all decks."""
        return self._answer(self.part.base, self.inquiry.decks_level)

    @cached_property
    def decks(self) -> list[Found]:
        """What is found of each plausible deck, in the order in which they were drawn."""
        level, question = self.inquiry.decks_level, self.inquiry.question
        found = []
        for deck in self.inquiry.decks:
            answer = self._answer(self.part.pairs[deck.place].own, level)
            found.append(Found(deck, answer, question.verdict(self.judged_base, answer)))
        return found

    @cached_property
    def weakest(self) -> list[Found]:
        """The decks of which something is known, the nearest to failing first."""
        base = self.base.mean if self.base else 0.0
        known = [(found, found.answer.mean) for found in self.decks if found.answer is not None]
        if self.inquiry.question.has_sign:
            order = sorted(known, key=lambda each: each[1] if base >= 0 else -each[1])
        else:
            order = sorted(known, key=lambda each: -abs(each[1] - base))
        return [found for found, _ in order]

    @property
    def counts(self) -> "Counter[str]":
        """How many decks got each verdict."""
        return Counter(found.verdict for found in self.decks)

    def counts_of(self, verdict: str) -> list[int]:
        """How many decks of each scramble got a verdict."""
        counts = Counter(found.deck.scramble for found in self.decks if found.verdict == verdict)
        return [counts[scramble] for scramble in range(SCRAMBLES)]

    @cached_property
    def share(self) -> Estimate | None:
        """Share of plausible decks in which the answer certainly holds; None if none were tried."""
        if not self.decks:
            return None
        return share(self.counts_of(HOLDS), self.counts_of(UNDECIDED), self.inquiry.decks_each)

    def as_json(self) -> dict[str, Any]:
        """The public JSON object."""
        inquiry, question = self.inquiry, self.inquiry.question
        setup, counts = inquiry.base.setup, self.counts
        follow, ignore = (side.canonical for side in question.sides) if question.sides else (None, None)
        result: dict[str, Any] = {
            "game": setup.game,
            "rules": setup.rules.as_dict(),
            "players": setup.players,
            "question": question.key or "policies",
            "follow": follow,
            "ignore": ignore,
            "policies": [spec.canonical for spec in setup.policies],
            "seed": inquiry.seed,
            "deals": self.deals,
            "games": self.games,
            "base": _plain(self.base),
            "effects": [self._effect(each) for each in self.effects],
            "decks": {
                "tried": len(self.decks),
                **{verdict: counts[verdict] for verdict in VERDICTS},
                "share": _plain(self.share),
                "scrambles": SCRAMBLES if self.decks else 0,
                "dimensions": [
                    {"name": name, "least": low, "greatest": high} for name, low, high in inquiry.dimensions
                ],
                "each": [self._deck(found) for found in self.decks],
            },
            "unplayable": [each.as_json() for each in inquiry.unplayable],
            "levels": {"effects": inquiry.effects_level, "decks": inquiry.decks_level},
            "seconds": self.seconds,
            "games_per_second": self.games / self.seconds,
            "threads": self.threads,
        }
        if self.partial:
            result["partial"] = True
            result["deals_asked"] = inquiry.deals
        return result

    def content(self) -> Content:
        """The result as sentences, tables and figures."""
        from analyzer.studies.sensitivity.told import told

        return told(self)

    @property
    def always(self) -> float | None:
        """The answer under the present rules if every deal of them gives the same, else None."""
        if self.base is None or self.deals == 1:
            return None
        sums = sums_of(self.part.layout, self.part.base, self.inquiry.question.measured)
        return None if sums.off_squared else self.base.mean

    @property
    def unfinished(self) -> float:
        """Part of the games under the present rules that were not finished."""
        return self._unfinished(self.part.base)

    def _unfinished(self, own: Own) -> float:
        total = int(own.sums[self.part.layout.columns.index(UNFINISHED_GAMES.top)])
        return total / own.games / self.inquiry.games_per_deal

    def _is_known(self, own: Own) -> bool:
        """Whether games were finished: without any, nobody wins, which tells nothing."""
        return self._unfinished(own) < 1

    def _answer(self, own: Own, level: float) -> Estimate | None:
        if not self._is_known(own):
            return None
        return value_of(self.inquiry.question.measured, self.part.layout, own, Fixed(), level)

    def _effect(self, each: Effect) -> dict[str, Any]:
        alternative = each.alternative
        variant = self.inquiry.played[alternative.place]
        value = value_of_option(variant, alternative.doubt, alternative.value)
        return {
            "option": alternative.doubt.key,
            "value": list(value) if isinstance(value, tuple) else value,
            "effect": _plain(each.effect),
            "label": alternative.doubt.label,
            "value_label": alternative.value,
            "set": plain_changes(variant.changes),
            "answer": _plain(each.answer),
            "matters": each.sign != 0,
            "shares_deals": variant.shares_deals,
        }

    def _deck(self, found: Found) -> dict[str, Any]:
        variant = self.inquiry.played[found.deck.place]
        return {
            "point": list(found.deck.point),
            "scramble": found.deck.scramble,
            "set": plain_changes(variant.changes),
            "answer": _plain(found.answer),
            "verdict": found.verdict,
        }


def answers(found: Sequence[Effect] | Sequence[Found]) -> list[Estimate]:
    """The answers that are known."""
    return [each.answer for each in found if each.answer is not None]


def _plain(found: Estimate | None) -> dict[str, float] | None:
    return None if found is None else found.as_dict()
