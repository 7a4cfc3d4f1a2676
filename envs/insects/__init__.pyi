"""What a type checker knows of swarmzoo.envs.insects; `make pages` writes it from the configuration."""

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
from swarmzoo.envs.insects.config import CardCounts
from swarmzoo.envs.insects.config import InsectsRules

class CardCountsFields(TypedDict, total=False):
    initiative: int
    attack: int
    defense: int
    movement: int
    reproduction: int
    stack: int
    intelligence: int
    waterbugs: int
    burrowing: int
    blood_suckers: int
    infestation: int
    revulsion: int
    webs: int
    mimic: int
    feeding_frenzy: int
    reproductive_cycle: int
    energy_burst: int
    migration: int
    rush: int
    latency: int
    adaptation: int
    metamorphosis: int
    react_quickly: int
    cocoon: int
    co_opt: int
    devolution: int
    molt: int
    dormancy: int
    rampage: int

class InsectsRulesFields(TypedDict, total=False):
    base_initiative: int
    base_attack: int
    base_defense: int
    base_movement: int
    base_reproduction: int
    base_stack: int
    base_intelligence: int
    initiative_per_card: int
    attack_per_card: int
    defense_per_card: int
    movement_per_card: int
    reproduction_per_card: int
    stack_per_card: int
    intelligence_per_card: int
    starting_insects: int
    starting_cards: int
    cards_drawn: int
    hand_limit: int
    counters: int
    grass_reproduction: int
    mound_defense: int
    rocks_attack: int
    water_blocks: bool
    den_stack: int
    mud_stops: bool
    slope_stack_loss: int
    stack_minimum: int
    roots_let_pass: bool
    sand_loss: int
    frenzy_attack: int
    cycle_reproduction: int
    burst_movement: int
    migration_intelligence: int
    rush_initiative: int
    latency_initiative: int
    blood_suckers_every: int
    revulsion_stack_loss: int
    revulsion_minimum: int
    webs_movement_loss: int
    webs_minimum: int
    infestation_range: int
    adaptation_draw: int
    adaptation_discard: int
    cocoon_draw: int
    molt_defense: int
    dormancy_movement: int
    terrain_weights: Sequence[int]
    starts: Literal["alike", "farthest"]
    den_control: Literal["alone", "most"]
    space_control: Literal["alone", "most"]
    space_ties: Literal["insects", "shared"]
    deck_end: Literal["emptied", "literal"]
    last_swarm_wins: bool
    grass_contested: bool
    evolution_play: Literal["must", "may"]
    fight_scope: Literal["all", "active"]
    stack_limit_scope: Literal["active", "all"]
    sand_scope: Literal["active", "all"]
    migration_scope: Literal["phase", "turn"]
    cocoon_scope: Literal["turn", "phase"]
    windows: Literal["holders", "all", "once"]
    pick_up_and_drop: bool
    leave_contested: bool
    mimic_lasts: bool
    rampage_restarts_moves: bool
    react_to_burns: bool
    place_groups: bool
    decks: int | None
    cards: CardCounts | CardCountsFields
    shaping_dens: float
    shaping_spaces: float

class InsectsConfigFields(TypedDict, total=False):
    players: int
    radius: int | None
    extra_cards: bool
    extra_dens: int
    symmetric: bool
    map: str | PathLike[str] | None
    max_rounds: int | None
    rules: InsectsRules | InsectsRulesFields

class _AgentKeywords(InsectsConfigFields, AgentKeywords, total=False): ...
class _VectorKeywords(InsectsConfigFields, VectorKeywords, total=False): ...
class _GymKeywords(InsectsConfigFields, GymKeywords, total=False): ...
class _Sb3Keywords(InsectsConfigFields, Sb3Keywords, total=False): ...

def game(**keywords: Unpack[InsectsConfigFields]) -> Game: ...
def env(**keywords: Unpack[_AgentKeywords]) -> GameEnv: ...
def raw_env(**keywords: Unpack[_AgentKeywords]) -> GameEnv: ...
def parallel_env(**keywords: Unpack[_AgentKeywords]) -> ParallelEnv: ...
def vector_env(num_envs: int = 1, **keywords: Unpack[_VectorKeywords]) -> GameVectorEnv: ...
def gym_env(**keywords: Unpack[_GymKeywords]) -> LearnerEnv: ...
def sb3_vec_env(num_envs: int = 1, **keywords: Unpack[_Sb3Keywords]) -> SwarmVecEnv: ...
