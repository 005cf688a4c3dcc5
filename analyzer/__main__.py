"""`python -m analyzer`, and what the command `analyzer` starts."""

import os
import signal


def main() -> None:
    """Runs the command line; Ctrl-C ends it quietly even while it is still being imported."""
    signal.signal(signal.SIGINT, lambda *_: os._exit(130))
    from analyzer.cli.main import main as run

    run()


if __name__ == "__main__":
    main()
