"""What runs in the workers: plays a piece of work that was sent, and says what it plays with."""

import pickle
import platform
import zlib
from dataclasses import replace
from functools import lru_cache

from analyzer import __version__
from analyzer.errors import UserError
from analyzer.runs.cluster.parcel import unpacked
from analyzer.runs.pools import Piece, Played, play_piece
from analyzer.runs.version import code_version
from analyzer.runs.work import Stop, never

Environment = dict[str, str]


def environment() -> Environment:
    """What must be the same everywhere, each with its version."""
    import numba
    import numpy as np

    return {
        "Python": platform.python_version().rpartition(".")[0],
        "numba": numba.__version__,
        "numpy": np.__version__,
        "analyzer": f"{__version__} ({code_version()})",
    }


def difference(there: Environment, here: Environment) -> str:
    """How a worker's environment differs from this one, in words; "" if it does not."""
    different = [
        f"{name} {there.get(name, 'is missing')}, not {version} as here"
        for name, version in here.items()
        if there.get(name) != version
    ]
    return "; ".join(different)


def play_sent(parcel: bytes, piece: Piece, run: str, wanted: Environment) -> bytes | UserError:
    """Plays a piece.

    Args:
        parcel: The work, see `parcel.pack`.
        piece: The block of games.
        run: Name of the run, for `stop_run`.
        wanted: What the run is to be played with; a worker may have joined since that was last checked.

    Returns:
        The `Played`, packed, of 0 seconds for a worker's first piece of the work; or what the user can put right. Not
        raised, so that it is not tried again elsewhere.
    """
    differing = difference(_environment_here(), wanted)
    if differing:
        return UserError(f"A worker on {platform.node()} has other versions: {differing}.")
    try:
        sent = unpacked(parcel)
    except UserError as error:
        return error
    was_played = sent.was_played
    try:
        played = play_piece(sent.work, piece, _stop_of(run))
    except UserError as error:
        return sent.as_sent(error)
    sent.was_played = True
    # With loading or compiling the kernels, it says nothing about how long the next piece should be.
    return packed(played if was_played else replace(played, seconds=0.0))


def stop_run(run: str) -> None:
    """No further game of a run is to be begun here."""
    _stop_of(run)[0] = 1


def packed(played: Played) -> bytes:
    """What came of a piece as bytes, some hundreds for most games."""
    return zlib.compress(pickle.dumps(played, protocol=5), 1)


def unpacked_result(data: bytes) -> Played:
    """What came of a piece, from the bytes of `packed`."""
    played: Played = pickle.loads(zlib.decompress(data))
    return played


@lru_cache(maxsize=1)
def _environment_here() -> Environment:
    return environment()


@lru_cache(maxsize=256)
def _stop_of(run: str) -> Stop:  # noqa: ARG001 - the cache looks at it
    """The flag of a run; it is not missed once the run is long over."""
    return never()
