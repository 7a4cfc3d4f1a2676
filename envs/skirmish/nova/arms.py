"""Weapons, armour, body modifications and powers as data: what fighters carry, wear and are. [NOV-A5]"""

from typing import Annotated, Literal

from pydantic import Field

from swarmzoo.envs.core.config import Settings, choice, number

Name = Annotated[str, Field(min_length=1, max_length=20, pattern=r"^[a-z][a-z0-9_]*$")]
SKILLS = ("brawl", "melee", "firearms", "athletics", "power")
DAMAGE_TYPES = ("stun", "bashing", "lethal", "aggravated", "emp")
BURSTS = ("none", "short", "medium", "long", "sustained")
Skill = Literal["brawl", "melee", "firearms", "athletics", "power"]
Burst = Literal["none", "short", "medium", "long", "sustained"]
DamageType = Literal["stun", "bashing", "lethal", "aggravated", "emp"]


class Weapon(Settings):
    """A weapon, or a power that attacks: 10L [4] is damage 10, type lethal, adds 4."""

    skill: Skill = choice("firearms", "NOV-G1", "the ability with which one attacks")
    accuracy: int = number(0, -5, 5, "NOV-G10", "dice added to the attack", "dice")
    damage: int = number(7, 0, 60, "NOV-G8", "dice of damage", "dice")
    strength: bool = choice(False, "NOV-G10", "the Strength of whoever bears it is added")
    type: DamageType = choice("lethal", "NOV-15", "the type of the damage")
    adds: int = number(0, 0, 20, "NOV-23", "automatic levels", "levels")
    ap: int = number(0, 0, 20, "NOV-25", "Armor Piercing", "points")
    metres: int = number(60, 0, 500, "NOV-38", "range increment; 0: for melee, or thrown", "m")
    single_range: bool = choice(False, "NOV-G10", "it reaches one increment and no further")
    area: int = number(0, 0, 5, "NOV-4", "Area level; 0: none")
    burst: Burst = choice("none", "NOV-G10", "the longest burst")
    fast: bool = choice(False, "NOV-11", "bullets and the like: not everybody can dodge them")
    dodge: int = number(0, 0, 5, "NOV-12", "added to the difficulty of dodging it")
    soakable: bool = choice(True, "NOV-19", "soak helps against it")
    light: bool = choice(False, "NOV-50", "too light to push anybody, in a realistic game")
    thrown: bool = choice(False, "NOV-39", "thrown: its increment is worked out")
    mass: int = number(0, 0, 500, "NOV-39", "mass; 0: below 1 kg", "kg")
    aero: int = number(0, 0, 3, "NOV-39", "added to Might where it is thrown")
    guided: bool = choice(False, "NOV-G10", "ignores the first success of a dodge; range difficulty -1")
    long_range: bool = choice(False, "NOV-G10", "range difficulty -1")
    close_quarters: bool = choice(False, "NOV-G10", "a die more within 10 m")
    mental: bool = choice(False, "NOV-43", "a mental power")
    chemical: bool = choice(False, "NOV-15", "aggravated damage that is soaked as lethal")


class NamedWeapon(Weapon):
    """A weapon of one's own."""

    name: Name = Field(description="its name")


class Weapons(Settings):
    """The weapons that are there; the first four are those that everybody has."""

    light_blow: Weapon = Weapon(skill="brawl", accuracy=1, damage=0, strength=True, type="bashing", metres=0)
    heavy_blow: Weapon = Weapon(skill="brawl", accuracy=-1, damage=2, strength=True, type="bashing", metres=0)
    hold: Weapon = Weapon(skill="brawl", damage=0, type="bashing", metres=0, light=True)
    crush: Weapon = Weapon(skill="brawl", damage=0, strength=True, type="bashing", metres=0, light=True)
    knife: Weapon = Weapon(skill="melee", damage=2, strength=True, metres=0)
    baton: Weapon = Weapon(skill="melee", accuracy=1, damage=3, strength=True, type="bashing", metres=0)
    claws: Weapon = Weapon(skill="melee", damage=4, strength=True, ap=2, metres=0)
    pistol: Weapon = Weapon(damage=5, metres=20, fast=True)
    smg: Weapon = Weapon(damage=7, ap=3, metres=40, burst="sustained", fast=True, close_quarters=True)
    rifle: Weapon = Weapon(damage=8, burst="medium", fast=True)
    assault_rifle: Weapon = Weapon(damage=8, ap=3, burst="long", fast=True)
    sniper_rifle: Weapon = Weapon(accuracy=1, damage=9, ap=3, metres=120, fast=True, long_range=True)
    shotgun: Weapon = Weapon(damage=9, adds=1, metres=15, fast=True, close_quarters=True)
    machine_gun: Weapon = Weapon(accuracy=-1, damage=9, ap=2, metres=80, burst="sustained", fast=True)
    launcher: Weapon = Weapon(damage=12, adds=4, ap=4, area=1)
    missile: Weapon = Weapon(damage=12, adds=4, ap=4, metres=100, area=1, guided=True)
    vehicle_gun: Weapon = Weapon(accuracy=-1, damage=9, ap=2, metres=80, burst="long", fast=True)
    grenade: Weapon = Weapon(skill="athletics", damage=8, adds=2, metres=0, thrown=True, area=1)
    flashbang: Weapon = Weapon(skill="athletics", damage=8, type="stun", metres=0, thrown=True, area=1, light=True)
    emp_grenade: Weapon = Weapon(skill="athletics", damage=6, type="emp", metres=0, thrown=True, area=1, light=True)
    satchel: Weapon = Weapon(skill="athletics", accuracy=-1, damage=14, adds=4, metres=0, thrown=True, mass=5, area=2)
    molotov: Weapon = Weapon(
        skill="athletics",
        damage=4,
        type="aggravated",
        metres=0,
        thrown=True,
        mass=1,
        area=1,
        light=True,
        chemical=True,
    )
    taser: Weapon = Weapon(damage=7, type="stun", metres=10, single_range=True, light=True)
    flamer: Weapon = Weapon(damage=5, type="aggravated", metres=10, light=True, chemical=True)
    bolt: Weapon = Weapon(skill="power", damage=8, metres=50, fast=True, dodge=1, light=True)
    blast: Weapon = Weapon(skill="power", damage=7, adds=2, type="bashing", metres=40, area=1)
    stun_attack: Weapon = Weapon(
        skill="power", damage=6, type="stun", metres=20, soakable=False, light=True, mental=True
    )


class Armour(Settings):
    """A piece of armour that is worn."""

    bashing: int = number(4, 0, 60, "NOV-40", "soak of bashing damage", "points")
    lethal: int = number(4, 0, 60, "NOV-40", "soak of lethal damage", "points")
    aggravated: int = number(0, 0, 60, "NOV-40", "soak of aggravated damage", "points")
    penalty: int = number(0, 0, 10, "NOV-27", "dice lost by dodging and the like", "dice")
    destruction: int = number(0, 0, 200, "NOV-26", "raw damage that destroys it; 0: none does", "dice")
    lightweight: bool = choice(False, "NOV-28", "needs neither Strength nor Stamina")
    stackable: bool = choice(False, "NOV-42", "summed with other stackable sources of its class")
    mass: int = number(5, 0, 200, "NOV-30", "mass", "kg")
    concealable: bool = choice(False, "NOV-30", "can be worn under clothing that is heavy enough")
    second_skin: bool = choice(False, "NOV-30", "can be worn under scanty clothing too")


class NamedArmour(Armour):
    """Armour of one's own."""

    name: Name = Field(description="its name")


class Armours(Settings):
    """The armour that is there."""

    thick_clothing: Armour = Armour(bashing=1, lethal=1, destruction=10, mass=2)
    leather: Armour = Armour(bashing=2, lethal=1, destruction=12, mass=4)
    armoured_shirt: Armour = Armour(bashing=2, lethal=2, destruction=15, lightweight=True, mass=3, concealable=True)
    vest: Armour = Armour(penalty=1, destruction=20, concealable=True)
    body_armour: Armour = Armour(bashing=6, lethal=6, aggravated=1, penalty=2, destruction=30, mass=12)
    plate: Armour = Armour(bashing=9, lethal=9, aggravated=2, penalty=3, destruction=40, mass=25)
    eufiber: Armour = Armour(lightweight=True, mass=0, concealable=True, second_skin=True)


class Modification(Settings):
    """A modification of the body."""

    bashing: int = number(2, 0, 60, "NOV-40", "soak of bashing damage", "points")
    lethal: int = number(2, 0, 60, "NOV-40", "soak of lethal damage", "points")
    aggravated: int = number(0, 0, 60, "NOV-40", "soak of aggravated damage", "points")
    soak: Literal["natural", "armoured"] = choice("armoured", "NOV-41", "the class of its soak")
    stackable: bool = choice(True, "NOV-42", "summed with other stackable sources of its class")


class NamedModification(Modification):
    """A modification of one's own."""

    name: Name = Field(description="its name")


class Modifications(Settings):
    """The modifications that are there."""

    subdermal: Modification = Modification()
    skeleton: Modification = Modification(lethal=1)
    dense_flesh: Modification = Modification(bashing=1, lethal=1, soak="natural", stackable=False)


class Power(Settings):
    """A power that defends; powers that attack are weapons."""

    bashing: int = number(0, 0, 60, "NOV-40", "soak of bashing damage", "points")
    lethal: int = number(0, 0, 60, "NOV-40", "soak of lethal damage", "points")
    aggravated: int = number(0, 0, 60, "NOV-40", "soak of aggravated damage", "points")
    stackable: bool = choice(False, "NOV-42", "summed with other stackable sources of its class")
    hard_to_hit: int = number(0, 0, 10, "NOV-43", "difficulty to be hit")
    resist_quantum: int = number(0, 0, 10, "NOV-43", "difficulty of attacks by powers")
    resist_mental: int = number(0, 0, 10, "NOV-43", "difficulty of mental attacks")
    ablative: int = number(0, 0, 40, "NOV-43", "levels that it takes in an encounter", "levels")
    impervious: int = number(0, 0, 20, "NOV-25", "taken off Armor Piercing", "points")
    grow: int = number(0, 0, 5, "NOV-50", "dots of Sizemorph (Grow) or Density Control", "dots")
    regeneration: bool = choice(False, "NOV-35", "injuries grow back")
    enhanced: bool = choice(False, "NOV-22", "an Enhancement that changes natural soak")


class NamedPower(Power):
    """A power of one's own."""

    name: Name = Field(description="its name")


class Powers(Settings):
    """The powers that are there."""

    armour_power: Power = Power(bashing=6, lethal=6, aggravated=2)
    force_field: Power = Power(bashing=2, lethal=2, ablative=4)
    invulnerability: Power = Power(bashing=8, lethal=8, aggravated=4, impervious=3)
    density: Power = Power(bashing=3, lethal=3, aggravated=1, grow=2)
    blur: Power = Power(hard_to_hit=1)
    shroud: Power = Power(hard_to_hit=2, resist_quantum=1)
    warding: Power = Power(resist_quantum=2, resist_mental=2)
    regeneration: Power = Power(regeneration=True)
