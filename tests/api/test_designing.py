"""The functions for designers: they take what notebooks hold, and say what is wrong with it."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from analyzer import balance, find_decks
from analyzer.errors import UserError
from analyzer.games import names

SMALL: dict[str, Any] = {"games": 500, "close_deals": 50, "skill_deals": 10, "threads": 2}


@pytest.fixture(autouse=True)
def kites(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(names.GAMES, "kites", "tests.studies.balance.kites:Kites")


def test_a_text_stands_for_itself_and_a_path_for_a_file(tmp_path: Path) -> None:
    rules = tmp_path / "calm.toml"
    rules.write_text("[deck]\ngust = 0\nplain = 32\n", encoding="utf-8")
    found = balance(
        "kites", cards="lead", vary="options.fogs_count", against=rules, up_to=np.int64(3), **SMALL
    )
    labels = [variant.label for variant in found.design.variants.played]
    assert labels[-2:] == ["options.fogs_count: true", "rules: calm"]
    assert len(labels) == 3 + 2
    assert found.frame("changes")["variant"].tolist() == labels
    assert repr(found) == found.answer


def test_a_search_gives_decks_as_a_frame_and_tells_its_progress() -> None:
    told: list[tuple[int, int]] = []
    found = find_decks(
        "kites",
        "first_seat<=50%",
        ["deck.gust=0..2"],
        games=2000,
        on_progress=lambda done, total: told.append((done, total)),
    )
    assert found.frame()["verdict"].tolist() == ["meets", "meets", "meets"]
    assert told
    assert all(done <= total for done, total in told)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"until": 0.7}, "until must be a number between 0 and 0.5"),
        ({"skill_deals": -1}, "skill_deals must be a whole number from 0"),
        ({"value_deals": -1}, "value_deals must be a whole number from 0"),
        ({"close_deals": 0}, "close_deals must be a whole number from 1"),
        ({"up_to": 0}, "up_to must be a whole number from 1"),
        ({"cards": 3}, "cards must be a text or a list of texts"),
        ({"vary": [3]}, "each of vary must be a text"),
        ({"games": 2.5}, "games must be a whole number"),
    ],
)
def test_wrong_arguments_are_told(given: dict[str, Any], message: str) -> None:
    with pytest.raises(UserError, match=message):
        balance("kites", **given)
