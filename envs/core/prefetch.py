"""A hint to the processor: fetch a record into its cache while something else is still at work."""

from typing import Any

from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic

from swarmzoo.envs.core.kernel import JIT

LINE = 64  # bytes
REACH = 1024 * LINE  # what lies further behind is fetched when it is read: a hint for every line adds up
SPARED = ("waiting",)  # fields of which hardly anything is read


def _uncompiled(record: Any) -> None:
    """Do nothing: there is nothing to hint at."""


def _compiled(context: Any, record: Any) -> Any:
    """Hint at the cache lines of a record up to its last field, as far as hints reach, to be written soon."""
    fields = sorted((field.offset, name) for name, field in record.fields.items())
    end = min(REACH, fields[-1][0])
    begins = [offset for offset, name in fields if name in SPARED]
    spared = [(begin, min(offset for offset, _ in fields if offset > begin)) for begin in begins]

    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        byte, number = ir.IntType(8).as_pointer(), ir.IntType(32)
        hints = ir.FunctionType(ir.VoidType(), [byte, number, number, number])
        hint = builder.module.declare_intrinsic("llvm.prefetch", [byte], hints)
        start = builder.bitcast(arguments[0], byte)
        for offset in range(0, end, LINE):
            if any(begin <= offset and offset + LINE <= after for begin, after in spared):
                continue
            builder.call(hint, [builder.gep(start, [number(offset)]), number(1), number(3), number(1)])
        return context.get_dummy_value()

    return types.void(record), build


prefetch = intrinsic(_compiled) if JIT else _uncompiled  # prefetch(record): nothing that can be read is changed
