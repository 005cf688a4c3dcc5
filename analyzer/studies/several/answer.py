"""What a comparison of runs answers, in sentences."""

from collections.abc import Sequence

from analyzer.stats.estimate import Estimate
from analyzer.studies.several.rows import Difference, Shared, capitalised, digits_of
from analyzer.studies.several.same import Common
from analyzer.wording import listed

_TOLD = 2
"""Quantities that the answer names: the main ones, which the runs' pages begin with."""


def answer(names: Sequence[str], found: Sequence[tuple[Shared, Sequence[Difference]]], common: Common) -> str:
    """How the runs differ.

    Args:
        names: The runs' names.
        found: What several runs measured, with the differences between them, the most important first.
        common: What the runs have in common.

    Returns:
        The largest certain differences of the main quantities, and what must be known of them.
    """
    if len(common.copies) == len(names) - 1:
        return f"{_same_games(names, range(len(names)))} There is nothing to compare."
    told = [(shared, each) for shared, each in found if each][:_TOLD]
    sentences = [_copies(names, common)]
    if not found:
        sentences.append(
            "These runs have no figure of estimates in common, so no difference can be told: the table says what each "
            "of them answers."
        )
    elif not told:
        sentences.append(
            f"These runs have no row of {found[0][0].quantity} in common: the tables say what each of them found."
        )
    sentences += [_differences(names, shared, each, at == 0) for at, (shared, each) in enumerate(told)]
    sentences += [_overlap(names, common), _caution(common) if told else ""]
    return " ".join(filter(None, sentences))


def title(shared: Shared, found: Sequence[Difference]) -> str:
    """What a figure of several runs shows."""
    against = f" less the own {shared.reference_name}" if shared.against_own else ""
    side_by_side = f"{capitalised(shared.quantity)}{against} in {len(shared.runs)} runs"
    if not found:
        return side_by_side
    certain = [each for each in found if each.certain]
    if not certain:
        return f"{side_by_side}: no difference is certain"
    return f"{side_by_side}: they differ most in {_largest(certain).row}"


def _differences(names: Sequence[str], shared: Shared, found: Sequence[Difference], is_first: bool) -> str:
    certain = [each for each in found if each.certain]
    most = _largest(certain or found)
    only_row = shared.first.figure is None and len(shared.rows) == 1
    where = "" if only_row else f" in {most.row}"
    quantity, who = shared.quantity, "these runs" if is_first else "they"
    if shared.against_own:
        quantity += f" less the run's own {shared.reference_name}"
    figures = _in_words(names, shared, most)
    if not certain:
        considered = f", all {len(found)} differences considered" if len(found) > 1 else ""
        which = "largest difference" if len(found) > 1 else "difference"
        text = f"{capitalised(who)} cannot be told apart in {quantity}{considered}."
        return f"{text} The {which} is{where}: {figures}." if where else f"{text} The {which}: {figures}."
    text = f"In {quantity} {who} differ{' most' if len(found) > 1 else ''}{where}: {figures}."
    if len(found) > 1:
        counted = "All" if len(certain) == len(found) else f"{len(certain)} of"
        text += f" {counted} {len(found)} differences {'is' if len(certain) == 1 else 'are'} certain (95 %)."
    return text


def _in_words(names: Sequence[str], shared: Shared, found: Difference) -> str:
    """The two figures and their difference, in the axis' unit."""
    scale = shared.first.scale
    digits = digits_of([found.difference], scale)
    mean, low, high = (
        _number(scale * part, digits, "+")
        for part in (found.difference.mean, found.difference.low, found.difference.high)
    )
    one, other = (
        _figure(shared, run, estimate, digits)
        for run, estimate in ((found.run, found.one), (found.base, found.other))
    )
    unit = " points" if shared.of_rates else shared.unit
    ends = "exactly" if found.difference.low == found.difference.high else f"{low} to {high}, 95 %"
    return f'{one} in "{names[found.run]}" and {other} in "{names[found.base]}", a difference of {mean}{unit} ({ends})'


def _figure(shared: Shared, run: int, estimate: Estimate, digits: int) -> str:
    scale = shared.first.scale
    value = f"{_number(scale * estimate.mean, digits)}{shared.unit}"
    if not shared.against_own:
        return value
    ahead = _number(scale * shared.held(run, estimate).mean, digits, "+")
    unit = " points" if shared.of_rates else shared.unit
    reference = f"{_number(scale * shared.reference_of(run), digits)}{shared.unit}"
    return f"{ahead}{unit} ({value}, {shared.reference_name} {reference})"


def _number(value: float, digits: int, sign: str = "") -> str:
    # Adding 0.0 turns the -0.0 of a small negative number into 0.0.
    return f"{round(value, digits) + 0.0:{sign},.{digits}f}"


def _largest(found: Sequence[Difference]) -> Difference:
    # What is no number is the smallest.
    return max(found, key=lambda each: (abs(each.difference.mean) >= 0, abs(each.difference.mean)))


def _copies(names: Sequence[str], common: Common) -> str:
    groups: dict[int, list[int]] = {}
    for run, earlier in common.copies.items():
        groups.setdefault(earlier, [earlier]).append(run)
    return " ".join(_same_games(names, group) for group in groups.values())


def _same_games(names: Sequence[str], runs: Sequence[int]) -> str:
    return f"{_listed(names, runs)} are the same games: identical."


def _overlap(names: Sequence[str], common: Common) -> str:
    return " ".join(
        f"{_listed(names, group)} overlap: with the same seed they begin with the same deals."
        for group in common.overlapping
    )


def _caution(common: Common) -> str:
    if not common.seeds:
        return ""
    which = "All" if common.all_seeds else "Some"
    return f"{which} runs have the same seed and may share deals: intervals are cautious, as a rule wider than need be."


def _listed(names: Sequence[str], runs: Sequence[int]) -> str:
    return listed(f'"{names[run]}"' for run in runs)
