"""Reading the words of a position: numbers within bounds, words of a list; mistakes are told with their place."""

from swarmzoo.envs.core.errors import GameError


def number_in(word: str, low: int, high: int, where: str) -> int:
    """Return a whole number; raise GameError unless it lies between two bounds, both allowed."""
    try:
        number = int(word)
    except ValueError:
        raise GameError(f"{where}: {word!r} is not a whole number") from None
    if not low <= number <= high:
        raise GameError(f"{where}: {number} is not between {low} and {high}")
    return number


def index_of(word: str, known: tuple[str, ...], where: str) -> int:
    """Return the place of a word in a list; raise GameError if it is not there."""
    if word not in known:
        raise GameError(f"{where}: {word!r} is not one of {', '.join(known)}")
    return known.index(word)
