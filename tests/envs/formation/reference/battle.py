"""The state of a battle: soldiers, formations, the field; and who stands where."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from tests.envs.formation.reference.hexes import Hex, around

Draw = Callable[[int], int]
# Dice for a purpose, a hex and a number, to be drawn from: equal ones at the same moment fall alike.
Dice = Callable[[int, str, Hex, int], Draw]

IN_FIELD, DOWNED, DEAD, STABLE, FLED, CROSSED = "in the field", "Downed", "dead", "stable", "fled", "crossed"


@dataclass(eq=False)
class Soldier:
    """One soldier: what it is, where it stands, how it fares and what it may still do."""

    number: int
    company: int
    squad: int
    role: str
    leads: bool
    hex: Hex | None
    facing: int
    fate: str = IN_FIELD
    dazed: bool = False
    wounded: bool = False
    panicked: bool = False
    berserk: bool = False
    hidden: bool = False
    panics: int = 0
    points: int = 0
    complex: bool = True
    quick: int = 1
    melee: bool = True
    exhausted: bool = False  # the Complex Action of the coming turn is spent
    ended: bool = False
    held: bool = False  # stopped in a Zone of Control
    moved: int = 0  # hexes in this turn
    acted: bool = False  # spent Movement Points of its own in this turn
    evading: bool = False
    charging: bool = False
    straight: int = 0  # hexes straight ahead
    forming: bool = False
    defending: bool = False
    target: int | None = None  # whom it has declared to strike
    fought: bool = False
    attacked: int = 0  # strikes at it in this turn
    loaded: bool = True
    harm: int = 0  # the damage result that brought it down
    lies_at: Hex | None = None
    fell_now: bool = False  # in this turn
    formation: int | None = None
    intact: bool = False  # still in the formation in which it started
    crossed_in_line: bool = False

    @property
    def stands(self) -> bool:
        """Tell whether the soldier is in the field."""
        return self.fate == IN_FIELD

    @property
    def is_able(self) -> bool:
        """Tell whether the soldier is in the field and itself: neither Dazed nor Panicked nor Berserk."""
        return self.stands and not (self.dazed or self.panicked or self.berserk)

    @property
    def at(self) -> Hex:
        """Return the hex of a soldier in the field."""
        assert self.hex is not None
        return self.hex


@dataclass
class Formation:
    """One formation: who directs it, and how its Movement goes."""

    company: int
    director: int | None
    size: int  # its members, with those who have crossed
    gap: bool = False  # its last Step ended with a gap
    astray: bool = False  # its last Step ended with its leader out of range
    done: bool = False  # its Movement has ended
    steps: int = 0  # Steps it has taken


@dataclass
class Battle:
    """A whole game between two env steps."""

    rules: Any
    scenario: str
    terrain: dict[Hex, str]
    columns: int
    goals: tuple[set[Hex], set[Hex]]  # each company's objective
    homes: tuple[set[Hex], set[Hex]]  # the edges where they flee
    soldiers: list[Soldier]
    dice: Dice
    max_turns: int
    formations: dict[int, Formation] = field(default_factory=dict)
    queues: list[list[int]] = field(default_factory=list)  # the parts of each broken formation, in their order
    turn: int = 0
    active: int = 0
    phase: str = "orders"
    moment: int = 0  # what dice are keyed by
    step: int = 0  # Steps taken in this Movement
    most_steps: int = 0
    parts_move: bool = False  # the others' Steps are over
    movers: set[int] = field(default_factory=set)  # who may be reacted to
    checked: dict[int, set[str]] = field(default_factory=dict)  # panic triggers, by squad or by a company's first
    due: dict[int, set[str]] = field(default_factory=dict)
    panicked_ever: list[bool] = field(default_factory=lambda: [False, False])
    held: list[int] = field(default_factory=lambda: [0, 0])  # turns in a row alone on the bridge
    alone: list[int] = field(default_factory=lambda: [0, 0])  # turns alone on it in all
    breakups: list[int] = field(default_factory=lambda: [0, 0])
    fallen: list[int] = field(default_factory=lambda: [0, 0])  # soldiers Downed in this game
    over: bool = False
    winner: int | None = None
    ending: str = "still played"

    def number(self, name: str) -> int:
        """Return a number of the rules."""
        return int(getattr(self.rules, name))

    def ground(self, at: Hex) -> Any:
        """Return what the terrain of a hex does."""
        return getattr(self.rules.terrain, self.terrain[at])

    def shaken_with(self, soldier: Soldier) -> int:
        """Return the number of those with whom a soldier checks for panic: its squad, or its company's first squad."""
        return soldier.squad if self.rules.panic_by == "squad" else self.all_of(soldier.company)[0].squad

    def all_of(self, company: int) -> list[Soldier]:
        """Return all soldiers a company began with."""
        return [each for each in self.soldiers if each.company == company]

    def of(self, company: int) -> list[Soldier]:
        """Return a company's soldiers in the field."""
        return [each for each in self.soldiers if each.company == company and each.stands]

    def standing(self) -> list[Soldier]:
        """Return all soldiers in the field."""
        return [each for each in self.soldiers if each.stands]

    def who(self, at: Hex) -> Soldier | None:
        """Return who stands in a hex."""
        return next((each for each in self.soldiers if each.hex == at and each.stands), None)

    def members(self, formation: int) -> list[Soldier]:
        """Return the members of a formation who are in the field."""
        return [each for each in self.soldiers if each.formation == formation and each.stands]

    def neighbours(self, soldier: Soldier) -> list[Soldier]:
        """Return who stands beside a soldier."""
        return [other for at in around(soldier.at) if (other := self.who(at))]

    def director(self, formation: int) -> Soldier | None:
        """Return who directs a formation."""
        number = self.formations[formation].director
        return None if number is None else self.soldiers[number]

    def leader(self, squad: int) -> Soldier | None:
        """Return the leader of a squad, unless it was Downed."""
        alive = (IN_FIELD, FLED, CROSSED)
        return next((each for each in self.soldiers if each.squad == squad and each.leads and each.fate in alive), None)


def row_by_row(at: Hex) -> tuple[int, int]:
    """Return the place of a hex when the field is read row by row. [FOR-A6]"""
    return at[1], at[0]
