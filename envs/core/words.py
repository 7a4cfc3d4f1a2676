"""How a game speaks to people: what every game says itself, and what follows from that for all of them.

A game's words are a class below ``Words``. It gives names, questions, one drawing and typed measures; documents,
pixels, summaries and the frames of a game that is watched are written here, once.
"""

from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from swarmzoo.envs.core.errors import GameError, nearest
from swarmzoo.envs.core.painting import Disc, Drawing, Point, paint, svg_document
from swarmzoo.envs.core.pieces import Piece
from swarmzoo.envs.core.tallies import EventBook


@dataclass(frozen=True)
class Measure:
    """Something that a game counts: of one side, or of all (``side`` None); ``part``: what of it, such as a card."""

    name: str
    unit: str
    value: float
    side: int | None = None
    part: str = ""


@dataclass(frozen=True)
class Summary:
    """What came of a game: how it ended, and its measures."""

    ending: str
    measures: tuple[Measure, ...]

    def of(self, name: str, side: int | None = None) -> float:
        """Return a measure of a side, or of all; the sum of its parts if it has some."""
        found = [measure.value for measure in self.measures if (measure.name, measure.side) == (name, side)]
        if not found:
            whose = "all sides together" if side is None else f"side {side}"
            raise GameError(f"no measure {name!r} of {whose}{nearest(name, {m.name for m in self.measures})}")
        return sum(found)


@dataclass(frozen=True)
class Blow:
    """An attack as it can be drawn: to a point of the drawing, from another if it is known who attacks from where."""

    target: Point
    source: Point | None = None


@dataclass(frozen=True)
class Frame:
    """A state, shape (1,), of a game that is watched, and what happened since the last one."""

    state: np.ndarray
    sentences: list[str]
    begins: bool  # a turn or a phase begins here, or the game is over: worth a look at the board


class Words(ABC):
    """How a game speaks to people. Every method takes one state, as an array of one record."""

    reasons: Sequence[str]  # by the numbers that the kernel ``why_not`` returns
    book: EventBook = EventBook()  # what of the log can be counted; this one: nothing

    @abstractmethod
    def action_name(self, state: np.ndarray, agent: int, action: int) -> str:
        """Return an action in the game's own words, as the agent who takes it sees it."""

    @abstractmethod
    def prompt(self, state: np.ndarray, agent: int) -> str:
        """Return what an agent is asked now, or that it waits; it tells nothing that the agent cannot know."""

    @abstractmethod
    def text(self, state: np.ndarray) -> str:
        """Return a picture of the board in text."""

    @abstractmethod
    def scene(self, state: np.ndarray, side: int) -> dict[str, Any]:
        """Return what a side knows of a state, as plain values: what ``text`` says, and what it alone knows.

        Nothing that the side cannot know is in it: worlds that look alike to the side have equal scenes. Games share
        the keys ``time``, ``board``, ``sides`` and ``units``; places are written as in the names of actions.
        """

    def time(self, state: np.ndarray) -> dict[str, Any]:
        """Return which turn it is and what is done, as plain values: the ``time`` of a scene."""
        return dict(self.scene(state, 0)["time"])

    def own(self, state: np.ndarray, side: int) -> list[str]:
        """Return in lines what a side alone knows, such as its hand; nothing in games without secrets."""
        return []

    @abstractmethod
    def drawing(self, state: np.ndarray) -> Drawing:
        """Return a picture of the board; its size depends on the configuration alone."""

    @abstractmethod
    def log(self, state: np.ndarray, since: int) -> tuple[list[str], int]:
        """Return the sentences of what happened after event number ``since``, and the number of the last event."""

    def pieces(self, state: np.ndarray, since: int) -> list[tuple[Piece, ...]]:
        """Return for each sentence of ``log`` the dice and cards that are shown with it; [] where there are none.

        They show what the sentences tell, and no more: who may read the log may see them.
        """
        return []

    def blows(self, before: np.ndarray, after: np.ndarray, since: int) -> list[Blow]:
        """Return the attacks that the log after event number ``since`` tells of, where they are drawn.

        ``before`` and ``after`` are the states, (1,), between which they fell; who was slain may be in the first alone.
        """
        return []

    def own_pieces(self, state: np.ndarray, side: int) -> list[Piece]:
        """Return the cards of a side's own hand, which it alone sees; nothing in games without hands."""
        return []

    @abstractmethod
    def write_position(self, state: np.ndarray) -> str:
        """Return the position in its text form."""

    @abstractmethod
    def read_position(self, text: str, seed: int) -> np.ndarray:
        """Return the state of a position; raise GameError with the line that is wrong and what is allowed."""

    @abstractmethod
    def ending(self, state: np.ndarray) -> str:
        """Return how a game ended, in a word or two."""

    @abstractmethod
    def measures(self, state: np.ndarray) -> Iterable[Measure]:
        """Yield what the game counts, of all and by side: the same measures in the same order for every state."""

    @abstractmethod
    def moment(self, state: np.ndarray) -> Hashable:
        """Return what changes whenever a turn or a phase begins, and when the game is over."""

    def spot(self, state: np.ndarray, agent: int, action: int) -> Disc | None:
        """Return where on the drawing an action of an agent aims: a disc that lies inside its hex; None: nowhere."""
        return None

    def spots(self, state: np.ndarray, agent: int, actions: Sequence[int]) -> list[Disc | None]:
        """Return where actions of an agent aim, each as ``spot`` says."""
        return [self.spot(state, agent, action) for action in actions]

    def conditions(self, states: np.ndarray) -> Mapping[str, np.ndarray]:
        """Return by name who is in a condition, bool (n, whoever can be in it), of states (n,): pinned, wounded ..."""
        return {}

    def svg(self, state: np.ndarray) -> str:
        """Return the picture of the board as an SVG document."""
        return svg_document(self.drawing(state))

    def image(self, state: np.ndarray) -> np.ndarray:
        """Return the same picture, uint8 (height, width, 3)."""
        return paint(self.drawing(state))

    def summary(self, state: np.ndarray) -> Summary:
        """Return how a game ended, and its measures."""
        return Summary(self.ending(state), tuple(self.measures(state)))

    def frames(self, states: Iterable[np.ndarray]) -> Iterator[Frame]:
        """Yield the states of a game with what happened since the one before, and whether a turn or phase begins."""
        told, last = 0, None
        for state in states:
            sentences, told = self.log(state, told)
            moment = self.moment(state)
            yield Frame(state, sentences, moment != last)
            last = moment


class Teller(Protocol):
    """Tells the log of a game."""

    def tell(self, s: np.void, since: int) -> tuple[list[str], int]:
        """Return the sentences of the events after number ``since``, and the number of the last event."""

    def show(self, s: np.void, since: int) -> list[tuple[Piece, ...]]:
        """Return for each of these sentences the dice and cards that are shown with it; [] for none at all."""


class PositionText(Protocol):
    """Writes positions as text, and reads them."""

    def write(self, state: np.ndarray) -> str:
        """Return the position in its text form, exact to the byte."""

    def read(self, text: str, seed: int) -> np.ndarray:
        """Return the state of a position; raise GameError with the line that is wrong and what is allowed."""


class PartedWords(Words):
    """Words of which the log and the text of positions are objects of their own, and whose endings have numbers."""

    def __init__(self, chronicle: Teller, positions: PositionText, endings: Sequence[str]):
        self._chronicle, self._positions, self._endings = chronicle, positions, endings

    def log(self, state: np.ndarray, since: int) -> tuple[list[str], int]:
        """Return the sentences of the events after number ``since``, and the number of the last event."""
        return self._chronicle.tell(state[0], since)

    def pieces(self, state: np.ndarray, since: int) -> list[tuple[Piece, ...]]:
        """Return for each sentence of ``log`` the dice and cards that are shown with it; [] where there are none."""
        return self._chronicle.show(state[0], since)

    def write_position(self, state: np.ndarray) -> str:
        """Return the position in its text form."""
        return self._positions.write(state)

    def read_position(self, text: str, seed: int) -> np.ndarray:
        """Return the state of a position; raise GameError with the line that is wrong and what is allowed."""
        return self._positions.read(text, seed)

    def ending(self, state: np.ndarray) -> str:
        """Return how a game ended, in a word or two."""
        return self._endings[state[0]["ending"]]
