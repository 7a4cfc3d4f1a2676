"""Every number of the rules and house rules, and the data that they name, validated. [NOV-A5]"""

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
from swarmzoo.envs.skirmish.nova.people import HenchmanTypes, NamedHenchmen, NamedSheet, Sheet, Sheets
from swarmzoo.envs.skirmish.nova.things import NamedThing, Things, ThingScatter

MOST_OF_ONES_OWN = 20
DATA = ("weapons", "armour", "modifications", "powers", "henchmen", "sheets", "things")


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
    hostage_hit: int = number(10, 0, 90, "NOV-A4", "of the pay of who wins, lost by a hit on the hostage", "in 100")
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
                check_names(f"henchmen.{name}.weapon", (henchmen.weapon,), "weapon", [*self.named("weapons"), "none"])
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
            check_names(f"{where}.{kind}", getattr(sheet, kind), noun, self.named(kind))
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


def check_names(where: str, given: Iterable[str], noun: str, known: Iterable[str]) -> None:
    """Raise ValueError unless names are known, each given once."""
    given, known = list(given), list(known)
    for name in given:
        if name not in known:
            raise ValueError(f"{where}: unknown {noun} {name!r}{nearest(name, known)}")
    if len(set(given)) < len(given):
        raise ValueError(f"{where}: {next(n for n in given if given.count(n) > 1)!r} is named twice")
