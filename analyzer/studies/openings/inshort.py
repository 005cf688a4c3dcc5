"""A found order of kinds, simplified until it is a sentence that players can keep in mind."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from analyzer.games.openings import Opening
from analyzer.stats.estimate import Estimate

_RANGE = 3
"""From so many kinds of a scale on, only the first and the last are named."""

CLEAR = 0.05
"""An effect that is certainly larger than this part of the distance from the smallest to the largest one is clear."""


@dataclass(frozen=True)
class Short:
    """A simple rule.

    Attributes:
        order: Places of the kinds, those to lay first at the beginning.
        sentence: The rule in words.
    """

    order: tuple[int, ...]
    sentence: str


@dataclass(frozen=True)
class _Piece:
    """Kinds of one group that are clearly worth laying, or holding, or neither.

    Attributes:
        order: Their places, those to lay first at the beginning.
        value: Their mean effect.
        scale: Whether they are a part of a scale, so that the first and the last name them all.
        title: What the group is called, if its kinds cannot be told without; or "".
    """

    order: tuple[int, ...]
    value: float
    scale: bool
    title: str


def in_short(opening: Opening, effects: Sequence[Estimate]) -> Short | None:
    """Simplifies what was found.

    Kinds fall into those that are clearly worth laying, clearly worth holding, and the rest in between; in each part a
    group stays together. A group whose effects only grow, or only fall, from its first kind to its last is a
    scale and is taken in that order, others by their effects.

    Args:
        opening: The kinds and their groups.
        effects: The effect of each kind.

    Returns:
        The rule; None if no kind is clearly worth laying or holding.
    """
    signs = _clear_signs(effects)
    if not any(signs):
        return None
    lay, between, hold = (_pieces(opening, effects, signs, sign) for sign in (1, 0, -1))
    order = [place for piece in (*lay, *between, *hold) for place in piece.order]
    kept = [_Piece(piece.order[::-1], piece.value, piece.scale, piece.title) for piece in reversed(hold)]
    parts = [f"{verb} {_told(opening, pieces)}" for verb, pieces in (("lay", lay), ("keep", kept)) if pieces]
    sentence = "; ".join(parts)
    return Short(tuple(order), f"{sentence[0].upper()}{sentence[1:]}.")


def _clear_signs(effects: Sequence[Estimate]) -> list[int]:
    """1 for each kind that is clearly worth laying, -1 for each that is clearly worth holding, 0 for the rest."""
    means = [effect.mean for effect in effects]
    least = CLEAR * (max(means) - min(means))
    return [(effect.low > least) - (effect.high < -least) for effect in effects]


def groups_of(opening: Opening) -> list[tuple[str, range]]:
    """Title and kinds' places of each group."""
    found, first = [], 0
    for title, size in opening.groups:
        found.append((title, range(first, first + size)))
        first += size
    return found


def _pieces(opening: Opening, effects: Sequence[Estimate], signs: Sequence[int], sign: int) -> list[_Piece]:
    pieces = []
    for title, group in groups_of(opening):
        chosen = [place for place in group if signs[place] == sign]
        if not chosen:
            continue
        direction = _direction([effects[place] for place in group])
        if direction:
            chosen = chosen[::-direction]
        else:
            chosen.sort(key=lambda place: -effects[place].mean)
        value = sum(effects[place].mean for place in chosen) / len(chosen)
        numbered = any(opening.kinds[place].isdecimal() for place in group)
        pieces.append(_Piece(tuple(chosen), value, direction != 0, title if numbered else ""))
    return sorted(pieces, key=lambda piece: -piece.value)


def _direction(effects: Sequence[Estimate]) -> int:
    """1 if effects grow from the first to the last, -1 if they fall, as far as is certain; 0 if neither, or unclear."""
    for direction, ahead in ((1, _is_above), (-1, lambda one, other: _is_above(other, one))):
        if ahead(effects[-1], effects[0]) and not any(ahead(*pair) for pair in combinations(effects, 2)):
            return direction
    return 0


def _is_above(one: Estimate, other: Estimate) -> bool:
    return one.low > other.high


def _told(opening: Opening, pieces: Sequence[_Piece]) -> str:
    texts = [_named(opening, piece) for piece in pieces]
    return texts[0] if len(texts) == 1 else f"first {', then '.join(texts)}"


def _named(opening: Opening, piece: _Piece) -> str:
    """The kinds of a piece: "rank 10 to 8", "a, b and c"."""
    names = [opening.kinds[place] for place in piece.order]
    gaps = {abs(one - other) for one, other in zip(piece.order, piece.order[1:], strict=False)}
    if piece.scale and len(names) >= _RANGE and gaps == {1}:
        text = f"{names[0]} to {names[-1]}"
    else:
        *others, last = names
        text = f"{', '.join(others)} and {last}" if others else last
    return f"{piece.title} {text}".strip()
