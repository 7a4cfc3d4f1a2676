"""The configuration: every number of the rules and of the house rules, characters and their gear, validated."""

from collections.abc import Mapping
from typing import Annotated, ClassVar, Literal, Self

from pydantic import Field, model_validator

from swarmzoo.envs.core.config import Settings, choice, number
from swarmzoo.envs.skirmish.battlefield.config import Grounds, Scatter

SCENARIOS = ("skirmish", "kill_leader", "loot", "hold_centre", "versus_swarm")
CLASSES = ("fighter", "skald", "sage", "creature")
TRAITS = (
    "power_attack",
    "taunt",
    "penetrating_strikes",
    "battle_resolve",
    "agile_combatant",
    "leadership",
    "spellcasting",
)
SPELLS = ("bolt", "ward", "haste", "dread")
MELEE = ("none", "dagger", "sword", "two_handed", "spear")
RANGED = ("none", "sling", "short_bow", "longbow", "crossbow", "thrown")
ARMOURS = ("none", "light", "medium", "heavy")
MOST_CHARACTERS, MOST_TOKENS = 40, 12

ClassName = Literal["fighter", "skald", "sage", "creature"]
TraitName = Literal[
    "power_attack",
    "taunt",
    "penetrating_strikes",
    "battle_resolve",
    "agile_combatant",
    "leadership",
    "spellcasting",
]
SpellName = Literal["bolt", "ward", "haste", "dread"]
MeleeName = Literal["none", "dagger", "sword", "two_handed", "spear"]
RangedName = Literal["none", "sling", "short_bow", "longbow", "crossbow", "thrown"]
ArmourName = Literal["none", "light", "medium", "heavy"]


class Character(Settings):
    """One character of a roster."""

    name: str = Field("fighter", min_length=1, max_length=20, description="its name")
    kind: ClassName = choice("fighter", "WAR-G3", "class")
    mallet: int = number(4, 0, 10, "WAR-G2", "Mallet: strength and endurance", "points")
    key: int = number(3, 0, 10, "WAR-G2", "Key: dexterity and reflexes", "points")
    runes: int = number(2, 0, 10, "WAR-G2", "Runes: spirit and knowledge", "points")
    coronet: int = number(3, 0, 10, "WAR-G2", "Coronet: leadership", "points")
    melee: MeleeName = choice("sword", "WAR-P1", "melee weapon")
    ranged: RangedName = choice("none", "WAR-P1", "ranged weapon")
    armour: ArmourName = choice("none", "WAR-P1", "armour")
    shield: bool = choice(False, "WAR-P1", "carries a shield")
    star: int | None = Field(
        None,
        ge=1,
        le=30,
        description="Star; none: that of its class",
        json_schema_extra={"rule": "WAR-P2", "unit": "points"},
    )
    boots: int | None = Field(
        None,
        ge=1,
        le=8,
        description="Boots before armour; none: those of the rules",
        json_schema_extra={"rule": "WAR-G2", "unit": "hexes"},
    )
    traits: tuple[TraitName, ...] = Field(
        (), strict=False, description="traits", json_schema_extra={"rule": "WAR-G4", "unit": ""}
    )
    scrolls: tuple[SpellName, ...] = Field(
        (), strict=False, max_length=4, description="spells to be cast once", json_schema_extra={"rule": "WAR-19"}
    )

    @model_validator(mode="after")
    def _check(self) -> Self:
        if self.melee == "two_handed" and self.shield:
            raise ValueError("melee = 'two_handed': it leaves no hand for a shield; give shield: false")
        if len(set(self.traits)) < len(self.traits):
            raise ValueError("traits: a trait is named twice; name each once")
        return self


Roster = Annotated[tuple[Character, ...], Field(strict=False, min_length=1, max_length=MOST_CHARACTERS)]

COMPANY: Roster = (
    Character(
        name="captain",
        coronet=4,
        mallet=4,
        key=3,
        runes=2,
        armour="medium",
        shield=True,
        traits=("leadership", "battle_resolve"),
    ),
    Character(name="archer", kind="skald", mallet=3, key=4, runes=3, coronet=2, melee="dagger", ranged="longbow"),
    Character(name="spearman", melee="spear", armour="light", shield=True, traits=("agile_combatant",)),
    Character(name="sage", kind="sage", mallet=2, key=3, runes=4, coronet=3, melee="dagger", traits=("spellcasting",)),
    Character(name="berserker", mallet=4, key=3, runes=2, coronet=3, melee="two_handed", traits=("power_attack",)),
    Character(name="hunter", kind="skald", mallet=3, key=4, runes=2, coronet=3, ranged="short_bow", armour="light"),
    Character(name="crossbowman", mallet=3, key=4, runes=2, coronet=3, ranged="crossbow", armour="medium"),
    Character(name="bard", kind="skald", mallet=3, key=3, runes=2, coronet=4, traits=("taunt",), scrolls=("ward",)),
    Character(name="duellist", mallet=4, key=4, runes=2, coronet=2, traits=("penetrating_strikes",)),
    Character(name="slinger", kind="skald", mallet=3, key=4, runes=3, coronet=2, melee="dagger", ranged="sling"),
    Character(name="javelin", mallet=4, key=3, runes=2, coronet=3, ranged="thrown", armour="light", shield=True),
    Character(
        name="acolyte", kind="sage", mallet=2, key=3, runes=4, coronet=3, melee="none", scrolls=("bolt", "dread")
    ),
)
HORDE: Roster = (Character(name="brood", kind="creature", mallet=3, key=3, runes=2, coronet=2, star=3),)


class Weapon(Settings):
    """A weapon."""

    dice: int = number(2, 0, 10, "WAR-P1", "attack dice", "dice")
    from_mallet: bool = choice(False, "WAR-P1", "adds the attacker's Mallet to its attack dice")
    reach: int = number(1, 1, 60, "WAR-P1", "how far it reaches", "hexes")
    reload: bool = choice(False, "WAR-P1", "loading it again takes an action point")


class MeleeWeapons(Settings):
    """The melee weapons."""

    dagger: Weapon = Weapon(dice=2)
    sword: Weapon = Weapon(dice=0, from_mallet=True)
    two_handed: Weapon = Weapon(dice=1, from_mallet=True)
    spear: Weapon = Weapon(dice=0, from_mallet=True, reach=2)


class RangedWeapons(Settings):
    """The ranged weapons."""

    sling: Weapon = Weapon(dice=2, reach=18)
    short_bow: Weapon = Weapon(dice=2, reach=24)
    longbow: Weapon = Weapon(dice=3, reach=36)
    crossbow: Weapon = Weapon(dice=3, reach=30, reload=True)
    thrown: Weapon = Weapon(dice=2, reach=8)


class Armour(Settings):
    """A kind of armour."""

    shield: int = number(1, 0, 6, "WAR-P1", "added to Shield", "points")
    boots: int = number(0, 0, 6, "WAR-P1", "taken from Boots", "hexes")


class Armours(Settings):
    """The kinds of armour, and the shield that is carried."""

    light: Armour = Armour(shield=1)
    medium: Armour = Armour(shield=2, boots=1)
    heavy: Armour = Armour(shield=3, boots=2)
    carried: Armour = Armour(shield=1)


class Class(Settings):
    """What a class begins with."""

    star: int = number(6, 1, 30, "WAR-P2", "Star", "points")
    shield: int = number(0, 0, 6, "WAR-P2", "Shield", "points")


class Classes(Settings):
    """The classes."""

    fighter: Class = Class(star=6, shield=1)
    skald: Class = Class(star=5)
    sage: Class = Class(star=4)
    creature: Class = Class(star=2)


class WarbandRules(Settings):
    """Every number and every house rule of the game; the defaults are the source's and the proposals'."""

    # tests
    most_modifier: int = number(4, 0, 10, "WAR-G1", "modifiers of a test count up to this", "points")
    # activation
    action_points: int = number(2, 1, 4, "WAR-4", "action points of an activation", "AP")
    refuse_tokens: bool = choice(False, "WAR-4", "an owner may refuse a token")
    # movement
    boots: int = number(6, 1, 8, "WAR-G2", "Boots: hexes of a move action", "hexes")
    keep_off: int = number(1, 0, 1, "WAR-6", "a move ends no nearer to an enemy than this, unless charging", "hexes")
    disengage: bool = choice(True, "WAR-P12", "characters in melee may try to disengage")
    disengage_points: int = number(2, 1, 4, "WAR-P12", "what disengaging costs", "AP")
    disengage_test: Literal["opposed", "against_key"] = choice(
        "opposed", "WAR-P12", "both test their Key, or the one who leaves tests the enemy's"
    )
    charge_bonus: int = number(1, 0, 4, "WAR-P3", "added to attacks after a charge", "points")
    # attacks
    unarmed_dice: int = number(2, 0, 6, "WAR-8", "attack dice without a weapon", "dice")
    unarmed_loss: int = number(2, 0, 4, "WAR-8", "lost without a weapon", "points")
    near_range: int = number(6, 0, 30, "WAR-10", "targets within this are near", "hexes")
    near_bonus: int = number(1, 0, 4, "WAR-10", "added at a near target", "points")
    aim_one: int = number(1, 0, 4, "WAR-16", "added after aiming with one action point", "points")
    aim_two: int = number(2, 0, 4, "WAR-16", "added after aiming with two", "points")
    height_bonus: int = number(1, 0, 4, "WAR-10", "added from an elevated place", "points")
    elevated: Literal["place", "above_target"] = choice(
        "place", "WAR-10", "who stands on any height is elevated, or only who stands above its target"
    )
    far_range: int = number(24, 1, 60, "WAR-10", "targets beyond this are far", "hexes")
    far_loss: int = number(1, 0, 4, "WAR-10", "lost at a far target", "points")
    moved_loss: int = number(1, 0, 4, "WAR-10", "lost after moving", "points")
    soft_loss: int = number(1, 0, 4, "WAR-10", "lost at a target in soft cover", "points")
    heavy_loss: int = number(2, 0, 4, "WAR-10", "lost at a target in heavy cover", "points")
    soft_hugging: int = number(1, 0, 4, "WAR-17", "also lost if the target has taken soft cover", "points")
    heavy_hugging: int = number(2, 0, 4, "WAR-17", "also lost if the target has taken heavy cover", "points")
    # traits
    power_loss: int = number(1, 0, 4, "WAR-G4", "lost by a Power Attack", "points")
    taunt_points: int = number(1, 1, 4, "WAR-G4", "what Taunt costs", "AP")
    taunt_range: int = number(12, 1, 60, "WAR-G4", "how far a taunt is heard", "hexes")
    taunt_dice: int = number(1, 0, 4, "WAR-G4", "attack dice that the taunted gain, and lose against others", "dice")
    resolve_star: int = number(2, 0, 6, "WAR-G4", "Star from Battle Resolve", "points")
    agile_reach: int = number(2, 1, 3, "WAR-G4", "reach of an Agile Combatant in melee", "hexes")
    leadership_coronet: int = number(1, 0, 4, "WAR-G4", "Coronet from Leadership", "points")
    leadership_range: int = number(6, 0, 36, "WAR-G4", "how near a leader lends its Coronet", "hexes")
    # wounds
    death_to: int = number(1, 0, 6, "WAR-14", "the lowest die up to this is Death", "")
    out_to: int = number(3, 0, 6, "WAR-14", "the lowest die up to this is Out of Action, above it Stunned", "")
    # breather
    bloodied_divisor: int = number(2, 1, 10, "WAR-15", "Runes are divided by this when Bloodied", "")
    breather_backlash: bool = choice(True, "WAR-15", "each six costs a Bloodied character a point of Mallet")
    # morale
    morale: bool = choice(True, "WAR-P9", "characters test their courage")
    morale_range: int = number(6, 0, 36, "WAR-P9", "how near a death is felt", "hexes")
    shaken_loss: int = number(1, 0, 4, "WAR-P9", "lost in all tests when Shaken", "points")
    rally_range: int = number(6, 0, 36, "WAR-18", "how far a rally reaches", "hexes")
    rally_scope: Literal["one", "all"] = choice("one", "WAR-18", "one friend is rallied, or all at once")
    # orders
    orders: bool = choice(True, "WAR-P10", "leaders give orders")
    order_range: int = number(6, 0, 36, "WAR-P10", "how far orders are heard", "hexes")
    order_bonus: int = number(1, 0, 4, "WAR-P10", "added to the first test of an ordered character", "points")
    # magic
    magic: bool = choice(True, "WAR-P13", "spells are cast")
    bolt_dice: int = number(3, 0, 10, "WAR-P13", "attack dice of a bolt", "dice")
    bolt_range: int = number(18, 1, 60, "WAR-P13", "range of a bolt", "hexes")
    ward_shield: int = number(2, 0, 6, "WAR-P13", "Shield from a ward", "points")
    ward_range: int = number(12, 0, 60, "WAR-P13", "range of a ward and of haste", "hexes")
    haste_points: int = number(1, 0, 2, "WAR-P13", "action points from haste", "AP")
    dread_range: int = number(12, 1, 60, "WAR-P13", "range of dread", "hexes")
    # endings
    break_share: int = number(
        50, 0, 100, "WAR-A6", "losses at which a warband breaks in skirmish and versus_swarm; 0: all", "in 100"
    )
    leader_break_share: int = number(
        0, 0, 100, "WAR-A9", "losses at which it breaks in kill_leader; 0: only without its leader", "in 100"
    )
    loot_break_share: int = number(75, 0, 100, "WAR-A10", "losses at which it breaks in loot; 0: all", "in 100")
    centre_break_share: int = number(0, 0, 100, "WAR-A11", "losses at which it breaks in hold_centre; 0: all", "in 100")
    leader_yields: int = number(
        50,
        0,
        99,
        "WAR-A9",
        "share of its Star at which a leader yields in kill_leader; 0: only when it is out",
        "in 100",
    )
    leader_counts: bool = choice(
        True, "WAR-A9", "at max_turns the Star of the leaders decides kill_leader before the share that is left"
    )
    centre_radius: int = number(2, 0, 6, "WAR-A11", "hexes around the middle that belong to the centre", "hexes")
    centre_rule: Literal["alone", "most"] = choice(
        "most", "WAR-A11", "a turn there goes to who is alone at the centre, or to who has the most characters there"
    )
    centre_points: int = number(5, 1, 50, "WAR-A11", "turns that hold the centre, and win", "turns")
    loot_tokens: int = number(5, 1, 20, "WAR-A10", "loot tokens at the start of loot", "tokens")
    loot_goal: int = number(4, 0, 40, "WAR-A10", "loot tokens that win loot; 0: only the clock counts them", "tokens")
    loot_points: int = number(1, 0, 2, "WAR-A10", "what picking up a token costs in loot", "AP")
    deployment: int = number(6, 1, 12, "WAR-P11", "how deep warbands deploy", "hexes")
    # rewards
    shaping_star: float = Field(
        0.0, ge=0, le=1, description="potential of Star left against the others", json_schema_extra={"rule": "WAR-A8"}
    )
    shaping_score: float = Field(
        0.0, ge=0, le=1, description="potential of the scenario's score", json_schema_extra={"rule": "WAR-A8"}
    )
    # gear, classes, ground
    melee: MeleeWeapons = MeleeWeapons()
    ranged: RangedWeapons = RangedWeapons()
    armours: Armours = Armours()
    classes: Classes = Classes()
    ground: Grounds = choice(Grounds(), "WAR-A2", "the kinds of ground")
    scatter: Scatter = choice(Scatter(), "WAR-A2", "what a generated map has")

    @model_validator(mode="after")
    def _check(self) -> Self:
        if self.out_to < self.death_to:
            raise ValueError(f"out_to = {self.out_to}: must be at least death_to = {self.death_to}")
        return self


class WarbandConfig(Settings):
    """What can be chosen about a game of warband; each field is a keyword of every way to make the environment."""

    learning: ClassVar[Mapping[str, float]] = {"shaping_star": 0.5, "shaping_score": 0.5}

    scenario: Literal["skirmish", "kill_leader", "loot", "hold_centre", "versus_swarm"] = choice(
        "skirmish", "WAR-A6", "what the warbands fight for"
    )
    warbands: int = number(2, 2, 4, "WAR-A1", "warbands", "warbands")
    size: int = number(5, 1, 12, "WAR-A1", "characters of a warband: the first of its roster", "characters")
    horde: int = number(24, 1, MOST_CHARACTERS, "WAR-A6", "creatures of the horde in versus_swarm", "characters")
    neutral_horde: bool = choice(False, "WAR-A6", "a script plays the horde; warband_1 is never asked")
    rosters: tuple[Roster, ...] | None = Field(
        None,
        strict=False,
        min_length=1,
        max_length=4,
        description="a list of characters for each warband; the last one serves all further warbands; none: built-in",
        json_schema_extra={"rule": "WAR-A7", "unit": ""},
    )
    columns: int = number(24, 12, 60, "WAR-P11", "columns of the field, at most", "hexes")
    rows: int = number(24, 12, 60, "WAR-P11", "rows of the field, at most; every outline has an odd number", "hexes")
    symmetric: bool = choice(True, "WAR-A2", "generated ground is the same from all sides")
    map: str | None = Field(
        None,
        description="a map file, or a map as text; none: generated",
        json_schema_extra={"rule": "WAR-A2", "unit": ""},
    )
    max_turns: int = number(20, 1, 1000, "WAR-A6", "turns after which the score decides", "turns")
    rules: WarbandRules = WarbandRules()

    @property
    def break_share(self) -> int:
        """The losses in 100 at which a warband breaks in this scenario; 0: losses break nobody."""
        shares = {"kill_leader": "leader_break_share", "loot": "loot_break_share", "hold_centre": "centre_break_share"}
        return int(getattr(self.rules, shares.get(self.scenario, "break_share")))

    def roster_of(self, warband: int) -> Roster:
        """Return the characters of a warband, as many as take part."""
        if self.scenario == "versus_swarm" and warband == 1 and (self.rosters is None or len(self.rosters) < 2):
            roster, size = HORDE, self.horde
        else:
            roster = self.rosters[min(warband, len(self.rosters) - 1)] if self.rosters else COMPANY
            size = self.horde if self.scenario == "versus_swarm" and warband == 1 else self.size
        return tuple(roster[k % len(roster)] for k in range(size))

    @property
    def even_seats(self) -> bool:
        """Whether warbands are alike by design: the same goals and characters, on ground that is its own image."""
        alike = {self.roster_of(warband) for warband in range(self.warbands)}
        return self.scenario != "versus_swarm" and self.symmetric and self.map is None and len(alike) == 1

    @model_validator(mode="after")
    def _check(self) -> Self:
        if self.scenario == "versus_swarm" and self.warbands != 2:
            raise ValueError("warbands: versus_swarm has two sides, the warband and the horde; give warbands: 2")
        if self.neutral_horde and self.scenario != "versus_swarm":
            raise ValueError("neutral_horde: only versus_swarm has a horde; give scenario: versus_swarm too, or false")
        return self
