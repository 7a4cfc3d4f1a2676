"""Pieces: persons, commanders with henchmen, squads, vehicles; what each has declared."""

from dataclasses import dataclass, field
from typing import Any

from tests.envs.skirmish.nova.reference.ground import Cell
from tests.envs.skirmish.nova.reference.sheets import Figures

FIELD, INCAPACITATED, DYING, STABLE, DEAD, SURRENDERED, ESCAPED = (
    *("in the field", "incapacitated", "dying", "stable", "dead", "surrendered", "escaped"),
)
PLANNED, TAKEN, LOST, ABORTED = ("planned", "taken", "lost", "aborted")
DEFENCES = ("dodge", "parry")
MOVES = ("run", "sprint", "drag")


@dataclass(eq=False)
class Deed:
    """An action that was declared; ``what`` is "at", "hex", "thing", "mate" or nothing."""

    kind: str
    what: str = ""
    aim: Any = None
    mode: int = 0
    how: str = "target"
    fate: str = PLANNED
    is_replaced: bool = False


@dataclass(eq=False)
class Piece:
    """One combatant in one hex."""

    index: int
    side: int
    unit: Any
    figures: Figures
    is_agent: bool = True
    cell: Cell | None = None
    lies: Cell | None = None
    fate: str = FIELD
    initiative: int = 0
    lot: int = 0
    aggravated: int = 0
    lethal: int = 0
    bashing: int = 0
    stun: int = 0
    stun_clock: int = 0
    members: int = 1
    levels: list[int] = field(default_factory=list)  # left, of gritty extras and vehicles
    henchmen: list[int] = field(default_factory=list)
    supports: list[int] = field(default_factory=list)
    gone: set[int] = field(default_factory=set)
    ablative: int = 0
    maimed: int = 0
    willpower: int = 0
    dying: int = 0
    is_beyond_help: bool = False
    taken: int = 0
    is_powered: bool = False
    is_dazed: bool = False
    daze_next: bool = False
    is_stunned: bool = False
    stun_next: int = 0
    is_prone: bool = False
    is_covered: bool = False
    holding: "Piece | None" = None
    held_by: "Piece | None" = None
    mobbed: set[int] = field(default_factory=set)
    defended: int = 0
    has_healed: bool = False
    is_full: bool = False
    is_sprinting: bool = False
    plan: list[Deed] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Begin whole. [NOV-31, NOV-44, NOV-45, NOV-46]"""
        sheet, rules = self.sheet, self.figures.rules
        self.willpower, self.ablative = sheet.willpower, self.figures.ablative
        self.members = self.unit.members if self.figures.is_squad else 1
        if sheet.kind == "gritty":
            self.levels = [rules.gritty_levels] * self.members
        if sheet.kind == "gritty_vehicle":
            self.levels = [max(1, sheet.levels * rules.vehicle_share // 100)]
        if sheet.kind == "cinematic_vehicle":
            self.levels = [rules.vehicle_levels]
        self.henchmen = [one.count for one in self.unit.henchmen]
        self.supports = [0] * len(self.henchmen)

    @property
    def sheet(self) -> Any:
        """The sheet."""
        return self.figures.sheet

    @property
    def kind(self) -> str:
        """The kind of the sheet."""
        return str(self.sheet.kind)

    @property
    def is_person(self) -> bool:
        """Whether it is a nova or a baseline."""
        return self.figures.is_person

    @property
    def num_henchmen(self) -> int:
        """How many henchmen are left."""
        return sum(self.henchmen)

    @property
    def boxes(self) -> int:
        """The levels of the track that are filled."""
        return self.aggravated + self.lethal + self.bashing

    @property
    def left(self) -> int:
        """The levels left, Incapacitated among them."""
        return max(0, self.figures.levels + 1 - self.boxes)

    @property
    def is_here(self) -> bool:
        """Whether it is in the field."""
        return self.fate == FIELD

    @property
    def is_out_cold(self) -> bool:
        """Whether stun has filled the track. [NOV-19]"""
        return self.is_here and self.is_person and self.stun >= self.figures.levels

    @property
    def is_able(self) -> bool:
        """Whether it can act and defend itself in this round."""
        return self.is_here and not self.is_out_cold and not self.is_stunned

    @property
    def is_out(self) -> bool:
        """Whether it counts as beaten."""
        return self.fate not in (FIELD, ESCAPED) or self.is_out_cold

    @property
    def is_gone(self) -> bool:
        """Whether it has fallen for good."""
        return self.fate not in (FIELD, ESCAPED)

    @property
    def wound_penalty(self) -> int:
        """The penalty of the worst level that is filled. [NOV-31, NOV-44]"""
        filled = min(self.boxes, self.figures.levels)
        return self.figures.track[filled - 1] if self.is_person and filled else 0

    @property
    def limit(self) -> int:
        """How many actions it may take in a round. [NOV-1, NOV-16, NOV-44]"""
        if not self.is_person or self.is_dazed:
            return 1
        return int(min(self.sheet.dexterity + self.sheet.wits, self.figures.rules.most_actions))

    def order_penalty(self, k: int) -> int:
        """Return the dice that the k-th action loses. [NOV-G6]"""
        return len(self.plan) + k if self.is_person and len(self.plan) > 1 else 0

    def waiting(self, kinds: tuple[str, ...]) -> list[int]:
        """List the numbers of actions of some kinds that are still planned."""
        return [k for k, deed in enumerate(self.plan) if deed.fate == PLANNED and deed.kind in kinds]
