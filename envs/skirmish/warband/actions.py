"""The action encoding: one flat list whose parts depend on slots and on the radius of the disc.

Own slots are the characters of the own warband in the order of its roster; foe slots those of the others, warband after
warband from the own one on, each with as many slots.
"""

from typing import NamedTuple

from swarmzoo.envs.core.fields import disc_size

PARTS = (
    ("end", "one"),
    ("pick", "own"),
    ("go", "disc"),
    ("charge", "foe"),
    ("strike", "foe"),
    ("power", "foe"),
    ("shoot", "foe"),
    ("aim", "foe"),
    ("aim_twice", "foe"),
    ("taunt", "foe"),
    ("cover", "one"),
    ("breather", "one"),
    ("reload", "one"),
    ("disengage", "one"),
    ("rally", "own"),
    ("order", "own"),
    ("bolt", "foe"),
    ("ward", "own"),
    ("haste", "own"),
    ("dread", "foe"),
)
NUM_PARTS = len(PARTS)
(
    END,
    PICK,
    GO,
    CHARGE,
    STRIKE,
    POWER,
    SHOOT,
    AIM,
    AIM_TWICE,
    TAUNT,
    COVER,
    BREATHER,
    RELOAD,
    DISENGAGE,
    RALLY,
    ORDER,
    BOLT,
    WARD,
    HASTE,
    DREAD,
) = range(NUM_PARTS)


class Encoding(NamedTuple):
    """Where each part of the list begins; the last number is the length of all."""

    first: tuple[int, ...]

    @property
    def num_actions(self) -> int:
        """How many actions there are."""
        return self.first[-1]

    def part_of(self, action: int) -> tuple[int, int]:
        """Return the part that an action belongs to, and its number in it."""
        part = max(k for k in range(NUM_PARTS) if self.first[k] <= action)
        return part, action - self.first[part]


def encoding(slots: int, warbands: int, radius: int) -> Encoding:
    """Return where the parts begin."""
    sizes = {"one": 1, "own": slots, "foe": slots * (warbands - 1), "disc": disc_size(radius)}
    first = [0]
    for _, kind in PARTS:
        first.append(first[-1] + sizes[kind])
    return Encoding(tuple(first))
