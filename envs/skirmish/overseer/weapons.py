"""Weapons as data: what each does, those that are there, and those of one's own. [OVR-A5, OVR-P14]"""

from typing import Annotated, Literal

from pydantic import Field

from swarmzoo.envs.core.config import Settings, choice, number

LONGEST_NAME = 20
Name = Annotated[str, Field(min_length=1, max_length=LONGEST_NAME, pattern=r"^[a-z][a-z0-9_]*$")]


class Weapon(Settings):
    """A weapon; its damage is so many ten-sided dice and a bonus, which holds the strength of whoever bears it."""

    dice: int = number(1, 1, 4, "OVR-P14", "ten-sided dice of damage", "dice")
    bonus: int = number(3, 0, 20, "OVR-P14", "added to the damage", "points")
    pen: int = number(0, 0, 12, "OVR-P4", "Penetration: armour that it ignores", "points")
    metres: int = number(60, 0, 200, "OVR-P3", "range of a shot; 0: a melee weapon", "m")
    burst: Literal["single", "semi", "full"] = choice(
        "single", "OVR-G6", "hits of one shooter: one, one more for two degrees of success, one more for each"
    )
    spray: bool = choice(False, "OVR-22", "Spray: kills by range bracket")
    blast: int = number(0, 0, 10, "OVR-23", "Blast (X); 0: none", "kills")
    devastating: int = number(0, 0, 10, "OVR-24", "Devastating (X); 0: none", "kills")
    sniper: bool = choice(False, "OVR-P9", "gains another die of damage from Marked Attack")
    heavy: bool = choice(False, "OVR-P9", "gains from the Weapons Team")


class NamedWeapon(Weapon):
    """A weapon of one's own."""

    name: Name = Field(description="its name")


class Weapons(Settings):
    """The weapons that are there."""

    rifle: Weapon = Weapon(burst="semi")
    carbine: Weapon = Weapon(bonus=2, metres=30, burst="full")
    pistol: Weapon = Weapon(bonus=2, metres=30)
    sniper_rifle: Weapon = Weapon(bonus=4, pen=3, metres=120, sniper=True)
    machine_gun: Weapon = Weapon(bonus=5, pen=2, metres=100, burst="full", heavy=True)
    flamer: Weapon = Weapon(bonus=4, pen=2, metres=20, spray=True)
    launcher: Weapon = Weapon(bonus=4, metres=60, blast=3, heavy=True)
    cannon: Weapon = Weapon(dice=2, bonus=5, pen=4, metres=90, devastating=2, heavy=True)
    blade: Weapon = Weapon(metres=0)
    claws: Weapon = Weapon(bonus=5, pen=2, metres=0)
    great_blade: Weapon = Weapon(dice=2, bonus=4, pen=2, metres=0, devastating=1)
