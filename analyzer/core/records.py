"""Copying fixed-size records in jitted code."""

from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from analyzer.core.jit import JIT_IS_ON


def copy_record_plain(target: Any, source: Any) -> None:
    """Overwrites a record with another one of its type, in plain Python.

    Args:
        target: Record, overwritten.
        source: Record of the same type.
    """
    for name in source.dtype.names:
        target[name] = source[name]


if JIT_IS_ON:

    @intrinsic
    def copy_record(typingctx, target, source):
        """Jitted `copy_record_plain`.

        Records travel as pointers; through an array of one record, every call would count references to the array.
        """
        if target != source or not isinstance(target, types.Record):
            return None

        def generate(context, builder, signature, arguments):
            size = ir.Constant(ir.IntType(64), signature.args[0].size)
            cgutils.raw_memcpy(builder, arguments[0], arguments[1], size, 1)
            return context.get_dummy_value()

        return types.void(target, source), generate

else:
    copy_record = copy_record_plain
