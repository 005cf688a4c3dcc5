"""The exact chance of winning with each play of an endgame: all ways that the hidden cards may lie, and all choices.

The slow engine of the tests plays every way to the end of the round, so nothing here is shared with what is tested.
"""

from fractions import Fraction

from tests.games.pescado.dealt_out import hands, hidden_cards
from tests.reference.pescado import Game, beginning, legal_plays, standard_rules

ORDER = (
    ["-2", "-1", "0", "*"]
    + [f"{suit}-{number}" for number in range(1, 11) for suit in ("tuna", "a", "b", "c")]
    + ["1/10", "11", "12", "13", "J", "B"]
)
"""Cards from the lowest up, as the policies' descriptions mean it."""


def mask(cards):
    """A number by which sets of cards compare by their highest card first."""
    return sum(1 << ORDER.index(card) for card in cards)


def greedy_cards(hand, table):
    """`greedy-cards`, by what its description says."""
    sums = [play for play in legal_plays(hand, table) if play[1] and play[0] != "*"]
    if sums:
        most = max(len(taken) for _, taken in sums)
        return [
            min(
                (play for play in sums if len(play[1]) == most),
                key=lambda play: (mask([play[0]]), mask(play[1])),
            )
        ]
    if "*" in hand and table:
        lowest = min(table, key=ORDER.index)
        return [
            next(
                play
                for play in legal_plays(["*"], table)
                if lowest in play[1] and play[1] - {"J"} <= {lowest}
            )
        ]
    return [(min(hand, key=ORDER.index), frozenset())]


POLICIES = {"greedy-cards": greedy_cards, "random": legal_plays}
"""What each may play, all equally likely."""


def exact(said, players, rules, policy):
    """The share of a win of seat 0, by its plays: of each the mean, and the mean of the squares.

    Args:
        said: What is known, from `dealt_out.late`, with scores; the hands are the last of the round and of the game.
        players: Number of players.
        rules: Options that are not standard.
        policy: By which all play on.

    Returns:
        Mean and mean square of the share, as fractions, by card and what leaves the table with it.
    """
    plays = legal_plays(said["hand"], said["table"])
    found = {}
    held = len(said["hand"])
    dealt = [others for cards in hidden_cards(said) for others in hands(cards, [held] * (players - 1))]
    for play in plays:
        shares = [
            (share, chance)
            for others in dealt
            for share, chance in _ends(_game(said, players, rules, others), play, policy)
        ]
        found[play] = tuple(
            sum((chance * share**power for share, chance in shares), Fraction(0)) / len(dealt)
            for power in (1, 2)
        )
    return found


class _Silent:
    """Decides nothing: every play is made by hand."""

    def shuffle(self, game):
        raise AssertionError("no further round is played")

    def choose(self, game, hand, table):
        return game.next_play


def _game(said, players, rules, others):
    """The slow engine at the decision."""
    game = Game(beginning(standard_rules(**rules), players), _Silent())
    game.hands = [list(said["hand"]), *map(list, others)]
    game.table = list(said["table"])
    game.piles = [list(said["captured"]), *(list(said["captured_of"][seat]) for seat in range(1, players))]
    game.pescados = [said["pescados"], *(said["pescados_of"][seat] for seat in range(1, players))]
    game.totals = [said["score"], *(said["score_of"][seat] for seat in range(1, players))]
    game.last_capturer = said["last"]
    game.star_laid = said["star_is_zero"]
    return game


def _ends(game, play, policy):
    """Every end that a game may come to: what seat 0 wins, and how likely that is."""
    paths = [(game, play, Fraction(1))]
    while paths:
        game, play, chance = paths.pop()
        game.next_play = play
        game.play()
        game.seat = (game.seat + 1) % game.players
        if not any(game.hands):
            yield _share(game), chance
            continue
        following = POLICIES[policy](game.hands[game.seat], game.table)
        paths += [(_copied(game), each, chance / len(following)) for each in following]


def _copied(game):
    other = Game(game.begin, game.source)
    for name in ("hands", "piles"):
        setattr(other, name, [list(cards) for cards in getattr(game, name)])
    for name in ("table", "pescados", "totals"):
        setattr(other, name, list(getattr(game, name)))
    for name in ("seat", "last_capturer", "star_laid"):
        setattr(other, name, getattr(game, name))
    return other


def _share(game):
    """What seat 0 has of the win; nothing if nobody wins."""
    game.leave_over()
    game.count_points()
    best = max(game.totals)
    if best < game.options.target or game.totals[0] < best:
        return Fraction(0)
    return Fraction(1, game.totals.count(best))
