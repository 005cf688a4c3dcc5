"""Rules are said to be dealt alike just where games of both hang together."""

from dataclasses import replace

import numpy as np
import pytest

from analyzer.games.pescado.cards import SPECIALS
from analyzer.games.pescado.game import Pescado
from analyzer.games.settings import toml_value
from analyzer.studies.request import set_table

GAMES = 4000


def listing(names: tuple[str, ...]) -> str:
    return f"deck.specials={toml_value(names)}"


@pytest.mark.parametrize(
    ("settings", "alike", "least", "most"),
    [
        (["options.star_scores_as_zero=false"], True, 0.9, 1.0),
        (["options.target=15"], True, 0.6, 1.0),
        ([listing(SPECIALS[1:])], True, 0.3, 0.9),
        ([listing(tuple(name for name in SPECIALS if name != "0"))], True, 0.4, 0.9),
        ([listing(SPECIALS[::-1])], True, 1.0, 1.0),
        # One draw fewer before a round is shuffled, and all later ones are others.
        (["options.specials_in=1", "options.left_out=1"], False, -0.12, 0.12),
        (["options.specials_in=4", "options.left_out=4"], False, -0.12, 0.12),
        (["options.left_out=8"], False, -0.12, 0.12),
    ],
)
def test_games_hang_together_where_rules_are_dealt_alike_and_nowhere_else(
    settings: list[str], alike: bool, least: float, most: float
) -> None:
    base, variant = set_table("pescado").setup, set_table("pescado", settings=settings).setup
    assert Pescado().deals_alike(variant.rules, base.rules) == alike
    own, other = (
        Pescado().play(setup, 3, 0, GAMES, np.zeros(1, np.int64)).shares[0].astype(float)
        for setup in (base, replace(variant, dealt_like=base.rules))
    )
    assert least - 1e-9 <= np.corrcoef(own, other)[0, 1] <= most + 1e-9
