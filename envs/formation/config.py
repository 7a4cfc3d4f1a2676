"""The configuration: every number of the rules and of the house rules, validated and documented."""

from collections.abc import Mapping
from typing import Any, ClassVar, Literal

from pydantic import Field, model_validator

from swarmzoo.envs.core.config import Settings, choice, number

SCENARIOS = ("march", "clash", "bridge", "ambush", "escort")
ROLES = ("swordsman", "spearman", "axeman", "archer", "crossbowman", "guide")
MOST_SOLDIERS = 512
MOST_SOLDIERS_OF_A_PERSON = 8  # one by one; larger companies people lead by orders


class Weapon(Settings):
    """A melee weapon."""

    reach: int = number(1, 1, 2, "FOR-P11", "hexes at which it strikes best", "hexes")
    damage: int = number(3, 0, 20, "FOR-P11", "damage", "damage")
    attack: int = number(0, -5, 5, "FOR-P11", "added to the attack", "points")
    defence: int = number(0, -5, 5, "FOR-P11", "added to the Melee Defense without a shield", "points")
    either_hand: bool = choice(False, "FOR-G7h", "attack and damage lose a point when it is used one-handed")
    piercing: int = number(0, 0, 5, "FOR-G9e", "taken from the target's protection", "points")


class Bow(Settings):
    """A missile weapon."""

    damage: int = number(3, 0, 20, "FOR-P11", "damage", "damage")
    attack: int = number(0, -5, 5, "FOR-G8c", "added to the attack", "points")
    increment: int = number(10, 1, 40, "FOR-P11", "hexes for each range penalty", "hexes")
    complex_reload: bool = choice(False, "FOR-P11", "loading it again takes a Complex Action")
    piercing: int = number(0, 0, 5, "FOR-G9e", "taken from the target's protection", "points")


class Shield(Settings):
    """A shield."""

    melee: int = number(0, 0, 5, "FOR-P6", "added to the Melee Defense", "points")
    missile: int = number(0, 0, 5, "FOR-P6", "added to the Missile Evasion", "points")
    joins: bool = choice(False, "FOR-2", "gains from neighbours in formation who use a shield")


class Role(Settings):
    """How soldiers of a kind are armed and what they are good at."""

    weapon: Literal["none", "sword", "spear", "axe"] = choice("none", "FOR-P11", "melee weapon")
    bow: Literal["none", "bow", "crossbow"] = choice("none", "FOR-P11", "missile weapon")
    shield: Literal["none", "small", "medium", "large"] = choice("none", "FOR-P6", "shield")
    armour: Literal["none", "leather", "mail", "plate"] = choice("mail", "FOR-P11", "armour")
    helmet: Literal["none", "leather", "mail", "plate"] = choice("mail", "FOR-P11", "helmet")
    combat: Literal["none", "secondary", "primary"] = choice("primary", "FOR-6", "Combat expertise")
    spear_wall: bool = choice(False, "FOR-4", "has the Spearman feature")
    berserker: bool = choice(False, "FOR-P16", "may turn Berserk")
    encumbered: bool = choice(False, "FOR-G7e", "carries too much: slower and weaker")


class Roles(Settings):
    """The kinds of soldiers."""

    swordsman: Role = Role(weapon="sword", shield="medium")
    spearman: Role = Role(weapon="spear", shield="large", spear_wall=True)
    axeman: Role = Role(weapon="axe", shield="small", berserker=True)
    archer: Role = Role(weapon="sword", bow="bow", armour="leather", helmet="leather")
    crossbowman: Role = Role(weapon="sword", bow="crossbow", armour="leather", helmet="leather")
    guide: Role = Role(armour="none", helmet="none", combat="none")


class Weapons(Settings):
    """The melee weapons."""

    sword: Weapon = Weapon(reach=1, damage=3, attack=1, defence=1)
    spear: Weapon = Weapon(reach=2, damage=3, attack=0, defence=1, either_hand=True)
    axe: Weapon = Weapon(reach=1, damage=4, attack=0, defence=0, either_hand=True)


class Bows(Settings):
    """The missile weapons."""

    bow: Bow = Bow(damage=3, increment=10)
    crossbow: Bow = Bow(damage=5, increment=12, complex_reload=True)


class Shields(Settings):
    """The shields."""

    small: Shield = Shield(melee=1, missile=0)
    medium: Shield = Shield(melee=1, missile=1, joins=True)
    large: Shield = Shield(melee=2, missile=2, joins=True)


class Protection(Settings):
    """What armour and helmets keep off."""

    leather: int = number(1, 0, 20, "FOR-P11", "leather", "points")
    mail: int = number(2, 0, 20, "FOR-P11", "mail", "points")
    plate: int = number(3, 0, 20, "FOR-P11", "plate", "points")


class Virtues(Settings):
    """The virtues and the training of a soldier. [FOR-G2a]"""

    vigor: int = number(2, 1, 6, "FOR-P13", "Vigor", "points")
    finesse: int = number(2, 1, 6, "FOR-P13", "Finesse", "points")
    sagacity: int = number(2, 1, 6, "FOR-P13", "Sagacity", "points")
    morale: int = number(2, 1, 6, "FOR-P13", "Morale", "points")
    level: int = number(2, 1, 20, "FOR-P13", "Level", "levels")
    skill: int = number(2, 0, 10, "FOR-P13", "Weapon Skill", "points")


class Terrain(Settings):
    """What a kind of terrain does."""

    cost: int = number(1, 1, 10, "FOR-G6a", "Movement Points to enter", "MP")
    enter: bool = choice(True, "FOR-P17", "can be entered")
    cover: int = number(0, 0, 4, "FOR-G8f", "taken from missile attacks on soldiers in it", "points")
    opacity: int = number(0, 0, 2, "FOR-P17", "how much sight it takes away; 2 hide what lies behind", "")
    high: bool = choice(False, "FOR-P17", "from here soldiers see over everything lower")


class Terrains(Settings):
    """The kinds of terrain."""

    open: Terrain = Terrain()
    rough: Terrain = Terrain(cost=2)
    woods: Terrain = Terrain(cost=2, cover=1, opacity=1)
    hill: Terrain = Terrain(cost=2, opacity=2, high=True)
    wall: Terrain = Terrain(cost=3, cover=2, opacity=2)
    water: Terrain = Terrain(enter=False)


class FormationRules(Settings):
    """Every number and every house rule of the game; the defaults are the source's and the proposals'."""

    # dice
    explosions: int = number(20, 0, 20, "FOR-G1b", "how often a result of 5 is rolled again at most", "rolls")
    # soldiers
    soldier: Virtues = Virtues()
    leader: Virtues = Virtues(vigor=3, finesse=3, sagacity=3, morale=3, level=5, skill=3)
    roles: Roles = Roles()
    weapons: Weapons = Weapons()
    bows: Bows = Bows()
    shields: Shields = Shields()
    protection: Protection = Protection()
    squad_size: int = number(6, 2, 6, "FOR-G3a", "soldiers of a squad, its leader included", "soldiers")
    # formations
    formations: Literal["both", "red", "blue", "none"] = choice(
        "both", "FOR-P26", "whose soldiers begin in formation and may form up"
    )
    least_members: int = number(2, 2, 6, "FOR-P18", "members of the smallest formation", "soldiers")
    shield_neighbour: int = number(
        1, 0, 3, "FOR-2", "Defense and Missile Evasion for each neighbour's shield", "points"
    )
    joint_fire: int = number(1, 0, 3, "FOR-3", "Missile Evasion lost for each further attacker", "points")
    spear_wall_defence: int = number(
        1, 0, 3, "FOR-P8", "Defense of a spear wall against chargers from the front", "points"
    )
    leader_range: int = number(0, -5, 20, "FOR-P1", "added to a leader's Level for how far it directs", "hexes")
    dazed_leader: Literal["directs", "is lost"] = choice(
        "directs", "FOR-11", "a Dazed leader in range still directs its formation, or counts as out of range"
    )
    leader_levels: int = number(1, 0, 5, "FOR-G3b", "levels that a leader must stand above a follower", "levels")
    autonomous: bool = choice(False, "FOR-P10", "squads are trained to fight in formation on their own")
    short_moves: bool = choice(True, "FOR-9", "those who form up may make a free Short Move first")
    # turns
    first: Literal["lot", "red", "blue"] = choice(
        "lot", "FOR-P27", "whose turn is the first; lot: drawn for every game"
    )
    # movement
    movement: int = number(3, 0, 10, "FOR-G6a", "Movement Points beyond Finesse", "MP")
    movement_wounded: int = number(2, 0, 10, "FOR-G6a", "Movement Points lost when Wounded or Encumbered", "MP")
    evade_cost: int = number(1, 0, 5, "FOR-G6g", "Movement Points for each hex while evading", "MP")
    keep_factor: int = number(
        2, 1, 4, "FOR-G6h", "times the cost for a step that is not straight ahead, facing kept", ""
    )
    turn_cost: int = number(1, 1, 5, "FOR-P14", "Movement Points for turning in place", "MP")
    stop_in_zones: bool = choice(True, "FOR-G6d", "entering a Zone of Control stops, unless charging")
    zone_attacks: bool = choice(True, "FOR-G6e", "leaving a hex in a Zone of Control draws an attack")
    # actions
    complex_is_all: bool = choice(True, "FOR-G4e", "a Complex Action leaves no Quick and no Melee Action in its turn")
    # charge
    charge_hexes: int = number(2, 1, 6, "FOR-P15", "hexes straight ahead that make a charge", "hexes")
    charge_damage: int = number(2, 0, 10, "FOR-G9c", "damage of a charge", "damage")
    # reactions
    reaction_reach: int = number(2, 1, 6, "FOR-P19", "how near a mover must be for a Short Move in reaction", "hexes")
    # missiles
    least_range: int = number(2, 1, 5, "FOR-G8a", "the shortest range of a shot", "hexes")
    point_blank: int = number(4, 0, 10, "FOR-G8d", "range up to which point blank counts", "hexes")
    point_blank_bonus: int = number(2, 0, 5, "FOR-G8d", "added at point blank", "points")
    aimed_bonus: int = number(2, 0, 5, "FOR-G8e", "added when aimed at a target that did not move", "points")
    unaimed_loss: int = number(2, 0, 5, "FOR-G8e", "lost when not aimed", "points")
    melee_loss: int = number(2, 0, 5, "FOR-G8h", "lost when the target is in a melee", "points")
    formation_loss: int = number(1, 0, 5, "FOR-G8i", "lost instead when the target is in formation", "points")
    obstacle_loss: int = number(1, 0, 5, "FOR-G8g", "lost for each soldier in the line of fire", "points")
    sight: int = number(20, 1, 20, "FOR-P17", "how far soldiers see", "hexes")
    longest_shot: int = number(12, 1, 20, "FOR-P28", "the longest range of a shot", "hexes")
    evasion: Literal["evading", "always"] = choice(
        "always", "FOR-G8j", "Missile Evasion protects evaders, from the front, or everybody always"
    )
    evasion_loss: int = number(2, 0, 5, "FOR-G8l", "taken from everybody's Missile Evasion", "points")
    # melee
    flank_bonus: int = number(1, 0, 10, "FOR-G7b", "attack at a flank", "points")
    rear_bonus: int = number(3, 0, 10, "FOR-G7b", "attack from the rear", "points")
    crowd_bonus: int = number(1, 0, 5, "FOR-G7c", "for each attack on the same target before this one", "points")
    berserk_attack: int = number(1, 0, 5, "FOR-G7d", "attack and damage when Berserk", "points")
    berserk_defence: int = number(2, 0, 5, "FOR-G7p", "Defense lost when Berserk", "points")
    wounded_loss: int = number(1, 0, 5, "FOR-G7e", "lost when Wounded or Encumbered", "points")
    too_long: int = number(1, 0, 5, "FOR-G7f", "attack lost when the weapon is too long", "points")
    too_short: int = number(2, 0, 5, "FOR-G7g", "attack lost when the weapon is one hex too short", "points")
    one_handed: int = number(1, 0, 5, "FOR-G7h", "lost when a weapon for either hand is used one-handed", "points")
    defending: int = number(2, 0, 5, "FOR-G7n", "Defense when defending", "points")
    dazed_defence: int = number(1, 0, 5, "FOR-G7o", "Defense lost when Dazed", "points")
    # damage
    head_from: int = number(
        4, 0, 20, "FOR-G9d", "attack result from which the helmet protects instead of the armour", ""
    )
    dazed_from: int = number(1, 1, 20, "FOR-G9f", "damage result that leaves Dazed", "damage")
    wounded_from: int = number(4, 1, 20, "FOR-G9g", "damage result that leaves Dazed and Wounded", "damage")
    downed_from: int = number(7, 1, 20, "FOR-G9h", "damage result that leaves Downed", "damage")
    # morale
    recovery: int = number(3, 0, 10, "FOR-G10a", "taken from the roll to recover from being Dazed", "points")
    wounded_recovery: int = number(2, 0, 10, "FOR-G10a", "taken from recovery and survival when Wounded", "points")
    survival: bool = choice(True, "FOR-G10d", "Downed soldiers roll for survival")
    panic: bool = choice(True, "FOR-G10f", "soldiers check for panic")
    panic_by: Literal["squad", "company"] = choice(
        "squad", "FOR-P29", "who rolls at once: a squad for its own losses, or the whole company for its own"
    )
    panic_below: int = number(
        -3, -10, 0, "FOR-P29", "result of a panic check below which a soldier panics; up to 0 it is Dazed", "points"
    )
    panic_enemy: int = number(1, 0, 5, "FOR-G10g", "added when enemies have panicked", "points")
    panic_earlier: int = number(2, 0, 5, "FOR-G10g", "lost after an earlier panic", "points")
    panic_loss: int = number(
        1, 0, 5, "FOR-G10g", "lost for each reason: friend or leader down, losses, Dazed, Wounded", "points"
    )
    rally: bool = choice(True, "FOR-P20", "Panicked soldiers may recover")
    rally_sight: int = number(6, 0, 20, "FOR-P20", "enemies this near keep Panicked soldiers from recovering", "hexes")
    # turns
    phase_order: Literal["movement first", "missiles first"] = choice(
        "movement first", "FOR-G5a", "Movement, Missile, Melee, Morale; or Missile, Movement, Melee, Morale"
    )
    hidden_until: int = number(3, 1, 20, "FOR-P21", "enemies this near discover hidden soldiers", "hexes")
    bridge_time: Literal["turns alone", "defender"] = choice(
        "turns alone",
        "FOR-P30",
        "who has the bridge when time is up: who was alone on it for more turns, then who has fewer out; or blue",
    )
    march_victory: Literal["half", "intact"] = choice(
        "half",
        "FOR-P24",
        "what wins a march: half of red across in formation, or four fifths across in the formations they started in",
    )
    # rewards
    when_out: Literal["stays", "leaves"] = choice(
        "stays",
        "FOR-A8",
        "a soldier that goes out stays to the end and earns its company's outcome, or leaves with the death reward, "
        "in the PettingZoo environments",
    )
    death_reward: float = Field(
        0.0,
        ge=-1,
        le=1,
        description="reward of a soldier that goes out and leaves",
        json_schema_extra={"rule": "FOR-P22", "unit": "reward"},
    )
    shaping_progress: float = Field(
        0.0,
        ge=0,
        le=1,
        description="potential of the way covered to the objective, in a clash to the nearest enemy",
        json_schema_extra={"rule": "FOR-P23", "unit": "reward"},
    )
    shaping_strength: float = Field(
        0.0,
        ge=0,
        le=1,
        description="potential of soldiers left compared with the enemy's",
        json_schema_extra={"rule": "FOR-P23", "unit": "reward"},
    )
    terrain: Terrains = Terrains()

    @model_validator(mode="after")
    def _pays_death_to_those_who_leave(self) -> "FormationRules":
        if self.death_reward and self.when_out == "stays":
            raise ValueError(
                f"death_reward = {self.death_reward}: it is paid to soldiers that leave when they are out, and "
                "when_out = stays lets them stay; give when_out = leaves, or death_reward = 0"
            )
        return self


RoleNames = tuple[Literal["swordsman", "spearman", "axeman", "archer", "crossbowman", "guide"], ...]


class FormationConfig(Settings):
    """What can be chosen about a game of formation; each field is a keyword of every way to make the environment."""

    learning: ClassVar[Mapping[str, float]] = {"shaping_progress": 0.5, "shaping_strength": 0.5}

    scenario: Literal["march", "clash", "bridge", "ambush", "escort"] = choice(
        "clash", "FOR-P24", "what the companies fight for"
    )
    size: int = number(16, 4, MOST_SOLDIERS, "FOR-P24", "soldiers of each company", "soldiers")
    control: Literal["soldiers", "orders"] = choice(
        "soldiers", "FOR-O1", "who decides: every soldier for itself, or squads, which are given orders"
    )
    red: RoleNames | None = Field(
        None,
        strict=False,
        min_length=1,
        max_length=100,
        description="roles of red's squads in turn; none: the scenario's",
        json_schema_extra={"rule": "FOR-P24", "unit": ""},
    )
    blue: RoleNames | None = Field(
        None,
        strict=False,
        min_length=1,
        max_length=100,
        description="roles of blue's squads in turn; none: the scenario's",
        json_schema_extra={"rule": "FOR-P24", "unit": ""},
    )
    columns: int | None = Field(
        None,
        ge=12,
        le=160,
        description="columns of the field; none: by the number of soldiers",
        json_schema_extra={"rule": "FOR-P24", "unit": "hexes"},
    )
    rows: int | None = Field(
        None,
        ge=8,
        le=128,
        multiple_of=2,
        description="rows of the field, even; none: by the number of soldiers",
        json_schema_extra={"rule": "FOR-P24", "unit": "hexes"},
    )
    view: Literal[3, 4, 6] = choice(3, "FOR-P25", "radius of the disc of hexes that a soldier observes")
    max_turns: int | None = Field(
        None,
        ge=1,
        le=1000,
        description="turns after which the defender wins; none: the scenario's",
        json_schema_extra={"rule": "FOR-P24", "unit": "turns"},
    )
    gap: int | None = Field(
        None,
        ge=2,
        le=100,
        description="hexes between companies that are to meet, where the field has room; none: the longest shot",
        json_schema_extra={"rule": "FOR-P28", "unit": "hexes"},
    )
    rules: FormationRules = FormationRules()

    @classmethod
    def for_persons(cls, values: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return plain values by which people lead squads, unless the companies are small or it is said otherwise."""
        size = values.get("size", cls.model_fields["size"].default)
        is_large = isinstance(size, int) and size > MOST_SOLDIERS_OF_A_PERSON
        return {"control": "orders"} | dict(values) if is_large else values

    @property
    def most_by_a_person(self) -> int:
        """A person leads all squads of a company, but few soldiers."""
        return MOST_SOLDIERS if self.control == "orders" else MOST_SOLDIERS_OF_A_PERSON

    @property
    def even_seats(self) -> bool:
        """Whether companies are alike by design: the same goals and soldiers, and a lot for the first turn."""
        alike = self.scenario == "clash" or (self.scenario == "bridge" and self.rules.bridge_time == "turns alone")
        return alike and self.red == self.blue and self.rules.first == "lot"
