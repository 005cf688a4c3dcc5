"""Made-up results that the report's tests show."""

from analyzer.stats.estimate import Estimate
from analyzer.studies.content import Column, Content, DistributionFigure, IntervalFigure, Table

INF = float("inf")
NAN = float("nan")


def around(mean: float, half: float) -> Estimate:
    return Estimate(mean, mean - half, mean + half)


SEATS = IntervalFigure(
    "win-rate",
    "The first seat wins 1.2 points more than its fair share",
    ["seat 1", "seat 2", "seat 3", "seat 4"],
    [around(0.2617, 0.00086), around(0.2446, 0.00084), around(0.2472, 0.00085), around(0.2465, 0.00084)],
    "win rate, %",
    100,
    0.25,
    "fair share 25 %",
    "1,000,000 games with 4 players; seed 1.",
)

LENGTHS = DistributionFigure(
    "length",
    "Half of all things end within 57 turns",
    [0] * 12 + [int(10_000 * (v / 12) * 2.718 ** (-v / 22)) for v in range(1, 250)] + [0] * 138 + [3],
    "length, turns",
    [("5 %", 22), ("25 %", 37), ("median", 53), ("75 %", 75), ("95 %", 119)],
    "1,000,000 games with 4 players; seed 1.",
)

WINS = Table(
    "seats",
    "Wins by seat",
    [
        Column("seat", "seat"),
        Column("games", "games", "count"),
        Column("win_rate", "win rate", "rate", 2, 0.25),
        Column("change", "change", "difference"),
    ],
    [
        ["1", 1_000_000, Estimate(0.2617, 0.2608, 0.2626), 0.003],
        ["2 | [red] *", 1_000_000, Estimate(0.2446, 0.2437, 0.2454), -0.00001],
        ["3", 1_000_000, Estimate(0.25, 0.2491, 0.2509), None],
        ["4", None, None, NAN],
    ],
    "A shared win counts a part for each.",
)

CONTENT = Content(
    question="How often does each seat win?",
    answer="Seat 1 wins 26.17 % of the games (26.08 to 26.26 %).",
    tables=[WINS, Table("length", "Length", [Column("mean", "mean", "number", 1)], [[68.04]])],
    figures=[SEATS, LENGTHS],
    method=[("games", "1,000,000"), ("seed", "1")],
    how_to_read=["An interval holds the true value in 95 of 100 such runs."],
    command="analyzer simulate some-game --games 1000000",
    result={"games": 1_000_000, "rates": [Estimate(0.25, 0.2, 0.3)], "none": INF, "a": {"b": (1, "ü")}},
)

LONG = (
    "policy-of-some-name:patience=0.25,swap=specials, with an explanation that goes on for more than a line"
)

EXACT = IntervalFigure(
    "exact", "Exact", ["seat 0", "seat 1"], [around(2 / 3, 0), around(0.9, 0)], "stars", interval=""
)

INTERVALS = [
    SEATS,
    IntervalFigure("one", "One", ["A"], [around(0.5, 0.1)], "rate, %", 100),
    IntervalFigure("no-label", "", [""], [around(0.5, 0.1)], "", 100),
    IntervalFigure("narrow", "N", ["a", "b"], [around(0.1, 1e-9), around(0.9, 1e-9)], "%", 100, 0.5, "even"),
    IntervalFigure("point", "P", ["a", "b"], [around(0.5, 0.0)] * 2, "%", 100, 0.5, "even"),
    IntervalFigure("zero", "Z", ["a"], [around(0.0, 0.0)], "%", 100, 0.0, "nothing"),
    IntervalFigure("far", "F", ["a"], [around(0.01, 0.001)], "%", 100, 0.9, "a reference far away"),
    IntervalFigure("ends", "E", ["a", "b"], [Estimate(0, 0, 0.04), Estimate(1, 0.96, 1)], "%", 100, 1.0, LONG),
    IntervalFigure("unknown", "U", ["a", "b"], [Estimate(7, -INF, INF), Estimate(NAN, NAN, NAN)], "turns"),
    IntervalFigure("nothing", "N", ["a"], [Estimate(NAN, NAN, NAN)], "turns"),
    IntervalFigure("huge", "H", ["a", "b"], [around(1.2e9, 1e8), around(-1.2e9, 1e8)], "points", 1, 0.0, "0"),
    IntervalFigure("tiny", "T", ["a", "b"], [around(1.2e-7, 1e-8), around(-1.2e-7, 1e-8)], "points", 1, 0.0, "0"),
    IntervalFigure("close", "C", ["a", "b"], [around(1234567.1, 0.1), around(1234567.9, 0.1)], "points"),
    IntervalFigure("signs", "$x_1$ & <b>", ["$\\alpha$", "a\nb"], [around(0.5, 0.1)] * 2, "$", 1, 0.5, "$"),
    IntervalFigure(
        "long", f"{LONG} {LONG}", [LONG, "W" * 150, "short"], [around(0.5, 0.1)] * 3, LONG, 1, 0.7, LONG,
        f"{LONG} {LONG} {LONG}", "simultaneous 95 % interval for all of the rows together",
    ),
    EXACT,
    *(
        IntervalFigure(
            f"rows-{n}",
            f"{n} rows",
            [LONG if i % 7 == 3 else f"row {i}" for i in range(n)],
            [around(0.01 * ((i * 37) % 11 - 5), 0.002 * (1 + i % 5)) for i in range(n)],
            "difference of win rate, percentage points",
            100,
            0.0,
            "no difference",
        )
        for n in (2, 7, 12, 13, 40)
    ),
]  # fmt: skip

DISTRIBUTIONS = [
    LENGTHS,
    DistributionFigure("empty", "Nothing", [], "turns", [("median", 3)]),
    DistributionFigure("zeros", "Nothing", [0, 0, 0], "turns"),
    DistributionFigure("one-value", "One", [0, 0, 0, 5], "stars", [("median", 3), ("95 %", 3)]),
    DistributionFigure("only-zero", "Zero", [5], "stars", [("median", 0)]),
    DistributionFigure("few", "Few", [10, 200, 900, 400, 20], "stars", [("median", 2), ("95 %", 3)], things="seats"),
    DistributionFigure("outliers", "Three", [1, *[0] * 99, 5, *[0] * 2900, 1], "x", [("median", 100), ("max", 3001)]),
    DistributionFigure("left-tail", "Left", [1, *[0] * 500, *[500] * 30], "x", [("smallest", 0), ("median", 515)]),
    DistributionFigure("even", "Only even values", [0, 9] * 30, "x", [("median", 31)]),
    DistributionFigure("large", "Large", [*[0] * 5000, *[3] * 90_000], "x", [(LONG, 50_000), ("close", 50_010)]),
    DistributionFigure("steep", "Steep", [10**12, *[1] * 50], "x", [("median", 0), ("95 %", 0)]),
    DistributionFigure(
        "crowded", LONG, [1] * 100, LONG, [(f"{level} %", level) for level in range(5, 100, 5)], LONG, LONG
    ),
    DistributionFigure("right-edge", "R", [1] * 100, "x", [("98 % quantile", 97.5), ("max", 99)]),
]  # fmt: skip
