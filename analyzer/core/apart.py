"""Keeps rarely needed code out of the machine code of the loop that plays: there it would cost all games some speed.

numba hands the wish to be inlined down from a `helper` to the functions that it is the first to call, also to a `step`;
a function under `apart` is free of it.
"""

from collections.abc import Callable
from typing import Any

import numba
from numba import types
from numba.extending import intrinsic

from analyzer.core.jit import JIT_IS_ON

apart: Callable[..., Any] = numba.njit(nogil=True, error_model="numpy", forceinline=False)
"""Compiles a function that is only inlined if the compiler finds that it pays."""


def never_inline_plain() -> None:
    """Does nothing, in plain Python."""


if JIT_IS_ON:

    @intrinsic
    def never_inline(typingctx):
        """Written at the beginning of an `apart` function, it forbids the compiler to inline that function."""

        def generate(context, builder, signature, arguments):
            builder.function.attributes.add("noinline")
            return context.get_dummy_value()

        return types.void(), generate

else:
    never_inline = never_inline_plain
