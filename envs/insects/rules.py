"""The rules record: every number the kernels read, made from a validated configuration."""

import hashlib
import json

import numpy as np

from swarmzoo.envs.core.bans import ban_fields
from swarmzoo.envs.core.game import new_records
from swarmzoo.envs.core.hexes import distance
from swarmzoo.envs.insects.actions import NUM_PARTS, action_space
from swarmzoo.envs.insects.board import Board
from swarmzoo.envs.insects.cards import KIND_KEYS, MAX_CARDS, NUM_ATTRIBUTES, NUM_KINDS
from swarmzoo.envs.insects.config import InsectsConfig, InsectsRules

# Values of the switches.
ALONE, MOST = 0, 1
INSECTS, SHARED = 0, 1
EMPTIED, LITERAL = 0, 1
MUST, MAY = 0, 1
ALL, ACTIVE = 0, 1
HOLDERS, EVERYONE, ONCE = 0, 1, 2
PHASE, TURN = 0, 1
_SWITCHES = {
    "den_control": {"alone": ALONE, "most": MOST},
    "space_control": {"alone": ALONE, "most": MOST},
    "space_ties": {"insects": INSECTS, "shared": SHARED},
    "deck_end": {"emptied": EMPTIED, "literal": LITERAL},
    "evolution_play": {"must": MUST, "may": MAY},
    "fight_scope": {"all": ALL, "active": ACTIVE},
    "stack_limit_scope": {"all": ALL, "active": ACTIVE},
    "sand_scope": {"all": ALL, "active": ACTIVE},
    "migration_scope": {"phase": PHASE, "turn": TURN},
    "cocoon_scope": {"phase": PHASE, "turn": TURN},
    "windows": {"holders": HOLDERS, "all": EVERYONE, "once": ONCE},
}
_ATTRIBUTES = KIND_KEYS[:NUM_ATTRIBUTES]
_IN_ARRAYS = {f"base_{name}" for name in _ATTRIBUTES} | {f"{name}_per_card" for name in _ATTRIBUTES}
_APART = _IN_ARRAYS | {"cards", "decks", "starts", "terrain_weights", "shaping_dens", "shaping_spaces", *_SWITCHES}
_PLAIN = [name for name in InsectsRules.model_fields if name not in _APART]


def rules_dtype(capacity: int, players: int) -> np.dtype:
    """Return the record of the rules."""
    return np.dtype(
        [
            ("base_value", np.int16, NUM_ATTRIBUTES),
            ("per_card", np.int16, NUM_ATTRIBUTES),
            *((name, np.int16) for name in _PLAIN),
            *((name, np.int8) for name in _SWITCHES),
            ("shaping_dens", np.float32),
            ("shaping_spaces", np.float32),
            ("weights", np.int32, 10),  # cumulated odds of the terrains
            ("num_cards", np.int16),
            ("card_kind", np.int8, MAX_CARDS),
            ("card_counts", np.int16, NUM_KINDS),
            ("deck_kinds", np.int32),  # a bit for every kind in the deck
            ("max_rounds", np.int16),  # 0: no such rule
            ("wanted_dens", np.int16),
            ("num_hexes", np.int16),
            ("random_map", np.bool_),
            ("terrain", np.int8, capacity),
            ("neighbours", np.int16, (capacity, 6)),
            ("distance", np.int8, (capacity, capacity)),  # steps between hexes, terrain not counted
            ("orbit", np.int16, capacity),
            ("start", np.int16, players),
            ("seen_at", np.int16, (players, capacity)),
            ("hex_at", np.int16, (players, capacity)),
            ("direction_view", np.int8, (players, 6)),
            ("direction_back", np.int8, (players, 6)),
            ("first", np.int16, NUM_PARTS + 1),  # where each part of the actions begins
            *ban_fields(players, action_space(capacity, players).num_actions),
        ],
        align=True,
    )


def rules_record(config: InsectsConfig, board: Board) -> np.ndarray:
    """Return the read-only record, shape (1,), of a configuration and its board."""
    record = new_records(rules_dtype(board.capacity, config.players), 1)
    r, rules = record[0], config.rules
    r["base_value"] = [getattr(rules, f"base_{name}") for name in _ATTRIBUTES]
    r["per_card"] = [getattr(rules, f"{name}_per_card") for name in _ATTRIBUTES]
    for name in _PLAIN:
        r[name] = getattr(rules, name)
    for name, values in _SWITCHES.items():
        r[name] = values[getattr(rules, name)]
    r["shaping_dens"], r["shaping_spaces"] = rules.shaping_dens, rules.shaping_spaces
    r["weights"] = np.cumsum(rules.terrain_weights)
    kinds = [kind for kind, _ in config.card_names()]
    r["num_cards"] = len(kinds)
    r["card_kind"][: len(kinds)] = kinds
    r["card_counts"] = np.bincount(kinds, minlength=NUM_KINDS)
    r["deck_kinds"] = sum(1 << kind for kind in set(kinds))
    r["max_rounds"] = config.max_rounds or 0
    r["wanted_dens"] = config.players + config.extra_dens
    r["num_hexes"] = len(board.hexes)
    r["random_map"] = board.terrain is None
    r["terrain"] = -1 if board.terrain is None else board.terrain
    r["start"] = board.starts
    for x, a in enumerate(board.hexes):
        r["distance"][x, : len(board.hexes)] = [distance(a, b) for b in board.hexes]
    for name in ("neighbours", "orbit", "seen_at", "hex_at", "direction_view", "direction_back"):
        r[name] = getattr(board, name)
    r["first"] = action_space(board.capacity, config.players).first
    record.flags.writeable = False
    return record


def rules_signature(config: InsectsConfig) -> str:
    """Return a short hash of everything that changes play: the configuration, with what its nones stand for."""
    values = config.model_dump(mode="json") | {"map": config.map_text(), "radius": config.board_radius()}
    values["rules"]["decks"] = config.num_decks()
    for name in ("shaping_dens", "shaping_spaces"):
        values["rules"].pop(name)
    return hashlib.sha256(json.dumps(values, sort_keys=True).encode()).hexdigest()[:12]
