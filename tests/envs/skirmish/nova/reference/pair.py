"""Whole games played by the kernels and by the reference side by side, with everything compared at every ply."""

import random
from collections import Counter
from typing import Any

import numpy as np

from swarmzoo.envs.core.entries import Questions
from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.table import Table
from swarmzoo.envs.skirmish.nova import game as game_of
from swarmzoo.envs.skirmish.nova.plan import plan_of
from swarmzoo.envs.skirmish.nova.victory import ENDING_NAMES
from tests.envs.skirmish.nova.reference.adapter import Adapter
from tests.envs.skirmish.nova.reference.beginning import new_game
from tests.envs.skirmish.nova.reference.game import Action, Over
from tests.envs.skirmish.nova.reference.players import TASTES, choose
from tests.envs.skirmish.nova.reference.scenarios import is_out
from tests.envs.skirmish.nova.reference.setups import SCENARIOS
from tests.envs.skirmish.nova.reference.turn import play
from tests.envs.skirmish.overseer.reference.beginning import seeded

PLIES = 3000  # a game that goes on for longer is left
TRIES = 100  # not all that is drawn makes a game


def drawn(dice: random.Random, scenario: str) -> dict[str, Any]:
    """Draw keywords that make a game."""
    for _ in range(TRIES):
        keywords = SCENARIOS[scenario](dice)
        try:
            game_of(**keywords)
        except GameError:
            continue
        return keywords
    raise AssertionError(f"{scenario}: no configuration of {TRIES} makes a game")


class Pair:
    """A game of the kernels and the same game of the reference; ``chosen`` and ``met`` count words and states."""

    def __init__(self, seed: int, scenario: str) -> None:
        self.dice = random.Random(f"{scenario} {seed}")
        self.keywords, self.seed = drawn(self.dice, scenario), seed
        self.kernels = game_of(**self.keywords)
        self.table = Table(self.kernels, 1)
        self.table.arrange(illegal_action=0, pausing=True)
        self.table.seed(np.array([seed]))
        self.table.begin()
        plan = plan_of(self.kernels.config)
        self.adapter, self.questions = Adapter(plan), Questions(self.kernels)
        self.stream = seeded(seed)
        self.reference = new_game(self.kernels.config, plan, self.stream.draw)
        self.agents = {piece: agent for agent, piece in enumerate(plan.piece_of)}
        self.tastes = [self.dice.choice(TASTES) for _ in plan.piece_of]
        self.going = play(self.reference)
        self.decisions, self.chosen, self.met = 0, Counter[str](), Counter[str]()
        self.before, self.last = self.table.states.copy(), "the beginning"
        self.go_on(None)

    @property
    def state(self) -> Any:
        """The kernels' state."""
        return self.table.states[0]

    @property
    def is_over(self) -> bool:
        """Whether the reference's game has ended."""
        return self.reference.winners is not None

    def go_on(self, action: Action | None) -> None:
        """Let the reference go on to its next question."""
        try:
            self.going.send(action)  # type: ignore[arg-type]
        except Over:
            self.reference.asked = None

    def fail(self, differences: list[str]) -> None:
        """Say what differs, where, and how to get there."""
        text = "\n".join(differences)
        raise AssertionError(
            f"seed {self.seed}, keywords {self.keywords}\nply {self.decisions}, after {self.last}:\n{text}\n"
            f"the position before:\n{self.kernels.words.write_position(self.before)}"
        )

    @property
    def agent(self) -> int:
        """The agent that is asked."""
        assert self.reference.asked
        return self.agents[self.reference.asked.index]

    def compare_masks(self) -> dict[int, Action]:
        """Compare every legal action; return the actions by their numbers."""
        ours = {self.adapter.number(self.reference, action): action for action in self.reference.legal}
        theirs = set(np.flatnonzero(self.questions.mask(self.table.states, self.agent)).tolist())
        if theirs != set(ours):
            self.before = self.table.states.copy()
            only = {"kernels": theirs - set(ours), "reference": set(ours) - theirs}
            self.fail([f"legal in the {one} only: {self.named(a)}" for one, some in only.items() for a in sorted(some)])
        return ours

    def named(self, number: int) -> str:
        """Return an action's name."""
        return f"{self.agent}: {self.kernels.words.action_name(self.table.states, self.agent, number)}"

    def ply(self) -> None:
        """Compare what is legal, carry out an action in both, and compare what came of it."""
        legal = self.compare_masks()
        self.met[self.reference.stage] += 1
        action = choose(self.reference, self.dice, self.chosen, self.tastes[self.agent])
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
        if self.is_over and ENDING_NAMES[self.state["ending"]] != self.reference.ending:
            found.append(f"ending: kernels {ENDING_NAMES[self.state['ending']]}, reference {self.reference.ending}")
        pay, over = self.questions.rewards(self.table.states)
        told = [(round(float(p), 5), bool(o)) for p, o in zip(pay, over, strict=True)]
        if told != [(round(p, 5), o) for p, o in self.pay()]:
            found.append(f"pay and whether it is over: kernels {told}, reference {self.pay()}")
        if found:
            self.fail(found)

    def pay(self) -> list[tuple[float, bool]]:
        """Return what every agent is paid, and whether the game is over for it.

        (n-k)/(k(n-1)) for k first of n sides, -1/(n-1) for the others; who is out before the end has lost.
        """
        game, n = self.reference, self.kernels.config.sides
        winners, told = game.winners or [], list[tuple[float, bool]]()
        there = {piece.index: piece for piece in game.pieces}
        for index in self.agents:
            side = index // self.adapter.plan.slots
            is_own = game.rules.rewards == "own" and game.config.scenario != "gauntlet"  # there the fallen come back
            has_lost = is_own and there[index].is_gone
            is_over = self.is_over or has_lost or (n > 2 and is_out(game, side))
            won = (n - len(winners)) / (len(winners) * (n - 1)) if winners else 0.0
            pay = won if side in winners and not has_lost else -1 / (n - 1)
            told.append((pay if is_over else 0.0, is_over))
        return told

    def play(self) -> int:
        """Play to the end; return how many decisions were compared."""
        self.compare_states()
        while not self.is_over and self.decisions < PLIES:
            self.ply()
        self.met += self.reference.met
        return self.decisions


def compare(seed: int, scenario: str) -> int:
    """Play a game in both; return the decisions compared, raise AssertionError with the first difference."""
    return Pair(seed, scenario).play()
