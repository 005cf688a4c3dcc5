"""Where each key leads in a game."""

import pytest

from analyzer.cli.stepping import Steps

MOMENTS = ["before", "before", "turn 0", "turn 0", "turn 0", "turn 1", "turn 2", "turn 2"]


@pytest.mark.parametrize(
    ("at", "keys", "there"),
    [
        (0, ["enter"], 1),
        (0, ["space", "right", "n"], 3),
        (7, ["enter"], 7),
        (3, ["b"], 2),
        (3, ["left", "backspace", "b", "b"], 0),
        (0, ["t"], 2),
        (3, ["t"], 5),
        (3, ["t", "t"], 6),
        (6, ["t"], 7),
        (4, ["T"], 2),
        (2, ["B"], 0),
        (7, ["T", "T"], 5),
        (0, ["T"], 0),
        (3, ["home"], 0),
        (3, ["end"], 7),
        (3, ["x", "", "up", "down"], 3),
        (3, ["g", "6", "enter"], 6),
        (3, ["g", "6", "6", "6", "enter"], 7),
        (3, ["g", "6", "backspace", "5", "enter"], 5),
        (3, ["g", "enter"], 3),
        (3, ["g", "6", "escape"], 3),
        (3, ["g", "6", "x", "", "t", "enter"], 6),
        (3, ["g", "6", "q", "n"], 4),
        (3, ["g", *"9" * 400, "enter"], 7),
    ],
)
def test_a_key_leads_there(at: int, keys: list[str], there: int) -> None:
    steps = Steps(MOMENTS, at)
    assert all([steps.press(key) for key in keys])  # noqa: C419 - each one is pressed
    assert steps.at == there


@pytest.mark.parametrize("key", ["q", "Q", "escape", "gone"])
def test_some_keys_quit(key: str) -> None:
    assert not Steps(MOMENTS, 3).press(key)


def test_another_scene_begins_at_its_top() -> None:
    steps = Steps(MOMENTS, 3)
    for key, scroll in (("up", 0), ("down", 1), ("down", 2), ("up", 1), ("enter", 0)):
        steps.press(key)
        assert steps.scroll == scroll


@pytest.mark.parametrize("width", [200, 72, 40, 39, 20])
def test_the_help_fits(width: int) -> None:
    steps = Steps(MOMENTS)
    for is_cut in (False, True):
        assert "q" in steps.help(width, is_cut)
        assert len(steps.help(width, is_cut)) <= width
        assert ("Up" in steps.help(width, is_cut)) == is_cut


def test_what_is_typed_is_shown() -> None:
    steps = Steps(MOMENTS)
    for key in ("g", "1", "2"):
        steps.press(key)
    assert steps.help(80) == "go to event (0 to 7): 12_"
