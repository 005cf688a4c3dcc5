"""The swap as an experiment (H5): what one player lays and holds before the first turn, and whether they win."""

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from analyzer.core.cardset import KINDS
from analyzer.games.hollander.cards import CREW_RANKS, KIND_NAMES, KIND_NUMBERS
from analyzer.games.hollander.policy_list import EVERY_POLICY, SWAP
from analyzer.games.openings import Opening, OpeningRecords
from analyzer.games.protocol import SHARES, Integers, PolicyFailed, Setup

Rule = str | Sequence[str]
"""The name of a swap rule, or the names of all kinds in the order in which they are laid first."""

_TOGETHER = 8192
"""Games that are opened, and then played on, together: so many that calling the kernel costs next to nothing."""


def opening(setup: Setup) -> Opening:
    """See `openings.HasOpening.opening`."""
    kinds = kinds_in_deck(setup)
    crew = sum(kind < CREW_RANKS for kind in kinds)
    groups = [("crew", crew), ("specials", len(kinds) - crew)]
    return Opening(
        name=SWAP,
        laying="laying a card as a battle card",
        holding="keeping it in hand",
        laid="battle cards",
        kinds=[KIND_NAMES[kind] for kind in kinds],
        copies=[setup.rules.deck.whole(KIND_NAMES[kind]) for kind in kinds],
        groups=[(title, size) for title, size in groups if size],
        rules_of_thumb=["high", "specials", "crew", "low", "keep"],
        untouched="keep",
    )


def kinds_in_deck(setup: Setup) -> list[int]:
    """Numbers of the kinds that the deck has cards of, in their order."""
    deck = setup.rules.deck
    return sorted(KIND_NUMBERS[name] for name in deck if deck.whole(name))


def play_openings(
    setup: Setup, rule: Rule, seed: int, first: int, count: int, stop: Integers
) -> OpeningRecords:
    """See `openings.HasOpening.play_openings`."""
    laid, held = np.zeros((2, count, KINDS), np.int8)
    winners = np.zeros(count, np.int64)
    games = _Games(setup, rule, seed, min(count, _TOGETHER))
    played = 0
    while played < count and stop[0] == 0:
        part = slice(played, min(played + _TOGETHER, count))
        found = games.play(first + played, laid[part], held[part], stop)
        winners[played : played + len(found)] = found
        played += len(found)
    kinds = kinds_in_deck(setup)
    winners, seats = winners[:played], (first + np.arange(played)) % setup.players
    return OpeningRecords(
        seats=seats,
        laid=laid[:played, kinds],
        held=held[:played, kinds],
        shares=(winners == seats) * SHARES,
        finished=winners >= 0,
    )


class _Games:
    """Room for games that are opened together, and then played on."""

    def __init__(self, setup: Setup, rule: Rule, seed: int, most: int) -> None:
        from analyzer.games.hollander.kernel.opening import IN_ORDER  # compiles or loads it
        from analyzer.games.hollander.kernel.swaps import SWAP_RULES
        from analyzer.games.hollander.setup import kernel_input

        names = [KIND_NAMES[kind] for kind in kinds_in_deck(setup)]
        order = names if isinstance(rule, str) else rule
        if sorted(order) != sorted(names):
            raise ValueError(f"an order names each of {names} once, not {order}")
        self._setup, self._rule, self._seed = setup, rule, seed
        self._number = SWAP_RULES.index(rule) if isinstance(rule, str) else IN_ORDER
        self._order = np.array([KIND_NUMBERS[name] for name in order], np.int64)
        self._given = kernel_input(setup)
        self._tables = np.full(most, self._given.tables[0])
        self._hiddens = np.full(most, self._given.hiddens[0])

    def play(
        self, first: int, laid: npt.NDArray[np.int8], held: npt.NDArray[np.int8], stop: Integers
    ) -> npt.NDArray[np.int64]:
        """Plays a game for each row of `laid` and `held`, which it fills in, or the first of them until stopped.

        Returns:
            The winners, one for each game that was played to its end.
        """
        from analyzer.games.hollander.kernel.onward import play_on  # compiles or loads the kernel
        from analyzer.games.hollander.kernel.opening import open_games
        from analyzer.games.hollander.kernel.state import OVER, TURN

        given, count = self._given, len(laid)
        records = (
            self._tables[:count],
            self._hiddens[:count],
            given.policies,
            given.plugins,
            given.tables[1:],
        )
        numbers = (np.uint64(self._seed), np.int64(first), np.int64(self._number))
        self._tables["phase"] = OVER  # of those that are not opened, should a policy fail
        self._run(
            first, count, TURN, lambda: open_games(*records, given.deck, *numbers, self._order, laid, held)
        )
        played = self._run(first, count, OVER, lambda: play_on(*records, stop))
        winners: npt.NDArray[np.int64] = self._hiddens["winner"][:played]
        return winners

    def _run(self, first: int, count: int, wanted: int, kernel: Callable[[], object]) -> int:
        """Calls the kernel; returns how many games it has brought into the wanted phase, one after the other."""
        from analyzer.games.hollander import faults

        error = None
        try:
            kernel()
        except Exception as raised:  # by a policy of the user's own
            error = raised
        there = self._tables["phase"][:count] == wanted
        if there.all():
            return count
        done = int(np.argmin(there))
        failed = replace(
            self._given,
            tables=np.stack([self._tables[done], self._given.tables[1]]),
            hiddens=self._hiddens[done : done + 1],
        )
        number = first + done
        traced = _swapping(self._setup, self._rule, number % self._setup.players)
        fault = faults.found(failed, traced or self._setup, self._seed, number, error)
        if isinstance(fault, PolicyFailed) and traced is None:
            what, _, _ = str(fault).partition("\n")
            fault = PolicyFailed(
                f"{what}\nNo command shows this game: the swap of one seat was tried out in it."
            )
        if fault is not None:
            raise fault from error
        return done


def _swapping(setup: Setup, rule: Rule, seat: int) -> Setup | None:
    """The set-up in which a seat's policy swaps by a rule of its own accord; None where no policy can say so."""
    spec = setup.policies[seat]
    policy = EVERY_POLICY[spec.name]
    values = dict(zip((each.name for each in policy.parameters), spec.values, strict=True))
    if not isinstance(rule, str) or SWAP not in values:
        return None
    policies = list(setup.policies)
    policies[seat] = policy.spec({**values, SWAP: rule})
    return replace(setup, policies=tuple(policies))
