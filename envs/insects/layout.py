"""The layout of an observation: every part with its place, shape and scale, and the names of what it holds."""

from functools import cache

import numpy as np

from swarmzoo.envs.core.game import Slice
from swarmzoo.envs.insects.cards import KIND_NAMES, NUM_ATTRIBUTES, NUM_EVOLUTIONS, NUM_KINDS
from swarmzoo.envs.insects.phases import PHASES
from swarmzoo.envs.insects.state import NUM_DECISIONS
from swarmzoo.envs.insects.terrain import NUM_TERRAINS, TERRAIN_NAMES

MOVED_PLANES = 6  # 0, 1, 2, 3, 4 and more spaces, spent
MARKS = ("group in hand", "contested", "fought over this phase", "selected", "legal targets")
GROUP_MARK, CONTESTED_MARK, FOUGHT_MARK, SELECTED_MARK, TARGETS_MARK = range(len(MARKS))
HIGH = np.float32(4096)
SHOWN_PHASES = [phase for phase in PHASES if phase not in ("event", "turn end")]  # those in which somebody is asked

_EVOLUTIONS = KIND_NAMES[:NUM_EVOLUTIONS]
PLAYER_PARTS = (
    *(f"{kind} / 8" for kind in KIND_NAMES[:NUM_ATTRIBUTES]),
    *(f"{kind} in force / 4" for kind in _EVOLUTIONS),
    *(f"{kind} burnt / 4" for kind in _EVOLUTIONS),
    *(f"Mimics as {kind} / 4" for kind in _EVOLUTIONS),
    "hand / 8",
    "insects / 32",
    "spaces held / hexes",
    "Dens held / 8",
    "is active",
    "place in the order / players",
    "eliminated",
    "under Molt",
    "under Dormancy",
    "Initiative in the Bid / 8",
    "place picked in the Bid / players",
    "Initiative in the fight / 8",
    "Feeding Frenzy / 3",
    "has struck in the fight",
)
PER_PLAYER = len(PLAYER_PARTS)
FORCE_PART = NUM_ATTRIBUTES
BURNT_PART = FORCE_PART + NUM_EVOLUTIONS
MIMIC_PART = BURNT_PART + NUM_EVOLUTIONS
HAND_PART = MIMIC_PART + NUM_EVOLUTIONS
INSECTS_PART, SPACES_PART, DENS_PART, ACTIVE_PART, ORDER_PART, OUT_PART, MOLT_PART, DORMANT_PART = range(
    HAND_PART + 1, HAND_PART + 9
)
BID_PART, PLACE_PART, FIGHT_PART, FRENZY_PART, STRUCK_PART = range(HAND_PART + 9, HAND_PART + 14)

SITUATION_PARTS = (
    "cards left / deck",
    "round / 32",
    "moves left / 8",
    "unplaced / 8",
    "spaces the group may still move / 8",
    "steps of the group / 8",
    "may drop",
    "may pick up",
    "Migration / 3",
    "Energy Burst / 3",
    "class counted / 8",
    "least count / 32",
    "most count / 32",
    "high digit asked",
    "high digit given / 32",
    "count for: go, pick up, drop / 2",
    "card is negated",
    "discards due / 2",
    "Move Phases begun this turn / 2",
    "a stack was picked this turn",
    "moves given up this turn",
)
SITUATION = len(SITUATION_PARTS)


def num_planes(players: int) -> int:
    """Return the number of planes over hexes."""
    return NUM_TERRAINS + players + MOVED_PLANES + len(MARKS)


def plane_names(players: int) -> list[str]:
    """Return the names of the planes in their order."""
    return [
        *(f"terrain {name}" for name in TERRAIN_NAMES),
        *("own insects" if seat == 0 else f"insects of player +{seat}" for seat in range(players)),
        *(f"active player's insects that moved {n}" for n in ("0", "1", "2", "3", "4 or more")),
        "active player's insects with no move left",
        *MARKS,
    ]


@cache
def layout(capacity: int, players: int) -> tuple[Slice, ...]:
    """Return the parts of an observation in their order."""
    parts: list[Slice] = []

    def add(name: str, shape: tuple[int, ...], scale: str = "0 or 1") -> None:
        parts.append(Slice(name, parts[-1].stop if parts else 0, shape, scale))

    add("planes", (num_planes(players), capacity), "terrain 0 or 1; insects / 8; marks 0 or 1")
    add("decision", (NUM_DECISIONS,))
    add("players", (players, PER_PLAYER), "see PLAYER_PARTS")
    add("hand", (NUM_KINDS,), "cards / 4")
    add("discards", (NUM_KINDS,), "cards / 8")
    add("situation", (SITUATION,), "see SITUATION_PARTS")
    add("phase", (len(SHOWN_PHASES),))
    add("targets named", (players, players), "0 or 1; who strikes, and whom")
    add("card played", (NUM_KINDS,))
    add("played by", (players,))
    add("aimed at", (players,))
    add("kind chosen with it", (NUM_EVOLUTIONS,))
    add("answered by", (players,))
    return tuple(parts)
