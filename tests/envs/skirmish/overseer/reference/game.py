"""The state of a whole game, and the questions that several chapters ask of it."""

from collections import Counter
from collections.abc import Callable, Generator
from dataclasses import dataclass, field
from typing import Any

from tests.envs.skirmish.overseer.reference.land import Cell, Land, Pose, distance, neighbours
from tests.envs.skirmish.overseer.reference.people import Piece, Unit

Action = tuple[str, Any]  # a word and what it is aimed at
Asking = Generator[None, Action, Any]


class Over(Exception):
    """The game has ended."""


@dataclass
class Turn:
    """What the unit whose turn it is has left, and what it has done."""

    unit: Unit
    halves: int = 2
    swarm_attacked: bool = False
    self_attacked: bool = False
    concentrated: bool = False
    rallied: bool = False
    marked: bool = False
    is_cornered: bool = False
    is_over: bool = False


@dataclass
class Game:
    """A whole game: the land, the units, their pieces, the score."""

    config: Any
    land: Land
    draw: Callable[[int], int]
    units: list[Unit]
    pieces: list[Piece]
    poses: list[Pose]
    radius: int
    middle: Cell
    to_edge: Callable[[int, Cell], int]
    round: int = 0
    turn: Turn | None = None
    asked: Unit | None = None
    stage: str = ""
    legal: list[Action] = field(default_factory=list)
    attack: Any = None
    strength: list[int] = field(default_factory=list)
    escaped: int = 0
    order: list[Unit] = field(default_factory=list)
    held: list[int] = field(default_factory=list)
    winners: list[int] | None = None
    met: Counter[str] = field(default_factory=Counter)  # what has happened
    ending: str = ""

    @property
    def rules(self) -> Any:
        """The numbers of the rules."""
        return self.config.rules

    def ask(self, unit: Unit, stage: str, legal: list[Action]) -> Asking:
        """Ask a unit's leader; the only choice is not asked for. [OVR-A1]"""
        if len(legal) == 1:
            return legal[0]
        assert legal, stage
        self.asked, self.stage, self.legal = unit, stage, legal
        answer = yield
        return answer

    # who is where

    def here(self) -> list[Unit]:
        """List the units in the field."""
        return [unit for unit in self.units if unit.is_here]

    def foes(self, unit: Unit) -> list[Unit]:
        """List the enemies in the field."""
        return [other for other in self.here() if other.side != unit.side]

    def foes_in_turn(self, side: int) -> list[Unit]:
        """List the enemies of a side in the field, side after side as it counts them: on around, or as its images."""
        sides = len(self.poses)
        turn = [side ^ nth if sides == 4 else (side + nth) % sides for nth in range(1, sides)]
        return [other for there in turn for other in self.here() if other.side == there]

    def members(self, unit: Unit) -> list[Unit | Piece]:
        """List the leader and who is in rank."""
        return [unit, *unit.ranks] if unit.is_here else []

    def taken(self) -> set[Cell]:
        """Return the hexes in which somebody stands."""
        return {one.cell for one in [*self.here(), *self.pieces] if one.cell is not None}

    def closed(self, side: int) -> set[Cell]:
        """Return the hexes through which a side can't go: of leaders and enrolled Underlings of others."""
        others = [unit for unit in self.here() if unit.side != side]
        enrolled = [piece for unit in others for piece in unit.roll]
        return {one.cell for one in [*others, *enrolled] if one.cell is not None}

    def rank_all(self) -> None:
        """Find who is in rank. [OVR-4]"""
        for unit in self.units:
            for piece in unit.roll:
                piece.in_rank = self.is_in_rank(unit, piece.cell)

    def has(self, unit: Unit, what: str) -> bool:
        """Tell whether a unit's side has what makes a Swarm. [OVR-H10]"""
        return getattr(self.rules.whose, what) in ("all", f"side_{unit.side}")

    def is_in_rank(self, unit: Unit, cell: Cell | None) -> bool:
        """Tell whether an Underling in a hex counts: everywhere if its side is free of rank. [OVR-H10]"""
        is_free = cell is not None and unit.cell is not None and not self.has(unit, "rank")
        return is_free or self.keeps_rank(unit, cell)

    def keeps_rank(self, unit: Unit, cell: Cell | None) -> bool:
        """Tell whether a hex is in rank of a leader. [OVR-4]"""
        if cell is None or unit.cell is None:
            return False
        return distance(cell, unit.cell) <= self.rules.rank and not self.land.is_barred(cell, unit.cell)

    def stands_beside(self, who: Unit | Piece, other: Unit) -> bool:
        """Tell whether somebody stands beside a member of a unit."""
        assert who.cell
        return bool(set(neighbours(who.cell)) & {one.cell for one in self.members(other)})

    def touches(self, unit: Unit, other: Unit) -> bool:
        """Tell whether two units are engaged with each other."""
        return any(self.stands_beside(one, other) for one in self.members(unit))

    def is_engaged(self, unit: Unit) -> bool:
        """Tell whether a unit is engaged."""
        return any(self.touches(unit, foe) for foe in self.foes(unit))

    def in_touch(self, unit: Unit, other: Unit) -> int:
        """Count the Underlings of a unit that stand beside a member of another."""
        return sum(piece.models for piece in unit.ranks if self.stands_beside(piece, other))

    def leader_strikes(self, unit: Unit) -> list[Unit]:
        """List the enemies of whom somebody stands beside the leader."""
        return [foe for foe in self.foes(unit) if self.stands_beside(unit, foe)]

    # sight

    def front(self, unit: Unit, other: Unit) -> Unit | Piece | None:
        """Return the nearest member of a unit that another's leader sees. [OVR-13]"""
        if not unit.is_here:
            return None
        seen = [one for one in self.members(other) if self.land.is_seen(unit.cell, one.cell)]
        return min(seen, key=lambda one: distance(unit.cell, one.cell), default=None)

    def metres(self, unit: Unit, other: Unit) -> int:
        """Return how far a unit's front is from another's leader."""
        front = self.front(unit, other)
        assert front and front.cell and unit.cell
        return 2 * distance(unit.cell, front.cell)

    def swarm_cover(self, viewer: Unit, other: Unit) -> int:
        """Return the cover of a Swarm, by majority. [OVR-21, OVR-H10]"""
        assert viewer.cell
        if not self.has(other, "cover"):
            return 0
        return majority([(self.land.cover_from(viewer.cell, one.cell), one.models) for one in other.ranks])

    def leader_cover(self, viewer: Unit, other: Unit) -> int:
        """Return the cover of a leader: its own, or its Swarm's. [OVR-21, OVR-H10]"""
        if not self.has(other, "cover"):
            return 0
        return max(self.land.cover_from(viewer.cell, other.cell), self.swarm_cover(viewer, other))

    # what types and passives give

    def men(self, unit: Unit) -> Any:
        """Return the profile of a unit's Underlings. [OVR-3]"""
        return unit.roll[0].profile

    def kinds(self, unit: Unit) -> list[Any]:
        """List the types that a unit has: its leader's, and the passive of its Underlings. [OVR-P11]"""
        passive = [self.rules.named("types")[self.men(unit).passive]] if unit.roll else []
        return [unit.type, *passive]

    def suspends(self, unit: Unit) -> bool:
        """Tell whether a unit has no passives now. [OVR-32]"""
        return unit.us == 0 or (unit.is_pinned and self.rules.pinned_suspends_passives)

    def effect(self, unit: Unit, name: str) -> int:
        """Return a number of type and passive together, 0 where passives are suspended. [OVR-P9, OVR-P11]"""
        return 0 if self.suspends(unit) else sum(getattr(kind, name) for kind in self.kinds(unit))

    def commands(self, unit: Unit, name: str) -> bool:
        """Tell whether a unit has a Command of a type."""
        return unit.us > 0 and any(getattr(kind, name) for kind in self.kinds(unit))

    def skill(self, unit: Unit) -> int:
        """Return what a unit's types have for skills, whether or not it works now."""
        return sum(kind.skill for kind in self.kinds(unit))

    def weapon(self, name: str) -> Any:
        """Return a weapon by name, None for none."""
        return None if name == "none" else self.rules.named("weapons")[name]

    def shots_of(self, unit: Unit) -> Any:
        """Return the Primary Ranged of a unit. [OVR-7]"""
        return self.weapon(self.men(unit).ranged) if unit.us else None

    def blades_of(self, unit: Unit) -> Any:
        """Return the Primary Melee of a unit. [OVR-7]"""
        return self.weapon(self.men(unit).melee) if unit.us else None

    def special_weapon(self, unit: Unit) -> Any:
        """Return the weapon of a Specialist in rank. [OVR-8]"""
        return self.weapon(unit.entry.specialist) if unit.specialist else None

    # tests

    def d100(self) -> int:
        """Roll a hundred-sided die."""
        return 1 + self.draw(100)

    def passes(self, rolled: int, needed: int) -> bool:
        """Tell whether a roll succeeds. [OVR-P1]"""
        rules = self.rules
        return bool(rolled <= rules.sure_success or (rolled < rules.sure_failure and rolled <= needed))

    def test(self, needed: int) -> tuple[bool, int]:
        """Test; return whether it succeeds, and degrees of success or failure. [OVR-P1]"""
        rolled = self.d100()
        is_passed = self.passes(rolled, needed)
        return is_passed, degrees(rolled, needed, is_passed)

    def own(self, unit: Unit, value: int) -> int:
        """Return what a leader's own test needs: less while unnerved, or cornered. [OVR-G7]"""
        is_cornered = self.turn is not None and self.turn.unit is unit and self.turn.is_cornered
        rules = self.rules
        return int(value - rules.unnerved_loss * unit.is_unnerved - rules.cornered_loss * is_cornered)


def degrees(rolled: int, needed: int, is_passed: bool) -> int:
    """Return full tens of margin. [OVR-P1]"""
    return max(0, (needed - rolled if is_passed else rolled - needed) // 10)


def majority(covers: list[tuple[int, int]]) -> int:
    """Return the best cover that more than half have, of covers with numbers of models. [OVR-21]"""
    total = sum(models for _, models in covers)
    levels = [level for level in (2, 1) if 2 * sum(models for cover, models in covers if cover >= level) > total]
    return levels[0] if levels else 0


def hexes(metres: int, profile: Any) -> int:
    """Return how many hexes so many metres for each point of AB are. [OVR-G5]"""
    return max(1, (metres * (profile.agility // 10) + 1) // 2)
