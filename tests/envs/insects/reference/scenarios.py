"""What is played for the comparison: ordinary games, rich and odd ones, and configurations drawn by seed."""

import random
from typing import Any

MANY = {"base_movement": 2, "base_intelligence": 3, "starting_insects": 20}
SHORT = {"stack": 4, "attack": 4, "defense": 3, "reproduction": 3, "movement": 4, "intelligence": 3, "initiative": 4}
EXTRA = {name: 6 for name in ("waterbugs", "burrowing", "blood_suckers", "infestation", "revulsion", "webs", "mimic")}
EVENTS = {
    name: 4 for name in ("feeding_frenzy", "rush", "molt", "dormancy", "energy_burst", "rampage", "react_quickly")
}
CARD_EVENTS = {
    name: 5 for name in ("adaptation", "metamorphosis", "cocoon", "co_opt", "devolution", "migration", "latency")
}
ISLAND = """
5 5 5 5 5 5 5
5 a 2 b 5 5 5
5 9 3 8 5 5 5
5 c 4 d 5 5 5
5 0 7 5 5 5 5
5 5 5 5 5 5 5
"""[1:]
COURT = """
5 5 5 5 5 5 5
5 5 a b 5 5 5
5 5 c 9 d 5 5
5 5 5 1 5 5 5
5 5 5 5 5 5 5
5 5 5 5 5 5 5
"""[1:]
POND = """
5 5 5 5 5
5 a 1 3 5
5 4 0 b 5
5 5 6 5 5
"""[1:]
RING = """
. 2 9 a . 7 1
2 . . 3 9 . 4
b 9 1 . . 6 8
. . 2 9 0 . 9
"""[1:]

# Each compiles as one of two kinds of records.
SCENARIOS: dict[str, dict[str, Any]] = {
    "two players": {"players": 2},
    "two players, many insects, short deck": {"players": 2, "rules": {**MANY, "cards": SHORT}},
    "two players, other numbers": {
        "players": 2,
        "rules": {
            "base_movement": 2,
            "base_intelligence": 3,
            "base_reproduction": 5,
            "slope_stack_loss": 2,
            "sand_loss": 3,
            "evolution_play": "may",
            "fight_scope": "active",
            "stack_limit_scope": "all",
            "sand_scope": "all",
            "grass_contested": False,
            "space_ties": "shared",
            "base_stack": 40,
            "starting_insects": 60,
            "den_control": "most",
            "space_control": "most",
            "terrain_weights": (3, 1, 3, 1, 1, 1, 1, 3, 3, 3),
        },
    },
    "two players, terrain without effect": {
        "players": 2,
        "rules": {
            **MANY,
            "water_blocks": False,
            "mud_stops": False,
            "roots_let_pass": False,
            "pick_up_and_drop": False,
            "leave_contested": False,
            "deck_end": "literal",
            "cards": SHORT,
        },
    },
    "two players, small island": {
        "players": 2,
        "map": POND,
        "max_rounds": 7,
        "rules": {**MANY, "base_stack": 6, "base_attack": 2, "space_ties": "shared", "starting_insects": 6},
    },
    "two players, a map with holes, insects placed in groups": {
        "players": 2,
        "map": RING,
        "extra_cards": True,
        "max_rounds": 12,
        "rules": {
            **MANY,
            "place_groups": True,
            "base_reproduction": 36,
            "counters": 90,
            "base_stack": 70,
            "infestation_range": 2,
            "cards": {**SHORT, **EXTRA, "reproductive_cycle": 6, "adaptation": 5, "cocoon": 4},
        },
    },
    "two players, cards upon cards": {
        "players": 2,
        "extra_cards": True,
        "rules": {
            **MANY,
            "react_to_burns": True,
            "windows": "once",
            "mimic_lasts": False,
            "starting_cards": 5,
            "cards_drawn": 3,
            "hand_limit": 5,
            "rampage_restarts_moves": False,
            "cards": {**SHORT, **EXTRA, **EVENTS, **CARD_EVENTS},
        },
    },
    "two players, moves that come and go": {
        "players": 2,
        "extra_cards": True,
        "rules": {
            "base_movement": 0,
            "base_intelligence": 3,
            "starting_insects": 9,
            "starting_cards": 8,
            "hand_limit": 20,
            "cards": {**dict.fromkeys(SHORT, 0), "movement": 10, "metamorphosis": 20, "stack": 16, "adaptation": 4},
        },
    },
    "two players, much water": {
        "players": 2,
        "extra_cards": True,
        "extra_dens": 5,
        "radius": 2,
        "rules": {"terrain_weights": (1, 1, 1, 1, 1, 60, 1, 1, 1, 1), "cards": {"waterbugs": 9}},
    },
    "four players": {"players": 4, "extra_cards": True, "symmetric": True},
    "four players, many insects": {
        "players": 4,
        "extra_cards": True,
        "symmetric": True,
        "rules": {**MANY, "base_stack": 15, "terrain_weights": (1, 1, 1, 1, 1, 1, 1, 1, 1, 4)},
    },
    "four players, extra cards": {
        "players": 4,
        "extra_cards": True,
        "symmetric": True,
        "rules": {**MANY, "windows": "all", "cards": {**SHORT, **EXTRA}},
    },
    "four players, small island": {
        "players": 4,
        "extra_cards": True,
        "map": ISLAND,
        "rules": {**MANY, "base_stack": 15, "base_defense": 2, "cards": {**SHORT, **EXTRA, **EVENTS}},
    },
    "four players, small island, other numbers": {
        "players": 4,
        "extra_cards": True,
        "map": ISLAND,
        "rules": {
            **MANY,
            "base_stack": 9,
            "fight_scope": "active",
            "windows": "all",
            "webs_minimum": 1,
            "revulsion_stack_loss": 2,
            "revulsion_minimum": 3,
            "molt_defense": 2,
            "dormancy_movement": 1,
            "blood_suckers_every": 3,
            "infestation_range": 2,
            "cards": {**EXTRA, **EVENTS},
        },
    },
    "four players, one against all": {
        "players": 4,
        "extra_cards": True,
        "map": COURT,
        "max_rounds": 9,
        "rules": {
            **MANY,
            "base_stack": 40,
            "base_defense": 4,
            "cards": {**SHORT, **dict.fromkeys(EXTRA, 2), **EVENTS, "molt": 12},
        },
    },
    "four players, every card often": {
        "players": 4,
        "extra_cards": True,
        "extra_dens": 4,
        "symmetric": True,
        "rules": {
            "base_movement": 2,
            "base_intelligence": 2,
            "starting_cards": 6,
            "hand_limit": 6,
            "migration_scope": "turn",
            "cocoon_scope": "phase",
            "rampage_restarts_moves": False,
            "last_swarm_wins": False,
            "cards": {**SHORT, **{name: 4 for name in EXTRA}, **EVENTS, **CARD_EVENTS},
        },
    },
}

# Larger tables, for the command: each compiles for itself.
LARGER: dict[str, dict[str, Any]] = {
    "three players": {"players": 3, "symmetric": True},
    "five players": {"players": 5, "extra_cards": True},
    "six players": {"players": 6, "extra_cards": True, "symmetric": True, "rules": {"decks": 2}},
}
DRAWN = "drawn by seed"


def scenario(name: str, seed: int) -> dict[str, Any]:
    """Return the configuration of a scenario; one is another for every seed."""
    return odd_scenario(seed) if name == DRAWN else {**SCENARIOS, **LARGER}[name]


# What odd configurations take now and then: numbers about the printed ones, least and greatest ones, house rules.
ODD: dict[str, tuple[Any, ...]] = {
    "base_initiative": (0, 2),
    "base_attack": (0, 2, 3),
    "base_defense": (2, 3),
    "base_movement": (0, 2, 3, 10),
    "base_reproduction": (0, 2, 5, 40),
    "base_stack": (2, 5, 12, 60),
    "base_intelligence": (0, 2, 4, 8),
    "initiative_per_card": (0, 2),
    "attack_per_card": (0, 2),
    "defense_per_card": (0, 2),
    "movement_per_card": (0, 2, 5),
    "reproduction_per_card": (0, 3),
    "stack_per_card": (0, 3),
    "intelligence_per_card": (0, 2),
    "starting_insects": (1, 8, 20, 60),
    "starting_cards": (0, 1, 4),
    "cards_drawn": (1, 3, 5),
    "hand_limit": (0, 1, 4, 9),
    "counters": (1, 10, 70),
    "grass_reproduction": (0, 2),
    "mound_defense": (0, 2),
    "rocks_attack": (0, 2),
    "water_blocks": (False,),
    "den_stack": (0, 9),
    "mud_stops": (False,),
    "slope_stack_loss": (0, 2, 5),
    "stack_minimum": (2, 3),
    "roots_let_pass": (False,),
    "sand_loss": (0, 2, 5),
    "frenzy_attack": (0, 6),
    "cycle_reproduction": (0, 8),
    "burst_movement": (0, 1, 10),
    "migration_intelligence": (0, 1, 6),
    "rush_initiative": (0, 1),
    "latency_initiative": (0, 1),
    "blood_suckers_every": (1, 2),
    "revulsion_stack_loss": (0, 2, 4),
    "revulsion_minimum": (0, 2),
    "webs_movement_loss": (0, 2),
    "webs_minimum": (1, 2),
    "infestation_range": (0, 2),
    "adaptation_draw": (0, 4),
    "adaptation_discard": (0, 1, 6),
    "cocoon_draw": (0, 5),
    "molt_defense": (2, 4),
    "dormancy_movement": (1, 2),
    "den_control": ("most",),
    "space_control": ("most",),
    "space_ties": ("shared",),
    "deck_end": ("literal",),
    "last_swarm_wins": (False,),
    "grass_contested": (False,),
    "evolution_play": ("may",),
    "fight_scope": ("active",),
    "stack_limit_scope": ("all",),
    "sand_scope": ("all",),
    "migration_scope": ("turn",),
    "cocoon_scope": ("phase",),
    "windows": ("all", "once"),
    "pick_up_and_drop": (False,),
    "leave_contested": (False,),
    "mimic_lasts": (False,),
    "rampage_restarts_moves": (False,),
    "react_to_burns": (True,),
    "place_groups": (True,),
    "decks": (2,),
}


def odd_scenario(seed: int) -> dict[str, Any]:
    """Return a configuration drawn by seed: any number of players, any size, some numbers and house rules changed."""
    dice = random.Random(f"scenario {seed}")
    players = dice.choice((2, 2, 3, 4, 4, 5, 6))
    keywords: dict[str, Any] = {
        "players": players,
        "extra_cards": dice.random() < 0.8,
        "extra_dens": dice.choice((0, 0, 0, 1, 5)),
        "symmetric": players != 5 and dice.random() < 0.5,
        "max_rounds": dice.choice((None, None, 1, 4, 12)),
    }
    if dice.random() < 0.3 and players in (2, 4):
        island = {2: POND, 4: ISLAND}[players]
        keywords.update(map=island, symmetric=False, extra_dens=0)
    keywords["rules"] = odd_rules(dice, keywords["extra_cards"])
    return keywords


def odd_rules(dice: random.Random, extra_cards: bool) -> dict[str, Any]:
    """Return rules with some changes: few, or many."""
    share = dice.choice((0.0, 0.05, 0.2))
    rules = {name: dice.choice(values) for name, values in ODD.items() if dice.random() < share}
    if dice.random() < 0.2:
        rules["terrain_weights"] = (*(dice.choice((0, 1, 1, 5)) for _ in range(9)), 1)
    if dice.random() < 0.5:
        rules["cards"] = odd_deck(dice, extra_cards)
    return rules


def odd_deck(dice: random.Random, extra_cards: bool) -> dict[str, int]:
    """Return a deck with few common cards and, with extra cards, some kinds of them often."""
    deck = dict(SHORT)
    if extra_cards:
        rare = {**EXTRA, **EVENTS, **CARD_EVENTS}
        deck.update({name: dice.choice((0, 1, 3)) for name in rare if dice.random() < 0.7})
    return deck
