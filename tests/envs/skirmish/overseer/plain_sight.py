"""What an Overseer sees, said in plain Python from a state and the configuration: a second writer of the observation.

It gives numbers by their names in ``layout``; what it does not name it does not say.
"""

from collections.abc import Iterator

import numpy as np

from swarmzoo.envs.core.fields import axial
from swarmzoo.envs.core.hexes import distance
from swarmzoo.envs.skirmish.battlefield.poses import posed_disc, seen
from swarmzoo.envs.skirmish.battlefield.terrain import KINDS, OFF
from swarmzoo.envs.skirmish.battlefield.zones import counted_from
from swarmzoo.envs.skirmish.overseer.state import FIELD, STAGE_NAMES

Told = dict[str, int]


class PlainSight:
    """The eyes of all agents of a game."""

    def __init__(self, game, s):
        self.game, self.s, self.plan, self.config = game, s, game.words._plan, game.config
        self.units = list(range(self.plan.units))
        self.pieces = range(int(game.rules[0]["pieces"]))

    def side(self, u: int) -> int:
        """Return the side of a unit."""
        return u // self.plan.slots

    def rows(self, u: int) -> list[int]:
        """Return the units as one counts them."""
        slots, sides = self.plan.slots, counted_from(self.plan.sides, self.side(u))
        own = [v for v in self.units if self.side(v) == self.side(u) and v != u]
        return [u, *own, *(side * slots + k for side in sides[1:] for k in range(slots))]

    def place(self, i: int) -> tuple[int, int] | None:
        """Return column and row of a piece."""
        cell = int(self.s["place"][i])
        return None if cell < 0 else self.plan.field.place(cell)

    def far(self, i: int, j: int) -> int:
        """Return the hexes between two pieces."""
        return distance(axial(*self.place(i)), axial(*self.place(j)))

    # The disc

    def disc(self, u: int) -> Iterator[dict[int, int]]:
        """Yield what the planes of every hex show, by their numbers: of ground, and of who stands there."""
        q, row = axial(*self.place(u))
        standing = {self.place(i): i for i in self.pieces if self.place(i)}
        for dq, dr in posed_disc(self.plan.radius, self.plan.fronts[self.side(u)]):
            line = row + dr
            column = q + dq + (line - (line & 1)) // 2
            found = dict.fromkeys((0, 1, 2, 3, 4, 5, 6, 8, 9, 10), 0)
            found |= self._ground(column, line)
            if (column, line) in standing:
                found |= self._figure(u, standing[column, line])
            yield found

    def _ground(self, column: int, row: int) -> dict[int, int]:
        field = self.plan.field
        if not field.contains(column, row):
            return {3: 1}
        cell = field.cell(column, row)
        kind, rules = int(self.s["terrain"][cell]), self.config.rules
        ground = getattr(rules.ground, KINDS[kind])
        held = self.config.scenario == "hold_ground"
        held &= distance(axial(column, row), axial(*field.middle)) <= rules.objective_hexes
        assert kind != OFF
        return {
            0: ground.cost if ground.enter else 0,
            1: ground.cover + 4 * ground.hides,
            2: int(self.s["height"][cell]),
            3: 2 * held,
        }

    def _figure(self, u: int, i: int) -> dict[int, int]:
        s, rows, leads = self.s, self.rows(u), i < self.plan.units
        group = i if leads else int(s["group"][i])
        side = self.side(i) if leads else int(s["side"][i])
        special = not leads and group >= 0 and s["specialist"][group] == i
        if side == self.side(u):
            own, other = (5 if i == u else 4) if leads else (3 if special else 2) if group == u else 1, 0
        else:
            own, other = 0, 4 if leads else 1 if side < 0 else 2 + special
        home = i if leads else int(s["home"][i])
        nth = counted_from(self.plan.sides, self.side(u)).index(side) if side >= 0 else 0
        loose = not leads and group < 0
        return {
            4: own,
            5: other,
            6: 1 if leads else int(s["models"][i]),
            8: 1 + rows.index(group) if group >= 0 else 0,
            9: int(leads or s["ranked"][i] != 0) + 2 * int(s["fleeing"][i]) + 4 * loose + 8 * nth,
            10: 1 + (rows.index(home) if home < self.plan.units else self.plan.units),
        }

    # Units and sides

    def sheet(self, u: int, j: int) -> Told:
        """Return what is known of a unit that takes part."""
        s, rules, rows = self.s, self.config.rules, self.rows(u)
        us = sum(int(s["models"][i]) for i in s["roll"][j][: s["enrolled"][j]] if s["ranked"][i])
        out = sum(int(s["models"][i]) for i in s["roll"][j][: s["enrolled"][j]] if not s["ranked"][i])
        told = {
            "US, at most 255": us,
            "USM": min(rules.most_us_modifier, rules.us_modifier * us),
            "models of its roll out of rank, at most 255": out,
            "Wounds": int(s["wounds"][j]),
            "US lost since its last turn, at most 255": int(s["lost"][j]),
            "Shock": int(s["shock"][j]),
            "Half Actions of Aim": int(s["aim"][j]),
            "place in the order of initiative, from 1": 1 + s["order"].tolist().index(j),
            "1 + row of whom it has marked": 1 + rows.index(s["marked"][j]) if s["marked"][j] >= 0 else 0,
        }
        if s["fate"][j] == FIELD and s["fate"][u] == FIELD:
            (q, row), (there, line) = axial(*self.place(u)), axial(*self.place(j))
            dq, dr = seen((there - q, line - row), self.plan.fronts[self.side(u)])
            told |= {"hexes away, at most 255": self.far(u, j)}
            told |= {"q from the disc's middle + 64": dq + 64, "row from the disc's middle + 64": dr + 64}
            if self.side(u) != self.side(j):
                told |= {"own Underlings in touch with it": self._in_touch(u, j)}
                told |= {"its Underlings in touch with the own unit": self._in_touch(j, u)}
        return told

    def _in_touch(self, u: int, v: int) -> int:
        men = [int(i) for i in self.s["roll"][u][: self.s["enrolled"][u]] if self.s["ranked"][i]]
        others = [v, *(int(i) for i in self.s["roll"][v][: self.s["enrolled"][v]] if self.s["ranked"][i])]
        return sum(int(self.s["models"][i]) for i in men if any(self.far(i, j) == 1 for j in others))

    def situation(self, u: int) -> Told:
        """Return what is asked, and where the nearest enemy and the loose are."""
        s, done = self.s, bool(self.s["done"])
        stage = {f"stage: {name}": 0 for name in STAGE_NAMES[1:]}
        if not done and s["actor"] == u:
            stage[f"stage: {STAGE_NAMES[s['stage']]}"] = 1
        loose = [i for i in self.pieces if i >= self.plan.units and s["group"][i] < 0 and self.place(i)]
        told = stage | {
            "it is the own turn": int(s["current"] == u),
            "Half Actions left": int(s["halves"]),
            "round, at most 255": int(s["rounds"]),
            "loose models in the field, at most 255": sum(int(s["models"][i]) for i in loose),
        }
        if self.place(u):
            near = [self.far(u, i) for i in loose]
            told["hexes to the nearest loose one, at most 255"] = min(near, default=255)
            foes = [i for i in self.pieces if self.place(i) and self._is_foe(u, i)]
            told["hexes to the nearest enemy, at most 255"] = min((self.far(u, i) for i in foes), default=255)
        return told

    def _is_foe(self, u: int, i: int) -> bool:
        if i < self.plan.units:
            return self.side(i) != self.side(u)
        group = int(self.s["group"][i])
        return group >= 0 and bool(self.s["ranked"][i]) and self.side(group) != self.side(u)


def difference(told: dict, numbers: np.ndarray, names: tuple[str, ...]) -> list[str]:
    """Return which named numbers are others than they were told."""
    return [
        f"{name}: {numbers[names.index(name)]}, not {n}" for name, n in told.items() if numbers[names.index(name)] != n
    ]
