"""`analyzer tune`."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from analyzer.api.limits import MOST_CANDIDATES, MOST_DEALS, MOST_GENERATIONS
from analyzer.cli import options
from analyzer.cli.numbers import read_count, read_whole
from analyzer.errors import UserError

if TYPE_CHECKING:
    from analyzer.studies.tuning.plan import Plan
    from analyzer.studies.tuning.state import State

_FEWEST_CANDIDATES = 4
_SMALLEST_STEP, _LARGEST_STEP = 1e-9, 1e9
_BEGUN_WITH = (
    "policy", "weights", "field", "players", "step", "deals", "population", "verdict_deals", "seed", "rules",
    "settings", "out",
)  # fmt: skip
"""What a search that is resumed was begun with, and keeps."""


def command(
    context: typer.Context,
    game: options.Game,
    policy: Annotated[
        str | None,
        typer.Option(
            "--policy",
            metavar="SPEC",
            help="What is tuned: NAME or NAME:KEY=VALUE,KEY=VALUE; the search begins with these values.",
            show_default="the game's ordinary player",
        ),
    ] = None,
    weights: Annotated[
        list[str] | None,
        typer.Option(
            "--weights",
            metavar="NAME,NAME…",
            help="The policy's numeric parameters to tune.",
            show_default="all",
        ),
    ] = None,
    field: Annotated[
        list[str] | None,
        typer.Option(
            "--field",
            metavar="SPEC",
            help="Who plays the other seats; given several times, each plays them in turn and counts the same.",
            show_default="the game's ordinary player",
        ),
    ] = None,
    players: Annotated[
        list[str] | None,
        typer.Option(
            "--players",
            metavar="N,N…",
            help="Seats: one number or several, each counts the same.",
            show_default="the game's usual",
        ),
    ] = None,
    step: Annotated[
        str | None,
        typer.Option(
            "--step",
            metavar="X",
            help="How far the first candidates' weights spread around the start: their standard deviation.",
            show_default="a quarter of the bounds",
        ),
    ] = None,
    deals: Annotated[
        str,
        typer.Option(
            "--deals",
            metavar="N",
            help="Deals that a candidate plays in each seat, with each number of players, against each field.",
        ),
    ] = "1000",
    generations: Annotated[
        str, typer.Option("--generations", metavar="N", help="Generations of the search.")
    ] = "50",
    population: Annotated[
        str | None,
        typer.Option(
            "--population",
            metavar="N",
            help="Candidates a generation.",
            show_default="4 + 3 log(weights), at least 8",
        ),
    ] = None,
    verdict_deals: Annotated[
        str,
        typer.Option(
            "--verdict-deals", metavar="N", help="Deals of the verdict, on which nothing was trained."
        ),
    ] = "20000",
    seed: options.Seed = "1",
    rules: options.Rules = "standard",
    settings: options.Settings = None,
    threads: options.Threads = None,
    json: options.Json = False,
    out: options.Out = None,
    resume: Annotated[
        str | None,
        typer.Option(
            "--resume",
            metavar="DIR",
            help="Go on with the search in this folder; what it was begun with needs not be given again.",
            show_default=False,
        ),
    ] = None,
    no_progress: options.NoProgress = False,
) -> None:
    """Find the weights with which a policy wins most (CMA-ES), and test them on deals that the search never saw."""
    used = options.threads(threads)
    wanted = read_count("--generations", generations, MOST_GENERATIONS)
    if resume is not None:
        given = [name for name in _BEGUN_WITH if _is_given(context, name)]
        _refuse_what_is_kept(given)
        file = _file_of(resume)
        from analyzer.studies import tune as study

        plan, earlier = study.resume(file, wanted if _is_given(context, "generations") else None)
        if plan.game.name != game:
            raise UserError(f"--resume: the search in {file} is one of {plan.game.name}, not of {game}.")
        _play(plan, used, json, str(file.parent), no_progress, earlier)
        return
    counts = [read_whole("--players", each, 1, 99) for each in options.listed("--players", players)]
    tuned = options.listed("--weights", weights)
    number, training = options.seed(seed), read_count("--deals", deals, MOST_DEALS)
    candidates = (
        None
        if population is None
        else read_whole("--population", population, _FEWEST_CANDIDATES, MOST_CANDIDATES)
    )
    verdict = max(2, read_count("--verdict-deals", verdict_deals, MOST_DEALS))
    from analyzer.studies.tuning.plan import make_plan

    plan = make_plan(
        game,
        policy=policy,
        weights=tuned,
        fields=field or (),
        players=counts,
        rules=rules,
        settings=settings or (),
        step=_step(step),
        seed=number,
        deals=training,
        generations=wanted,
        population=candidates,
        verdict_deals=verdict,
    )
    _play(plan, used, json, out, no_progress, None)


def _play(
    plan: "Plan",
    threads: int | None,
    json: bool,
    out: str | None,
    no_progress: bool,
    earlier: "State | None",
) -> None:
    from analyzer.cli import output, watching
    from analyzer.studies.tune import tune
    from analyzer.studies.tuning import state

    with output.report_folder(plan.game.name, "tune", out, json) as folder:
        file = folder.path / state.NAME if folder else None
        if file is not None and earlier is None:
            _refuse_to_overwrite(file, plan)
        total = plan.generations * plan.generation_games + plan.verdict_games
        try:
            with watching.progress(no_progress) as on_progress:
                result = tune(
                    plan,
                    threads=threads,
                    file=file,
                    earlier=earlier,
                    on_progress=None if on_progress is None else lambda done: on_progress(done, total),
                    on_compile=watching.announce_compiling,
                )
            output.show(result.content(), folder, json)
            interrupted = result.partial
        except KeyboardInterrupt:
            interrupted = True
        if interrupted:
            watching.say(_how_to_go_on(plan, file))
    raise typer.Exit(output.exit_status(interrupted))


def _step(text: str | None) -> float | None:
    if text is None:
        return None
    try:
        step = float(text)
    except ValueError:
        step = 0.0
    if not _SMALLEST_STEP <= step <= _LARGEST_STEP:
        raise UserError(f"--step {text}: this must be a number above 0, for example 0.5.")
    return step


def _how_to_go_on(plan: "Plan", file: Path | None) -> str:
    import shlex

    if file is None:
        return "interrupted; nothing was kept, as --json keeps a search only with --out."
    if not file.exists():
        return "interrupted before the first generation was finished."
    go_on = shlex.join(["analyzer", "tune", plan.game.name, "--resume", str(file.parent)])
    return f"interrupted; the finished generations are kept. Go on with: {go_on}"


def _refuse_to_overwrite(file: Path, plan: "Plan") -> None:
    from analyzer.studies.tuning import state

    if file.exists() and not state.load(file).done:
        raise UserError(
            f"{file} is a search that is not finished. Go on with it: analyzer tune {plan.game.name} --resume "
            f"{file.parent}; or name another folder, or remove the file."
        )


def _file_of(resume: str) -> Path:
    from analyzer.studies.tuning import state

    if not resume:
        raise UserError("--resume: the name of the folder is missing.")
    path = Path(resume)
    return path / state.NAME if path.is_dir() else path


def _is_given(context: typer.Context, name: str) -> bool:
    source = context.get_parameter_source(name)
    return source is not None and source.name == "COMMANDLINE"


def _refuse_what_is_kept(given: Sequence[str]) -> None:
    if given:
        names = {"settings": "set"}
        shown = ", ".join(f"--{names.get(name, name).replace('_', '-')}" for name in given)
        raise UserError(f"--resume goes on with what was asked for then: leave out {shown}.")
