"""Results of all shapes that a study may hand over, for property tests."""

from hypothesis import strategies as st

from analyzer.stats.estimate import Estimate
from analyzer.studies.content import (
    Column,
    Content,
    DistributionFigure,
    HeatFigure,
    IntervalFigure,
    Line,
    LineFigure,
    Panel,
    PanelsFigure,
    Table,
)

TEXTS = st.text(st.characters(exclude_categories=["Cs", "Cc"]) | st.sampled_from("\n\t"), max_size=20)
NAMES = st.from_regex(r"[A-Za-z0-9][A-Za-z0-9._-]{0,20}", fullmatch=True)
FINITE = st.floats(-1e100, 1e100)
FLOATS = FINITE | st.sampled_from([float("inf"), float("-inf"), float("nan"), -0.0, 5e-324])
WHOLE = st.integers(-(2**63), 2**63)
NUMBERS = FLOATS | WHOLE
ESTIMATES = st.builds(Estimate, NUMBERS, NUMBERS, NUMBERS)
VALUES = st.none() | TEXTS | WHOLE | FLOATS | ESTIMATES
SIZES = st.integers(1, 4)


def lists(things: st.SearchStrategy, size: int) -> st.SearchStrategy:
    """Lists and tuples of a size."""
    fixed = st.lists(things, min_size=size, max_size=size)
    return fixed | fixed.map(tuple)


COLUMNS = st.builds(
    Column,
    TEXTS,
    TEXTS,
    st.sampled_from(["text", "count", "number", "rate", "difference", "change"]),
    st.integers(0, 9),
    st.none() | NUMBERS,
)
TABLES = SIZES.flatmap(
    lambda size: st.builds(
        Table, NAMES, TEXTS, lists(COLUMNS, size), st.lists(lists(VALUES, size), max_size=3), TEXTS
    )
)
INTERVALS = SIZES.flatmap(
    lambda size: st.builds(
        IntervalFigure,
        NAMES,
        TEXTS,
        lists(TEXTS, size),
        lists(ESTIMATES, size),
        TEXTS,
        FINITE | WHOLE,
        st.none() | FINITE,
        TEXTS,
        TEXTS,
        TEXTS,
    )
)
DISTRIBUTIONS = st.builds(
    DistributionFigure,
    NAMES,
    TEXTS,
    st.lists(st.integers(0, 10**12), max_size=200),
    TEXTS,
    st.lists(st.tuples(TEXTS, NUMBERS), max_size=3),
    TEXTS,
    TEXTS,
)
LINES = SIZES.flatmap(
    lambda size: st.builds(
        Line,
        TEXTS,
        st.lists(WHOLE, min_size=size, max_size=size, unique=True).map(sorted),
        lists(NUMBERS, size),
    )
)
LINE_FIGURES = SIZES.flatmap(
    lambda size: st.builds(LineFigure, NAMES, TEXTS, lists(LINES, size), TEXTS, TEXTS, FINITE, TEXTS)
)
SQUARES = SIZES.flatmap(
    lambda size: st.builds(
        HeatFigure,
        NAMES,
        TEXTS,
        lists(TEXTS, size),
        lists(lists(st.none() | ESTIMATES, size), size),
        TEXTS,
        FINITE,
        FINITE,
        TEXTS,
    )
)
GRIDS = st.tuples(SIZES, SIZES).flatmap(
    lambda shape: st.builds(
        HeatFigure,
        NAMES,
        TEXTS,
        lists(TEXTS, shape[0]),
        lists(lists(st.none() | ESTIMATES, shape[1]), shape[0]),
        TEXTS,
        FINITE,
        FINITE,
        TEXTS,
        lists(TEXTS, shape[1]),
        st.just(()) | st.lists(st.tuples(TEXTS, st.just(shape[1])), min_size=1, max_size=1),
        st.just(()) | lists(lists(st.sampled_from(["", "✓", "(?)"]), shape[1]), shape[0]),
        st.none() | st.floats(1e-6, 1e6),
    )
)
HEATS = SQUARES | GRIDS
PANELS = SIZES.flatmap(
    lambda size: st.builds(
        PanelsFigure,
        NAMES,
        TEXTS,
        lists(st.builds(Panel, TEXTS, lists(LINES, size), FINITE, st.none() | FINITE), size),
        TEXTS,
        TEXTS,
        TEXTS,
    )
)
JSON = st.recursive(
    st.none() | st.booleans() | WHOLE | FINITE | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=8,
)
CONTENTS = st.builds(
    Content,
    TEXTS,
    TEXTS,
    st.lists(TABLES, max_size=3, unique_by=lambda table: table.name),
    st.lists(
        INTERVALS | DISTRIBUTIONS | LINE_FIGURES | HEATS | PANELS,
        max_size=3,
        unique_by=lambda figure: figure.name,
    ),
    st.lists(st.tuples(TEXTS, TEXTS), max_size=3),
    st.lists(TEXTS, max_size=3),
    TEXTS,
    st.dictionaries(TEXTS.filter(lambda key: key != "page"), JSON, max_size=3),
    st.booleans(),
    TEXTS,
    st.dates().map(str),
    st.lists(st.tuples(TEXTS, TEXTS | WHOLE | st.just(True)), max_size=3),
)
