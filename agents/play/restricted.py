"""Restricted agents at a table: what each is forbidden becomes the game's bans, which everybody there obeys."""

from collections.abc import Sequence

import numpy as np

from swarmzoo.agents.agent import Agent, Restricted, unrestricted
from swarmzoo.envs.core.game import Game


def game_at(game: Game, agents: Sequence[Agent], seats: np.ndarray) -> Game:
    """Return a game with the bans of those who sit there added to its own: ``seats`` int (sides,) of agents, or -1."""
    bans: dict[int | str, list[int]] = {side: list(actions) for side, actions in enumerate(game.bans)}
    for side, seat in enumerate(seats):
        agent = agents[seat] if seat >= 0 else None
        if isinstance(agent, Restricted):
            bans[side] = [*bans.get(side, ()), *agent.bans]
    return game.banned(bans)


def games_at(
    game: Game, agents: Sequence[Agent], seating: np.ndarray, variants: Sequence[Game] | None
) -> tuple[list[Game], np.ndarray]:
    """Return the different games of a seating, (games, sides), and of each row which of them it plays, int (games,)."""
    rows = range(len(seating))
    plain = [game] if variants is None else list(dict.fromkeys(variants))
    numbers = {one: k for k, one in enumerate(plain)}
    which = np.zeros(len(seating), np.int64) if variants is None else np.array([numbers[one] for one in variants])
    if not any(isinstance(agent, Restricted) for agent in agents):
        return plain, which
    banned = [agent.bans if isinstance(agent, Restricted) else () for agent in agents] + [()]  # -1: nobody
    keys = [(int(which[row]), tuple(banned[seat] for seat in seating[row])) for row in rows]
    first = {key: row for row, key in reversed(list(enumerate(keys)))}
    places = {key: k for k, key in enumerate(first)}
    found = [game_at(plain[number], agents, seating[row]) for (number, _), row in first.items()]
    return found, np.array([places[key] for key in keys], np.int64)


def players_at(game: Game, agents: Sequence[Agent], seats: np.ndarray) -> list[Agent]:
    """Return the agents as they play a game: without their bans, which are its own now, and searching this very game.

    ``seats``: indices of those who sit somewhere; the others are left as they are.
    """
    players = [unrestricted(agent) for agent in agents]
    sitting = set(np.unique(seats).tolist())
    return [bound(agent, game) if k in sitting else agent for k, agent in enumerate(players)]


def bound(agent: Agent, game: Game) -> Agent:
    """Return an agent that plays a game by itself: who looks ahead in copies must look into those of this game."""
    bind = getattr(agent, "bound_to", None)
    return agent if bind is None else bind(game)
