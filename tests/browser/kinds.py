"""A small report of every kind, made as a user makes it."""

from collections.abc import Callable
from pathlib import Path

from analyzer import compare, compare_runs, exact, simulate, sweep, tournament, tune

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


def _sweep(folder: Path) -> None:
    sweep(GAME, "deck.kraken=0..3", games=500).save(folder)


def _other_games(game: str) -> Callable[[Path], None]:
    def make(folder: Path) -> None:
        simulate(game, games=500).save(folder)

    return make


def _exact(folder: Path) -> None:
    exact("cofre", players=2).save(folder)


KINDS: dict[str, Callable[[Path], None]] = {
    "simulate": _simulation,
    "simulate-unlike-seats": _unlike_seats,
    "compare": _comparison,
    "tournament": _tournament,
    "tune": _tuning,
    "report-of-several": _several,
    "sweep": _sweep,
    "exact": _exact,
    "simulate-pescado": _other_games("pescado"),
    "simulate-cofre": _other_games("cofre"),
}
