"""Settings for all tests."""

import os
import signal
from collections.abc import Iterator

import pytest
from hypothesis import settings

# A run that is started in the background or by nohup inherits signals that are ignored, and hands that on.
signal.signal(signal.SIGINT, signal.default_int_handler)
if hasattr(signal, "SIGHUP"):
    signal.signal(signal.SIGHUP, signal.SIG_DFL)

# No test finds, or leaves behind, what another run kept on this machine.
os.environ["ANALYZER_STORE"] = "none"

# The first example of many compiles a kernel, so no deadline; and a failure on one machine must fail on the next.
settings.register_profile("project", deadline=None, derandomize=True)
settings.load_profile("project")


@pytest.fixture(autouse=True)
def _interrupts_stay_as_they_are() -> Iterator[None]:
    """A command that ends takes no notice of Ctrl-C any more, and in the tests the process goes on."""
    before = signal.getsignal(signal.SIGINT)
    yield
    signal.signal(signal.SIGINT, before)
