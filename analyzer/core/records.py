"""Copying fixed-size records in jitted code, and arrays that code which is given them must not change."""

from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.imputils import impl_ret_borrowed
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


def read_only_plain(array: Any) -> Any:
    """A view of an array through which it cannot be changed, in plain Python.

    Args:
        array: Array.

    Returns:
        View of the same memory.
    """
    view = array.view()
    view.flags.writeable = False
    return view


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

    @intrinsic
    def read_only(typingctx, array):
        """Jitted `read_only_plain`: code that writes through it does not compile."""
        if not isinstance(array, types.Array):
            return None

        def generate(context, builder, signature, arguments):
            return impl_ret_borrowed(context, builder, signature.return_type, arguments[0])

        return array.copy(readonly=True)(array), generate

else:
    copy_record = copy_record_plain
    read_only = read_only_plain
