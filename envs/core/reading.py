"""Reading texts from outside: their size, numbers in their ranges, words of a list; mistakes name their place."""

import operator
import re
from pathlib import Path
from typing import Any

import numpy as np

from swarmzoo.envs.core.errors import GameError

LONGEST_TEXT = 1_000_000  # characters of a position or a map
LARGEST_SEED = 2**63 - 1
LONGEST_LINE = 20_000
_SHOWN, _SHOWN_OF_PATH = 60, 400
_NUMBER = re.compile(r"-?[0-9]{1,20}")


def quoted(word: object, shown: int = _SHOWN) -> str:
    """Return what was given as it can stand in a sentence: quoted, escaped, cut after so many characters."""
    try:
        text = repr(word)
    except (ValueError, RecursionError):  # a number of thousands of digits, or something nested deeply
        return f"a {type(word).__name__} that is too long to show"
    return text if len(text) <= shown else f"{text[:shown]}... ({len(text)} characters)"


def whole_text(text: Any, what: str) -> str:
    """Return a text; raise GameError for anything else, and for one that is longer than any that makes sense."""
    if not isinstance(text, str):
        raise GameError(f"{what}: a text is needed, not {type(text).__name__}")
    if len(text) > LONGEST_TEXT:
        raise GameError(f"{what}: a text of {len(text)} characters; at most {LONGEST_TEXT} are allowed")
    for number, line in enumerate(text.splitlines(), 1):
        if len(line) > LONGEST_LINE:
            raise GameError(f"{what}, line {number}: {len(line)} characters; at most {LONGEST_LINE} are allowed")
    return text


def text_of_file(value: str, what: str) -> str:
    """Return the text of a file; raise GameError if it is not found, not text or too long."""
    given = f"{what} = {quoted(value, _SHOWN_OF_PATH)}"
    try:
        path = Path(value)
        if path.exists() and not path.is_file():
            raise GameError(f"{given}: it cannot be read, for it is not a file")
        if path.stat().st_size > 4 * LONGEST_TEXT:
            raise GameError(f"{given}: the file is too long; at most {LONGEST_TEXT} characters are allowed")
        return whole_text(path.read_text(encoding="utf-8"), what)
    except FileNotFoundError:
        raise GameError(f"{given}: file not found; a {what} given as text has several lines") from None
    except UnicodeDecodeError:
        raise GameError(f"{given}: not a text file") from None
    except (OSError, ValueError) as error:
        if isinstance(error, GameError):
            raise
        raise GameError(f"{given}: the file cannot be read ({getattr(error, 'strerror', None) or error})") from None


def checked_seed(seed: Any, games: int = 1, or_none: bool = False) -> int:
    """Return a seed as an int, the first of several games' in a row; raise GameError for what is none.

    ``or_none``: None would have been one too, as the error then says.
    """
    largest = LARGEST_SEED - games + 1
    if isinstance(seed, bool) or not isinstance(seed, int | np.integer) or not 0 <= seed <= largest:
        also = ", or None" if or_none else ""
        raise GameError(f"seed = {quoted(seed)}: a whole number from 0 to {largest} is needed{also}")
    return int(seed)


def whole_number(value: Any, what: str, of: str = "") -> int:
    """Return a whole number as an int; raise GameError for what is none, True and False included."""
    try:
        if isinstance(value, bool):
            raise TypeError
        return operator.index(value)
    except TypeError:
        kind = type(value).__name__
        raise GameError(f"{what} = {quoted(value)}{of}: a whole number is needed, not {kind}") from None


def number_in(word: str, low: int, high: int, where: str) -> int:
    """Return a whole number; raise GameError unless it lies between two bounds, both allowed."""
    if not _NUMBER.fullmatch(word):
        raise GameError(f"{where}: {quoted(word)} is not a whole number from {low} to {high}")
    number = int(word)
    if not low <= number <= high:
        raise GameError(f"{where}: {number} is not between {low} and {high}")
    return number


def index_of(word: str, known: tuple[str, ...], where: str) -> int:
    """Return the place of a word in a list; raise GameError if it is not there."""
    if word not in known:
        raise GameError(f"{where}: {quoted(word)} is not one of {', '.join(known)}")
    return known.index(word)
