"""The picture of a state: a headline, the field with its units, the last events, a legend.

A leader is a large disc in its side's colour with the number of its agent and the bar of its Wounds; its Underlings are
small discs of that colour, lighter for a side's second unit and so on. The one who is asked has a golden edge.
"""

from math import sqrt

import numpy as np

from swarmzoo.envs.core.fields import axial
from swarmzoo.envs.core.hex_drawing import MARGIN, Entry, Legend, frame, head, head_height, hex_size
from swarmzoo.envs.core.hexes import distance
from swarmzoo.envs.core.painting import Disc, Drawing, Label, Lines, Shape, mixed
from swarmzoo.envs.skirmish.battlefield.config import kinds_of
from swarmzoo.envs.skirmish.battlefield.drawing import GroundSheet, ground_entries, ring
from swarmzoo.envs.skirmish.battlefield.zones import edges
from swarmzoo.envs.skirmish.overseer.config import OverseerConfig
from swarmzoo.envs.skirmish.overseer.plan import Plan
from swarmzoo.envs.skirmish.overseer.rule_numbers import OverseerGrounds
from swarmzoo.envs.skirmish.overseer.state import FIELD, NO_ATTACK, NOBODY, STEADY
from swarmzoo.envs.skirmish.overseer.words.chronicle import Chronicle
from swarmzoo.envs.skirmish.overseer.words.headline import Names, marks_of, question, side_line
from swarmzoo.envs.skirmish.overseer.words.tokens import (
    DOTS,
    NEUTRAL_COLOUR,
    PAPER,
    SIDE_COLOURS,
    bar,
    dots,
    leader,
    underlings,
)

ATTACK_COLOUR, MARK_COLOUR, GROUND_COLOUR = "#d1330f", "#e324a6", "#c79a00"
LONGEST, LARGEST = 1000.0, 30.0
LINE, LEAST_WIDTH = 20, 860
_LOGGED = 7
_LIGHTER = (0.0, 0.25, 0.4, 0.55)  # the units of a side


class Picture:
    """Draws the states of one configuration."""

    def __init__(self, config: OverseerConfig, plan: Plan, names: Names, chronicle: Chronicle):
        self.config, self.plan, self.names, self._chronicle = config, plan, names, chronicle
        leaders = config.rules.named("leaders")
        self._full = {u: leaders[plan.unit(u).leader].wounds for u in plan.unit_of}
        field = plan.field
        self.size = hex_size(field.columns, field.rows, LONGEST, LONGEST, LARGEST)
        broad = sqrt(3) * self.size * (field.columns + 0.5)
        self.width = max(LEAST_WIDTH, round(broad + 2 * MARGIN))
        top = head_height(len(plan.forces)) + MARGIN
        self.sheet = GroundSheet(field, self.size, (self.width - broad) / 2, top)
        self.below = top + self.sheet.height + MARGIN / 2
        self.legend = Legend(_entries(), self.width - 2 * MARGIN)
        self.height = round(self.below + LINE * (_LOGGED + 1) + self.legend.height + MARGIN / 2)

    def draw(self, s: np.void) -> Drawing:
        """Return the drawing of a state."""
        shapes = self._head(s) + self.sheet.ground(s["terrain"], s["height"])
        shapes += self._goal_of_the_scenario() + self._rank(s)
        for i in np.flatnonzero(s["place"] != NOBODY):
            shapes += self._piece(s, int(i))
        shapes += self._lines(s)
        for k, line in enumerate(self._chronicle.tell(s, max(0, int(s["logged"]) - 4 * _LOGGED))[0][-_LOGGED:]):
            shapes.append(Label((MARGIN, self.below + LINE * (k + 0.5)), line, 13))
        shapes += self.legend.draw(MARGIN, self.below + LINE * (_LOGGED + 1))
        return Drawing(self.width, self.height, tuple(shapes))

    def _head(self, s: np.void) -> list[Shape]:
        """Return the headline, and a line for each side."""
        lines = [(side_line(s, self.names, k), SIDE_COLOURS[k]) for k in range(len(self.plan.forces))]
        return head(f"{self.config.scenario}: {question(s, self.names)}", lines, self.width)

    def _goal_of_the_scenario(self) -> list[Shape]:
        """Return the frames of the ground that is to be held, or of the edge that is to be reached."""
        field = self.plan.field
        if self.config.scenario == "hold_ground":
            middle, wide = axial(*field.middle), self.config.rules.objective_hexes
            chosen = [place for place in field.places if distance(axial(*place), middle) <= wide]
        elif self.config.scenario == "breakthrough":
            edge = edges(field, len(self.plan.forces), 1)
            chosen = [place for place in field.places if edge[field.cell(*place)] <= 1]
        else:
            return []
        return [ring(self.sheet.centre(field.cell(*place)), self.size, GROUND_COLOUR) for place in chosen]

    def _rank(self, s: np.void) -> list[Shape]:
        """Return the frames of the hexes in which one is in rank of the unit whose turn it is, at their rim."""
        u, field, wide = int(s["current"]), self.plan.field, self.config.rules.rank
        if u < 0 or s["fate"][u] != FIELD or not s["enrolled"][u]:
            return []
        middle = axial(*field.place(int(s["place"][u])))
        rim = [place for place in field.places if distance(axial(*place), middle) == wide]
        colour = mixed(self._colour(u), PAPER, 0.4)
        return [frame(self.sheet.centre(field.cell(*place)), 0.9 * self.size, colour, 1.2) for place in rim]

    def _colour(self, u: int) -> str:
        """Return the colour of a unit; of one past them all: of neutral Underlings."""
        if u not in self.names.units:
            return NEUTRAL_COLOUR
        return mixed(SIDE_COLOURS[self.names.side(u)], PAPER, _LIGHTER[u % self.plan.slots])

    def _piece(self, s: np.void, i: int) -> list[Shape]:
        at = self.sheet.centre(int(s["place"][i]))
        if i in self.names.units:
            return self._leader(s, i)
        group = int(s["group"][i])
        return underlings(
            at,
            self.size,
            self._colour(group if group >= 0 else int(s["home"][i]) if s["side"][i] != NOBODY else NOBODY),
            int(s["models"][i]),
            ranked=group >= 0 and bool(s["ranked"][i]),
            fleeing=bool(s["fleeing"][i]),
            special=group >= 0 and s["specialist"][group] == i,
        )

    def _leader(self, s: np.void, u: int) -> list[Shape]:
        at, acts = self.sheet.centre(int(s["place"][u])), not s["done"] and s["actor"] == u
        beset = bool(s["shock"][u] != STEADY)
        shapes = leader(at, self.size, self._colour(u), self.names.number(u), acts=acts, beset=beset)
        shapes += bar(at, self.size, int(s["wounds"][u]), self._full[u])
        return shapes + dots(at, self.size, marks_of(s, u))

    def _lines(self, s: np.void) -> list[Shape]:
        """Return a line from the attacker to its targets, and one from everybody to whom it has marked."""
        pairs = [(u, int(s["marked"][u]), MARK_COLOUR) for u in self.names.units if s["marked"][u] != NOBODY]
        if s["attack"] != NO_ATTACK:
            targets = s["targets"][: s["num_targets"]].tolist()
            pairs += [(int(s["attacker"]), v, ATTACK_COLOUR) for v in targets]
        return [
            Lines(((self.sheet.centre(int(s["place"][u])), self.sheet.centre(int(s["place"][v]))),), colour, 2.0)
            for u, v, colour in pairs
            if s["fate"][u] == FIELD and s["fate"][v] == FIELD
        ]


def _entries() -> list[Entry]:
    """Return what the legend explains: ground, leaders, Underlings, what can be true of a unit, lines."""
    red, line = SIDE_COLOURS[0], (((-11.0, 4.0), (11.0, -4.0)),)
    entries: list[Entry] = list(ground_entries(11, kinds_of(OverseerGrounds)))
    entries.append(("Overseer", leader((0, 0), 11, red, 0, acts=False, beset=False)))
    entries.append(("is asked now", leader((0, 0), 11, red, 0, acts=True, beset=False)))
    entries.append(("beset by Shock", leader((0, 0), 11, red, 0, acts=False, beset=True)))
    entries += [
        (word, underlings((0, 0), 17, red, models, ranked=ranked, fleeing=fleeing, special=special))
        for word, models, ranked, fleeing, special in (
            ("Underling", 1, True, False, False),
            ("Specialist", 1, True, False, True),
            ("several", 5, True, False, False),
            ("out of rank", 1, False, False, False),
            ("fleeing", 1, False, True, False),
        )
    ]
    entries += [(word, [Disc((0.0, 0.0), 6, colour, "#222222", 0.8)]) for word, colour in DOTS.items()]
    entries.append(("edge of the rank of whose turn it is", [frame((0.0, 0.0), 10, mixed(red, PAPER, 0.4), 1.2)]))
    entries.append(("attacks", [Lines(line, ATTACK_COLOUR, 2.0)]))
    entries.append(("has marked", [Lines(line, MARK_COLOUR, 2.0)]))
    return entries
