"""What a type checker knows of swarmzoo.envs.skirmish.overseer; `make pages` writes it from the configuration."""

from collections.abc import Sequence
from os import PathLike
from typing import Literal, TypedDict, Unpack

from pettingzoo import AECEnv, ParallelEnv

from swarmzoo.envs.api.aec import GameEnv
from swarmzoo.envs.api.keywords import AgentKeywords, GymKeywords, Sb3Keywords, VectorKeywords
from swarmzoo.envs.api.sb3 import SwarmVecEnv
from swarmzoo.envs.api.simultaneous import GameParallelEnv
from swarmzoo.envs.api.single import LearnerEnv
from swarmzoo.envs.api.vector import GameVectorEnv
from swarmzoo.envs.core.game import Game
from swarmzoo.envs.skirmish.battlefield.config import Ground
from swarmzoo.envs.skirmish.battlefield.config import Scatter
from swarmzoo.envs.skirmish.overseer.forces import Unit
from swarmzoo.envs.skirmish.overseer.profiles import LeaderProfile
from swarmzoo.envs.skirmish.overseer.profiles import LeaderProfiles
from swarmzoo.envs.skirmish.overseer.profiles import NamedLeader
from swarmzoo.envs.skirmish.overseer.profiles import NamedType
from swarmzoo.envs.skirmish.overseer.profiles import NamedUnderlings
from swarmzoo.envs.skirmish.overseer.profiles import OverseerType
from swarmzoo.envs.skirmish.overseer.profiles import Types
from swarmzoo.envs.skirmish.overseer.profiles import UnderlingProfile
from swarmzoo.envs.skirmish.overseer.profiles import UnderlingProfiles
from swarmzoo.envs.skirmish.overseer.rule_numbers import Advantages
from swarmzoo.envs.skirmish.overseer.rule_numbers import OverseerGrounds
from swarmzoo.envs.skirmish.overseer.rule_numbers import OverseerRules
from swarmzoo.envs.skirmish.overseer.weapons import NamedWeapon
from swarmzoo.envs.skirmish.overseer.weapons import Weapon
from swarmzoo.envs.skirmish.overseer.weapons import Weapons

class UnitFields(TypedDict, total=False):
    leader: str
    underlings: int
    profile: str
    specialist: str

class AdvantagesFields(TypedDict, total=False):
    strength: Literal["all", "none", "side_0", "side_1", "side_2", "side_3"]
    rank: Literal["all", "none", "side_0", "side_1", "side_2", "side_3"]
    cover: Literal["all", "none", "side_0", "side_1", "side_2", "side_3"]
    pinning: Literal["all", "none", "side_0", "side_1", "side_2", "side_3"]
    fear: Literal["all", "none", "side_0", "side_1", "side_2", "side_3"]

class WeaponFields(TypedDict, total=False):
    dice: int
    bonus: int
    pen: int
    metres: int
    burst: Literal["single", "semi", "full"]
    spray: bool
    blast: int
    devastating: int
    sniper: bool
    heavy: bool

class WeaponsFields(TypedDict, total=False):
    rifle: Weapon | WeaponFields
    carbine: Weapon | WeaponFields
    pistol: Weapon | WeaponFields
    sniper_rifle: Weapon | WeaponFields
    machine_gun: Weapon | WeaponFields
    flamer: Weapon | WeaponFields
    launcher: Weapon | WeaponFields
    cannon: Weapon | WeaponFields
    blade: Weapon | WeaponFields
    claws: Weapon | WeaponFields
    great_blade: Weapon | WeaponFields

class NamedWeaponFields(TypedDict, total=False):
    dice: int
    bonus: int
    pen: int
    metres: int
    burst: Literal["single", "semi", "full"]
    spray: bool
    blast: int
    devastating: int
    sniper: bool
    heavy: bool
    name: str

class OverseerTypeFields(TypedDict, total=False):
    cover_ground: bool
    marked_attack: bool
    heavy_hit: int
    heavy_damage: int
    melee_hit: int
    melee_damage: int
    armour: int
    nerve: int
    skill: int

class TypesFields(TypedDict, total=False):
    none: OverseerType | OverseerTypeFields
    bombardier: OverseerType | OverseerTypeFields
    champion: OverseerType | OverseerTypeFields
    pathfinder: OverseerType | OverseerTypeFields
    sergeant: OverseerType | OverseerTypeFields
    spotter: OverseerType | OverseerTypeFields
    technician: OverseerType | OverseerTypeFields

class NamedTypeFields(TypedDict, total=False):
    cover_ground: bool
    marked_attack: bool
    heavy_hit: int
    heavy_damage: int
    melee_hit: int
    melee_damage: int
    armour: int
    nerve: int
    skill: int
    name: str

class LeaderProfileFields(TypedDict, total=False):
    ws: int
    bs: int
    toughness: int
    agility: int
    willpower: int
    armour: int
    ranged: str
    melee: str
    fellowship: int
    command: int
    skill: int
    wounds: int
    fear: int
    type: str

class LeaderProfilesFields(TypedDict, total=False):
    sergeant: LeaderProfile | LeaderProfileFields
    bombardier: LeaderProfile | LeaderProfileFields
    champion: LeaderProfile | LeaderProfileFields
    pathfinder: LeaderProfile | LeaderProfileFields
    spotter: LeaderProfile | LeaderProfileFields
    technician: LeaderProfile | LeaderProfileFields
    gunner: LeaderProfile | LeaderProfileFields
    marksman: LeaderProfile | LeaderProfileFields
    burner: LeaderProfile | LeaderProfileFields
    horror: LeaderProfile | LeaderProfileFields

class NamedLeaderFields(TypedDict, total=False):
    ws: int
    bs: int
    toughness: int
    agility: int
    willpower: int
    armour: int
    ranged: str
    melee: str
    fellowship: int
    command: int
    skill: int
    wounds: int
    fear: int
    type: str
    name: str

class UnderlingProfileFields(TypedDict, total=False):
    ws: int
    bs: int
    toughness: int
    agility: int
    willpower: int
    armour: int
    ranged: str
    melee: str
    passive: str

class UnderlingProfilesFields(TypedDict, total=False):
    trooper: UnderlingProfile | UnderlingProfileFields
    brute: UnderlingProfile | UnderlingProfileFields
    militia: UnderlingProfile | UnderlingProfileFields

class NamedUnderlingsFields(TypedDict, total=False):
    ws: int
    bs: int
    toughness: int
    agility: int
    willpower: int
    armour: int
    ranged: str
    melee: str
    passive: str
    name: str

class GroundFields(TypedDict, total=False):
    cost: int
    enter: bool
    cover: int
    hides: bool
    tall: int

class OverseerGroundsFields(TypedDict, total=False):
    open: Ground | GroundFields
    difficult: Ground | GroundFields
    soft: Ground | GroundFields
    heavy: Ground | GroundFields
    blocking: Ground | GroundFields
    climb: int
    barrier: Ground | GroundFields

class ScatterFields(TypedDict, total=False):
    difficult: int
    soft: int
    heavy: int
    blocking: int
    hills: int
    height: int

class OverseerRulesFields(TypedDict, total=False):
    sure_success: int
    sure_failure: int
    rank: int
    us_modifier: int
    most_us_modifier: int
    half_metres: int
    full_metres: int
    charge_metres: int
    run_metres: int
    charge_least: int
    run_ws: int
    run_bs: int
    cover_ground_bs: int
    assault_metres: int
    assault_bonus: int
    close_bonus: int
    long_loss: int
    extreme_loss: int
    height_bonus: int
    into_melee_loss: int
    cover_armour: Sequence[int]
    aim_bonus: int
    called_loss: int
    called_damage: int
    concentrated_bonus: int
    overwatch_loss: int
    suppress_loss: int
    mark_bonus: int
    mark_damage: int
    team_most_hit: int
    team_most_damage: int
    charge_bonus: int
    opportunity: bool
    pinning_modifier: int
    break_modifier: int
    break_loss: int
    fear_step: int
    fear_hexes: int
    unnerved_loss: int
    cornered_loss: int
    pinned_suspends_passives: bool
    rally_modifier: int
    rally_hexes: int
    skill_most: int
    tended: int
    objective_hexes: int
    hold_rounds: int
    exit_share: int
    rout_share: int
    neutral_underlings: int
    deployment: int
    rewards: Literal["team", "own"]
    shaping_strength: float
    shaping_score: float
    whose: Advantages | AdvantagesFields
    weapons: Weapons | WeaponsFields
    more_weapons: Sequence[NamedWeapon | NamedWeaponFields]
    types: Types | TypesFields
    more_types: Sequence[NamedType | NamedTypeFields]
    leaders: LeaderProfiles | LeaderProfilesFields
    more_leaders: Sequence[NamedLeader | NamedLeaderFields]
    underlings: UnderlingProfiles | UnderlingProfilesFields
    more_underlings: Sequence[NamedUnderlings | NamedUnderlingsFields]
    ground: OverseerGrounds | OverseerGroundsFields
    scatter: Scatter | ScatterFields

class OverseerConfigFields(TypedDict, total=False):
    scenario: Literal["duel", "decapitation", "hold_ground", "breakthrough", "heroes_vs_swarm", "rally"]
    overseers: int
    heroes: int
    underlings: int | None
    per_hex: int
    free_for_all: bool
    forces: Sequence[Sequence[Unit | UnitFields]] | None
    columns: int
    rows: int
    symmetric: bool
    map: str | PathLike[str] | None
    max_rounds: int
    rules: OverseerRules | OverseerRulesFields

class _AgentKeywords(OverseerConfigFields, AgentKeywords, total=False): ...
class _VectorKeywords(OverseerConfigFields, VectorKeywords, total=False): ...
class _GymKeywords(OverseerConfigFields, GymKeywords, total=False): ...
class _Sb3Keywords(OverseerConfigFields, Sb3Keywords, total=False): ...

def game(**keywords: Unpack[OverseerConfigFields]) -> Game: ...
def env(**keywords: Unpack[_AgentKeywords]) -> GameEnv: ...
def raw_env(**keywords: Unpack[_AgentKeywords]) -> GameEnv: ...
def parallel_env(**keywords: Unpack[_AgentKeywords]) -> ParallelEnv: ...
def vector_env(num_envs: int = 1, **keywords: Unpack[_VectorKeywords]) -> GameVectorEnv: ...
def gym_env(**keywords: Unpack[_GymKeywords]) -> LearnerEnv: ...
def sb3_vec_env(num_envs: int = 1, **keywords: Unpack[_Sb3Keywords]) -> SwarmVecEnv: ...
