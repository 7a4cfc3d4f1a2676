"""A user's mistake as a sentence: what was given, where, what is allowed, what to do."""

from collections.abc import Iterable
from difflib import get_close_matches


class GameError(ValueError):
    """A user's mistake, told in a sentence: what was given, what is allowed, what to do."""


def nearest(name: object, names: Iterable[str]) -> str:
    """Return the end of a sentence that refuses a name: the nearest one that is allowed, or all of them."""
    names = list(names)
    close = get_close_matches(name, names, n=1, cutoff=0.5) if isinstance(name, str) else []
    return f"; did you mean {close[0]}?" if close else f"; allowed: {', '.join(names)}"
