"""What an AEC environment does when something was earned or an agent has finished."""

from typing import TYPE_CHECKING, Any

import numpy as np


class Settlement:
    """The part of ``GameEnv`` that pays rewards and marks who has finished."""

    if TYPE_CHECKING:
        _potential_before: bytes

        def __getattr__(self, name: str) -> Any: ...

    def _settle(self) -> None:
        """Pay what is due and mark who has finished; most steps bring neither."""
        self._outcome_before = self._outcome.tobytes()
        self._pay_shaping()
        if self._done[0] or self._over.any():
            self._finish_agents()

    def _pay_shaping(self) -> None:
        """Add to the rewards how the potentials have changed."""
        before = np.frombuffer(self._potential_before, np.float32)
        for seat, change in enumerate((self._potential - before).tolist()):
            if change and not self._table.forfeit[0]:
                self._reward(self.possible_agents[seat], change)
        self._potential_before = self._potential.tobytes()

    def _reward(self, agent: str, amount: float) -> None:
        if agent in self.rewards:
            self.rewards[agent] += amount
            self._cumulative_rewards[agent] += amount
            self._has_rewards = True

    def _finish_agents(self) -> None:
        """Pay and mark the agents for whom the game is over; the others go on, unless it was cut short."""
        table = self._table
        for seat, agent in enumerate(self.possible_agents):
            if agent not in self.terminations or self.terminations[agent]:
                continue
            if self._over[seat]:
                self._reward(agent, float(table.pay[0, seat]))
                self.terminations[agent] = True
            elif table.truncated[0]:
                self.truncations[agent] = True
            else:
                continue
            self.infos[agent] = {"action_mask": self._no_mask(1)}
        if self._done[0]:
            self._seat, self._actor = -1, ""
        self._deads_step_first()
