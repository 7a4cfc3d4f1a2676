"""Asking the agents outside a table for their actions."""

import operator
import reprlib
from collections.abc import Sequence
from itertools import islice
from typing import Any

import numpy as np

from swarmzoo.agents.agent import Agent, PythonAgent, Seated
from swarmzoo.agents.faults import AgentFault, fault_of
from swarmzoo.agents.view import View
from swarmzoo.envs.api.opponents import choices, turns_of
from swarmzoo.envs.core.desk import OUTSIDE
from swarmzoo.envs.core.game import Game, copy_of
from swarmzoo.envs.core.table import Table


def let_act(
    game: Game,
    agents: Sequence[Agent],
    seating: np.ndarray,
    table: Table,
    waiting: np.ndarray,
    sides: Sequence[int] | None = None,
) -> None:
    """Ask the agents outside the table for the actions of the games that wait for them; of some sides or of all."""
    games, actors, seen = table.asked(OUTSIDE, waiting)
    if sides is not None:
        asked = np.isin(np.array(game.side_of_agent)[actors], sides)
        games, actors, seen = games[asked], actors[asked], seen[asked]
    who = seating[games, np.array(game.side_of_agent)[actors]]
    for index in np.unique(who):
        mine = who == index
        agent: Any = agents[index]
        chosen: list[int] | np.ndarray
        if isinstance(agent, Seated):
            chosen = _ask_one_by_one(game, agent, table, games[mine], actors[mine], seen[mine])
        else:
            chosen = choices(agent, table, games[mine], actors[mine], table.seen(games[mine], seen[mine]))
        table.answer(games[mine], actors[mine], chosen)


def refuse_illegal(game: Game, agents: Sequence[Agent], seating: np.ndarray, table: Table) -> None:
    """Raise an AgentFault if an agent outside the table chose an illegal action: the table waits for another one."""
    for i in np.flatnonzero(table.illegal)[:1]:
        actor = int(table.illegal[i]) - 1
        name = agents[seating[i, game.side_of_agent[actor]]].name
        raise AgentFault(name, "illegal", f"it chose action {table.actions[i, actor]}, which is not legal")


def _ask_one_by_one(
    game: Game, agent: Seated, table: Table, games: np.ndarray, actors: np.ndarray, seen: np.ndarray
) -> list[int]:
    """Ask a Python agent once for each game and side: for the agents of that side that act now, all at once."""
    chosen: list[int] = []
    for turn in turns_of(game, games, actors):
        i = int(games[turn.start])
        masks = table.masks[i, seen[turn]]
        chosen += ask(agent.name, agent.agent, view_of(table, i, actors[turn], seen[turn]), masks)
    return chosen


def view_of(table: Table, i: int, actors: np.ndarray, seen: np.ndarray) -> View:
    """Return what a Python agent is shown for its agents that act in game i."""
    observations, masks = table.observations[i, seen], table.masks[i, seen]
    return View(table.game, copy_of(table.states[i : i + 1]), actors.copy(), observations, masks)


def ask(name: str, agent: PythonAgent, view: View, masks: np.ndarray) -> list[int]:
    """Ask a Python agent for the actions of a decision; tell whose fault it is when it fails or answers nonsense."""
    try:
        answer: Any = agent.act(view)
    except (AgentFault, KeyboardInterrupt):
        raise
    except BaseException as error:  # the agent's: whatever it raises
        raise fault_of(name, getattr(agent, "code", agent), "act() raised", error) from error
    if type(answer) is int and len(masks) == 1 and 0 <= answer < masks.shape[1] and masks[0, answer]:
        return [answer]
    actions = _actions_in(answer, len(masks))
    if actions is None:
        needed = "the index of a legal action is needed"
        needed += f" for each of the {len(masks)} agents that act now" if len(masks) > 1 else ""
        raise AgentFault(name, "garbage", f"act() returned {_shown(answer)}; {needed}")
    for row, action in enumerate(actions):
        if not 0 <= action < masks.shape[1] or not masks[row, action]:
            why = f"actions are numbered 0 to {masks.shape[1] - 1}"
            if 0 <= action < masks.shape[1]:
                why = view.why_not(action, row) or "it is not legal"
            raise AgentFault(name, "illegal", f"act() returned {_shown(answer)}; {why}")
    return actions


def _actions_in(answer: Any, count: int) -> list[int] | None:
    """Return the whole numbers of an answer, one for each agent that acts; None for anything else."""
    try:
        given = [answer] if count == 1 and np.ndim(answer) == 0 else list(islice(answer, count + 1))
        if len(given) == count and not any("bool" in str(getattr(one, "dtype", type(one))) for one in given):
            return [operator.index(one) for one in given]  # of Python, numpy or torch
    except Exception:  # an object of the agent's own making, a ragged list
        return None
    return None


def _shown(answer: Any) -> str:
    """Return an answer as it can stand in a sentence."""
    try:
        return reprlib.repr(answer)
    except Exception:  # of the agent's own making
        return f"an object of {type(answer).__name__}"
