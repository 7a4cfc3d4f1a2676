"""What a soldier sees of a position, every number by the name that the observation gives it. [FOR-P25]

Plain and slow, from the meaning of the names alone. Only how far objectives are is taken from the state's own floods.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np

from swarmzoo.envs.formation.actions import ACTION_NAMES, MOST_TARGETS
from swarmzoo.envs.formation.config import ROLES
from swarmzoo.envs.formation.observation import NUM_OWN, OWN, PLANES, SURVEYED, TARGET, layout
from swarmzoo.envs.formation.state import STAGE_NAMES
from tests.envs.formation.reference.battle import CROSSED, Soldier
from tests.envs.formation.reference.hexes import Hex, bearing, beside, column, distance, on_ring
from tests.envs.formation.reference.kernels import Reader
from tests.envs.formation.reference.sight import sees
from tests.envs.formation.reference.virtues import weapon
from tests.envs.formation.reference.zones import is_engaged

SHIELDS = ("none", "small", "medium", "large")
TERRAINS = ("open", "rough", "woods", "hill", "wall", "water")
WAYS = ("ahead", "ahead right", "back right", "back", "back left", "ahead left")
NEAREST_AHEAD = (0, 5, 1, 4, 2, 3)  # directions by how little they turn from straight ahead, the left one first
MOST = 255


class Eyes:
    """All soldiers, looking at a state of the kernels."""

    def __init__(self, reader: Reader, s: Any):
        self.reader, self.s, self.battle = reader, s, reader.battle(s)
        self.fronts = (0, 3)
        self.visible = {each.hex: each for each in self.battle.standing()}

    # Words shared by all parts

    def seen_way(self, company: int, direction: int) -> int:
        """Return a direction as a company counts: 1 ahead, clockwise to 6."""
        return (direction - self.fronts[company]) % 6 + 1

    def way_to(self, soldier: Soldier, at: Hex) -> tuple[int, int]:
        """Return how far a hex is and in which direction; nothing for the own hex."""
        if at == soldier.at:
            return 0, 0
        far = min(distance(soldier.at, at), MOST)
        return far, self.seen_way(soldier.company, bearing(soldier.at, at))

    def way_left(self, company: int, at: Hex) -> int:
        """Return the Movement Points to the objective, -1 where none leads there."""
        return int(self.s["way"][company, self.reader.cells[at]])

    def objective(self, company: int, at: Hex) -> int:
        """Return in which direction the way to the objective goes on: 7 at it, 0 where none leads there."""
        here = self.way_left(company, at)
        if here <= 0:
            return 7 if here == 0 else 0
        nearer = []
        for turn in NEAREST_AHEAD:
            next_one = beside(at, self.fronts[company] + turn)
            if next_one in self.battle.terrain and 0 <= self.way_left(company, next_one) < here:
                nearer.append((self.way_left(company, next_one), turn))
        return 1 + min(nearer, key=lambda pair: pair[0])[1] if nearer else 0

    def sees_at(self, company: int, at: Hex) -> Soldier | None:
        """Return who a company sees in a hex: its own soldiers, and enemies that are not hidden."""
        other = self.visible.get(at)
        return other if other and (other.company == company or not other.hidden) else None

    def can(self, soldier: Soldier, action: str) -> bool:
        """Tell whether an action is legal for a soldier."""
        return bool(int(self.s["choices"][soldier.number]) >> ACTION_NAMES.index(action) & 1)

    def offered(self, soldier: Soldier) -> dict[int, Soldier]:
        """Return whom a soldier may shoot or strike at, by number of its actions."""
        words = ("volley at target {}", "aim at target {}", "strike target {}")
        numbers = [k for k in range(MOST_TARGETS) if any(self.can(soldier, word.format(k + 1)) for word in words)]
        return {k: self.battle.soldiers[self.s["targets"][soldier.number, k]] for k in numbers}

    def directs(self, soldier: Soldier) -> bool:
        """Tell whether a soldier is the leader of its formation."""
        return soldier.formation is not None and self.battle.director(soldier.formation) is soldier

    def status(self, soldier: Soldier) -> int:
        """Return a soldier's state as bits."""
        flags = ("dazed", "wounded", "panicked", "berserk", "evading", "charging", "defending")
        return sum(1 << bit for bit, flag in enumerate(flags) if getattr(soldier, flag))

    # The disc

    def disc(self, soldier: Soldier) -> list[list[int]]:
        """Return the planes of every hex about a soldier: ring by ring, clockwise from ahead."""
        front = self.fronts[soldier.company]
        hexes = [soldier.at]
        for ring in range(1, self.reader.config.view + 1):
            at = soldier.at
            for _ in range(ring):
                at = beside(at, front)
            for turn in range(6):
                for _ in range(ring):
                    hexes.append(at)
                    at = beside(at, front + 2 + turn)
        return [[self.hex(soldier, at)[name] for name in PLANES] for at in hexes]

    def hex(self, soldier: Soldier, at: Hex) -> dict[str, int]:
        """Return what a soldier sees of a hex."""
        other = self.sees_at(soldier.company, at)
        return dict.fromkeys(PLANES, 0) | self.ground(soldier.company, at) | (self.man(soldier, other) if other else {})

    def ground(self, company: int, at: Hex) -> dict[str, int]:
        """Return what a company sees of the ground."""
        if at not in self.battle.terrain:
            return {"off the field": 1}
        ground = self.battle.ground(at)
        return {
            "Movement Points to enter, 0: no entry": ground.cost if ground.enter else 0,
            "cover, plus 4 x opacity, plus 16 on high ground": ground.cover + 4 * ground.opacity + 16 * ground.high,
            "direction of the objective: 1 ahead, clockwise to 6; 7 at it": self.objective(company, at),
        }

    def man(self, soldier: Soldier, other: Soldier) -> dict[str, int]:
        """Return what a soldier sees of another one, or of itself."""
        is_friend, role = other.company == soldier.company, getattr(self.battle.rules.roles, other.role)
        arm = weapon(self.battle, other)
        return {
            "friend, 2: a leader" if is_friend else "enemy, 2: a leader": 1 + other.leads,
            "of the own formation 1, its leader 2; of enemies: in sight 4, offered as a target 8": (
                self.comrade(soldier, other) if is_friend else self.enemy(soldier, other)
            ),
            "shield, 1 to 3 by size": SHIELDS.index(role.shield),
            "Dazed 1, Wounded 2, Panicked 4, Berserk 8, evading 16, charging 32, defending 64": self.status(other),
            "facing: 1 ahead, clockwise to 6": self.seen_way(soldier.company, other.facing),
            "reach of the melee weapon, plus 4 with a missile weapon": (
                (int(arm.reach) if arm else 0) + 4 * (role.bow != "none")
            ),
            "Movement Points left, of friends": other.points if is_friend else 0,
        }

    def comrade(self, soldier: Soldier, other: Soldier) -> int:
        """Return what a friend is to a soldier: of its formation, or its leader."""
        if soldier.formation is None or other.formation != soldier.formation:
            return 0
        return 1 + 2 * self.directs(other)

    def enemy(self, soldier: Soldier, other: Soldier) -> int:
        """Return what an enemy is to a soldier: in sight, offered as a target."""
        return 4 * sees(self.battle, soldier.at, other.at) + 8 * (other in self.offered(soldier).values())

    # Itself

    def own(self, soldier: Soldier) -> list[int]:
        """Return the numbers of a soldier itself."""
        known = dict(self.body(soldier)) | dict(self.ties(soldier)) | dict(self.times(soldier.company))
        assert set(known) <= set(OWN)
        return [int(known.get(name, 0)) for name in OWN] + [0] * (NUM_OWN - len(OWN))

    def body(self, soldier: Soldier) -> Iterator[tuple[str, int]]:
        """Yield what a soldier is and may still do."""
        yield f"is a {soldier.role}", 1
        yield "is a leader", soldier.leads
        yield f"faces {WAYS[self.seen_way(soldier.company, soldier.facing) - 1]}", 1
        yield "Movement Points left", soldier.points
        for flag in ("Dazed", "Wounded", "Panicked", "Berserk", "hidden", "evading", "charging", "defending"):
            yield flag, getattr(soldier, flag.lower())
        yield "hexes straight ahead", min(soldier.straight, MOST)
        yield "Quick Actions left", soldier.quick
        yield "Complex Action left", soldier.complex
        yield "Melee Action left", soldier.melee
        yield "missile weapon loaded", soldier.loaded

    def ties(self, soldier: Soldier) -> Iterator[tuple[str, int]]:
        """Yield what a soldier belongs to, and where it should go."""
        leader = self.battle.leader(soldier.squad)
        if soldier.formation is not None:
            yield "in formation", 1
            yield "members of the formation", min(self.battle.formations[soldier.formation].size, MOST)
            yield "directs it", self.directs(soldier)
            leader = self.battle.director(soldier.formation)
        if leader and leader is not soldier and leader.fate != CROSSED and leader.hex:
            yield from zip(
                ("hexes to its leader, 0: none", "direction of its leader, 1 to 6"),
                self.way_to(soldier, leader.hex),
                strict=True,
            )
        way = self.way_left(soldier.company, soldier.at)
        yield "Movement Points to the objective, at most 255", min(max(way, 0), MOST)
        yield "direction of the objective, 1 to 6; 7 at it", self.objective(soldier.company, soldier.at)
        if middle := self.middle(1 - soldier.company):
            far, direction = self.way_to(soldier, middle)
            yield "hexes to the middle of the enemy in sight of all, at most 255", far
            yield "direction of the middle of the enemy, 1 to 6", direction

    def middle(self, company: int) -> Hex | None:
        """Return the middle of those of a company that the other one sees, rounded towards the other's back."""
        shown = [each.at for each in self.battle.of(company) if not each.hidden]
        if not shown:
            return None
        sums = [sum(at[k] for at in shown) for k in (0, 1)]
        low = [total // len(shown) for total in sums]
        high = [-(-total // len(shown)) for total in sums]
        return (low[0], low[1]) if company == 1 else (high[0], high[1])

    def times(self, company: int) -> Iterator[tuple[str, int]]:
        """Yield what time it is, and how many are left."""
        battle = self.battle
        if not battle.over:
            yield f"stage: {battle.phase}", 1
        yield "own company is active", battle.active == company
        yield "Steps so far", min(battle.step, MOST)
        yield "turns left, at most 255", min(max(battle.max_turns - battle.turn, 0), MOST)
        yield "own company left, hundredths", self.left(company)
        yield "enemy company left, hundredths", self.left(1 - company)

    def left(self, company: int) -> int:
        """Return how many of a hundred of a company stand or have crossed."""
        everybody = self.battle.all_of(company)
        return sum(each.stands or each.fate == CROSSED for each in everybody) * 100 // len(everybody)

    # Targets

    def targets(self, soldier: Soldier) -> list[list[int]]:
        """Return what a soldier sees of each of its targets."""
        offered = self.offered(soldier)
        rows = [self.target(soldier, offered[k]) if k in offered else {} for k in range(MOST_TARGETS)]
        return [[row.get(name, 0) for name in TARGET] for row in rows]

    def target(self, soldier: Soldier, other: Soldier) -> dict[str, int]:
        """Return what a soldier sees of a target."""
        far = distance(soldier.at, other.at)
        place = (on_ring(soldier.at, other.at) - far * self.fronts[soldier.company]) % (6 * far)
        rank = (other.leads, other.formation is not None, other.moved > 0, is_engaged(self.battle, other))
        rivals = [each for each in self.battle.of(soldier.company) if each is not soldier]
        values = (
            far,
            1 + place // far,
            place % far,
            1 + ROLES.index(other.role),
            sum(1 << bit for bit, holds in enumerate(rank) if holds),
            self.status(other),
            self.seen_way(soldier.company, other.facing),
            min(sum(other in self.offered(each).values() for each in rivals), MOST),
        )
        return dict(zip(TARGET, values, strict=True))

    # All together

    def difference(self, number: int, row: np.ndarray) -> str:
        """Return the first number in which a soldier's observation is not what it sees, empty if none."""
        soldier = self.battle.soldiers[number]
        parts = layout(self.reader.config.view)
        wanted = (
            [self.disc(soldier), self.own(soldier), self.targets(soldier)]
            if soldier.stands
            else [np.zeros(part.shape, int) for part in parts]
        )
        names = (PLANES, (*OWN, *["-"] * (NUM_OWN - len(OWN))), TARGET)
        for part, values, words in zip(parts, wanted, names, strict=True):
            shown, right = row[part.start : part.stop].reshape(part.shape), np.array(values)
            for place in np.argwhere(shown != right):
                at = tuple(place.tolist())
                return f"soldier {number}, {part.name} {at[:-1]} {words[at[-1]]}: {shown[at]}, not {right[at]}"
        return ""

    def overview(self) -> list[float]:
        """Return the overview of the whole game."""
        battle, hexes = self.battle, sorted(self.battle.terrain, key=lambda at: (at[1], column(at)))
        values = [number for at in hexes for number in self.surveyed(at)]
        stage = STAGE_NAMES.index(battle.phase)
        counts = [sum(each.stands or each.fate == CROSSED for each in battle.all_of(company)) for company in (0, 1)]
        return [float(n) for n in (*values, battle.turn, battle.active, stage, battle.step, *counts, battle.over)]

    def surveyed(self, at: Hex) -> list[int]:
        """Return what the overview says of a hex."""
        battle, other = self.battle, self.visible.get(at)
        values = dict.fromkeys(SURVEYED, 0)
        values["terrain + 1"] = 1 + TERRAINS.index(battle.terrain[at])
        values["red's objective"], values["blue's objective"] = (at in goal for goal in battle.goals)
        if other:
            values[f"{('red', 'blue')[other.company]} soldier, 2: a leader"] = 1 + other.leads
            values["role + 1"], values["facing + 1"] = 1 + ROLES.index(other.role), 1 + other.facing
            values["status"], values["in formation"] = self.status(other), other.formation is not None
            values["hidden"], values["Movement Points left"] = other.hidden, other.points
            actions = other.quick + 2 * other.complex + 4 * other.melee
            values["actions left: Quick 1, Complex 2, Melee 4"] = actions
        return [int(values[name]) for name in SURVEYED]
