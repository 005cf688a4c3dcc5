"""`analyzer balance`."""

from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any

import typer

from analyzer.api.limits import MOST_COPIES, MOST_DEALS, MOST_DECKS
from analyzer.cli import options
from analyzer.cli.numbers import read_count, read_part, read_whole
from analyzer.errors import UserError

if TYPE_CHECKING:
    from analyzer.api.results import Balance, DeckSearch

_WIDEST = Fraction(1, 2)


def command(
    game: options.Game,
    card: Annotated[
        list[str] | None,
        typer.Option(
            "--card",
            metavar="NAME",
            help="A card whose copies are varied; may be given several times.",
            show_default="all special cards, if nothing else is asked for",
        ),
    ] = None,
    up_to: Annotated[
        str | None,
        typer.Option("--up-to", metavar="N", help="Most copies of a card.", show_default="4"),
    ] = None,
    grow: Annotated[
        bool,
        typer.Option(
            "--grow",
            help="Let the deck grow and shrink with the copies, and no other card make room for them.",
        ),
    ] = False,
    vary: Annotated[
        list[str] | None,
        typer.Option(
            "--vary",
            metavar="KEY=VALUES",
            help="A rule that is varied, deck.CARD or options.OPTION: KEY=0..4, KEY=VALUE|VALUE, or KEY alone if it is "
            "true or false; with commas between them what changes together. May be given several times.",
            show_default=False,
        ),
    ] = None,
    against: Annotated[
        list[str] | None,
        typer.Option(
            "--against",
            metavar="NAME-or-FILE",
            help="Other rules that are held against the present ones.",
            show_default=False,
        ),
    ] = None,
    target: Annotated[
        list[str] | None,
        typer.Option(
            "--target",
            metavar="MEASURE=LOW..HIGH",
            help="Instead: search the decks of --vary and --card for those that meet this, such as length.mean=55..65, "
            "first_seat=±0.5% (or +-0.5%) or unfinished<=1%. May be given several times.",
            show_default=False,
        ),
    ] = None,
    decks: Annotated[
        str | None,
        typer.Option("--decks", metavar="N", help="With --target: decks to try at most.", show_default="200"),
    ] = None,
    players: options.Players = None,
    games: Annotated[
        str | None,
        typer.Option(
            "--games",
            metavar="N",
            help="Games of each variant at most, or with --target of each deck.",
            show_default="5M, 500k with --target",
        ),
    ] = None,
    until: Annotated[
        str | None,
        typer.Option(
            "--until",
            metavar="WIDTH",
            help="A variant has been played enough when its difference in the first seat's win rate is known to "
            "±WIDTH.",
            show_default="0.2%",
        ),
    ] = None,
    close_deals: Annotated[
        str | None,
        typer.Option(
            "--close-deals",
            metavar="N",
            help="Deals of each variant that are watched closely, and replayed for luck.",
            show_default="100k",
        ),
    ] = None,
    skill_deals: Annotated[
        str | None,
        typer.Option(
            "--skill-deals",
            metavar="N",
            help="Deals of each variant in which strong and weak players sit in for another.",
            show_default="20k",
        ),
    ] = None,
    no_skill: Annotated[bool, typer.Option("--no-skill", help="Leave skill out.")] = False,
    no_luck: Annotated[bool, typer.Option("--no-luck", help="Leave luck out.")] = False,
    value_deals: Annotated[
        str | None,
        typer.Option(
            "--value-deals",
            metavar="N",
            help="Deals in which a card is exchanged for one of every kind, to say what cards are worth.",
            show_default="150k, for each place where first cards lie",
        ),
    ] = None,
    no_values: Annotated[bool, typer.Option("--no-values", help="Leave out what cards are worth.")] = False,
    seed: options.Seed = "1",
    policy: options.Policies = None,
    rules: options.Rules = "standard",
    settings: options.Settings = None,
    threads: options.Threads = None,
    json: options.Json = False,
    out: options.Out = None,
    no_progress: options.NoProgress = False,
) -> None:
    """Balance a deck: what changes of the rules do to fairness, length, skill and luck, or which decks meet targets."""
    from analyzer.cli import output, watching

    only_variants = {
        "--grow": grow,
        "--against": against,
        "--until": until,
        "--close-deals": close_deals,
        "--skill-deals": skill_deals,
        "--no-skill": no_skill,
        "--no-luck": no_luck,
        "--value-deals": value_deals,
        "--no-values": no_values,
    }
    asked: dict[str, Any] = {
        "cards": card or (),
        "vary": vary or (),
        "policies": policy or (),
        **({} if up_to is None else {"up_to": read_whole("--up-to", up_to, 1, MOST_COPIES)}),
        **({} if games is None else {"games": options.games(games)}),
        **options.common(players, seed, rules, settings, threads),
    }
    if target:
        _refuse(only_variants, "does not go with --target")
        if not card:
            _refuse({"--up-to": up_to}, "needs a --card with --target")
        asked |= {"targets": target}
        if decks is not None:
            asked["decks"] = read_whole("--decks", decks, 1, MOST_DECKS)
    else:
        _refuse({"--decks": decks}, "needs a --target")
        if (vary or against) and not card:
            _refuse({"--up-to": up_to, "--grow": grow}, "needs a --card where something else is varied")
        asked |= {"grow": grow, "against": against or (), "luck": not no_luck}
        asked |= _precision(until, close_deals)
        asked |= _deals_or_none("--skill-deals", skill_deals, "--no-skill", no_skill)
        asked |= _deals_or_none("--value-deals", value_deals, "--no-values", no_values)
    with output.report_folder(game, "balance", out, json) as folder:
        watching.announce_slow(game, asked["policies"])
        with watching.progress(no_progress) as on_progress:
            asked |= {"on_progress": on_progress, "on_compile": watching.announce_compiling}
            result = _played(game, asked)
        output.show(result.content(), folder, json)
    raise typer.Exit(output.exit_status(result.partial))


def _played(game: str, asked: dict[str, Any]) -> "Balance | DeckSearch":
    from analyzer.api.designing import balance, find_decks

    return find_decks(game, **asked) if "targets" in asked else balance(game, **asked)


def _precision(until: str | None, close_deals: str | None) -> dict[str, Any]:
    """How much is played, by the names in Python; what is not said is left to the defaults."""
    read = {
        "until": None if until is None else read_part("--until", until, _WIDEST),
        "close_deals": None if close_deals is None else read_count("--close-deals", close_deals, MOST_DEALS),
    }
    return {name: value for name, value in read.items() if value is not None}


def _deals_or_none(option: str, deals: str | None, without: str, left_out: bool) -> dict[str, int]:
    """In how many deals something is played that may be left out, by its name in Python."""
    if left_out and deals is not None:
        raise UserError(f"{without} and {option}: only one of them can be given.")
    name = option.removeprefix("--").replace("-", "_")
    if left_out:
        return {name: 0}
    return {} if deals is None else {name: read_count(option, deals, MOST_DEALS)}


def _refuse(given: dict[str, Any], reason: str) -> None:
    """Refuses options that would change nothing."""
    for name, value in given.items():
        if value not in (None, False, []):
            raise UserError(f"{name} {reason}.")
