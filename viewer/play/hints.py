"""What an agent holds of the choices that a person has: visits and values of a search, probabilities of a policy."""

from typing import Any

import numpy as np

from swarmzoo.agents.agent import Agent
from swarmzoo.agents.policy.policy_agent import PolicyAgent
from swarmzoo.agents.search.tree_search import TreeSearch
from swarmzoo.agents.view import View
from swarmzoo.envs.core.errors import GameError

LEAST = 0.005  # shares below are not told
Hint = dict[str, Any]  # action, share from 0 to 1, and value: the chance to win, or None


def hints(agent: Agent, view: View) -> list[list[Hint]]:
    """Return for each agent that must choose what is held of its actions, the best first.

    Of a search ``share`` is that of its visits; where all move at once it searches among orders, so that only the
    action which it would take is told. Raises GameError for agents that tell no more than their choice.
    """
    if isinstance(agent, PolicyAgent):
        return [_likely(row, mask) for row, mask in zip(agent.net.logits(view.observations), view.masks, strict=True)]
    if isinstance(agent, TreeSearch):
        return [_visited(agent, view)] if view.game.sequential else [[_sure(one)] for one in np.ravel(agent.act(view))]
    raise GameError(f"{agent.name} gives no hints; a search does, such as search:256, and so does a trained policy")


def _likely(logits: np.ndarray, mask: np.ndarray) -> list[Hint]:
    """Return the legal actions by their probability."""
    legal = np.flatnonzero(mask)
    shares = np.exp(logits[legal].astype(np.float64) - logits[legal].max())
    shares /= shares.sum()
    found = [_hint(int(action), float(share), None) for action, share in zip(legal, shares, strict=True)]
    return sorted((one for one in found if one["share"] >= LEAST), key=lambda one: -one["share"])


def _visited(search: TreeSearch, view: View) -> list[Hint]:
    """Return the actions that a search visited, with what it found."""
    found = search.statistics(view)
    visits = sum(one.visits for one in found)
    sides = view.game.num_sides
    told = [_hint(one.action, one.visits / visits, chance_of(one.value, sides)) for one in found]
    return [one for one in told if one["share"] >= LEAST]


def chance_of(value: Any, sides: int) -> Any:
    """Return the chance to win that a promise of pay means: alone it pays 1, to all others -1 / (sides - 1)."""
    return (value * (sides - 1) + 1) / sides


def _sure(action: Any) -> Hint:
    return _hint(int(action), 1.0, None)


def _hint(action: int, share: float, value: float | None) -> Hint:
    return {"action": action, "share": round(share, 3), "value": None if value is None else round(value, 3)}
