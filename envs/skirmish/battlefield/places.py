"""Hexes in the text of a position: column and row."""

from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.reading import number_in
from swarmzoo.envs.skirmish.battlefield.outline import Outline


class Places:
    """Reads and writes the hexes of a field."""

    def __init__(self, field: Outline):
        self.field = field

    def write(self, cell: int) -> str:
        """Return column and row of a cell."""
        return " ".join(map(str, self.field.place(int(cell))))

    def read(self, words: str, where: str) -> int:
        """Return the cell of a column and a row; raise GameError with ``where`` it is wrong."""
        given = words.split()
        if len(given) != 2:
            raise GameError(f"{where}: a column and a row are needed")
        column, row = (number_in(word, 0, 1000, where) for word in given)
        if not self.field.contains(column, row):
            raise GameError(
                f"{where}: {column} {row} is off the field of {self.field.columns} columns and {self.field.rows} rows"
            )
        return self.field.cell(column, row)
