"""The batched VecEnv of stable-baselines3: the learner's view, opponents inside the step."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from stable_baselines3.common.vec_env import VecEnv

from swarmzoo.envs.api import requests
from swarmzoo.envs.api.choices import ChoiceTable
from swarmzoo.envs.api.illegal import IllegalActions
from swarmzoo.envs.api.learner import LearnerTable
from swarmzoo.envs.api.opponents import RANDOM_OPPONENT, Opponents
from swarmzoo.envs.api.spaces import observation_box
from swarmzoo.envs.core.entries import Questions
from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.game import Game
from swarmzoo.envs.core.reading import checked_seed
from swarmzoo.envs.core.scaling import ENCODINGS, scaling_of


class SwarmVecEnv(VecEnv):
    """A VecEnv over n games. Observations (rows, size); masks by ``action_masks()`` and ``env_method``.

    A turn-based game is one row. ``batch_of`` says what a row is where all agents move at once. "choices": a game, in
    which the learner's agents with a choice are asked one after the other; one policy plays them all. "agents": one of
    its k agents, side by side, so that ``num_envs`` is n * k; the rows of a game end together and receive its outcome,
    also those of agents that are out by then (their only legal action is to do nothing).

    ``encoding``: how observations are given, as ``Scaling`` encodes them; "own": as the game has them.

    Games that end restart in the same step; the end's observation is in ``infos[i]["terminal_observation"]``, and
    ``infos[i]["episode"]`` holds reward, length and time as SB3's Monitor would write them.
    """

    metadata: dict[str, Any] = {"render_modes": []}  # noqa: RUF012  (an instance attribute in SB3)

    def __init__(
        self,
        game: Game,
        n: int,
        opponents: Opponents = (RANDOM_OPPONENT,),
        *,
        seed: int = 0,
        illegal_action: str | None = None,
        batch_of: str = "agents",
        encoding: str = "own",
        **options: Any,
    ):
        by_choice = requests.choice_of("batch_of", batch_of, ("choices", "agents")) == "choices" and not game.sequential
        made = ChoiceTable if by_choice else LearnerTable
        self.learners = made(game, n, opponents, illegal_action=illegal_action, **options)
        self._scaling = scaling_of(game, requests.choice_of("encoding", encoding, ENCODINGS))
        self._illegal = IllegalActions(game, illegal_action)
        self.game = game
        self.games, self.rows_per_game = n, int(np.prod(self.learners.shape[1:]))
        self.render_mode = None
        self._questions = Questions(game)
        box = observation_box(game, scaling=self._scaling)
        super().__init__(n * self.rows_per_game, box, spaces.Discrete(game.num_actions))
        self._actions = np.zeros(self.learners.shape, np.int64)
        self._returns = np.zeros(n, np.float64)
        self._lengths = np.zeros(n, np.int64)
        self._never = np.zeros(n, bool)
        self._has_begun = False
        self._seed_value, self._seeds_next = checked_seed(seed, n), True

    def seed(self, seed: int | None = None) -> list[int | None]:
        """Give game i of the batch the seed ``seed + i`` at the next reset; later ones go on from there."""
        if seed is not None:
            self._seed_value, self._seeds_next = checked_seed(seed, self.games), True
        return [self._seed_value + i // self.rows_per_game for i in range(self.num_envs)]

    def reset(self) -> np.ndarray:
        """Begin new games; return observations, (rows, size).

        The first games after ``seed`` follow from it, or from the seed that the environment was made with. Another
        reset goes on: its games are those that would have come next.
        """
        if self._seeds_next:
            self.learners.reset(self._seed_value + np.arange(self.games))
        else:
            self.learners.begin(np.arange(self.games))
        self._seeds_next = False
        self._returns[:], self._lengths[:] = 0, 0
        self._has_begun = True
        return self._observations()

    def _observations(self) -> np.ndarray:
        found = self.learners.observations.reshape(self.num_envs, -1)
        return found.copy() if self._scaling is None else self._scaling(found)

    def step_async(self, actions: np.ndarray) -> None:
        """Take the learner's actions, int (rows,); an illegal one ends the game or does nothing, with a warning."""
        self._require_reset("step()")
        chosen = requests.action_array(actions, (self.num_envs,), self.game.num_actions)
        self._actions = chosen.reshape(self.learners.shape)
        self._illegal.meet_in(self.learners, self._actions, self._never, level=2)

    def step_wait(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, list[dict[str, Any]]]:
        """Step all games; return observations, rewards, dones and infos."""
        outcome = self.learners.step(self._actions)
        done = outcome.terminated | outcome.truncated
        self._returns += outcome.reward
        self._lengths += 1
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        ended = np.flatnonzero(done)
        if len(ended):
            self._tell_ends(ended, outcome.truncated, infos)
            self._returns[ended], self._lengths[ended] = 0, 0
            self.learners.begin(ended)
        rewards, dones = np.repeat(outcome.reward, self.rows_per_game), np.repeat(done, self.rows_per_game)
        return self._observations(), rewards, dones, infos

    def _tell_ends(self, ended: np.ndarray, truncated: np.ndarray, infos: list[dict[str, Any]]) -> None:
        """Write how games ended: for every row its last observation, for the first row of a game its figures too."""
        last = self._observations()
        for i in ended:
            first = int(i) * self.rows_per_game
            for row in range(first, first + self.rows_per_game):
                infos[row] = {"terminal_observation": last[row], "TimeLimit.truncated": bool(truncated[i])}
            infos[first] |= self._figures(int(i))

    def _figures(self, i: int) -> dict[str, Any]:
        table = self.learners.table
        return {
            "episode": {"r": float(self._returns[i]), "l": int(self._lengths[i]), "t": 0.0},
            "pay": float(self.learners.pay[i]),
            "seat": int(self.learners.seats[i]),
            "opponents": tuple(int(o) for o in self.learners.played_by[i]),
            "game_length": int(table.length[i]),
        }

    def state(self) -> np.ndarray:
        """Return everything public and what all sides hold, for centralised critics: float32 (games, size)."""
        self._require_reset("state()")
        return self._questions.overviews(self.learners.table.states)

    def action_masks(self) -> np.ndarray:
        """Return the legal actions, bool (rows, actions)."""
        self._require_reset("action_masks()")
        return self.learners.masks.reshape(self.num_envs, -1).astype(bool)

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **kwargs: Any) -> list[Any]:
        """Call ``action_masks`` for the games asked for; other methods do not exist per game."""
        if method_name != "action_masks":
            raise AttributeError(f"{type(self).__name__} has no method {method_name!r} per game; only action_masks")
        masks = self.action_masks()
        return [masks[i] for i in self._get_indices(indices)]

    def has_attr(self, attr_name: str) -> bool:
        """Tell whether the games have an attribute; sb3-contrib asks for ``action_masks``."""
        return attr_name in ("action_masks", "render_mode")

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """Return an attribute for each game asked for."""
        if attr_name == "action_masks":
            masks = self.action_masks()
            return [lambda i=i: masks[i] for i in self._get_indices(indices)]
        return [getattr(self, attr_name) for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Refuse: games of a batch share their attributes."""
        raise AttributeError("the games of a batch share their attributes; set_attr is not supported")

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        """Tell that no game is wrapped."""
        return [False for _ in self._get_indices(indices)]

    def close(self) -> None:
        """Tell how many illegal actions there were; nothing is held open."""
        self._illegal.close()

    def get_images(self) -> Sequence[np.ndarray | None]:
        """Return a picture of every game."""
        words, states = self.game.words, self.learners.table.states
        return [words.image(states[i : i + 1]) for i in range(self.games)]

    def get_state(self) -> dict[str, np.ndarray]:
        """Return copies of everything that decides what comes next."""
        running = {"returns": self._returns.copy(), "lengths": self._lengths.copy()}
        return self.learners.get_state() | running | {"seed": np.array(self._seed_value)}

    def set_state(self, state: dict[str, np.ndarray]) -> None:
        """Put back what ``get_state`` returned; raise GameError for anything else."""
        requests.checked_saved(state, self.get_state())
        seed = checked_seed(int(state["seed"]))
        self.learners.set_state(state)
        self._returns, self._lengths = state["returns"].copy(), state["lengths"].copy()
        self._seed_value, self._seeds_next, self._has_begun = seed, False, True

    def _require_reset(self, what: str) -> None:
        if not self._has_begun:
            raise GameError(f"{what} was called before reset(): no game has begun")
