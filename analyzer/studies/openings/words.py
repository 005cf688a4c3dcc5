"""Words that tables, figures and sentences about openings share."""

from analyzer.games.openings import Opening
from analyzer.stats.estimate import Estimate
from analyzer.stats.sequences import decides_sign
from analyzer.studies.openings.inshort import groups_of
from analyzer.studies.openings.pairs import Pair
from analyzer.studies.openings.result import FOUND, SHORT
from analyzer.studies.request import Table

_NAMES = {FOUND: "order found", SHORT: "in short"}


def rule_name(name: str) -> str:
    """What a rule is called on the page."""
    return _NAMES.get(name, name)


def kind_name(opening: Opening, place: int) -> str:
    """What a kind is called by itself: a number with its group ("rank 10"), any other by its name."""
    name = opening.kinds[place]
    title = next(title for title, group in groups_of(opening) if place in group)
    return f"{title} {name}" if name.isdecimal() else name


def pair_name(opening: Opening, pair: Pair) -> str:
    """What a pair is called: "a + b", "two a"."""
    one, other = (kind_name(opening, place) for place in pair)
    return f"two {one}" if pair[0] == pair[1] else f"{one} + {other}"


def field_in_words(table: Table, opening: Opening) -> str:
    """What all seats play, with the rule by which they choose at the opening where the policy's text leaves it out.

    Args:
        table: The game, and the same policy in all seats.
        opening: The opening.
    """
    spec = table.setup.policies[0]
    names = [parameter.name for parameter in table.game.policies[spec.name].parameters]
    value = dict(zip(names, spec.values, strict=True)).get(opening.name)
    if value is None or f"{opening.name}=" in spec.canonical:
        return spec.canonical
    return f"{spec.canonical} ({opening.name}={value})"


def capitalised(text: str) -> str:
    """A text with a capital at its beginning."""
    return text[:1].upper() + text[1:]


def more_or_less(estimate: Estimate) -> str:
    """A difference of win rates in words: "0.30 points more (0.21 to 0.39)"."""
    mean, low, high = (100 * each for each in (estimate.mean, estimate.low, estimate.high))
    more = mean >= 0
    ends = (low, high) if more else (-high, -low)
    certain = "" if decides_sign(estimate) else ", not certain"
    return f"{abs(mean):.2f} points {'more' if more else 'less'} ({ends[0]:.2f} to {ends[1]:.2f}{certain})"
