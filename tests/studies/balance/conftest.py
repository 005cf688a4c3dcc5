"""The game of kites, known by its name."""

import pytest

from analyzer.games import names


@pytest.fixture(autouse=True)
def kites(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(names.GAMES, "kites", "tests.studies.balance.kites:Kites")
    monkeypatch.setitem(names.GAMES, "still", "tests.studies.balance.kites:Still")
    monkeypatch.setitem(names.GAMES, "clash", "tests.studies.balance.kites:Clash")
    monkeypatch.setitem(names.GAMES, "toy", "tests.studies.toy:Toy")
