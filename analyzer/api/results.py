"""The results that the functions return: those of the studies, with frames and figures."""

from analyzer.api.shown import Shown
from analyzer.studies import advice, bench, comparison, exact, simulate, sweep, tips, tournament
from analyzer.studies.balance import result as balance
from analyzer.studies.balance import search
from analyzer.studies.openings import result as openings
from analyzer.studies.sensitivity import result as sensitivity
from analyzer.studies.tuning import result as tuning


class Simulation(Shown, simulate.Simulation):
    """Who wins, and how long a game lasts; `win_rate`, `length`, `measures` and more hold the figures."""


class Comparison(Shown, comparison.Comparison):
    """What a player wins who plays A instead of B; `difference`, `by_seat` and more hold the figures."""


class Tournament(Shown, tournament.Tournament):
    """Which policy is strongest; `ranking`, `table` and more hold the figures."""


class Tuning(Shown, tuning.Tuning):
    """Better weights for a policy, and what they win; `tuned`, `overall` and more hold the figures."""


class Bench(Shown, bench.Bench):
    """How fast the game is played."""


class Sweep(Shown, sweep.Sweep):
    """What one thing changes; `runs` holds what came of each value."""


class Exact(Shown, exact.Exact):
    """What happens exactly; `as_json` holds the fractions."""


class Advice(Shown, advice.Advice):
    """What to do in a position; `ways`, `lead`, `certain` and more hold the figures."""


class Tips(Shown, tips.Tips):
    """Which tips are true; `findings` holds what came of each."""


class Swaps(Shown, openings.Openings):
    """What to lay before the first turn; `outcomes` holds effects, order and more for each number of players."""


class Balance(Shown, balance.Balance):
    """What changes of the rules do; `base`, `variants` and `differences` hold the figures."""


class DeckSearch(Shown, search.DeckSearch):
    """Which decks meet what is aimed at; `decks` holds what was found of each."""


class Sensitivity(Shown, sensitivity.Sensitivity):
    """How far an answer depends on what the source leaves open; `base`, `effects` and `decks` hold the figures."""
