"""The characters: what stands on their sheets, and what has happened to them."""

from dataclasses import dataclass, field

from swarmzoo.envs.skirmish.warband.config import SPELLS, WarbandRules
from swarmzoo.envs.skirmish.warband.config import Character as Entry
from tests.envs.skirmish.warband.reference.field import Cell

STEADY, SHAKEN, FLEEING = 0, 1, 2


@dataclass
class Character:
    """A character of a warband; ``entry`` is its line in the roster."""

    warband: int
    slot: int
    entry: Entry
    mallet: int
    star: int
    cell: Cell = (-1, -1)
    is_out: bool = False
    has_acted: bool = False
    is_stunned: bool = False
    courage: int = STEADY
    was_bloodied: bool = False
    is_prone: bool = False
    hugs_cover: bool = False
    is_loaded: bool = True
    aims_at: "Character | None" = None
    aim: int = 0
    taunted_by: "Character | None" = None
    order_given: bool = False
    order_works: bool = False
    has_ward: bool = False
    has_haste: bool = False
    scrolls: list[str] = field(default_factory=list)

    def has(self, trait: str) -> bool:
        """Tell whether a character has a trait."""
        return trait in self.entry.traits


def fresh(rules: WarbandRules, warband: int, slot: int, entry: Entry) -> Character:
    """Return a character as it is before the encounter. [WAR-G2, WAR-19]"""
    scrolls = [spell for spell in SPELLS if spell in entry.scrolls]
    return Character(warband, slot, entry, entry.mallet, full_star(rules, entry), scrolls=scrolls)


def full_star(rules: WarbandRules, entry: Entry) -> int:
    """Return the Star of a class, or a character's own, and Battle Resolve's. [WAR-P2, WAR-G4]"""
    star = entry.star if entry.star is not None else getattr(rules.classes, entry.kind).star
    return int(star + (rules.resolve_star if "battle_resolve" in entry.traits else 0))


def shield(rules: WarbandRules, who: Character) -> int:
    """Return the Shield of class, armour, carried shield and ward. [WAR-G2, WAR-P1, WAR-P13]"""
    entry = who.entry
    worn = 0 if entry.armour == "none" else getattr(rules.armours, entry.armour).shield
    carried = rules.armours.carried.shield if entry.shield else 0
    ward = rules.ward_shield if who.has_ward else 0
    return int(getattr(rules.classes, entry.kind).shield + worn + carried + ward)


def boots(rules: WarbandRules, entry: Entry) -> int:
    """Return the hexes of a move action: Boots less the weight of what is worn, at least one. [WAR-G2]"""
    worn = 0 if entry.armour == "none" else getattr(rules.armours, entry.armour).boots
    carried = rules.armours.carried.boots if entry.shield else 0
    return int(max(1, bare_boots(rules, entry) - worn - carried))


def bare_boots(rules: WarbandRules, entry: Entry) -> int:
    """Return Boots before armour. [WAR-G2]"""
    return rules.boots if entry.boots is None else entry.boots


def own_coronet(rules: WarbandRules, entry: Entry) -> int:
    """Return Coronet, with Leadership's point. [WAR-G4]"""
    return int(entry.coronet + (rules.leadership_coronet if "leadership" in entry.traits else 0))


def is_bloodied(rules: WarbandRules, who: Character) -> bool:
    """Tell whether at most half of the Star is left. [WAR-13, WAR-P4]"""
    return 2 * who.star <= full_star(rules, who.entry)


def step_of_fear(who: Character, change: int) -> None:
    """Move a character's courage down or up by a step. [WAR-P9, WAR-18]"""
    who.courage = min(FLEEING, max(STEADY, who.courage + change))
