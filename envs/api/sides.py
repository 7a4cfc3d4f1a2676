"""A batch without opponents: whoever must act is asked, so a caller plays all sides."""

import numpy as np

from swarmzoo.envs.api.learner import Outcome
from swarmzoo.envs.api.requests import cycles, illegal_action_code
from swarmzoo.envs.core.game import Game, GameError
from swarmzoo.envs.core.table import IDLE, RESET, STEP, Table


class SidesTable:
    """n games in which every agent is played from outside; it is used as ``LearnerTable`` is."""

    def __init__(
        self,
        game: Game,
        n: int,
        *,
        illegal_action: str = "terminate",
        max_cycles: int | None = None,
        threads: int = 1,
    ):
        if not game.sequential:
            raise GameError(f"{game.env_id} is played simultaneously: this batch asks one agent of each game at a time")
        self.game, self.n = game, n
        self.table = Table(game, n, threads=threads)
        self.desks["illegal_action"] = illegal_action_code(game, illegal_action)
        self.desks["max_cycles"] = cycles(max_cycles)
        self._rows = np.arange(n)

    @property
    def desks(self) -> np.ndarray:
        """The desks of the table, (n,)."""
        return self.table.desks

    @property
    def observations(self) -> np.ndarray:
        """Observations of who must act, float32 (n, size): a read-only view, overwritten by the next step."""
        view = self.desks["observation"][:, 0]
        view.flags.writeable = False
        return view

    @property
    def masks(self) -> np.ndarray:
        """Legal actions of who must act, int8 (n, actions): a view, overwritten by the next step."""
        return self.desks["mask"][:, 0]

    @property
    def actors(self) -> np.ndarray:
        """Who must act, int64 (n,); -1 where the game is over."""
        return np.where(self.desks["done"], -1, self.desks["actor"]).astype(np.int64)

    def begin(self, rows: np.ndarray) -> None:
        """Begin the next game at some desks."""
        self.desks["command"] = IDLE
        self.desks["command"][rows] = RESET
        self.table.serve()

    def step(self, actions: np.ndarray) -> Outcome:
        """Take an action, int (n,), of who must act in each game; the reward is the actor's pay at the end."""
        desks = self.desks
        actors = np.maximum(desks["actor"], 0)
        desks["actions"][self._rows, actors] = actions
        desks["command"] = STEP
        self.table.serve()
        done, truncated = desks["done"].copy(), desks["truncated"].copy()
        terminated = done & ~truncated
        reward = np.where(terminated, desks["pay"][self._rows, actors], np.float32(0))
        return Outcome(reward, terminated, truncated)

    def get_state(self) -> dict[str, np.ndarray]:
        """Return copies of everything that decides what comes next."""
        return {
            "states": np.frombuffer(self.table.states.tobytes(), np.uint8).copy(),
            "desks": np.frombuffer(self.desks.tobytes(), np.uint8).copy(),
        }

    def set_state(self, state: dict[str, np.ndarray]) -> None:
        """Put back what ``get_state`` returned."""
        for array, name in ((self.table.states, "states"), (self.desks, "desks")):
            if state[name].size != array.nbytes:
                raise GameError(f"the saved {name} belong to another game or number of games")
            array[:] = np.frombuffer(state[name].tobytes(), array.dtype)
