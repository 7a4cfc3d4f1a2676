"""The configurations in which the reference is compared: every scenario, with forces, data and rules drawn at random.

Fields, the most units of a side and the widest Run keep their size within a kind of setup: so few records are compiled.
"""

import random
from collections.abc import Callable
from typing import Any

from swarmzoo.envs.skirmish.overseer import config

Setup = Callable[[random.Random], dict[str, Any]]
TYPES = ("none", "bombardier", "champion", "pathfinder", "sergeant", "spotter", "technician", "odd", "odd")
SHOOTS = ("rifle", "carbine", "pistol", "sniper_rifle", "machine_gun", "flamer", "launcher", "cannon", "odd_gun")
STRIKES = ("blade", "claws", "great_blade", "odd_blade")
AGILITY = 40  # of the first leader: the widest Run


def weapon(dice: random.Random, name: str, metres: int) -> dict[str, Any]:
    """Draw a weapon with any qualities."""
    return {
        "name": name,
        "dice": dice.choice((1, 1, 2)),
        "bonus": dice.randint(0, 8),
        "pen": dice.randint(0, 6),
        "metres": metres,
        "burst": dice.choice(("single", "semi", "full")),
        "spray": dice.random() < 0.4,
        "blast": dice.choice((0, 0, 1, 4)),
        "devastating": dice.choice((0, 0, 2)),
        "sniper": dice.random() < 0.3,
        "heavy": dice.random() < 0.5,
    }


def odd_type(dice: random.Random) -> dict[str, Any]:
    """Draw a type with any effects."""
    drawn = {
        "cover_ground": True,
        "marked_attack": True,
        "heavy_hit": dice.randint(1, 20),
        "heavy_damage": dice.randint(1, 3),
        "melee_hit": dice.randint(1, 30),
        "melee_damage": dice.randint(1, 4),
        "armour": dice.randint(1, 3),
        "nerve": dice.randint(1, 30),
        "skill": dice.randint(1, 12),
    }
    return {"name": "odd"} | {name: value for name, value in drawn.items() if dice.random() < 0.4}


def arms(dice: random.Random) -> dict[str, str]:
    """Draw a weapon for shots and one for melee; some have none."""
    ranged, melee = dice.choice(SHOOTS), dice.choice(STRIKES)
    return {
        "ranged": "none" if dice.random() < 0.1 else ranged,
        "melee": "none" if dice.random() < 0.1 else melee,
    }


def leader(dice: random.Random, name: str) -> dict[str, Any]:
    """Draw a leader's profile."""
    values = ("ws", "bs", "willpower", "fellowship", "command", "skill")
    return arms(dice) | {
        "name": name,
        **{value: dice.randint(15, 85) for value in values},
        "toughness": dice.randint(10, 60),
        "agility": AGILITY if name == "l0" else dice.randint(10, 49),
        "armour": dice.randint(0, 7),
        "wounds": dice.randint(3, 24),
        "fear": dice.choice((0, 0, 0, 0, 0, 0, 1, 2, 4)),
        "type": dice.choice(TYPES),
    }


def men(dice: random.Random, name: str) -> dict[str, Any]:
    """Draw a profile of Underlings."""
    return arms(dice) | {
        "name": name,
        **{value: dice.randint(15, 60) for value in ("ws", "bs", "toughness", "willpower")},
        "agility": dice.randint(5, 49),
        "armour": dice.randint(0, 5),
        "passive": dice.choice(TYPES),
    }


def unit(dice: random.Random, number: int, most: int) -> dict[str, Any]:
    """Draw a unit of the profiles of its number; some are lone heroes."""
    return {
        "leader": f"l{number}",
        "profile": f"m{number}",
        "underlings": 0 if dice.random() < 0.15 else dice.randint(1, most),
        "specialist": dice.choice((*SHOOTS, *STRIKES)) if dice.random() < 0.6 else "none",
    }


def some_rules(dice: random.Random) -> dict[str, Any]:
    """Draw some rules that are not the default ones."""
    drawn = {
        "sure_success": dice.choice((0, 10)),
        "sure_failure": dice.choice((91, 101)),
        "rank": dice.choice((1, 2, 3, 8)),
        "us_modifier": dice.choice((0, 2, 10)),
        "most_us_modifier": dice.choice((0, 20, 100)),
        "half_metres": dice.choice((2, 3)),
        "full_metres": dice.choice((1, 3)),
        "charge_metres": dice.choice((2, 5)),
        "charge_least": dice.choice((1, 4)),
        "run_ws": 10,
        "run_bs": 30,
        "cover_ground_bs": 25,
        "assault_metres": dice.choice((0, 8)),
        "close_bonus": 20,
        "long_loss": 25,
        "extreme_loss": 40,
        "height_bonus": 15,
        "into_melee_loss": 5,
        "cover_armour": [dice.randint(0, 3), dice.randint(3, 8)],
        "aim_bonus": 15,
        "called_loss": dice.choice((0, 40)),
        "called_damage": 3,
        "concentrated_bonus": 25,
        "overwatch_loss": 0,
        "suppress_loss": 5,
        "mark_bonus": 30,
        "mark_damage": 4,
        "team_most_hit": 5,
        "team_most_damage": 1,
        "charge_bonus": 20,
        "opportunity": False,
        "pinning_modifier": dice.choice((-50, 10)),
        "break_modifier": dice.choice((-40, 0)),
        "break_loss": dice.choice((0, 15)),
        "fear_step": dice.choice((0, 20)),
        "fear_hexes": dice.choice((3, 30)),
        "unnerved_loss": 20,
        "cornered_loss": 40,
        "pinned_suspends_passives": False,
        "rally_modifier": dice.choice((0, 40)),
        "rally_hexes": dice.choice((2, 20)),
        "skill_most": 60,
        "tended": dice.choice((1, 12)),
        "objective_hexes": dice.choice((0, 5)),
        "hold_rounds": dice.choice((1, 5)),
        "exit_share": dice.choice((10, 90)),
        "rewards": "own",
    }
    return {name: value for name, value in drawn.items() if dice.random() < 0.2}


def grounds(dice: random.Random) -> dict[str, Any]:
    """Draw some kinds of ground that do something else than by default."""
    drawn = {
        "difficult": {"cost": dice.choice((1, 3)), "cover": 1},
        "soft": {"cost": 2, "cover": 1, "tall": 0},
        "heavy": {"cost": 3, "cover": 2, "hides": True, "tall": 2},
        "blocking": {"enter": dice.random() < 0.3, "hides": True, "tall": 1},
        "barrier": {"enter": False, "cover": 2, "tall": 1},
        "climb": dice.choice((0, 2)),
    }
    return {name: value for name, value in drawn.items() if dice.random() < 0.15}


def data(dice: random.Random, profiles: int) -> dict[str, Any]:
    """Draw weapons, a type and profiles of one's own, and much ground."""
    scatter = {"difficult": 80, "soft": 120, "heavy": 80, "blocking": 50, "hills": 12, "height": dice.randint(1, 3)}
    return {
        "more_weapons": [weapon(dice, "odd_gun", dice.choice((3, 9, 25, 70))), weapon(dice, "odd_blade", 0)],
        "more_types": [odd_type(dice)],
        "more_leaders": [leader(dice, f"l{k}") for k in range(profiles)],
        "more_underlings": [men(dice, f"m{k}") for k in range(profiles)],
        "neutral_underlings": dice.choice((9, 16, 21)),
        "scatter": scatter,
        "ground": grounds(dice),
        "deployment": dice.choice((3, 6, 6, 9)),
    }


PLAIN = {"hold_rounds": 3, "exit_share": 50, "called_damage": 0, "rout_share": 0}  # so that games end in all ways


def setup(scenario: str, size: int, most: int, sides: int = 2, columns: int = 14, rows: int = 13) -> Setup:
    """Return what draws a configuration: so many units of a side, so many Underlings of a unit at most."""

    def drawn(dice: random.Random) -> dict[str, Any]:
        made = {"scenario": scenario, "columns": columns, "rows": rows, "symmetric": dice.random() < 0.5}
        forces = [[unit(dice, side * size + k, most) for k in range(size)] for side in range(sides)]
        if scenario == "breakthrough":
            forces[0][0]["underlings"] = forces[0][0]["underlings"] or 3
        for one in (one for force in forces for one in force if scenario == "rally" and dice.random() < 0.8):
            one["underlings"] = 0
        made |= {"forces": forces, "rules": PLAIN | data(dice, size * sides) | some_rules(dice)}
        made |= {"overseers": sides if sides > 2 else size, "heroes": size, "free_for_all": sides > 2}
        made |= {"per_hex": dice.choice((1, 1, 1, 2, 3)), "max_rounds": dice.choice((5, 12, 20))}
        if made["max_rounds"] == 5 and scenario == "duel":
            made["rules"]["rout_share"] = 40
        return made

    return drawn


def some_map(dice: random.Random, columns: int, rows: int) -> str:
    """Draw a map of any outline, with barriers: two corners are cut off."""
    cut = [dice.randint(1, 4) for _ in range(2)]

    def word(x: int, y: int) -> str:
        if x + y < cut[0] or columns + rows - 2 - x - y < cut[1]:
            return "_"
        return dice.choice("......,,**##=X") + dice.choice(("", "", "1"))

    return "\n".join(" ".join(word(x, y) for x in range(columns)) for y in range(rows))


def on_map(scenario: str, size: int, most: int, columns: int = 14, rows: int = 13) -> Setup:
    """Return what draws a configuration with a map."""
    rich = setup(scenario, size, most)
    return lambda dice: rich(dice) | {"map": some_map(dice, columns, rows)}


def lopsided(scenario: str) -> Setup:
    """Return what draws a configuration in which sides lack USM, rank, cover, pinning or Fear."""
    rich = setup(scenario, 2, 7)

    def drawn(dice: random.Random) -> dict[str, Any]:
        made = rich(dice)
        names = [name for name in config.Advantages.model_fields if dice.random() < 0.7]
        made["rules"]["whose"] = {name: dice.choice(("none", "side_0", "side_1")) for name in names}
        return made

    return drawn


def plain(scenario: str, **more: Any) -> Setup:
    """Return what gives a configuration as it comes."""
    return lambda dice: {"scenario": scenario, **more}


SCENARIOS: dict[str, Setup] = {
    **{f"{scenario}, rich": setup(scenario, 2, 7) for scenario in config.SCENARIOS},
    **{f"{scenario}, one": setup(scenario, 1, 12) for scenario in ("duel", "hold_ground", "breakthrough")},
    **{f"{scenario}, map": on_map(scenario, 2, 7) for scenario in ("duel", "hold_ground", "rally")},
    **{f"{scenario}, many": setup(scenario, 1, 110, columns=22, rows=21) for scenario in ("duel", "hold_ground")},
    **{f"{scenario}, lopsided": lopsided(scenario) for scenario in ("duel", "hold_ground", "heroes_vs_swarm")},
    "duel, three": setup("duel", 1, 6, sides=3, columns=15, rows=15),
    "hold_ground, four": setup("hold_ground", 1, 6, sides=4, columns=15, rows=15),
    **{scenario: plain(scenario) for scenario in config.SCENARIOS},
}
