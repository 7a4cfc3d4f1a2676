"""A batch without opponents: whoever must act is asked, so a caller plays all sides."""

import numpy as np

from swarmzoo.envs.api.learner import Outcome
from swarmzoo.envs.api.requests import cycles, illegal_action_code
from swarmzoo.envs.core.game import Game
from swarmzoo.envs.core.table import Table


class SidesTable:
    """n games in which every agent is played from outside; it is used as ``LearnerTable`` is.

    Arrays over games are (n, ...) in a turn-based game, (n, agents, ...) in a simultaneous one.
    """

    def __init__(
        self,
        game: Game,
        n: int,
        *,
        illegal_action: str | None = None,
        max_cycles: int | None = None,
        threads: int = 1,
    ):
        self.game, self.n = game, n
        code = illegal_action_code(game, illegal_action)
        self.table = Table(game, n, threads=threads, illegal_action=code, max_cycles=cycles(max_cycles))
        self._rows = np.arange(n)
        self.shape: tuple[int, ...] = (n,) if game.sequential else (n, game.num_agents)

    @property
    def observations(self) -> np.ndarray:
        """Observations of who must act, (n, size), or of all agents, (n, agents, size): a read-only view.

        In a simultaneous game a row shows what its agent saw when it last had a choice, zeros once it is out; at
        the beginning and the end of a game what it sees then.
        """
        seen = self.table.observations
        view = seen[:, 0] if self.game.sequential else seen[:, : self.game.num_agents]
        view.flags.writeable = False
        return view

    @property
    def masks(self) -> np.ndarray:
        """Legal actions, int8 (n, actions) or (n, agents, actions): a view, overwritten by the next step."""
        masks = self.table.masks
        return masks[:, 0] if self.game.sequential else masks[:, : self.game.num_agents]

    @property
    def actors(self) -> np.ndarray:
        """Who must act: int64 (n,), -1 where the game is over; or int8 (n, agents), 1 for those that must."""
        if not self.game.sequential:
            return self.table.acting * ~self.table.done[:, None]
        return np.where(self.table.done, -1, self.table.actors).astype(np.int64)

    @property
    def alive(self) -> np.ndarray:
        """For which agents the game is not over, bool (n, agents)."""
        return self.table.over == 0

    def agent_at(self, game: int, number: int = 0) -> int:
        """Return who acts in a game of the batch; in a simultaneous one the agent of a number."""
        return int(self.table.actors[game]) if self.game.sequential else number

    def begin(self, rows: np.ndarray) -> None:
        """Begin the next game of some rows."""
        self.table.begin(rows)

    def step(self, actions: np.ndarray) -> Outcome:
        """Take an action, int (n,), of who must act in each game, or of all agents, int (n, agents).

        The reward is the pay at the end: the actor's, or in a simultaneous game the first side's.
        """
        table = self.table
        actors = np.maximum(table.actors, 0) if self.game.sequential else np.zeros(self.n, int)
        if self.game.sequential:
            table.answer(self._rows, actors, actions)
        else:
            table.actions[:] = actions
        table.step()
        done, truncated = table.done.copy(), table.truncated.copy()
        terminated = done & ~truncated
        reward = np.where(terminated, table.pay[self._rows, actors], np.float32(0))
        return Outcome(reward, terminated, truncated)

    def get_state(self) -> dict[str, np.ndarray]:
        """Return copies of everything that decides what comes next."""
        return self.table.save()

    def set_state(self, state: dict[str, np.ndarray]) -> None:
        """Put back what ``get_state`` returned; raise GameError for anything else."""
        self.table.load(state)
