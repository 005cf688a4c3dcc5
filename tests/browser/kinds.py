"""A small report of every kind, made as a user makes it."""

from collections.abc import Callable
from pathlib import Path
from unittest.mock import patch

from analyzer import (
    advise,
    balance,
    compare,
    compare_runs,
    exact,
    find_decks,
    sensitivity,
    simulate,
    swaps,
    sweep,
    tips,
    tournament,
    tune,
)
from analyzer.games import names

GAME = "hollander"


def _simulation(folder: Path) -> None:
    simulate(GAME, games=3000).save(folder)


def _unlike_seats(folder: Path) -> None:
    seats = ["lowest:swap=high", "random", "expert:rank=0.7,captain=0.3,kraken=2.5,end=1.2"]
    simulate(GAME, players=3, games=500, policies=seats, settings=["deck.kraken=3"]).save(folder)


def _comparison(folder: Path) -> None:
    compare(GAME, "lowest:swap=high", "lowest", deals=300).save(folder)


def _tournament(folder: Path) -> None:
    tournament(GAME, ["random", "lowest", "highest", "spender", "expert"], deals=20).save(folder)


def _tuning(folder: Path) -> None:
    tune(GAME, policy="expert", deals=4, generations=3, population=4, verdict_deals=20).save(folder)


def _several(folder: Path) -> None:
    places = [folder.with_name(f"{folder.name}-{players}") for players in (3, 4)]
    for players, place in zip((3, 4), places, strict=True):
        simulate(GAME, players=players, games=2000).save(place)
    compare_runs(places).save(folder)


def _tips(folder: Path) -> None:
    tips(GAME, deals=100).save(folder)


def _one_tip(folder: Path) -> None:
    tips(GAME, tip="Be an expert.", follow="expert", ignore="lowest", deals=100).save(folder)


def _swaps(folder: Path) -> None:
    swaps(GAME, deals=5000).save(folder)


def _swaps_by_players(folder: Path) -> None:
    swaps(GAME, players=[2, 3], deals=5000).save(folder)


def _sweep(folder: Path) -> None:
    sweep(GAME, "deck.kraken=0..3", games=500).save(folder)


KITES = {"kites": "tests.studies.balance.kites:Kites"}


def _balance(folder: Path) -> None:
    with patch.dict(names.GAMES, KITES):
        balance(
            "kites",
            cards=["gust", "lead", "ribbon"],
            vary=["options.fogs_count", "deck.plain=10|31"],
            games=3000,
            close_deals=300,
            skill_deals=100,
            settings=["options.fate=30"],
        ).save(folder)


def _decks(folder: Path) -> None:
    with patch.dict(names.GAMES, KITES):
        find_decks(
            "kites", ["first_seat<=4%", "length.mean>=12.1"], ["deck.gust=0..4", "deck.lead=0..3"], games=9000
        ).save(folder)


def _sensitivity(folder: Path) -> None:
    with patch.dict(names.GAMES, {"sails": "tests.studies.sensitivity.sails:Sails"}):
        sensitivity("sails", deals=3000, decks=16).save(folder)


def _other_games(game: str) -> Callable[[Path], None]:
    def make(folder: Path) -> None:
        simulate(game, games=500).save(folder)

    return make


def _exact(folder: Path) -> None:
    exact("cofre", players=2).save(folder)


def _advice(folder: Path) -> None:
    advise(GAME, "swap", hand="1 5 kraken", battle="2 9 10", games=100_000).save(folder)


KINDS: dict[str, Callable[[Path], None]] = {
    "simulate": _simulation,
    "simulate-unlike-seats": _unlike_seats,
    "compare": _comparison,
    "tournament": _tournament,
    "tune": _tuning,
    "report-of-several": _several,
    "swaps": _swaps,
    "swaps-by-players": _swaps_by_players,
    "sweep": _sweep,
    "balance": _balance,
    "balance-decks": _decks,
    "sensitivity": _sensitivity,
    "tips": _tips,
    "tips-one": _one_tip,
    "exact": _exact,
    "advise": _advice,
    "simulate-pescado": _other_games("pescado"),
    "simulate-cofre": _other_games("cofre"),
}
