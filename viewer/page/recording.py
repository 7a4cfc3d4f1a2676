"""A game as data for a page: every shape once, every step as its difference to the step before.

The data are plain values with a number of their schema, so that other programs can read them too:

schema, game, rules, config, seed       what was played, as replays say it
agents, sides, pay, ending, fault       who played, what it paid, and how it ended
names, side_of_agent                    the game's agents, and the side of each
width, height, paper                    the sheet, in pixels
shapes                                  all shapes of all steps, as ``shapes`` writes them
pieces                                  all dice and cards that sentences show: words, width, height, shapes
steps                                   the beginning, then what stands after every decision, or step of all at once:
  keep, drop, add                       of the list of shapes before: how many stay at its head, how many after those
                                        go, and which, by number, come in their place
  acts                                  who chose what, in the game's words; left out where many act at once
  says                                  what happened, in the game's words
  blows                                 attacks: to x, y, or from x, y to x, y, in pixels
  shows                                 dice and cards of sentences: the number of a sentence, those of its pieces
  begins                                true where a turn or a phase begins, or the game is over
  time                                  which turn it is and what is done, in words; left out where it is as before

``replay`` may hold the replay's own bytes in base64, so that a page can hand it out.
A game that a search has reviewed has more: see ``analysis``. So has one whose players say what they think: see
``thoughts``.
"""

from collections.abc import Hashable, Iterable, Iterator, Sequence
from typing import Any

import numpy as np

from swarmzoo.envs.core.game import Game, copy_of
from swarmzoo.envs.core.painting import Shape
from swarmzoo.envs.core.pieces import Piece
from swarmzoo.envs.core.words import Blow
from swarmzoo.viewer.page.shapes import plain_piece, plain_shape
from swarmzoo.viewer.play.spoken import moment

SCHEMA = 5
_DRAWN = 400  # attacks of a step at most
_NAMED = 8  # agents that act at once up to which their actions are named
Move = tuple[np.ndarray, list[tuple[int, int]]]  # a state, and the agents that acted before it with their actions


class Recorder:
    """Takes a game down step by step: ``add`` a state, then ask for ``data``."""

    def __init__(self, game: Game):
        self._game, self._told = game, 0
        self._moment: Hashable = None
        self._numbers: dict[Shape, int] = {}
        self._shapes: list[list[Any]] = []
        self._piece_numbers: dict[Piece, int] = {}
        self._pieces: list[dict[str, Any]] = []
        self._steps: list[dict[str, Any]] = []
        self._last: list[int] = []
        self._drawn_last: dict[int, tuple[Shape, int]] = {}  # numbers of shapes that may be drawn again as they are
        self._before: np.ndarray | None = None
        self._sheet: dict[str, Any] = {}
        self._kept: list[tuple[np.ndarray, int, Hashable, list[int]]] = []  # after every step, to go back to it

    def add(self, state: np.ndarray, acted: Sequence[tuple[int, int]] = ()) -> None:
        """Take down a state, shape (1,), and who acted since the last one."""
        words = self._game.words
        step: dict[str, Any] = {}
        if self._before is not None and 0 < len(acted) <= _NAMED:
            step["acts"] = [[agent, words.action_name(self._before, agent, action)] for agent, action in acted]
        since = self._told
        sentences, self._told = words.log(state, since)
        if sentences:
            step["says"] = sentences
            shown = enumerate(words.pieces(state, since))
            step["shows"] = [[line, [self._piece(one) for one in pieces]] for line, pieces in shown if pieces]
            if not step["shows"]:
                del step["shows"]
            if self._before is not None and (blows := words.blows(self._before, state, since)):
                step["blows"] = [_plain_blow(one) for one in blows[:_DRAWN]]
        moment = words.moment(state)
        if moment != self._moment:
            step["begins"] = True
        self._moment = moment
        self._steps.append(self._drawn(state) | step)
        self._before = copy_of(state)
        self._kept.append((self._before, self._told, self._moment, self._last))

    def _drawn(self, state: np.ndarray) -> dict[str, Any]:
        """Return how the drawing differs from the one before."""
        drawing = self._game.words.drawing(state)
        self._sheet = {"width": drawing.width, "height": drawing.height, "paper": drawing.paper}
        known = self._drawn_last
        numbers = [known[id(shape)][1] if id(shape) in known else self._number(shape) for shape in drawing.shapes]
        self._drawn_last = {id(shape): (shape, n) for shape, n in zip(drawing.shapes, numbers, strict=True)}
        before, self._last = self._last, numbers
        most = min(len(before), len(numbers))
        keep = next((k for k in range(most) if before[k] != numbers[k]), most)
        tail = next((k for k in range(most - keep) if before[-1 - k] != numbers[-1 - k]), most - keep)
        return {"keep": keep, "drop": len(before) - tail - keep, "add": numbers[keep : len(numbers) - tail]}

    def _number(self, shape: Shape) -> int:
        """Return the number of a shape; one that was not seen before gets the next."""
        number = self._numbers.setdefault(shape, len(self._numbers))
        if number == len(self._shapes):
            self._shapes.append(plain_shape(shape))
        return number

    def _piece(self, piece: Piece) -> int:
        """Return the number of a die or a card; one that was not seen before gets the next."""
        number = self._piece_numbers.setdefault(piece, len(self._piece_numbers))
        if number == len(self._pieces):
            self._pieces.append(plain_piece(piece))
        return number

    @property
    def steps(self) -> int:
        """How many steps were taken down, the beginning included."""
        return len(self._steps)

    def back_to(self, step: int) -> None:
        """Forget all that came after a step, which must have been taken down."""
        del self._steps[step + 1 :], self._kept[step + 1 :]
        self._before, self._told, self._moment, self._last = self._kept[step]

    def shows_as(self, other: "Recorder") -> bool:
        """Return whether the last step looks and reads as in another recorder of the same game."""
        mine, others = ({**one._steps[-1], "add": None, "acts": None, "shows": None} for one in (self, other))
        shown, seen = ([one._shapes[k] for k in one._last] + one._shown() for one in (self, other))
        return mine == others and shown == seen

    def _shown(self) -> list[Any]:
        """Return the dice and cards of the last step, with the numbers of their sentences."""
        return [[line, [self._pieces[k] for k in numbers]] for line, numbers in self._steps[-1].get("shows", [])]

    def told(self, step: int) -> list[str]:
        """Return what happened from a step on, in the game's words."""
        return [sentence for one in self._steps[max(step, 0) :] for sentence in one.get("says", [])]

    def since(self, step: int, shapes: int, pieces: int = 0) -> dict[str, Any]:
        """Return what a reader lacks who has some steps, shapes and pieces: the sheet, and all that came after."""
        return {
            **self._sheet,
            "first": step,
            "steps": self._steps[step:],
            "first_shape": shapes,
            "shapes": self._shapes[shapes:],
            "first_piece": pieces,
            "pieces": self._pieces[pieces:],
        }

    def data(self, *, seed: int, agents: Sequence[str], pay: Sequence[float], fault: str = "") -> dict[str, Any]:
        """Return the game as it was taken down."""
        game, last = self._game, self._before
        return {
            "schema": SCHEMA,
            "game": game.env_id,
            "rules": game.rules_signature,
            "config": game.config.model_dump(mode="json"),
            "seed": seed,
            "agents": list(agents),
            "sides": list(game.side_names),
            "names": list(game.agents),
            "side_of_agent": list(game.side_of_agent),
            "pay": [float(one) for one in pay],
            "ending": game.words.ending(last) if last is not None and last["done"][0] else "",
            "fault": fault,
            **self._sheet,
            "shapes": self._shapes,
            "pieces": self._pieces,
            "steps": self._steps,
        }


def _plain_blow(blow: Blow) -> list[int]:
    """Return an attack as numbers: to where, or from where to where."""
    return [round(number) for point in (blow.source, blow.target) if point is not None for number in point]


def recorded(game: Game, moves: Iterable[Move], **about: Any) -> dict[str, Any]:
    """Return a game as data, from its states and who acted before each; ``about`` as ``Recorder.data`` takes it."""
    recorder = Recorder(game)
    times = []
    for state, acted in moves:
        recorder.add(state, acted)
        times.append(moment(game.words.time(state)))
    data, before = recorder.data(**about), ""
    for step, time in zip(data["steps"], times, strict=True):
        if time != before:
            step["time"] = before = time
    return data


def shapes_of_steps(data: dict[str, Any]) -> Iterator[list[list[Any]]]:
    """Yield the shapes of every step of a game as data, in the order in which they are drawn."""
    now: list[int] = []
    for step in data["steps"]:
        end = step["keep"] + step["drop"]
        now = [*now[: step["keep"]], *step["add"], *now[end:]]
        yield [data["shapes"][number] for number in now]
