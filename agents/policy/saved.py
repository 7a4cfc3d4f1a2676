"""Trained policies by an agent's text: a game's baselines, checkpoints, models of stable-baselines3."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from swarmzoo.agents.agent import Restricted, unrestricted
from swarmzoo.agents.built_in import baselines
from swarmzoo.agents.policy.config import read_playing
from swarmzoo.agents.text import AgentText, read_text
from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.files import is_file
from swarmzoo.envs.core.game import Game

if TYPE_CHECKING:
    from swarmzoo.agents.policy.policy_agent import PolicyAgent


def load_named(game: Game, found: AgentText, *, trust: bool = False) -> "PolicyAgent":
    """Return the policy of a baseline's name or of a file; ``trust`` runs code of a model's file. Raises GameError."""
    try:
        playing = read_playing(found.options)
    except GameError as error:
        raise GameError(f"agent {found.text!r}: {error}") from None
    if found.kind == "model":
        from swarmzoo.agents.policy.sb3_model import load_sb3

        agent = load_sb3(found.path, game, trust=trust)
    else:
        from swarmzoo.agents.policy.checkpoint import load_policy

        agent = load_policy(baselines(game).get(found.name, found.path), game)
    return agent.drawing(playing.temperature or 1.0) if playing.sample else agent


def names_policy(game: Game, found: AgentText) -> bool:
    """Return whether a text names a trained policy."""
    if found.kind == "name":
        return found.name in baselines(game) or is_file(found.path)
    return found.kind in ("checkpoint", "model")


def both_ways(agent: Any, text: str) -> list[Any]:
    """Return an agent; a model of others, whose text says nothing of it, also as one that draws its actions."""
    found = read_text(text)
    if found.kind != "model" or found.options:
        return [agent]
    if isinstance(agent, Restricted):
        drawing = agent.agent.drawing()  # type: ignore[union-attr]  # a model's policy
        return [agent, replace(agent, name=agent.name.replace(agent.agent.name, drawing.name, 1), agent=drawing)]
    return [agent, agent.drawing()]


def told_ways(agents: Sequence[Any]) -> dict[str, str]:
    """Return how each trained policy among agents chooses, in words by its name."""
    ways = {agent.name: getattr(unrestricted(agent), "way", None) for agent in agents}
    return {name: way for name, way in ways.items() if way is not None}
