"""Where the store is, if nobody says so, and how to tell that nobody did."""

import os
from dataclasses import dataclass
from pathlib import Path

import platformdirs

from analyzer.runs.store.troubles import ANOTHER, StoreError

VARIABLE = "ANALYZER_STORE"
"""Environment variable that names the store's file."""

_FILE = "runs.sqlite"


@dataclass(frozen=True)
class Location:
    """A store's file.

    Attributes:
        path: The file.
        is_named: Whether the user chose it: then all is kept there, and what is wrong with it ends the run. In the
            store of everyday, only what took a while is kept.
    """

    path: Path
    is_named: bool


def locate(named: Path | None = None) -> Location:
    """The store to use.

    Args:
        named: The file that the user named, if so.

    Returns:
        That one, or else that of the environment, or else that in the user's folder for data.
    """
    if named is not None:
        return Location(named, is_named=True)
    if said := os.environ.get(VARIABLE):
        return Location(Path(said), is_named=True)
    return Location(platformdirs.user_data_path("analyzer", appauthor=False) / _FILE, is_named=False)


def make_folder(path: Path) -> None:
    """Makes the folder of a store that is to be made.

    Args:
        path: The store's file.

    Raises:
        StoreError: It cannot be made.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise StoreError(path, f"its folder cannot be made ({reason}). {ANOTHER}") from error
