"""Calls of kernels, which neither raise nor fail: the caller does not ask how it went.

One that may raise all the same, for instance where indices are checked, is called as Numba calls functions.
"""

from typing import Any

from numba.core import types
from numba.core.imputils import user_function

RAISES = "!numba_exception_output"  # what Numba writes wherever a function raises


def call_of(descriptor: Any, library: Any) -> Any:
    """Return what writes a call of a kernel: an implementation of its signature, for Numba's contexts."""
    if library.may_raise or isinstance(descriptor.restype, types.Optional):
        return user_function(descriptor, [library])

    def write(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return _write_call(context, builder, descriptor, arguments)

    write.signature = descriptor.argtypes  # type: ignore[attr-defined]
    write.libs = (library,)  # type: ignore[attr-defined]
    return write


def _write_call(context: Any, builder: Any, descriptor: Any, arguments: Any) -> Any:
    """Write a call: of a function of a place for its result, one for what it raises, and its arguments."""
    convention, result = context.call_conv, descriptor.restype
    with builder.goto_entry_block():
        place = builder.alloca(convention.get_return_type(result).pointee)
    packed = context.get_arg_packer(descriptor.argtypes).as_arguments(builder, arguments)
    raised = builder.function.args[1]
    builder.call(context.declare_function(builder.module, descriptor), [place, raised, *packed])
    if result == types.none:
        return context.get_dummy_value()
    return context.get_returned_value(builder, result, builder.load(place))
