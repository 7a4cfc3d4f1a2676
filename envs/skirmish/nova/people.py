"""Sheets of combatants, types of henchmen, and forces as data. [NOV-A5]"""

from typing import Annotated, Any, Literal

from pydantic import Field

from swarmzoo.envs.core.config import Settings, choice, number
from swarmzoo.envs.skirmish.nova.arms import Name

SHEET_KINDS = ("nova", "baseline", "gritty", "cinematic", "gritty_vehicle", "cinematic_vehicle")
GRADES = ("rabble", "disciplined", "professional", "elite", "fanatical")
SIZES = ("normal", "large", "huge")
MOST_WEAPONS, MOST_LAYERS, MOST_POWERS, MOST_MODIFICATIONS, MOST_TYPES = 3, 3, 3, 2, 3
MOST_GRITTY, MOST_CINEMATIC, MOST_HENCHMEN = 8, 30, 40
SheetKind = Literal["nova", "baseline", "gritty", "cinematic", "gritty_vehicle", "cinematic_vehicle"]


def names(default: tuple[str, ...], most: int, rule: str, text: str) -> Any:
    """Declare a list of names of things."""
    return Field(
        default, strict=False, max_length=most, description=text, json_schema_extra={"rule": rule, "unit": "names"}
    )


def attribute(default: int, text: str) -> Any:
    """Declare an attribute."""
    return number(default, 1, 10, "NOV-A5", text, "dots")


def dots(default: int, text: str, rule: str = "NOV-A5") -> Any:
    """Declare an ability, or what only some have."""
    return number(default, 0, 10, rule, text, "dots")


class Sheet(Settings):
    """What a combatant, an extra or a vehicle of extras is."""

    kind: SheetKind = choice("baseline", "NOV-A1", "what it is")
    strength: int = attribute(2, "Strength")
    dexterity: int = attribute(2, "Dexterity")
    stamina: int = attribute(2, "Stamina")
    wits: int = attribute(2, "Wits")
    charisma: int = attribute(2, "Charisma")
    quantum: int = dots(0, "Quantum, of novas", "NOV-22")
    mega_strength: int = dots(0, "Mega-Strength", "NOV-50")
    mega_dexterity: int = dots(0, "Mega-Dexterity", "NOV-12")
    mega_stamina: int = dots(0, "Mega-Stamina", "NOV-22")
    willpower: int = number(3, 1, 10, "NOV-2", "Willpower", "points")
    brawl: int = dots(1, "Brawl")
    melee: int = dots(0, "Melee")
    firearms: int = dots(1, "Firearms")
    athletics: int = dots(1, "Athletics")
    power: int = dots(0, "command of powers")
    might: int = dots(0, "Might", "NOV-28")
    endurance: int = dots(0, "Endurance", "NOV-28")
    tactics: int = dots(0, "Tactics", "NOV-8")
    command: int = dots(0, "Command", "NOV-56")
    medicine: int = dots(0, "Medicine", "NOV-36")
    weapons: tuple[str, ...] = names((), MOST_WEAPONS, "NOV-A5", "weapons, and powers that attack")
    armour: tuple[str, ...] = names((), MOST_LAYERS, "NOV-29", "armour, layer by layer from within")
    powers: tuple[str, ...] = names((), MOST_POWERS, "NOV-40", "powers that defend")
    modifications: tuple[str, ...] = names((), MOST_MODIFICATIONS, "NOV-41", "modifications of the body")
    size: Literal["normal", "large", "huge"] = choice("normal", "NOV-50", "its size")
    clothing: Literal["none", "scanty", "normal", "heavy"] = choice("normal", "NOV-30", "what armour is hidden under")
    machine: bool = choice(False, "NOV-20", "a machine, which EMP damages; vehicles are")
    hardening: int = number(0, 0, 20, "NOV-20", "soak of EMP damage", "points")
    speed: int = number(0, 0, 80, "NOV-P10", "metres of a move of a vehicle", "m")
    levels: int = number(14, 1, 60, "NOV-45", "health levels of a vehicle of gritty extras", "levels")


class NamedSheet(Sheet):
    """A sheet of one's own."""

    name: Name = Field(description="its name")


SOLDIER: dict[str, Any] = {
    "strength": 3,
    "dexterity": 3,
    "stamina": 3,
    "wits": 3,
    "firearms": 3,
    "athletics": 2,
    "brawl": 2,
    "melee": 2,
    "might": 1,
    "endurance": 2,
    "tactics": 1,
    "command": 1,
    "medicine": 1,
    "willpower": 4,
    "weapons": ("rifle", "grenade", "knife"),
    "armour": ("vest",),
}
ELITE = SOLDIER | {
    "dexterity": 4,
    "stamina": 4,
    "firearms": 4,
    "athletics": 3,
    "might": 2,
    "tactics": 2,
    "willpower": 6,
    "weapons": ("assault_rifle", "grenade", "knife"),
    "armour": ("body_armour",),
}
NOVA: dict[str, Any] = {
    "kind": "nova",
    "strength": 4,
    "dexterity": 4,
    "stamina": 5,
    "wits": 4,
    "quantum": 3,
    "mega_dexterity": 1,
    "willpower": 6,
    "brawl": 3,
    "athletics": 3,
    "power": 4,
    "might": 2,
    "endurance": 2,
    "tactics": 1,
}


class Sheets(Settings):
    """The sheets that are there."""

    civilian: Sheet = Sheet(weapons=())
    soldier: Sheet = Sheet(**SOLDIER)
    medic: Sheet = Sheet(**SOLDIER | {"medicine": 4, "weapons": ("smg", "flashbang", "baton")})
    commander: Sheet = Sheet(
        **SOLDIER
        | {"charisma": 3, "wits": 4, "command": 2, "tactics": 3, "willpower": 6}
        | {"weapons": ("rifle", "flashbang", "knife")}
    )
    elite: Sheet = Sheet(**ELITE)
    sapper: Sheet = Sheet(**ELITE | {"weapons": ("smg", "satchel", "baton")})
    hunter: Sheet = Sheet(**ELITE | {"weapons": ("sniper_rifle", "emp_grenade", "taser"), "armour": ("vest",)})
    gangster: Sheet = Sheet(
        **SOLDIER | {"brawl": 3, "weapons": ("pistol", "shotgun", "knife"), "armour": ("armoured_shirt",)}
    )
    blaster: Sheet = Sheet(
        **NOVA
        | {"weapons": ("bolt", "blast", "stun_attack"), "powers": ("force_field", "blur"), "armour": ("eufiber",)}
    )
    bruiser: Sheet = Sheet(
        **NOVA
        | {
            "strength": 5,
            "stamina": 6,
            "quantum": 2,
            "mega_strength": 1,
            "mega_stamina": 1,
            "brawl": 4,
            "weapons": ("claws",),
            "powers": ("armour_power", "regeneration"),
            "modifications": ("subdermal", "skeleton"),
            "size": "large",
        }
    )
    thug: Sheet = Sheet(kind="cinematic", weapons=("pistol",))
    rioter: Sheet = Sheet(kind="cinematic", weapons=("baton", "molotov"))
    guard: Sheet = Sheet(
        kind="gritty",
        dexterity=3,
        stamina=3,
        wits=3,
        firearms=3,
        athletics=2,
        brawl=2,
        tactics=1,
        might=1,
        endurance=1,
        weapons=("rifle",),
        armour=("vest",),
    )
    robot: Sheet = Sheet(
        **SOLDIER | {"strength": 5, "machine": True, "hardening": 2, "weapons": ("machine_gun",), "armour": ("plate",)}
    )
    truck: Sheet = Sheet(
        kind="gritty_vehicle",
        strength=10,
        dexterity=3,
        stamina=10,
        wits=3,
        firearms=3,
        weapons=("vehicle_gun",),
        speed=30,
        levels=40,
        hardening=2,
        size="huge",
    )
    car: Sheet = Sheet(
        kind="cinematic_vehicle",
        strength=8,
        dexterity=3,
        stamina=8,
        wits=3,
        firearms=2,
        weapons=("smg",),
        speed=30,
        hardening=1,
        size="large",
    )


class HenchmanType(Settings):
    """What henchmen of a type are."""

    grade: Literal["rabble", "disciplined", "professional", "elite", "fanatical"] = choice(
        "professional", "NOV-61", "their grade"
    )
    attack: int = number(6, 0, 20, "NOV-57", "attribute + ability for attacks; above 7 they give two dice", "dice")
    defence: int = number(6, 0, 20, "NOV-57", "attribute + ability for defences", "dice")
    quantum: bool = choice(False, "NOV-57", "they help with attacks by powers as well")
    bashing: int = number(6, 0, 60, "NOV-60", "soak of bashing damage", "points")
    lethal: int = number(5, 0, 60, "NOV-60", "soak of lethal damage", "points")
    aggravated: int = number(0, 0, 60, "NOV-60", "soak of aggravated damage", "points")
    weapon: str = Field(
        "none", description="heavy weapon, or none", json_schema_extra={"rule": "NOV-59", "unit": "name"}
    )


class NamedHenchmen(HenchmanType):
    """Henchmen of one's own."""

    name: Name = Field(description="their name")


class HenchmanTypes(Settings):
    """The types of henchmen that are there."""

    rioter: HenchmanType = HenchmanType(grade="rabble", attack=4, defence=4, bashing=1, lethal=0)
    bomber: HenchmanType = HenchmanType(grade="rabble", attack=4, defence=4, bashing=1, lethal=0, weapon="molotov")
    conscript: HenchmanType = HenchmanType(grade="disciplined", attack=5, defence=5, bashing=4, lethal=2)
    ganger: HenchmanType = HenchmanType(grade="disciplined", attack=5, defence=4, bashing=2, lethal=1)
    rifleman: HenchmanType = HenchmanType()
    gunner: HenchmanType = HenchmanType(weapon="machine_gun")
    rocketeer: HenchmanType = HenchmanType(weapon="launcher")
    ranger: HenchmanType = HenchmanType(grade="elite", attack=8, defence=8, bashing=8, lethal=7, aggravated=1)
    ninja: HenchmanType = HenchmanType(grade="fanatical", attack=9, defence=9)
    drone: HenchmanType = HenchmanType(grade="fanatical", attack=8, quantum=True, bashing=10, lethal=8, aggravated=2)


class Henchmen(Settings):
    """So many henchmen of a type."""

    type: str = Field("rifleman", description="their type", json_schema_extra={"rule": "NOV-56", "unit": "name"})
    count: int = number(6, 1, MOST_HENCHMEN, "NOV-56", "how many", "henchmen")


class Unit(Settings):
    """A piece of a force: a combatant, a commander with henchmen, a squad of extras, a vehicle."""

    sheet: str = Field("soldier", description="its sheet", json_schema_extra={"rule": "NOV-A5", "unit": "name"})
    members: int = number(5, 1, MOST_CINEMATIC, "NOV-44", "extras of a squad", "extras")
    henchmen: tuple[Henchmen, ...] = Field(
        (), strict=False, max_length=MOST_TYPES, description="henchmen", json_schema_extra={"rule": "NOV-56"}
    )
    all_henchmen: bool = choice(False, "NOV-60", "who commands is removed like a henchman")


Force = Annotated[tuple[Unit, ...], Field(strict=False, min_length=1, max_length=7)]
