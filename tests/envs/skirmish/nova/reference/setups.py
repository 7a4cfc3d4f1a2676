"""The configurations in which the reference is compared: every scenario, with forces, data and rules drawn at random.

Fields, the most pieces of a side and the widest move keep their size within a kind of setup: so few records are
compiled.
"""

import random
from collections.abc import Callable
from typing import Any

from swarmzoo.envs.skirmish.nova.forces import SCENARIOS as NAMES

Setup = Callable[[random.Random], dict[str, Any]]
WEAPONS = (
    *("knife", "baton", "claws", "pistol", "smg", "rifle", "assault_rifle", "shotgun", "machine_gun", "launcher"),
    *("grenade", "flashbang", "emp_grenade", "satchel", "molotov", "taser", "flamer", "bolt", "blast", "stun_attack"),
    *("missile", "odd_gun", "odd_gun", "odd_blade", "odd_bomb"),
)
ARMOUR = ("thick_clothing", "leather", "armoured_shirt", "vest", "body_armour", "plate", "eufiber", "odd_armour")
POWERS = (
    *("armour_power", "force_field", "invulnerability", "density", "blur", "shroud", "warding", "regeneration"),
    "odd_power",
)
MODIFICATIONS = ("subdermal", "skeleton", "dense_flesh", "odd_flesh")
HENCHMEN = ("rioter", "bomber", "conscript", "ganger", "rifleman", "gunner", "rocketeer", "ranger", "drone", "odd_men")
THINGS = ("window", "drywall", "wall", "house", "bunker", "pistol", "skyscraper", "odd_thing")
TYPES = ("stun", "bashing", "lethal", "aggravated", "emp")
SKILLS = ("brawl", "melee", "firearms", "athletics", "power")
ABILITIES = (
    *("brawl", "melee", "firearms", "athletics", "power", "might", "endurance", "tactics", "command", "medicine"),
)


def some(dice: random.Random, names: tuple[str, ...], most: int) -> list[str]:
    """Draw some names, each once."""
    return dice.sample(sorted(set(names)), dice.randint(0, most))


def weapon(dice: random.Random, name: str, **more: Any) -> dict[str, Any]:
    """Draw a weapon with any qualities."""
    kind = dice.choice(TYPES)
    return {
        "name": name,
        "accuracy": dice.randint(-2, 3),
        "damage": dice.randint(0, 16),
        "type": kind,
        "adds": dice.choice((0, 0, 1, 3)),
        "ap": dice.choice((0, 0, 2, 8)),
        "soakable": dice.random() < 0.8,
        "light": dice.random() < 0.3,
        "mental": dice.random() < 0.3,
        "chemical": kind == "aggravated" and dice.random() < 0.5,
        "dodge": dice.choice((0, 0, 1)),
        "fast": dice.random() < 0.4,
    } | more


def weapons(dice: random.Random) -> list[dict[str, Any]]:
    """Draw weapons of one's own: one that shoots, one for melee, one that is thrown."""
    burst = dice.choice(("none", "short", "medium", "long", "sustained"))
    gun = {
        "skill": dice.choice(SKILLS),
        "metres": dice.choice((4, 15, 40, 100)),
        "burst": burst,
        "single_range": dice.random() < 0.2,
        "guided": dice.random() < 0.3,
        "long_range": dice.random() < 0.3,
        "close_quarters": dice.random() < 0.3,
        "area": dice.choice((0, 0, 0, 1, 3)),
    }
    blade = {"skill": dice.choice(("brawl", "melee")), "metres": 0, "strength": dice.random() < 0.7}
    bomb = {
        "skill": "athletics",
        "metres": 0,
        "thrown": True,
        "area": dice.choice((0, 1, 2, 3)),
        "mass": dice.choice((0, 1, 3, 12, 50)),
        "aero": dice.randint(0, 3),
        "guided": dice.random() < 0.2,
    }
    return [weapon(dice, "odd_gun", **gun), weapon(dice, "odd_blade", **blade), weapon(dice, "odd_bomb", **bomb)]


def soak(dice: random.Random, name: str, **more: Any) -> dict[str, Any]:
    """Draw what soaks."""
    drawn = {kind: dice.choice((0, 1, 3, 5, 9)) for kind in ("bashing", "lethal", "aggravated")}
    return {"name": name, "stackable": dice.random() < 0.5, **drawn, **more}


def data(dice: random.Random) -> dict[str, Any]:
    """Draw data of one's own."""
    armour = {
        "penalty": dice.randint(0, 3),
        "destruction": dice.choice((0, 8, 14)),
        "lightweight": dice.random() < 0.3,
    }
    power = {
        "hard_to_hit": dice.choice((0, 1, 2)),
        "resist_quantum": dice.choice((0, 1, 3)),
        "resist_mental": dice.choice((0, 2)),
        "ablative": dice.choice((0, 3, 9)),
        "impervious": dice.choice((0, 2)),
        "grow": dice.choice((0, 1)),
        "enhanced": dice.random() < 0.5,
    }
    men = {
        "name": "odd_men",
        "grade": dice.choice(("rabble", "disciplined", "professional", "elite", "fanatical")),
        "attack": dice.choice((5, 9)),
        "defence": dice.choice((5, 9)),
        "quantum": dice.random() < 0.5,
        "bashing": dice.randint(0, 8),
        "lethal": dice.randint(0, 8),
        "weapon": dice.choice(("none", "odd_gun", "molotov", "launcher")),
    }
    thing = {
        "name": "odd_thing",
        "armour": dice.choice((0, 4, 10)),
        "structure": dice.choice((1, 8, 40)),
        "ground": dice.choice(("blocking", "barrier", "heavy", "superior")),
        "ruin": dice.choice(("open", "difficult", "soft")),
        "large": dice.random() < 0.5,
        "radius": dice.choice((0, 1)),
        "tiny": dice.choice((0, 0, 2)),
        "hard": dice.random() < 0.5,
    }
    return {
        "more_weapons": weapons(dice),
        "more_armour": [soak(dice, "odd_armour", **armour)],
        "more_powers": [soak(dice, "odd_power", **power)],
        "more_modifications": [soak(dice, "odd_flesh", soak=dice.choice(("natural", "armoured")))],
        "more_henchmen": [men],
        "more_things": [thing],
    }


# sheets and forces


def person(dice: random.Random, name: str) -> dict[str, Any]:
    """Draw a nova or a baseline."""
    drawn: dict[str, Any] = {"name": name, "kind": dice.choice(("nova", "baseline", "baseline"))}
    drawn |= {"dexterity": dice.randint(1, 5)}
    drawn |= {name: dice.randint(1, 5) for name in ("strength", "wits", "charisma")}
    drawn |= {"stamina": dice.randint(1, 7), "willpower": dice.randint(1, 8)}
    drawn |= {ability: dice.randint(0, 5) for ability in ABILITIES}
    if drawn["kind"] == "nova":
        drawn |= {"quantum": dice.randint(1, 4), "mega_dexterity": dice.choice((0, 0, 1))}
        drawn |= {"mega_strength": dice.choice((0, 0, 1, 2)), "mega_stamina": dice.choice((0, 1, 3))}
    drawn |= {"weapons": some(dice, WEAPONS, 3), "armour": some(dice, ARMOUR, 3)}
    drawn |= {"powers": some(dice, POWERS, 3), "modifications": some(dice, MODIFICATIONS, 2)}
    drawn |= {"size": dice.choice(("normal", "normal", "large", "huge")), "machine": dice.random() < 0.15}
    return drawn | {"hardening": dice.choice((0, 0, 2))}


def extras(dice: random.Random, name: str, kind: str) -> dict[str, Any]:
    """Draw a squad of extras or a vehicle."""
    drawn = {ability: dice.randint(0, 4) for ability in ABILITIES}
    drawn |= {name: dice.randint(1, 4) for name in ("strength", "dexterity", "stamina", "wits")}
    drawn |= {"name": name, "kind": kind, "weapons": some(dice, WEAPONS, 2) or ["rifle"]}
    if kind.endswith("vehicle"):
        drawn |= {"speed": dice.choice((15, 25, 35)), "hardening": dice.choice((0, 2)), "levels": dice.randint(3, 14)}
        return drawn | {
            "powers": some(dice, POWERS, 1),
            "weapons": some(dice, ("machine_gun", "smg", "odd_gun"), 2) or ["smg"],
        }
    return drawn | {"armour": some(dice, ARMOUR, 2) if kind == "gritty" else []}


def sheets(dice: random.Random) -> list[dict[str, Any]]:
    """Draw sheets of every kind."""
    return [
        *(person(dice, f"p{k}") for k in range(5)),
        *(extras(dice, f"g{k}", "gritty") for k in range(2)),
        *(extras(dice, f"c{k}", "cinematic") for k in range(2)),
        extras(dice, "v0", "gritty_vehicle"),
        extras(dice, "v1", "cinematic_vehicle"),
        {"name": "hostage", "stamina": dice.randint(1, 3), "weapons": []},
    ]


def unit(dice: random.Random, kinds: str) -> dict[str, Any]:
    """Draw a unit of some kinds of sheets, by their letters."""
    letter = dice.choice(kinds)
    sheet = f"{letter}{dice.randrange({'p': 5}.get(letter, 2))}"
    drawn: dict[str, Any] = {"sheet": sheet, "members": dice.randint(1, 6 if letter == "g" else 12)}
    if letter == "p" and dice.random() < 0.3:
        types = dice.sample(HENCHMEN, dice.randint(1, 3))
        drawn["henchmen"] = [{"type": one, "count": dice.randint(1, 5)} for one in types]
        drawn["all_henchmen"] = dice.random() < 0.2
    return drawn


def force(dice: random.Random, most: int, kinds: str, first: str = "") -> list[dict[str, Any]]:
    """Draw a force; ``first``: kinds of its first unit, if they are others."""
    return [unit(dice, (first or kinds) if k == 0 else kinds) for k in range(dice.randint(1, most))]


def some_rules(dice: random.Random) -> dict[str, Any]:
    """Draw some rules that are not the default ones."""
    drawn = {
        "success": dice.choice((6, 8)),
        "mega_dice": 1,
        "mega_damage": 2,
        "bonus_cap": True,
        "most_actions": dice.choice((2, 4)),
        "replaced_difficulty": 2,
        "range_step": 1,
        "cover_light": 0,
        "cover_superior": 5,
        "prone_difficulty": 2,
        "vital_difficulty": 0,
        "into_object": 0,
        "into_person": 1,
        "thrown_multiplier": 10,
        "area_metres": dice.choice((5, 15)),
        "scatter_hexes": 1,
        "daze_difficulty": 1,
        "realistic": False,
        "knock_metres": 1,
        "knock_hexes": 4,
        "fall_cap": 3,
        "maim_dice": 2,
        "minute_rounds": dice.choice((1, 3)),
        "layer_to_raised": True,
        "gritty_levels": 2,
        "gritty_dice": 3,
        "gritty_initiative": 9,
        "gritty_helpers": 1,
        "gritty_ping": True,
        "mob_successes": 2,
        "vehicle_levels": 3,
        "vehicle_share": 80,
        "grades": (2, 1, 4, 3, 6),
        "open_henchmen": 50,
        "tight_henchmen": 100,
        "corridor_henchmen": 100,
        "skilled": 4,
        "heal_aggravated": 2,
        "care": dice.choice(("none", "expert")),
        "rest_hours": dice.choice((2, 500)),
        "break_share": dice.choice((20, 80)),
        "encounter_rounds": dice.choice((2, 5)),
        "gauntlet_needed": dice.choice((1, 3)),
        "rewards": "own",
        "hostage_hit": dice.choice((0, 40)),
    }
    return {name: value for name, value in drawn.items() if dice.random() < 0.15}


def rich(scenario: str) -> Setup:
    """Return what draws configurations of a scenario, with two sides of at most three units."""

    def drawn(dice: random.Random) -> dict[str, Any]:
        made: dict[str, Any] = {"scenario": scenario, "columns": 14, "rows": 13, "symmetric": dice.random() < 0.6}
        made["max_rounds"] = dice.choice((3, 6, 10))
        rules = data(dice) | some_rules(dice) | {"more_sheets": sheets(dice), "deployment": dice.choice((3, 4, 5))}
        if dice.random() < 0.5:
            rules["thing_scatter"] = {name: dice.choice((0, 10, 20)) for name in ("window", "drywall", "wall")}
        first = {"convoy": "v", "hostage": "p", "nova_vs_mob": "p"}.get(scenario, "pppggcv")
        others = {"nova_vs_mob": "c", "firefight": "pgg"}.get(scenario, "ppggcv")
        begins = {"firefight": "gc", "hostage": "p"}.get(scenario, "")
        forces = [force(dice, 3, first, "gc" if scenario == "firefight" else ""), force(dice, 3, others, begins)]
        if scenario == "gauntlet":
            made["encounters"] = [force(dice, 2, others) for _ in range(3)]
            forces = forces[:1]
        made |= {"forces": forces, "rules": rules, "hostage": "hostage", "objective": dice.choice(THINGS)}
        return made

    return drawn


def rich_for_all(players: int) -> Setup:
    """Return what draws configurations of a free for all: a unit each, with the forces and data of a squad duel."""
    draw = rich("squad_duel")

    def drawn(dice: random.Random) -> dict[str, Any]:
        forces = [force(dice, 1, "pppggcv") for _ in range(players)]
        return draw(dice) | {"free_for_all": True, "players": players, "forces": forces}

    return drawn


def plain(scenario: str, **more: Any) -> Setup:
    """Return what gives a configuration as it comes."""
    return lambda dice: {"scenario": scenario, **more}


SCENARIOS: dict[str, Setup] = {
    **{f"{scenario}, rich": rich(scenario) for scenario in NAMES},
    **{scenario: plain(scenario) for scenario in NAMES},
    **{f"squad_duel of {players}": plain("squad_duel", free_for_all=True, players=players) for players in (3, 4)},
    **{f"squad_duel of {players}, rich": rich_for_all(players) for players in (3, 4)},
}
