"""Opponents for self-play: bots and searches, the latest policy, and a pool of past ones."""

import copy
from collections.abc import Sequence
from typing import Any

import numpy as np
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy

from swarmzoo.agents.built_in import built_in
from swarmzoo.agents.policy.archive import part
from swarmzoo.agents.policy.torch_agent import TorchAgent
from swarmzoo.agents.policy.weights import check_weights, load_weights, weights_of
from swarmzoo.envs.api.learner import LearnerTable
from swarmzoo.envs.api.opponents import Opponent
from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.game import Game
from swarmzoo.training.config import TrainConfig
from swarmzoo.training.opponents import opponent_named
from swarmzoo.training.resized import Resized


class OpponentPool:
    """Decides who plays the learner's opponents; all it draws comes from a generator of its own.

    The opponents at the tables are the bots, the latest policy, and one past policy that is drawn from the pool every
    ``swap_steps``; the pool takes a snapshot every ``save_steps`` and keeps the last ``window`` of them. Games that go
    on keep the past policy that they began with: a drawn one takes the place of one that plays nowhere, or a new
    place. The latest policy is the one that learns, in running games too. In variants of other sizes the same
    policies play by what is made of their weights.
    """

    def __init__(
        self,
        games: Sequence[Game],
        config: TrainConfig,
        policy: MaskableActorCriticPolicy,
        resized: Sequence[Resized | None] = (),
    ):
        setting, seed, game = config.self_play, config.seed, games[0]
        self.setting = setting
        self.generator = np.random.default_rng(seed)
        self.latest = TorchAgent("latest", game, config.network, policy, sample=True, seed=seed + 1)
        self.past = [TorchAgent("past", game, config.network, copy.deepcopy(policy), sample=True, seed=seed + 2)]
        self.current = 0  # the past policy that sits down in games that begin now
        self.snapshots: list[dict[str, np.ndarray]] = [weights_of(policy)]
        self.bots = [[_bot(one, name) for name in setting.bots] for one in games]  # of each game its own
        self.last_save, self.last_swap = 0, 0
        self._elsewhere = {k: _Elsewhere(one, self.latest, self.past) for k, one in enumerate(resized) if one}

    def opponents_in(self, number: int) -> list[Opponent]:
        """Return who plays in a game, 0 that of the run, then its variants: bots, the latest policy, past ones."""
        where: Any = self._elsewhere.get(number, self)
        return [*self.bots[number], where.latest, *where.past]

    def weights(self) -> list[float]:
        """Return the odds of the opponents: bots by their shares, then the latest and the past policies."""
        odds = np.array(list(self.setting.bots.values()), float)
        share = self.setting.bots_share if odds.sum() > 0 else 0.0
        bots = list(share * odds / odds.sum()) if odds.sum() > 0 else [0.0] * len(odds)
        latest = self.setting.play_against_latest_model_ratio
        past = [(1 - share) * (1 - latest) * (number == self.current) for number in range(len(self.past))]
        return [*bots, (1 - share) * latest, *past]

    def begin_from(self, policy: MaskableActorCriticPolicy) -> None:
        """Forget all snapshots but one of this policy; no game has begun yet."""
        self.snapshots = [weights_of(policy)]
        self._sit(0, self.snapshots[0], "snapshot")

    def update(self, steps: int, policy: MaskableActorCriticPolicy, tables: Sequence[LearnerTable]) -> None:
        """Take a snapshot and change the past opponent where it is time; ``tables`` of the game and its variants."""
        if steps - self.last_save >= self.setting.save_steps:
            self.last_save = steps
            self.snapshots = [*self.snapshots, weights_of(policy)][-self.setting.window :]
        if steps - self.last_swap >= self.setting.swap_steps:
            self.last_swap = steps
            chosen = self.snapshots[int(self.generator.integers(len(self.snapshots)))]
            self.current = self._free_place({int(who) for table in tables for who in np.unique(table.played_by)})
            self._sit(self.current, chosen, "snapshot")
        for number, table in enumerate(tables):
            table.set_opponents(self.opponents_in(number), self.weights())

    def _free_place(self, playing: set[int]) -> int:
        """Return the place of a past policy that plays in no running game; a new one if all do."""
        first = len(self.setting.bots) + 1
        for number in range(len(self.past)):
            if first + number not in playing:
                return number
        self._add_place()
        return len(self.past) - 1

    def _add_place(self) -> None:
        """Make room for one more past policy; all of them draw from one generator."""
        first = self.past[0]
        self.past.append(_sharing(first, first.game, copy.deepcopy(first.policy)))
        for one in self._elsewhere.values():
            one.add_place(first)

    def _sit(self, number: int, weights: dict[str, np.ndarray], where: str) -> None:
        """Let a policy with some weights take the place of a past one, in games of all sizes."""
        load_weights(self.past[number].policy, weights, where)
        for one in self._elsewhere.values():
            one.resized.load(one.past[number].policy, weights)

    def get_state(self) -> tuple[dict[str, Any], dict[str, np.ndarray]]:
        """Return what decides the opponents from here on: JSON values and arrays."""
        arrays: dict[str, np.ndarray] = {}
        for number, agent in enumerate(self.past):
            arrays |= {f"{_past(number)}{name}": value for name, value in weights_of(agent.policy).items()}
        for number, snapshot in enumerate(self.snapshots):
            arrays |= {f"snapshot{number}.{name}": value for name, value in snapshot.items()}
        return {
            "past": len(self.past),
            "current": self.current,
            "snapshots": len(self.snapshots),
            "last_save": self.last_save,
            "last_swap": self.last_swap,
            "generators": [generator.bit_generator.state for generator in self._generators()],
        }, arrays

    def set_state(self, values: dict[str, Any], arrays: dict[str, np.ndarray]) -> None:
        """Put back what ``get_state`` returned; raise GameError for what no pool of this network returns."""
        places, snapshots = values["past"], values["snapshots"]
        if len(arrays) != (places + snapshots) * len(self.snapshots[0]) or values["current"] >= places:
            raise GameError(f"weights of {places} past policies and {snapshots} snapshots are needed")
        self.last_save, self.last_swap, self.current = values["last_save"], values["last_swap"], values["current"]
        for generator, state in zip(self._generators(), values["generators"], strict=True):
            generator.bit_generator.state = state
        while len(self.past) < places:
            self._add_place()
        for number in range(places):
            self._sit(number, part(arrays, _past(number)), "past opponent")
        self.snapshots = [part(arrays, f"snapshot{number}.") for number in range(snapshots)]
        for snapshot in self.snapshots:
            check_weights(self.latest.policy, snapshot, "snapshot")

    def _generators(self) -> tuple[np.random.Generator, ...]:
        return self.generator, self.latest.generator, self.past[0].generator


class _Elsewhere:
    """The policies of a pool in a variant of another size; they draw from the generators of those that they are."""

    def __init__(self, resized: Resized, latest: TorchAgent, past: Sequence[TorchAgent]):
        self.resized = resized
        self.latest = _sharing(latest, resized.game, resized.policy)
        self.past: list[TorchAgent] = []
        for one in past:
            self.add_place(one)

    def add_place(self, one: TorchAgent) -> None:
        """Make room for one more past policy, which draws as another one does."""
        self.past.append(_sharing(one, self.resized.game, self.resized.copy()))


def _sharing(one: TorchAgent, game: Game, policy: MaskableActorCriticPolicy) -> TorchAgent:
    """Return an agent of a policy, in a game, with the name and the generator of another one."""
    made = TorchAgent(one.name, game, one.network, policy, sample=one.sample)
    made.generator = one.generator
    return made


def _bot(game: Game, name: str) -> Opponent:
    bot = opponent_named(game, name)
    if bot is None:
        allowed = ", ".join([*built_in(game), "search:N", "trained policies"])
        raise GameError(f"self_play.bots: unknown bot {name!r} of {game.name}; allowed: {allowed}")
    return bot


def _past(number: int) -> str:
    """Return how the names of a past policy's weights begin."""
    return f"past{number or ''}."
