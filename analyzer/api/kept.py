"""Runs that a store holds: which there are, whether what is stored is right, and copies of them."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from analyzer.api.places import from_store
from analyzer.runs.playing import available_threads
from analyzer.runs.store.exporting import export as export
from analyzer.runs.store.rows import RunRow as RunRow
from analyzer.runs.store.store import Store as Store
from analyzer.runs.store.verifying import Checked, Stored, Verifying
from analyzer.wording import counted


@dataclass(frozen=True)
class Verified:
    """What came of verifying a run.

    Attributes:
        run: The run.
        stored: Stored blocks that its answer is made from.
        checked: What came of playing some of them again.
        damaged: Blocks that are not as they were written; they are played again when the run is resumed.
        partial: Whether blocks are missing: the run is not finished.
    """

    run: RunRow
    stored: int
    checked: Checked
    damaged: tuple[Stored, ...]
    partial: bool

    @property
    def differing(self) -> tuple[Stored, ...]:
        """Blocks that are wrong: something else comes of their games."""
        return self.checked.differing

    def told(self) -> str:
        """It in sentences."""
        checked = self.checked
        blocks = counted(checked.blocks, "block")
        if self.differing:
            first = self.differing[0].span
            text = (
                f"{len(self.differing)} of {blocks} that were played again differ from what is stored, the first "
                f"one with games {first.first:,} to {first.end - 1:,}: delete this run and play it anew."
            )
        else:
            text = (
                f"{blocks} of {self.stored:,}, {checked.games:,} games, were played again: each adds up to exactly "
                "what is stored."
            )
        if self.damaged:
            text += f" {counted(len(self.damaged), 'block')} could not be read, and will be played again on resuming."
        if self.partial:
            text += f" The run is not finished: analyzer runs resume {self.run.id} goes on with it."
        return text

    def as_json(self) -> dict[str, Any]:
        """The public JSON object."""
        return {
            "run": self.run.id,
            "blocks_stored": self.stored,
            "blocks_checked": self.checked.blocks,
            "games_checked": self.checked.games,
            "differing": [_as_json(each) for each in self.differing],
            "damaged": [_as_json(each) for each in self.damaged],
            "partial": self.partial,
        }


def verify(
    store: Store,
    run: RunRow,
    ask_again: Callable[[], None],
    blocks: int,
    seed: int,
    on_progress: Callable[[int, int], None] | None = None,
) -> Verified:
    """Plays a random sample of a run's stored blocks again, and compares.

    Args:
        store: The store.
        run: The run; played by the sources at hand.
        ask_again: Asks for the same as the run did; it is answered from the store.
        blocks: How many blocks are played again.
        seed: Which ones.
        on_progress: Called with the games played again, and all of them.

    Returns:
        What came of it.

    Raises:
        UserError: Nothing of the run is stored.
    """
    verifying = Verifying(store)
    with from_store(verifying.place):
        ask_again()
    checked = verifying.check(blocks, seed, threads=available_threads(), on_progress=on_progress)
    return Verified(run, len(verifying.used), checked, tuple(verifying.damaged), verifying.is_partial)


def _as_json(stored: Stored) -> dict[str, Any]:
    return {"work": stored.work.key, "first": stored.span.first, "count": stored.span.count}
