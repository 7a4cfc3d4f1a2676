"""Gymnasium's batched VectorEnv of a game, in two views: of all sides, or of one learner against opponents."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from swarmzoo.envs.api import requests
from swarmzoo.envs.api import spaces as game_spaces
from swarmzoo.envs.api.illegal import IllegalActions
from swarmzoo.envs.api.learner import LearnerTable
from swarmzoo.envs.api.opponents import Opponents
from swarmzoo.envs.api.picture import RENDER_FPS, RENDER_MODES, picture
from swarmzoo.envs.api.sides import SidesTable
from swarmzoo.envs.core.entries import Questions
from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.game import Game
from swarmzoo.envs.core.reading import checked_seed, quoted
from swarmzoo.envs.core.scaling import ENCODINGS, scaling_of

_MODES = (AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP)


class GameVectorEnv(VectorEnv):
    """n games side by side.

    Without ``opponents`` it plays all sides: observation, uint8 (n, size), and mask are those of the agent that must
    act, ``info["acting"]`` int64 (n,) names it (-1: nobody), the reward is 0 until the end and then the pay of the
    agent that acted last. With ``opponents`` it is the learner's view: they act inside the step, ``seat`` is the
    learner's side (None: every side in turn), ``info["acting"]`` who of it must act.

    ``info["action_mask"]`` int8 (n, actions) and ``action_masks()`` bool tell what is legal; rows of finished games are
    all ones, for their next action is ignored. Where a game has ended, ``info["rewards"]`` float32 (n, sides) and
    ``info["length"]`` int64 (n,) hold how (``_rewards`` and ``_length`` mark the rows).

    A game depends on its own seed only, never on ``num_envs`` or ``threads``. With NEXT_STEP, the default, the step
    after an end begins the next game and ignores that row's action; with SAME_STEP the next game's observation is
    returned at once, and the end's is in ``info["final_obs"]``. ``copy=False`` returns observations and masks as views
    that the next step overwrites; observations are read-only then. ``encoding``: how observations are given, as
    ``Scaling`` encodes them; "own": as the game has them.
    """

    def __init__(
        self,
        game: Game,
        num_envs: int = 1,
        *,
        opponents: Opponents | None = None,
        weights: Sequence[float] | None = None,
        seat: int | None = None,
        discount: float = 1.0,
        illegal_action: str | None = None,
        render_mode: str | None = None,
        max_cycles: int | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        threads: int = 1,
        copy: bool = True,
        encoding: str = "own",
    ):
        self.game, self.copy = game, requests.switch("copy", copy)
        self.num_envs = requests.count("num_envs", num_envs)
        self._illegal = IllegalActions(game, illegal_action)
        self.autoreset_mode = _autoreset_mode(autoreset_mode)
        self.render_mode = requests.choice_of("render_mode", render_mode, (None, *RENDER_MODES))
        options: dict[str, Any] = {"illegal_action": illegal_action, "threads": requests.count("threads", threads)}
        options["max_cycles"] = requests.cycles(max_cycles) or None
        self._games: LearnerTable | SidesTable
        if opponents is not None:
            learner: dict[str, Any] = {"weights": weights, "seat": seat, "discount": discount}
            self._games = LearnerTable(game, self.num_envs, opponents, **learner, **options)
        elif seat is not None or weights is not None or discount != 1.0:
            raise GameError("seat, weights and discount belong to the learner's view: give opponents too")
        else:
            self._games = SidesTable(game, self.num_envs, **options)
        self._each = self._games.shape[1:]  # the agents of a game that act at once
        self._scaling = scaling_of(game, requests.choice_of("encoding", encoding, ENCODINGS))
        self._make_spaces()
        self._questions = Questions(game)
        self._rows = np.arange(self.num_envs)
        self._has_begun = False
        self._finished = np.zeros(self.num_envs, bool)

    def _make_spaces(self) -> None:
        self.metadata = {
            "name": self.game.env_id,
            "render_modes": list(RENDER_MODES),
            "render_fps": RENDER_FPS,
            "autoreset_mode": self.autoreset_mode,
        }
        self.single_observation_space = game_spaces.observation_box(self.game, self._each, self._scaling)
        self.single_action_space = game_spaces.actions(self.game, self._each)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[np.ndarray, dict[str, Any]]:
        """Begin new games; return observations, uint8 (n, size), and info.

        ``seed``: an int s gives game i the seed s + i; a sequence gives one each. Without one the first reset draws
        from the operating system, later ones go on from the last seeds. ``options={"reset_mask": bool (n,)}`` begins
        the marked games only.
        """
        rows = self._rows_to_reset(requests.checked_options(options, ("reset_mask",)).get("reset_mask"))
        seeds = self._seeds(seed)
        for i in rows:
            if seeds[i] is not None:
                self._games.table.seed(seeds[i], i)
        self._games.begin(rows)
        self._has_begun = True
        self._finished[rows] = False
        return self._observations(), self._info()

    def _seeds(self, seed: Any) -> list[int | None]:
        if seed is None and self._has_begun:
            return [None] * self.num_envs
        if seed is None:
            seed = requests.fresh_seed()
        if isinstance(seed, int | np.integer):
            self._np_random_seed = first = checked_seed(seed, self.num_envs, or_none=True)
            return [first + i for i in range(self.num_envs)]
        if not isinstance(seed, Sequence | np.ndarray) or isinstance(seed, str) or not np.ndim(seed):
            checked_seed(seed, or_none=True)
        seeds = list(seed)
        if len(seeds) != self.num_envs:
            raise GameError(f"seed: {len(seeds)} seeds were given for {self.num_envs} games")
        fresh = [None if self._has_begun else requests.fresh_seed() for _ in seeds]
        return [fresh[i] if one is None else checked_seed(one, or_none=True) for i, one in enumerate(seeds)]

    def _rows_to_reset(self, mask: Any) -> np.ndarray:
        if mask is None:
            return self._rows
        mask = np.asarray(mask)
        if mask.shape != (self.num_envs,) or mask.dtype != np.bool_ or not mask.any():
            raise GameError(f"options['reset_mask']: bool of shape ({self.num_envs},) with one True at least is needed")
        if not (self._has_begun or mask.all()):
            raise GameError("options['reset_mask']: the first reset begins all games")
        return np.flatnonzero(mask)

    def step(self, actions: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        """Take actions, int (n,); return observations, rewards float32 (n,), terminations, truncations and info."""
        self._require_reset("step()")
        chosen = requests.action_array(actions, self._games.shape, self.game.num_actions)
        self._illegal.meet_in(self._games, chosen, self._finished, level=1)
        renewed = np.flatnonzero(self._finished)
        outcome = self._games.step(chosen)
        if len(renewed):
            self._games.begin(renewed)
            outcome.reward[renewed], outcome.terminated[renewed], outcome.truncated[renewed] = 0, False, False
        self._finished = outcome.terminated | outcome.truncated
        ended = np.flatnonzero(self._finished)
        info = self._end_info(ended) if len(ended) else {}
        if len(ended) and self.autoreset_mode == AutoresetMode.SAME_STEP:
            self._go_on(ended, info)
        return self._observations(), outcome.reward, outcome.terminated, outcome.truncated, info | self._info()

    def _go_on(self, ended: np.ndarray, info: dict[str, Any]) -> None:
        """Keep how games ended and begin the next ones in the same step."""
        final = np.full(self.num_envs, None, object)
        last = self._observations()
        for i in ended:
            final[i] = last[i].copy()
        info |= {"final_obs": final, "_final_obs": self._finished.copy()}
        info |= {"final_info": self._end_info(ended), "_final_info": self._finished.copy()}
        self._games.begin(ended)
        self._finished = np.zeros(self.num_envs, bool)

    def _end_info(self, ended: np.ndarray) -> dict[str, Any]:
        """Return pay by side and length of the games that have ended."""
        table = self._games.table
        rewards = np.zeros((self.num_envs, self.game.num_sides), np.float32)
        rewards[ended] = self.game.pay_of_sides(table.pay[ended])
        length = np.where(self._finished, table.length, 0).astype(np.int64)
        marks = {"_rewards": self._finished.copy(), "_length": self._finished.copy()}
        return {"rewards": rewards, "length": length, **marks}

    def _info(self) -> dict[str, Any]:
        info = {"action_mask": self._masks(), "acting": self._acting()}
        if self._each:
            info |= {"alive": self._games.alive, "side": self._sides()}
        return info

    def _sides(self) -> np.ndarray:
        """Return the learner's side in every game, or -1 where all sides are played."""
        seats = self._games.seats if isinstance(self._games, LearnerTable) else np.full(self.num_envs, -1)
        return seats.astype(np.int64)

    def _acting(self) -> np.ndarray:
        if isinstance(self._games, SidesTable):
            return self._games.actors
        if self._each:
            acting = self._games.table.acting[self._rows[:, None], self._games.own]
            return acting * ~self._finished[:, None]
        return np.where(self._finished, -1, self._games.table.actors).astype(np.int64)

    def _observations(self) -> np.ndarray:
        found = self._games.observations
        if self._scaling is not None:
            return self._scaling(found)
        return found.copy() if self.copy else found

    def _masks(self) -> np.ndarray:
        masks = self._games.masks
        if self._finished.any():
            masks[self._finished] = 1
        return masks.copy() if self.copy else masks

    def action_masks(self) -> np.ndarray:
        """Return what is legal, bool (n, actions)."""
        self._require_reset("action_masks()")
        return self._masks().astype(bool)

    def state(self) -> np.ndarray:
        """Return everything public and what all sides hold, for centralised critics: float32 (n, size), a row a game.

        The rows are those of PettingZoo's ``state()``; agents and policies are never given them.
        """
        self._require_reset("state()")
        return self._questions.overviews(self._games.table.states)

    def get_state(self) -> dict[str, np.ndarray]:
        """Return copies of everything that decides what comes next; opponents are the caller's to keep."""
        self._require_reset("get_state()")
        return self._games.get_state() | {"finished": self._finished.copy()}

    def set_state(self, state: dict[str, np.ndarray]) -> None:
        """Put back what ``get_state`` returned; raise GameError for anything else."""
        requests.checked_saved(state, self._games.get_state() | {"finished": self._finished})
        self._games.set_state(state)
        self._finished, self._has_begun = state["finished"].copy(), True

    def render(self) -> tuple[Any, ...] | None:
        """Return a picture of every game; None without a render mode."""
        self._require_reset("render()")
        if self.render_mode is None:
            return None
        states = self._games.table.states
        return tuple(picture(self.game, states[i : i + 1], self.render_mode) for i in self._rows)

    def close_extras(self, **kwargs: Any) -> None:
        """Tell how many illegal actions there were; nothing is held open."""
        if hasattr(self, "_illegal"):  # old versions of gymnasium close also what was refused while it was made
            self._illegal.close(level=2)

    def _require_reset(self, what: str) -> None:
        if not self._has_begun:
            raise GameError(f"{what} was called before reset(): no game has begun")


def _autoreset_mode(mode: Any) -> AutoresetMode:
    """Return a mode by itself, its value or its name."""
    for known in _MODES:
        if mode in (known, known.value, known.name):
            return known
    raise GameError(f"autoreset_mode = {quoted(mode)}: allowed are {', '.join(repr(known.value) for known in _MODES)}")
