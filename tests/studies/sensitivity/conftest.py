"""The games of sails and calm, known by their names."""

import pytest

from analyzer.games import names


@pytest.fixture(autouse=True)
def sails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(names.GAMES, "sails", "tests.studies.sensitivity.sails:Sails")
    monkeypatch.setitem(names.GAMES, "calm", "tests.studies.sensitivity.sails:Calm")
