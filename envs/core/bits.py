"""The lowest bit of a word, which the processor finds at once."""

from typing import Any

from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic

from swarmzoo.envs.core.kernel import JIT


def _uncompiled(word: Any) -> int:
    """Return which bit is the lowest one of a word that has any."""
    return (int(word) & -int(word)).bit_length() - 1


def _compiled(context: Any, word: Any) -> Any:
    """Return the same, compiled."""

    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.int64), build


lowest_bit = intrinsic(_compiled) if JIT else _uncompiled  # lowest_bit(word): 0 to 63; the word must not be 0
