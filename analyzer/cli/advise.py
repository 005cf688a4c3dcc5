"""`analyzer advise`."""

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any

import typer

from analyzer.cli import options, position_options
from analyzer.cli.numbers import read_part, read_whole
from analyzer.errors import UserError
from analyzer.games import names

if TYPE_CHECKING:
    from analyzer.games.positions import Question

SETTINGS = {"allow_extra_args": True, "ignore_unknown_options": True, "help_option_names": []}
"""What the command is registered with: the options of a position are its own to read, and its help tells them."""

_WIDEST = Fraction(1, 2)
_HIGHEST_SEAT = 98


def complete_question(context: typer.Context, incomplete: str) -> list[str]:
    """The game's questions whose names begin so, for shells."""
    from analyzer.studies.decision import questions_of

    try:
        known = questions_of(context.params.get("game") or "")
    except UserError:
        return []
    return [name for name in known if name.startswith(incomplete)]


def command(
    context: typer.Context,
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="GAME",
            help=f"The game: {', '.join(names.GAMES)}. Alone, it lists the questions that can be asked.",
            autocompletion=options.complete_game,
            show_default=False,
        ),
    ] = None,
    question: Annotated[
        str | None,
        typer.Argument(
            metavar="QUESTION",
            help="The decision; what can be said of the position follows as options, which --help lists.",
            autocompletion=complete_question,
            show_default=False,
        ),
    ] = None,
    position: Annotated[
        str | None,
        typer.Option(
            "--position",
            metavar="FILE",
            help="A .toml or .json file that says what is known, by the names of the position's options without "
            "dashes; it may hold players and seat, too. Options hold instead of what it says.",
            show_default=False,
        ),
    ] = None,
    players: options.Players = None,
    seat: Annotated[
        str | None,
        typer.Option("--seat", metavar="N", help="The deciding player's seat.", show_default="the usual one"),
    ] = None,
    against: Annotated[
        str | None,
        typer.Option(
            "--against",
            metavar="SPEC",
            help="What all others play.",
            show_default="the game's ordinary player",
        ),
    ] = None,
    play: Annotated[
        str | None,
        typer.Option(
            "--play",
            metavar="SPEC",
            help="How the deciding player goes on afterwards.",
            show_default="the game's ordinary player",
        ),
    ] = None,
    games: Annotated[str, typer.Option("--games", metavar="N", help="Games to play at most.")] = "10M",
    within: Annotated[
        str,
        typer.Option(
            "--within",
            metavar="PART",
            help="By how much less the advised choice may win than the best one, for example 0.3% or 0.003.",
        ),
    ] = "0.3%",
    seed: options.Seed = "1",
    rules: options.Rules = "standard",
    settings: options.Settings = None,
    threads: options.Threads = None,
    json: options.Json = False,
    out: options.Out = None,
    no_progress: options.NoProgress = False,
    help_wanted: Annotated[
        bool,
        typer.Option("--help", "-h", help="Show this message, with what can be said of the position."),
    ] = False,
) -> None:
    """Tell what to do in a position: all that may be done is tried in the same worlds, and the best is told."""
    given = [word for word in (game, question) if word is not None]
    words, said = position_options.split([*given, *context.args])
    if help_wanted:
        _print_help(context, words[:2])
        return
    if not words:
        raise UserError(f"Missing argument GAME: one of {', '.join(names.GAMES)}.")
    from analyzer.studies.decision import question_of, questions_of

    if len(words) == 1:
        _list_questions(words[0], questions_of(words[0]), json, asked=bool(said) or _anything_asked(context))
        return
    if len(words) > 2:
        raise UserError(f'"{words[2]}": one word too many; put a value of several words in quotes.')
    game, question = words
    own = [name for each in context.command.params for name in each.opts if name.startswith("--")]
    asked: dict[str, Any] = {
        "seat": None if seat is None else read_whole("--seat", seat, 0, _HIGHEST_SEAT),
        "against": against,
        "play": play,
        "games": options.games(games),
        "within": read_part("--within", within, _WIDEST),
        **options.common(players, seed, rules, settings, threads),
        **position_options.read(said, question_of(game, question), own),
    }
    from analyzer.api.advising import advise
    from analyzer.cli import output, watching

    with output.report_folder(game, "advise", out, json) as folder:
        watching.announce_slow(game, (asked["play"], asked["against"]))
        with watching.progress(no_progress) as on_progress:
            result = advise(
                game,
                question,
                position,
                **asked,
                on_progress=on_progress,
                on_compile=watching.announce_compiling,
            )
        output.show(result.content(), folder, json)
    raise typer.Exit(output.exit_status(result.partial))


def _print_help(context: typer.Context, words: list[str]) -> None:
    """The command's help and, where a game is named, what can be said of its positions."""
    told = ""
    if words:
        from analyzer.studies.decision import question_of, questions_of

        questions = [question_of(*words)] if len(words) > 1 else questions_of(words[0]).values()
        told = "\n\n".join(position_options.told(words[0], each) for each in questions)
    typer.echo(context.get_help())
    if told:
        typer.echo(f"{told}\n")


def _anything_asked(context: typer.Context) -> bool:
    """Whether an option says anything of a position or of how advice is sought."""
    sources = {each.name: context.get_parameter_source(each.name or "") for each in context.command.params}
    given = {name for name, source in sources.items() if source is not None and source.name == "COMMANDLINE"}
    return bool(given - {"game", "json"})


def _list_questions(game: str, questions: "Mapping[str, Question]", as_json: bool, asked: bool) -> None:
    """What can be asked, where nothing else is wanted."""
    if asked:
        raise UserError(f"Missing argument QUESTION: one of {', '.join(questions)}.")
    if as_json:
        from analyzer.cli import output

        listed = [position_options.as_json(question) for question in questions.values()]
        output.print_json({"game": game, "questions": listed})
        return
    for question in questions.values():
        typer.echo(
            f"{question.name}: {question.summary}\n  Example: {position_options.example(game, question)}\n"
        )
    typer.echo(f"What can be said of a position: analyzer advise {game} QUESTION --help")
