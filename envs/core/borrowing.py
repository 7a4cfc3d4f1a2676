"""Arrays that are borrowed: within a call whose caller holds them, nobody needs to count their owners."""

from typing import Any

from numba.core import cgutils, types
from numba.extending import intrinsic

from swarmzoo.envs.core.kernel import JIT


def _uncompiled(array: Any) -> Any:
    """Return the array."""
    return array


def _compiled(context: Any, array: Any) -> Any:
    """Return an array of the same memory that belongs to nobody: each count of owners costs a locked instruction."""
    if not isinstance(array, types.Array):
        return None

    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        lent = context.make_array(array)(context, builder, value=arguments[0])
        lent.meminfo = cgutils.get_null_value(lent.meminfo.type)
        lent.parent = cgutils.get_null_value(lent.parent.type)
        return lent._getvalue()

    return array(array), build


borrowed = intrinsic(_compiled) if JIT else _uncompiled  # borrowed(array): the same, for as long as its owner has it
