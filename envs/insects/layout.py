"""The layout of an observation: every part with its place and shape, what it counts, and the names of what it holds.

All numbers are bytes. What may be more than 255 has its 256s in one of the last parts.
"""

from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np

from swarmzoo.envs.core.game import Slice
from swarmzoo.envs.core.per_side import PerSide
from swarmzoo.envs.insects.cards import KIND_NAMES, NUM_ATTRIBUTES, NUM_EVOLUTIONS, NUM_KINDS
from swarmzoo.envs.insects.config import DECKS
from swarmzoo.envs.insects.phases import PHASES
from swarmzoo.envs.insects.state import NUM_DECISIONS
from swarmzoo.envs.insects.terrain import NUM_TERRAINS, TERRAIN_NAMES

MOVED_PLANES = 6  # 0, 1, 2, 3, 4 and more spaces, spent
MARKS = ("group in hand", "contested", "fought over this phase", "selected", "legal targets")
GROUP_MARK, CONTESTED_MARK, FOUGHT_MARK, SELECTED_MARK, TARGETS_MARK = range(len(MARKS))
SHOWN_PHASES = [phase for phase in PHASES if phase not in ("event", "turn end")]  # those in which somebody is asked

# Numbers by their names, each with what counts as 1: so many, or as many as there are hexes, players or cards. It is
# the same for all games that can be played side by side: room for hexes, and cards of the usual deck.
HEXES, PLAYERS, CARDS = "hexes", "players", "cards"
USUAL_DECK = 73
AS_ONE = int | str
_EVOLUTIONS = KIND_NAMES[:NUM_EVOLUTIONS]
_PLAYER: dict[str, AS_ONE] = {
    **{kind: 8 for kind in KIND_NAMES[:NUM_ATTRIBUTES]},
    **{f"{kind} in force": 4 for kind in _EVOLUTIONS},
    **{f"{kind} burnt": 4 for kind in _EVOLUTIONS},
    **{f"Mimics as {kind}": 4 for kind in _EVOLUTIONS},
    "hand": 8,
    "insects": 32,
    "spaces held": HEXES,
    "Dens held": 8,
    "is active": 1,
    "place in the order": PLAYERS,
    "eliminated": 1,
    "under Molt": 1,
    "under Dormancy": 1,
    "Initiative in the Bid": 8,
    "place picked in the Bid": PLAYERS,
    "Initiative in the fight": 8,
    "Feeding Frenzy": 3,
    "has struck in the fight": 1,
}
PLAYER_PARTS = tuple(_PLAYER)
PER_PLAYER = len(PLAYER_PARTS)
FORCE_PART = NUM_ATTRIBUTES
BURNT_PART = FORCE_PART + NUM_EVOLUTIONS
MIMIC_PART = BURNT_PART + NUM_EVOLUTIONS
HAND_PART = MIMIC_PART + NUM_EVOLUTIONS
INSECTS_PART, SPACES_PART, DENS_PART, ACTIVE_PART, ORDER_PART, OUT_PART, MOLT_PART, DORMANT_PART = range(
    HAND_PART + 1, HAND_PART + 9
)
BID_PART, PLACE_PART, FIGHT_PART, FRENZY_PART, STRUCK_PART = range(HAND_PART + 9, HAND_PART + 14)
# Of a player, what may be more than a byte holds.
LARGE_PARTS = (*range(NUM_ATTRIBUTES), HAND_PART, INSECTS_PART, BID_PART, FIGHT_PART, FRENZY_PART)
NUM_LARGE = len(LARGE_PARTS)
LARGE_HAND, LARGE_INSECTS, LARGE_BID, LARGE_FIGHT, LARGE_FRENZY = range(NUM_ATTRIBUTES, NUM_LARGE)

_SITUATION: dict[str, AS_ONE] = {
    "cards left": CARDS,
    "round": 32,
    "moves left": 8,
    "unplaced": 8,
    "spaces the group may still move": 8,
    "steps of the group": 8,
    "may drop": 1,
    "may pick up": 1,
    "Migration": 3,
    "Energy Burst": 3,
    "class counted": 8,
    "least count": 32,
    "most count": 32,
    "high digit asked": 1,
    "high digit given": 32,
    "count for: go, pick up, drop": 2,
    "card is negated": 1,
    "discards due": 2,
    "Move Phases begun this turn": 2,
    "a stack was picked this turn": 1,
    "moves given up this turn": 1,
}
SITUATION_PARTS = tuple(_SITUATION)
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


def num_large_planes(players: int) -> int:
    """Return how many planes, from the first one after the terrain, count insects: of players, moved, in hand."""
    return players + MOVED_PLANES + 1


@cache
def layout(capacity: int, players: int) -> tuple[Slice, ...]:
    """Return the parts of an observation in their order; the last ones hold what is beyond a byte of earlier ones."""
    parts: list[Slice] = []

    def add(name: str, shape: tuple[int, ...], scale: str = "0 or 1") -> None:
        parts.append(Slice(name, parts[-1].stop if parts else 0, shape, scale))

    add("planes", (num_planes(players), capacity), "terrain 0 or 1; insects; marks 0 or 1")
    add("decision", (NUM_DECISIONS,))
    add("players", (players, PER_PLAYER), "see PLAYER_PARTS")
    add("hand", (NUM_KINDS,), "cards")
    add("discards", (NUM_KINDS,), "cards")
    add("situation", (SITUATION,), "see SITUATION_PARTS")
    add("phase", (len(SHOWN_PHASES),))
    add("targets named", (players, players), "0 or 1; who strikes, and whom")
    add("card played", (NUM_KINDS,))
    add("played by", (players,))
    add("aimed at", (players,))
    add("kind chosen with it", (NUM_EVOLUTIONS,))
    add("answered by", (players,))
    add("planes beyond", (num_large_planes(players), capacity), "256 insects, of the planes that count them")
    add("players beyond", (players, NUM_LARGE), "256 of LARGE_PARTS")
    add("situation beyond", (SITUATION,), "256 of SITUATION_PARTS")
    return tuple(parts)


def part_of(name: str, capacity: int, players: int) -> Slice:
    """Return a part by its name."""
    return next(part for part in layout(capacity, players) if part.name == name)


def beyond(capacity: int, players: int) -> np.ndarray:
    """Return of which number each of the last bytes holds the 256s, int64 (bytes,)."""
    planes = NUM_TERRAINS * capacity + np.arange(num_large_planes(players) * capacity)
    first = part_of("players", capacity, players).start
    large = first + np.arange(players)[:, None] * PER_PLAYER + np.array(LARGE_PARTS)
    situation = part_of("situation", capacity, players).start + np.arange(SITUATION)
    return np.concatenate([planes, large.ravel(), situation]).astype(np.int64)


def as_one(capacity: int, players: int) -> np.ndarray:
    """Return what counts as 1 of each number, float32 (numbers,): the bytes before those that hold 256s."""
    sizes = {HEXES: capacity, PLAYERS: players, CARDS: USUAL_DECK * DECKS[players]}
    ones = np.ones(part_of("planes beyond", capacity, players).start, np.float32)

    def put(name: str, values: Sequence[AS_ONE]) -> None:
        part = part_of(name, capacity, players)
        row = [sizes[value] if isinstance(value, str) else value for value in values]
        ones[part.start : part.stop] = np.broadcast_to(row, part.shape).ravel()

    ones[NUM_TERRAINS * capacity :][: num_large_planes(players) * capacity] = 8
    put("players", tuple(_PLAYER.values()))
    put("hand", (4,))
    put("discards", (8,))
    put("situation", tuple(_SITUATION.values()))
    return ones


PER_SIDE = (
    PerSide("planes", begin=NUM_TERRAINS),
    PerSide("players"),
    PerSide("targets named"),
    PerSide("targets named", axis=1),
    *(PerSide(name) for name in ("played by", "aimed at", "answered by", "seat")),
)  # of observations, and of the actions the last


def readings(capacity: int, players: int) -> dict[str, Any]:
    """Return how the bytes are read: what counts as 1, whose 256s the last ones hold, and the numbers for learners."""
    ones, large = as_one(capacity, players), beyond(capacity, players)
    rest = [("number", float(one)) for one in (*ones, *np.ones(len(large)))]
    return {"as_one": ones, "beyond": large, "rest": tuple(rest), "per_side": PER_SIDE}
