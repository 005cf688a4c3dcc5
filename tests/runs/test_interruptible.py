"""What may never return is called in a thread of its own."""

import threading

import pytest

from analyzer.runs import interruptible


def test_what_a_call_returns_comes_back() -> None:
    assert interruptible.call(lambda: threading.current_thread() is threading.main_thread()) is False


def test_an_error_comes_out() -> None:
    def fail() -> None:
        raise LookupError("nothing")

    with pytest.raises(LookupError, match="nothing"):
        interruptible.call(fail)
