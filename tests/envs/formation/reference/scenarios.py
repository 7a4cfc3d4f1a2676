"""What is compared: configurations by name, plain ones and ones with numbers drawn for every game."""

import random
from typing import Any

from pydantic import ValidationError

from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.formation.config import ROLES, FormationConfig
from swarmzoo.envs.formation.plan import plan_of

GROUNDS = ("open", "rough", "woods", "hill", "wall", "water")
SIZES = (4, 5, 6, 7, 8)
PLAIN: dict[str, dict[str, Any]] = {
    "clash": {"scenario": "clash"},
    "march": {"scenario": "march"},
    "bridge": {"scenario": "bridge"},
    "ambush": {"scenario": "ambush"},
    "escort": {"scenario": "escort"},
    "evaders alone": {"scenario": "clash", "rules": {"evasion": "evading"}},
    "missiles first": {"scenario": "clash", "rules": {"phase_order": "missiles first", "evasion": "always"}},
    "trained squads": {"scenario": "march", "rules": {"autonomous": True, "march_victory": "intact"}},
    "small squads": {"scenario": "clash", "rules": {"squad_size": 3, "soldier": {"level": 4}, "first": "blue"}},
    "long battle": {"scenario": "bridge", "rules": {"panic": False, "downed_from": 12, "wounded_from": 6}},
    "spear wall": {"scenario": "clash", "red": ["swordsman", "axeman"], "blue": ["spearman"]},
    "fury": {
        "scenario": "clash",
        "red": ["axeman"],
        "blue": ["axeman"],
        "rules": {"panic": False, "downed_from": 12, "wounded_from": 2, "soldier": {"morale": 1}, "recovery": 0},
    },
    "numbers drawn": {},
    "numbers drawn, turned": {},
    "turned": {},
    "company panics": {"scenario": "clash", "rules": {"panic_by": "company", "panic_below": 0, "longest_shot": 20}},
    "bridge defended": {"scenario": "bridge", "rules": {"bridge_time": "defender", "panic_by": "company"}},
    "short battle": {"scenario": "bridge", "max_turns": 9},
    "one in formation": {"scenario": "clash", "rules": {"formations": "red", "first": "red"}},
    "large": {},
}
SCENARIOS = tuple(PLAIN)
PLAYERS = {"spear wall": ("charger", "hold")}  # who always plays, where it is not left to chance


def configuration(name: str, luck: random.Random) -> FormationConfig:
    """Return the configuration of a game of a scenario."""
    if name == "large":
        return FormationConfig(scenario=luck.choice(["clash", "march", "bridge", "ambush", "escort"]), size=16)
    keywords = dict(PLAIN[name])
    keywords.setdefault("scenario", luck.choice(["clash", "clash", "march", "bridge", "ambush", "escort"]))
    keywords["size"] = luck.choice(SIZES)
    if name.startswith("numbers drawn"):
        return drawn(keywords, luck)
    return FormationConfig(**keywords)


def drawn(keywords: dict[str, Any], luck: random.Random) -> FormationConfig:
    """Return a configuration in which every number of the rules may be another one."""
    while True:
        rules = drawn_rules(luck)
        own = {**keywords, "rules": rules}
        for company in ("red", "blue"):
            if luck.random() < 0.5:
                own[company] = [luck.choice(ROLES) for _ in range(luck.randint(1, 3))]
        try:
            config = FormationConfig(**own)
            plan_of(config)
        except (ValidationError, GameError):
            continue  # what does not go together
        return config


def drawn_rules(luck: random.Random) -> dict[str, Any]:
    """Return rules of which a few numbers and switches are not the default ones."""
    plain = FormationConfig().rules
    rules: dict[str, Any] = {}
    for name, field in type(plain).model_fields.items():
        value, bounds = getattr(plain, name), limits(field)
        if isinstance(value, bool) and luck.random() < 0.15:
            rules[name] = not value
        elif bounds and luck.random() < 0.15:
            rules[name] = luck.randint(max(bounds[0], value - 2), min(bounds[1], value + 2))
    rules["evasion"] = luck.choice(["evading", "always", "always"])
    rules["panic_by"] = luck.choice(["squad", "squad", "company"])
    rules["phase_order"] = luck.choice(["movement first", "movement first", "missiles first"])
    rules["roles"] = {role: drawn_role(luck) for role in ROLES if luck.random() < 0.3}
    rules["weapons"] = {
        name: {"reach": luck.randint(1, 2), "piercing": luck.randint(0, 2)} for name in ("sword", "axe")
    }
    rules["soldier"] = {"level": luck.randint(1, 5), "finesse": luck.randint(1, 3), "morale": luck.randint(1, 3)}
    rules["leader"] = {"level": luck.randint(1, 6)}
    rules["terrain"] = {name: {"cost": luck.randint(1, 3), "cover": luck.randint(0, 2)} for name in GROUNDS[1:4]}
    return rules


def limits(field: Any) -> tuple[int, int] | None:
    """Return the least and the largest whole number that a field of the configuration may have."""
    low = [int(each.ge) for each in field.metadata if hasattr(each, "ge")]
    high = [int(each.le) for each in field.metadata if hasattr(each, "le")]
    return (low[0], high[0]) if low and high and field.annotation is int else None


def drawn_role(luck: random.Random) -> dict[str, Any]:
    """Return how a kind of soldiers may be armed."""
    return {
        "weapon": luck.choice(["none", "sword", "spear", "axe"]),
        "bow": luck.choice(["none", "bow", "crossbow"]),
        "shield": luck.choice(["none", "small", "medium", "large"]),
        "armour": luck.choice(["none", "leather", "mail", "plate"]),
        "helmet": luck.choice(["none", "leather", "mail", "plate"]),
        "combat": luck.choice(["none", "secondary", "primary", "primary"]),
        "spear_wall": luck.random() < 0.3,
        "berserker": luck.random() < 0.3,
        "encumbered": luck.random() < 0.3,
    }
