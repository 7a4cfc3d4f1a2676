"""The model of a search: who plays all other sides in it. It must be answerable inside the search."""

from typing import Any

from swarmzoo.agents.agent import Restricted
from swarmzoo.agents.answering import answering
from swarmzoo.agents.built_in import baselines, built_in, teachers
from swarmzoo.envs.api.opponents import BatchOpponent, CompiledOpponent
from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.game import Game

Model = CompiledOpponent | BatchOpponent


def model_of(game: Game, given: str | Model) -> Model:
    """Return the agent that is to play the other sides, of a text or an object; raise GameError for what cannot."""
    given = given.agent if isinstance(given, Restricted) else given  # its bans are the game's wherever it sits
    if isinstance(given, CompiledOpponent) and given.game in ("", game.name):
        return given
    if not isinstance(given, str):
        return _policy(game, given)
    if (found := answering(game, given)) is None:
        raise refusal(game, given)
    return found


def _policy(game: Game, given: Any) -> Model:
    """Return a policy that answers for many games at once."""
    if hasattr(given, "act_on") or not isinstance(given, BatchOpponent) or hasattr(given, "agent"):
        raise refusal(game, getattr(given, "name", repr(given)))
    return given


def refusal(game: Game, name: str) -> GameError:
    """Return the error that refuses a model."""
    allowed = ", ".join([*built_in(game), *teachers(game), *baselines(game)])
    return GameError(
        f"search: model = {name!r}: a model answers inside the search, so only bots of {game.name} and trained "
        f"policies can be one; allowed: {allowed}, a checkpoint (.npz), a model of stable-baselines3 (.zip); model= "
        "stands last and takes the rest of the text"
    )
