"""Types of Overseers, and the profiles of Overseers, heroes and Underlings, as data. [OVR-12, OVR-A5, OVR-P14]"""

from collections.abc import Iterable

from pydantic import Field

from swarmzoo.envs.core.config import Settings, choice, number
from swarmzoo.envs.core.errors import nearest
from swarmzoo.envs.skirmish.overseer.weapons import LONGEST_NAME, Name


class OverseerType(Settings):
    """What an Overseer of a type does for its Swarm; a passive of Underlings is such an entry too."""

    cover_ground: bool = choice(False, "OVR-P9", "gives the Command Cover Ground")
    marked_attack: bool = choice(False, "OVR-P9", "gives the Command Marked Attack")
    heavy_hit: int = number(0, 0, 30, "OVR-P9", "added to BS with a heavy weapon for every 5 US")
    heavy_damage: int = number(0, 0, 5, "OVR-P9", "added to its damage for every 5 US", "points")
    melee_hit: int = number(0, 0, 60, "OVR-P9", "added to WS")
    melee_damage: int = number(0, 0, 10, "OVR-P9", "added to melee damage", "points")
    armour: int = number(0, 0, 10, "OVR-P9", "added to armour", "points")
    nerve: int = number(0, 0, 60, "OVR-P9", "added to Break and Pinning tests")
    skill: int = number(0, 0, 20, "OVR-P9", "added to the Overseer's skill tests for each Underling")


class NamedType(OverseerType):
    """An Overseer type of one's own."""

    name: Name = Field(description="its name")


class Types(Settings):
    """The Overseer types. [OVR-12]"""

    none: OverseerType = OverseerType()
    bombardier: OverseerType = OverseerType(heavy_hit=10, heavy_damage=1)
    champion: OverseerType = OverseerType(melee_hit=10, melee_damage=1)
    pathfinder: OverseerType = OverseerType(cover_ground=True)
    sergeant: OverseerType = OverseerType(armour=1, nerve=10)
    spotter: OverseerType = OverseerType(marked_attack=True)
    technician: OverseerType = OverseerType(skill=5)


class Profile(Settings):
    """What Overseers, heroes and Underlings have: characteristics, armour, weapons by name."""

    ws: int = number(30, 1, 99, "OVR-P14", "Weapon Skill")
    bs: int = number(30, 1, 99, "OVR-P14", "Ballistic Skill")
    toughness: int = number(30, 1, 99, "OVR-P14", "Toughness; its tens are the bonus TB")
    agility: int = number(30, 1, 99, "OVR-P14", "Agility; its tens are the bonus AB")
    willpower: int = number(30, 1, 99, "OVR-P14", "Willpower; its tens are the bonus WPB")
    armour: int = number(3, 0, 20, "OVR-P14", "armour points AP", "points")
    ranged: str = Field(
        "rifle", description="weapon for shots, or none", json_schema_extra={"rule": "OVR-7", "unit": ""}
    )
    melee: str = Field(
        "blade", description="weapon for melee, or none", json_schema_extra={"rule": "OVR-7", "unit": ""}
    )


class UnderlingProfile(Profile):
    """What all Underlings of a Swarm are. [OVR-3]"""

    passive: str = Field(
        "none", description="a type whose passives they have", json_schema_extra={"rule": "OVR-P11", "unit": ""}
    )


class LeaderProfile(Profile):
    """What an Overseer or a lone hero is. [OVR-2]"""

    ws: int = number(40, 1, 99, "OVR-P14", "Weapon Skill")
    bs: int = number(40, 1, 99, "OVR-P14", "Ballistic Skill")
    toughness: int = number(35, 1, 99, "OVR-P14", "Toughness; its tens are the bonus TB")
    agility: int = number(40, 1, 99, "OVR-P14", "Agility; its tens are the bonus AB")
    willpower: int = number(40, 1, 99, "OVR-P14", "Willpower; its tens are the bonus WPB")
    armour: int = number(4, 0, 20, "OVR-P14", "armour points AP", "points")
    fellowship: int = number(40, 1, 99, "OVR-P14", "Fellowship; its tens are the bonus FB")
    command: int = number(50, 1, 99, "OVR-P14", "Command, for Break tests and rallies")
    skill: int = number(40, 1, 99, "OVR-H8", "skill with wounds and works")
    wounds: int = number(12, 1, 60, "OVR-20", "Wounds", "points")
    fear: int = number(0, 0, 4, "OVR-30", "Fear (X); 0: none")
    type: str = Field("none", description="Overseer type", json_schema_extra={"rule": "OVR-12", "unit": ""})


class NamedUnderlings(UnderlingProfile):
    """Underlings of one's own."""

    name: Name = Field(description="their name")


class NamedLeader(LeaderProfile):
    """An Overseer or hero of one's own."""

    name: Name = Field(description="its name")


class UnderlingProfiles(Settings):
    """The kinds of Underlings that are there."""

    trooper: UnderlingProfile = UnderlingProfile(bs=20, agility=40)
    brute: UnderlingProfile = UnderlingProfile(ws=35, bs=20, ranged="pistol", melee="claws", passive="champion")
    militia: UnderlingProfile = UnderlingProfile(ws=25, bs=25, agility=40, armour=2, ranged="carbine")


class LeaderProfiles(Settings):
    """The Overseers and heroes that are there."""

    sergeant: LeaderProfile = LeaderProfile(type="sergeant", command=95, willpower=70)
    bombardier: LeaderProfile = LeaderProfile(type="bombardier", command=70, willpower=50, ranged="launcher")
    champion: LeaderProfile = LeaderProfile(
        type="champion", ws=50, command=70, willpower=50, ranged="pistol", melee="great_blade"
    )
    pathfinder: LeaderProfile = LeaderProfile(type="pathfinder", agility=50, command=70, willpower=50, ranged="carbine")
    spotter: LeaderProfile = LeaderProfile(type="spotter", bs=50, command=70, willpower=50, ranged="sniper_rifle")
    technician: LeaderProfile = LeaderProfile(type="technician", command=80, willpower=50, skill=50)
    gunner: LeaderProfile = LeaderProfile(
        type="technician", bs=55, armour=4, wounds=14, willpower=50, ranged="machine_gun"
    )
    marksman: LeaderProfile = LeaderProfile(bs=60, agility=50, armour=4, wounds=12, willpower=50, ranged="sniper_rifle")
    burner: LeaderProfile = LeaderProfile(
        bs=50, armour=4, wounds=14, willpower=50, ranged="flamer", melee="great_blade"
    )
    horror: LeaderProfile = LeaderProfile(
        ws=60, toughness=40, armour=4, wounds=18, willpower=50, fear=1, ranged="pistol", melee="great_blade"
    )


def check_profile(where: str, one: Settings, weapons: list[str], types: list[str], all_weapons: dict) -> None:
    """Raise ValueError where a profile names a weapon or a type that is unknown, or a weapon of the wrong kind."""
    for field, shoots in (("ranged", True), ("melee", False)):
        name = getattr(one, field)
        if name not in weapons:
            raise ValueError(f"{where}.{field}: {unknown('weapon', name, weapons)}")
        if name != "none" and (all_weapons[name].metres > 0) != shoots:
            raise ValueError(
                f"{where}.{field}: {name!r} is {'no weapon for shots' if shoots else 'a weapon for shots'}"
            )
    field = "type" if isinstance(one, LeaderProfile) else "passive"
    name = getattr(one, field)
    if name not in types:
        raise ValueError(f"{where}.{field}: {unknown('type', name, types)}")


def unknown(kind: str, name: str, known: Iterable[str]) -> str:
    """Return a sentence that refuses a name: what it is, and the nearest one that is known, or all of them."""
    return f"unknown {kind} {quoted(name)}{nearest(name, known)}"


def quoted(name: str) -> str:
    """Return a name as a sentence shows it: the beginning of one that is longer than any that there can be."""
    return repr(name) if len(name) <= LONGEST_NAME else f"{name[:LONGEST_NAME]!r}..."
