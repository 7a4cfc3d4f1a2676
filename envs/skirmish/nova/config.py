"""The configuration: every number of the rules and house rules; forces and data, validated."""

from collections.abc import Iterable
from typing import Annotated, Any, Literal, Self

from pydantic import Field, model_validator

from swarmzoo.envs.core.config import Settings, choice, number
from swarmzoo.envs.core.errors import nearest
from swarmzoo.envs.skirmish.battlefield.config import Scatter, WideGrounds
from swarmzoo.envs.skirmish.nova.arms import (
    Armours,
    Modifications,
    NamedArmour,
    NamedModification,
    NamedPower,
    NamedWeapon,
    Powers,
    Weapons,
)
from swarmzoo.envs.skirmish.nova.forces import COUNTS, ENCOUNTERS, FORCES, ROUNDS
from swarmzoo.envs.skirmish.nova.people import (
    MOST_GRITTY,
    Force,
    HenchmanTypes,
    NamedHenchmen,
    NamedSheet,
    Sheet,
    Sheets,
    Unit,
)
from swarmzoo.envs.skirmish.nova.things import NamedThing, Placed, Things, ThingScatter, scattered

MOST_AGENTS, MOST_UNITS, MOST_OF_ONES_OWN = 8, 7, 20
DATA = ("weapons", "armour", "modifications", "powers", "henchmen", "sheets", "things")
LOPSIDED = ("nova_vs_mob", "demolition", "hostage", "convoy", "gauntlet")


def _six(default: tuple[int, ...], rule: str, text: str, unit: str) -> Any:
    """Declare six numbers."""
    return Field(
        default,
        strict=False,
        min_length=6,
        max_length=6,
        description=text,
        json_schema_extra={"rule": rule, "unit": unit},
    )


def _own(text: str) -> Any:
    """Declare data of one's own."""
    return Field((), strict=False, max_length=MOST_OF_ONES_OWN, description=text, json_schema_extra={"rule": "NOV-A5"})


Positive = Annotated[int, Field(ge=1, le=100_000)]


class NovaRules(Settings):
    """Every number and every house rule of the game; the defaults are the source's and the proposals'."""

    # dice
    success: int = number(7, 2, 10, "NOV-G1", "a die that shows so much or more is a success")
    metres: int = number(5, 1, 20, "NOV-A2", "metres of a hex", "m")
    mega_dice: int = number(3, 0, 10, "NOV-H5", "dice of each dot of a mega-attribute", "dice")
    mega_damage: int = number(5, 0, 20, "NOV-H5", "dice of damage of each dot of Mega-Strength", "dice")
    bonus_cap: bool = choice(False, "NOV-G3", "bonus dice are at most the attribute + 2")
    # actions
    most_actions: int = number(6, 1, 6, "NOV-1", "actions of a round, at most", "actions")
    replaced_difficulty: int = number(1, 0, 5, "NOV-2", "difficulty of an action that takes another one's place")
    # moves
    run_metres: int = number(12, 0, 60, "NOV-P10", "metres of a run besides Dexterity", "m")
    sprint_metres: int = number(20, 0, 60, "NOV-P10", "metres of a sprint besides 3 for each Dexterity", "m")
    # attacks
    range_step: int = number(2, 0, 6, "NOV-38", "difficulty of each range beyond the first")
    cover_light: int = number(1, 0, 6, "NOV-P6", "difficulty of light cover")
    cover_medium: int = number(2, 0, 6, "NOV-P6", "difficulty of medium cover")
    cover_superior: int = number(3, 0, 6, "NOV-P6", "difficulty of superior cover, and of a human shield")
    prone_difficulty: int = number(1, 0, 6, "NOV-H7", "who lies is harder to hit from afar, easier from beside")
    vital_difficulty: int = number(2, 0, 6, "NOV-37", "difficulty of a called shot at a vital organ")
    into_object: int = number(1, 0, 6, "NOV-51", "difficulty of knocking somebody into an object")
    into_person: int = number(2, 0, 6, "NOV-51", "difficulty of knocking somebody into somebody")
    thrown_multiplier: int = number(5, 1, 20, "NOV-39", "metres for each Strength and Might", "m")
    area_metres: int = number(10, 1, 50, "NOV-4", "radius of an area attack for each level", "m")
    scatter_hexes: int = number(3, 1, 6, "NOV-H8", "how far at most a misplaced area attack lands off", "hexes")
    # damage
    daze_difficulty: int = number(2, 0, 6, "NOV-16", "difficulty of everything for the dazed")
    realistic: bool = choice(True, "NOV-50", "light weapons push nobody")
    knock_metres: int = number(2, 1, 10, "NOV-48", "dice above the threshold for each metre", "dice")
    knock_hexes: int = number(10, 1, 12, "NOV-51", "how far behind a target one aims to knock it", "hexes")
    fall_cap: int = number(25, 1, 100, "NOV-52", "dice of a collision, at most", "dice")
    maim_flaws: int = number(5, 1, 20, "NOV-35", "points of flaws of a grievous injury")
    maim_flaws_worse: int = number(7, 1, 20, "NOV-35", "points if the blow was beyond half of all levels")
    maim_dice: int = number(1, 0, 5, "NOV-H9", "dice that every injury costs for the rest", "dice")
    minute_rounds: int = number(20, 1, 100, "NOV-36", "rounds of a minute", "rounds")
    layer_to_raised: bool = choice(False, "NOV-29", "a layer's penalty is raised only if it has one itself")
    # extras
    gritty_levels: int = number(4, 1, 20, "NOV-44", "health levels of a gritty extra", "levels")
    gritty_dice: int = number(2, 1, 10, "NOV-44", "dice of damage for each level of an extra", "dice")
    gritty_initiative: int = number(5, 1, 10, "NOV-44", "what gritty extras count as having rolled")
    gritty_helpers: int = number(3, 0, 8, "NOV-H3", "members beyond the first that add a die, at most", "extras")
    gritty_ping: bool = choice(False, "NOV-H3", "ping damage hurts gritty extras")
    mob_successes: int = number(5, 0, 20, "NOV-46", "successes beyond which each fells one more")
    vehicle_levels: int = number(7, 1, 60, "NOV-47", "health levels of a vehicle of cinematic extras", "levels")
    vehicle_share: int = number(50, 1, 100, "NOV-45", "damage at which a gritty vehicle breaks off", "in 100")
    # henchmen
    grades: tuple[Positive, ...] = Field(
        (1, 2, 3, 5, 7),
        strict=False,
        min_length=5,
        max_length=5,
        description="levels for each henchman, rabble to fanatical",
        json_schema_extra={"rule": "NOV-61", "unit": "levels"},
    )
    open_henchmen: int = number(200, 0, 400, "NOV-P9", "henchmen that serve in the open", "in 100")
    tight_henchmen: int = number(50, 0, 100, "NOV-P9", "henchmen that serve in tight quarters", "in 100")
    corridor_henchmen: int = number(0, 0, 100, "NOV-P9", "henchmen that serve in a corridor", "in 100")
    skilled: int = number(7, 0, 20, "NOV-57", "henchmen with more than so many dice give two", "dice")
    # healing
    heal_bashing: tuple[Positive, ...] = _six((1, 2, 4, 8, 24, 24), "NOV-34", "hours for each bashing level", "h")
    heal_lethal: tuple[Positive, ...] = _six(
        (24, 168, 336, 720, 2160, 3600), "NOV-34", "hours for each lethal level", "h"
    )
    heal_aggravated: int = number(4, 1, 100, "NOV-34", "how much longer aggravated levels take than lethal ones")
    heal_factor: tuple[Positive, ...] = _six(
        (2, 3, 4, 5, 6, 8), "NOV-34", "how much faster novas heal, by Mega-Stamina", "times"
    )
    regrow_hours: int = number(24, 1, 10_000, "NOV-35", "hours in which regeneration undoes an injury", "h")
    care: Literal["none", "competent", "expert"] = choice("competent", "NOV-34", "medical care between encounters")
    rest_hours: int = number(48, 0, 10_000, "NOV-34", "hours between encounters", "h")
    # scenarios
    break_share: int = number(50, 1, 100, "NOV-A3", "share of its extras whose loss breaks a side", "in 100")
    encounter_rounds: int = number(12, 1, 200, "NOV-A3", "rounds of an encounter of the gauntlet", "rounds")
    gauntlet_needed: int = number(2, 1, 3, "NOV-A3", "encounters that win the gauntlet", "encounters")
    deployment: int = number(4, 1, 12, "NOV-A2", "how deep sides deploy", "hexes")
    rewards: Literal["team", "own"] = choice("team", "NOV-A4", "the fallen share their side's outcome, or have lost")
    reveal: Literal["all", "plain"] = choice("all", "NOV-A6", "whether what others' sheets say is seen")
    # shaping
    shaping_strength: float = Field(
        0.0, ge=0, le=1, description="potential of what is left of a side", json_schema_extra={"rule": "NOV-A4"}
    )
    shaping_score: float = Field(
        0.0, ge=0, le=1, description="potential of the scenario's score", json_schema_extra={"rule": "NOV-A4"}
    )
    # data
    weapons: Weapons = Weapons()
    more_weapons: tuple[NamedWeapon, ...] = _own("weapons of one's own")
    armour: Armours = Armours()
    more_armour: tuple[NamedArmour, ...] = _own("armour of one's own")
    modifications: Modifications = Modifications()
    more_modifications: tuple[NamedModification, ...] = _own("modifications of one's own")
    powers: Powers = Powers()
    more_powers: tuple[NamedPower, ...] = _own("powers of one's own")
    henchmen: HenchmanTypes = HenchmanTypes()
    more_henchmen: tuple[NamedHenchmen, ...] = _own("types of henchmen of one's own")
    sheets: Sheets = Sheets()
    more_sheets: tuple[NamedSheet, ...] = _own("sheets of one's own")
    things: Things = Things()
    more_things: tuple[NamedThing, ...] = _own("objects of one's own")
    ground: WideGrounds = choice(WideGrounds(), "NOV-A2", "the kinds of ground")
    scatter: Scatter = choice(Scatter(blocking=0, hills=2), "NOV-A2", "what a generated map has")
    thing_scatter: ThingScatter = choice(ThingScatter(), "NOV-A2", "the objects that a generated map has")

    def named(self, kind: str) -> dict[str, Any]:
        """Return the data of a kind by name, those of one's own after those that are there."""
        there = getattr(self, kind)
        found = {name: getattr(there, name) for name in type(there).model_fields}
        return found | {one.name: one for one in getattr(self, f"more_{kind}")}

    @model_validator(mode="after")
    def _check(self) -> Self:
        for kind in DATA:
            names = [*type(getattr(self, kind)).model_fields, *(one.name for one in getattr(self, f"more_{kind}"))]
            twice = next((name for name in names if names.count(name) > 1), None)
            if twice is not None:
                raise ValueError(f"more_{kind}: {twice!r} is there already; give it another name, or change {kind}")
        for name, weapon in self.named("weapons").items():
            if weapon.thrown and weapon.metres:
                raise ValueError(f"weapons.{name}: what is thrown has no metres; give metres: 0, or thrown: false")
            if weapon.area and not weapon.metres and not weapon.thrown:
                raise ValueError(f"weapons.{name}: an area weapon shoots or is thrown; give metres or thrown: true")
            if weapon.chemical and weapon.type != "aggravated":
                raise ValueError(f"weapons.{name}: chemical is said of aggravated damage, not of {weapon.type}")
        for name, henchmen in self.named("henchmen").items():
            if henchmen.weapon != "none":
                _known(f"henchmen.{name}.weapon", (henchmen.weapon,), "weapon", [*self.named("weapons"), "none"])
        for name, sheet in self.named("sheets").items():
            self._check_sheet(f"sheets.{name}", sheet)
        return self

    def _check_sheet(self, where: str, sheet: Sheet) -> None:
        """Raise ValueError for a sheet that names what is not there, or that nobody can have."""
        for kind, noun in (
            ("weapons", "weapon"),
            ("armour", "armour"),
            ("powers", "power"),
            ("modifications", "modification"),
        ):
            _known(f"{where}.{kind}", getattr(sheet, kind), noun, self.named(kind))
        megas = (sheet.mega_strength, sheet.mega_dexterity, sheet.mega_stamina, sheet.quantum)
        if sheet.kind != "nova" and any(megas):
            raise ValueError(f"{where}: only a nova has Quantum and mega-attributes, and it is {sheet.kind}")
        if sheet.kind == "nova" and sheet.quantum == 0:
            raise ValueError(f"{where}: a nova has 1 Quantum at least")
        if sheet.kind.endswith("vehicle") and (sheet.speed == 0 or sheet.armour):
            raise ValueError(f"{where}: a vehicle has a speed, and wears no armour; its soak is its Stamina and powers")
        if not sheet.kind.endswith("vehicle") and sheet.speed:
            raise ValueError(f"{where}.speed: only vehicles have one; others move by their Dexterity")
        if sheet.kind.startswith("cinematic") and not sheet.weapons:
            raise ValueError(f"{where}.weapons: cinematic extras attack with a weapon or not at all; give one")


def _known(where: str, given: Iterable[str], noun: str, known: Iterable[str]) -> None:
    """Raise ValueError unless names are known, each given once."""
    given, known = list(given), list(known)
    for name in given:
        if name not in known:
            raise ValueError(f"{where}: unknown {noun} {name!r}{nearest(name, known)}")
    if len(set(given)) < len(given):
        raise ValueError(f"{where}: {next(n for n in given if given.count(n) > 1)!r} is named twice")


class NovaConfig(Settings):
    """What can be chosen about a game of nova; each field is a keyword of every way to make the environment."""

    scenario: Literal["squad_duel", "nova_vs_mob", "firefight", "demolition", "hostage", "convoy", "gauntlet"] = choice(
        "squad_duel", "NOV-A3", "what the sides fight for"
    )
    free_for_all: bool = choice(False, "NOV-A1", "every unit is a side of its own, in squad_duel")
    players: int = number(3, 2, 4, "NOV-A1", "sides of a free for all", "sides")
    counts: tuple[Annotated[int, Field(ge=1, le=MOST_UNITS)], ...] | None = Field(
        None,
        strict=False,
        min_length=1,
        max_length=2,
        description="units of each side, the first of its force; none: as the scenario has them",
        json_schema_extra={"rule": "NOV-A1", "unit": "units"},
    )
    forces: tuple[Force, ...] | None = Field(
        None,
        strict=False,
        min_length=1,
        max_length=4,
        description="a list of units for each side; the last one serves all further sides; none: built-in",
        json_schema_extra={"rule": "NOV-A5", "unit": ""},
    )
    encounters: tuple[Force, ...] | None = Field(
        None,
        strict=False,
        min_length=3,
        max_length=3,
        description="whom the gauntlet meets, three times; none: built-in",
        json_schema_extra={"rule": "NOV-A3", "unit": ""},
    )
    hostage: str = Field(
        "civilian", description="sheet of the hostage", json_schema_extra={"rule": "NOV-A3", "unit": "name"}
    )
    objective: str = Field(
        "house", description="the object of demolition", json_schema_extra={"rule": "NOV-A3", "unit": "name"}
    )
    placed: tuple[Placed, ...] = Field(
        (),
        strict=False,
        max_length=12,
        description="objects in places of the field",
        json_schema_extra={"rule": "NOV-A2"},
    )
    columns: int = number(20, 12, 60, "NOV-A2", "columns of the field, at most", "hexes")
    rows: int = number(19, 12, 60, "NOV-A2", "rows of the field, at most; every outline has an odd number", "hexes")
    symmetric: bool = choice(True, "NOV-A2", "generated ground is the same from all sides")
    map: str | None = Field(
        None,
        description="a map file, or a map as text; none: generated",
        json_schema_extra={"rule": "NOV-A2", "unit": ""},
    )
    max_rounds: int | None = Field(
        None,
        ge=1,
        le=1000,
        description="rounds after which the score decides; none: as the scenario has them",
        json_schema_extra={"rule": "NOV-A3", "unit": "rounds"},
    )
    rules: NovaRules = NovaRules()

    @property
    def sides(self) -> int:
        """How many sides there are."""
        return self.players if self.free_for_all else 2

    @property
    def rounds(self) -> int:
        """After how many rounds the score decides."""
        return ROUNDS.get(self.scenario, 30) if self.max_rounds is None else self.max_rounds

    def count_of(self, side: int) -> int:
        """Return how many units of its force a side has."""
        if self.free_for_all:
            return 1
        if self.counts is not None:
            return self.counts[min(side, len(self.counts) - 1)]
        if self.forces is not None:
            return len(self.forces[min(side, len(self.forces) - 1)])
        return COUNTS[self.scenario][min(side, 1)]

    def force_of(self, side: int, encounter: int = 0) -> Force:
        """Return the units of a side; of side_1 in an encounter of the gauntlet."""
        if self.scenario == "gauntlet" and side == 1 and self.forces is None:
            met = (self.encounters or ENCOUNTERS)[encounter]
            return met if self.counts is None else _taken(met, self.count_of(1), 0)
        force = FORCES[self.scenario][min(side, 1)]
        if self.forces is not None:
            force = self.forces[min(side, len(self.forces) - 1)]
        return _taken(force, self.count_of(side), side if self.free_for_all else 0)

    @property
    def even_seats(self) -> bool:
        """Whether sides are alike by design: the same goals and forces, on ground that is its own image."""
        alike = {self.force_of(side) for side in range(self.sides)}
        even = self.symmetric and self.map is None and not self.placed
        return even and self.scenario not in LOPSIDED and len(alike) == 1

    @model_validator(mode="after")
    def _check(self) -> Self:
        if self.free_for_all and self.scenario != "squad_duel":
            raise ValueError(
                f"free_for_all: {self.scenario} has two sides; give free_for_all: false, or scenario: squad_duel"
            )
        if self.free_for_all and self.counts is not None:
            raise ValueError("counts: in a free for all every side has one unit; give players instead")
        agents = sum(
            max(len(self.force_of(side, nth)) for nth in range(3 if self.scenario == "gauntlet" else 1))
            for side in range(self.sides)
        )
        if agents > MOST_AGENTS:
            raise ValueError(f"forces: {agents} units need an agent each; at most {MOST_AGENTS}; give fewer units")
        self._check_names()
        self._check_scenario()
        return self

    def _check_names(self) -> None:
        """Raise ValueError where forces or objects name what is not there."""
        sheets, types, things = (self.rules.named(kind) for kind in ("sheets", "henchmen", "things"))
        _known("hostage", (self.hostage,), "sheet", sheets)
        _known("objective", (self.objective,), "object", things)
        for one in self.placed:
            _known("placed", (one.kind,), "object", things)
        for name, _ in scattered(self.rules.thing_scatter):
            if things[name].radius:
                raise ValueError(f"rules.things.{name}: objects that are scattered have one hex; give radius: 0")
        for force in self.all_forces():
            for unit in force:
                _known("forces", (unit.sheet,), "sheet", sheets)
                _known("forces.henchmen", (one.type for one in unit.henchmen), "type of henchmen", types)
                _check_unit(unit, sheets[unit.sheet])

    def all_forces(self) -> list[Force]:
        """Return the forces of all sides, and of all encounters."""
        nths = range(3) if self.scenario == "gauntlet" else range(1)
        return [self.force_of(side, nth) for side in range(self.sides) for nth in (nths if side == 1 else range(1))]

    def _check_scenario(self) -> None:
        """Raise ValueError where a scenario lacks what it is about."""
        sheets = self.rules.named("sheets")
        kinds = [[sheets[unit.sheet].kind for unit in self.force_of(side)] for side in range(self.sides)]
        if self.scenario == "convoy" and not all(kind.endswith("vehicle") for kind in kinds[0]):
            raise ValueError("scenario = convoy: side_0 has vehicles alone; give it sheets of vehicles")
        if self.scenario == "hostage" and kinds[1][0] not in ("nova", "baseline"):
            raise ValueError("scenario = hostage: the first unit of side_1 holds the hostage and must be a person")
        if self.scenario == "hostage" and (
            sheets[self.hostage].kind not in ("nova", "baseline") or sheets[self.hostage].machine
        ):
            raise ValueError(f"hostage = {self.hostage}: the hostage is a person, a nova or a baseline")
        if self.scenario == "firefight":
            for side, there in enumerate(kinds):
                if not any(kind in ("gritty", "cinematic") for kind in there):
                    raise ValueError(f"scenario = firefight: side_{side} has no squads of extras that could break")


def _taken(force: Force, count: int, first: int) -> Force:
    """Return so many units of a force from one on, which begins again at its end."""
    return tuple(force[(k + first) % len(force)] for k in range(count))


def _check_unit(unit: Unit, sheet: Sheet) -> None:
    """Raise ValueError for a unit that cannot be."""
    if unit.henchmen and sheet.kind not in ("nova", "baseline"):
        raise ValueError(f"forces: {unit.sheet} is {sheet.kind} and leads no henchmen; only persons do")
    if unit.all_henchmen and not unit.henchmen:
        raise ValueError(f"forces: {unit.sheet} with all_henchmen has no henchmen; give some")
    if sheet.kind == "gritty" and unit.members > MOST_GRITTY:
        raise ValueError(f"forces: a squad of gritty extras has at most {MOST_GRITTY} members, not {unit.members}")
