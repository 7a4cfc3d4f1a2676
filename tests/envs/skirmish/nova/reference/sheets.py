"""What sheets come to: soak, health track, penalties of armour, defences that are no soak. [NOV-21 to NOV-50]"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

SOAKED_AS = {"stun": "bashing", "bashing": "bashing", "lethal": "lethal", "aggravated": "aggravated"}
MILDER = {"aggravated": "lethal", "lethal": "bashing", "bashing": "stun"}
PENALTIES = (0, 1, 2, 4)
SIZES = {"normal": 0, "large": 2, "huge": 4}
PERSONS, SQUADS = ("nova", "baseline"), ("gritty", "cinematic")


def stacked(sources: Iterable[tuple[int, bool]]) -> int:
    """Return what soaks of one class come to; each with whether it is stackable. [NOV-42]"""
    given = list(sources)
    single = [value for value, is_stackable in given if not is_stackable]
    together = sum(value for value, is_stackable in given if is_stackable)
    return sum(value // 2**nth for nth, value in enumerate(sorted([*single, together], reverse=True)))


def stacked_defences(values: Iterable[int]) -> int:
    """Return the best, and 1 for each further meaningful one. [NOV-43]"""
    ordered = sorted(values, reverse=True)
    total = ordered[0] if ordered else 0
    for value in ordered[1:]:
        if value > 0 and 2 * value >= total:
            total += 1
    return total


@dataclass(frozen=True, eq=False)
class Figures:
    """A sheet with the data that it names."""

    sheet: Any
    rules: Any

    def listed(self, kind: str) -> list[Any]:
        """Return the data of a kind that the sheet names."""
        named = self.rules.named(kind)
        return [named[name] for name in getattr(self.sheet, kind)]

    @cached_property
    def weapons(self) -> list[Any]:
        """The weapons, and the powers that attack."""
        return self.listed("weapons")

    @cached_property
    def powers(self) -> list[Any]:
        """The powers that defend."""
        return self.listed("powers")

    def worn(self, gone: set[int]) -> list[Any]:
        """Return the layers of armour that were not destroyed."""
        return [one for layer, one in enumerate(self.listed("armour")) if layer not in gone]

    # soak

    def natural(self, kind: str) -> int:
        """Return natural soak. [NOV-21, NOV-22, NOV-41]"""
        sheet = self.sheet
        mega = 0 if any(power.enhanced for power in self.powers) else sheet.mega_stamina
        body = {
            "bashing": sheet.stamina + sheet.quantum + mega,
            "lethal": sheet.stamina // 2 + sheet.quantum + mega,
            "aggravated": sheet.quantum // 2,
        }[kind]
        return stacked([(body, False), *self.modified("natural", kind)])

    def modified(self, soak: str, kind: str) -> list[tuple[int, bool]]:
        """List the soak of modifications of a class. [NOV-41]"""
        return [(getattr(one, kind), one.stackable) for one in self.listed("modifications") if one.soak == soak]

    def armoured(self, kind: str, gone: set[int]) -> int:
        """Return the soak of armour and modifications. [NOV-40]"""
        return stacked(
            [*((getattr(one, kind), one.stackable) for one in self.worn(gone)), *self.modified("armoured", kind)]
        )

    def powered(self, kind: str) -> int:
        """Return the soak of powers. [NOV-40]"""
        return stacked((getattr(one, kind), one.stackable) for one in self.powers)

    def soak(self, damage: str, ap: int, gone: set[int], in_grip: bool = False) -> int:
        """Return the soak against a type of damage. [NOV-3, NOV-25, NOV-P5]"""
        kind = SOAKED_AS[damage]
        ap = max(0, ap - sum(power.impervious for power in self.powers))
        armoured, powered = self.armoured(kind, gone), self.powered(kind)
        off = min(armoured, ap)
        armoured, powered = armoured - off, max(0, powered - (ap - off))
        if in_grip:
            armoured, powered = armoured // 2, powered // 2
        return self.natural(kind) + armoured + powered

    def defences(self, name: str) -> int:
        """Return a defence other than soak. [NOV-43]"""
        return stacked_defences(getattr(power, name) for power in self.powers)

    @property
    def ablative(self) -> int:
        """The levels that ablative powers take. [NOV-43]"""
        return sum(power.ablative for power in self.powers)

    @property
    def regenerates(self) -> bool:
        """Whether injuries grow back. [NOV-35]"""
        return any(power.regeneration for power in self.powers)

    # penalties of armour

    def mobility(self, gone: set[int]) -> int:
        """Return the penalty of all layers. [NOV-27, NOV-29]"""
        worn = self.worn(gone)
        heavy = sum(one.penalty > 0 for one in worn[1:])
        light = len(worn[1:]) - heavy
        raised = [one for one in worn if one.penalty > 0 or not self.rules.layer_to_raised]
        return sum(one.penalty for one in worn) + heavy * len(raised) + light

    def shortfall(self, gone: set[int]) -> int:
        """Return the dice lost by who is too weak for its armour. [NOV-28, NOV-P1]"""
        sheet, needed = self.sheet, 2 + self.mobility(gone)
        if all(one.lightweight for one in self.worn(gone)):
            return 0
        return max(0, needed - sheet.strength - sheet.might, needed - sheet.stamina - sheet.endurance)

    # body

    @cached_property
    def track(self) -> list[int]:
        """The penalties of the levels before Incapacitated. [NOV-31 to NOV-33]"""
        counts = [1 + self.sheet.quantum, 2, 2, 1]
        for nth, _ in enumerate(range(3, self.sheet.stamina + 1, 2)):
            counts[nth % 4] += 1
        return [penalty for penalty, count in zip(PENALTIES, counts, strict=True) for _ in range(count)]

    @property
    def levels(self) -> int:
        """How many levels there are before Incapacitated."""
        return len(self.track)

    @property
    def steadiness(self) -> int:
        """What withstands knockback. [NOV-48, NOV-50]"""
        sheet = self.sheet
        grown = 4 * sum(power.grow for power in self.powers)
        return int(sheet.strength + 10 * sheet.mega_strength + sheet.might + SIZES[sheet.size] + grown)

    @property
    def is_machine(self) -> bool:
        """Whether EMP damages it. [NOV-20]"""
        return self.is_vehicle or (self.is_person and self.sheet.machine)

    @property
    def is_person(self) -> bool:
        """Whether it is a nova or a baseline."""
        return self.sheet.kind in PERSONS

    @property
    def is_squad(self) -> bool:
        """Whether it is a squad of extras."""
        return self.sheet.kind in SQUADS

    @property
    def is_vehicle(self) -> bool:
        """Whether it is a vehicle of extras."""
        return bool(self.sheet.kind.endswith("vehicle"))

    @property
    def is_cinematic(self) -> bool:
        """Whether cinematic extras act."""
        return bool(self.sheet.kind.startswith("cinematic"))

    # moves

    def hexes(self, metres: int) -> int:
        """Return so many metres in hexes, at least one."""
        return max(1, metres // int(self.rules.metres))

    @property
    def pace(self) -> int:
        """Dexterity as it counts for moves. [NOV-P10]"""
        return int(self.sheet.dexterity + 2 * self.sheet.mega_dexterity)

    @property
    def run(self) -> int:
        """The hexes of a run, or of a vehicle's move. [NOV-P10]"""
        return self.hexes(self.sheet.speed or self.pace + self.rules.run_metres)

    @property
    def sprint(self) -> int:
        """The hexes of a sprint. [NOV-P10]"""
        return self.hexes(3 * self.pace + self.rules.sprint_metres)

    def increment(self, weapon: Any) -> int:
        """Return the range increment of a weapon. [NOV-38, NOV-39]"""
        if not weapon.thrown:
            return int(weapon.metres)
        sheet, mega = self.sheet, self.sheet.mega_strength
        mass = weapon.mass // (10 * mega) if mega else weapon.mass
        strong = self.rules.thrown_multiplier * (sheet.strength + sheet.might + weapon.aero)
        return int(max(5, strong - 5 * max(0, mass - 1) + 50 * mega))
