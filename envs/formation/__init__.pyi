"""What a type checker knows of swarmzoo.envs.formation; `make pages` writes it from the configuration."""

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
from swarmzoo.envs.formation.config import Bow
from swarmzoo.envs.formation.config import Bows
from swarmzoo.envs.formation.config import FormationRules
from swarmzoo.envs.formation.config import Protection
from swarmzoo.envs.formation.config import Role
from swarmzoo.envs.formation.config import Roles
from swarmzoo.envs.formation.config import Shield
from swarmzoo.envs.formation.config import Shields
from swarmzoo.envs.formation.config import Terrain
from swarmzoo.envs.formation.config import Terrains
from swarmzoo.envs.formation.config import Virtues
from swarmzoo.envs.formation.config import Weapon
from swarmzoo.envs.formation.config import Weapons

class VirtuesFields(TypedDict, total=False):
    vigor: int
    finesse: int
    sagacity: int
    morale: int
    level: int
    skill: int

class RoleFields(TypedDict, total=False):
    weapon: Literal["none", "sword", "spear", "axe"]
    bow: Literal["none", "bow", "crossbow"]
    shield: Literal["none", "small", "medium", "large"]
    armour: Literal["none", "leather", "mail", "plate"]
    helmet: Literal["none", "leather", "mail", "plate"]
    combat: Literal["none", "secondary", "primary"]
    spear_wall: bool
    berserker: bool
    encumbered: bool

class RolesFields(TypedDict, total=False):
    swordsman: Role | RoleFields
    spearman: Role | RoleFields
    axeman: Role | RoleFields
    archer: Role | RoleFields
    crossbowman: Role | RoleFields
    guide: Role | RoleFields

class WeaponFields(TypedDict, total=False):
    reach: int
    damage: int
    attack: int
    defence: int
    either_hand: bool
    piercing: int

class WeaponsFields(TypedDict, total=False):
    sword: Weapon | WeaponFields
    spear: Weapon | WeaponFields
    axe: Weapon | WeaponFields

class BowFields(TypedDict, total=False):
    damage: int
    attack: int
    increment: int
    complex_reload: bool
    piercing: int

class BowsFields(TypedDict, total=False):
    bow: Bow | BowFields
    crossbow: Bow | BowFields

class ShieldFields(TypedDict, total=False):
    melee: int
    missile: int
    joins: bool

class ShieldsFields(TypedDict, total=False):
    small: Shield | ShieldFields
    medium: Shield | ShieldFields
    large: Shield | ShieldFields

class ProtectionFields(TypedDict, total=False):
    leather: int
    mail: int
    plate: int

class TerrainFields(TypedDict, total=False):
    cost: int
    enter: bool
    cover: int
    opacity: int
    high: bool

class TerrainsFields(TypedDict, total=False):
    open: Terrain | TerrainFields
    rough: Terrain | TerrainFields
    woods: Terrain | TerrainFields
    hill: Terrain | TerrainFields
    wall: Terrain | TerrainFields
    water: Terrain | TerrainFields

class FormationRulesFields(TypedDict, total=False):
    explosions: int
    soldier: Virtues | VirtuesFields
    leader: Virtues | VirtuesFields
    roles: Roles | RolesFields
    weapons: Weapons | WeaponsFields
    bows: Bows | BowsFields
    shields: Shields | ShieldsFields
    protection: Protection | ProtectionFields
    squad_size: int
    formations: Literal["both", "red", "blue", "none"]
    least_members: int
    shield_neighbour: int
    joint_fire: int
    spear_wall_defence: int
    leader_range: int
    dazed_leader: Literal["directs", "is lost"]
    leader_levels: int
    autonomous: bool
    short_moves: bool
    first: Literal["lot", "red", "blue"]
    movement: int
    movement_wounded: int
    evade_cost: int
    keep_factor: int
    turn_cost: int
    stop_in_zones: bool
    zone_attacks: bool
    complex_is_all: bool
    charge_hexes: int
    charge_damage: int
    reaction_reach: int
    least_range: int
    point_blank: int
    point_blank_bonus: int
    aimed_bonus: int
    unaimed_loss: int
    melee_loss: int
    formation_loss: int
    obstacle_loss: int
    sight: int
    longest_shot: int
    evasion: Literal["evading", "always"]
    evasion_loss: int
    flank_bonus: int
    rear_bonus: int
    crowd_bonus: int
    berserk_attack: int
    berserk_defence: int
    wounded_loss: int
    too_long: int
    too_short: int
    one_handed: int
    defending: int
    dazed_defence: int
    head_from: int
    dazed_from: int
    wounded_from: int
    downed_from: int
    recovery: int
    wounded_recovery: int
    survival: bool
    panic: bool
    panic_by: Literal["squad", "company"]
    panic_below: int
    panic_enemy: int
    panic_earlier: int
    panic_loss: int
    rally: bool
    rally_sight: int
    phase_order: Literal["movement first", "missiles first"]
    hidden_until: int
    bridge_time: Literal["turns alone", "defender"]
    march_victory: Literal["half", "intact"]
    when_out: Literal["stays", "leaves"]
    death_reward: float
    shaping_progress: float
    shaping_strength: float
    terrain: Terrains | TerrainsFields

class FormationConfigFields(TypedDict, total=False):
    scenario: Literal["march", "clash", "bridge", "ambush", "escort"]
    size: int
    control: Literal["soldiers", "orders"]
    red: Sequence[Literal["swordsman", "spearman", "axeman", "archer", "crossbowman", "guide"]] | None
    blue: Sequence[Literal["swordsman", "spearman", "axeman", "archer", "crossbowman", "guide"]] | None
    columns: int | None
    rows: int | None
    view: Literal[3, 4, 6]
    max_turns: int | None
    gap: int | None
    rules: FormationRules | FormationRulesFields

class _AgentKeywords(FormationConfigFields, AgentKeywords, total=False): ...
class _VectorKeywords(FormationConfigFields, VectorKeywords, total=False): ...
class _GymKeywords(FormationConfigFields, GymKeywords, total=False): ...
class _Sb3Keywords(FormationConfigFields, Sb3Keywords, total=False): ...

def game(**keywords: Unpack[FormationConfigFields]) -> Game: ...
def env(**keywords: Unpack[_AgentKeywords]) -> AECEnv: ...
def raw_env(**keywords: Unpack[_AgentKeywords]) -> AECEnv: ...
def parallel_env(**keywords: Unpack[_AgentKeywords]) -> GameParallelEnv: ...
def vector_env(num_envs: int = 1, **keywords: Unpack[_VectorKeywords]) -> GameVectorEnv: ...
def gym_env(**keywords: Unpack[_GymKeywords]) -> LearnerEnv: ...
def sb3_vec_env(num_envs: int = 1, **keywords: Unpack[_Sb3Keywords]) -> SwarmVecEnv: ...
