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
from swarmzoo.envs.skirmish.nova.words.field_text import letter_of
from swarmzoo.envs.skirmish.nova.words.headline import Names, question, side_line

SIDE_COLOURS = ("#c8152d", "#1d4fbb", "#1f7a34", "#7d2bb0")
GOLD, PAPER, THING_COLOUR, ATTACK_COLOUR = "#ffc400", "#ffffff", "#7a4a12", "#d1330f"
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
        for n in range(int(s["num_objects"])):
            if s["structure"][n]:
                shapes += _thing(self.sheet.centre(int(s["thing_at"][n])), self.size, int(s["structure"][n]))
        for i in np.flatnonzero(s["place"] != NOBODY):
            acts = not s["done"] and s["actor"] == i
            at, colour = self.sheet.centre(int(s["place"][i])), SIDE_COLOURS[self.names.side(int(i))]
            shapes += _piece(at, self.size, colour, letter_of(self.names, int(i)), acts)
        shapes += self._attack(s)
        for k, line in enumerate(self._chronicle.tell(s, max(0, int(s["logged"]) - 4 * _LOGGED))[0][-_LOGGED:]):
            shapes.append(Label((MARGIN, self.below + LINE * (k + 0.5)), line, 13))
        shapes += self.legend.draw(MARGIN, self.below + LINE * (_LOGGED + 1))
        return Drawing(self.width, self.height, tuple(shapes))

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


def _thing(at: Point, size: float, structure: int) -> list[Shape]:
    """Return the frame of an object with what is left of its structure."""
    return [frame(at, 0.8 * size, THING_COLOUR, 2.0), Label(at, str(structure), max(7, round(0.6 * size)), PAPER, True)]


def _entries(config: NovaConfig) -> list[Entry]:
    """Return what the legend explains."""
    entries: list[Entry] = list(ground_entries(11, kinds_of(config.rules.ground)))
    entries.append(("object, and its structure", _thing((0, 0), 13, 15)))
    entries.append(("piece", _piece((0, 0), 11, SIDE_COLOURS[0], "0", False)))
    entries.append(("is asked now", _piece((0, 0), 11, SIDE_COLOURS[0], "0", True)))
    entries.append(("attacks", [Lines((((-11.0, 4.0), (11.0, -4.0)),), ATTACK_COLOUR, 2.0)]))
    return entries
