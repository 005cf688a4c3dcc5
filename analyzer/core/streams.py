"""Keyed random streams: SFC64, one stream for every (seed, game number, purpose).

SFC64 (Chris Doty-Humphrey, PractRand) keeps three words of state and a counter; a stream is keyed by setting the three
words, the counter to 1, and throwing twelve draws away, just as numpy's `SFC64` does, against which it is tested.

A stream is four uint64 words. Between `rekey` and the first draw the counter is 0: streams that a game never draws
from (a seat whose player leaves nothing to chance) cost nothing but that store.
"""

import numpy as np

from analyzer.core.jit import helper, step

WORDS = 4
"""uint64 words of a stream: three of state, and the counter."""

_ROUNDS_TO_MIX = 12
_ZERO = np.uint64(0)
_ONE = np.uint64(1)


@helper
def rekey(stream, seed, game, purpose):
    """Sets a stream to the start of the one that (seed, game, purpose) owns.

    Args:
        stream: uint64, shape (4,), overwritten.
        seed: uint64, the run's seed.
        game: uint64, the game's number in the run.
        purpose: uint64, what the stream's draws decide; every purpose has a stream of its own.
    """
    stream[0] = seed
    stream[1] = game
    stream[2] = purpose
    stream[3] = _ZERO


@step
def _mix_key(stream):
    a, b, c, counter = stream[0], stream[1], stream[2], _ONE
    for _ in range(_ROUNDS_TO_MIX):
        a, b, c, counter, _draw = advanced(a, b, c, counter)
    stream[0], stream[1], stream[2], stream[3] = a, b, c, counter


@helper
def advanced(a, b, c, counter):
    """One step of SFC64 on words held by the caller: the new words, and the draw."""
    draw = a + b + counter
    rotated = (c << np.uint64(24)) | (c >> np.uint64(40))
    return b ^ (b >> np.uint64(11)), c + (c << np.uint64(3)), rotated + draw, counter + _ONE, draw


@helper
def draw64(stream):
    """The stream's next 64 random bits.

    Args:
        stream: uint64, shape (4,), moved on.

    Returns:
        uint64.
    """
    if stream[3] == _ZERO:
        _mix_key(stream)
    a, b, c, counter, draw = advanced(stream[0], stream[1], stream[2], stream[3])
    stream[0], stream[1], stream[2], stream[3] = a, b, c, counter
    return draw


@helper
def scaled(draw, count):
    """Maps 64 random bits to 0 … count - 1 by Lemire's multiply-and-shift, without rejection.

    The upper 32 bits decide, so no outcome's probability is off by more than 2**-32 (for 240 cards: a relative error
    below 6e-8, some thousand times less than ten billion games could show).

    Args:
        draw: uint64, random bits.
        count: int64, 1 to 2**31 - 1.

    Returns:
        int64, 0 to count - 1.
    """
    return np.int64(((draw >> np.uint64(32)) * np.uint64(count)) >> np.uint64(32))


@helper
def below(stream, count):
    """A random integer from 0 to count - 1, all equally likely (see `scaled` for how equally).

    Args:
        stream: uint64, shape (4,), moved on.
        count: int64, 1 to 2**31 - 1.

    Returns:
        int64, 0 to count - 1.
    """
    return scaled(draw64(stream), count)


@helper
def shuffle(stream, sequence, length):
    """Puts the first `length` items in random order (Fisher and Yates, from the top down).

    The places that change hands depend on the stream and the length alone, not on the items: two decks of one size
    that differ in one card are dealt alike but for that card.

    Args:
        stream: uint64, shape (4,), moved on.
        sequence: Array of any type, shape (at least length,), shuffled in place.
        length: int64, 0 or more.
    """
    if stream[3] == _ZERO:
        _mix_key(stream)
    # The words live in registers during the loop; through the array every draw would wait for the last one's stores.
    a, b, c, counter = stream[0], stream[1], stream[2], stream[3]
    for last in range(length - 1, 0, -1):
        a, b, c, counter, draw = advanced(a, b, c, counter)
        other = scaled(draw, last + 1)
        kept = sequence[last]
        sequence[last] = sequence[other]
        sequence[other] = kept
    stream[0], stream[1], stream[2], stream[3] = a, b, c, counter
