"""The configurations in which the reference is compared: every scenario, with rosters and rules drawn at random."""

import random
from collections.abc import Callable
from typing import Any

from swarmzoo.envs.skirmish.warband import config

Setup = Callable[[random.Random], dict[str, Any]]


def character(dice: random.Random) -> dict[str, Any]:
    """Draw a character with any gear, traits and scrolls."""
    melee = dice.choice(config.MELEE)
    return {
        "kind": dice.choice(config.CLASSES),
        **{name: dice.choice((1, 2, 2, 3, 3, 4, 4, 5, 7)) for name in ("mallet", "key", "runes", "coronet")},
        "melee": melee,
        "ranged": dice.choice(config.RANGED),
        "armour": dice.choice(config.ARMOURS),
        "shield": melee != "two_handed" and dice.random() < 0.4,
        "traits": [trait for trait in config.TRAITS if dice.random() < 0.35],
        "scrolls": sorted({dice.choice(config.SPELLS) for _ in range(dice.randrange(3))}),
        **({"star": dice.randint(1, 9)} if dice.random() < 0.3 else {}),
        **({"boots": dice.randint(1, 6)} if dice.random() < 0.2 else {}),
    }


def rosters(dice: random.Random, warbands: int, size: int) -> list[list[dict[str, Any]]]:
    """Draw a roster for every warband; the first character's Boots keep the size of the disc, so less is compiled."""
    drawn = [[character(dice) for _ in range(size)] for _ in range(warbands)]
    drawn[0][0]["boots"] = 6
    return drawn


def some_rules(dice: random.Random) -> dict[str, Any]:
    """Draw some rules that are not the default ones."""
    drawn = {
        "refuse_tokens": True,
        "rally_scope": "all",
        "break_share": dice.choice((0, 30, 100)),
        "leader_break_share": dice.choice((30, 60, 100)),
        "leader_counts": False,
        "leader_yields": dice.choice((0, 0, 25)),
        "loot_break_share": dice.choice((0, 50, 100)),
        "loot_goal": dice.choice((0, 1, 2, 3)),
        "loot_points": dice.choice((0, 2)),
        "centre_break_share": dice.choice((30, 50, 100)),
        "centre_rule": "alone",
        "centre_points": dice.choice((1, 2, 3)),
        "keep_off": 0,
        "action_points": dice.choice((1, 3, 4)),
        "disengage_points": 1,
        "boots": dice.randint(2, 5),
        "charge_bonus": 2,
        "most_modifier": dice.choice((0, 1, 2)),
        "breather_backlash": False,
        "death_to": 3,
        "taunt_points": 2,
        "agile_reach": 3,
        "bolt_dice": 5,
        "haste_points": 2,
        "near_range": 3,
        "far_range": 8,
        "elevated": "above_target",
        "disengage_test": "against_key",
        "aim_two": 3,
        "height_bonus": 2,
        "soft_hugging": 2,
        "heavy_hugging": 1,
        "taunt_dice": 2,
        "unarmed_loss": 1,
        "power_loss": 2,
        "shaken_loss": 2,
        "order_bonus": 2,
        "bloodied_divisor": 3,
        "leadership_range": 2,
        "morale_range": 3,
        "rally_range": 3,
        "dread_range": 5,
        "ward_shield": 3,
        "centre_radius": 1,
    }
    return {name: value for name, value in drawn.items() if dice.random() < 0.2}


def open_rules(dice: random.Random) -> dict[str, Any]:
    """Draw rules for ground with much cover and many hills."""
    scatter = {"difficult": 100, "soft": 150, "heavy": 100, "blocking": 60, "hills": 20, "height": dice.randint(1, 3)}
    return {"break_share": dice.choice((50, 100, 0))} | some_rules(dice) | {"scatter": scatter}


def setup(scenario: str, warbands: int, size: int, columns: int, rows: int, **more: Any) -> Setup:
    """Return what draws a configuration of a size."""

    def drawn(dice: random.Random) -> dict[str, Any]:
        made = {"scenario": scenario, "warbands": warbands, "size": size, "columns": columns, "rows": rows}
        made |= {
            "rosters": rosters(dice, warbands, size),
            "rules": open_rules(dice),
            "max_turns": dice.choice((4, 9, 30)),
        }
        return made | {"symmetric": dice.random() < 0.5} | more

    return drawn


def some_map(dice: random.Random, columns: int, rows: int) -> str:
    """Draw a map of any outline: two corners are cut off."""
    cut = [dice.randint(1, 4) for _ in range(2)]

    def word(x: int, y: int) -> str:
        if x + y < cut[0] or columns + rows - 2 - x - y < cut[1]:
            return "_"
        return dice.choice("....,,**##") + dice.choice(("", "", "1"))

    return "\n".join(" ".join(word(x, y) for x in range(columns)) for y in range(rows))


def on_map(scenario: str, warbands: int, size: int, columns: int, rows: int) -> Setup:
    """Return what draws a configuration with a map."""
    rich = setup(scenario, warbands, size, columns, rows)
    return lambda dice: rich(dice) | {"map": some_map(dice, columns, rows)}


def plain(scenario: str, **more: Any) -> Setup:
    """Return what gives a configuration as it comes."""
    return lambda dice: {"scenario": scenario, **more}


SCENARIOS: dict[str, Setup] = {
    "skirmish": plain("skirmish"),
    "skirmish, rich": setup("skirmish", 2, 6, 14, 12),
    "kill_leader": plain("kill_leader", columns=16, rows=12),
    "kill_leader, rich": setup("kill_leader", 2, 5, 12, 12),
    "loot": plain("loot", columns=14, rows=14),
    "loot, rich": setup("loot", 2, 5, 14, 12),
    "loot, four": setup("loot", 4, 3, 14, 14),
    "hold_centre": plain("hold_centre", columns=14, rows=14),
    "hold_centre, rich": setup("hold_centre", 2, 5, 16, 12),
    "skirmish, three": setup("skirmish", 3, 3, 14, 14),
    "hold_centre, four": setup("hold_centre", 4, 4, 14, 14),
    "kill_leader, three": setup("kill_leader", 3, 3, 14, 14),
    "hold_centre, map": on_map("hold_centre", 2, 5, 15, 12),
    "loot, map of four": on_map("loot", 4, 3, 14, 13),
    "versus_swarm": plain("versus_swarm", size=5, horde=30),
    "versus_swarm, rich": setup("versus_swarm", 2, 6, 16, 14, horde=12),
    "versus_swarm, neutral": setup("versus_swarm", 2, 6, 16, 14, horde=12, neutral_horde=True),
}
