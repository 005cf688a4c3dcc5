"""What is told of a policy's failure in a game that no command shows."""

from analyzer.games.protocol import PolicyFailed


def untraceable(fault: Exception | None, reason: str) -> Exception | None:
    """A failure without the command to see the game.

    Args:
        fault: What `faults.found` gives.
        reason: Why no command shows this game.

    Returns:
        The same, saying why.
    """
    if not isinstance(fault, PolicyFailed):
        return fault
    what, _, _ = str(fault).partition("\n")
    return PolicyFailed(f"{what}\nNo command shows this game: {reason}.")
