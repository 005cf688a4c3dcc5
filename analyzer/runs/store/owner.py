"""Which process plays a run, and whether it still does."""

import os
import socket
import sys
import time
from dataclasses import dataclass
from typing import Self

_NEWS_SECONDS = 60.0
_SAME_PROCESS_SECONDS = 24 * 3600.0


@dataclass(frozen=True)
class Owner:
    """A process.

    Attributes:
        host: The machine's name.
        process: Its number there.
    """

    host: str
    process: int

    @classmethod
    def here(cls) -> Self:
        """This process."""
        return cls(socket.gethostname(), os.getpid())

    def is_at_work(self, updated: float) -> bool:
        """Whether it still plays.

        Args:
            updated: When it last said so, in seconds since 1970.
        """
        silent = time.time() - updated
        # Elsewhere a process cannot be looked for; on Windows asking for it would end it.
        if self.host != socket.gethostname() or sys.platform == "win32":
            return silent < _NEWS_SECONDS
        # After a day without news, the number may be another process's.
        return silent < _SAME_PROCESS_SECONDS and _is_alive(self.process)


def _is_alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:  # it is there, and somebody else's
        return True
    return True
