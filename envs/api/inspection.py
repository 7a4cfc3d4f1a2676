"""What an AEC environment tells to search, tools and people, and how its running game is kept and put back."""

from typing import TYPE_CHECKING, Any

import numpy as np

from swarmzoo.envs.api import requests
from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.ranges import FLAG, Bounds


class Inspection:
    """The part of ``GameEnv`` that is not PettingZoo's; reach it through ``env.unwrapped``."""

    if TYPE_CHECKING:
        infos: dict[str, dict[str, Any]]

        def __getattr__(self, name: str) -> Any: ...

    def legal_actions(self) -> list[tuple[int, str]]:
        """Return (index, sentence) of every action that is legal now; none when the game is over."""
        self._require_reset("legal_actions()")
        if not self._actor:
            return []
        return [(int(action), self.action_name(int(action))) for action in np.flatnonzero(self._mask)]

    def action_name(self, action: int) -> str:
        """Return an action in the game's words, as the agent that acts now sees it."""
        self._require_reset("action_name()")
        agent = self.agent_selection
        index = requests.checked_action(self.game, agent, action)
        return self.game.words.action_name(self._table.states, max(self._seat, 0), index)

    def why_not(self, action: int) -> str | None:
        """Return why an action is illegal now as a sentence, or None if it is legal."""
        self._require_reset("why_not()")
        return self._questions.why_not(self._table.states, max(self._seat, 0), action)

    def _kept_fields(self) -> list[tuple[Any, ...]]:
        agents = self.game.num_agents
        return [
            ("potential", np.float32, agents),
            ("marks", np.bool_, (agents, 3)),  # in the game, terminated, truncated
            ("rewards", np.float64, (agents, 2)),  # of the last step, since the own last step
            ("selected", np.int16),
            ("skipped", np.int16),
        ]

    def _kept_bounds(self) -> dict[str, Bounds | None]:
        last = self.game.num_agents - 1
        bounds: dict[str, Bounds | None] = {"marks": FLAG, "potential": None, "rewards": None}
        return bounds | {"selected": (0, last), "skipped": (-1, last)}

    def _keep(self, saved: np.ndarray) -> None:
        """Write who is in the game, what was paid and who is selected."""
        saved["potential"] = np.frombuffer(self._potential_before, np.float32)
        for seat, agent in enumerate(self.possible_agents):
            if agent in self.terminations:
                marks = (True, self.terminations[agent], self.truncations[agent])
                saved["marks"][0, seat] = marks
                saved["rewards"][0, seat] = self.rewards[agent], self._cumulative_rewards[agent]
        saved["selected"] = self.possible_agents.index(self.agent_selection)
        skipped = self._skip_agent_selection
        saved["skipped"] = -1 if skipped is None else self.possible_agents.index(skipped)

    def _put_back(self, saved: np.ndarray) -> None:
        self._begin()
        self._check_agents(saved[0])
        self._restore_agents(saved[0])

    def _check_agents(self, saved: np.void) -> None:
        """Refuse bookkeeping that does not fit the game: it goes on for all others, whoever is selected is in it."""
        present, finished = saved["marks"][:, 0], saved["marks"][:, 1] | saved["marks"][:, 2]
        over = self._table.over[0].astype(bool) | self._table.truncated[0]
        if ((present & ~finished) == over).any():
            raise GameError(
                "saved state: marks must name the agents for whom the game goes on, and no others, as playing"
            )
        acts = [self._seat] if self._actor else []
        named = [saved["selected"], *([saved["skipped"]] if saved["skipped"] >= 0 else [])]
        if present.any() and not present[named].all():
            raise GameError("saved state: selected or skipped names an agent that has left the game")
        if present.any() and saved["selected"] not in acts and not finished[saved["selected"]]:
            raise GameError("saved state: selected names an agent that neither acts nor has finished")

    def _restore_agents(self, saved: np.void) -> None:
        """Put back who is in the game, what was paid and who is selected."""
        names = self.possible_agents
        marks = {agent: saved["marks"][seat] for seat, agent in enumerate(names) if saved["marks"][seat, 0]}
        self.agents = list(marks)
        self.terminations = {agent: bool(mark[1]) for agent, mark in marks.items()}
        self.truncations = {agent: bool(mark[2]) for agent, mark in marks.items()}
        self.rewards, self._cumulative_rewards = (
            {agent: float(saved["rewards"][names.index(agent), k]) for agent in marks} for k in (0, 1)
        )
        self.infos = {agent: self.infos[agent] for agent in marks}
        self._has_rewards = True
        self._potential_before = saved["potential"].tobytes()
        self.agent_selection = names[saved["selected"]]
        self._skip_agent_selection = names[saved["skipped"]] if saved["skipped"] >= 0 else None
