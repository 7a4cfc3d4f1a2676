"""The configuration: scenario, field, forces and rules, validated."""

from collections.abc import Mapping
from typing import Annotated, ClassVar, Literal, Self

from pydantic import Field, model_validator

from swarmzoo.envs.core.config import Settings, choice, number
from swarmzoo.envs.skirmish.nova.forces import COUNTS, ENCOUNTERS, FORCES, ROUNDS
from swarmzoo.envs.skirmish.nova.people import MOST_GRITTY, Force, Sheet, Unit
from swarmzoo.envs.skirmish.nova.rule_numbers import NovaRules, check_names
from swarmzoo.envs.skirmish.nova.things import Placed, scattered

MOST_AGENTS, MOST_UNITS = 8, 7
LOPSIDED = ("nova_vs_mob", "demolition", "hostage", "convoy", "gauntlet")


class NovaConfig(Settings):
    """What can be chosen about a game of nova; each field is a keyword of every way to make the environment."""

    learning: ClassVar[Mapping[str, float]] = {"shaping_strength": 0.5, "shaping_score": 0.5}

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
        "skyscraper", description="the object of demolition", json_schema_extra={"rule": "NOV-A3", "unit": "name"}
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
        self._check_forces()
        self._check_scenario()
        return self

    def _check_forces(self) -> None:
        """Raise ValueError where forces or objects name what is not there."""
        sheets, types, things = (self.rules.named(kind) for kind in ("sheets", "henchmen", "things"))
        check_names("hostage", (self.hostage,), "sheet", sheets)
        check_names("objective", (self.objective,), "object", things)
        for one in self.placed:
            check_names("placed", (one.kind,), "object", things)
        for name, _ in scattered(self.rules.thing_scatter):
            if things[name].radius:
                raise ValueError(f"rules.things.{name}: objects that are scattered have one hex; give radius: 0")
        for force in self.all_forces():
            for unit in force:
                check_names("forces", (unit.sheet,), "sheet", sheets)
                check_names("forces.henchmen", (one.type for one in unit.henchmen), "type of henchmen", types)
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
