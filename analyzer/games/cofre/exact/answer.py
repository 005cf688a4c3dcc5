"""What `analyzer exact cofre` is answered."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import TypeVar

from analyzer.errors import UserError, did_you_mean
from analyzer.games.cofre.cards import FEWEST_PLAYERS, TREASURE_NAME, card, card_name
from analyzer.games.cofre.exact.contest import Contests
from analyzer.games.cofre.exact.outcomes import Outcome, outcomes
from analyzer.games.cofre.exact.payoffs import Payoffs
from analyzer.games.cofre.exact.strategy import Card, cards_of, read
from analyzer.games.cofre.exact.whole import Players, whole_game
from analyzer.games.cofre.rules import check_table, types_of
from analyzer.games.protocol import ExactAnswer, ExactMeasure
from analyzer.games.rulesfile import Rules
from analyzer.games.settings import shown as as_shown

Key = TypeVar("Key")

MOST_PLAYERS = 4
"""Players with whom all outcomes of a round are enumerated."""

_ABOUT_ROUNDS = (
    "A round at the fresh deck: all cards but the face-up one are unseen, and nobody holds a hook card yet."
)
_ABOUT_STRATEGIES = (
    "A strategy tells how often each card is chosen, by the face-up card alone. Written as chances, what they leave to "
    '1 goes in equal parts to the types that are not named; "shown" is the type of the face-up card.'
)
_ABOUT_GAINS = (
    "What another choice could gain: the most that a seat's lead would grow by if it always made the best choice while "
    "the others played on as they do. The lead is counted in stars: own ones less the mean of the others'. If nobody "
    "could gain anything, the strategies are an equilibrium of the round."
)


def answer(rules: Rules, players: int, shown: str | None, strategies: Sequence[str]) -> ExactAnswer:
    """Works out a round and, where it can be done, the expected score of a whole game.

    Args:
        rules: The effective rules.
        players: Number of seats.
        shown: The face-up card, as in "gold-3"; None for any, as often as the deck has it.
        strategies: See `strategy.read`.

    Returns:
        The answer; all its figures are exact.

    Raises:
        UserError: There is no such card, a strategy is wrong, or so many players cannot play or be enumerated.
    """
    check_table(rules, players)
    if players > MOST_PLAYERS:
        raise UserError(
            f"Exact answers are worked out for {FEWEST_PLAYERS} to {MOST_PLAYERS} players, not for {players}."
        )
    deck = cards_of(rules)
    face_up = _face_up(deck, shown, types_of(rules))
    played = read(strategies, rules, players)
    contests = Contests(_numbers(rules, "speed", players), _numbers(rules, "slip", players))
    found = outcomes(deck, face_up, played, contests)
    stars, hooks = ([_expected(found, what, seat) for seat in range(players)] for what in (0, 1))
    gold = str(rules.options["gold_type"])
    table = Players(deck, types_of(rules).index(gold) if gold else None, played, contests)
    scores, missing = _scores(table, [own - drawn for own, drawn in zip(stars, hooks, strict=True)], shown)
    return ExactAnswer(
        about=f"a round with {shown} face up" if shown else "a first round, whatever lies face up",
        of="stars",
        strategies=tuple(each.name for each in played),
        outcomes=_by_stars(found),
        detailed=_detailed(found) if any(hooks) else (),
        expected=tuple(stars),
        measures=(
            ExactMeasure("hooks", "hook cards drawn", tuple(hooks)),
            *_gains(table, face_up),
        ),
        rounds=table.rounds,
        scores=scores,
        scores_missing=missing,
        how_to_read=(_ABOUT_ROUNDS, _ABOUT_STRATEGIES, _ABOUT_GAINS),
    )


def _face_up(deck: Mapping[Card, int], shown: str | None, types: Sequence[str]) -> dict[Card, Fraction]:
    """The chance of each card to lie face up."""
    if shown is None:
        total = sum(deck.values())
        return {each: Fraction(copies, total) for each, copies in deck.items()}
    names = {card_name(card(*each), tuple(types)): each for each in deck}
    if shown not in names:
        known = sorted(names, key=lambda name: names[name])
        raise UserError(
            f'The deck has no card "{as_shown(shown)}".{did_you_mean(shown, known)}\n'
            f"A card is a type and its stars, as in {known[0]} or {known[-1]}."
        )
    return {names[shown]: Fraction(1)}


def _numbers(rules: Rules, option: str, players: int) -> list[Fraction]:
    """An option per seat, as the decimal number that the rules give."""
    value = rules.options[option]
    return [Fraction(str(each)) for each in (value if isinstance(value, tuple) else (value,) * players)]


def _expected(found: Mapping[Outcome, Fraction], what: int, seat: int) -> Fraction:
    """The expected stars (0) or hook cards (1) of a seat."""
    return sum((chance * each[what][seat] for each, chance in found.items()), Fraction(0))


def _by_stars(found: Mapping[Outcome, Fraction]) -> tuple[tuple[tuple[int, ...], Fraction], ...]:
    """The outcomes by stars alone, the likeliest first."""
    chances: dict[tuple[int, ...], Fraction] = {}
    for (stars, _), chance in found.items():
        chances[stars] = chances.get(stars, Fraction(0)) + chance
    return tuple(_ordered(chances.items()))


def _detailed(
    found: Mapping[Outcome, Fraction],
) -> tuple[tuple[Mapping[str, tuple[int, ...]], Fraction], ...]:
    return tuple(
        ({"stars": stars, "hooks": hooks}, chance) for (stars, hooks), chance in _ordered(found.items())
    )


def _ordered(items: Iterable[tuple[Key, Fraction]]) -> list[tuple[Key, Fraction]]:
    """The likeliest first."""
    return sorted(items, key=lambda item: (-item[1], str(item[0])))


def _gains(table: Players, face_up: Mapping[Card, Fraction]) -> tuple[ExactMeasure, ...]:
    """How much each seat could gain by another choice; nothing where treasure cards are chosen."""
    if any(each.uses_treasure for each in table.strategies):
        return ()
    payoffs = Payoffs(table.deck, table.contests)
    gains = [Fraction(0)] * len(table.strategies)
    for each, chance in face_up.items():
        rows = [strategy.rows[each] for strategy in table.strategies]
        for seat in range(len(rows)):
            gains[seat] += chance * payoffs.gain(each, rows, seat)
    return (ExactMeasure("gain", "another choice could gain", tuple(gains)),)


def _scores(
    table: Players, of_round: Sequence[Fraction], shown: str | None
) -> tuple[tuple[Fraction, ...], str]:
    """The expected score of a whole game, or none and why it is missing."""
    if any(each.uses_treasure for each in table.strategies):
        if table.rounds == 1 and shown is None:
            return tuple(of_round), ""
        return (), (
            f"The expected score of a whole game is not given: the {TREASURE_NAME} card is used once in a game, so how "
            "often it is chosen cannot depend on the face-up card alone."
        )
    scores = whole_game(table, Payoffs(table.deck, table.contests))
    if scores is None:
        return (), (
            "The expected score of a whole game is not given: players slip, gold coins give hook cards back, and with "
            "this deck and these strategies there are too many ways in which they do. It can be given with "
            'options.slip=0, with options.gold_type="", or with fewer different cards.'
        )
    return tuple(scores), ""
