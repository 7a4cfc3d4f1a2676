"""What can be seen of a battlefield, as plain values."""

from typing import Any

import numpy as np

from swarmzoo.envs.skirmish.battlefield.outline import Outline
from swarmzoo.envs.skirmish.battlefield.terrain import TERRAIN_NAMES


def board_of(s: np.void, field: Outline) -> dict[str, Any]:
    """Return the ground and the heights by row, None off the field, and how far the rows are shifted."""
    ground = field.by_row(s["terrain"])
    return {
        "indents": [row % 2 for row in range(field.rows)],  # of the rows, in halves of a hex
        "ground": [[None if kind is None else TERRAIN_NAMES[kind] for kind in row] for row in ground],
        "heights": field.by_row(s["height"]),
    }


def place_of(field: Outline, cell: int) -> str:
    """Return column and row of a cell, as actions name it."""
    column, row = field.place(cell)
    return f"{column} {row}"
