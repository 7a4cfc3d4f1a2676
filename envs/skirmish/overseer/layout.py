"""What the numbers of an observation mean, where they are, and how they are to be read. [OVR-A6]

Units are listed as the agent counts them: its own, the others of its side, then those of the other sides, as the slots
of the actions do; the last row of the profiles is that of neutral Underlings.
"""

from functools import cache

import numpy as np

from swarmzoo.envs.core.fields import disc_size
from swarmzoo.envs.core.game import Slice
from swarmzoo.envs.core.per_side import PerSide
from swarmzoo.envs.skirmish.overseer.config import SCENARIOS
from swarmzoo.envs.skirmish.overseer.state import ATTACK_NAMES, SHOCK_NAMES, STAGE_NAMES

PLANES = (
    "movement to enter, 0: no entry",
    "cover, plus 4 where it hides",
    "height",
    "off the field 1, ground to be held 2",
    "own side: 1 Underlings, 2 of the own unit, 3 its Specialist, 4 another leader, 5 the own leader",
    "others: 1 Underlings of no side, 2 of an enemy, 3 a Specialist, 4 a leader",
    "models",
    "1 + what it costs to go here, 0: cannot",
    "1 + row of the unit to which who stands here belongs, 0: none",
    "in rank 1, fleeing 2, loose 4; 8 times the side, as the agent counts them, for which it stands",
    "1 + row of the profile of who stands here",
    "enemies beside",
)
NUM_PLANES = len(PLANES)
READ_PLANES = (
    *(("number", 4), ("bits", 3), ("number", 3), ("bits", 2), ("category", 5), ("category", 4)),
    *(("number", 4), ("number", 16), ("category", 8), ("bits", 5), ("category", 9), ("number", 2)),
)
SHEET = (
    "dead or absent 0, in the field 1, broke through 2",
    "US, at most 255",
    "USM",
    "models of its roll out of rank, at most 255",
    "Wounds",
    "1 + row of its Underlings' profile, 0: none",
    "Specialist: in rank 1, out of rank 2",
    "US lost since its last turn, at most 255",
    "pinned 1, runs 2, covers ground 4, watches 8, can react 16, its leader can 32, unnerved 64, engaged 128",
    "has its turn 1, is asked 2, attacks 4, is attacked 8, is charged 16, has still to answer a move 32, had it 64",
    "Shock",
    "rounds of a faint or of helplessness",
    "only one Half Action: next turn 1, always 2",
    "Half Actions of Aim",
    "1 + row of whom it has marked",
    "1 + row of whom it fears",
    "cover that it keeps while it moves",
    "place in the order of initiative, from 1",
    "hexes away, at most 255",
    "direction, 1 to 6",
    "q from the disc's middle + 64",
    "row from the disc's middle + 64",
    "hexes to its nearest member in sight, at most 254, 255: out of sight",
    "range bracket for the Underlings' shots, 0: out of range or sight",
    "range bracket for the leader's shots",
    "range bracket for the Specialist's shots",
    "cover of its Swarm from here + 1, 0: out of sight",
    "hexes from its leader to the nearest own member in sight, at most 254, 255: out of sight",
    "range bracket for its Underlings' shots at the own unit",
    "cover of the own Swarm from there + 1, 0: out of sight",
    "own Underlings in touch with it",
    "its Underlings in touch with the own unit",
    "height where the leader stands",
    "cover where the leader stands",
    "hexes to its own edge, at most 255",
    "its Fear was tested 1, it has tested the own Fear 2",
)
NUM_SHEET = len(SHEET)
READ_SHEET = (
    *(
        ("category", 2),
        ("number", 20),
        ("number", 60),
        ("number", 10),
        ("number", 12),
        ("category", 9),
        ("category", 2),
    ),
    *(("number", 10), ("bits", 8), ("bits", 7), ("category", len(SHOCK_NAMES) - 1), ("number", 5), ("category", 2)),
    *(("number", 2), ("category", 8), ("category", 8), ("number", 2), ("number", 8), ("number", 24), ("category", 6)),
    *(("number", 64), ("number", 64), ("number", 24), *[("category", 5)] * 3, ("category", 3), ("number", 24)),
    *(("category", 5), ("category", 3)),
    *(("number", 10), ("number", 10), ("number", 3), ("number", 2), ("number", 24), ("bits", 2)),
)
assert len(READ_SHEET) == NUM_SHEET
WEAPON = (
    *("metres", "dice", "bonus", "Penetration", "Blast", "Devastating"),
    "semi 1, full 2, spray 4, sniper 8, heavy 16, is there 32",
)
READ_WEAPON = (
    *(("number", 60), ("number", 2), ("number", 5), ("number", 3), ("number", 3), ("number", 2), ("bits", 6)),
)
NUM_WEAPON = len(WEAPON)
_NUMBERS = ("WS", "BS", "Toughness", "Agility", "Willpower", "armour")
_OF_LEADER = ("Fellowship", "Command", "skill", "full Wounds", "Fear")
_EFFECTS = (
    "Cover Ground 1, Marked Attack 2",
    *("BS of a heavy weapon", "its damage", "WS", "melee damage", "armour", "Break and Pinning tests", "skill tests"),
)
PROFILE = (
    *(f"leader: {name}" for name in (*_NUMBERS, *_OF_LEADER)),
    *(f"type: {name}" for name in _EFFECTS),
    *(f"Underlings: {name}" for name in _NUMBERS),
    *(f"passive: {name}" for name in _EFFECTS),
    *(
        f"{who}: {name}"
        for who in ("leader's shots", "leader's melee", "Underlings' shots", "Underlings' melee", "Specialist's weapon")
        for name in WEAPON
    ),
)
NUM_PROFILE = len(PROFILE)
_READ_NUMBERS = (*[("number", 50)] * 5, ("number", 5))
_READ_EFFECTS = (
    *(("bits", 2), ("number", 10), ("number", 1), ("number", 10), ("number", 1), ("number", 1), ("number", 10)),
    ("number", 5),
)
READ_PROFILE = (
    *_READ_NUMBERS,
    *(("number", 50), ("number", 50), ("number", 50), ("number", 12), ("number", 2)),
    *_READ_EFFECTS,
    *_READ_NUMBERS,
    *_READ_EFFECTS,
    *READ_WEAPON * 5,
)
assert len(READ_PROFILE) == NUM_PROFILE
PER_SIDE = (
    "US, at most 255",
    "US in 100 of that at the beginning, at most 255",
    "leaders in the field",
    "Wounds of leaders, at most 255",
    "US that broke through, at most 255",
    "rounds in a row alone on the ground",
    "US on the ground, at most 255",
    "US at the beginning, at most 255",
)
READ_SIDE = (
    *(("number", 20), ("number", 100), ("number", 2), ("number", 24), ("number", 20), ("number", 3), ("number", 20)),
    ("number", 20),
)
assert len(READ_SIDE) == len(PER_SIDE)
_COMMANDS = 21  # parts that can be commanded, from "end" on
VECTOR = (
    *(f"stage: {name}" for name in STAGE_NAMES[1:]),
    "it is the own turn",
    "round, at most 255",
    "rounds left, at most 255",
    "Half Actions left",
    "the Command that is aimed or carried out, 0: none",
    "Swarm has attacked 1, leader has 2, concentrated 4, moved 8, rallied 16, in panic without a way 32",
    "phase of the move",
    "goal of the move: q from the disc's middle + 64",
    "goal of the move: row from the disc's middle + 64",
    "1 + row of who is charged",
    "attack",
    "1 + row of the attacker",
    "by the Specialist 1, by the leader 2, fury 4, the roll is a double 8",
    *(f"its weapon: {name}" for name in WEAPON),
    *(f"1 + row of target {k}" for k in range(1, 5)),
    *(f"hits on target {k}, at most 255" for k in range(1, 5)),
    "1 + the target that is dealt with",
    "needed, 0 to 255",
    "rolled",
    "hits left, at most 255",
    "hits on the Overseer, at most 255",
    "hits on the Specialist, at most 255",
    "damage, 0: not yet rolled",
    "body of a Called Shot + 1",
    "step of the attack",
    *(f"scenario: {name}" for name in SCENARIOS),
    "height here",
    "cover here",
    "hexes to the own edge, at most 255",
    "hexes to the edge of the side across, at most 255",
    "hexes to the middle, at most 255",
    "direction of the middle, 1 to 6",
    "q of the middle of the field from that of the disc + 64",
    "row of the middle of the field from that of the disc + 64",
    "hexes to the nearest enemy, at most 255",
    "loose models in the field, at most 255",
    "loose models that a rally reaches, at most 255",
    "hexes to the nearest loose one, at most 255",
    "its q from the disc's middle + 64",
    "its row from the disc's middle + 64",
    "rounds that hold the ground, or 0",
    "share of US that must break through, or 0",
    "leaderless Underlings at the beginning, or 0",
    "damage that a Weapons Team adds to the attack",
    "hexes that the Command which is aimed goes",
    "turns of this round that are still to come",
)
NUM_VECTOR = len(VECTOR)
READ_VECTOR = (
    *[("bits", 1)] * (len(STAGE_NAMES) - 1),
    *(("bits", 1), ("number", 20), ("number", 20), ("number", 2), ("category", _COMMANDS), ("bits", 6)),
    *(("category", 3), ("number", 64), ("number", 64), ("category", 8), ("category", len(ATTACK_NAMES) - 1)),
    *(("category", 8), ("bits", 4), *READ_WEAPON, *[("category", 8)] * 4, *[("number", 5)] * 4, ("category", 4)),
    *(("number", 100), ("number", 100), *[("number", 5)] * 3, ("number", 10), ("category", 2), ("number", 8)),
    *[("bits", 1)] * len(SCENARIOS),
    *(("number", 3), ("category", 2), ("number", 24), ("number", 24), ("number", 24), ("category", 6)),
    *(("number", 64), ("number", 64), ("number", 24), ("number", 20), ("number", 20), ("number", 24)),
    *(("number", 64), ("number", 64), ("number", 5), ("number", 100), ("number", 20)),
    *(("number", 3), ("number", 12), ("number", 8)),
)
assert len(READ_VECTOR) == NUM_VECTOR
assert all(size % 4 == 0 for size in (NUM_PLANES, NUM_SHEET, NUM_PROFILE, len(PER_SIDE), NUM_VECTOR))  # words of bytes


@cache
def layout(sides: int, slots: int, radius: int) -> tuple[Slice, ...]:
    """Return the parts of an observation in their order."""
    disc = Slice("disc", 0, (disc_size(radius), NUM_PLANES), "whole numbers: see PLANES; ring by ring, clockwise")
    units = Slice("units", disc.stop, (sides * slots, NUM_SHEET), "whole numbers: see SHEET; the own one first")
    profiles = Slice("profiles", units.stop, (sides * slots + 1, NUM_PROFILE), "whole numbers: see PROFILE")
    each = Slice("sides", profiles.stop, (sides, len(PER_SIDE)), "whole numbers: see PER_SIDE")
    return disc, units, profiles, each, Slice("situation", each.stop, (NUM_VECTOR,), "whole numbers: see VECTOR")


def readings(sides: int, slots: int) -> tuple[tuple[str, int], ...]:
    """Return how the bytes after the disc are to be read."""
    units = sides * slots
    return READ_SHEET * units + READ_PROFILE * (units + 1) + READ_SIDE * sides + READ_VECTOR


def per_side(slots: int) -> tuple[PerSide, ...]:
    """Return what observations, and actions, hold for every side in turn."""
    return (
        PerSide("sides"),
        PerSide("at", each=slots, first=1),
        *(PerSide(name, each=slots) for name in ("units", "profiles")),
    )


def planes(observations: np.ndarray, radius: int) -> np.ndarray:
    """Return the discs of observations, of some radius, as planes, shape (..., planes, hexes)."""
    size = disc_size(radius)
    discs = observations[..., : size * NUM_PLANES].reshape(*observations.shape[:-1], size, NUM_PLANES)
    return np.moveaxis(discs, -1, -2)
