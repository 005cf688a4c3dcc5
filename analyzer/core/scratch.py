"""Small arrays on the stack, for jitted code that would else ask the heap for one at every call."""

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic
from numba.np import arrayobj

from analyzer.core.jit import JIT_IS_ON


def scratch_words_plain(length: int) -> Any:
    """An array of words with any content, in plain Python.

    Args:
        length: Words; a number written in the code.

    Returns:
        uint64, shape (length,).
    """
    return np.full(length, 0xDEAD_BEEF_DEAD_BEEF, np.uint64)


def scratch_numbers_plain(length: int) -> Any:
    """An array of whole numbers with any content, in plain Python.

    Args:
        length: Numbers; a number written in the code.

    Returns:
        int64, shape (length,).
    """
    return np.full(length, -0x2152_4111, np.int64)


def scratch_floats_plain(length: int) -> Any:
    """An array of fractional numbers with any content, in plain Python.

    Args:
        length: Numbers; a number written in the code.

    Returns:
        float64, shape (length,).
    """
    return np.full(length, np.nan)


def _on_stack(typingctx, length, element):
    """Type and code of an intrinsic that makes room for so many elements in the frame of its caller."""
    if not isinstance(length, types.IntegerLiteral):
        return None
    count = length.literal_value

    def generate(context, builder, signature, arguments):
        item = context.get_data_type(element)
        # Not by numba's alloca_once, which would fill it with zeros at every call.
        with builder.goto_entry_block():
            memory = builder.alloca(ir.ArrayType(item, count))
        size = context.get_constant(types.intp, context.get_abi_sizeof(item))
        array = arrayobj.make_array(signature.return_type)(context, builder)
        arrayobj.populate_array(
            array,
            data=builder.bitcast(memory, item.as_pointer()),
            shape=[context.get_constant(types.intp, count)],
            strides=[size],
            itemsize=size,
            meminfo=None,
        )
        return array._getvalue()

    return types.Array(element, 1, "C")(length), generate


if JIT_IS_ON:
    # The arrays end with the function that asks for them: they must not be returned from it.

    @intrinsic(prefer_literal=True)
    def scratch_words(typingctx, length):
        """Jitted `scratch_words_plain`."""
        return _on_stack(typingctx, length, types.uint64)

    @intrinsic(prefer_literal=True)
    def scratch_numbers(typingctx, length):
        """Jitted `scratch_numbers_plain`."""
        return _on_stack(typingctx, length, types.int64)

    @intrinsic(prefer_literal=True)
    def scratch_floats(typingctx, length):
        """Jitted `scratch_floats_plain`."""
        return _on_stack(typingctx, length, types.float64)

else:
    scratch_words = scratch_words_plain
    scratch_numbers = scratch_numbers_plain
    scratch_floats = scratch_floats_plain
