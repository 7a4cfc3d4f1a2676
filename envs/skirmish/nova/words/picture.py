"""The picture of a state: a headline, the field with its pieces and objects, plans, the last events, a legend."""

from collections.abc import Iterator
from math import sqrt

import numpy as np

from swarmzoo.envs.core.hex_drawing import MARGIN, Entry, Legend, frame, head, head_height, hex_size
from swarmzoo.envs.core.painting import Drawing, Label, Lines, Shape, wrapped
from swarmzoo.envs.skirmish.battlefield.config import kinds_of
from swarmzoo.envs.skirmish.battlefield.drawing import GroundSheet, ground_entries, ring
from swarmzoo.envs.skirmish.nova.config import NovaConfig
from swarmzoo.envs.skirmish.nova.plan import Plan
from swarmzoo.envs.skirmish.nova.state import NOBODY
from swarmzoo.envs.skirmish.nova.victory import FOES
from swarmzoo.envs.skirmish.nova.words.chronicle import Chronicle
from swarmzoo.envs.skirmish.nova.words.declared import Declared
from swarmzoo.envs.skirmish.nova.words.field_text import MARKS, letter_of, mark_of
from swarmzoo.envs.skirmish.nova.words.headline import Names, question, side_line
from swarmzoo.envs.skirmish.nova.words.tokens import (
    FULL_DEFENCE,
    GOLD,
    INK,
    SIDE_COLOURS,
    THING_COLOUR,
    arrow,
    badges,
    fallen,
    guard,
    piece,
    thing,
)

ATTACK_COLOUR, GRIP_COLOUR, GOAL_COLOUR = "#d1330f", "#5b2a86", "#c79a00"
LONGEST, LARGEST = 1000.0, 30.0
LINE, LEAST_WIDTH = 20, 860
_LOGGED, _FONT = 7, 13
_GAP = 0.5  # of a line, between plans and events
_GOALS = {"convoy": "where the convoy gets through", "hostage": "where the hostage is led away"}  # the edge of side_1


class Picture:
    """Draws the states of one configuration."""

    def __init__(self, config: NovaConfig, plan: Plan, names: Names, chronicle: Chronicle, rules: np.ndarray):
        self.config, self.plan, self.names, self._chronicle = config, plan, names, chronicle
        self._nouns, self.declared = chronicle.nouns, Declared(names, chronicle.nouns)
        field = plan.field
        self.size = hex_size(field.columns, field.rows, LONGEST, LONGEST, LARGEST)
        broad = sqrt(3) * self.size * (field.columns + 0.5)
        self.width = max(LEAST_WIDTH, round(broad + 2 * MARGIN))
        top = head_height(plan.sides) + MARGIN
        self.sheet = GroundSheet(field, self.size, (self.width - broad) / 2, top)
        near = [place for place in field.places if rules[0]["edge"][FOES, field.cell(*place)] <= 1]
        self._goal = [field.cell(*place) for place in near] if config.scenario in _GOALS else []
        self.below = top + self.sheet.height + MARGIN / 2
        self.lines = len(plan.piece_of) + _LOGGED
        self.legend = Legend(_entries(config), self.width - 2 * MARGIN)
        self.height = round(self.below + LINE * (self.lines + 1) + self.legend.height + MARGIN / 2)

    def draw(self, s: np.void) -> Drawing:
        """Return the drawing of a state."""
        lines = [(side_line(s, self.names, k), SIDE_COLOURS[k]) for k in range(self.plan.sides)]
        shapes = head(f"{self.config.scenario}: {question(s, self.names)}", lines, self.width)
        shapes += self.sheet.ground(s["terrain"], s["height"])
        shapes += [ring(self.sheet.centre(cell), self.size, GOAL_COLOUR) for cell in self._goal]
        for n in np.flatnonzero(s["structure"][: int(s["num_objects"])]):
            shapes += self._thing(s, int(n))
        for draw in (self._piece, self._grip, self._arrows, self._badges):
            for i in self.names.pieces:
                shapes += draw(s, i)
        shapes += [*self._attack(s), *self._lines(s), *self.legend.draw(MARGIN, self.below + LINE * (self.lines + 1))]
        return Drawing(self.width, self.height, tuple(shapes))

    def _lines(self, s: np.void) -> Iterator[Shape]:
        """Yield what is declared, the first to act first, and below it the last events that there is room for."""
        plans = list(self.declared.lines(s))
        for k, (i, words) in enumerate(plans):
            yield self._line(f"{self.names.of(i)} has declared: {words}", k, SIDE_COLOURS[self.names.side(i)])
        first = len(plans) + bool(plans) * _GAP
        room = int(self.lines - first)
        for k, line in enumerate(self._chronicle.tell(s, max(0, int(s["logged"]) - 4 * room))[0][-room:]):
            yield self._line(line, first + k)

    def _line(self, text: str, k: float, colour: str = INK) -> Label:
        """Return the k-th line below the field, cut off where the sheet ends."""
        cut = wrapped(text, _FONT, self.width - 2 * MARGIN, 1)[0]
        return Label((MARGIN, self.below + LINE * (k + 0.5)), cut, _FONT, colour)

    def _thing(self, s: np.void, n: int) -> list[Shape]:
        """Return an object, its other hexes framed."""
        colour = GOLD if s["objective"] == n else THING_COLOUR
        hexes = [cell for cell in self.sheet.cells.tolist() if s["object"][cell] == n and cell != s["thing_at"][n]]
        shapes: list[Shape] = [frame(self.sheet.centre(cell), 0.9 * self.size, colour, 1.0) for cell in hexes]
        at, kind = self.sheet.centre(int(s["thing_at"][n])), self._nouns.kind(s, n)
        return shapes + thing(at, self.size, int(s["structure"][n]), kind, colour)

    def _piece(self, s: np.void, i: int) -> list[Shape]:
        """Return a piece where it stands, or a cross where it fell."""
        colour = SIDE_COLOURS[self.names.side(i)]
        if s["place"][i] != NOBODY:
            at, acts = self.sheet.centre(int(s["place"][i])), not s["done"] and s["actor"] == i
            return piece(at, self.size, colour, letter_of(self.names, i), acts)
        return [] if s["lies"][i] == NOBODY else fallen(self.sheet.centre(int(s["lies"][i])), self.size, colour)

    def _arrows(self, s: np.void, i: int) -> list[Shape]:
        """Return an arrow for whatever a piece still aims at, and a line to where it goes."""
        if s["place"][i] == NOBODY or s["done"]:
            return []
        at, colour = self.sheet.centre(int(s["place"][i])), SIDE_COLOURS[self.names.side(i)]
        aims = sorted(set(self.declared.aims(s, i)))
        return [shape for cell, goes in aims for shape in arrow(at, self.sheet.centre(cell), self.size, colour, goes)]

    def _badges(self, s: np.void, i: int) -> list[Shape]:
        """Return what is left of a piece, its mark, and the defences that it keeps."""
        if s["place"][i] == NOBODY:
            return []
        at, colour = self.sheet.centre(int(s["place"][i])), SIDE_COLOURS[self.names.side(i)]
        kept = FULL_DEFENCE if s["full"][i] else str(self.declared.defences(s, i) or "")
        shapes = badges(at, self.size, colour, str(self.names.count(s, i)), mark_of(s, i))
        return shapes + guard(at, self.size, colour, kept)

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


def _entries(config: NovaConfig) -> list[Entry]:
    """Return what the legend explains."""
    red, middle = SIDE_COLOURS[0], (0.0, 0.0)
    entries: list[Entry] = list(ground_entries(11, kinds_of(config.rules.ground)))
    entries.append(("object, and its structure", thing(middle, 13, 15, "", THING_COLOUR)))
    if config.scenario == "demolition":
        entries.append(("the object to destroy", thing(middle, 13, 30, "", GOLD)))
    if config.scenario in _GOALS:
        entries.append((_GOALS[config.scenario], [ring(middle, 11, GOAL_COLOUR)]))
    entries.append(("piece", piece(middle, 11, red, "0", False)))
    left, marks = badges((-13, -12), 22, red, "8", ""), badges((-13, 12), 22, red, "", "!")
    entries.append(("henchmen, members or levels left", left))
    entries.append((", ".join(f"{mark} {name}" for name, mark in MARKS), marks))
    entries.append(("has declared to attack, or to save", arrow((-20, -2), (21, -2), 13, red, False)))
    entries.append(("to go there", arrow((-20, 0), (7, 0), 13, red, True)))
    entries.append((f"to dodge or parry so often, {FULL_DEFENCE} full defence", guard((13, 10), 22, red, "2")))
    entries.append(("holds", [Lines((((-11.0, 0.0), (11.0, 0.0)),), GRIP_COLOUR, 4.0)]))
    entries.append(("has fallen here", fallen(middle, 12, red)))
    entries.append(("is asked now", piece(middle, 11, red, "0", True)))
    entries.append(("attacks now", [Lines((((-11.0, 4.0), (11.0, -4.0)),), ATTACK_COLOUR, 2.0)]))
    return entries
