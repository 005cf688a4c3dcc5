"""The built-in policies by name: what a user may choose, and what the kernel calls it."""

from analyzer.games.hollander.kernel.numbers import LOWEST, RANDOM
from analyzer.games.policyspec import Parameter, Policy

SWAP_WORDS = ("keep", "high", "low", "specials", "crew", "random")


def _swap(default: str) -> Parameter:
    return Parameter(
        name="swap",
        default=default,
        words=SWAP_WORDS,
        meaning="which three of the six cards known at the start lie as battle cards (H32)",
    )


POLICIES = {
    policy.name: policy
    for policy in (
        Policy(
            "lowest", "plays the lowest legal kind, all its copies, specials last (H31)", (_swap("keep"),)
        ),
        Policy("random", "picks uniformly among all legal choices (H30)", (_swap("random"),)),
    )
}
"""Every built-in policy, by name."""

POLICY_NUMBERS = {"lowest": LOWEST, "random": RANDOM}
"""The kernel's number of each."""
