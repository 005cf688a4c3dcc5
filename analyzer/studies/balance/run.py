"""Plays a study of balance: plain games until it is known what the first seat wins, closer looks, skill, cards."""

from collections.abc import Callable, Mapping
from math import sqrt

from analyzer.games.protocol import Integers
from analyzer.runs import playing
from analyzer.runs.warm_up import warm_up
from analyzer.studies.balance.measures import Measured
from analyzer.studies.balance.plan import FIRST_REPLAYS, OF_FIRST, Design
from analyzer.studies.balance.play import (
    CLOSE,
    CONTESTS,
    GAMES,
    REPLAYS,
    GamesPlayer,
    Player,
    replay_layout,
    skill_games,
    skill_player,
)
from analyzer.studies.balance.reckon import always_alike, difference_of
from analyzer.studies.balance.result import Balance
from analyzer.studies.balance.stages import Clock, Report, Stages
from analyzer.studies.balance.tally import Layout, Part
from analyzer.studies.cardvalues import run as valuing
from analyzer.studies.request import check_numbers

_LEAST_ERRORS = 3.0
"""No sequence that is looked at is narrower than so many standard errors to either side."""


def play(
    design: Design,
    *,
    threads: int | None = None,
    on_progress: Report | None = None,
    on_compile: Callable[[], None] | None = None,
) -> Balance:
    """Plays what a design asks for.

    Every variant plays the deals of the base, from the first on, until its difference in the first seat's win rate is
    as narrow as is asked. Figures are looked at only after numbers of games that the plan fixes, so what is found
    depends on nothing but what was asked.

    Args:
        design: The variants, and how long.
        threads: Threads to play on; None for all cores.
        on_progress: Called with the games played so far, and all to expect.
        on_compile: Called if kernels have to be compiled first.

    Returns:
        What the games show; of an interrupted run what was played until then.

    Raises:
        UserError: A policy of the user's own failed, or a number makes no sense.
        KeyboardInterrupt: Interrupted before the first game was finished.
    """
    check_numbers(games=design.plan.games, seed=design.plan.seed, threads=threads)
    setups = {place: variant.setup for place, variant in enumerate(design.variants.played)}
    clock = Clock(_expected(design), on_progress)
    stages = Stages(design.base.setup, setups, threads or playing.available_threads(), clock, {})
    _warm_up(design, on_compile)
    try:
        for stage in (_play_plain, _watch_closely, _contest, _value_cards):
            if not stages.interrupted:
                stage(design, stages)
    except KeyboardInterrupt:  # Between two looks: what is added up so far are unbroken runs of deals.
        stages.interrupted = True
    if GAMES not in stages.parts:
        raise KeyboardInterrupt
    return Balance(
        design,
        stages.threads,
        clock.games,
        clock.seconds,
        stages.parts,
        partial=stages.interrupted,
        cards=stages.cards if stages.cards is not None and stages.cards.exchanged else None,
    )


def _play_plain(design: Design, stages: Stages) -> None:
    """Plays until the first seat's share is known."""
    plan = design.plan
    layout = Layout.of_measures(design.plain)
    (first,) = (measure for measure in design.plain if measure.key == OF_FIRST[0])

    def settled(place: int, parts: Mapping[str, Part]) -> bool:
        return _is_narrow(design, first, parts[GAMES], place)

    stages.clock.next_stage()
    layouts = {GAMES: layout}
    stages.play(GamesPlayer(design.base.game, plan.seed, layouts), layouts, plan.looks, settled=settled)


def _watch_closely(design: Design, stages: Stages) -> None:
    """Watches deals closely, and replays them as long as that can show anything."""
    plan, game = design.plan, design.base.game
    layouts = {CLOSE: Layout.of_measures(design.close)}
    stages.clock.next_stage()
    begun = 0
    if plan.luck:
        begun = min(FIRST_REPLAYS, plan.close_deals)
        twice = {**layouts, REPLAYS: replay_layout(design.players)}
        player = GamesPlayer(game, plan.seed, twice)
        stages.play(player, twice, [begun], games_per_deal=2)
        if stages.interrupted or begun == plan.close_deals:
            return
        if not always_alike(stages.parts[REPLAYS]):
            stages.play(player, twice, [plan.close_deals], games_per_deal=2, start=begun)
            return
    if design.close:
        stages.play(GamesPlayer(game, plan.seed, layouts), layouts, [plan.close_deals], start=begun)


def _contest(design: Design, stages: Stages) -> None:
    """Lets strong and weak players sit in for others."""
    stages.clock.next_stage()
    if design.plan.skill_deals:
        layout = Layout.of_measures([design.skill])
        player, games = skill_player(design, layout), skill_games(design)
        stages.play(player, {CONTESTS: layout}, [design.plan.skill_deals], games_per_deal=games)


def _value_cards(design: Design, stages: Stages) -> None:
    """Exchanges cards, and watches who has which."""
    stages.clock.next_stage()
    if design.card_question is not None:
        stages.value_cards(design.card_question)


def _is_narrow(design: Design, first: Measured, part: Part, place: int) -> bool:
    """Whether the difference of the first seat's share is known as well as is asked."""
    pair, until = part.pairs[place], design.plan.until
    top = part.layout.columns.index(first.top)
    squares = sum(
        int(side.products[part.layout.own.index((top, top))]) for side in (pair.own, pair.base)
    ) - 2 * int(pair.across[part.layout.across.index((top, top))])
    difference = int(pair.own.sums[top] - pair.base.sums[top])
    count = pair.own.games
    error = sqrt(max(count * squares - difference**2, 0)) / count / sqrt(count) / first.unit
    if _LEAST_ERRORS * error > until:
        return False  # Which is known much sooner than the interval.
    found = difference_of(first, part.layout, pair, design.plan.precision, design.level(first))
    return found is not None and found.high - found.low <= 2 * until


def _expected(design: Design) -> list[int]:
    """Games to expect of each stage."""
    plan, setups = design.plan, 1 + len(design.variants.played)
    return [
        setups * plan.first_looks,
        setups * plan.close_deals * (1 + plan.luck),
        setups * plan.skill_deals * skill_games(design),
        design.card_question.games if design.card_question else 0,
    ]


def _warm_up(design: Design, on_compile: Callable[[], None] | None) -> None:
    plan = design.plan
    plain = {GAMES: Layout.of_measures(design.plain)}
    closely = {CLOSE: Layout.of_measures(design.close)}
    players: list[Player] = [
        GamesPlayer(design.base.game, plan.seed, layouts) for layouts in (plain, closely)
    ]
    if plan.skill_deals:
        players.append(skill_player(design, Layout.of_measures([design.skill])))

    def play_each(first: int, count: int, stop: Integers) -> None:
        for player in players:
            player(design.base.setup, first, count, stop)
        if design.card_question is not None:
            valuing.play_exchanged(design.card_question, 0, first, count, stop)
            valuing.play_watched(design.card_question, first, count, stop)

    warm_up(play_each, on_compile)
