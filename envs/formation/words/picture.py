"""The picture of a state: a headline, the field with its soldiers, a legend.

Hexes lie in rows, odd rows shifted to the east; every few columns and rows have their number. The size of the sheet
depends on the configuration alone: hexes are as large as the longest side of a sheet allows. See ``ground`` for the
field, ``tokens`` for the soldiers.
"""

from collections.abc import Sequence
from math import sqrt

import numpy as np

from swarmzoo.envs.core import hex_drawing
from swarmzoo.envs.core.hex_drawing import MARGIN, FieldSheet, Legend, head, head_height
from swarmzoo.envs.core.painting import Drawing, Point, Shape
from swarmzoo.envs.formation.plan import Plan
from swarmzoo.envs.formation.state import BLUE, DEAD, DOWNED, FIELD, NOBODY, RED, STABLE
from swarmzoo.envs.formation.words.ground import COMPANY_COLOURS, all_hexes
from swarmzoo.envs.formation.words.headline import company_line, title
from swarmzoo.envs.formation.words.legend import entries
from swarmzoo.envs.formation.words.marks import MARKS, marks_of, role_letter
from swarmzoo.envs.formation.words.tokens import cross, dots, has_letters, links, soldier

LONGEST = 1600
LEAST_WIDTH = 860
ESCORT = "escort"
HEAD = head_height(2)
_LEGEND_ROOM = 150  # what a legend takes at most
_LARGEST = 40.0  # from a hex's centre to its corner, in pixels
_HALF_STEPS = 3  # east, south-east, south-west: by these every pair of neighbours is met once


class Picture:
    """Draws the states of one plan."""

    def __init__(self, plan: Plan, scenario: str):
        self.plan, self.scenario = plan, scenario
        field = plan.field
        self.size = hex_size(field.columns, field.rows)
        broad = sqrt(3) * self.size * (field.columns + 0.5)
        self.width = max(LEAST_WIDTH, round(broad + 2 * MARGIN))
        self.sheet = FieldSheet(field, self.size, (self.width - broad) / 2, HEAD + MARGIN)
        objectives = {plan.objective[cell] for cell in range(field.cells)}
        shown = entries(objectives, with_letters=has_letters(self.size), with_escort=scenario == ESCORT)
        self.legend = Legend(shown, self.width - 2 * MARGIN)
        self.legend_top = HEAD + MARGIN + self.sheet.height + MARGIN / 2
        self.height = round(self.legend_top + self.legend.height + MARGIN / 2)
        self.centre = self.sheet.centre
        self._steps = field.steps()
        self._ground: tuple[bytes, list[Shape]] = (b"", [])  # the hexes that were drawn last: most games keep theirs

    def draw(self, s: np.void) -> Drawing:
        """Return the drawing of a state."""
        shapes = self._head(s)
        shapes += self._hexes(s)
        shapes += self._fallen(s)
        standing = np.flatnonzero(s["fate"][: len(self.plan.company)] == FIELD)
        for company in (RED, BLUE):
            pairs = self._pairs(s, standing[s["company"][standing] == company])
            shapes += links(pairs, self.size, company) if pairs else []
        for i in standing.tolist():
            shapes += self._soldier(s, i)
        for i in standing[np.any([s[mark.field][standing] for mark in MARKS], axis=0)].tolist():
            shapes += dots(self.centre(s["place"][i]), self.size, marks_of(s, i))
        shapes += self.legend.draw(MARGIN, self.legend_top)
        return Drawing(self.width, self.height, tuple(shapes))

    def _hexes(self, s: np.void) -> list[Shape]:
        """Return all hexes with their numbers."""
        cells = self.sheet.cells
        terrain, objective = s["terrain"][cells], s["objective"][cells]
        key = terrain.tobytes() + objective.tobytes()
        if key != self._ground[0]:
            self._ground = (key, all_hexes(self.sheet, terrain, objective) + self.sheet.numbers())
        return self._ground[1]

    def _head(self, s: np.void) -> list[Shape]:
        """Return the headline, and a line for each company."""
        lines = [(company_line(s, self.plan, company), COMPANY_COLOURS[company]) for company in (RED, BLUE)]
        return head(title(s, self.plan, self.scenario), lines, self.width)

    def _fallen(self, s: np.void) -> list[Shape]:
        """Return a cross wherever somebody of a company was Downed."""
        lie = np.isin(s["fate"], (DOWNED, DEAD, STABLE)) & (s["lies_at"] != NOBODY)
        lie[len(self.plan.company) :] = False
        places = set(zip(s["lies_at"][lie].tolist(), s["company"][lie].tolist(), strict=True))
        return [shape for cell, company in sorted(places) for shape in cross(self.centre(cell), self.size, company)]

    def _pairs(self, s: np.void, soldiers: np.ndarray) -> list[tuple[Point, Point]]:
        """Return the places of neighbours in one formation."""
        cells, formation = s["place"][soldiers].astype(np.intp), s["formation"][soldiers, None]
        odd = (cells // self.plan.field.stride - self.plan.field.margin) & 1
        beside = cells[:, None] + self._steps[odd, :_HALF_STEPS]
        other = s["occupant"][beside]
        joined = (formation != NOBODY) & (other != NOBODY) & (s["formation"][other] == formation)
        return [(self.centre(cells[k]), self.centre(beside[k, step])) for k, step in np.argwhere(joined)]

    def _soldier(self, s: np.void, i: int) -> Sequence[Shape]:
        at, number = self.centre(s["place"][i]), int(self.plan.names[i].rpartition("_")[2])
        return soldier(
            at,
            self.size,
            int(s["company"][i]),
            int(s["facing"][i]),
            role_letter(s, i),
            number,
            leads=bool(s["leads"][i]),
            hidden=bool(s["hidden"][i]),
            guarded=self._is_escorted(s, i),
        )

    def _is_escorted(self, s: np.void, i: int) -> bool:
        """Tell whether a soldier is the leader of red's first squad, and that one is escorted."""
        return bool(self.scenario == ESCORT and s["company"][i] == RED and s["leads"][i] and s["squad"][i] == 0)


def hex_size(columns: int, rows: int) -> float:
    """Return the size of the hexes of a field: from a centre to a corner, in pixels."""
    width, height = LONGEST - 2 * MARGIN, LONGEST - HEAD - 2 * MARGIN - _LEGEND_ROOM
    return hex_drawing.hex_size(columns, rows, width, height, _LARGEST)
