"""Keeps the blocks of a run in a store while it is played, and gives those that are there already.

Whatever becomes of the store, the run goes on: then blocks are played as if there were none.
"""

import time
from collections.abc import Callable
from typing import Any

from analyzer.runs import codec
from analyzer.runs.keeping import Span
from analyzer.runs.store.keeper import Found, StoreKeeper
from analyzer.runs.store.location import Location, make_folder
from analyzer.runs.store.request import Request
from analyzer.runs.store.rows import State
from analyzer.runs.store.store import Block, Damaged, Progress, Store, Use
from analyzer.runs.store.troubles import NoStore, StoreError
from analyzer.runs.work import Work

OnTrouble = Callable[[str], None]
"""Told what has become of the store, in a sentence or two for the user."""

RETRY_SECONDS = 10.0
"""How long to wait before a store that could not be written is tried again; until then blocks wait in memory."""

_WORTH_SECONDS = 2.0
"""A run that took less is as soon played again."""


class StoreKeeping:
    """Keeps what one run plays; see `running.Keeping`.

    Args:
        location: Where the store is. What is wrong with one that the user named is raised as a `StoreError`; without
            the other, the run goes on.
        request: What the run was asked for.
        on_trouble: Told if blocks cannot be kept, and once they can be again, and if some are damaged.
        version: The sources that play; those at hand if nothing is said.
    """

    def __init__(
        self, location: Location, request: Request, on_trouble: OnTrouble, *, version: str | None = None
    ) -> None:
        self.run: int | None = None
        """The run's number in the store, once it has one."""
        self.games = 0
        """Games that are finished, those that were loaded included."""
        self.loaded_games = 0
        """Games that were not played, since the store had them."""
        self._location = location
        self._request = request
        self._on_trouble = on_trouble
        self._version = version
        self._started = time.perf_counter()
        self._seconds = 0.0
        self._uses: dict[str, Use] = {}
        self._unsaid: set[str] = set()
        self._pending: list[Block] = []
        self._store: Store | None = None
        self._is_readable = True
        self._is_in_trouble = False
        self._next_try = 0.0
        self._has_told_of_damage = False
        self._is_worth_it = location.is_named
        self._open()

    def keeper(self, work: Work[Any]) -> StoreKeeper:
        """See `running.Keeping`."""
        return StoreKeeper(self, work)

    @property
    def elapsed(self) -> float:
        """See `keeper.Source`."""
        return time.perf_counter() - self._started

    def finish(self, state: State) -> int | None:
        """Stores how the run ended, and closes the store.

        Args:
            state: "complete" or "interrupted".

        Returns:
            The run's number, or None if nothing of it is stored.
        """
        if self._store is not None or self._pending:
            self._write(state)
        if self._is_in_trouble and self._pending:
            games = sum(block.span.count for block in self._pending)
            self._on_trouble(f"{games:,} games or deals that are finished could not be kept.")
        if self._store is not None:
            self._store.close()
            self._store = None
        self._is_readable = False
        self._pending.clear()
        return self.run

    def use(self, work: Work[Any], first: int, until: int) -> None:
        """See `keeper.Source`."""
        before = self._uses.get(work.key)
        if before is not None:
            first, until = min(first, before.first), max(until, before.until)
        now = Use(work.key, work.text, first, until)
        if now != before:
            self._uses[work.key] = now
            self._unsaid.add(work.key)

    def changes(self) -> int:
        """See `keeper.Source`."""
        if self._store is None or not self._is_readable:
            return 0
        try:
            return self._store.database.changes()
        except StoreError as error:
            self._cannot_read(error)
            return 0

    def spans(self, work: Work[Any]) -> list[Span]:
        """See `keeper.Source`."""
        if self._store is None or not self._is_readable:
            return []
        try:
            return self._store.spans(work.key)
        except StoreError as error:
            self._cannot_read(error)
            return []

    def read(self, work: Work[Any], span: Span) -> Found | None:
        """See `keeper.Source`."""
        if self._store is None or not self._is_readable:
            return None
        try:
            block = self._store.block(work.key, span)
            return None if block is None else Found(work, span, codec.decode(block.tally), block.seconds)
        except StoreError as error:
            self._cannot_read(error)
        except (Damaged, ValueError):
            self._discard(work, span)
        return None

    def loaded(self, found: Found) -> None:
        """See `keeper.Source`."""
        self.games += found.span.count
        self.loaded_games += found.span.count
        self._seconds += found.seconds

    def add(self, block: Block) -> None:
        """See `keeper.Source`; in a store that the user did not name, a block waits until the run has taken a while."""
        self.games += block.span.count
        self._seconds += block.seconds
        self._pending.append(block)
        self._write("running")

    def _open(self) -> None:
        if self._location.is_named:
            self._store = Store.open(self._location.path, version=self._version)
            return
        try:
            self._store = Store.open(self._location.path, create=False, version=self._version)
            # Of a run that is there already, the rest is kept however short it is.
            self._is_worth_it = self._store.has(self._request)
        except NoStore:
            pass
        except StoreError as error:
            self._cannot_write(error)

    def _write(self, state: State) -> None:
        self._is_worth_it = self._is_worth_it or self.elapsed >= _WORTH_SECONDS
        # A run of which nothing is finished leaves nothing behind.
        if not self._is_worth_it or self.games == 0:
            return
        if self.elapsed < self._next_try and state == "running":
            return
        try:
            if self._store is None:
                make_folder(self._location.path)
                self._store = Store.open(self._location.path, version=self._version)
            # Those of the blocks each time: another process may have deleted what was said before.
            said = self._unsaid | {each.key for each in self._pending}
            progress = Progress(self.games, self._seconds, state)
            uses = [use for key, use in self._uses.items() if key in said]
            self.run = self._store.write(self._request, progress, uses, self._pending)
        except StoreError as error:
            self._cannot_write(error)
        else:
            self._pending.clear()
            self._unsaid.clear()
            if self._is_in_trouble:
                self._is_in_trouble = False
                self._on_trouble(
                    "The store can be written again, and all that was finished meanwhile is kept."
                )

    def _discard(self, work: Work[Any], span: Span) -> None:
        assert self._store is not None
        if not self._has_told_of_damage:
            self._has_told_of_damage = True
            self._on_trouble(
                f"Stored games are damaged ({span.first:,} to {span.end - 1:,}; perhaps others): they are played again."
            )
        try:
            self._store.discard(work.key, span)
        except StoreError as error:
            self._cannot_write(error)

    def _cannot_read(self, error: StoreError) -> None:
        self._is_readable = False
        self._cannot_write(error)

    def _cannot_write(self, error: StoreError) -> None:
        self._next_try = self.elapsed + RETRY_SECONDS
        if not self._is_in_trouble:
            self._is_in_trouble = True
            self._on_trouble(f"The run goes on, but what it plays is not kept for now. {error}")
