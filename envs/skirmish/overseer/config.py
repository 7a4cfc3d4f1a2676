"""The configuration: every number of the rules and house rules; profiles, weapons and types as data, validated."""

from typing import Annotated, Any, Literal, Self

from pydantic import Field, model_validator

from swarmzoo.envs.core.config import Settings, choice, number
from swarmzoo.envs.core.errors import nearest
from swarmzoo.envs.skirmish.battlefield.config import Ground, Grounds, Scatter

SCENARIOS = ("duel", "decapitation", "hold_ground", "breakthrough", "heroes_vs_swarm", "rally")
MOST_OVERSEERS, MOST_UNDERLINGS = 4, 200
Name = Annotated[str, Field(min_length=1, max_length=20, pattern=r"^[a-z][a-z0-9_]*$")]


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


class Unit(Settings):
    """An Overseer with its Swarm, or a lone hero."""

    leader: str = Field("sergeant", description="its profile", json_schema_extra={"rule": "OVR-1", "unit": ""})
    underlings: int = number(20, 0, MOST_UNDERLINGS, "OVR-1", "Underlings of its Swarm", "Underlings")
    profile: str = Field("trooper", description="theirs", json_schema_extra={"rule": "OVR-3", "unit": ""})
    specialist: str = Field(
        "none",
        description="weapon of the Specialist, who is one of them; none: nobody is",
        json_schema_extra={"rule": "OVR-8", "unit": ""},
    )


Force = Annotated[tuple[Unit, ...], Field(strict=False, min_length=1, max_length=MOST_OVERSEERS)]


class OverseerGrounds(Grounds):
    """The kinds of ground, with barriers, over which one looks and shoots."""

    barrier: Ground = Ground(enter=False, cover=1)


Whose = Literal["all", "none", "side_0", "side_1", "side_2", "side_3"]


class Advantages(Settings):
    """Which sides have what makes a Swarm: to measure what it is worth to who has it."""

    strength: Whose = choice("all", "OVR-H10", "whose Swarms have USM")
    rank: Whose = choice("all", "OVR-H10", "whose Underlings count only while they keep rank")
    cover: Whose = choice("all", "OVR-H10", "whose units are protected by cover")
    pinning: Whose = choice("all", "OVR-H10", "whose Suppressing Fire pins")
    fear: Whose = choice("all", "OVR-H10", "whose leaders are feared")


class OverseerRules(Settings):
    """Every number and every house rule of the game; the defaults are the source's and the proposals'."""

    # tests
    sure_success: int = number(5, 0, 50, "OVR-P1", "rolls up to this always succeed")
    sure_failure: int = number(96, 51, 101, "OVR-P1", "rolls from this on always fail")
    # Swarms
    rank: int = number(5, 1, 12, "OVR-4", "how near to the Overseer the rank is", "hexes")
    us_modifier: int = number(5, 0, 20, "OVR-10", "USM for each Underling")
    most_us_modifier: int = number(60, 0, 200, "OVR-10", "the most that USM is")
    # movement
    half_metres: int = number(1, 1, 6, "OVR-G5", "metres of a Half Move for each point of AB", "m")
    full_metres: int = number(2, 1, 6, "OVR-G5", "metres of a Full Move for each point of AB", "m")
    charge_metres: int = number(3, 1, 6, "OVR-G5", "metres of a Charge for each point of AB", "m")
    run_metres: int = number(6, 1, 6, "OVR-G5", "metres of a Run for each point of AB", "m")
    charge_least: int = number(2, 1, 6, "OVR-P7", "the least distance of a Charge", "hexes")
    run_ws: int = number(20, 0, 60, "OVR-40", "added to WS tests against who runs")
    run_bs: int = number(20, 0, 60, "OVR-40", "lost by BS tests against who runs")
    cover_ground_bs: int = number(10, 0, 60, "OVR-P9", "lost by BS tests against who covers ground")
    # shots
    assault_metres: int = number(4, 0, 20, "OVR-P3", "bracket Assault", "m")
    assault_bonus: int = number(30, 0, 60, "OVR-P3", "added at Assault")
    close_bonus: int = number(10, 0, 60, "OVR-P3", "added at Close, up to half the range")
    long_loss: int = number(10, 0, 60, "OVR-P3", "lost at Long, up to twice the range")
    extreme_loss: int = number(30, 0, 60, "OVR-P3", "lost at Extreme, up to three times the range")
    height_bonus: int = number(10, 0, 60, "OVR-G4", "added from higher ground")
    into_melee_loss: int = number(20, 0, 60, "OVR-H5", "lost by shots at a unit that is engaged")
    cover_armour: tuple[int, ...] = Field(
        (2, 4),
        strict=False,
        min_length=2,
        max_length=2,
        description="armour from soft and from heavy cover",
        json_schema_extra={"rule": "OVR-H4", "unit": "points"},
    )
    aim_bonus: int = number(10, 0, 60, "OVR-G2", "added by each Half Action of Aim, two at most")
    called_loss: int = number(20, 0, 60, "OVR-18", "the usual penalty of a Called Shot")
    called_damage: int = number(4, 0, 20, "OVR-18", "damage from a Called Shot", "points")
    concentrated_bonus: int = number(10, 0, 60, "OVR-P6", "added by Concentrated Fire")
    overwatch_loss: int = number(20, 0, 60, "OVR-P8", "lost by Overwatch")
    suppress_loss: int = number(20, 0, 60, "OVR-G6", "lost by Suppressing Fire")
    mark_bonus: int = number(20, 0, 60, "OVR-P9", "added at a marked target")
    mark_damage: int = number(2, 0, 10, "OVR-P9", "damage added at a marked target", "points")
    team_most_hit: int = number(30, 0, 60, "OVR-P9", "the most that a Weapons Team adds to BS")
    team_most_damage: int = number(3, 0, 20, "OVR-P9", "the most that it adds to damage", "points")
    # melee
    charge_bonus: int = number(10, 0, 60, "OVR-P7", "added by a Charge")
    opportunity: bool = choice(True, "OVR-G2", "the engaged attack whoever leaves them")
    # courage
    pinning_modifier: int = number(-10, -60, 60, "OVR-30", "added to Pinning tests")
    break_modifier: int = number(20, -60, 60, "OVR-33", "added to Break tests")
    break_loss: int = number(5, 0, 30, "OVR-33", "lost by Break tests for each US lost")
    fear_step: int = number(10, 0, 30, "OVR-G7", "lost by Fear tests for each level beyond the first")
    fear_hexes: int = number(10, 1, 60, "OVR-H7", "how near Fear is felt", "hexes")
    unnerved_loss: int = number(10, 0, 60, "OVR-G7", "lost by all tests of the unnerved")
    cornered_loss: int = number(20, 0, 60, "OVR-G7", "lost by tests of the panicked who cannot run, in that turn")
    pinned_suspends_passives: bool = choice(True, "OVR-32", "the Pinned have no passives")
    rally_modifier: int = number(-20, -60, 60, "OVR-34", "added to rallies")
    rally_hexes: int = number(10, 1, 60, "OVR-P13", "how far a rally is heard", "hexes")
    # skills
    skill_most: int = number(30, 0, 60, "OVR-P9", "the most that a Special Team adds")
    tended: int = number(5, 1, 20, "OVR-H8", "the die of Wounds that tending heals", "points")
    # scenarios
    objective_hexes: int = number(3, 0, 8, "OVR-H9", "hexes around the middle that are to be held", "hexes")
    hold_rounds: int = number(4, 1, 50, "OVR-H9", "rounds in a row that win the ground", "rounds")
    exit_share: int = number(30, 1, 100, "OVR-H9", "share of the US that must break through", "in 100")
    rout_share: int = number(5, 0, 90, "OVR-H9", "share of its first US at which a side is routed", "in 100")
    neutral_underlings: int = number(16, 1, MOST_UNDERLINGS, "OVR-H9", "leaderless Underlings in rally", "Underlings")
    deployment: int = number(6, 1, 12, "OVR-H9", "how deep sides deploy", "hexes")
    rewards: Literal["team", "own"] = choice("team", "OVR-A4", "the fallen share their side's outcome, or have lost")
    # shaping
    shaping_strength: float = Field(
        0.0, ge=0, le=1, description="potential of US and Wounds left", json_schema_extra={"rule": "OVR-A4"}
    )
    shaping_score: float = Field(
        0.0, ge=0, le=1, description="potential of the scenario's score", json_schema_extra={"rule": "OVR-A4"}
    )
    whose: Advantages = choice(Advantages(), "OVR-H10", "which sides have what makes a Swarm")
    # data
    weapons: Weapons = Weapons()
    more_weapons: tuple[NamedWeapon, ...] = Field(
        (), strict=False, max_length=20, description="weapons of one's own", json_schema_extra={"rule": "OVR-A5"}
    )
    types: Types = Types()
    more_types: tuple[NamedType, ...] = Field(
        (), strict=False, max_length=20, description="types of one's own", json_schema_extra={"rule": "OVR-A5"}
    )
    leaders: LeaderProfiles = LeaderProfiles()
    more_leaders: tuple[NamedLeader, ...] = Field(
        (), strict=False, max_length=20, description="Overseers of one's own", json_schema_extra={"rule": "OVR-A5"}
    )
    underlings: UnderlingProfiles = UnderlingProfiles()
    more_underlings: tuple[NamedUnderlings, ...] = Field(
        (), strict=False, max_length=20, description="Underlings of one's own", json_schema_extra={"rule": "OVR-A5"}
    )
    ground: OverseerGrounds = choice(OverseerGrounds(), "OVR-A2", "the kinds of ground")
    scatter: Scatter = choice(Scatter(soft=180, heavy=120, blocking=40), "OVR-A2", "what a generated map has")

    def named(self, kind: str) -> dict[str, Any]:
        """Return the weapons, types, leaders or underlings by name, those of one's own after those that are there."""
        there = getattr(self, kind)
        found = {name: getattr(there, name) for name in type(there).model_fields}
        return found | {one.name: one for one in getattr(self, f"more_{kind}")}

    @model_validator(mode="after")
    def _check(self) -> Self:
        for kind in ("weapons", "types", "leaders", "underlings"):
            names = [*type(getattr(self, kind)).model_fields, *(one.name for one in getattr(self, f"more_{kind}"))]
            twice = next((name for name in names if names.count(name) > 1), None)
            if twice is not None:
                raise ValueError(f"more_{kind}: {twice!r} is there already; give it another name, or change {kind}")
        weapons, types = [*self.named("weapons"), "none"], list(self.named("types"))
        for kind in ("leaders", "underlings"):
            for name, one in self.named(kind).items():
                _check_profile(f"{kind}.{name}", one, weapons, types, self.named("weapons"))
        if self.sure_failure <= self.sure_success:
            raise ValueError(f"sure_failure = {self.sure_failure}: must be above sure_success = {self.sure_success}")
        return self


def _check_profile(where: str, one: Settings, weapons: list[str], types: list[str], all_weapons: dict) -> None:
    """Raise ValueError where a profile names a weapon or a type that is unknown, or a weapon of the wrong kind."""
    for field, shoots in (("ranged", True), ("melee", False)):
        name = getattr(one, field)
        if name not in weapons:
            raise ValueError(f"{where}.{field}: unknown weapon {name!r}{nearest(name, weapons)}")
        if name != "none" and (all_weapons[name].metres > 0) != shoots:
            raise ValueError(
                f"{where}.{field}: {name!r} is {'no weapon for shots' if shoots else 'a weapon for shots'}"
            )
    field = "type" if isinstance(one, LeaderProfile) else "passive"
    name = getattr(one, field)
    if name not in types:
        raise ValueError(f"{where}.{field}: unknown type {name!r}{nearest(name, types)}")


LINE = (
    Unit(leader="sergeant", specialist="launcher"),
    Unit(leader="spotter", specialist="sniper_rifle"),
    Unit(leader="champion", profile="brute", specialist="flamer"),
    Unit(leader="technician", specialist="machine_gun"),
)
STAFFS = (
    Unit(leader="spotter", specialist="sniper_rifle"),
    Unit(leader="champion", profile="brute", specialist="flamer"),
    Unit(leader="bombardier", specialist="machine_gun"),
    Unit(leader="sergeant", specialist="launcher"),
)
GARRISONS = (
    Unit(leader="technician", specialist="machine_gun"),
    Unit(leader="sergeant", specialist="flamer"),
    Unit(leader="champion", profile="brute", specialist="great_blade"),
    Unit(leader="spotter", specialist="sniper_rifle"),
)
RAIDERS = (
    Unit(leader="pathfinder", profile="militia", specialist="flamer", underlings=30),
    Unit(leader="champion", profile="brute", underlings=30),
    Unit(leader="pathfinder", profile="militia", underlings=30),
    Unit(leader="spotter", specialist="sniper_rifle"),
)
GUARDS = (
    Unit(leader="bombardier", specialist="cannon"),
    Unit(leader="sergeant", specialist="launcher"),
    Unit(leader="technician", specialist="machine_gun"),
    Unit(leader="champion", profile="brute", specialist="flamer"),
)
HEROES = tuple(Unit(leader=one, underlings=0) for one in ("gunner", "horror", "burner", "marksman"))
HORDES = (
    Unit(leader="sergeant", specialist="cannon", underlings=40),
    Unit(leader="champion", profile="brute", specialist="flamer", underlings=40),
    Unit(leader="spotter", specialist="sniper_rifle", underlings=40),
    Unit(leader="bombardier", specialist="launcher", underlings=40),
)
RECRUITERS = tuple(Unit(leader=one, underlings=0) for one in ("sergeant", "champion", "spotter", "pathfinder"))
FORCES = {  # by scenario: of side_0, and of all others
    "duel": (LINE, LINE),
    "decapitation": (STAFFS, STAFFS),
    "hold_ground": (GARRISONS, GARRISONS),
    "breakthrough": (RAIDERS, GUARDS),
    "heroes_vs_swarm": (HEROES, HORDES),
    "rally": (RECRUITERS, RECRUITERS),
}


class OverseerConfig(Settings):
    """What can be chosen about a game of overseer; each field is a keyword of every way to make the environment."""

    scenario: Literal["duel", "decapitation", "hold_ground", "breakthrough", "heroes_vs_swarm", "rally"] = choice(
        "duel", "OVR-A3", "what the sides fight for"
    )
    overseers: int = number(1, 1, MOST_OVERSEERS, "OVR-A1", "Overseers of a side: the first of its force", "Overseers")
    heroes: int = number(3, 1, MOST_OVERSEERS, "OVR-A3", "heroes of side_0 in heroes_vs_swarm", "heroes")
    underlings: int | None = Field(
        None,
        ge=0,
        le=MOST_UNDERLINGS,
        description="Underlings of every Swarm; none: as its force says",
        json_schema_extra={"rule": "OVR-A1", "unit": "Underlings"},
    )
    per_hex: int = number(1, 1, 10, "OVR-A2", "Underlings that share a hex", "Underlings")
    free_for_all: bool = choice(False, "OVR-A1", "every Overseer is a side of its own")
    forces: tuple[Force, ...] | None = Field(
        None,
        strict=False,
        min_length=1,
        max_length=4,
        description="a list of units for each side; the last one serves all further sides; none: built-in",
        json_schema_extra={"rule": "OVR-A5", "unit": ""},
    )
    columns: int = number(24, 12, 60, "OVR-A2", "columns of the field, at most", "hexes")
    rows: int = number(24, 12, 60, "OVR-A2", "rows of the field, at most; every outline has an odd number", "hexes")
    symmetric: bool = choice(True, "OVR-A2", "generated ground is the same from all sides")
    map: str | None = Field(
        None,
        description="a map file, or a map as text; none: generated",
        json_schema_extra={"rule": "OVR-A2", "unit": ""},
    )
    max_rounds: int = number(40, 1, 1000, "OVR-A3", "rounds after which the score decides", "rounds")
    rules: OverseerRules = OverseerRules()

    @property
    def sides(self) -> int:
        """How many sides there are."""
        return self.overseers if self.free_for_all else 2

    def force_of(self, side: int) -> Force:
        """Return the units of a side."""
        if self.forces is not None:
            force = self.forces[min(side, len(self.forces) - 1)]
        else:
            force = FORCES[self.scenario][min(side, 1)]
            force = force[: self.heroes] if self.scenario == "heroes_vs_swarm" and side == 0 else force
        wanted = self.heroes if self.scenario == "heroes_vs_swarm" and side == 0 else self.overseers
        count = 1 if self.free_for_all else wanted
        units = tuple(force[(k + side * self.free_for_all) % len(force)] for k in range(count))
        lone = self.scenario == "rally" or (self.scenario == "heroes_vs_swarm" and side == 0)
        if self.underlings is None or (lone and self.forces is None):
            return units
        return tuple(unit.model_copy(update={"underlings": self.underlings}) for unit in units)

    @property
    def even_seats(self) -> bool:
        """Whether sides are alike by design: the same goals and forces, on ground that is its own image."""
        alike = {self.force_of(side) for side in range(self.sides)}
        lopsided = self.scenario in ("breakthrough", "heroes_vs_swarm")
        return not lopsided and self.symmetric and self.map is None and len(alike) == 1

    @model_validator(mode="after")
    def _check(self) -> Self:
        if self.free_for_all and self.overseers < 2:
            raise ValueError("free_for_all: every Overseer is a side of its own; give overseers: 2, 3 or 4")
        if self.free_for_all and self.scenario in ("breakthrough", "heroes_vs_swarm"):
            raise ValueError(f"free_for_all: {self.scenario} has two sides that differ; give free_for_all: false")
        names = [f"side_{side}" for side in range(self.sides)]
        for field, whose in self.rules.whose.model_dump().items():
            if whose not in ("all", "none", *names):
                raise ValueError(f"rules.whose.{field} = {whose!r}: this game has the sides {', '.join(names)}")
        weapons, leaders = self.rules.named("weapons"), self.rules.named("leaders")
        for side in range(self.sides):
            for unit in self.force_of(side):
                if unit.leader not in leaders:
                    raise ValueError(f"forces: unknown leader {unit.leader!r}{nearest(unit.leader, leaders)}")
                profiles = self.rules.named("underlings")
                if unit.profile not in profiles:
                    raise ValueError(f"forces: unknown Underlings {unit.profile!r}{nearest(unit.profile, profiles)}")
                if unit.specialist != "none" and unit.specialist not in weapons:
                    names = [*weapons, "none"]
                    raise ValueError(f"forces: unknown weapon {unit.specialist!r}{nearest(unit.specialist, names)}")
        return self
