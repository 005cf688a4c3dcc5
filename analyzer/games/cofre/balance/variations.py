"""What a designer would vary about the chest deck: how rich types are, how many there are, and what gold is for."""

from collections import Counter
from collections.abc import Sequence

from analyzer.errors import UserError, did_you_mean
from analyzer.games.balance import Variant, Variation
from analyzer.games.cofre.balance.decks import deck_settings, names_of_types
from analyzer.games.cofre.cards import LINE
from analyzer.games.cofre.rules import cards_of, stars_of, types_of
from analyzer.games.rulesfile import Rules
from analyzer.games.settings import shown, toml_value

Deck = dict[str, tuple[int, ...]]
"""The stars of each card of each type."""

_TYPES = range(3, 10)
"""Numbers of types that are tried."""

_SAME_SIZE = "The deck keeps its size"
_ORDERS = (
    "as alike as can be",
    "the first types poor, the last ones rich",
    "the first types rich, the last ones poor",
)


def variations(rules: Rules, cards: Sequence[str], up_to: int, grow: bool) -> list[Variation]:
    """See `balance.CanBeBalanced.variations`."""
    of_type = _growing if grow else _richness
    if cards:
        return [of_type(rules, name, up_to) for name in dict.fromkeys(_type(card, rules) for card in cards)]
    found = [of_type(rules, name, up_to) for name in _unlike(rules)]
    if not grow:
        found += [_richness_of_all(rules, up_to), _number_of_types(rules), _spread(rules), _gold(rules)]
    return [each for each in found if len(each.variants) > 1]


def _type(card: str, rules: Rules) -> str:
    """The type that was asked for.

    Raises:
        UserError: The deck has none of this name.
    """
    types = types_of(rules)
    if card not in types:
        raise UserError(
            f'The deck has no treasure type "{shown(card)}" (C1).{did_you_mean(card, types)}\n'
            f"Its types are {', '.join(types)}."
        )
    return card


def _unlike(rules: Rules) -> list[str]:
    """Every type but those that are like an earlier one."""
    types = types_of(rules)
    return [name for place, name in enumerate(types) if not _alike(rules, name, types[:place])]


def _alike(rules: Rules, name: str, others: Sequence[str]) -> list[str]:
    """Which of the others have the same cards, and are gold coins if this type is."""
    cards, gold = Counter(stars_of(rules, name)), rules.options["gold_type"]
    return [
        other
        for other in others
        if other != name and Counter(stars_of(rules, other)) == cards and gold not in (name, other)
    ]


def _deck(rules: Rules) -> Deck:
    return {name: stars_of(rules, name) for name in types_of(rules)}


def _variant(rules: Rules, value: str, number: float | None, deck: Deck) -> Variant:
    """A variant with this deck; a present type whose cards stay the same stays as it is written."""
    before = _deck(rules)
    changed = {name: stars for name, stars in deck.items() if Counter(before.get(name)) != Counter(stars)}
    gone = {name: () for name in before if name not in deck}
    return Variant(value, number, deck_settings({**changed, **gone}))


def _cards(count: int) -> str:
    return f"{count} {'card' if count == 1 else 'cards'}"


def _richness(rules: Rules, name: str, up_to: int) -> Variation:
    richest = _richest(rules)
    stars = stars_of(rules, name)
    counts = sorted({*range(min(up_to, len(stars)) + 1), stars.count(richest)})
    variants = [
        _variant(
            rules, _cards(count), float(count), {**_deck(rules), name: _with_rich(stars, count, richest)}
        )
        for count in counts
    ]
    note = f"{_SAME_SIZE}: other cards of {name}, spread evenly over their stars, make room for them and fill gaps."
    alike = _alike(rules, name, types_of(rules))
    if alike:
        note += f" The same cards lie in {', '.join(alike)}."
    return Variation(f"deck.{name}", f"cards of {name} with {richest} stars", "cards", variants, note)


def _richness_of_all(rules: Rules, up_to: int) -> Variation:
    richest = _richest(rules)
    deck = _deck(rules)
    counts = range(min(up_to, *map(len, deck.values())) + 1)
    variants = [
        _variant(
            rules,
            _cards(count),
            float(count),
            {name: _with_rich(stars, count, richest) for name, stars in deck.items()},
        )
        for count in counts
    ]
    if all(variant.settings for variant in variants):
        variants.insert(0, Variant("as they are", None, []))
    note = f"{_SAME_SIZE}: other cards of each type, spread evenly over their stars, make room for them and fill gaps."
    return Variation("deck.richest", f"cards of every type with {richest} stars", "cards", variants, note)


def _richest(rules: Rules) -> int:
    """The most stars on a card of the deck."""
    return max(stars for name in types_of(rules) for stars in stars_of(rules, name))


def _with_rich(stars: Sequence[int], count: int, richest: int) -> tuple[int, ...]:
    """The cards of a type with so many of the richest ones.

    Cards go from the stars that most of the others have, and come to those that fewest have, poor ones first: so that
    the others stay as alike as they are.
    """
    others = Counter(each for each in stars if each != richest) or Counter({max(richest - 1, 0): 0})
    more = count - stars.count(richest)
    for _ in range(abs(more)):
        step = -1 if more > 0 else 1
        chosen = max(sorted(others), key=lambda each: -step * others[each])
        others[chosen] += step
    return (*sorted(others.elements()), *[richest] * count)


def _growing(rules: Rules, name: str, up_to: int) -> Variation:
    present = sorted(stars_of(rules, name))
    line = [present[(2 * place + 1) * len(present) // (2 * LINE)] for place in range(LINE)]
    variants = [
        _variant(
            rules,
            f"{LINE * rounds} more",
            float(LINE * rounds),
            {**_deck(rules), name: (*stars_of(rules, name), *line * rounds)},
        )
        for rounds in range(up_to + 1)
    ]
    note = f"The deck grows by the cards of whole rounds, up to {up_to}: what this changes is due to longer games, too."
    return Variation(f"deck.{name}", f"further cards of {name}", "cards", variants, note)


def _number_of_types(rules: Rules) -> Variation:
    size = len(cards_of(rules))
    present = len(types_of(rules))
    variants = []
    for count in sorted({*_TYPES, present}):
        names = names_of_types(rules, count)
        if count == present:
            variants.append(Variant(f"{count} types", float(count), []))
        elif size % count == 0 and len(names) == count:
            deck = _dealt(_all_stars(rules), dict.fromkeys(names, size // count))
            variants.append(_variant(rules, f"{count} types", float(count), deck))
    gone = rules.options["gold_type"] and " With fewer types more cards are gold coins."
    note = f"{_SAME_SIZE} and its stars, which are spread evenly over the types.{gone}"
    return Variation("deck.types", "treasure types", "types", variants, note)


def _spread(rules: Rules) -> Variation:
    """Types that are alike, or poor ones and rich ones."""
    sizes = {name: len(stars) for name, stars in _deck(rules).items()}
    stars = _all_stars(rules)
    decks = [_dealt(stars, sizes), _in_blocks(stars, sizes), _in_blocks(stars[::-1], sizes)]
    variants = [_variant(rules, order, None, deck) for order, deck in zip(_ORDERS, decks, strict=True)]
    if all(variant.settings for variant in variants):
        variants.insert(0, Variant("as they are", None, []))
    note = f"{_SAME_SIZE} and its stars; each type keeps the number of its cards."
    return Variation("deck.stars", "stars of the types", "", variants, note)


def _all_stars(rules: Rules) -> list[int]:
    return sorted(stars for name in types_of(rules) for stars in stars_of(rules, name))


def _dealt(stars: Sequence[int], sizes: dict[str, int]) -> Deck:
    """Cards dealt to the types in turn, until each has as many as it should."""
    deck: dict[str, list[int]] = {name: [] for name in sizes}
    left = iter(stars)
    for turn in range(max(sizes.values())):
        for name, size in sizes.items():
            if turn < size:
                deck[name].append(next(left))
    return {name: tuple(cards) for name, cards in deck.items()}


def _in_blocks(stars: Sequence[int], sizes: dict[str, int]) -> Deck:
    """Cards given to one type after the other."""
    left = iter(stars)
    return {name: tuple(next(left) for _ in range(size)) for name, size in sizes.items()}


def _gold(rules: Rules) -> Variation:
    """Whether there are any."""
    present = str(rules.options["gold_type"])
    values = [present, *([""] if present else types_of(rules)[:1])]
    variants = [
        Variant(value or "none", None, [] if value == present else [f"options.gold_type={toml_value(value)}"])
        for value in values
    ]
    note = (
        "The deck stays the same: only whether hook cards are given back for some of its cards changes (C8)."
    )
    return Variation("options.gold_type", "gold coins", "", variants, note)
