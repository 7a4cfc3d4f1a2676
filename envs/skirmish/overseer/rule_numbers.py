"""Every number and house rule of the game, with what is data: weapons, types, profiles, ground. [OVR-A5]"""

from typing import Any, Literal, Self

from pydantic import Field, model_validator

from swarmzoo.envs.core.config import Settings, choice, number
from swarmzoo.envs.skirmish.battlefield.config import Ground, Grounds, Scatter
from swarmzoo.envs.skirmish.overseer.forces import MOST_UNDERLINGS
from swarmzoo.envs.skirmish.overseer.profiles import (
    LeaderProfiles,
    NamedLeader,
    NamedType,
    NamedUnderlings,
    Types,
    UnderlingProfiles,
    check_profile,
)
from swarmzoo.envs.skirmish.overseer.weapons import NamedWeapon, Weapons


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
                check_profile(f"{kind}.{name}", one, weapons, types, self.named("weapons"))
        if self.sure_failure <= self.sure_success:
            raise ValueError(f"sure_failure = {self.sure_failure}: must be above sure_success = {self.sure_success}")
        return self
