"""Gymnasium's Env of a game: one learner, opponents inside the step."""

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np

from swarmzoo.envs.api import requests
from swarmzoo.envs.api import spaces as game_spaces
from swarmzoo.envs.api.illegal import IllegalActions
from swarmzoo.envs.api.learner import LearnerTable
from swarmzoo.envs.api.opponents import RANDOM_OPPONENT, Opponents
from swarmzoo.envs.api.picture import RENDER_FPS, RENDER_MODES, picture
from swarmzoo.envs.core.entries import Questions
from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.game import Game
from swarmzoo.envs.core.reading import checked_seed
from swarmzoo.envs.core.scaling import ENCODINGS, scaling_of

_FIRST_ROW = np.array([0])


class LearnerEnv(gymnasium.Env):
    """One game in which the learner plays ``seat`` (None: every side in turn, by game).

    Observations are those of the game (size,), or of its k agents that act at once (k, size), in an ``encoding``:
    "one_hot" or "scaled" (see ``Scaling``), or the game's "own". What is legal is in ``info["action_mask"]`` int8
    (actions,) and by ``action_masks()`` bool, all ones once the game has ended. The reward is the learner's pay at the
    end, with the shaping of the rules. ``illegal_action``: "terminate" ends the game with -1 and a warning; "raise"
    raises GameError.
    """

    def __init__(
        self,
        game: Game,
        *,
        opponents: Opponents = (RANDOM_OPPONENT,),
        weights: Sequence[float] | None = None,
        seat: int | None = None,
        discount: float = 1.0,
        illegal_action: str | None = None,
        render_mode: str | None = None,
        max_cycles: int | None = None,
        encoding: str = "own",
    ):
        self._illegal = IllegalActions(game, illegal_action)
        self.game = game
        self.metadata = {"name": game.env_id, "render_modes": list(RENDER_MODES), "render_fps": RENDER_FPS}
        self.render_mode = requests.choice_of("render_mode", render_mode, (None, *RENDER_MODES))
        limit = requests.cycles(max_cycles) or None
        learner: dict[str, Any] = {"weights": weights, "seat": seat, "discount": discount}
        self._games = LearnerTable(game, 1, opponents, illegal_action=illegal_action, max_cycles=limit, **learner)
        self._questions = Questions(game)
        self._each = self._games.shape[1:]  # the agents of the learner that act at once
        self._scaling = scaling_of(game, requests.choice_of("encoding", encoding, ENCODINGS))
        self.observation_space = game_spaces.observation_box(game, self._each, self._scaling)
        self.action_space = game_spaces.actions(game, self._each)
        self._has_begun, self._is_over = False, False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[np.ndarray, dict[str, Any]]:
        """Begin a new game and play up to the learner's first choice; return its observation and info.

        The first reset without a seed draws one from the operating system; later ones go on from the last seed.
        """
        requests.checked_options(options, ())
        if seed is not None:
            super().reset(seed=checked_seed(seed, or_none=True))
        if seed is not None or not self._has_begun:
            self._games.table.seed(requests.fresh_seed() if seed is None else seed)
        self._games.begin(_FIRST_ROW)
        self._has_begun, self._is_over = True, False
        return self._observation(), self._info()

    def step(self, action: Any) -> tuple[np.ndarray, float, bool, bool, dict[str, Any]]:
        """Take the learner's action and play on to its next choice or the end."""
        self._require_reset("step()")
        if self._is_over:
            raise GameError("the game is over: call reset() to begin the next one")
        outcome = self._games.step(self._checked(action))
        terminated, truncated = bool(outcome.terminated[0]), bool(outcome.truncated[0])
        self._is_over = terminated or truncated
        return self._observation(), float(outcome.reward[0]), terminated, truncated, self._info()

    def _observation(self) -> np.ndarray:
        found = self._games.observations[0]
        return found.copy() if self._scaling is None else self._scaling(found)

    def _checked(self, action: Any) -> np.ndarray:
        """Return an action, int (1,), or those of all own agents, (1, agents); raise or warn for illegal ones."""
        if self._each:
            chosen = requests.action_array(action, self._each, self.game.num_actions)
        else:
            agent = self.game.agents[self._games.agent_at(0)]
            chosen = np.array(requests.checked_action(self.game, agent, action))
        self._illegal.meet_in(self._games, chosen[None], np.zeros(1, bool), level=2)
        return chosen[None]

    @property
    def _seat(self) -> int:
        return int(self._games.seats[0])

    def _info(self) -> dict[str, Any]:
        info: dict[str, Any] = {"action_mask": self.action_masks().astype(np.int8), "seat": self._seat}
        if self._is_over:
            info |= {"pay": float(self._games.pay[0]), "length": int(self._games.table.length[0])}
        return info

    def action_masks(self) -> np.ndarray:
        """Return what is legal, bool (actions,), or (agents, actions) of a simultaneous game."""
        self._require_reset("action_masks()")
        shape = (*self._each, self.game.num_actions)
        return np.ones(shape, bool) if self._is_over else self._games.masks[0].astype(bool)

    def why_not(self, action: int, agent: int = 0) -> str | None:
        """Return why an action is illegal now, as a sentence, or None if it is legal.

        ``agent``: which of the own agents takes it, where all act at once.
        """
        self._require_reset("why_not()")
        return self._questions.why_not(self._games.table.states, self._games.agent_at(0, agent), action)

    def get_state(self) -> dict[str, np.ndarray]:
        """Return copies of everything that decides what comes next; opponents are the caller's to keep."""
        self._require_reset("get_state()")
        return self._games.get_state() | {"is_over": np.array(self._is_over)}

    def set_state(self, state: dict[str, np.ndarray]) -> None:
        """Put back what ``get_state`` returned; raise GameError for anything else."""
        requests.checked_saved(state, self._games.get_state() | {"is_over": np.array(False)})
        self._games.set_state(state)
        self._is_over, self._has_begun = bool(state["is_over"]), True

    def render(self) -> Any:
        """Return the picture of the render mode; "human" prints the text."""
        self._require_reset("render()")
        return picture(self.game, self._games.table.states, self.render_mode)

    def _repr_html_(self) -> str | None:
        """Return the board as SVG, as notebooks show it; None before the first game."""
        return picture(self.game, self._games.table.states, "svg") if self._has_begun else None

    def close(self) -> None:
        """Tell how many illegal actions there were; nothing is held open."""
        self._illegal.close()

    def _require_reset(self, what: str) -> None:
        if not self._has_begun:
            raise GameError(f"{what} was called before reset(): no game has begun")
