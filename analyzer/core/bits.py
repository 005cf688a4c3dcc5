"""Bit counting on 64-bit words: LLVM's intrinsics, and a plain twin of each for runs with JIT off."""

from typing import Any

import numpy as np
from numba import types
from numba.extending import intrinsic

from analyzer.core.jit import JIT_IS_ON

_WORD = 0xFFFF_FFFF_FFFF_FFFF


def popcount_plain(word: Any) -> Any:
    """Number of one bits of a 64-bit word, in plain Python.

    Args:
        word: uint64.

    Returns:
        int64, 0 to 64.
    """
    return np.int64((int(word) & _WORD).bit_count())


def trailing_zeros_plain(word: Any) -> Any:
    """Position of the lowest one bit of a 64-bit word, in plain Python.

    Args:
        word: uint64.

    Returns:
        int64, 0 to 63; 64 for a word without one bits.
    """
    unsigned = int(word) & _WORD
    return np.int64((unsigned & -unsigned).bit_length() - 1 if unsigned else 64)


def leading_zeros_plain(word: Any) -> Any:
    """Number of zero bits above the highest one bit of a 64-bit word, in plain Python.

    Args:
        word: uint64.

    Returns:
        int64, 0 to 63; 64 for a word without one bits.
    """
    return np.int64(64 - (int(word) & _WORD).bit_length())


if JIT_IS_ON:

    @intrinsic
    def popcount(typingctx, word):
        """Jitted `popcount_plain`."""

        def generate(context, builder, signature, arguments):
            return builder.ctpop(arguments[0])

        return types.int64(types.uint64), generate

    @intrinsic
    def trailing_zeros(typingctx, word):
        """Jitted `trailing_zeros_plain`."""

        def generate(context, builder, signature, arguments):
            zero_is_undefined = context.get_constant(types.boolean, False)
            return builder.cttz(arguments[0], zero_is_undefined)

        return types.int64(types.uint64), generate

    @intrinsic
    def leading_zeros(typingctx, word):
        """Jitted `leading_zeros_plain`."""

        def generate(context, builder, signature, arguments):
            zero_is_undefined = context.get_constant(types.boolean, False)
            return builder.ctlz(arguments[0], zero_is_undefined)

        return types.int64(types.uint64), generate

else:
    popcount = popcount_plain
    trailing_zeros = trailing_zeros_plain
    leading_zeros = leading_zeros_plain
