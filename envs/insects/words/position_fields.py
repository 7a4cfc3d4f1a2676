"""Raw fields of a position: what the readable lines leave open, as ``.field: numbers``.

Numbers are separated by blanks, in the order of the field's array; ``0*37`` stands for 37 zeros.
"""

import re
from itertools import groupby

import numpy as np

from swarmzoo.envs.core.ranges import Ranges
from swarmzoo.envs.core.reading import quoted
from swarmzoo.envs.insects.validity import InsectsValidity
from swarmzoo.envs.insects.words.position_lines import Line

DERIVED = tuple(name for name in InsectsValidity.derived if name != "stacks")  # made from the other fields
_RUN = re.compile(r"(-?[0-9]{1,20})(?:\*([0-9]{1,9}))?")
FIRST = "rng"  # always written


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


def read_field(record: np.void, line: Line, ranges: Ranges) -> None:
    """Set the field that a line names; raise GameError for unknown fields and numbers that do not fit."""
    name = line.key[1:]
    fields = [known for known in record.dtype.names or () if known not in DERIVED]
    if name not in fields:
        raise line.error(f"{quoted('.' + name)} is not a field of the state; the fields are {', '.join(fields)}")
    kind, shape = record.dtype[name].base, record.dtype[name].shape
    size = int(np.prod(shape))
    values = _numbers(line, size)
    if len(values) != size:
        raise line.error(f"'.{name}' has {'more' if len(values) > size else len(values)} numbers; {size} are needed")
    for at, value in zip(np.ndindex(shape), values, strict=True):
        low, high = ranges.of(name, at)
        if not low <= value <= high:
            raise line.error(f"{value} does not fit into '.{name}'; allowed are {low} to {high}")
    record[name] = np.array(values, kind).reshape(shape) if shape else values[0]


def _numbers(line: Line, size: int) -> list[int]:
    """Return the numbers of a line, a few more than are needed at most."""
    values: list[int] = []
    for word in line.value.split():
        if len(values) > size:
            break
        values += _expand(line, word, size + 1)
    return values


def _expand(line: Line, word: str, most: int) -> list[int]:
    """Return the numbers that a word stands for."""
    found = _RUN.fullmatch(word)
    if found is None:
        raise line.error(f"{quoted(word)} is not a number; write numbers like 3, or 0*37 for 37 zeros")
    return [int(found[1])] * min(int(found[2] or 1), most)
