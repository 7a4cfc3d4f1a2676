"""The letters by which soldiers are told apart, in the text and in the picture."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from swarmzoo.envs.formation.config import ROLES

ROLE_LETTERS = "SPXACG"
assert len(ROLE_LETTERS) == len(ROLES)


class Mark(NamedTuple):
    """Something that can be true of a soldier: the field of the state, what people call it, its letter."""

    field: str
    name: str
    letter: str


MARKS = (  # what matters most comes first
    Mark("panicked", "Panicked", "p"),
    Mark("berserk", "Berserk", "b"),
    Mark("dazed", "Dazed", "d"),
    Mark("wounded", "Wounded", "w"),
    Mark("hidden", "hidden", "h"),
    Mark("charging", "charging", "c"),
    Mark("evading", "evading", "e"),
    Mark("defending", "defending", "f"),
)


def marks_of(s: np.void, i: int) -> Iterator[Mark]:
    """Yield what is true of a soldier."""
    return (mark for mark in MARKS if s[mark.field][i])


def role_letter(s: np.void, i: int) -> str:
    """Return the letter of a soldier's role."""
    return ROLE_LETTERS[s["kind"][i] // 2]
