"""The configuration: what can be chosen about a game, with all that its parts are made of under one name. [OVR-A5]"""

from collections.abc import Mapping
from typing import ClassVar, Literal, Self

from pydantic import Field, model_validator

from swarmzoo.envs.core.config import Settings, choice, number
from swarmzoo.envs.skirmish.overseer.forces import FORCES, MOST_OVERSEERS, MOST_UNDERLINGS, Force, Unit
from swarmzoo.envs.skirmish.overseer.profiles import (
    LeaderProfile,
    LeaderProfiles,
    NamedLeader,
    NamedType,
    NamedUnderlings,
    OverseerType,
    Profile,
    Types,
    UnderlingProfile,
    UnderlingProfiles,
    unknown,
)
from swarmzoo.envs.skirmish.overseer.rule_numbers import Advantages, OverseerGrounds, OverseerRules
from swarmzoo.envs.skirmish.overseer.weapons import NamedWeapon, Weapon, Weapons

__all__ = [
    "FORCES",
    "MOST_OVERSEERS",
    "MOST_UNDERLINGS",
    "SCENARIOS",
    "Advantages",
    "Force",
    "LeaderProfile",
    "LeaderProfiles",
    "NamedLeader",
    "NamedType",
    "NamedUnderlings",
    "NamedWeapon",
    "OverseerConfig",
    "OverseerGrounds",
    "OverseerRules",
    "OverseerType",
    "Profile",
    "Types",
    "UnderlingProfile",
    "UnderlingProfiles",
    "Unit",
    "Weapon",
    "Weapons",
]

SCENARIOS = ("duel", "decapitation", "hold_ground", "breakthrough", "heroes_vs_swarm", "rally")


class OverseerConfig(Settings):
    """What can be chosen about a game of overseer; each field is a keyword of every way to make the environment."""

    learning: ClassVar[Mapping[str, float]] = {"shaping_strength": 0.5, "shaping_score": 0.5}

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
                    raise ValueError(f"forces: {unknown('leader', unit.leader, leaders)}")
                profiles = self.rules.named("underlings")
                if unit.profile not in profiles:
                    raise ValueError(f"forces: {unknown('Underlings', unit.profile, profiles)}")
                if unit.specialist != "none" and unit.specialist not in weapons:
                    raise ValueError(f"forces: {unknown('weapon', unit.specialist, [*weapons, 'none'])}")
        return self
