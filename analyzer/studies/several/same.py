"""Which of several runs are the same games, or have games in common."""

from collections.abc import Sequence
from dataclasses import dataclass

from analyzer.studies.several.asked import COUNTS, SEED, Asked
from analyzer.studies.several.rows import Measured


@dataclass(frozen=True)
class Common:
    """What several runs have in common.

    Attributes:
        copies: For each run that is the same games as an earlier one, that earlier one, by their numbers.
        overlapping: Groups of runs that begin with the same deals, as only the number of games or deals differs.
        seeds: Whether any two runs that are not copies have the same seed, and
        all_seeds: whether all of them have it.
    """

    copies: dict[int, int]
    overlapping: Sequence[Sequence[int]]
    seeds: bool
    all_seeds: bool


def common(asked: Sequence[Asked], measured: Sequence[Sequence[Measured]]) -> Common:
    """What runs have in common.

    Args:
        asked: What each was asked.
        measured: What each measured.

    Returns:
        It: copies were asked the same with the same seed, and measured the same to the last digit.
    """
    copies: dict[int, int] = {}
    for run, said in enumerate(asked):
        for earlier in range(run):
            if earlier not in copies and SEED in said and said == asked[earlier]:
                if _estimates(measured[run]) == _estimates(measured[earlier]):
                    copies[run] = earlier
                break
    single = [run for run in range(len(asked)) if run not in copies]
    groups: dict[tuple[tuple[str, str], ...], list[int]] = {}
    for run in single:
        if SEED in asked[run]:
            what = tuple((key, value) for key, value in asked[run].items() if key not in COUNTS)
            groups.setdefault(what, []).append(run)
    seeds = [asked[run][SEED] for run in single if SEED in asked[run]]
    return Common(
        copies,
        [group for group in groups.values() if len(group) > 1],
        len(set(seeds)) < len(seeds),
        len(seeds) == len(single) and len(set(seeds)) == 1,
    )


def _estimates(measured: Sequence[Measured]) -> str:
    # As text, since what is no number is not equal to itself.
    return repr([(each.name, list(each.keys), list(each.estimates)) for each in measured])
