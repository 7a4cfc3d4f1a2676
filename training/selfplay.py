"""Opponents for self-play: bots, the latest policy, and a pool of past ones."""

import copy
from typing import Any

import numpy as np
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy

from swarmzoo.agents.built_in import built_in
from swarmzoo.agents.policy.checkpoint import load_weights, weights_of
from swarmzoo.agents.policy.policy_agent import PolicyAgent
from swarmzoo.envs.api.learner import LearnerTable
from swarmzoo.envs.api.opponents import Opponent
from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.game import Game
from swarmzoo.training.config import SelfPlay


class OpponentPool:
    """Decides who plays the learner's opponents; all it draws comes from a generator of its own.

    The opponents at the tables are the bots, the latest policy, and one past policy that is drawn again from the pool
    every ``swap_steps``; the pool takes a snapshot every ``save_steps`` and keeps the last ``window`` of them.
    """

    def __init__(self, game: Game, setting: SelfPlay, policy: MaskableActorCriticPolicy, seed: int):
        bots = built_in(game)
        unknown = sorted(set(setting.bots) - set(bots))
        if unknown:
            raise GameError(f"self_play.bots: unknown bot {unknown[0]!r} of {game.name}; allowed: {', '.join(bots)}")
        self.setting = setting
        self.generator = np.random.default_rng(seed)
        self.latest = PolicyAgent("latest", policy, sample=True, seed=seed + 1)
        self.past = PolicyAgent("past", copy.deepcopy(policy), sample=True, seed=seed + 2)
        self.snapshots: list[dict[str, np.ndarray]] = [weights_of(policy)]
        self.bots = [bots[name] for name in setting.bots]
        self.opponents: list[Opponent] = [*self.bots, self.latest, self.past]
        self.last_save, self.last_swap = 0, 0

    def weights(self) -> list[float]:
        """Return the odds of the opponents: bots by their shares, then the latest and the past policy."""
        odds = np.array(list(self.setting.bots.values()), float)
        share = self.setting.bots_share if odds.sum() > 0 else 0.0
        bots = list(share * odds / odds.sum()) if odds.sum() > 0 else [0.0] * len(odds)
        latest = self.setting.play_against_latest_model_ratio
        return [*bots, (1 - share) * latest, (1 - share) * (1 - latest)]

    def update(self, steps: int, policy: MaskableActorCriticPolicy, table: LearnerTable) -> None:
        """Take a snapshot and change the past opponent where it is time."""
        if steps - self.last_save >= self.setting.save_steps:
            self.last_save = steps
            self.snapshots = [*self.snapshots, weights_of(policy)][-self.setting.window :]
        if steps - self.last_swap >= self.setting.swap_steps:
            self.last_swap = steps
            chosen = self.snapshots[int(self.generator.integers(len(self.snapshots)))]
            load_weights(self.past.policy, chosen, "snapshot")
        table.set_opponents(self.opponents, self.weights())

    def get_state(self) -> tuple[dict[str, Any], dict[str, np.ndarray]]:
        """Return what decides the opponents from here on: JSON values and arrays."""
        arrays = {f"past.{name}": value for name, value in weights_of(self.past.policy).items()}
        for number, snapshot in enumerate(self.snapshots):
            arrays |= {f"snapshot{number}.{name}": value for name, value in snapshot.items()}
        generators = [g.bit_generator.state for g in (self.generator, self.latest.generator, self.past.generator)]
        return {
            "snapshots": len(self.snapshots),
            "last_save": self.last_save,
            "last_swap": self.last_swap,
            "generators": generators,
        }, arrays

    def set_state(self, values: dict[str, Any], arrays: dict[str, np.ndarray]) -> None:
        """Put back what ``get_state`` returned."""
        self.last_save, self.last_swap = values["last_save"], values["last_swap"]
        for generator, state in zip(
            (self.generator, self.latest.generator, self.past.generator), values["generators"], strict=True
        ):
            generator.bit_generator.state = state
        load_weights(self.past.policy, part(arrays, "past."), "past opponent")
        self.snapshots = [part(arrays, f"snapshot{number}.") for number in range(values["snapshots"])]


def part(arrays: dict[str, np.ndarray], prefix: str) -> dict[str, np.ndarray]:
    """Return the arrays whose names begin with a prefix, without it."""
    return {name.removeprefix(prefix): array for name, array in arrays.items() if name.startswith(prefix)}
