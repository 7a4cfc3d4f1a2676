"""What a type checker knows of swarmzoo.envs.skirmish.warband; `make pages` writes it from the configuration."""

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
from swarmzoo.envs.skirmish.battlefield.config import Grounds
from swarmzoo.envs.skirmish.battlefield.config import Scatter
from swarmzoo.envs.skirmish.warband.config import Armour
from swarmzoo.envs.skirmish.warband.config import Armours
from swarmzoo.envs.skirmish.warband.config import Character
from swarmzoo.envs.skirmish.warband.config import Class
from swarmzoo.envs.skirmish.warband.config import Classes
from swarmzoo.envs.skirmish.warband.config import MeleeWeapons
from swarmzoo.envs.skirmish.warband.config import RangedWeapons
from swarmzoo.envs.skirmish.warband.config import WarbandRules
from swarmzoo.envs.skirmish.warband.config import Weapon

class CharacterFields(TypedDict, total=False):
    name: str
    kind: Literal["fighter", "skald", "sage", "creature"]
    mallet: int
    key: int
    runes: int
    coronet: int
    melee: Literal["none", "dagger", "sword", "two_handed", "spear"]
    ranged: Literal["none", "sling", "short_bow", "longbow", "crossbow", "thrown"]
    armour: Literal["none", "light", "medium", "heavy"]
    shield: bool
    star: int | None
    boots: int | None
    traits: Sequence[Literal["power_attack", "taunt", "penetrating_strikes", "battle_resolve", "agile_combatant", "leadership", "spellcasting"]]
    scrolls: Sequence[Literal["bolt", "ward", "haste", "dread"]]

class WeaponFields(TypedDict, total=False):
    dice: int
    from_mallet: bool
    reach: int
    reload: bool

class MeleeWeaponsFields(TypedDict, total=False):
    dagger: Weapon | WeaponFields
    sword: Weapon | WeaponFields
    two_handed: Weapon | WeaponFields
    spear: Weapon | WeaponFields

class RangedWeaponsFields(TypedDict, total=False):
    sling: Weapon | WeaponFields
    short_bow: Weapon | WeaponFields
    longbow: Weapon | WeaponFields
    crossbow: Weapon | WeaponFields
    thrown: Weapon | WeaponFields

class ArmourFields(TypedDict, total=False):
    shield: int
    boots: int

class ArmoursFields(TypedDict, total=False):
    light: Armour | ArmourFields
    medium: Armour | ArmourFields
    heavy: Armour | ArmourFields
    carried: Armour | ArmourFields

class ClassFields(TypedDict, total=False):
    star: int
    shield: int

class ClassesFields(TypedDict, total=False):
    fighter: Class | ClassFields
    skald: Class | ClassFields
    sage: Class | ClassFields
    creature: Class | ClassFields

class GroundFields(TypedDict, total=False):
    cost: int
    enter: bool
    cover: int
    hides: bool
    tall: int

class GroundsFields(TypedDict, total=False):
    open: Ground | GroundFields
    difficult: Ground | GroundFields
    soft: Ground | GroundFields
    heavy: Ground | GroundFields
    blocking: Ground | GroundFields
    climb: int

class ScatterFields(TypedDict, total=False):
    difficult: int
    soft: int
    heavy: int
    blocking: int
    hills: int
    height: int

class WarbandRulesFields(TypedDict, total=False):
    most_modifier: int
    action_points: int
    refuse_tokens: bool
    boots: int
    keep_off: int
    disengage: bool
    disengage_points: int
    disengage_test: Literal["opposed", "against_key"]
    charge_bonus: int
    unarmed_dice: int
    unarmed_loss: int
    near_range: int
    near_bonus: int
    aim_one: int
    aim_two: int
    height_bonus: int
    elevated: Literal["place", "above_target"]
    far_range: int
    far_loss: int
    moved_loss: int
    soft_loss: int
    heavy_loss: int
    soft_hugging: int
    heavy_hugging: int
    power_loss: int
    taunt_points: int
    taunt_range: int
    taunt_dice: int
    resolve_star: int
    agile_reach: int
    leadership_coronet: int
    leadership_range: int
    death_to: int
    out_to: int
    bloodied_divisor: int
    breather_backlash: bool
    morale: bool
    morale_range: int
    shaken_loss: int
    rally_range: int
    rally_scope: Literal["one", "all"]
    orders: bool
    order_range: int
    order_bonus: int
    magic: bool
    bolt_dice: int
    bolt_range: int
    ward_shield: int
    ward_range: int
    haste_points: int
    dread_range: int
    break_share: int
    leader_break_share: int
    loot_break_share: int
    centre_break_share: int
    leader_yields: int
    leader_counts: bool
    centre_radius: int
    centre_rule: Literal["alone", "most"]
    centre_points: int
    loot_tokens: int
    loot_goal: int
    loot_points: int
    deployment: int
    shaping_star: float
    shaping_score: float
    melee: MeleeWeapons | MeleeWeaponsFields
    ranged: RangedWeapons | RangedWeaponsFields
    armours: Armours | ArmoursFields
    classes: Classes | ClassesFields
    ground: Grounds | GroundsFields
    scatter: Scatter | ScatterFields

class WarbandConfigFields(TypedDict, total=False):
    scenario: Literal["skirmish", "kill_leader", "loot", "hold_centre", "versus_swarm"]
    warbands: int
    size: int
    horde: int
    neutral_horde: bool
    rosters: Sequence[Sequence[Character | CharacterFields]] | None
    columns: int
    rows: int
    symmetric: bool
    map: str | PathLike[str] | None
    max_turns: int
    rules: WarbandRules | WarbandRulesFields

class _AgentKeywords(WarbandConfigFields, AgentKeywords, total=False): ...
class _VectorKeywords(WarbandConfigFields, VectorKeywords, total=False): ...
class _GymKeywords(WarbandConfigFields, GymKeywords, total=False): ...
class _Sb3Keywords(WarbandConfigFields, Sb3Keywords, total=False): ...

def game(**keywords: Unpack[WarbandConfigFields]) -> Game: ...
def env(**keywords: Unpack[_AgentKeywords]) -> GameEnv: ...
def raw_env(**keywords: Unpack[_AgentKeywords]) -> GameEnv: ...
def parallel_env(**keywords: Unpack[_AgentKeywords]) -> ParallelEnv: ...
def vector_env(num_envs: int = 1, **keywords: Unpack[_VectorKeywords]) -> GameVectorEnv: ...
def gym_env(**keywords: Unpack[_GymKeywords]) -> LearnerEnv: ...
def sb3_vec_env(num_envs: int = 1, **keywords: Unpack[_Sb3Keywords]) -> SwarmVecEnv: ...
