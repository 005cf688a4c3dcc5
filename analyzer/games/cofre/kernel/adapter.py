"""Turns the function of a user's own policy into the one that the kernel calls.

`decide` is copied for each such policy with its function in place of the one below, and compiled.
"""

from typing import Any

import numpy as np

from analyzer.core.jit import helper
from analyzer.core.records import read_only
from analyzer.games.cofre.kernel.state import MOST_PARAMETERS


@helper
def default_choose(observation, parameters, stream):
    """Stands where the author's function comes; never called."""
    return np.int64(observation.shown_type)


choose: Any = default_choose
parameter_count = MOST_PARAMETERS


def decide(phase, observation, parameters, stream):
    """See `plugin`."""
    return np.int64(choose(observation, read_only(parameters[:parameter_count]), stream))
