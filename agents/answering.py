"""Agents that answer for many games at once, by their texts: a game's compiled bots, and trained policies."""

from typing import TYPE_CHECKING

from swarmzoo.agents.built_in import built_in, teachers
from swarmzoo.agents.policy.saved import load_named, names_policy
from swarmzoo.agents.text import read_text
from swarmzoo.envs.api.opponents import CompiledOpponent
from swarmzoo.envs.core.game import Game

if TYPE_CHECKING:
    from swarmzoo.agents.policy.policy_agent import PolicyAgent


def answering(game: Game, text: str) -> "CompiledOpponent | PolicyAgent | None":
    """Return the bot or the trained policy that a text without bans names, or None where it names neither.

    Raises GameError for a policy that cannot be read or does not play the game.
    """
    found, bots = read_text(text), built_in(game) | teachers(game)
    if found.bans:
        return None
    if found.kind == "name" and found.name in bots and not found.options:
        return bots[found.name]
    return load_named(game, found) if names_policy(game, found) else None
