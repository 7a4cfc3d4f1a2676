"""The picture of a state: a headline, the field with its soldiers, a legend.

Hexes lie in rows, odd rows shifted to the east; every few columns and rows have their number. The size of the sheet
depends on the configuration alone: hexes are as large as the longest side of a sheet allows. See ``ground`` for the
field, ``tokens`` for the soldiers.
"""

from collections.abc import Iterator
from math import sqrt

import numpy as np

from swarmzoo.envs.core.painting import Disc, Drawing, Label, Point, Shape, wrapped
from swarmzoo.envs.formation.plan import Plan
from swarmzoo.envs.formation.state import BLUE, DEAD, DOWNED, FIELD, NOBODY, RED, STABLE
from swarmzoo.envs.formation.words.ground import COMPANY_COLOURS, all_hexes
from swarmzoo.envs.formation.words.headline import company_line, moment
from swarmzoo.envs.formation.words.legend import draw_legend, legend
from swarmzoo.envs.formation.words.marks import marks_of, role_letter
from swarmzoo.envs.formation.words.tokens import cross, dots, escorted, has_letters, links, token, writing

LONGEST = 1600
LEAST_WIDTH = 860
ESCORT = "escort"
MARGIN = 28
HEAD = 92
_LEGEND_ROOM = 150  # what a legend takes at most
_LARGEST = 40.0  # from a hex's centre to its corner, in pixels
_LETTER_SIZE = 13
_FAINT = "#6b675e"
_HALF_STEPS = 3  # east, south-east, south-west: by these every pair of neighbours is met once


class Picture:
    """Draws the states of one plan."""

    def __init__(self, plan: Plan, scenario: str):
        self.plan, self.scenario = plan, scenario
        field = plan.field
        self.size = hex_size(field.columns, field.rows)
        broad, high = sqrt(3) * self.size * (field.columns + 0.5), self.size * (1.5 * field.rows + 0.5)
        self.width = max(LEAST_WIDTH, round(broad + 2 * MARGIN))
        left, top = (self.width - broad) / 2, HEAD + MARGIN
        objectives = {plan.objective[cell] for cell in range(field.cells)}
        self._legend, height = legend(
            objectives,
            with_letters=has_letters(self.size),
            with_escort=scenario == ESCORT,
            width=self.width - 2 * MARGIN,
        )
        self._legend_top = top + high + MARGIN / 2
        self.height = round(self._legend_top + height + MARGIN / 2)
        rows, columns = np.divmod(np.arange(field.rows * field.columns), field.columns)
        self.cells = (rows + field.margin) * field.stride + columns + field.margin
        x = left + sqrt(3) * self.size * (columns + 0.5 + 0.5 * (rows & 1))
        y = top + self.size * (1.5 * rows + 1)
        self.centres = np.stack([x, y], axis=1)
        self._order = np.full(field.cells, NOBODY)
        self._order[self.cells] = np.arange(len(self.cells))
        self._steps = field.steps()

    def centre(self, cell: int) -> Point:
        """Return the middle of a cell's hex on the sheet."""
        x, y = self.centres[self._order[cell]]
        return float(x), float(y)

    def draw(self, s: np.void) -> Drawing:
        """Return the drawing of a state."""
        shapes = self._head(s)
        shapes += all_hexes(self.centres, s["terrain"][self.cells], s["objective"][self.cells], self.size)
        shapes += self._numbers()
        shapes += self._fallen(s)
        standing = np.flatnonzero(s["fate"][: len(self.plan.company)] == FIELD)
        for company in (RED, BLUE):
            pairs = list(self._pairs(s, [int(i) for i in standing if s["company"][i] == company]))
            shapes += links(pairs, self.size, company) if pairs else []
        for i in standing:
            shapes += self._soldier(s, int(i))
        for i in standing:
            shapes += dots(self.centre(s["place"][i]), self.size, marks_of(s, int(i)))
        shapes += draw_legend(self._legend, MARGIN, self._legend_top)
        return Drawing(self.width, self.height, tuple(shapes))

    def _head(self, s: np.void) -> list[Shape]:
        """Return the headline, and a line for each company."""
        shapes: list[Shape] = [Label((MARGIN, MARGIN + 2), moment(s, self.plan, self.scenario), 19)]
        for company in (RED, BLUE):
            y = MARGIN + 30 + 22 * company
            line = wrapped(company_line(s, self.plan, company), _LETTER_SIZE, self.width - 2 * MARGIN - 22, 1)[0]
            shapes.append(Disc((MARGIN + 7, y), 7, COMPANY_COLOURS[company]))
            shapes.append(Label((MARGIN + 22, y), line, _LETTER_SIZE))
        return shapes

    def _numbers(self) -> list[Shape]:
        """Return the numbers of every few columns and rows."""
        field, every = self.plan.field, 5 if self.size > 12 else 10
        shapes: list[Shape] = []
        for column in range(0, field.columns, every):
            x, y = self.centre(field.cell(column, 0))
            shapes.append(Label((x, y - self.size - 7), str(column), 9, _FAINT, True))
        for row in range(0, field.rows, every):
            x, y = self.centre(field.cell(0, row))
            shapes.append(Label((x - 0.87 * self.size - 10, y), str(row), 9, _FAINT, True))
        return shapes

    def _fallen(self, s: np.void) -> list[Shape]:
        """Return a cross wherever somebody of a company was Downed."""
        places = {
            (int(s["lies_at"][i]), int(s["company"][i]))
            for i in range(len(self.plan.company))
            if s["fate"][i] in (DOWNED, DEAD, STABLE) and s["lies_at"][i] != NOBODY
        }
        return [shape for cell, company in sorted(places) for shape in cross(self.centre(cell), self.size, company)]

    def _pairs(self, s: np.void, soldiers: list[int]) -> Iterator[tuple[Point, Point]]:
        """Yield the places of neighbours in one formation."""
        for i in soldiers:
            cell, f = int(s["place"][i]), s["formation"][i]
            _, row = self.plan.field.place(cell)
            for step in self._steps[row & 1][:_HALF_STEPS] if f != NOBODY else ():
                other = s["occupant"][cell + step]
                if other != NOBODY and s["formation"][other] == f:
                    yield self.centre(cell), self.centre(cell + int(step))

    def _soldier(self, s: np.void, i: int) -> list[Shape]:
        at, company = self.centre(s["place"][i]), int(s["company"][i])
        hidden, number = bool(s["hidden"][i]), int(self.plan.names[i].rpartition("_")[2])
        shapes = escorted(at, self.size) if self._is_escorted(s, i) else []
        shapes += token(at, self.size, company, int(s["facing"][i]), leads=bool(s["leads"][i]), hidden=hidden)
        return shapes + writing(at, self.size, company, role_letter(s, i), number, hidden=hidden)

    def _is_escorted(self, s: np.void, i: int) -> bool:
        """Tell whether a soldier is the leader of red's first squad, and that one is escorted."""
        return self.scenario == ESCORT and s["company"][i] == RED and s["leads"][i] and s["squad"][i] == 0


def hex_size(columns: int, rows: int) -> float:
    """Return the size of the hexes of a field: from a centre to a corner, in pixels."""
    by_width = (LONGEST - 2 * MARGIN) / (sqrt(3) * (columns + 0.5))
    by_height = (LONGEST - HEAD - 2 * MARGIN - _LEGEND_ROOM) / (1.5 * rows + 0.5)
    return min(by_width, by_height, _LARGEST)
