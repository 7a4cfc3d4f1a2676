"""Maps in text: a row of hexes a line, odd rows indented by a space; each hex a letter, with its height behind it.

    . . * *1 .
     . # X ,2 .

``.`` open, ``,`` difficult, ``*`` soft cover, ``#`` heavy cover, ``X`` blocking, and where a game has them ``%``
superior cover and ``=`` barrier; no digit is height 0. ``_`` is off the field, so that it may have any outline.
"""

from collections.abc import Sequence

import numpy as np

from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.fields import Field
from swarmzoo.envs.core.hexes import DIRECTIONS
from swarmzoo.envs.core.reading import quoted, text_of_file, whole_text
from swarmzoo.envs.skirmish.battlefield.config import Grounds, kinds_of
from swarmzoo.envs.skirmish.battlefield.terrain import (
    BARRIER,
    BLOCKING,
    KINDS,
    MOST_HEIGHT,
    OFF,
    OPEN,
    TERRAIN_LETTERS,
    TERRAIN_NAMES,
    USUAL,
)

LEAST, MOST = 11, 60
_HEIGHTS = tuple(map(str, range(MOST_HEIGHT + 1)))
Hexes = list[list[tuple[int, int]]]  # by row and column: terrain, height


def map_text(value: str) -> str:
    """Return the text of a map: the value itself if it has several lines, else what the file holds."""
    return whole_text(value, "map") if "\n" in value.strip() else text_of_file(value, "map")


def read_map(text: str, kinds: Sequence[int] = USUAL) -> Hexes:
    """Return the hexes of a map of such kinds of ground; raise GameError with the line that is wrong."""
    lines = [line.split() for line in text.splitlines() if line.strip()]
    rows, columns = len(lines), len(lines[0]) if lines else 0
    if not (LEAST <= rows <= MOST and LEAST <= columns <= MOST):
        raise GameError(f"map: {columns} columns and {rows} rows; allowed are {LEAST} to {MOST}")
    for number, line in enumerate(lines, 1):
        if len(line) != columns:
            raise GameError(f"map, line {number}: {len(line)} hexes; the first line has {columns}, as all must")
    hexes = [[_hex(word, f"map, line {number}", kinds) for word in line] for number, line in enumerate(lines, 1)]
    if not any(is_open(hexes, column, row) for row in range(rows) for column in range(columns)):
        raise GameError("map: nobody can stand anywhere; a hex of another letter than X, = and _ is needed")
    return hexes


def _hex(word: str, where: str, kinds: Sequence[int]) -> tuple[int, int]:
    kind, digits = TERRAIN_LETTERS.find(word[0]), word[1:]
    if kind not in (*kinds, OFF) or (digits and (digits not in _HEIGHTS or kind == OFF)):
        known = letters(kinds)
        raise GameError(
            f"{where}: {quoted(word)} is not a hex; allowed are {known}, with a height from 0 to {MOST_HEIGHT}"
        )
    return kind, int(digits or 0)


def letters(kinds: Sequence[int] = USUAL) -> str:
    """Return the letters of kinds of ground with their names."""
    return ", ".join(f"{TERRAIN_LETTERS[kind]} {TERRAIN_NAMES[kind]}" for kind in (*kinds, OFF))


def by_cell(hexes: Hexes, field: Field) -> tuple[list[int], list[int]]:
    """Return terrain and height by cell."""
    terrain, height = [OFF] * field.cells, [0] * field.cells
    for row, line in enumerate(hexes):
        for column, (kind, level) in enumerate(line):
            terrain[field.cell(column, row)], height[field.cell(column, row)] = kind, level
    return terrain, height


def read_row(s: np.void, words: str, row: int, field: Field, where: str, kinds: Sequence[int] = USUAL) -> None:
    """Read a row of a map into a state's terrain and height; raise GameError with ``where`` it is wrong."""
    hexes = words.split()
    if row >= field.rows or len(hexes) != field.columns:
        raise GameError(f"{where}: a field of {field.columns} columns and {field.rows} rows is needed")
    for column, word in enumerate(hexes):
        cell = field.cell(column, row)
        s["terrain"][cell], s["height"][cell] = _hex(word, where, kinds)
        if (s["terrain"][cell] == OFF) == field.contains(column, row):
            needed = "on the field, _ is not allowed" if field.contains(column, row) else "off the field, _ is needed"
            raise GameError(f"{where}: column {column} is {needed}")


def lay_rows_open(s: np.void, field: Field) -> None:
    """Make the whole field of a state open."""
    for row in range(field.rows):
        for column in range(field.columns):
            if field.contains(column, row):
                s["terrain"][field.cell(column, row)] = OPEN


def write_map(terrain: Sequence[int], height: Sequence[int], field: Field) -> list[str]:
    """Return the lines of a map."""
    lines = []
    for row in range(field.rows):
        cells = [field.cell(column, row) for column in range(field.columns)]
        words = (TERRAIN_LETTERS[terrain[c]] + (str(height[c]) if height[c] else "") for c in cells)
        lines.append(" " * (row & 1) + " ".join(f"{word:<2}" for word in words).rstrip())
    return lines


def cut_off(hexes: Hexes, field: Field, grounds: Grounds, starts: Sequence[Sequence[int]]) -> int | None:
    """Return the first side that cannot walk to where side 0 begins, or None."""
    enter = {kind: getattr(grounds, KINDS[kind]).enter for kind in kinds_of(grounds)}
    seen, waiting = set(), [field.place(starts[0][0])]
    while waiting:
        column, row = waiting.pop()
        if (column, row) in seen:
            continue
        seen.add((column, row))
        for step in DIRECTIONS:
            other = field.place(field.cell(column, row) + field.offset(step, row & 1))
            if field.contains(*other):
                kind, height = hexes[other[1]][other[0]]
                if enter[kind] and abs(height - hexes[row][column][1]) <= 1:
                    waiting.append(other)
    for side, cells in enumerate(starts):
        if any(field.place(cell) not in seen for cell in cells):
            return side
    return None


def is_open(hexes: Hexes | None, column: int, row: int) -> bool:
    """Tell whether somebody can stand in a hex of a map."""
    return hexes is None or hexes[row][column][0] not in (BLOCKING, BARRIER, OFF)
