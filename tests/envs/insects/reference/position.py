"""What lies on the table: swarms, hands, cards in play, the board, and how far the turn has gone."""

from collections import Counter
from collections.abc import Callable, Generator
from dataclasses import dataclass, field
from typing import Any, TypeVar

from swarmzoo.envs.insects.config import InsectsConfig, InsectsRules
from tests.envs.insects.reference.hexes import Hex

SAND, DIRT, GRASS, MOUND, ROCKS, WATER, DEN, MUD, SLOPE, ROOTS = range(10)

# what an insect has moved that Mud or an enemy stopped: it has no move left this turn [INS-S19]
STOPPED = 99

NOBODY = -1

Option = tuple[str, Any]
PASS: Option = ("pass", None)


@dataclass
class Question:
    """A choice put to a player: what is asked, and every answer allowed."""

    seat: int
    what: str
    options: list[Option]


T = TypeVar("T")
Asking = Generator[Question, Option, T]


class GameIsOver(Exception):
    """Somebody has won."""


class TurnIsOver(Exception):
    """The active player is out, and its turn ends there. [INS-S31]"""


@dataclass
class CardInPlay:
    """An Evolution card that lies in play; a Mimic works as another kind. [INS-10] [INS-E7]"""

    kind: str
    works_as: str


@dataclass
class Player:
    """A swarm's cards and what holds for it this turn."""

    hand: Counter[str] = field(default_factory=Counter)
    in_play: list[CardInPlay] = field(default_factory=list)
    burnt: list[str] = field(default_factory=list)
    is_out: bool = False
    is_molted: bool = False
    is_dormant: bool = False
    pay: float | None = None


@dataclass
class Group:
    """Insects that are being moved: how many have moved how many spaces, and what they did in this space."""

    space: Hex
    insects: Counter[int]
    steps: int = 0
    burst: int = 0
    has_dropped: bool = False
    has_picked_up: bool = False


@dataclass
class Game:
    """A whole game."""

    config: InsectsConfig
    draw: Callable[[int], int]
    terrain: dict[Hex, int]
    insects: dict[Hex, list[int]]
    players: list[Player]
    deck: list[str]
    discards: Counter[str] = field(default_factory=Counter)
    round: int = 0
    order: list[int] = field(default_factory=list)
    active: int = NOBODY
    phase: str = "bid"
    latency: Counter[int] = field(default_factory=Counter)
    places: dict[int, int] = field(default_factory=dict)
    to_place: int = 0
    moved: dict[Hex, Counter[int]] = field(default_factory=dict)
    moves_used: int = 0
    migration: int = 0
    has_picked: bool = False
    is_cocooned: bool = False
    group: Group | None = None
    fought: set[Hex] = field(default_factory=set)
    fight: Hex | None = None
    frenzy: Counter[int] = field(default_factory=Counter)
    rush: Counter[int] = field(default_factory=Counter)
    deck_is_done: bool = False
    ending: str = "not over"
    met: set[str] = field(default_factory=set)

    @property
    def rules(self) -> InsectsRules:
        """Return the numbers and house rules of this game."""
        return self.config.rules

    def meet(self, case: str, has_come: object = True) -> None:
        """Note a case that has come up, so that a test knows what was compared."""
        if has_come:
            self.met.add(case)

    def seats(self) -> list[int]:
        """Return who is still in the game, by seat."""
        return [seat for seat, player in enumerate(self.players) if not player.is_out]

    def stacks(self, seat: int) -> list[Hex]:
        """Return the spaces where a player has a stack. [INS-3]"""
        return [space for space, numbers in self.insects.items() if numbers[seat] > 0]

    def number_of(self, seat: int) -> int:
        """Return how many insects a swarm has."""
        return sum(numbers[seat] for numbers in self.insects.values())

    def supply(self, seat: int) -> int:
        """Return how many counters a player has left. [INS-A6]"""
        return self.rules.counters - self.number_of(seat)

    def owners(self, space: Hex) -> list[int]:
        """Return who has a stack in a space, by seat."""
        return [seat for seat, number in enumerate(self.insects[space]) if number > 0]

    def enemies(self, space: Hex, seat: int) -> list[int]:
        """Return who else has a stack in a space."""
        return [other for other in self.owners(space) if other != seat]

    def in_turn_order(self, first: int) -> list[int]:
        """Return who is in the game in this round's order, beginning with a player."""
        at = self.order.index(first)
        return [seat for seat in self.order[at:] + self.order[:at] if not self.players[seat].is_out]


def ask(seat: int, what: str, options: list[Option], even_alone: bool = False) -> Asking[Option]:
    """Put a choice to a player; with one answer it is not asked, save in windows for all. [INS-A1] [INS-A2]"""
    assert options, f"{what}: seat {seat} has no answer"
    if len(options) == 1 and not even_alone:
        return options[0]
    answer = yield Question(seat, what, options)
    return answer


def ask_number(seat: int, what: str, least: int, most: int) -> Asking[int]:
    """Ask for a number; one that may exceed 31 in two digits of base 32, the high one first. [INS-A3]"""
    if most < 32:
        return (yield from ask_digit(seat, what, least, most))
    high = yield from ask_digit(seat, what, least // 32, most // 32)
    low = yield from ask_digit(seat, what, max(0, least - 32 * high), min(31, most - 32 * high))
    return 32 * high + low


def ask_digit(seat: int, what: str, least: int, most: int) -> Asking[int]:
    """Ask for one digit."""
    answer = yield from ask(seat, what, [("digit", digit) for digit in range(least, most + 1)])
    return int(answer[1])
