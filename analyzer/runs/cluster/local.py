"""Worker processes on this machine."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from analyzer.errors import UserError

_MOST_RESTARTS = 5
"""How often the process of one place is started again; a policy that ends processes is given up before."""


class LocalWorkers:
    """Worker processes, each of which plays one piece at a time; one that dies is replaced.

    Attributes:
        count: How many there are.
    """

    def __init__(self, address: str, count: int) -> None:
        """Starts the processes.

        Args:
            address: The scheduler's.
            count: How many.
        """
        self.count = count
        self._address = address
        self._folder = tempfile.TemporaryDirectory(prefix="analyzer-workers-", ignore_cleanup_errors=True)
        self._processes = [self._started(number) for number in range(count)]
        self._restarts = [0] * count

    def check_started(self) -> None:
        """Makes sure that none ended while it was being started.

        Raises:
            UserError: One did; says what it said last.
        """
        for number, process in enumerate(self._processes):
            if process.poll() is not None:
                said = self._log(number).read_text(encoding="utf-8", errors="replace").strip().splitlines()
                raise UserError(f"A worker process could not be started: {said[-1] if said else 'it ended'}")

    def replace_dead(self) -> None:
        """Starts those again that have died."""
        for number, process in enumerate(self._processes):
            if process.poll() is not None and self._restarts[number] < _MOST_RESTARTS:
                self._restarts[number] += 1
                self._processes[number] = self._started(number)

    def pids(self) -> list[int]:
        """Process numbers of those that are alive."""
        return [process.pid for process in self._processes if process.poll() is None]

    def close(self) -> None:
        """Ends them at once and removes their files."""
        for process in self._processes:
            process.kill()
        for process in self._processes:
            process.wait()
        self._folder.cleanup()

    def _log(self, number: int) -> Path:
        return Path(self._folder.name) / f"{number}.log"

    def _started(self, number: int) -> "subprocess.Popen[bytes]":
        command = [sys.executable, "-P", "-m", "distributed.cli.dask_worker", self._address]
        command += ["--no-nanny", "--no-dashboard", "--nthreads", "1", "--memory-limit", "0"]
        command += ["--local-directory", self._folder.name, "--death-timeout", "60"]
        with self._log(number).open("ab") as log:
            # In a session of its own, where Ctrl-C in the terminal does not reach it: it is told otherwise to stop.
            return subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                env={**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)},
                start_new_session=True,
            )
