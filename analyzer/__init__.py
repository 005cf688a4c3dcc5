"""A Monte Carlo strategy analyzer for card games.

In a notebook: `from analyzer import simulate, compare, tournament`, and whatever else `__all__` names.
"""

from typing import TYPE_CHECKING as _CHECKING
from typing import Any as _Any

if _CHECKING:
    from analyzer.api.functions import (
        advise,
        balance,
        bench,
        compare,
        exact,
        find_decks,
        sensitivity,
        simulate,
        swaps,
        sweep,
        tips,
        tournament,
        trace,
        tune,
    )
    from analyzer.api.places import running
    from analyzer.api.stored import compare_runs, load

__version__ = "0.1.0"

__all__ = [
    "advise",
    "balance",
    "bench",
    "compare",
    "compare_runs",
    "exact",
    "find_decks",
    "load",
    "running",
    "sensitivity",
    "simulate",
    "swaps",
    "sweep",
    "tips",
    "tournament",
    "trace",
    "tune",
]

_MODULES = {"compare_runs": "stored", "load": "stored", "running": "places"}


def __getattr__(name: str) -> _Any:
    """Imports what plays only once it is asked for: the command line starts without."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"analyzer.api.{_MODULES.get(name, 'functions')}"), name)


def __dir__() -> list[str]:
    return sorted({*__all__, *(name for name in globals() if name.startswith("__"))})
