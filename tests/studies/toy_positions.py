"""The toy game with positions whose truth is known: every action says itself how often it wins."""

from collections.abc import Mapping, Sequence

import numpy as np

from analyzer.errors import UserError
from analyzer.games.positions import Action, Field, Given, Position, Question, Shares
from analyzer.games.protocol import SHARES, Integers, Setup
from tests.studies.toy import Toy, uniform

RATES = Field("rates", "how often each of the things to do wins", "CHANCES", required=True)
SHARED = Field("shared", "part of the worlds in which one draw decides for all", "PART", default="a half")
MOOD_OF = Field("mood-of", "another player's mood, which changes nothing", "MOOD", per_seat=True)

KEEPING = "keeping as dealt"


class PositionToy(Toy):
    """See `positions.GivesAdvice`: in a world, either one draw decides for all actions, or each has its own."""

    questions: Mapping[str, Question] = {
        "lay": Question(
            "lay",
            "which cards to lay",
            (RATES, SHARED, MOOD_OF),
            '--rates "0.3 0.2 0.1"',
            "ways",
            "way",
            "ways",
        ),
        "go": Question(
            "go", "where to go", (RATES, SHARED, MOOD_OF), '--rates "0.5 0.4"', "actions", "turn", "turns"
        ),
    }

    def position(self, question: str, setup: Setup, seat: int | None, given: Given) -> Position:
        asked = self.questions[question]
        if "rates" not in given:
            raise UserError(f"rates: they are missing; {asked.example} for example.")
        rates = [self._number("rates", word) for word in str(given["rates"]).split()]
        if not rates:
            raise UserError("rates: there are none.")
        shared = self._number("shared", given.get("shared", 0.5))
        moods = {int(place): str(mood) for place, mood in dict(given.get("mood-of", {})).items()}
        stays = question == "lay"
        return Position(
            question=asked,
            setup=setup,
            seat=1 if seat is None else seat,
            actions=[
                Action(f"way {number} of {rate:g}", {"number": number}) for number, rate in enumerate(rates)
            ],
            reference=0 if stays else None,
            reference_label=KEEPING if stays else "",
            given=[
                ("rates", " ".join(f"{rate:g}" for rate in rates)),
                ("shared", f"{shared:g}"),
                *(("mood-of", f"{place}={mood}") for place, mood in sorted(moods.items())),
            ],
            told=[("chances", " ".join(f"{rate:g}" for rate in rates)), ("your seat", "a nice one")],
            hidden="All that is hidden is drawn uniformly.",
            state=(np.array(rates), shared),
        )

    def play_on(
        self, position: Position, actions: Sequence[int], seed: int, first: int, count: int, stop: Integers
    ) -> Shares:
        rates, shared = position.state
        worlds = np.arange(first, first + (0 if stop[0] else count))
        alike = uniform(seed + 1_000_003, worlds) < shared
        common = uniform(seed + 2_000_003, worlds)
        own = [uniform(seed + 3_000_003 + 7_919 * action, worlds) for action in actions]
        drawn = np.where(alike, common, np.array(own))
        won: Shares = ((drawn < rates[list(actions)][:, np.newaxis]) * SHARES).astype(np.int8)
        return won

    @staticmethod
    def _number(name: str, word: object) -> float:
        try:
            number = float(str(word))
        except ValueError:
            number = -1.0
        if not 0 <= number <= 1:
            raise UserError(f'{name}: "{word}" is no number from 0 to 1.')
        return number
