"""What an agent does next in an environment of PettingZoo that somebody else steps."""

from dataclasses import dataclass, field
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np
from pettingzoo import AECEnv

from swarmzoo.agents.agent import Agent, PythonAgent, Restricted, Seated
from swarmzoo.agents.find import as_agent, find_agent
from swarmzoo.agents.play.asking import ask, view_of
from swarmzoo.envs.api import requests
from swarmzoo.envs.api.opponents import CompiledOpponent, choices
from swarmzoo.envs.api.running import RunningGame
from swarmzoo.envs.core.desk import LEARNER
from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.reading import quoted
from swarmzoo.envs.core.table import Table

MOST_AGENTS = 32  # that are remembered of an environment: the last ones
NOTHING = 0  # of an agent that does not act now, where all are given an action


@dataclass
class _Asked:
    """What was asked of an agent in an environment: who it is, who plays for it, and its last answers of a side."""

    given: Any  # the agent, as it was given: held, so that its id stays its own
    agent: Agent
    players: dict[int, tuple[tuple[int, ...], PythonAgent]] = field(default_factory=dict)  # by side, and of which game
    answers: dict[int, tuple[bytes, dict[str, int]]] = field(default_factory=dict)  # by side, and at which position


_ASKED: WeakKeyDictionary[RunningGame, dict[Any, _Asked]] = WeakKeyDictionary()


def moves(env: Any, agent: Any) -> int | dict[str, int] | None:
    """Return what an agent does now: of ``agent_selection``, None if it has finished; else of all who act, by name."""
    game: Any = getattr(env, "unwrapped", env)
    if not isinstance(game, RunningGame):
        raise GameError(
            f"env = {quoted(env)}: an environment of PettingZoo is needed (kinds aec and parallel); where games are "
            "stepped in batches a policy answers with act(observations, masks)"
        )
    position, known = game.position_key("ask()"), _ASKED.setdefault(game, {})
    key = agent if isinstance(agent, str) else id(agent)
    asked = known.pop(key, None) or _Asked(agent, _seated(game, agent))
    known[key] = asked  # the last one
    if len(known) > MOST_AGENTS:
        del known[next(iter(known))]
    if isinstance(env, AECEnv):
        name = env.agent_selection
        if name not in env.agents or env.terminations[name] or env.truncations[name]:
            return None
        seat = game.possible_agents.index(name)
        return _of_side(game, asked, position, game.game.side_of_agent[seat]).get(name, NOTHING)
    found = {} if game.game.sequential else dict.fromkeys(env.agents, NOTHING)
    for side in range(game.game.num_sides) if env.agents else ():
        found |= _of_side(game, asked, position, side)
    return found


def _seated(game: RunningGame, agent: Any) -> Agent:
    """Return an agent, given as for ``swarmzoo.play``, that can be asked about a game."""
    found: Any = find_agent(game.game, agent) if isinstance(agent, str) else as_agent(agent)
    if isinstance(found, Restricted):
        raise GameError(
            f"agent {found.name}: it is forbidden actions wherever it sits, which is a matter of the rules; make the "
            "environment of game.banned(...), or let swarmzoo.play seat it"
        )
    if isinstance(found, CompiledOpponent) and found.game not in ("", game.game.name):
        raise GameError(f"agent {found.name}: it is a bot of {found.game}, and {game.game.name} is played")
    return found.bound_to(game.game) if hasattr(found, "bound_to") else found


def _of_side(game: RunningGame, asked: _Asked, position: bytes, side: int) -> dict[str, int]:
    """Return the actions of a side's agents that act now, by name; what was asked before is not asked again."""
    if asked.answers.get(side, (b"",))[0] != position:
        asked.answers[side] = position, _chosen(game, asked, side)
    return asked.answers[side][1]


def _chosen(game: RunningGame, asked: _Asked, side: int) -> dict[str, int]:
    agent: Any = asked.agent
    table = _table_for(game, agent)
    games, actors, rows = table.asked(LEARNER)
    mine = np.array(game.game.side_of_agent)[actors] == side
    games, actors, rows = games[mine], actors[mine], rows[mine]
    if not len(actors):
        return {}
    masks = table.masks[0, rows].copy()
    if isinstance(agent, CompiledOpponent):
        table.step()
        chosen = table.actions[0, actors]
    elif isinstance(agent, Seated):
        player = _player(game, table, asked, side)
        chosen = np.array(ask(agent.name, player, view_of(table, 0, actors, rows), masks))
    else:
        given = choices(agent, table, games, actors, table.seen(games, rows))
        chosen = requests.answers(agent.name, given, masks, strict=True)
    return {game.possible_agents[actor]: int(action) for actor, action in zip(actors, chosen, strict=True)}


def _table_for(game: RunningGame, agent: Any) -> Table:
    """Return a table with the running game, at which a compiled bot would choose for all agents."""
    if not isinstance(agent, CompiledOpponent):
        return game.on_a_table()
    if agent.bot == 0:
        return game.on_a_table(at_random=True, pausing=True)
    return game.on_a_table(agent.choose, stand_in=agent.bot, pausing=True)


def _player(game: RunningGame, table: Table, asked: _Asked, side: int) -> PythonAgent:
    """Return who plays a side for a Python agent; it is told when a game begins."""
    agent: Any = asked.agent
    seed = int(table.seeds[0])
    number = game.games_begun, seed, int(table.episodes[0])
    if asked.players.get(side, ((),))[0] != number:
        asked.players[side] = number, agent.player(side, seed, side)
    return asked.players[side][1]
