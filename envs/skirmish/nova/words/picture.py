"""The picture of a state: a headline, the field with its pieces and objects, the last events, a legend."""

from math import sqrt

import numpy as np

from swarmzoo.envs.core.hex_drawing import MARGIN, Entry, Legend, frame, head, head_height, hex_size
from swarmzoo.envs.core.painting import Disc, Drawing, Label, Lines, Point, Shape
from swarmzoo.envs.skirmish.battlefield.config import kinds_of
from swarmzoo.envs.skirmish.battlefield.drawing import GroundSheet, ground_entries
from swarmzoo.envs.skirmish.nova.config import NovaConfig
from swarmzoo.envs.skirmish.nova.plan import Plan
from swarmzoo.envs.skirmish.nova.state import NOBODY
from swarmzoo.envs.skirmish.nova.words.chronicle import Chronicle
from swarmzoo.envs.skirmish.nova.words.field_text import MARKS, letter_of, mark_of
from swarmzoo.envs.skirmish.nova.words.headline import Names, question, side_line

SIDE_COLOURS = ("#c8152d", "#1d4fbb", "#1f7a34", "#7d2bb0")
GOLD, PAPER, INK, THING_COLOUR = "#ffc400", "#ffffff", "#3d3a35", "#a2672a"
ATTACK_COLOUR, GRIP_COLOUR = "#d1330f", "#5b2a86"
LONGEST, LARGEST = 1000.0, 30.0
LINE, LEAST_WIDTH = 20, 860
_LOGGED = 7


class Picture:
    """Draws the states of one configuration."""

    def __init__(self, config: NovaConfig, plan: Plan, names: Names, chronicle: Chronicle):
        self.config, self.plan, self.names, self._chronicle = config, plan, names, chronicle
        field = plan.field
        self.size = hex_size(field.columns, field.rows, LONGEST, LONGEST, LARGEST)
        broad = sqrt(3) * self.size * (field.columns + 0.5)
        self.width = max(LEAST_WIDTH, round(broad + 2 * MARGIN))
        top = head_height(plan.sides) + MARGIN
        self.sheet = GroundSheet(field, self.size, (self.width - broad) / 2, top)
        self.below = top + self.sheet.height + MARGIN / 2
        self.legend = Legend(_entries(config), self.width - 2 * MARGIN)
        self.height = round(self.below + LINE * (_LOGGED + 1) + self.legend.height + MARGIN / 2)

    def draw(self, s: np.void) -> Drawing:
        """Return the drawing of a state."""
        lines = [(side_line(s, self.names, k), SIDE_COLOURS[k]) for k in range(self.plan.sides)]
        shapes = head(f"{self.config.scenario}: {question(s, self.names)}", lines, self.width)
        shapes += self.sheet.ground(s["terrain"], s["height"])
        for n in np.flatnonzero(s["structure"][: int(s["num_objects"])]):
            at, aimed = self.sheet.centre(int(s["thing_at"][n])), s["objective"] == n
            shapes += _thing(at, self.size, int(s["structure"][n]), GOLD if aimed else THING_COLOUR)
        for draw in (self._piece, self._grip, self._badges):
            for i in self.names.pieces:
                shapes += draw(s, i)
        shapes += self._attack(s)
        for k, line in enumerate(self._chronicle.tell(s, max(0, int(s["logged"]) - 4 * _LOGGED))[0][-_LOGGED:]):
            shapes.append(Label((MARGIN, self.below + LINE * (k + 0.5)), line, 13))
        shapes += self.legend.draw(MARGIN, self.below + LINE * (_LOGGED + 1))
        return Drawing(self.width, self.height, tuple(shapes))

    def _piece(self, s: np.void, i: int) -> list[Shape]:
        """Return a piece where it stands, or a cross where it fell."""
        colour = SIDE_COLOURS[self.names.side(i)]
        if s["place"][i] != NOBODY:
            at, acts = self.sheet.centre(int(s["place"][i])), not s["done"] and s["actor"] == i
            return _piece(at, self.size, colour, letter_of(self.names, i), acts)
        return [] if s["lies"][i] == NOBODY else _fallen(self.sheet.centre(int(s["lies"][i])), self.size, colour)

    def _badges(self, s: np.void, i: int) -> list[Shape]:
        """Return what is left of a piece, and its mark."""
        if s["place"][i] == NOBODY:
            return []
        at, colour = self.sheet.centre(int(s["place"][i])), SIDE_COLOURS[self.names.side(i)]
        return _badges(at, self.size, colour, str(self.names.count(s, i)), mark_of(s, i))

    def _grip(self, s: np.void, i: int) -> list[Shape]:
        """Return a bar between a holder and whom it holds."""
        j = int(s["holding"][i])
        if j == NOBODY or s["place"][i] == NOBODY or s["place"][j] == NOBODY:
            return []
        (x, y), (u, v) = (self.sheet.centre(int(s["place"][k])) for k in (i, j))
        ends = tuple((x + part * (u - x), y + part * (v - y)) for part in (0.36, 0.64))
        return [Lines((ends,), GRIP_COLOUR, 0.22 * self.size)]

    def _attack(self, s: np.void) -> list[Shape]:
        """Return a line from the attacker to its target."""
        i, j = int(s["attacker"]), int(s["target"])
        if i == NOBODY or j == NOBODY or s["place"][i] == NOBODY or s["place"][j] == NOBODY:
            return []
        ends = (self.sheet.centre(int(s["place"][i])), self.sheet.centre(int(s["place"][j])))
        return [Lines((ends,), ATTACK_COLOUR, 2.0)]


def _piece(at: Point, size: float, colour: str, letter: str, acts: bool) -> list[Shape]:
    """Return the disc of a piece; with a golden edge if it is asked."""
    edge = (GOLD, 0.16) if acts else (PAPER, 0.1)
    disc = Disc(at, 0.74 * size, colour, edge[0], max(1.2, edge[1] * size))
    return [disc, Label(at, letter, max(8, round(0.9 * size)), PAPER, True)]


def _badges(at: Point, size: float, colour: str, count: str, mark: str) -> list[Shape]:
    """Return what is left of a piece below it on the right, and its mark above."""
    shapes: list[Shape] = []
    for text, down in ((count, 0.56), (mark, -0.56)):
        if text:
            middle = (at[0] + 0.6 * size, at[1] + down * size)
            shapes.append(Disc(middle, 0.34 * size, PAPER, colour, max(1.0, 0.05 * size)))
            shapes.append(Label(middle, text, max(6, round(0.44 * size)), colour, True))
    return shapes


def _fallen(at: Point, size: float, colour: str) -> list[Shape]:
    """Return the cross of somebody who lies where it fell."""
    (x, y), d = at, 0.34 * size
    ways = (((x - d, y - d), (x + d, y + d)), ((x - d, y + d), (x + d, y - d)))
    return [Lines(ways, colour, max(1.5, 0.12 * size))]


def _thing(at: Point, size: float, structure: int, colour: str) -> list[Shape]:
    """Return the frame of an object with what is left of its structure."""
    shapes = [frame(at, 0.8 * size, colour, 2.0), Disc(at, 0.46 * size, INK)]
    return [*shapes, Label(at, str(structure), max(7, round(0.5 * size)), PAPER, True)]


def _entries(config: NovaConfig) -> list[Entry]:
    """Return what the legend explains."""
    entries: list[Entry] = list(ground_entries(11, kinds_of(config.rules.ground)))
    entries.append(("object, and its structure", _thing((0, 0), 13, 15, THING_COLOUR)))
    if config.scenario == "demolition":
        entries.append(("the object to destroy", _thing((0, 0), 13, 30, GOLD)))
    entries.append(("piece", _piece((0, 0), 11, SIDE_COLOURS[0], "0", False)))
    left, marks = _badges((-13, -12), 22, SIDE_COLOURS[0], "8", ""), _badges((-13, 12), 22, SIDE_COLOURS[0], "", "!")
    entries.append(("henchmen, members or levels left", left))
    entries.append((", ".join(f"{mark} {name}" for name, mark in MARKS), marks))
    entries.append(("holds", [Lines((((-11.0, 0.0), (11.0, 0.0)),), GRIP_COLOUR, 4.0)]))
    entries.append(("has fallen here", _fallen((0, 0), 12, SIDE_COLOURS[0])))
    entries.append(("is asked now", _piece((0, 0), 11, SIDE_COLOURS[0], "0", True)))
    entries.append(("attacks", [Lines((((-11.0, 4.0), (11.0, -4.0)),), ATTACK_COLOUR, 2.0)]))
    return entries
