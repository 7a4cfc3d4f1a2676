"""The state of a whole game, and the questions that several chapters ask of it."""

from collections import Counter
from collections.abc import Callable, Generator
from dataclasses import dataclass, field
from typing import Any

from tests.envs.skirmish.nova.reference.ground import Cell, Land, Pose, disc_cells, distance
from tests.envs.skirmish.nova.reference.people import Deed, Piece
from tests.envs.skirmish.overseer.reference.land import EAST

Action = tuple[str, Any]  # a word and what it is aimed at
Asking = Generator[None, Action, Any]


class Over(Exception):
    """The game has ended."""


@dataclass(eq=False)
class Thing:
    """An object on the field."""

    number: int
    name: str
    kind: Any
    structure: int
    middle: Cell
    cells: set[Cell]

    @property
    def is_whole(self) -> bool:
        """Whether it stands."""
        return self.structure > 0


@dataclass
class Game:
    """A whole game."""

    config: Any
    plan: Any
    land: Land
    draw: Callable[[int], int]
    pieces: list[Piece]
    things: list[Thing]
    poses: list[Pose]
    to_edge: Callable[[int, Cell], int]
    round: int = 0
    encounter: int = 0
    encounter_began: int = 0
    points: int = 0
    extras: list[int] = field(default_factory=list)
    vehicles: int = 0
    harmed_by: int | None = None
    hits: list[int] = field(default_factory=lambda: [0, 0])  # on the hostage, by side
    order: list[Piece] = field(default_factory=list)
    current: Piece | None = None
    attack: Any = None
    asked: Piece | None = None
    stage: str = ""
    legal: list[Action] = field(default_factory=list)
    winners: list[int] | None = None
    ending: str = ""
    met: Counter[str] = field(default_factory=Counter)

    @property
    def rules(self) -> Any:
        """The numbers of the rules."""
        return self.config.rules

    def ask(self, piece: Piece, stage: str, legal: list[Action]) -> Asking:
        """Ask the agent of a piece; the only choice is not asked for."""
        if len(legal) == 1:
            return legal[0]
        assert legal, stage
        self.asked, self.stage, self.legal = piece, stage, legal
        answer = yield
        return answer

    # dice

    def roll(self, pool: int) -> int:
        """Roll a pool; return the successes. [NOV-G1]"""
        return sum(1 + self.draw(10) >= self.rules.success for _ in range(pool))

    # who is where

    def here(self) -> list[Piece]:
        """List the pieces in the field."""
        return [piece for piece in self.pieces if piece.is_here]

    def at(self, cell: Cell) -> Piece | None:
        """Return who stands in a hex."""
        return next((piece for piece in self.here() if piece.cell == cell), None)

    def taken(self) -> set[Cell]:
        """Return the hexes in which somebody stands."""
        return {piece.cell for piece in self.here() if piece.cell is not None}

    def far(self, a: Piece, b: Piece) -> int:
        """Return the hexes between two pieces."""
        assert a.cell and b.cell
        return distance(a.cell, b.cell)

    def thing_at(self, cell: Cell) -> Thing | None:
        """Return the object that stands in a hex."""
        return next((thing for thing in self.things if thing.is_whole and cell in thing.cells), None)

    def spot_of(self, thing: Thing, viewer: Cell) -> Cell:
        """Return the hex of an object that is nearest to somebody, the first of several as its own disc is counted."""
        disc = disc_cells(thing.middle, EAST, thing.kind.radius)
        return min((cell for cell in disc if cell in thing.cells), key=lambda cell: distance(cell, viewer))

    def sees(self, a: Cell, b: Cell) -> bool:
        """Tell whether a hex is seen from another one."""
        return self.land.cover(a, b) is not None

    # weapons

    def heavy_type(self, piece: Piece) -> int | None:
        """Return the first type of henchmen that has a heavy weapon left. [NOV-59]"""
        named = self.rules.named("henchmen")
        for k, one in enumerate(piece.unit.henchmen):
            is_left = piece.supports[k] < min(one.count, piece.henchmen[k])
            if named[one.type].weapon != "none" and is_left:
                return k
        return None

    def heavy_weapons(self, piece: Piece) -> int:
        """Return how many heavy weapons of its henchmen somebody can still use. [NOV-59]"""
        named = self.rules.named("henchmen")
        armed = [k for k, one in enumerate(piece.unit.henchmen) if named[one.type].weapon != "none"]
        return sum(max(0, piece.henchmen[k] - piece.supports[k]) for k in armed)

    def weapon(self, piece: Piece, kind: str) -> Any:
        """Return the weapon of a kind of action, None where there is none."""
        named = self.rules.named("weapons")
        own = {"grapple": "hold"}.get(kind, kind)
        if own in ("light_blow", "heavy_blow", "hold", "crush"):
            return named[own]
        if kind == "support":
            heavy = self.heavy_type(piece)
            types = self.rules.named("henchmen")
            return None if heavy is None else named[types[piece.unit.henchmen[heavy].type].weapon]
        number = int(kind.removeprefix("weapon_")) - 1
        return piece.figures.weapons[number] if number < len(piece.figures.weapons) else None

    def deed_of(self, piece: Piece) -> Deed:
        """Return the action that is declared last."""
        return piece.plan[-1]


def is_ranged(weapon: Any) -> bool:
    """Tell whether a weapon shoots or is thrown."""
    return bool(weapon.metres or weapon.thrown)
