"""Who is in which condition: wounds, daze, grips, cover, what is worn, which henchmen are left. [NOV-16, NOV-31]"""

import numpy as np

from swarmzoo.envs.skirmish.nova.config import NovaConfig
from swarmzoo.envs.skirmish.nova.people import GRADES, SHEET_KINDS
from swarmzoo.envs.skirmish.nova.plan import ENCOUNTERS, Plan
from swarmzoo.envs.skirmish.nova.stacking import is_concealed
from swarmzoo.envs.skirmish.nova.state import FIELD, NOBODY
from swarmzoo.envs.skirmish.nova.victory import EVEN, GAUNTLET_LOST, HOSTAGE_KEPT, MOST_LEFT, OBJECT_STANDS, STOPPED

_STATES = {
    "dazed": "dazed",
    "loses its turn": "stunned",
    "lies": "prone",
    "has taken cover": "covered",
    "in full defence": "full",
    "sprints": "sprinting",
    "injured": "maimed",
    "powers through": "powered",
    "with some stun": "stun",
    "with armour destroyed": "gone_layers",
}
_FLAGS = ("lightweight", "stackable", "concealable", "second_skin")
_PENALTIES = ("-0", "-1", "-2", "-4")
_AT_THE_CLOCK = (EVEN, MOST_LEFT, OBJECT_STANDS, HOSTAGE_KEPT, STOPPED)  # endings that the last round brings
_BOXES = ("bashing", "lethal", "aggravated")


class Conditions:
    """Tells of the pieces of a configuration who is in a condition, bool (n, pieces), by name."""

    def __init__(self, config: NovaConfig, plan: Plan, rules: np.ndarray):
        self._rules, self._pieces = rules[0], plan.pieces
        self._worn = _worn(config, plan)
        grades = [GRADES.index(one.grade) for one in config.rules.named("henchmen").values()]
        types = self._rules["henchmen_type"]
        self._grade = np.where(types == NOBODY, NOBODY, np.array(grades)[types])

    def of(self, states: np.ndarray) -> dict[str, np.ndarray]:
        """Return who is in which condition, of states (n,); and which games the clock has decided."""
        here = states["fate"] == FIELD
        rows = states["encounter"][:, None].astype(int) * self._pieces + np.arange(self._pieces)
        found = {word: states[field] != 0 for word, field in _STATES.items()}
        found |= {"holds somebody": states["holding"] != NOBODY, "held": states["held_by"] != NOBODY}
        found |= self._wounds(states, rows) | self._worn_by(states, rows) | self._henchmen(states, rows)
        found |= {kind.replace("_", " "): self._rules["kind"][rows] == k for k, kind in enumerate(SHEET_KINDS)}
        return {word: who & here for word, who in found.items()} | {"decided by the clock": self._late(states)[:, None]}

    def _late(self, states: np.ndarray) -> np.ndarray:
        """Return which games the clock has decided: their last round, or that of the encounter that lost a gauntlet."""
        rules = self._rules
        last = (states["rounds"] >= rules["max_rounds"]) & np.isin(states["ending"], _AT_THE_CLOCK)
        too_long = states["rounds"] - states["encounter_began"] >= rules["encounter_rounds"]
        return states["done"] & (last | (too_long & (states["ending"] == GAUNTLET_LOST)))

    def _wounds(self, states: np.ndarray, rows: np.ndarray) -> dict[str, np.ndarray]:
        """Return whose worst filled level is which. [NOV-31]"""
        boxes = np.sum([states[name] for name in _BOXES], axis=0)
        ends = self._rules["track"][rows].cumsum(axis=2)
        worst = np.where(boxes > 0, (boxes[..., None] > ends).sum(axis=2), NOBODY)
        found = {f"wounded {name}": worst == k for k, name in enumerate(_PENALTIES)}
        return found | {"out cold": (states["stun"] >= ends[..., -1]) & (states["stun"] > 0)}

    def _worn_by(self, states: np.ndarray, rows: np.ndarray) -> dict[str, np.ndarray]:
        """Return who wears armour with a property. [NOV-26 to NOV-30]"""
        worn = {name: (bits[rows] & ~states["gone_layers"]) != 0 for name, bits in self._worn.items()}
        return worn | {"too weak for its armour": self._rules["shortfall"][rows, states["gone_layers"]] > 0}

    def _henchmen(self, states: np.ndarray, rows: np.ndarray) -> dict[str, np.ndarray]:
        """Return who leads henchmen of a grade, and who has lost some. [NOV-61]"""
        left, whole, found = states["henchmen"], self._rules["henchmen_count"][rows], {}
        for k, grade in enumerate(GRADES):
            mine = self._grade[rows] == k
            found[f"leads {grade} henchmen"] = (mine & (left > 0)).any(axis=2)
            found[f"has lost {grade} henchmen"] = (mine & (left < whole)).any(axis=2)
        return found


def _worn(config: NovaConfig, plan: Plan) -> dict[str, np.ndarray]:
    """Return by property the bits of the layers that have it, of each row of the rules."""
    sheets, armour = config.rules.named("sheets"), config.rules.named("armour")
    names = (*(f"wears {name.replace('_', ' ')} armour" for name in _FLAGS), "wears armour with a penalty")
    found = {name: np.zeros(ENCOUNTERS * plan.pieces, int) for name in (*names, "wears hidden armour", "wears layers")}
    for (nth, piece), unit in plan.units.items():
        sheet = sheets[unit.sheet]
        for k, layer in enumerate(armour[name] for name in sheet.armour):
            has = (*(getattr(layer, name) for name in _FLAGS), layer.penalty > 0, is_concealed(sheet, layer), k > 0)
            heroes = config.scenario == "gauntlet" and piece < plan.slots
            for row in range(ENCOUNTERS) if heroes else (nth,):
                for name, one in zip(found, has, strict=True):
                    found[name][row * plan.pieces + piece] |= int(one) << k
    return found
