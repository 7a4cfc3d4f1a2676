"""Whole games played by the kernels and by a second engine side by side, with everything compared at every ply.

A second engine is a generator of the game, which stops where somebody is asked and is sent the action; the game's own
``Pair`` says how it begins, what it pays, and what is counted on the way.
"""

import random
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Generator, Mapping, Sequence
from typing import Any, ClassVar

import numpy as np

from swarmzoo.envs.core.entries import Questions
from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.game import Game
from swarmzoo.envs.core.table import Table

PLIES = 3000  # a game that goes on for longer is left
TRIES = 100  # not all that is drawn makes a game
Setup = Callable[[random.Random], dict[str, Any]]


class SideBySide(ABC):
    """A game of the kernels and the same game of the second engine; ``chosen`` and ``met`` count words and states.

    ``game_of`` makes a game from keywords, ``setups`` draw these by the name of a scenario, ``endings`` has the names
    of endings by their numbers, ``tastes`` and ``choose`` are of the players, and ``over`` is raised at the end.
    """

    game_of: ClassVar[Callable[..., Game]]
    setups: ClassVar[Mapping[str, Setup]]
    endings: ClassVar[Sequence[str]]
    tastes: ClassVar[Sequence[Any]]
    choose: ClassVar[Callable[..., Any]]
    over: ClassVar[type[Exception]]
    # made by ``begin``
    reference: Any
    adapter: Any
    stream: Any
    agents: Mapping[int, int]  # by who is asked
    going: Generator

    def __init__(self, seed: int, scenario: str) -> None:
        self.dice, self.seed = random.Random(f"{scenario} {seed}"), seed
        self.keywords = self.drawn(scenario)
        self.kernels = self.game_of(**self.keywords)
        self.table = Table(self.kernels, 1)
        self.table.arrange(illegal_action=0, pausing=True)
        self.table.seed(np.array([seed]))
        self.table.begin()
        self.questions = Questions(self.kernels)
        self.begin()
        self.taste_of = [self.dice.choice(self.tastes) for _ in self.agents]
        self.decisions, self.chosen, self.met = 0, Counter[str](), Counter[str]()
        self.before, self.last = self.table.states.copy(), "the beginning"
        self.go_on(None)

    @abstractmethod
    def begin(self) -> None:
        """Make the second engine's game, and what translates between the two."""

    @abstractmethod
    def pay(self) -> list[tuple[float, bool]]:
        """Return what the second engine pays every agent, and whether the game is over for it."""

    def note(self) -> None:
        """Count what is met before a decision."""
        self.met[self.reference.stage] += 1

    def drawn(self, scenario: str) -> dict[str, Any]:
        """Draw keywords that make a game."""
        for _ in range(TRIES):
            keywords = self.setups[scenario](self.dice)
            try:
                self.game_of(**keywords)
            except GameError:
                continue
            return keywords
        raise AssertionError(f"{scenario}: no configuration of {TRIES} makes a game")

    @property
    def state(self) -> Any:
        """The kernels' state."""
        return self.table.states[0]

    @property
    def is_over(self) -> bool:
        """Whether the second engine's game has ended."""
        return self.reference.winners is not None

    @property
    def agent(self) -> int:
        """The agent that is asked."""
        assert self.reference.asked
        return self.agents[self.reference.asked.index]

    def go_on(self, action: Any) -> None:
        """Let the second engine go on to its next question."""
        try:
            self.going.send(action)
        except self.over:
            self.reference.asked = None

    def fail(self, differences: list[str]) -> None:
        """Say what differs, where, and how to get there."""
        text = "\n".join(differences)
        raise AssertionError(
            f"seed {self.seed}, keywords {self.keywords}\nply {self.decisions}, after {self.last}:\n{text}\n"
            f"the position before:\n{self.kernels.words.write_position(self.before)}"
        )

    def named(self, number: int) -> str:
        """Return an action's name."""
        return f"{self.agent}: {self.kernels.words.action_name(self.table.states, self.agent, number)}"

    def compare_masks(self) -> dict[int, Any]:
        """Compare every legal action; return the actions by their numbers."""
        ours = {self.adapter.number(self.reference, action): action for action in self.reference.legal}
        theirs = set(np.flatnonzero(self.questions.mask(self.table.states, self.agent)).tolist())
        if theirs != set(ours):
            self.before = self.table.states.copy()
            only = {"kernels": theirs - set(ours), "reference": set(ours) - theirs}
            self.fail([f"legal in the {one} only: {self.named(a)}" for one, some in only.items() for a in sorted(some)])
        return ours

    def ply(self) -> None:
        """Compare what is legal, carry out an action in both, and compare what came of it."""
        legal = self.compare_masks()
        self.note()
        action = self.choose(self.reference, self.dice, self.chosen, self.taste_of[self.agent])
        number = next(number for number, one in legal.items() if one == action)
        self.before, self.last = self.table.states.copy(), self.named(number)
        self.table.actions[0, self.agent] = number
        self.table.step()
        self.go_on(action)
        self.decisions += 1
        self.compare_states()

    def compare_states(self) -> None:
        """Compare everything that a state holds, the dice, and the pay."""
        theirs, ours = self.adapter.kernels(self.state, self.reference), self.adapter.reference(self.reference)
        found = [
            f"{key}: kernels {theirs.get(key)}, reference {ours.get(key)}"
            for key in {**theirs, **ours}
            if theirs.get(key) != ours.get(key)
        ]
        if bool(self.state["done"]) != self.is_over:
            found.insert(0, f"done: kernels {bool(self.state['done'])}, reference {self.is_over}")
        if self.state["rng"].tolist() != self.stream.words:
            found.append("random numbers: the dice were not rolled alike")
        if self.is_over and self.endings[self.state["ending"]] != self.reference.ending:
            found.append(f"ending: kernels {self.endings[self.state['ending']]}, reference {self.reference.ending}")
        pay, over = self.questions.rewards(self.table.states)
        told = [(round(float(p), 5), bool(o)) for p, o in zip(pay, over, strict=True)]
        if told != [(round(p, 5), o) for p, o in self.pay()]:
            found.append(f"pay and whether it is over: kernels {told}, reference {self.pay()}")
        if found:
            self.fail(found)

    def won(self, side: int) -> float:
        """Return what a side is paid at the end: (n-k)/(k(n-1)) for k first of n sides, -1/(n-1) for the others."""
        winners, n = self.reference.winners or [], self.kernels.config.sides
        return (n - len(winners)) / (len(winners) * (n - 1)) if side in winners else -1 / (n - 1)

    def play(self) -> int:
        """Play to the end; return how many decisions were compared."""
        self.compare_states()
        while not self.is_over and self.decisions < PLIES:
            self.ply()
        self.met += self.reference.met
        return self.decisions
