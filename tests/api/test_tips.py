"""`analyzer.tips`: it finds what the study finds, shows it in a notebook, and tells mistakes as such."""

from collections.abc import Callable

import pytest

from analyzer import tips
from analyzer.core.jit import JIT_IS_ON
from analyzer.errors import UserError
from analyzer.studies.tips import own_tip, set_trials, try_tips

pytestmark = pytest.mark.skipif(not JIT_IS_ON, reason="takes the kernel's speed")

GAME = "hollander"


def test_it_finds_what_the_study_finds() -> None:
    found = tips(GAME, only="low-first", players=3, fields="lowest", deals=300, smallest=0.01, seed=5)
    study = try_tips(
        set_trials(GAME, only=["low-first"], players=[3], fields=["lowest"]), deals=300, smallest=0.01, seed=5
    )
    assert found.as_json()["tips"] == study.as_json()["tips"]
    assert found.frame("differences")["verdict"].tolist() == ["true"]
    assert found.answer.startswith("True: with 3 players among ordinary (lowest), ")


def test_a_tip_of_ones_own_is_tried() -> None:
    words = ("Lay high cards.", "lowest:swap=high", "lowest:swap=low")
    found = tips(
        GAME, tip=words[0], follow=words[1], ignore=words[2], players=[2, 4], fields=["random"], deals=300
    )
    study = try_tips(
        set_trials(GAME, tip=own_tip(*words), players=[2, 4], fields=["random"]), deals=300, smallest=0.005
    )
    assert found.as_json()["tips"] == study.as_json()["tips"]


WRONG: dict[str, Callable[[], object]] = {
    "no number": lambda: tips(GAME, players="four"),  # type: ignore[arg-type]
    "no players": lambda: tips(GAME, players=[0]),
    "no deals": lambda: tips(GAME, deals=0),
    "too large": lambda: tips(GAME, smallest=0.5),
    "no difference": lambda: tips(GAME, smallest=0),
    "no tip": lambda: tips(GAME, only=["low-last"]),
    "half a tip": lambda: tips(GAME, tip="Play.", follow="expert"),
    "no text": lambda: tips(GAME, tip=3, follow="expert", ignore="lowest"),  # type: ignore[arg-type]
    "no game": lambda: tips("holland"),
}


@pytest.mark.parametrize("wrong", WRONG.values(), ids=WRONG)
def test_mistakes_are_told_as_such(wrong: Callable[[], object]) -> None:
    with pytest.raises(UserError):
        wrong()
