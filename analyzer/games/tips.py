"""Tips that players give each other, and the policies that follow and ignore them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable


@dataclass(frozen=True)
class Tip:
    """A piece of advice that can be tried: two policies that differ in nothing but whether they follow it.

    Attributes:
        name: Its name, one word with dashes.
        text: What it says, in a sentence.
        follow: The policy that follows it.
        ignore: The policy that does not.
        note: What else the two differ in, or how the tip was read, in a sentence; "" if there is nothing to say.
    """

    name: str
    text: str
    follow: str
    ignore: str
    note: str = ""


@runtime_checkable
class HasTips(Protocol):
    """What a game can have besides.

    Attributes:
        tips: Tips for its players.
        fields: Policies of the others that a tip is tried against: what such players are called (weak, ordinary,
            strong) and the policy, from the weakest up.
        tip_players: Numbers of players that tips are tried with if nothing is said.
    """

    tips: Sequence[Tip]
    fields: Sequence[tuple[str, str]]
    tip_players: Sequence[int]
