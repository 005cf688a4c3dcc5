"""The results that the functions return: those of the studies, with frames and figures."""

from analyzer.api.shown import Shown
from analyzer.studies import bench, comparison, exact, simulate, sweep, tournament
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
