"""``int``, ``min`` and ``max`` of whole numbers, written where they are called; Numba compiles a function for each."""

from functools import reduce
from typing import Any

from numba.core import types
from numba.core.typing import signature

_LEAST = {min: "<", max: ">"}


def signature_of(context: Any, function: Any, args: tuple) -> Any:
    """Return the signature of a call that is written in place; None if Numba has to see to it."""
    kinds = [types.unliteral(kind) for kind in args]
    called = getattr(function, "typing_key", None)
    if called is int and kinds == [types.boolean]:
        return signature(types.intp, *kinds)
    if not kinds or not all(isinstance(kind, types.Integer) for kind in kinds):
        return None
    if called is int and len(kinds) == 1:
        return signature(kinds[0], *kinds)
    if called in (min, max) and len(kinds) > 1:
        result = context.unify_types(*kinds)
        return signature(result, *kinds) if isinstance(result, types.Integer) else None
    return None


def write_call(context: Any, builder: Any, function: Any, signature: Any, values: list[Any]) -> Any:
    """Write the call: as its one value, or as comparisons of them from left to right."""
    kind = signature.return_type
    numbers = [context.cast(builder, value, old, kind) for value, old in zip(values, signature.args, strict=True)]
    compare = builder.icmp_signed if kind.signed else builder.icmp_unsigned
    return reduce(lambda best, one: builder.select(compare(_LEAST[function.typing_key], one, best), one, best), numbers)
