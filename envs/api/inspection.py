"""What an AEC environment tells to search, tools and people, and how its running game is kept and put back."""

from typing import TYPE_CHECKING, Any

import numpy as np

from swarmzoo.envs.api import requests
from swarmzoo.envs.core.errors import GameError


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
        return self._questions.why_not(self._table.states, max(self._seat, 0), int(action))

    def position(self) -> str:
        """Return the position in its text form; ``reset(options={"position": text})`` reads it."""
        self._require_reset("position()")
        return self.game.words.write_position(self._table.states)

    def clone(self) -> Any:
        """Return an independent environment in the same game, with spaces of its own."""
        options = {"illegal_action": self.illegal_action, "max_cycles": self.max_cycles}
        make: Any = type(self)
        twin = make(self.game, render_mode=self.render_mode, **options)
        if self._has_begun:
            twin.set_state(self.get_state())
        return twin

    def get_state(self) -> bytes:
        """Return the running game, the generator and PettingZoo's bookkeeping included."""
        self._require_reset("get_state()")
        saved = np.zeros(1, self._saved_dtype())
        saved["game"] = self._table.states
        saved["progress"] = self._table.progress
        saved["potential"] = np.frombuffer(self._potential_before, np.float32)
        for seat, agent in enumerate(self.possible_agents):
            if agent in self.terminations:
                marks = (True, self.terminations[agent], self.truncations[agent])
                saved["marks"][0, seat] = marks
                saved["rewards"][0, seat] = self.rewards[agent], self._cumulative_rewards[agent]
        saved["selected"] = self.possible_agents.index(self.agent_selection)
        skipped = self._skip_agent_selection
        saved["skipped"] = -1 if skipped is None else self.possible_agents.index(skipped)
        return self._signature() + saved.tobytes()

    def set_state(self, state: bytes) -> None:
        """Go to what ``get_state`` returned, from this or another environment of the same game and rules."""
        dtype, signature = self._saved_dtype(), self._signature()
        if state[: len(signature)] != signature or len(state) != len(signature) + dtype.itemsize:
            raise GameError(f"the saved state is not of {self.game.env_id} with these rules: make the same env() first")
        saved = np.frombuffer(state, dtype, 1, len(signature))
        self._table.put_back(saved["game"], saved["progress"])
        self._begin()
        self._restore_agents(saved[0])

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

    def _saved_dtype(self) -> np.dtype:
        agents = self.game.num_agents
        return np.dtype(
            [
                ("game", self.game.state),
                ("progress", self._table.progress_dtype),
                ("potential", np.float32, agents),
                ("marks", np.bool_, (agents, 3)),  # in the game, terminated, truncated
                ("rewards", np.float64, (agents, 2)),  # of the last step, since the own last step
                ("selected", np.int16),
                ("skipped", np.int16),
            ]
        )

    def _signature(self) -> bytes:
        return f"{self.game.env_id} {self.game.rules_signature};".encode()
