"""What a type checker knows of swarmzoo.envs.skirmish.nova; `make pages` writes it from the configuration."""

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
from swarmzoo.envs.skirmish.battlefield.config import SuperiorGround
from swarmzoo.envs.skirmish.battlefield.config import WideGrounds
from swarmzoo.envs.skirmish.nova.arms import Armour
from swarmzoo.envs.skirmish.nova.arms import Armours
from swarmzoo.envs.skirmish.nova.arms import Modification
from swarmzoo.envs.skirmish.nova.arms import Modifications
from swarmzoo.envs.skirmish.nova.arms import NamedArmour
from swarmzoo.envs.skirmish.nova.arms import NamedModification
from swarmzoo.envs.skirmish.nova.arms import NamedPower
from swarmzoo.envs.skirmish.nova.arms import NamedWeapon
from swarmzoo.envs.skirmish.nova.arms import Power
from swarmzoo.envs.skirmish.nova.arms import Powers
from swarmzoo.envs.skirmish.nova.arms import Weapon
from swarmzoo.envs.skirmish.nova.arms import Weapons
from swarmzoo.envs.skirmish.nova.people import HenchmanType
from swarmzoo.envs.skirmish.nova.people import HenchmanTypes
from swarmzoo.envs.skirmish.nova.people import Henchmen
from swarmzoo.envs.skirmish.nova.people import NamedHenchmen
from swarmzoo.envs.skirmish.nova.people import NamedSheet
from swarmzoo.envs.skirmish.nova.people import Sheet
from swarmzoo.envs.skirmish.nova.people import Sheets
from swarmzoo.envs.skirmish.nova.people import Unit
from swarmzoo.envs.skirmish.nova.rule_numbers import NovaRules
from swarmzoo.envs.skirmish.nova.things import NamedThing
from swarmzoo.envs.skirmish.nova.things import Placed
from swarmzoo.envs.skirmish.nova.things import Thing
from swarmzoo.envs.skirmish.nova.things import ThingScatter
from swarmzoo.envs.skirmish.nova.things import Things

class HenchmenFields(TypedDict, total=False):
    type: str
    count: int

class UnitFields(TypedDict, total=False):
    sheet: str
    members: int
    henchmen: Sequence[Henchmen | HenchmenFields]
    all_henchmen: bool

class PlacedFields(TypedDict, total=False):
    kind: str
    column: int
    row: int

class WeaponFields(TypedDict, total=False):
    skill: Literal["brawl", "melee", "firearms", "athletics", "power"]
    accuracy: int
    damage: int
    strength: bool
    type: Literal["stun", "bashing", "lethal", "aggravated", "emp"]
    adds: int
    ap: int
    metres: int
    single_range: bool
    area: int
    burst: Literal["none", "short", "medium", "long", "sustained"]
    fast: bool
    dodge: int
    soakable: bool
    light: bool
    thrown: bool
    mass: int
    aero: int
    guided: bool
    long_range: bool
    close_quarters: bool
    mental: bool
    chemical: bool

class WeaponsFields(TypedDict, total=False):
    light_blow: Weapon | WeaponFields
    heavy_blow: Weapon | WeaponFields
    hold: Weapon | WeaponFields
    crush: Weapon | WeaponFields
    knife: Weapon | WeaponFields
    baton: Weapon | WeaponFields
    claws: Weapon | WeaponFields
    pistol: Weapon | WeaponFields
    smg: Weapon | WeaponFields
    rifle: Weapon | WeaponFields
    assault_rifle: Weapon | WeaponFields
    sniper_rifle: Weapon | WeaponFields
    shotgun: Weapon | WeaponFields
    machine_gun: Weapon | WeaponFields
    launcher: Weapon | WeaponFields
    missile: Weapon | WeaponFields
    vehicle_gun: Weapon | WeaponFields
    grenade: Weapon | WeaponFields
    flashbang: Weapon | WeaponFields
    emp_grenade: Weapon | WeaponFields
    satchel: Weapon | WeaponFields
    molotov: Weapon | WeaponFields
    taser: Weapon | WeaponFields
    flamer: Weapon | WeaponFields
    bolt: Weapon | WeaponFields
    blast: Weapon | WeaponFields
    stun_attack: Weapon | WeaponFields

class NamedWeaponFields(TypedDict, total=False):
    skill: Literal["brawl", "melee", "firearms", "athletics", "power"]
    accuracy: int
    damage: int
    strength: bool
    type: Literal["stun", "bashing", "lethal", "aggravated", "emp"]
    adds: int
    ap: int
    metres: int
    single_range: bool
    area: int
    burst: Literal["none", "short", "medium", "long", "sustained"]
    fast: bool
    dodge: int
    soakable: bool
    light: bool
    thrown: bool
    mass: int
    aero: int
    guided: bool
    long_range: bool
    close_quarters: bool
    mental: bool
    chemical: bool
    name: str

class ArmourFields(TypedDict, total=False):
    bashing: int
    lethal: int
    aggravated: int
    penalty: int
    destruction: int
    lightweight: bool
    stackable: bool
    mass: int
    concealable: bool
    second_skin: bool

class ArmoursFields(TypedDict, total=False):
    thick_clothing: Armour | ArmourFields
    leather: Armour | ArmourFields
    armoured_shirt: Armour | ArmourFields
    vest: Armour | ArmourFields
    body_armour: Armour | ArmourFields
    plate: Armour | ArmourFields
    eufiber: Armour | ArmourFields

class NamedArmourFields(TypedDict, total=False):
    bashing: int
    lethal: int
    aggravated: int
    penalty: int
    destruction: int
    lightweight: bool
    stackable: bool
    mass: int
    concealable: bool
    second_skin: bool
    name: str

class ModificationFields(TypedDict, total=False):
    bashing: int
    lethal: int
    aggravated: int
    soak: Literal["natural", "armoured"]
    stackable: bool

class ModificationsFields(TypedDict, total=False):
    subdermal: Modification | ModificationFields
    skeleton: Modification | ModificationFields
    dense_flesh: Modification | ModificationFields

class NamedModificationFields(TypedDict, total=False):
    bashing: int
    lethal: int
    aggravated: int
    soak: Literal["natural", "armoured"]
    stackable: bool
    name: str

class PowerFields(TypedDict, total=False):
    bashing: int
    lethal: int
    aggravated: int
    stackable: bool
    hard_to_hit: int
    resist_quantum: int
    resist_mental: int
    ablative: int
    impervious: int
    grow: int
    regeneration: bool
    enhanced: bool

class PowersFields(TypedDict, total=False):
    armour_power: Power | PowerFields
    force_field: Power | PowerFields
    invulnerability: Power | PowerFields
    density: Power | PowerFields
    blur: Power | PowerFields
    shroud: Power | PowerFields
    warding: Power | PowerFields
    regeneration: Power | PowerFields

class NamedPowerFields(TypedDict, total=False):
    bashing: int
    lethal: int
    aggravated: int
    stackable: bool
    hard_to_hit: int
    resist_quantum: int
    resist_mental: int
    ablative: int
    impervious: int
    grow: int
    regeneration: bool
    enhanced: bool
    name: str

class HenchmanTypeFields(TypedDict, total=False):
    grade: Literal["rabble", "disciplined", "professional", "elite", "fanatical"]
    attack: int
    defence: int
    quantum: bool
    bashing: int
    lethal: int
    aggravated: int
    weapon: str

class HenchmanTypesFields(TypedDict, total=False):
    rioter: HenchmanType | HenchmanTypeFields
    bomber: HenchmanType | HenchmanTypeFields
    conscript: HenchmanType | HenchmanTypeFields
    ganger: HenchmanType | HenchmanTypeFields
    rifleman: HenchmanType | HenchmanTypeFields
    gunner: HenchmanType | HenchmanTypeFields
    rocketeer: HenchmanType | HenchmanTypeFields
    ranger: HenchmanType | HenchmanTypeFields
    ninja: HenchmanType | HenchmanTypeFields
    drone: HenchmanType | HenchmanTypeFields

class NamedHenchmenFields(TypedDict, total=False):
    grade: Literal["rabble", "disciplined", "professional", "elite", "fanatical"]
    attack: int
    defence: int
    quantum: bool
    bashing: int
    lethal: int
    aggravated: int
    weapon: str
    name: str

class SheetFields(TypedDict, total=False):
    kind: Literal["nova", "baseline", "gritty", "cinematic", "gritty_vehicle", "cinematic_vehicle"]
    strength: int
    dexterity: int
    stamina: int
    wits: int
    charisma: int
    quantum: int
    mega_strength: int
    mega_dexterity: int
    mega_stamina: int
    willpower: int
    brawl: int
    melee: int
    firearms: int
    athletics: int
    power: int
    might: int
    endurance: int
    tactics: int
    command: int
    medicine: int
    weapons: Sequence[str]
    armour: Sequence[str]
    powers: Sequence[str]
    modifications: Sequence[str]
    size: Literal["normal", "large", "huge"]
    clothing: Literal["none", "scanty", "normal", "heavy"]
    machine: bool
    hardening: int
    speed: int
    levels: int

class SheetsFields(TypedDict, total=False):
    civilian: Sheet | SheetFields
    soldier: Sheet | SheetFields
    medic: Sheet | SheetFields
    commander: Sheet | SheetFields
    elite: Sheet | SheetFields
    sapper: Sheet | SheetFields
    hunter: Sheet | SheetFields
    gangster: Sheet | SheetFields
    blaster: Sheet | SheetFields
    bruiser: Sheet | SheetFields
    thug: Sheet | SheetFields
    rioter: Sheet | SheetFields
    guard: Sheet | SheetFields
    robot: Sheet | SheetFields
    truck: Sheet | SheetFields
    car: Sheet | SheetFields

class NamedSheetFields(TypedDict, total=False):
    kind: Literal["nova", "baseline", "gritty", "cinematic", "gritty_vehicle", "cinematic_vehicle"]
    strength: int
    dexterity: int
    stamina: int
    wits: int
    charisma: int
    quantum: int
    mega_strength: int
    mega_dexterity: int
    mega_stamina: int
    willpower: int
    brawl: int
    melee: int
    firearms: int
    athletics: int
    power: int
    might: int
    endurance: int
    tactics: int
    command: int
    medicine: int
    weapons: Sequence[str]
    armour: Sequence[str]
    powers: Sequence[str]
    modifications: Sequence[str]
    size: Literal["normal", "large", "huge"]
    clothing: Literal["none", "scanty", "normal", "heavy"]
    machine: bool
    hardening: int
    speed: int
    levels: int
    name: str

class ThingFields(TypedDict, total=False):
    armour: int
    structure: int
    ground: Literal["open", "difficult", "soft", "heavy", "blocking", "superior", "barrier"]
    ruin: Literal["open", "difficult", "soft", "heavy", "blocking", "superior", "barrier"]
    large: bool
    radius: int
    tiny: int
    hard: bool

class ThingsFields(TypedDict, total=False):
    pistol: Thing | ThingFields
    rifle: Thing | ThingFields
    window: Thing | ThingFields
    small_window: Thing | ThingFields
    armoured_window: Thing | ThingFields
    drywall: Thing | ThingFields
    wall: Thing | ThingFields
    armoured_wall: Thing | ThingFields
    house: Thing | ThingFields
    large_house: Thing | ThingFields
    bunker: Thing | ThingFields
    skyscraper: Thing | ThingFields

class NamedThingFields(TypedDict, total=False):
    armour: int
    structure: int
    ground: Literal["open", "difficult", "soft", "heavy", "blocking", "superior", "barrier"]
    ruin: Literal["open", "difficult", "soft", "heavy", "blocking", "superior", "barrier"]
    large: bool
    radius: int
    tiny: int
    hard: bool
    name: str

class GroundFields(TypedDict, total=False):
    cost: int
    enter: bool
    cover: int
    hides: bool
    tall: int

class SuperiorGroundFields(TypedDict, total=False):
    cost: int
    enter: bool
    cover: int
    hides: bool
    tall: int

class WideGroundsFields(TypedDict, total=False):
    open: Ground | GroundFields
    difficult: Ground | GroundFields
    soft: Ground | GroundFields
    heavy: Ground | GroundFields
    blocking: Ground | GroundFields
    climb: int
    superior: SuperiorGround | SuperiorGroundFields
    barrier: Ground | GroundFields

class ScatterFields(TypedDict, total=False):
    difficult: int
    soft: int
    heavy: int
    blocking: int
    hills: int
    height: int

class ThingScatterFields(TypedDict, total=False):
    window: int
    armoured_window: int
    drywall: int
    wall: int
    armoured_wall: int

class NovaRulesFields(TypedDict, total=False):
    success: int
    metres: int
    mega_dice: int
    mega_damage: int
    bonus_cap: bool
    most_actions: int
    replaced_difficulty: int
    run_metres: int
    sprint_metres: int
    range_step: int
    cover_light: int
    cover_medium: int
    cover_superior: int
    prone_difficulty: int
    vital_difficulty: int
    into_object: int
    into_person: int
    thrown_multiplier: int
    area_metres: int
    scatter_hexes: int
    daze_difficulty: int
    realistic: bool
    knock_metres: int
    knock_hexes: int
    fall_cap: int
    maim_flaws: int
    maim_flaws_worse: int
    maim_dice: int
    minute_rounds: int
    layer_to_raised: bool
    gritty_levels: int
    gritty_dice: int
    gritty_initiative: int
    gritty_helpers: int
    gritty_ping: bool
    mob_successes: int
    vehicle_levels: int
    vehicle_share: int
    grades: Sequence[int]
    open_henchmen: int
    tight_henchmen: int
    corridor_henchmen: int
    skilled: int
    heal_bashing: Sequence[int]
    heal_lethal: Sequence[int]
    heal_aggravated: int
    heal_factor: Sequence[int]
    regrow_hours: int
    care: Literal["none", "competent", "expert"]
    rest_hours: int
    break_share: int
    hostage_hit: int
    encounter_rounds: int
    gauntlet_needed: int
    deployment: int
    rewards: Literal["team", "own"]
    reveal: Literal["all", "plain"]
    shaping_strength: float
    shaping_score: float
    weapons: Weapons | WeaponsFields
    more_weapons: Sequence[NamedWeapon | NamedWeaponFields]
    armour: Armours | ArmoursFields
    more_armour: Sequence[NamedArmour | NamedArmourFields]
    modifications: Modifications | ModificationsFields
    more_modifications: Sequence[NamedModification | NamedModificationFields]
    powers: Powers | PowersFields
    more_powers: Sequence[NamedPower | NamedPowerFields]
    henchmen: HenchmanTypes | HenchmanTypesFields
    more_henchmen: Sequence[NamedHenchmen | NamedHenchmenFields]
    sheets: Sheets | SheetsFields
    more_sheets: Sequence[NamedSheet | NamedSheetFields]
    things: Things | ThingsFields
    more_things: Sequence[NamedThing | NamedThingFields]
    ground: WideGrounds | WideGroundsFields
    scatter: Scatter | ScatterFields
    thing_scatter: ThingScatter | ThingScatterFields

class NovaConfigFields(TypedDict, total=False):
    scenario: Literal["squad_duel", "nova_vs_mob", "firefight", "demolition", "hostage", "convoy", "gauntlet"]
    free_for_all: bool
    players: int
    counts: Sequence[int] | None
    forces: Sequence[Sequence[Unit | UnitFields]] | None
    encounters: Sequence[Sequence[Unit | UnitFields]] | None
    hostage: str | PathLike[str]
    objective: str | PathLike[str]
    placed: Sequence[Placed | PlacedFields]
    columns: int
    rows: int
    symmetric: bool
    map: str | PathLike[str] | None
    max_rounds: int | None
    rules: NovaRules | NovaRulesFields

class _AgentKeywords(NovaConfigFields, AgentKeywords, total=False): ...
class _VectorKeywords(NovaConfigFields, VectorKeywords, total=False): ...
class _GymKeywords(NovaConfigFields, GymKeywords, total=False): ...
class _Sb3Keywords(NovaConfigFields, Sb3Keywords, total=False): ...

def game(**keywords: Unpack[NovaConfigFields]) -> Game: ...
def env(**keywords: Unpack[_AgentKeywords]) -> GameEnv: ...
def raw_env(**keywords: Unpack[_AgentKeywords]) -> GameEnv: ...
def parallel_env(**keywords: Unpack[_AgentKeywords]) -> ParallelEnv: ...
def vector_env(num_envs: int = 1, **keywords: Unpack[_VectorKeywords]) -> GameVectorEnv: ...
def gym_env(**keywords: Unpack[_GymKeywords]) -> LearnerEnv: ...
def sb3_vec_env(num_envs: int = 1, **keywords: Unpack[_Sb3Keywords]) -> SwarmVecEnv: ...
