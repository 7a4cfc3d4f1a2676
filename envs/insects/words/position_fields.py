"""Raw fields of a position: what the readable lines leave open, as ``.field: numbers``.

Numbers are separated by blanks, in the order of the field's array; ``0*37`` stands for 37 zeros.
"""

from collections.abc import Sequence
from itertools import groupby

import numpy as np

from swarmzoo.envs.core.hexes import NO_HEX
from swarmzoo.envs.insects.actions import NUM_DIGITS
from swarmzoo.envs.insects.cards import NO_KIND, NUM_EVOLUTIONS, NUM_KINDS
from swarmzoo.envs.insects.phases import PHASE_OF_STAGE
from swarmzoo.envs.insects.state import (
    CLASSES,
    DISCARDED,
    DROP,
    GO,
    IN_DECK,
    IN_HAND,
    IN_PLAY,
    NO_QUESTION,
    NOBODY,
    NUM_DECISIONS,
    PICK_UP,
    REACTION,
)
from swarmzoo.envs.insects.terrain import NO_TERRAIN, NUM_TERRAINS
from swarmzoo.envs.insects.words.position_lines import Line

DERIVED = ("mask", "force", "hand", "hand_size", "held", "in_play", "discards")  # made from the other fields
FIRST = "rng"  # always written
_STAGES = sorted(PHASE_OF_STAGE)
_QUESTIONS = (NO_QUESTION, *range(REACTION, NUM_DECISIONS))


def allowed_numbers(players: int, hexes: int, cards: int) -> dict[str, Sequence[int]]:
    """Return the numbers that fields may hold which point to something; the others are bound by their width alone."""
    seats, seats_or_none = range(players), range(NOBODY, players)
    allowed: dict[str, Sequence[int]] = dict.fromkeys(("order", "turn"), seats)
    names = ("active", "actor", "picking", "place_taken", "target", "played_by", "played_at", "reactor")
    allowed |= dict.fromkeys(names, seats_or_none)
    allowed |= dict.fromkeys(("picker", "asked_from"), range(players + 1))
    allowed |= dict.fromkeys(("at", "fight"), range(NO_HEX, hexes))
    allowed |= {"played": range(NO_KIND, NUM_KINDS), "played_card": range(-1, cards), "deck": range(cards)}
    allowed |= dict.fromkeys(("chosen", "chosen_too"), range(NO_KIND, NUM_EVOLUTIONS))
    places = [IN_DECK, *(IN_HAND + p for p in seats), *(IN_PLAY + p for p in seats), DISCARDED]
    allowed |= {"where": places, "drawn": range(cards + 1), "stage": _STAGES, "question": _QUESTIONS}
    allowed |= {"count_for": (GO, PICK_UP, DROP), "count_class": range(CLASSES), "high_digit": range(-1, NUM_DIGITS)}
    return allowed | {"terrain": range(NO_TERRAIN, NUM_TERRAINS), "logged": range(1 << 31)}


def write_fields(wanted: np.void, found: np.void) -> list[str]:
    """Return a line for every field of ``wanted`` that ``found`` has not, the generator always included."""
    names = [name for name in wanted.dtype.names or () if name not in DERIVED]
    return [write_field(wanted, name) for name in names if name == FIRST or np.any(wanted[name] != found[name])]


def same_fields(one: np.void, other: np.void) -> bool:
    """Tell whether two records agree in every field; the gaps between fields may differ."""
    return all(np.array_equal(one[name], other[name]) for name in one.dtype.names or ())


def write_field(record: np.void, name: str) -> str:
    """Return the line of one field."""
    values = np.atleast_1d(record[name]).ravel().astype(np.int64)
    runs = [(value, len(list(run))) for value, run in groupby(values.tolist())]
    return f".{name}: " + " ".join(f"{value}*{count}" if count > 1 else f"{value}" for value, count in runs)


def read_field(record: np.void, line: Line, allowed: dict[str, Sequence[int]]) -> None:
    """Set the field that a line names; raise GameError for unknown fields and numbers that do not fit."""
    name = line.key[1:]
    fields = [known for known in record.dtype.names or () if known not in DERIVED]
    if name not in fields:
        raise line.error(f"'.{name}' is not a field of the state; the fields are {', '.join(fields)}")
    kind, shape = record.dtype[name].base, record.dtype[name].shape
    values = [value for word in line.value.split() for value in _expand(line, word)]
    size = int(np.prod(shape))
    if len(values) != size:
        raise line.error(f"'.{name}' has {len(values)} numbers; {size} are needed")
    info = np.iinfo(np.uint8 if kind.kind == "b" else kind)
    fitting = range(2) if kind.kind == "b" else allowed.get(name, range(int(info.min), int(info.max) + 1))
    for value in values:
        if value not in fitting:
            raise line.error(f"{value} does not fit into '.{name}'; allowed are {_spoken(fitting)}")
    if name == FIRST and not any(values):
        raise line.error("'.rng' is all zeros, from which no random numbers come; one of the four must differ from 0")
    record[name] = np.array(values, kind).reshape(shape) if shape else values[0]


def _expand(line: Line, word: str) -> list[int]:
    """Return the numbers that a word stands for."""
    value, star, count = word.partition("*")
    try:
        return [int(value)] * (min(int(count), 1 << 16) if star else 1)
    except ValueError:
        raise line.error(f"{word!r} is not a number; write numbers like 3, or 0*37 for 37 zeros") from None


def _spoken(numbers: Sequence[int]) -> str:
    return f"{numbers[0]} to {numbers[-1]}" if isinstance(numbers, range) else ", ".join(map(str, numbers))
