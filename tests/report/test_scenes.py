"""Scenes of a game on a terminal of any size, and as plain text."""

import io

import pytest
from rich.console import Console
from rich.text import Text

from analyzer.games.protocol import BACK, Place, Scene
from analyzer.report.scenes import SceneView, plain

LONG = [str(number % 10 + 1) for number in range(60)]


def scene(hand: list[str], pile: list[str], to_move: tuple[int, ...] = (1,)) -> Scene:
    return Scene(
        "turn 5",
        "Seat 1 lays two 7s.",
        [Place("pile", pile, "7 or higher"), Place("stock", [BACK] * 24)],
        [
            [Place("hand", hand), Place("open", ["1", "sea-2"])],
            [Place("hand", [BACK] * 3), Place("open", [])],
        ],
        to_move,
    )


SCENES = [scene(["4", "wind"], ["7", "7"]), scene(LONG, LONG * 2), scene([], [], ())]


def shown(
    number: int = 0, width: int = 80, height: int = 24, scroll: int = 0, encoding: str = "utf-8"
) -> tuple[list[str], int]:
    """The lines of the terminal, and how many were left out at the top."""
    file = io.TextIOWrapper(io.BytesIO(), encoding=encoding)
    console = Console(file=file, width=width, height=height, force_terminal=True, color_system=None)
    view = SceneView("game 3 of Seas", SCENES, ["calm", "a-very-long-policy-name"], encoding)
    scroll = view.show(number, scroll, lambda is_cut: "help to scroll" if is_cut else "help", console)
    file.flush()
    assert isinstance(file.buffer, io.BytesIO)
    text = file.buffer.getvalue().decode(encoding)
    assert text.startswith("\x1b[H")
    return [line.rstrip() for line in Text.from_ansi(text.removeprefix("\x1b[H")).plain.split("\n")], scroll


def test_a_scene_fits_the_usual_terminal() -> None:
    lines, scroll = shown()
    assert scroll == 0
    assert lines[:12] == [
        "event 0 of 2 · turn 5 · game 3 of Seas",
        "Seat 1 lays two 7s.",
        "",
        "pile   7 7",
        "       7 or higher",
        "stock  ▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒ (24)",
        "",
        f"{'  seat':20}{'hand':40}open",
        f"{'  0 calm':20}{'4 wind':40}1 sea-2",
        f"{'▸ 1 a-very-long-p…':20}{'▒▒▒':40}-",
        "",
        "",
    ]
    assert lines[-1] == "help"
    assert len(lines) == 24


def test_on_a_narrow_terminal_all_lies_below_each_other() -> None:
    lines, _ = shown(width=30)
    assert lines[0] == "event 0 of 2 · turn 5"
    seats = lines.index("  0 calm")
    assert lines[seats : seats + 6] == [
        "  0 calm", "  hand 4 wind", "  open 1 sea-2", "▸ 1 a-very-long-p…", "  hand ▒▒▒", "  open -",
    ]  # fmt: skip


@pytest.mark.parametrize("number", range(3))
@pytest.mark.parametrize("width", [1, 5, 20, 40, 63, 64, 80, 200])
@pytest.mark.parametrize("height", [1, 2, 3, 10, 24])
@pytest.mark.parametrize("scroll", [0, 3, 1000])
def test_any_terminal_is_filled_and_no_more(number: int, width: int, height: int, scroll: int) -> None:
    lines, _ = shown(number, width, height, scroll)
    assert len(lines) == height
    assert max(map(len, lines)) <= width


def test_what_is_cut_can_be_scrolled_to() -> None:
    top, scroll = shown(width=30, height=8)
    assert (scroll, top[-2:]) == (0, ["…", "help to scroll"])
    middle, scroll = shown(width=30, height=8, scroll=2)
    assert (scroll, middle[0], middle[-2:]) == (2, "…", ["…", "help to scroll"])
    bottom, scroll = shown(width=30, height=8, scroll=1000)
    assert 2 < scroll < 20
    assert (bottom[0], bottom[-2:]) == ("…", ["  open -", "help to scroll"])


def test_of_many_cards_on_the_table_the_last_are_shown_and_of_a_hand_all() -> None:
    lines, _ = shown(1)
    pile = lines[3:5]
    assert pile[0].startswith("pile   … ") and pile[1].endswith(f"{LONG[-2]} {LONG[-1]} (120)")
    start = next(place for place, line in enumerate(lines) if line.startswith("  0 calm"))
    hand = " ".join(line[20:59].strip() for line in lines[start:-2] if not line.startswith("▸"))
    assert hand.split("(")[0].split() == LONG
    assert "(60)" in hand


def test_symbols_that_cannot_be_written_are_replaced() -> None:
    lines, _ = shown(encoding="ascii")
    assert lines[0] == "event 0 of 2, turn 5, game 3 of Seas"
    assert "> 1 a-very-long-p~  ###" in "\n".join(lines)


def test_plain_text_has_a_line_for_each_place_and_seat() -> None:
    assert plain(7, SCENES[0]).splitlines() == [
        "event 7, turn 5",
        "Seat 1 lays two 7s.",
        "  pile: 7 7; 7 or higher",
        "  stock: (24 hidden)",
        "  seat 0: hand 4 wind | open 1 sea-2",
        "> seat 1: hand (3 hidden) | open -",
    ]
    assert f"hand {' '.join(LONG)} (60)" in plain(1, SCENES[1])
    assert ">" not in plain(2, SCENES[2])
