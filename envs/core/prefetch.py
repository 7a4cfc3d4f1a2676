"""A hint to the processor: fetch a record into its cache while something else is still at work."""

from typing import Any

from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic

from swarmzoo.envs.core.kernel import JIT

LINE = 64  # bytes


def prefetch(record: Any) -> None:
    """Fetch a record, all but its last field, into the cache; nothing that can be read is changed."""


if JIT:

    @intrinsic
    def prefetch(context: Any, record: Any) -> Any:  # type: ignore[no-redef]
        """Fetch a record, all but its last field, into the cache; nothing that can be read is changed."""
        end = max(field.offset for field in record.fields.values())

        def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            byte, number = ir.IntType(8), ir.IntType(32)
            hints = ir.FunctionType(ir.VoidType(), [byte.as_pointer(), number, number, number])
            hint = builder.module.declare_intrinsic("llvm.prefetch", [byte.as_pointer()], hints)
            start = builder.bitcast(arguments[0], byte.as_pointer())
            for offset in range(0, end, LINE):
                line = builder.gep(start, [number(offset)])
                builder.call(hint, [line, number(1), number(3), number(1)])  # to write, keep close, data
            return context.get_dummy_value()

        return types.void(record), build
