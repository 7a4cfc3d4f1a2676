"""Reads the compiled game's states as battles of the second engine, with the same dice."""

from typing import Any

import numpy as np

from swarmzoo.envs.formation.config import ROLES
from swarmzoo.envs.formation.plan import Plan, plan_of
from swarmzoo.envs.formation.state import FATE_NAMES, NOBODY, STAGE_NAMES
from swarmzoo.envs.formation.terrain import TERRAIN_NAMES
from swarmzoo.envs.formation.victory import ENDING_NAMES
from tests.envs.formation.reference.battle import Battle, Dice, Draw, Formation, Soldier
from tests.envs.formation.reference.hexes import Hex

PURPOSES = ("hit", "harm", "survival", "panic", "rally", "fury", "calm", "recovery", "terrain", "hideout", "lot")
TRIGGERS = {"leader": 1, "quarter": 2, "half": 4}
MASK = (1 << 64) - 1
# Fields of a soldier, and of the state's record.
NUMBERS = {
    name: name for name in ("company", "squad", "facing", "panics", "points", "quick", "moved", "straight", "harm")
}
NUMBERS["attacked"] = "struck"
FLAGS = {name: name for name in ("leads", "dazed", "wounded", "panicked", "berserk", "hidden", "exhausted", "ended")}
FLAGS |= {name: name for name in ("held", "acted", "evading", "charging", "forming", "defending", "fought", "loaded")}
FLAGS |= {"intact": "intact", "crossed_in_line": "crossed_in_line", "complex": "complex_left", "melee": "melee_left"}


class Reader:
    """Reads states of one game."""

    def __init__(self, game: Any):
        self.game, self.config = game, game.config
        self.plan: Plan = plan_of(game.config)
        self.cells = self._cells()
        self.hexes = {cell: at for at, cell in self.cells.items()}
        self._ground: dict[bytes, dict[Hex, str]] = {}

    def _cells(self) -> dict[Hex, int]:
        """Return the cell of every hex of the field."""
        field = self.plan.field
        places = [(column, row) for row in range(field.rows) for column in range(field.columns)]
        return {(column - (row - row % 2) // 2, row): field.cell(column, row) for column, row in places}

    def hex(self, cell: int) -> Hex | None:
        """Return the hex of a cell, None for no cell."""
        return None if cell == NOBODY else self.hexes[int(cell)]

    def ground(self, s: Any) -> dict[Hex, str]:
        """Return the terrain of every hex."""
        key = s["terrain"].tobytes()
        if key not in self._ground:
            self._ground[key] = {at: TERRAIN_NAMES[s["terrain"][cell]] for at, cell in self.cells.items()}
        return self._ground[key]

    def marked(self, marks: Any, mark: int) -> set[Hex]:
        """Return the hexes whose cells have a mark."""
        return {self.hexes[cell] for cell in np.flatnonzero(np.asarray(marks) & mark).tolist()}

    def battle(self, s: Any) -> Battle:
        """Return a state as a battle."""
        return Battle(
            rules=self.config.rules,
            scenario=self.config.scenario,
            terrain=self.ground(s),
            columns=self.plan.field.columns,
            goals=(self.marked(s["objective"], 1), self.marked(s["objective"], 2)),
            homes=(self.marked(self.plan.home, 1), self.marked(self.plan.home, 2)),
            soldiers=[self.soldier(s, i) for i in range(len(self.plan.company))],
            dice=self.dice(s),
            max_turns=self.plan.max_turns,
            formations=self.formations(s),
            queues=queues_of(s),
            turn=int(s["turn"]),
            active=int(s["active"]),
            phase=STAGE_NAMES[s["stage"]],
            moment=int(s["moment"]),
            step=int(s["step_number"]),
            most_steps=int(s["step_limit"]),
            parts_move=bool(s["after_parts"]),
            movers=set(np.flatnonzero(s["stirred"]).tolist()),
            checked=triggers_by_squad(s["triggers"]),
            due=triggers_by_squad(s["due"]),
            panicked_ever=[bool(flag) for flag in s["panicked_ever"]],
            held=[int(n) for n in s["holds"]],
            alone=[int(n) for n in s["alone"]],
            breakups=[int(n) for n in s["breakups"]],
            fallen=[int(n) for n in s["lost"]],
            over=bool(s["done"]),
            winner=optional(s["winner"]),
            ending=ENDING_NAMES[s["ending"]],
        )

    def beginning(self, s: Any) -> Battle:
        """Return the battle before its first turn: of the state of a new game only who stands where is read."""
        full = self.battle(s)
        return Battle(
            rules=full.rules,
            scenario=full.scenario,
            terrain=full.terrain,
            columns=full.columns,
            goals=full.goals,
            homes=full.homes,
            soldiers=[recruit(each) for each in full.soldiers],
            dice=full.dice,
            max_turns=full.max_turns,
        )

    def soldier(self, s: Any, i: int) -> Soldier:
        """Return one soldier of a state."""
        values: dict[str, Any] = {name: int(s[field][i]) for name, field in NUMBERS.items()}
        values |= {name: bool(s[field][i]) for name, field in FLAGS.items()}
        values |= {name: optional(s[name][i]) for name in ("target", "formation")}
        return Soldier(
            number=i,
            role=ROLES[s["kind"][i] // 2],
            fate=FATE_NAMES[s["fate"][i]],
            hex=self.hex(s["place"][i]),
            lies_at=self.hex(s["lies_at"][i]),
            fell_now=bool(s["fell_at"][i] != NOBODY),
            **values,
        )

    def formations(self, s: Any) -> dict[int, Formation]:
        """Return the formations of a state."""
        found = {}
        for f in np.flatnonzero(s["members"] > 0).tolist():
            anybody = np.flatnonzero(s["formation"] == f).tolist()
            director = optional(s["director"][f])
            known = anybody if director is None else [director]
            company = int(s["company"][known[0]]) if known else 0
            found[f] = Formation(
                company=company,
                director=director,
                size=int(s["members"][f]),
                gap=bool(s["gap_before"][f]),
                astray=bool(s["lost_before"][f]),
                done=bool(s["over"][f]),
                steps=int(s["steps_taken"][f]),
            )
        return found

    def dice(self, s: Any) -> Dice:
        """Return the dice of a state's game."""
        low = int(s["rng"][0]) | (int(s["rng"][1]) & 0x7FFFFFFF) << 32
        cells = self.cells

        def dice(moment: int, purpose: str, at: Hex, number: int) -> Draw:
            key = mix(low, moment * 16 + PURPOSES.index(purpose))
            return drawer(key, cells[at] * 4096 + number * 32)

        return dice


def recruit(soldier: Soldier) -> Soldier:
    """Return a soldier as it begins a game, in its place, facing the enemy."""
    facing = 0 if soldier.company == 0 else 3
    one = Soldier(soldier.number, soldier.company, soldier.squad, soldier.role, soldier.leads, soldier.hex, facing)
    one.hidden = soldier.hidden
    return one


def optional(number: Any) -> int | None:
    """Return a number, or None for nobody's."""
    return None if number == NOBODY else int(number)


def triggers_by_squad(marks: Any) -> dict[int, set[str]]:
    """Return the panic triggers of every squad that has any."""
    return {squad: triggers_of(int(marks[squad])) for squad in np.flatnonzero(marks).tolist()}


def triggers_of(bits: int) -> set[str]:
    """Return the names of panic triggers."""
    return {name for name, bit in TRIGGERS.items() if bits & bit}


def queues_of(s: Any) -> list[list[int]]:
    """Return the parts of broken formations in their order."""
    parts = [f for f in np.flatnonzero(s["members"] > 0).tolist() if s["is_part"][f]]
    queues = []
    for first in (f for f in parts if s["waits_for"][f] == NOBODY):
        queue = [first]
        while s["next_part"][queue[-1]] != NOBODY:
            queue.append(int(s["next_part"][queue[-1]]))
        queues.append(queue)
    return queues


# The dice: splitmix64 of the key and of what is rolled for.


def scramble(x: int) -> int:
    """Mix a number of 64 bits into another one."""
    z = (x + 0x9E3779B97F4A7C15) & MASK
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return z ^ (z >> 31)


def mix(seed: int, stream: int) -> int:
    """Mix a seed and the number of a stream."""
    return scramble(scramble(seed & MASK) ^ (stream & MASK)) >> 1


def drawer(key: int, place: int) -> Draw:
    """Return what draws one number after the other from a place of the dice."""
    drawn = 0

    def draw(faces: int) -> int:
        nonlocal drawn
        number, tries = 1 << 31, 0
        while number >= (1 << 31) // faces * faces:
            number = mix(key, place + drawn + (tries << 40)) & 0x7FFFFFFF
            tries += 1
        drawn += 1
        return number % faces

    return draw
