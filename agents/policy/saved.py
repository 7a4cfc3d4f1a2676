"""Trained policies by an agent's text: a game's baselines, checkpoints, models of stable-baselines3."""

from typing import TYPE_CHECKING

from swarmzoo.agents.built_in import baselines
from swarmzoo.agents.text import AgentText
from swarmzoo.envs.core.game import Game

if TYPE_CHECKING:
    from swarmzoo.agents.policy.policy_agent import PolicyAgent


def load_named(game: Game, found: AgentText, *, trust: bool = False) -> "PolicyAgent":
    """Return the policy of a baseline's name or of a file; ``trust`` runs code of a model's file. Raises GameError."""
    if found.kind == "model":
        from swarmzoo.agents.policy.sb3_model import load_sb3  # loads torch

        return load_sb3(found.path, game, trust=trust)
    from swarmzoo.agents.policy.checkpoint import load_policy

    return load_policy(baselines(game).get(found.name, found.path), game)


def names_policy(game: Game, found: AgentText) -> bool:
    """Return whether a text names a trained policy."""
    if found.kind == "name":
        return found.name in baselines(game) or found.path.is_file()
    return found.kind in ("checkpoint", "model")
