"""Indices of arrays in kernels: only a negative number in the source, such as -1, counts from the end.

Python and Numba let any negative index count from the end, which costs every read a comparison.
"""

from typing import Any

from llvmlite import ir
from numba.core import types
from numba.np import arrayobj


def from_start(context: Any, builder: Any, kind: Any, index: Any, size: Any) -> Any:
    """Return an index counted from the start, of the width of a pointer; ``size`` is that of its axis."""
    number = context.cast(builder, index, kind, types.intp if kind.signed else types.uintp)
    if kind.signed and isinstance(number, ir.Constant) and number.constant < 0:
        return builder.add(number, number.type(size) if isinstance(size, int) else size)
    return number


def refuse_negatives() -> None:
    """Have Numba's check of bounds refuse the negative indices that are not written as such, in this process."""
    arrayobj.fix_integer_index = from_start
