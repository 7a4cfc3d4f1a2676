"""The front door of swarmzoo: games that play, and the agents that play them.

    import swarmzoo

    swarmzoo.games()                                      # what there is
    env = swarmzoo.make("insects", players=3)             # PettingZoo's AECEnv; kind="vector": Gymnasium's VectorEnv
    swarmzoo.play("insects", ["greedy", "random"], games=20).pay

Importing this package is quick: what compiles rules or loads networks is imported when it is first needed.
"""

from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING, Any, Literal, overload

if TYPE_CHECKING:
    from pettingzoo import AECEnv, ParallelEnv

    from swarmzoo.agents.agent import Agent
    from swarmzoo.agents.play.results import Results
    from swarmzoo.envs.api.sb3 import SwarmVecEnv
    from swarmzoo.envs.api.single import LearnerEnv
    from swarmzoo.envs.api.vector import GameVectorEnv
    from swarmzoo.envs.catalogue import FoundGame
    from swarmzoo.envs.core.game import Game

__all__ = ["KINDS", "__version__", "ask", "find_agent", "games", "make", "play"]

try:
    __version__ = version("swarmzoo")
except PackageNotFoundError:  # sources that are not installed
    __version__ = "0"

KINDS = {
    "aec": "env",  # PettingZoo, one agent at a time
    "parallel": "parallel_env",  # PettingZoo, all agents at once
    "vector": "vector_env",  # Gymnasium, a batch of games
    "gym": "gym_env",  # Gymnasium, one learner against opponents
    "sb3": "sb3_vec_env",  # stable-baselines3, a batch of games of one learner
}


def games() -> "list[FoundGame]":
    """Return every game: name, version, place and folder of each."""
    from swarmzoo.envs.catalogue import games as found

    return found()


@overload
def make(game: str, kind: Literal["aec"] = "aec", **keywords: Any) -> "AECEnv": ...
@overload
def make(game: str, kind: Literal["parallel"], **keywords: Any) -> "ParallelEnv": ...
@overload
def make(game: str, kind: Literal["vector"], **keywords: Any) -> "GameVectorEnv": ...
@overload
def make(game: str, kind: Literal["gym"], **keywords: Any) -> "LearnerEnv": ...
@overload
def make(game: str, kind: Literal["sb3"], **keywords: Any) -> "SwarmVecEnv": ...
@overload
def make(game: str, kind: str = "aec", **keywords: Any) -> Any: ...
def make(game: str, kind: str = "aec", **keywords: Any) -> Any:
    """Return an environment of a game: ``kind`` is aec, parallel, vector, gym or sb3.

    Keywords are the fields of the game's configuration and the options of the kind; ``swarmzoo envs GAME`` lists them.
    The functions of a game's own package, for instance ``swarmzoo.envs.insects.env``, have them as types too.
    Raises GameError for unknown games, kinds and keywords.
    """
    from importlib import import_module

    from swarmzoo.envs.catalogue import find_game
    from swarmzoo.envs.core.errors import GameError, nearest
    from swarmzoo.envs.core.reading import quoted

    found = find_game(game)
    if not isinstance(kind, str) or kind not in KINDS:
        raise GameError(f"unknown kind {quoted(kind)} of environment{nearest(kind, KINDS)}")
    return getattr(import_module(found.module), KINDS[kind])(**keywords)


def _game(game: "str | Game", keywords: dict[str, Any]) -> "Game":
    from swarmzoo.envs.catalogue import find_game
    from swarmzoo.envs.core.errors import GameError

    if hasattr(game, "kernels"):  # a Game: to name its class here would import numba
        if keywords:
            raise GameError(f"{', '.join(keywords)}: a game that is given whole has its configuration already")
        return game  # type: ignore[return-value]
    return find_game(game).read(keywords)


def find_agent(
    game: "str | Game", text: str, *, trust: bool = False, isolate: bool = False, **keywords: Any
) -> "Agent":
    """Return the agent that a text names: a bot, a search, a checkpoint, ``file.py:Name`` ... (see agents/README.md).

    ``game`` is a game's name, with keywords for its configuration, or the game of an environment (``env.game``).
    ``trust`` runs code that a model's file holds; ``isolate`` plays a Python class in a process of its own. Raises
    GameError for what cannot be found.
    """
    from swarmzoo.agents.find import find_agent as found

    return found(_game(game, keywords), text, trust=trust, isolate=isolate)


def play(
    game: "str | Game",
    agents: Sequence[Any],
    *,
    games: int = 1,
    seed: int = 0,
    threads: int = 1,
    isolate: bool = False,
    **keywords: Any,
) -> "Results":
    """Let agents play games on paired seeds, each of them in every seat in turn; return what came of the games.

    ``agents`` are texts, as ``find_agent`` takes them, agents, or classes and functions as in agents/template.py.
    ``isolate`` plays every class and function in a process of its own, which sees what its side may know and nothing
    else. ``pay`` float32 (games, sides) of the results is by side; ``seats`` int (games, sides) tells which agent sat
    where. At least ``games`` games are played, in whole rotations of the seats. Keywords are fields of the game's
    configuration. Raises GameError for a user's mistake.
    """
    from swarmzoo.agents.agent import let_go
    from swarmzoo.agents.find import as_agent, isolated_agent
    from swarmzoo.agents.play.match import paired_seats, play_games
    from swarmzoo.envs.api.requests import count
    from swarmzoo.envs.core.errors import GameError
    from swarmzoo.envs.core.reading import checked_seed, quoted

    games, threads = count("games", games), count("threads", threads)
    seed, made = checked_seed(seed, games), _game(game, keywords)
    if not isinstance(agents, Sequence) or isinstance(agents, str):
        raise GameError(f"agents = {quoted(agents)}: a list is needed, for instance ['greedy', 'random']")
    if not 1 <= len(agents) <= made.num_sides:
        raise GameError(f"agents: {made.num_sides} sides take 1 to {made.num_sides} agents, {len(agents)} were given")
    found: list[Agent] = []
    try:
        for agent in agents:
            if isinstance(agent, str):
                found.append(find_agent(made, agent, isolate=isolate))
            else:
                found.append(isolated_agent(made, agent) if isolate else as_agent(agent))
        seats, seeds = paired_seats(made.num_sides, len(found), games, seed)
        results = play_games(made, found, seats, seeds, threads=threads)
    finally:
        if isolate:
            let_go(found)
    results.seats = seats
    return results


def ask(env: "AECEnv | ParallelEnv", agent: Any) -> int | dict[str, int] | None:
    """Return what an agent does next in an environment of PettingZoo that you step yourself.

    ``agent`` is given as for ``play``. In an AECEnv it answers for ``env.agent_selection``: an action, or None where
    that one has finished, so ``env.step(swarmzoo.ask(env, "search:64"))`` always goes on. In a ParallelEnv it answers
    for all: actions by name. It sees what each side may know, and leaves the game as it is. The same position of the
    same game is answered the same way; who draws nothing plays as in ``play``. Python agents are told when a game
    begins. Raises GameError for a user's mistake, and for an agent that fails.
    """
    from swarmzoo.agents.moves import moves

    return moves(env, agent)
