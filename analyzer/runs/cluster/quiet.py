"""Keeps what Dask logs off the terminal: what goes wrong is told in our own words."""

import logging
import warnings
from collections.abc import Iterator
from contextlib import contextmanager

_LOGGERS = ("distributed", "tornado", "asyncio")
_SILENT = logging.CRITICAL + 1


@contextmanager
def quiet() -> Iterator[None]:
    """As long as it lasts, Dask and what it is built on log nothing."""
    import distributed

    # Versions are checked, with an error that says what to do.
    warnings.filterwarnings("ignore", category=distributed.versions.VersionMismatchWarning)
    loggers = [
        logger
        for name, logger in logging.root.manager.loggerDict.items()
        if name.partition(".")[0] in _LOGGERS and isinstance(logger, logging.Logger)
    ]
    levels = [logger.level for logger in loggers]
    for logger in loggers:
        logger.setLevel(_SILENT)
    try:
        yield
    finally:
        for logger, level in zip(loggers, levels, strict=True):
            logger.setLevel(level)
