"""What a tuning was asked to do, complete and checked."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import lcm
from typing import Any

from analyzer.errors import UserError
from analyzer.games.policyspec import Policy, PolicySpec, parse
from analyzer.games.protocol import SHARES, Game, Setup
from analyzer.games.rulesfile import Rules, load, with_settings
from analyzer.games.settings import toml_value
from analyzer.studies.request import rules_difference, set_table
from analyzer.studies.tuning.search import Values, usual_population
from analyzer.studies.tuning.space import Weight, find_weights

DEALS = 1_000
GENERATIONS = 50
VERDICT_DEALS = 20_000


@dataclass(frozen=True)
class Place:
    """A table at which candidates play: one seat is theirs, the field has the others.

    Attributes:
        field: Who plays the other seats.
        setup: Rules, and the field in all seats.
    """

    field: PolicySpec
    setup: Setup

    @property
    def players(self) -> int:
        """Number of seats."""
        return self.setup.players

    def seated(self, spec: PolicySpec, seat: int) -> Setup:
        """The table with a policy in one seat."""
        policies = list(self.setup.policies)
        policies[seat] = spec
        return replace(self.setup, policies=tuple(policies))


@dataclass(frozen=True)
class Plan:
    """A tuning to be done.

    Attributes:
        game: The game.
        rules: The rules.
        policy: The policy.
        start: The policy's spec where the search begins.
        weights: What is tuned.
        places: Every number of players with every field.
        step: Standard deviation of each weight among the first candidates, or None where its bounds decide.
        seed: The run's seed.
        deals: Deals that each candidate plays at every place, each seat in turn.
        generations: Generations of the search.
        population: Candidates of a generation.
        verdict_deals: Deals on which start and result are compared at the end, at every place, each seat in turn.
    """

    game: Game
    rules: Rules
    policy: Policy
    start: PolicySpec
    weights: tuple[Weight, ...]
    places: tuple[Place, ...]
    step: float | None
    seed: int
    deals: int
    generations: int
    population: int
    verdict_deals: int

    @property
    def players(self) -> list[int]:
        """The numbers of players, each once."""
        return list(dict.fromkeys(place.players for place in self.places))

    @property
    def fields(self) -> list[str]:
        """The fields, each once."""
        return list(dict.fromkeys(place.field.canonical for place in self.places))

    @cached_property
    def common(self) -> int:
        """A number that all numbers of players divide, so that averages over seats are whole numbers."""
        return lcm(*self.players)

    def factor(self, place: Place) -> int:
        """What a share of a win at a place counts in a score: every place the same, however many seats it has."""
        return self.common // place.players

    def unit(self, places: int) -> int:
        """The score of a deal in which the policy wins every game, when scores of some places are added up."""
        return SHARES * self.common * places

    @property
    def seats(self) -> int:
        """Seats of all places: the games that a candidate plays a deal."""
        return sum(place.players for place in self.places)

    @property
    def generation_games(self) -> int:
        """Games of one generation."""
        return self.population * self.seats * self.deals

    @property
    def verdict_games(self) -> int:
        """Games of the verdict."""
        return 2 * self.seats * self.verdict_deals

    @property
    def settings(self) -> list[str]:
        """What `--set` must say to get these rules from the standard ones."""
        settings = rules_difference(self.game, self.rules)
        standard = load("standard", self.game.rules)
        if with_settings(standard, settings, self.game.rules).name != self.rules.name:
            settings.append(f"name={toml_value(self.rules.name)}")
        return settings

    def spec(self, values: Values) -> PolicySpec:
        """The policy with other weights."""
        names = (parameter.name for parameter in self.policy.parameters)
        start = dict(zip(names, self.start.values, strict=True))
        tuned = zip((weight.name for weight in self.weights), values, strict=True)
        return self.policy.spec({**start, **dict(tuned)})

    def as_request(self) -> dict[str, Any]:
        """What `make_plan` takes to make the same plan again, as JSON."""
        return {
            "game": self.game.name,
            "policy": self.start.canonical,
            "weights": [weight.name for weight in self.weights],
            "fields": self.fields,
            "players": self.players,
            "settings": self.settings,
            "step": self.step,
            "seed": self.seed,
            "deals": self.deals,
            "generations": self.generations,
            "population": self.population,
            "verdict_deals": self.verdict_deals,
        }


def make_plan(
    game: str,
    *,
    policy: str | None = None,
    weights: Sequence[str] = (),
    fields: Sequence[str] = (),
    players: Sequence[int] = (),
    rules: str = "standard",
    settings: Sequence[str] = (),
    step: float | None = None,
    seed: int = 1,
    deals: int = DEALS,
    generations: int = GENERATIONS,
    population: int | None = None,
    verdict_deals: int = VERDICT_DEALS,
) -> Plan:
    """Finds and checks everything that a tuning needs.

    Args:
        game: The game's name.
        policy: The policy's spec where the search begins; None for the game's ordinary player.
        weights: Names of numeric parameters; none for all that the policy has.
        fields: Specs of opponents: every candidate plays against each of them in all other seats; none for the game's
            ordinary player.
        players: Numbers of players; none for the game's usual one.
        rules: Name of built-in rules, or a TOML file.
        settings: Changes to the rules, "KEY=VALUE".
        step: Standard deviation of each weight among the first candidates, above 0; None for one that suits its bounds.
        seed: 0 to 2**63 - 1.
        deals: Deals per candidate and place, at least 1.
        generations: Generations, at least 1.
        population: Candidates a generation, at least 4; None for a number that suits the number of weights.
        verdict_deals: Deals of the verdict per place, at least 2.

    Returns:
        The plan.

    Raises:
        UserError: Something of that is unknown or does not fit together.
    """
    base = set_table(game, players=players[0] if players else None, rules=rules, settings=settings)
    found, effective = base.game, base.setup.rules
    start = parse(policy or found.default_policy, found.policies, found.title)
    declared = found.policies[start.name]
    tuned = find_weights(weights, declared, start, step)
    counts = players or [base.setup.players]
    opponents = [parse(field, found.policies, found.title) for field in fields or [found.default_policy]]
    _refuse_twice("--players", [str(count) for count in counts])
    _refuse_twice("--field", [field.canonical for field in opponents])
    places = []
    for count in counts:
        found.check(effective, count)
        places += [Place(field, Setup(found.name, effective, (field,) * count)) for field in opponents]
    return Plan(
        found,
        effective,
        declared,
        start,
        tuned,
        tuple(places),
        step,
        seed,
        deals,
        generations,
        usual_population(len(tuned)) if population is None else population,
        verdict_deals,
    )


def _refuse_twice(option: str, given: Sequence[str]) -> None:
    for place, each in enumerate(given):
        if each in given[:place]:
            raise UserError(f"{option}: {each} is given twice.")
