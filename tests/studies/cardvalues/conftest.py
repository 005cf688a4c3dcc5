"""The games of kites and of pouches, known by their names."""

import pytest

from analyzer.games import names


@pytest.fixture(autouse=True)
def dealt_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(names.GAMES, "kites", "tests.studies.balance.kites:Kites")
    monkeypatch.setitem(names.GAMES, "pouches", "tests.studies.cardvalues.pouches:Pouches")
