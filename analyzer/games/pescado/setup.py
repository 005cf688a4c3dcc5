"""From rules and policies to the records that the kernel reads."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from analyzer.games.pescado.cards import CARD_NUMBERS, HAND, LAID_OUT, MOST_PLAYERS, NUMBER_CARDS, set_of
from analyzer.games.pescado.kernel.numbers import (
    INSIDE_PARAMETERS,
    INSIDE_POLICY,
    MARGIN,
    PLAYOUTS,
    PLUGIN,
)
from analyzer.games.pescado.kernel.plugin import nothing
from analyzer.games.pescado.kernel.state import HIDDEN, POLICIES, TABLE
from analyzer.games.pescado.policy_list import EVERY_POLICY, POLICY_NUMBERS, SEARCH
from analyzer.games.pescado.policy_list import POLICIES as POLICIES_BY_NAME
from analyzer.games.pescado.rules import round_size, specials_of
from analyzer.games.policyspec import Parameter, PolicySpec
from analyzer.games.protocol import Setup
from analyzer.games.rulesfile import Rules


@dataclass(frozen=True)
class KernelInput:
    """What every call of the kernel takes, made afresh for each call: threads share nothing.

    Attributes:
        tables: TABLE, shape (2,), the rules filled in the first; the second is what plug-ins are shown.
        hiddens: HIDDEN, shape (1,).
        policies: POLICIES, shape (1,).
        plugins: One function per seat, see `kernel.plugin`.
    """

    tables: npt.NDArray[Any]
    hiddens: npt.NDArray[Any]
    policies: npt.NDArray[Any]
    plugins: tuple[Any, ...]


def kernel_input(setup: Setup) -> KernelInput:
    """Fills in what the kernel reads.

    Args:
        setup: Rules and policies, already checked.

    Returns:
        The records.
    """
    tables = np.zeros(2, TABLE)
    hiddens = np.zeros(1, HIDDEN)
    _fill_rules(tables[0], hiddens[0], setup)
    policies = np.zeros(1, POLICIES)
    plugins = [nothing] * MOST_PLAYERS
    for seat, spec in enumerate(setup.policies):
        if spec.name == SEARCH:
            plugins[seat] = _fill_search(policies[0], seat, spec)
        elif spec.name in POLICY_NUMBERS:
            policies[0]["play"][seat] = POLICY_NUMBERS[spec.name]
            _fill_parameters(policies[0], seat, POLICIES_BY_NAME[spec.name].parameters, spec)
        else:
            plugins[seat] = _fill_plugin(policies[0], seat, spec)
    return KernelInput(tables, hiddens, policies, tuple(plugins))


def special_list(rules: Rules, dealt_like: Rules | None = None) -> list[str]:
    """The specials in the order in which those of a round are drawn from them (P1).

    Args:
        rules: The rules.
        dealt_like: See `protocol.Setup`.

    Returns:
        Their names, in the order of the rules; with `dealt_like` in the order of those, but that specials which these
        rules have instead stand in the places of the ones that they have not.
    """
    listed = list(specials_of(rules))
    if dealt_like is None:
        return listed
    before = specials_of(dealt_like)
    instead = iter([name for name in listed if name not in before])
    kept = [name if name in listed else next(instead, None) for name in before]
    return [*filter(None, kept), *instead]


def _fill_rules(table: Any, hidden: Any, setup: Setup) -> None:
    rules, players = setup.rules, setup.players
    options = rules.options
    specials = [CARD_NUMBERS[name] for name in special_list(rules, setup.dealt_like)]
    table["players"] = players
    table["deals"] = (round_size(rules) - LAID_OUT) // (HAND * players)
    table["target"] = options["target"]
    table["round_limit"] = options["round_limit"]
    table["left_out"] = options["left_out"]
    table["specials_in"] = options["specials_in"]
    table["star_scores"] = options["star_scores_as_zero"]
    table["most_needs_one"] = options["most_needs_one"]
    table["deck"] = set_of([*NUMBER_CARDS, *specials])
    hidden["specials"][: len(specials)] = specials
    hidden["special_count"] = len(specials)


def _fill_parameters(policies: Any, seat: int, parameters: tuple[Parameter, ...], spec: PolicySpec) -> None:
    """The parameters reach the kernel as numbers in declared order, a word as its index."""
    for place, (parameter, value) in enumerate(zip(parameters, spec.values, strict=True)):
        number = parameter.words.index(str(value)) if parameter.words else float(value)
        policies["parameters"][seat, place] = number


def _fill_search(policies: Any, seat: int, spec: PolicySpec) -> Any:
    """Fills in its parameters, and those of the policy inside; returns the function to call."""
    from analyzer.games.pescado.kernel.search import decide  # compiles

    playouts, name, margin = spec.values
    inside = POLICIES_BY_NAME[str(name)].spec()
    row = policies["parameters"][seat]
    policies["play"][seat] = PLUGIN
    row[PLAYOUTS], row[INSIDE_POLICY], row[MARGIN] = playouts, POLICY_NUMBERS[inside.name], margin
    row[INSIDE_PARAMETERS : INSIDE_PARAMETERS + len(inside.values)] = inside.values
    return decide


def _fill_plugin(policies: Any, seat: int, spec: PolicySpec) -> Any:
    """Fills in its parameters; returns the function to call."""
    from analyzer.games.pescado.compiled import DECISIONS  # compiles

    plugin = EVERY_POLICY.playing(spec.name)
    policies["play"][seat] = PLUGIN
    _fill_parameters(policies, seat, plugin.parameters, spec)
    return DECISIONS.function(plugin, len(plugin.parameters))
