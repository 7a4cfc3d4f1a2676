"""The sheet of a character: its numbers after class, traits and gear. [WAR-G2, WAR-G4, WAR-P1, WAR-P2]"""

from swarmzoo.envs.skirmish.warband.config import CLASSES, SPELLS, TRAITS, Character, WarbandRules

POWER_ATTACK, TAUNTING, PENETRATING, RESOLVE, AGILE, LEADERSHIP, SPELLCASTING = (1 << k for k in range(7))
BY_POWER, BY_TAUNT, BY_PENETRATING, BY_RESOLVE, BY_AGILITY, BY_LEADERSHIP, BY_SPELLCASTING = range(7)  # in the log


def sheet(rules: WarbandRules, character: Character) -> dict[str, int]:
    """Return the numbers of a character: attributes, Star, Shield, Boots, weapons. [WAR-G2, WAR-G3, WAR-P1, WAR-P2]"""
    kind = getattr(rules.classes, character.kind)
    values = {name: getattr(character, name) for name in ("mallet", "key", "runes", "coronet")}
    values["traits"] = sum(1 << TRAITS.index(trait) for trait in character.traits)
    values["scrolls"] = sum(1 << SPELLS.index(spell) for spell in set(character.scrolls))
    values["coronet"] += rules.leadership_coronet if values["traits"] & LEADERSHIP else 0
    values["star"] = character.star or kind.star
    values["star"] += rules.resolve_star if values["traits"] & RESOLVE else 0
    values["shield"], values["boots"] = kind.shield, character.boots or rules.boots
    worn = [character.armour] * (character.armour != "none") + ["carried"] * character.shield
    for name in worn:
        values["shield"] += getattr(rules.armours, name).shield
        values["boots"] = max(1, values["boots"] - getattr(rules.armours, name).boots)
    values["unarmed"] = character.melee == "none"
    if character.melee == "none":
        values |= {"melee_dice": rules.unarmed_dice, "melee_from_mallet": 0, "melee_reach": 1}
    else:
        weapon = getattr(rules.melee, character.melee)
        values |= {f"melee_{key}": int(getattr(weapon, key)) for key in ("dice", "from_mallet", "reach")}
    if values["traits"] & AGILE:
        values["melee_reach"] = max(values["melee_reach"], rules.agile_reach)
    if character.ranged != "none":
        weapon = getattr(rules.ranged, character.ranged)
        values |= {f"ranged_{key}": int(getattr(weapon, key)) for key in ("dice", "from_mallet", "reach")}
        values["reload"] = int(weapon.reload)
    values["kind"] = CLASSES.index(character.kind)
    return values
