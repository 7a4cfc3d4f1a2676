"""The state of a whole game, and the questions that several chapters ask of it."""

from collections.abc import Callable
from dataclasses import dataclass, field

from swarmzoo.envs.skirmish.warband.config import WarbandConfig, WarbandRules
from tests.envs.skirmish.warband.reference.dice import Dice, Draw
from tests.envs.skirmish.warband.reference.field import Cell, Field, distance
from tests.envs.skirmish.warband.reference.outline import middle, order_of_others
from tests.envs.skirmish.warband.reference.people import Character, bare_boots, own_coronet


@dataclass
class Activation:
    """What the one who acts has left, and what it has done."""

    who: Character
    points: int
    steps: int = 0
    has_moved: bool = False
    has_charged: bool = False
    has_ordered: bool = False
    got_away: bool = False


@dataclass
class Game:
    """A whole game: the ground, the characters, the bag, the score; ``number`` numbers the actions."""

    config: WarbandConfig
    ground: Field
    people: list[Character]
    draw: Draw
    number: Callable[..., int]
    loot: dict[Cell, int] = field(default_factory=dict)
    turn: int = 0
    bag: list[int] = field(default_factory=list)
    drawn: int | None = None
    active: Activation | None = None
    broken: list[bool] = field(init=False)
    tokens: list[int] = field(init=False)
    turns_held: list[int] = field(init=False)
    half_lost: list[bool] = field(init=False)
    is_over: bool = False
    ending: str = ""
    pay: list[float] = field(default_factory=list)

    def is_in_centre(self, cell: Cell) -> bool:
        """Tell whether a hex belongs to the centre. [WAR-A6]"""
        return distance(cell, middle(self.ground)) <= self.rules.centre_radius

    def asked(self) -> int:
        """Return the warband that decides."""
        return self.active.who.warband if self.active else int(self.drawn or 0)

    def pay_so_far(self) -> list[float]:
        """Return what every warband has been paid: those that broke have lost. [WAR-A8]"""
        n = self.config.warbands
        return self.pay or [-1 / (n - 1) if is_broken else 0.0 for is_broken in self.broken]

    def __post_init__(self) -> None:
        n = self.config.warbands
        self.broken, self.half_lost = [False] * n, [False] * n
        self.tokens, self.turns_held = [0] * n, [0] * n

    @property
    def rules(self) -> WarbandRules:
        """Return the numbers of the rules."""
        return self.config.rules

    @property
    def dice(self) -> Dice:
        """Return the dice."""
        return Dice(self.draw, self.rules)

    def warband(self, number: int) -> list[Character]:
        """List a warband's characters."""
        return [who for who in self.people if who.warband == number]

    def standing(self) -> list[Character]:
        """List all who are not out."""
        return [who for who in self.people if not who.is_out]

    def friends(self, who: Character) -> list[Character]:
        """List the others of a character's warband who are not out."""
        return [other for other in self.standing() if other.warband == who.warband and other is not who]

    def enemies(self, who: Character) -> list[Character]:
        """List the characters of other warbands who are not out, as the own warband counts them."""
        others = order_of_others(self.config.warbands, who.warband)
        return [enemy for warband in others for enemy in self.warband(warband) if not enemy.is_out]

    def apart(self, a: Character, b: Character) -> int:
        """Return the hexes from one character to another."""
        return distance(a.cell, b.cell)

    def cover(self, viewer: Character, target: Character) -> int | None:
        """Return a target's cover, at least soft if it lies prone, None if it is not seen. [WAR-A2, WAR-17]"""
        cover = self.ground.cover(viewer.cell, target.cell)
        return max(cover, 1) if cover is not None and target.is_prone else cover

    def leader_of(self, some: list[Character]) -> Character:
        """Return who leads: the highest Coronet, the first of several. [WAR-P9]"""
        return max(some, key=lambda who: (own_coronet(self.rules, who.entry), -who.slot))

    def first_leader(self, warband: int) -> Character:
        """Return who led a warband at the beginning: kill_leader is about this one. [WAR-A6]"""
        return self.leader_of(self.warband(warband))

    def leader(self, warband: int) -> Character:
        """Return who leads a warband now. [WAR-P10]"""
        return self.leader_of([who for who in self.warband(warband) if not who.is_out])

    def coronet(self, who: Character) -> int:
        """Return a character's Coronet, or a better one of a friend with Leadership who is not Stunned. [WAR-G4]"""
        lenders = [f for f in self.friends(who) if f.has("leadership") and not f.is_stunned]
        near = [f for f in lenders if self.apart(who, f) <= self.rules.leadership_range]
        return max(own_coronet(self.rules, one.entry) for one in [who, *near])

    def disc_radius(self) -> int:
        """Return how far a part of a move goes at most: the largest Boots of all, 3 at least. [WAR-A4]"""
        return max(3, *(bare_boots(self.rules, who.entry) for who in self.people))

    def is_in_melee(self, who: Character) -> bool:
        """Tell whether an enemy stands within a hex who is not Stunned. [WAR-11, WAR-P12]"""
        return any(self.apart(who, enemy) <= 1 and not enemy.is_stunned for enemy in self.enemies(who))
