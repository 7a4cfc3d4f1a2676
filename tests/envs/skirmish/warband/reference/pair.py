"""Whole games played by the kernels and by the reference side by side, with everything compared at every ply."""

import random
from collections import Counter
from typing import Any

import numpy as np

from swarmzoo.envs.core.entries import Questions
from swarmzoo.envs.core.table import Table
from swarmzoo.envs.skirmish.warband import game as game_of
from tests.envs.skirmish.warband.reference.adapter import Adapter
from tests.envs.skirmish.warband.reference.deployment import faults
from tests.envs.skirmish.warband.reference.legal import Action, legal_actions
from tests.envs.skirmish.warband.reference.setups import SCENARIOS
from tests.envs.skirmish.warband.reference.stream import Stream
from tests.envs.skirmish.warband.reference.turn import begin, take

PLIES = 3000  # a game that goes on for longer is left


class Pair:
    """A game of the kernels and the same game of the reference; ``chosen`` counts actions by their kind."""

    def __init__(self, seed: int, scenario: str) -> None:
        self.dice = random.Random(f"{scenario} {seed}")
        self.keywords, self.seed = SCENARIOS[scenario](self.dice), seed
        self.kernels = game_of(**self.keywords)
        self.table = Table(self.kernels, 1)
        self.table.arrange(illegal_action=0, pausing=True)
        self.table.seed(np.array([seed]))
        self.table.begin()
        self.adapter, self.questions = Adapter(self.kernels), Questions(self.kernels)
        self.faults: list[str] = []
        self.begin()
        self.decisions, self.chosen = 0, Counter[str]()
        self.before, self.last = self.table.states.copy(), "the beginning"

    @property
    def state(self) -> Any:
        """The kernels' state."""
        return self.table.states[0]

    def begin(self) -> None:
        """Begin the reference's game: fresh, before the first token was drawn, or where a neutral horde has begun."""
        if self.kernels.config.neutral_horde:
            self.stream = Stream(self.state["rng"])
            self.reference = self.adapter.game(self.state, self.stream.draw, self.adapter.ground(self.state))
            self.legal = legal_actions(self.reference)
        else:
            self.stream = Stream(self.state["rng"]).back()
            self.reference = self.adapter.beginning(self.state, self.stream.draw)
            self.faults = faults(self.reference)
            self.legal = begin(self.reference)

    def fail(self, differences: list[str]) -> None:
        """Say what differs, where, and how to get there."""
        text = "\n".join(differences)
        raise AssertionError(
            f"seed {self.seed}, keywords {self.keywords}\nply {self.decisions}, after {self.last}:\n{text}\n"
            f"the position before:\n{self.kernels.words.write_position(self.before)}"
        )

    def compare_masks(self) -> dict[int, Action]:
        """Compare who is asked, and every legal action; return the actions by their numbers."""
        asked = int(self.state["actor"])
        if asked != self.reference.asked():
            self.fail([f"asked: kernels {asked}, reference {self.reference.asked()}"])
        ours = {self.adapter.number(self.reference, asked, a): a for a in self.legal}
        theirs = set(np.flatnonzero(self.questions.mask(self.table.states, asked)).tolist())
        if theirs != set(ours):
            self.before = self.table.states.copy()
            only = {"kernels": theirs - set(ours), "reference": set(ours) - theirs}
            self.fail([f"legal in the {one} only: {self.named(a)}" for one, some in only.items() for a in sorted(some)])
        return ours

    def named(self, number: int) -> str:
        """Return an action's name."""
        return str(self.kernels.words.action_name(self.table.states, self.reference.asked(), number))

    def choose(self, legal: dict[int, Action]) -> int:
        """Choose a kind of action, the rarer the more often, then one of its actions."""
        kinds = sorted({word for word, _ in legal.values()})
        kind = min(kinds, key=lambda word: (self.chosen[word] + 1) * self.dice.random() ** 0.5)
        if self.dice.random() < 0.5:
            kind = self.dice.choice(kinds)
        self.chosen[kind] += 1
        return self.dice.choice([number for number, (word, _) in legal.items() if word == kind])

    def ply(self) -> None:
        """Compare what is legal, carry out an action in both, and compare what came of it."""
        legal = self.compare_masks()
        number, asked = self.choose(legal), self.reference.asked()
        self.before = self.table.states.copy()
        self.last = self.named(number)
        self.table.actions[0, asked] = number
        self.table.step()
        self.legal = take(self.reference, legal[number])
        self.decisions += 1
        self.compare_states()

    def compare_states(self) -> None:
        """Compare everything that a state holds, and the pay."""
        found = self.adapter.differences(self.state, self.reference)
        pay = [round(float(p), 5) for p in self.questions.rewards(self.table.states)[0]]
        if self.state["rng"].tolist() != self.stream.words:
            found.append("random numbers: the dice were not rolled alike")
        if pay != [round(p, 5) for p in self.reference.pay_so_far()]:
            found.append(f"pay: kernels {pay}, reference {self.reference.pay_so_far()}")
        if found:
            self.fail(found)

    def play(self) -> int:
        """Play to the end; return how many decisions were compared."""
        if self.faults:
            self.fail(self.faults)
        self.compare_states()
        while not self.reference.is_over and self.decisions < PLIES:
            self.ply()
        return self.decisions


def compare(seed: int, scenario: str) -> int:
    """Play a game in both; return the decisions compared, raise AssertionError with the first difference."""
    return Pair(seed, scenario).play()
