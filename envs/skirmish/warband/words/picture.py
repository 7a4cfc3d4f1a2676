"""The picture of a state: a headline, the field with its characters, the last actions, a legend.

A character is a disc in its warband's colour with the letter that the text has, the bar of its Star below, and small
dots for what is the matter; the one who acts has a golden edge.
"""

from math import cos, pi, sin, sqrt

import numpy as np

from swarmzoo.envs.core.fields import axial
from swarmzoo.envs.core.hex_drawing import MARGIN, Entry, Legend, head, head_height, hex_size
from swarmzoo.envs.core.hexes import distance
from swarmzoo.envs.core.painting import Disc, Drawing, Label, Lines, Point, Polygon, Shape, mixed
from swarmzoo.envs.skirmish.battlefield.drawing import GroundSheet, coin, ground_entries, ring
from swarmzoo.envs.skirmish.warband.config import WarbandConfig
from swarmzoo.envs.skirmish.warband.plan import Plan
from swarmzoo.envs.skirmish.warband.state import FIELD, NOBODY
from swarmzoo.envs.skirmish.warband.words.chronicle import Chronicle
from swarmzoo.envs.skirmish.warband.words.field_text import letters_of
from swarmzoo.envs.skirmish.warband.words.headline import Names, marks_of, question, warband_line

SIDE_COLOURS = ("#c8152d", "#1d4fbb", "#1f7a34", "#7d2bb0")
WAY_COLOUR, AIM_COLOUR = "#ffc400", "#333333"
LONGEST, LARGEST = 1000.0, 30.0
LINE, LEAST_WIDTH = 20, 860
_LOGGED = 6
_DOTS = {
    "Stunned": "#111111",
    "Fleeing": "#ffffff",
    "Shaken": "#36cfe0",
    "Bloodied": "#e324a6",
    "prone": "#8a5a2b",
    "in taken cover": "#35b04a",
    "warded": "#8a2bb0",
    "hasted": "#ff8a1f",
    "unloaded": "#9a9a9a",
    "has acted": "#ffe14d",
}


class Picture:
    """Draws the states of one configuration."""

    def __init__(self, config: WarbandConfig, plan: Plan, names: Names):
        self.config, self.plan, self.names = config, plan, names
        field = plan.field
        self.size = hex_size(field.columns, field.rows, LONGEST, LONGEST, LARGEST)
        broad = sqrt(3) * self.size * (field.columns + 0.5)
        self.width = max(LEAST_WIDTH, round(broad + 2 * MARGIN))
        top = head_height(len(plan.rosters)) + MARGIN
        self.sheet = GroundSheet(field, self.size, (self.width - broad) / 2, top)
        self.below = top + self.sheet.height + MARGIN / 2
        self.legend = Legend(_entries(), self.width - 2 * MARGIN)
        self.height = round(self.below + LINE * (_LOGGED + 1) + self.legend.height + MARGIN / 2)
        self._chronicle = Chronicle(plan, names)

    def draw(self, s: np.void) -> Drawing:
        """Return the drawing of a state."""
        shapes = self._head(s) + self.sheet.ground(s["terrain"], s["height"])
        if self.config.scenario == "hold_centre":
            shapes += self._centre()
        for cell in np.flatnonzero(s["loot"]):
            shapes += coin(self.sheet.centre(int(cell)), self.size, str(s["loot"][cell]))
        shapes += self._way(s) + self._aims(s)
        for i in np.flatnonzero(s["fate"] == FIELD):
            shapes += self._character(s, int(i))
        lines = self._chronicle.tell(s, max(0, int(s["logged"]) - _LOGGED))[0]
        for k, line in enumerate(lines):
            shapes.append(Label((MARGIN, self.below + LINE * (k + 0.5)), line, 13))
        shapes += self.legend.draw(MARGIN, self.below + LINE * (_LOGGED + 1))
        return Drawing(self.width, self.height, tuple(shapes))

    def _head(self, s: np.void) -> list[Shape]:
        """Return the headline, and a line for each warband."""
        lines = [(warband_line(s, self.plan, k), SIDE_COLOURS[k]) for k in range(len(self.plan.rosters))]
        return head(f"{self.config.scenario}: {question(s, self.plan, self.names)}", lines, self.width)

    def _centre(self) -> list[Shape]:
        """Return the frames of the hexes of the centre."""
        field, radius = self.plan.field, self.config.rules.centre_radius
        middle = axial(*field.place(self.plan.middle))
        cells = [int(cell) for cell in self.sheet.cells]
        held = [cell for cell in cells if distance(axial(*field.place(cell)), middle) <= radius]
        return [ring(self.sheet.centre(cell), self.size, "#c79a00") for cell in held]

    def _way(self, s: np.void) -> list[Shape]:
        """Return the way of the last move, if nothing else was done since."""
        points = tuple(self.sheet.centre(int(cell)) for cell in s["way"][: s["num_way"]])
        return [Lines((points,), WAY_COLOUR, max(2.0, 0.12 * self.size))] if points else []

    def _aims(self, s: np.void) -> list[Shape]:
        """Return a line from everybody who aims to its target."""
        ways = []
        for i in np.flatnonzero((s["aim_at"] != NOBODY) & (s["fate"] == FIELD)):
            target = int(s["aim_at"][i])
            if s["fate"][target] == FIELD:
                ways.append((self.sheet.centre(s["place"][i]), self.sheet.centre(s["place"][target])))
        return [Lines(tuple(ways), AIM_COLOUR, 1.0)] if ways else []

    def _character(self, s: np.void, i: int) -> list[Shape]:
        at, side, k = self.sheet.centre(s["place"][i]), i // self.plan.slots, i % self.plan.slots
        colour, acts = SIDE_COLOURS[side], i == s["current"]
        words = marks_of(s, self.plan.full_star[i], i)
        shapes = token(at, self.size, colour, letters_of(side, k), acts=acts, down="prone" in words)
        shapes += star_bar(at, self.size, int(s["star"][i]), self.plan.full_star[i])
        for n, word in enumerate(words[:6]):
            angle = (n - 2) * pi / 3.4 - pi / 2
            x, y = at[0] + 0.72 * self.size * cos(angle), at[1] + 0.72 * self.size * sin(angle)
            shapes.append(Disc((x, y), 0.16 * self.size, _DOTS[word], "#222222", 0.8))
        return shapes


def _distance(q: int, r: int) -> int:
    return max(abs(q), abs(r), abs(q + r))


def _entries() -> list[Entry]:
    """Return what the legend explains: ground, what can be true of characters, loot, moves and aims."""
    way, aim = ((-11.0, 5.0), (0.0, -4.0), (11.0, -4.0)), ((-11.0, 4.0), (11.0, -4.0))
    dots: list[Entry] = [(word, [Disc((0.0, 0.0), 6, colour, "#222222", 0.8)]) for word, colour in _DOTS.items()]
    return [
        *ground_entries(11),
        *dots,
        ("acts now", token((0, 0), 12, SIDE_COLOURS[0], "A", acts=True, down=False)),
        ("loot", coin((0, 0), 14, "1")),
        ("last move", [Lines((way,), WAY_COLOUR, 3.0)]),
        ("aims at", [Lines((aim,), AIM_COLOUR, 1.0)]),
    ]


def token(at: Point, size: float, colour: str, letter: str, *, acts: bool, down: bool) -> list[Shape]:
    """Return the disc of a character; one that lies prone is paler."""
    fill = mixed(colour, "#ffffff", 0.45) if down else colour
    edge, wide = ("#ffc400", 0.14) if acts else ("#ffffff", 0.06)
    shapes: list[Shape] = [Disc(at, (0.66 if acts else 0.6) * size, "#1a1a1a")] if acts else []
    shapes.append(Disc(at, 0.58 * size, fill, edge, max(1.0, wide * size)))
    return [*shapes, Label((at[0], at[1] - 0.08 * size), letter, max(8, round(0.66 * size)), "#ffffff", True)]


def star_bar(at: Point, size: float, star: int, full: int) -> list[Shape]:
    """Return the bar of the Star that is left."""
    left, top, wide, high = at[0] - 0.5 * size, at[1] + 0.34 * size, size, 0.16 * size
    share = wide * min(star / full, 1.0)
    back = ((left, top), (left + wide, top), (left + wide, top + high), (left, top + high))
    front = ((left, top), (left + share, top), (left + share, top + high), (left, top + high))
    shapes: list[Shape] = [Polygon(back, "#3a3a3a", "#111111", 0.7)]
    return [*shapes, Polygon(front, "#ffd84d" if 2 * star > full else "#ff6a5c")] if star else shapes
