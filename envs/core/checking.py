"""What is checked of indices where bounds are checked: negative ones too, which Numba would count from the end."""

from typing import Any

from numba.core import types
from numba.np import arrayobj


def check_negatives() -> None:
    """Have negative indices refused in this process; elsewhere kernels take them for granted not to occur."""
    arrayobj.fix_integer_index = _as_it_is


def _as_it_is(context: Any, builder: Any, kind: Any, index: Any, size: Any) -> Any:
    """Return an index as it is, of the width of a pointer."""
    return context.cast(builder, index, kind, types.intp if kind.signed else types.uintp)
