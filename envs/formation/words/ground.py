"""How the ground is drawn: hexes in the colour of their terrain with its mark, tinted where an objective is."""

import numpy as np

from swarmzoo.envs.core.hex_drawing import BRICK, STONE, TREE, Sheet, shifted, tiles
from swarmzoo.envs.core.painting import Outline, Point, Shape, mixed
from swarmzoo.envs.formation.state import BLUE, RED
from swarmzoo.envs.formation.terrain import OFF, OPEN

COMPANY_COLOURS = ("#c8152d", "#1d4fbb")
BOTH = 3
# By the bits of the objective: nobody's, red's, blue's, both companies'.
TINTS = ("", COMPANY_COLOURS[RED], COMPANY_COLOURS[BLUE], "#8a2bb0")
TINT_NAMES = ("", "red's objective", "blue's objective", "the bridge, both companies' objective")
_TINTED = 0.3
_COLOURS = ("#efeada", "#dccba4", "#a9c98d", "#d2b184", "#b3b1ac", "#9cc7e3", "#fbfaf6")
_MARK_COLOURS = ("", "#a8905a", "#4d7f38", "#8f6a38", "#6d6a66", "#4a8dbb", "")


_CREST = ((-0.58, 0.34), (0.0, -0.34), (0.58, 0.34), (0.36, 0.34), (0.0, -0.1), (-0.36, 0.34))
_WAVE = (
    *((-0.56, 0.06), (-0.28, -0.12), (0.0, 0.06), (0.28, -0.12), (0.56, 0.06)),
    *((0.56, 0.18), (0.28, 0.0), (0.0, 0.18), (-0.28, 0.0), (-0.56, 0.18)),
)
# The outlines of each terrain's mark, in sizes of a hex.
_MARKS: tuple[tuple[Outline, ...], ...] = (
    (),
    (shifted(STONE, -0.36, 0.16), shifted(STONE, 0.1, -0.36), shifted(STONE, 0.34, 0.28)),
    (shifted(TREE, -0.27, -0.12), shifted(TREE, 0.27, 0.16)),
    (_CREST,),
    (shifted(BRICK, -0.3, -0.16), shifted(BRICK, 0.3, -0.16), shifted(BRICK, 0.0, 0.16)),
    (shifted(_WAVE, 0.0, -0.24), shifted(_WAVE, 0.0, 0.14)),
    (),
)


def ground_colour(terrain: int, objective: int) -> str:
    """Return the colour of a hex."""
    colour = _COLOURS[terrain]
    return mixed(colour, TINTS[objective], _TINTED) if objective else colour


def hexes(places: tuple[Point, ...], size: float, terrain: int, objective: int) -> list[Shape]:
    """Return hexes of one terrain and objective with their marks."""
    return tiles(places, size, ground_colour(terrain, objective), _MARKS[terrain], _MARK_COLOURS[terrain])


def all_hexes(sheet: Sheet, terrain: np.ndarray, objective: np.ndarray) -> list[Shape]:
    """Return all hexes of a sheet, open ground first, from terrain and bits of the objective by hex."""
    shapes: list[Shape] = []
    for kind in range(OPEN, OFF + 1):
        for bits in range(BOTH + 1):
            places = sheet.points((terrain == kind) & (objective == bits))
            if places:
                shapes += hexes(places, sheet.size, kind, bits)
    return shapes
