"""Whom a training run plays by name: bots, trained policies and searches."""

from swarmzoo.agents.answering import answering
from swarmzoo.agents.find import find_agent
from swarmzoo.agents.text import read_text
from swarmzoo.envs.api.opponents import Opponent, opponents_of
from swarmzoo.envs.core.game import Game


def opponent_named(game: Game, text: str) -> Opponent | None:
    """Return who plays for many games at once under a name, or None where nobody does.

    Raises GameError for a search by the clock, and for options or files that cannot be read.
    """
    if read_text(text).kind == "search":
        return opponents_of(game, [find_agent(game, text)])[0]
    return answering(game, text)
