"""Shows the scenes of a game that is watched: drawn to fit a terminal, or as plain text."""

import re
from collections.abc import Callable, Iterable, Sequence

from rich.console import Console, Group, RenderableType
from rich.control import Control
from rich.segment import Segment, SegmentLines
from rich.table import Table as RichTable
from rich.text import Text

from analyzer.games.protocol import BACK, Place, Scene
from analyzer.report import glyphs

_SYMBOLS = ("▒", "▸", " · ", "…")
_TYPED = ("#", ">", ", ", "~")
"""The same in ASCII."""

_PALETTE = ("cyan", "magenta", "yellow", "green", "bright_blue", "red")
_NOTHING = "-"
_COUNTED = 4
"""From so many cards on, their number is written beside them."""

_MOST_BACKS = 30
_MOST_LINES = 2
"""Lines that a place which is shared may take; of more, the last are shown: there lies what was laid last."""

_SIDE_BY_SIDE = 64
"""Columns from which on what a seat has is shown in one row."""

_WIDEST = 110
_LONGEST_NAME = 14


class SceneView:
    """Draws the scenes of one game.

    Args:
        game: What the game is called, with its number.
        scenes: Its scenes.
        names: Who plays in each seat.
        encoding: What the output is written in; it decides which symbols can be used.
    """

    def __init__(self, game: str, scenes: Sequence[Scene], names: Sequence[str], encoding: str) -> None:
        self._game = game
        self._scenes = scenes
        self._names = names
        symbols = _SYMBOLS if glyphs.shows("".join(_SYMBOLS), encoding) else _TYPED
        self._back, self._marker, self._dot, self._ellipsis = symbols
        self._styles = _styles(scenes)

    def drawn(self, number: int, width: int) -> RenderableType:
        """One scene.

        Args:
            number: Its number, from 0.
            width: Columns of the terminal.

        Returns:
            What rich prints, of any number of lines.
        """
        scene = self._scenes[number]
        parts = [f"event {number} of {len(self._scenes) - 1}", scene.moment, self._game]
        while len(parts) > 1 and len(self._dot.join(parts)) > width:
            del parts[-1]
        head = Text(self._dot.join(parts), style="dim", no_wrap=True, overflow="crop")
        told = Text(scene.told, style="bold")
        seats = (
            self._side_by_side(scene, min(width, _WIDEST))
            if width >= _SIDE_BY_SIDE
            else self._below_each_other(scene)
        )
        return Group(head, told, "", self._shared(scene, width), "", seats)

    def show(self, number: int, scroll: int, below: Callable[[bool], str], console: Console) -> int:
        """Fills a terminal with one scene, and with a line at the bottom.

        Args:
            number: The scene's number, from 0.
            scroll: Lines to leave out at its top.
            below: Gives the line at the bottom: below(whether the scene has more lines than there is room for).
            console: The terminal.

        Returns:
            How many lines were left out at the top: no more than make the end visible.
        """
        width, height = console.size
        options = console.options.update(width=width)
        lines = console.render_lines(self.drawn(number, width), options.reset_height())
        room = max(height - 1, 1)
        scroll = min(scroll, max(len(lines) - room, 0))
        cut = console.render_lines(Text(self._ellipsis, style="dim"), options.update(height=1))
        shown = lines[scroll : scroll + room]
        if scroll + room < len(lines):
            shown[-1:] = cut
        if scroll:
            shown[:1] = cut
        bottom = Text(below(len(lines) > room), style="reverse", no_wrap=True, overflow="crop")
        page = Segment.set_shape(shown, width, room) + console.render_lines(bottom, options.update(height=1))
        page = page[:height]
        with console:  # all at once
            console.control(Control.home())
            console.print(SegmentLines(page[:-1], new_lines=True), end="")
            console.print(SegmentLines(page[-1:]), end="")
        return scroll

    def _shared(self, scene: Scene, width: int) -> RichTable:
        labels = max((len(place.label) for place in scene.shared), default=0)
        drawn = RichTable.grid(padding=(0, 2))
        drawn.add_column(width=labels)
        drawn.add_column(overflow="fold")
        for place in scene.shared:
            drawn.add_row(Text(place.label, style="dim"), self._last_lines(place, width - labels - 4))
            if place.remark:
                drawn.add_row("", Text(place.remark, style="dim"))
        return drawn

    def _last_lines(self, place: Place, width: int) -> Text:
        """A place's cards; of many the last, so that they take no more than a few lines."""
        cards = list(place.cards)
        room = max(width, 10) * _MOST_LINES - _MOST_LINES * max(map(len, cards), default=0) - 6
        while len(cards) > 1 and cards[0] != BACK and sum(len(card) + 1 for card in cards) > room:
            del cards[0]
        text = self._cards(cards, len(place.cards))
        return text if len(cards) == len(place.cards) else Text.assemble((f"{self._ellipsis} ", "dim"), text)

    def _side_by_side(self, scene: Scene, width: int) -> RichTable:
        names = min(_LONGEST_NAME, max(map(len, self._names), default=0))
        drawn = RichTable.grid(padding=(0, 2), expand=True)
        drawn.width = width
        drawn.add_column(width=4 + names, no_wrap=True)
        for place in range(len(scene.seats[0])):
            drawn.add_column(ratio=1 if place else 2, overflow="fold")
        drawn.add_row(
            Text("  seat", style="dim"), *(Text(place.label, style="dim") for place in scene.seats[0])
        )
        for seat, places in enumerate(scene.seats):
            drawn.add_row(self._seat(scene, seat), *(self._cards(place.cards) for place in places))
        return drawn

    def _below_each_other(self, scene: Scene) -> Group:
        labels = max(len(place.label) for place in scene.seats[0])
        parts: list[RenderableType] = []
        for seat, places in enumerate(scene.seats):
            drawn = RichTable.grid(padding=(0, 1))
            drawn.add_column(width=labels + 2)
            drawn.add_column(overflow="fold")
            for place in places:
                drawn.add_row(Text(f"  {place.label}", style="dim"), self._cards(place.cards))
            parts += [self._seat(scene, seat), drawn]
        return Group(*parts)

    def _seat(self, scene: Scene, seat: int) -> Text:
        moves = seat in scene.to_move
        name = self._names[seat]
        if len(name) > _LONGEST_NAME:
            name = name[: _LONGEST_NAME - 1] + self._ellipsis
        return Text.assemble(
            f"{self._marker if moves else ' '} ",
            f"{seat} {name}",
            style="bold" if moves else "",
            no_wrap=True,
            overflow="crop",
        )

    def _cards(self, cards: Sequence[str], count: int | None = None) -> Text:
        """Cards beside each other, and their number where it is not seen at once."""
        count = len(cards) if count is None else count
        if not cards:
            return Text(_NOTHING, style="dim")
        if all(card == BACK for card in cards):
            backs = self._back * min(count, _MOST_BACKS) + self._ellipsis * (count > _MOST_BACKS)
            text = Text(backs, style="dim")
        else:
            text = Text(" ").join(self._card(card) for card in cards)
        if count >= _COUNTED:
            text.append(f" ({count})", style="dim")
        return text

    def _card(self, card: str) -> Text:
        return (
            Text(self._back, style="dim")
            if card == BACK
            else Text(card, style=self._styles.get(_family(card), ""))
        )


def plain(number: int, scene: Scene) -> str:
    """A scene as plain text, a line for each place and seat.

    Args:
        number: Its number, from 0.
        scene: The scene.

    Returns:
        Lines, the last one without an end.
    """
    lines = [f"event {number}, {scene.moment}", scene.told]
    for place in scene.shared:
        remark = f"; {place.remark}" if place.remark else ""
        lines.append(f"  {place.label}: {_typed(place.cards)}{remark}")
    for seat, places in enumerate(scene.seats):
        shown = " | ".join(f"{place.label} {_typed(place.cards)}" for place in places)
        lines.append(f"{'>' if seat in scene.to_move else ' '} seat {seat}: {shown}")
    return "\n".join(lines)


def _typed(cards: Sequence[str]) -> str:
    if not cards:
        return _NOTHING
    if all(card == BACK for card in cards):
        return f"({len(cards)} hidden)"
    count = f" ({len(cards)})" if len(cards) >= _COUNTED else ""
    return " ".join(cards) + count


def _styles(scenes: Iterable[Scene]) -> dict[str, str]:
    """A colour for each family of cards that are seen in a game; it helps the eye and means nothing."""
    places = [place for scene in scenes for each in (scene.shared, *scene.seats) for place in each]
    families = sorted(
        {_family(card) for cards in {tuple(place.cards) for place in places} for card in cards} - {""}
    )
    return {family: _PALETTE[number % len(_PALETTE)] for number, family in enumerate(families)}


def _family(card: str) -> str:
    """What is left of a card's name without its number."""
    return re.sub(r"[^a-z]", "", card.lower())
