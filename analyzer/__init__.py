"""A Monte Carlo strategy analyzer for card games.

In a notebook: `from analyzer import simulate, compare, tournament`, and whatever else `__all__` names.
"""

from typing import TYPE_CHECKING as _CHECKING
from typing import Any as _Any

if _CHECKING:
    from analyzer.api.advising import advise, swaps, tips
    from analyzer.api.comparing import compare, sweep, tournament, tune
    from analyzer.api.designing import balance, find_decks, sensitivity
    from analyzer.api.places import running
    from analyzer.api.playing import bench, exact, simulate, trace
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

_MODULES = {
    "advising": ("advise", "swaps", "tips"),
    "comparing": ("compare", "sweep", "tournament", "tune"),
    "designing": ("balance", "find_decks", "sensitivity"),
    "places": ("running",),
    "playing": ("bench", "exact", "simulate", "trace"),
    "stored": ("compare_runs", "load"),
}


def __getattr__(name: str) -> _Any:
    """Imports what plays only once it is asked for: the command line starts without."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    [module] = [module for module, names in _MODULES.items() if name in names]
    return getattr(import_module(f"analyzer.api.{module}"), name)


def __dir__() -> list[str]:
    return sorted({*__all__, *(name for name in globals() if name.startswith("__"))})
