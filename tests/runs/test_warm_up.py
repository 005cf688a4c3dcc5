"""Before the clock starts, one game is played, so that all is compiled."""

import numba
import pytest

from analyzer.core.jit import JIT_IS_ON
from analyzer.runs.warm_up import warm_up
from analyzer.runs.work import Stop


def test_the_first_game_is_played_once_and_is_not_stopped() -> None:
    calls = []

    def play_block(first: int, count: int, stop: Stop) -> None:
        calls.append((first, count, stop.shape, int(stop[0])))

    assert warm_up(play_block) == 0
    assert calls == [(0, 1, (1,), 0)]


@pytest.mark.skipif(not JIT_IS_ON, reason="nothing is compiled")
def test_what_has_to_be_compiled_is_announced_and_timed() -> None:
    @numba.njit
    def kernel(first, count, stop):
        return first + count + stop[0]

    events = []
    seconds = warm_up(kernel, lambda: events.append("compiling"))
    assert seconds > 0
    assert events == ["compiling"]
    assert warm_up(kernel, lambda: events.append("again")) == 0
    assert events == ["compiling"]


def test_an_error_comes_out() -> None:
    def play_block(first: int, count: int, stop: Stop) -> None:
        raise LookupError

    with pytest.raises(LookupError):
        warm_up(play_block, lambda: pytest.fail("announced"))
