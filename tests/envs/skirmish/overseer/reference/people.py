"""Overseers, heroes and Underlings: what is known of each."""

from dataclasses import dataclass, field
from typing import Any

from tests.envs.skirmish.overseer.reference.land import Cell

STEADY, WARY, FROZEN, PANICKED, FAINTED, HELPLESS = ("steady", "wary", "frozen", "panicked", "fainted", "helpless")
SHOCKS = (STEADY, WARY, FROZEN, PANICKED, FAINTED, HELPLESS)  # the worse the later
UNABLE = (FROZEN, PANICKED, FAINTED, HELPLESS)


@dataclass(eq=False)
class Piece:
    """Underlings in one hex; ``home`` is the unit with which they began, None for the neutral ones."""

    number: int
    home: "Unit | None"
    profile: Any
    side: int | None
    models: int
    is_special: bool = False
    cell: Cell | None = None
    unit: "Unit | None" = None
    in_rank: bool = False
    flees: bool = False


@dataclass(eq=False)
class Unit:
    """A leader with the Underlings of its roll; ``entry`` is its line in the force."""

    index: int
    side: int
    entry: Any
    profile: Any
    type: Any
    weapon: Any = None  # for shots
    blade: Any = None
    cell: Cell | None = None
    fate: str = "in the field"
    wounds: int = 0
    roll: list[Piece] = field(default_factory=list)
    initiative: int = 0
    lost: int = 0
    is_pinned: bool = False
    runs: bool = False
    covers_ground: bool = False
    kept_cover: int = 0
    watches: bool = False
    swarm_reaction: bool = True
    own_reaction: bool = True
    aim: int = 0
    marked: "Unit | None" = None
    feared: set[int] = field(default_factory=set)
    shock: str = STEADY
    shock_left: int = 0
    shocked_by: "Unit | None" = None
    is_unnerved: bool = False
    halved: int = 0

    @property
    def is_here(self) -> bool:
        """Whether the leader is in the field."""
        return self.fate == "in the field"

    @property
    def is_able(self) -> bool:
        """Whether the leader is in the field and can act."""
        return self.is_here and self.shock not in UNABLE

    @property
    def ranks(self) -> list[Piece]:
        """The Underlings in rank. [OVR-4]"""
        return [piece for piece in self.roll if piece.in_rank]

    @property
    def us(self) -> int:
        """Unit Strength. [OVR-9]"""
        return sum(piece.models for piece in self.ranks)

    @property
    def specialist(self) -> Piece | None:
        """The Specialist, if it is in rank. [OVR-8]"""
        return next((piece for piece in self.ranks if piece.is_special), None)

    @property
    def ordinary(self) -> list[Piece]:
        """The others in rank."""
        return [piece for piece in self.ranks if not piece.is_special]

    @property
    def num_ordinary(self) -> int:
        """How many ordinary Underlings are in rank."""
        return sum(piece.models for piece in self.ordinary)

    def strike_off(self, piece: Piece) -> None:
        """Take a piece out of the roll."""
        self.roll.remove(piece)
        piece.unit, piece.in_rank, piece.is_special = None, False, False

    def dissolve(self, flees: bool) -> None:
        """Strike everybody off. [OVR-11, OVR-31, OVR-33]"""
        for piece in list(self.roll):
            self.strike_off(piece)
            piece.flees = flees
