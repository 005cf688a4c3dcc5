"""What designers ask, as functions: what changes of the rules do, which decks meet targets, and what open points do."""

from collections.abc import Callable, Sequence
from pathlib import Path

from analyzer.api import arguments, results
from analyzer.api.arguments import Settings
from analyzer.api.limits import MOST_COPIES, MOST_DEALS, MOST_DECKS
from analyzer.api.progress import Report
from analyzer.studies.balance import hunt as hunting
from analyzer.studies.balance import plan as planning
from analyzer.studies.balance.run import play
from analyzer.studies.balance.search import search
from analyzer.studies.balance.variants import Wish
from analyzer.studies.request import set_table
from analyzer.studies.sensitivity import plan as inquiring
from analyzer.studies.sensitivity import run as asking
from analyzer.studies.sensitivity.question import set_question


def balance(
    game: str,
    *,
    cards: str | Sequence[str] = (),
    up_to: int = 4,
    grow: bool = False,
    vary: str | Sequence[str] = (),
    against: str | Path | Sequence[str] = (),
    players: int | None = None,
    games: int = planning.GAMES,
    until: float = planning.UNTIL,
    close_deals: int = planning.CLOSE_DEALS,
    skill_deals: int = planning.SKILL_DEALS,
    luck: bool = True,
    value_deals: int | None = None,
    seed: int = 1,
    policies: str | Sequence[str] = (),
    rules: str = "standard",
    settings: Settings = (),
    threads: int | None = None,
    on_progress: Report | None = None,
    on_compile: Callable[[], None] | None = None,
) -> results.Balance:
    """What do changes of the rules do? Who wins, how long it lasts, how much skill and luck there is, and what changed.

    Args:
        game: The game's name.
        cards: Names of the cards whose copies are varied; with none, and nothing else to vary, all that are special.
        up_to: Most copies of a card.
        grow: Whether the deck's size changes with the copies; else others make room for them.
        vary: What else is varied, one text or several: "KEY=0..4" or "KEY=VALUE|VALUE", where KEY is deck.CARD or
            options.OPTION; "KEY" alone for a rule that is true or false; with commas between them what changes
            together.
        against: Names of built-in rules, or rules files, that the present rules are held against.
        players: Seats; None for the game's usual number.
        games: Games of each variant at most.
        until: A variant has been played enough when its difference in the first seat's win rate is known so well to
            either side (0.002 for 0.2 points).
        close_deals: Deals of each variant that are watched closely, and played a second time for luck.
        skill_deals: Deals of each variant in which a strong and a weak player sit in for another, in every seat; 0 to
            leave skill out.
        luck: Whether deals are played a second time.
        value_deals: Deals in which a card is exchanged for one of every kind, to say what cards are worth, for each
            place where a player's first cards lie; 0 to leave that out, None for as many as usual if the game deals
            cards that can be valued.
        seed: 0 to 2**63 - 1.
        policies: As for `simulate`.
        rules: Name of built-in rules, or a TOML file.
        settings: Changes to the rules that all variants begin with: "KEY=VALUE", or {KEY: VALUE}.
        threads: Threads to play on; None for all cores.
        on_progress: Called with the games played so far, and all to be expected.
        on_compile: Called if the game has to be compiled first.

    Returns:
        The result.

    Raises:
        UserError: Something that was asked for is unknown or does not fit together, or no variant can be played.
        KeyboardInterrupt: Interrupted before the first game was finished; later it gives a partial result.
    """
    base = set_table(**arguments.table(game, players, policies, rules, settings))
    wish = Wish(
        arguments.texts("cards", cards),
        arguments.whole("up_to", up_to, 1, MOST_COPIES),
        bool(grow),
        arguments.texts("vary", vary),
        arguments.texts("against", str(against) if isinstance(against, Path) else against),
    )
    width = arguments.part("until", until)
    plan = planning.Plan(
        arguments.games(games),
        arguments.whole("seed", seed, 0),
        planning.UNTIL if width is None else width,
        arguments.whole("close_deals", close_deals, 1, MOST_DEALS),
        arguments.whole("skill_deals", skill_deals, 0, MOST_DEALS),
        bool(luck),
        arguments.whole_or_none("value_deals", value_deals, 0, MOST_DEALS),
    )
    found = play(
        planning.Design.of(base, wish, plan),
        threads=arguments.threads(threads),
        on_progress=on_progress,
        on_compile=on_compile,
    )
    return results.Balance.of(found)


def find_decks(
    game: str,
    targets: str | Sequence[str],
    vary: str | Sequence[str] = (),
    *,
    cards: str | Sequence[str] = (),
    up_to: int = 4,
    players: int | None = None,
    games: int = hunting.GAMES_OF_A_DECK,
    decks: int = hunting.DECKS,
    seed: int = 1,
    policies: str | Sequence[str] = (),
    rules: str = "standard",
    settings: Settings = (),
    threads: int | None = None,
    on_progress: Report | None = None,
    on_compile: Callable[[], None] | None = None,
) -> results.DeckSearch:
    """Which decks meet what is aimed at? Tries combinations of rules, and tells the nearest to the present one first.

    Args:
        game: The game's name.
        targets: What is aimed at, one text or several: "length.mean=55..65", "first_seat=±0.5%", "unfinished<=1%";
            the names are those of the measures of `balance`.
        vary: The rules that are varied, and their values, as for `balance`: all combinations are tried.
        cards: The cards whose copies are varied besides, others making room for them as for `balance`; here none stand
            for none.
        up_to: Most copies of such a card.
        players: Seats; None for the game's usual number.
        games: Games of each deck at most; a deck of which it is certain whether it meets all targets plays no more.
        decks: Decks that are tried at most; of more combinations half are the nearest, and the others are drawn.
        seed: 0 to 2**63 - 1.
        policies: As for `simulate`.
        rules: Name of built-in rules, or a TOML file.
        settings: Changes to the rules that all decks begin with: "KEY=VALUE", or {KEY: VALUE}.
        threads: Threads to play on; None for all cores.
        on_progress: Called with the games played so far, and all to be expected.
        on_compile: Called if the game has to be compiled first.

    Returns:
        The result.

    Raises:
        UserError: Something that was asked for is unknown or does not fit together, or no combination can be played.
        KeyboardInterrupt: Interrupted before the first game was finished; later it gives a partial result.
    """
    made = hunting.make_hunt(
        set_table(**arguments.table(game, players, policies, rules, settings)),
        targets=arguments.texts("targets", targets),
        vary=arguments.texts("vary", vary),
        cards=arguments.texts("cards", cards),
        up_to=arguments.whole("up_to", up_to, 1, MOST_COPIES),
        games=arguments.games(games),
        decks=arguments.whole("decks", decks, 1, MOST_DECKS),
        seed=arguments.whole("seed", seed, 0),
    )
    found = search(
        made,
        threads=arguments.threads(threads),
        on_progress=on_progress,
        on_compile=on_compile,
    )
    return results.DeckSearch.of(found)


def sensitivity(
    game: str,
    *,
    question: str | None = None,
    follow: str | None = None,
    ignore: str | None = None,
    field: str | None = None,
    players: int | None = None,
    deals: int | None = None,
    decks: int = inquiring.DECKS,
    seed: int = 1,
    policies: str | Sequence[str] = (),
    rules: str = "standard",
    settings: Settings = (),
    threads: int | None = None,
    on_progress: Report | None = None,
    on_compile: Callable[[], None] | None = None,
) -> results.Sensitivity:
    """Does an answer depend on what the source leaves open: on its open points, and on which deck was meant?

    Args:
        game: The game's name.
        question: What is asked under all rules: "tip:NAME" (what a tip of the game wins), "tip" (its first one),
            "first-seat" (the first seat's advantage) or "length" (the mean length); None for the first tip, or the
            first seat's advantage in a game without tips.
        follow: Instead of a question: a policy that follows a tip of your own.
        ignore: The policy that ignores it.
        field: What all other seats play where a tip is asked about; None for the game's ordinary player.
        players: Seats; None for the game's usual number.
        deals: Deals of each set of rules, for a tip each played in every seat; None for as many as suit the question.
        decks: Plausible decks to try: four times a power of two, or 0 for none.
        seed: 0 to 2**63 - 1.
        policies: What the seats play where no tip is asked about, as for `simulate`.
        rules: Name of built-in rules, or a TOML file.
        settings: Changes to the rules that all others begin with: "KEY=VALUE", or {KEY: VALUE}.
        threads: Threads to play on; None for all cores.
        on_progress: Called with the games played so far, and all to be expected.
        on_compile: Called if the game has to be compiled first.

    Returns:
        The result.

    Raises:
        UserError: Something that was asked for is unknown or does not fit together, or the game leaves nothing open.
        KeyboardInterrupt: Interrupted before the first deal was finished; later it gives a partial result.
    """
    base, asked = set_question(
        **arguments.table(game, players, policies, rules, settings),
        question=arguments.text_or_none("question", question),
        follow=arguments.text_or_none("follow", follow),
        ignore=arguments.text_or_none("ignore", ignore),
        field=arguments.text_or_none("field", field),
    )
    inquiry = inquiring.set_inquiry(
        base,
        asked,
        deals=arguments.whole_or_none("deals", deals, 1, MOST_DEALS),
        decks=arguments.whole("decks", decks, 0, MOST_DECKS),
        seed=arguments.whole("seed", seed, 0),
    )
    found = asking.play(
        inquiry,
        threads=arguments.threads(threads),
        on_progress=on_progress,
        on_compile=on_compile,
    )
    return results.Sensitivity.of(found)
