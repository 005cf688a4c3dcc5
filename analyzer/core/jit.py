"""How the project compiles: one decorator for what is inlined and one for what Python calls.

With ``NUMBA_DISABLE_JIT=1`` both leave the functions as plain Python, so that debuggers and coverage see them.
"""

import warnings
from collections.abc import Callable
from typing import Any

import numba
from numba.core.errors import NumbaExperimentalFeatureWarning

from analyzer.core import cache

# Pointers to functions have worked since 2020; the warning would be the first thing that a user reads.
warnings.filterwarnings(
    "ignore", message="First-class function type", category=NumbaExperimentalFeatureWarning
)

JIT_IS_ON = not numba.config.DISABLE_JIT

if not JIT_IS_ON:
    # Words wrap around on purpose, as machine words do; numpy's scalars warn of it.
    warnings.filterwarnings("ignore", message="overflow encountered in scalar", category=RuntimeWarning)

# Kernels are total: nothing in them divides by zero or indexes out of bounds, so the checks of the Python error
# model would only cost time. Tests compile the same source with NUMBA_BOUNDSCHECK=1.
_OPTIONS: dict[str, Any] = {"nogil": True, "error_model": "numpy"}

helper: Callable[..., Any] = numba.njit(**_OPTIONS, forceinline=True)
"""Compiles a small function that belongs into the machine code of its caller."""

step: Callable[..., Any] = numba.njit(**_OPTIONS)
"""Compiles a larger function of which one copy in the machine code is enough."""


def entry(signature: Any) -> Callable[[Callable[..., Any]], Any]:
    """Compiles a function that Python calls: a fixed signature, cached on disk where that is possible.

    It compiles, or loads from the cache, when the module is imported: import such modules when they are needed.

    Args:
        signature: The numba signature.

    Returns:
        A decorator; with JIT off it leaves the function as it is.
    """

    def compile_entry(function: Callable[..., Any]) -> Any:
        package = ".".join(function.__module__.split(".")[:3])
        folder = cache.folder_for(package)
        before = numba.config.CACHE_DIR
        numba.config.CACHE_DIR = str(folder or before)
        try:
            return numba.njit(signature, cache=folder is not None, **_OPTIONS)(function)
        finally:
            numba.config.CACHE_DIR = before

    return compile_entry
