"""Imports matplotlib without the user's settings, which could change every figure or keep it from being imported."""

import os
from collections.abc import Iterator
from contextlib import contextmanager

_SETTINGS = {"MATPLOTLIBRC": os.devnull, "MPLBACKEND": "agg"}


@contextmanager
def _without_settings() -> Iterator[None]:
    before = {name: os.environ.get(name) for name in _SETTINGS}
    os.environ.update(_SETTINGS)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value


with _without_settings():
    import matplotlib as mpl

__all__ = ["mpl"]
