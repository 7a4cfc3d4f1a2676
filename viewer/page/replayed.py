"""Replays and games that are watched, as data for a page."""

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from swarmzoo.agents.agent import Agent
from swarmzoo.agents.play.live import LiveGame
from swarmzoo.agents.play.restricted import game_at, players_at
from swarmzoo.envs.core.entries import Questions
from swarmzoo.envs.core.game import Game
from swarmzoo.lab.replay import Replay, game_of, play_back
from swarmzoo.viewer.page.recording import Move, Recorder, recorded


def replay_data(replay: Replay, game: Game) -> dict[str, Any]:
    """Return a replay as data for a page; ``game`` is that of its configuration."""
    fault = "" if replay.fault is None else f"lost by a fault ({replay.fault[1]}): {replay.fault[2]}"
    about = {"seed": replay.seed, "agents": replay.agents, "pay": replay.pay, "fault": fault}
    return recorded(game_of(replay, game), _moves(replay, game), **about)


def _moves(replay: Replay, game: Game) -> Iterator[Move]:
    """Yield the states of a replay, and who acted before each of them."""
    ask, used, acting = Questions(game), 0, np.zeros(0, int)
    for state in play_back(replay, game):
        actions = replay.actions[used : used + len(acting)]
        used += len(acting)
        yield state, [(int(agent), int(action)) for agent, action in zip(acting, actions, strict=True)]
        acting = np.flatnonzero(ask.acting(state))


def watched_data(game: Game, agents: Sequence[Agent], seed: int) -> dict[str, Any]:
    """Play one game; return it as data for a page."""
    seats = np.arange(len(agents))
    game = game_at(game, agents, seats)
    live = LiveGame(game, players_at(game, agents, seats), pausing=True, everyone=True)
    live.begin(seed)
    recorder = Recorder(game)
    recorder.add(live.state)
    while not live.over:
        acting = live.acting
        live.play()
        recorder.add(live.state, [(int(agent), int(live.table.actions[0, agent])) for agent in acting])
    return recorder.data(seed=seed, agents=[agent.name for agent in agents], pay=live.pay.tolist())
