"""Golden playthroughs: whole games told decision by decision, kept as text and re-played by the tests.

A file begins with what makes the game: keywords, seed, and the agents that chose. Then every decision: who is asked
what, how many actions are legal, a hash of all that this agent sees (observation, mask) and of the public overview,
the action, and what came of it; now and then the board; at the end the rewards. A changed line is a changed
environment: it needs a new version, or it is a mistake.

To start one, write a file ``tests/envs/<game>/playthroughs/<env id>[-words].txt`` with the three lines of its
header, and run ``make playthroughs``: that lets the agents of every file play anew.
"""

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import yaml

from swarmzoo.agents.built_in import built_in
from swarmzoo.agents.play.live import NOBODY, LiveGame
from swarmzoo.envs.catalogue import find_game, games
from swarmzoo.envs.core.entries import Questions
from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.game import Game
from swarmzoo.envs.core.table import Table

FOLDER = Path(__file__).parent / "envs"
HEADER = ("keywords", "seed", "agents")
BOARD_EVERY = 40  # decisions


def files_of(name: str) -> list[Path]:
    """Return the playthroughs of a game."""
    return sorted((FOLDER / find_game(name).place / "playthroughs").glob("*.txt"))


def header_of(text: str) -> dict[str, Any]:
    """Return keywords, seed and agents from the first lines of a playthrough."""
    return yaml.safe_load("\n".join(text.splitlines()[: len(HEADER)]))


def actions_of(text: str) -> list[list[int]]:
    """Return the actions of every decision of a playthrough, one for each agent that acts."""
    lines = [line[2:].partition("  ")[0] for line in text.splitlines() if line.startswith("> ")]
    return [[int(number) for number in line.split()] for line in lines]


def replayed(name: str, text: str) -> str:
    """Play the actions of a playthrough once more and tell the game."""
    return _transcript(name, text, actions_of(text))


def renewed(name: str, text: str) -> str:
    """Let the agents of a playthrough play anew and tell the game."""
    return _transcript(name, text, None)


def _transcript(name: str, text: str, actions: list[list[int]] | None) -> str:
    header = header_of(text)
    game = find_game(name).read(header["keywords"])
    first = [f"{key}: {json.dumps(header[key])}" for key in HEADER]
    return "\n".join([*first, *_told(game, header["seed"], header["agents"], actions)]) + "\n"


def _told(game: Game, seed: int, agents: list[str], actions: list[list[int]] | None) -> Iterator[str]:
    """Tell a game of given actions, or of those that the agents, named by side, choose."""
    bots = [built_in(game)[agent] for agent in agents]
    live = LiveGame(game, bots, pausing=True, everyone=True)
    live.begin(seed, None if actions is None else [NOBODY] * len(bots))
    state, table = live.state, live.table
    while not live.over:
        yield from live.events()
        number, actors = live.length, live.acting
        if number % BOARD_EVERY == 0:
            yield from ["", *game.words.text(state).splitlines()]
        legal = table.masks[0].sum() if game.sequential else table.masks[0, actors].sum()
        asked = f"[{number}] {game.words.prompt(state, int(actors[0]))} ({legal} legal, sees {_hash(game, table)})"
        before = state.copy()
        try:
            if actions is None:
                live.play()
            else:
                live.take(np.array(actions[number] if number < len(actions) else []))
        except GameError as error:
            yield from ["", asked, str(error)]
            return
        yield from ["", asked, *_chosen(game, before, actors, table.actions[0, actors])]
    yield from live.events()
    yield from ["", *game.words.text(state).splitlines(), ""]
    yield from (f"{agent} is paid {pay:.6g}" for agent, pay in zip(game.agents, table.pay[0], strict=True))


def _chosen(game: Game, state: np.ndarray, actors: np.ndarray, chosen: np.ndarray) -> Iterator[str]:
    """Tell the actions of a decision: numbers, and behind them or below them what they mean."""
    names = [game.words.action_name(state, int(i), int(action)) for i, action in zip(actors, chosen, strict=True)]
    if game.sequential:
        yield f"> {chosen[0]}  {names[0]}"
        return
    yield "> " + " ".join(str(action) for action in chosen)
    yield from (f"  {game.agents[i]}: {name}" for i, name in zip(actors, names, strict=True))


def _hash(game: Game, table: Table) -> str:
    """Hash what is seen now: observations and masks, and the overview."""
    overview = Questions(game).overview(table.states)
    rows = game.rows if game.sequential else game.num_agents
    seen = table.observations[:, :rows].tobytes() + table.masks[:, :rows].tobytes() + overview.tobytes()
    return hashlib.blake2s(seen, digest_size=4).hexdigest()


if __name__ == "__main__":
    for name, path in [(found.name, path) for found in games() for path in files_of(found.name)]:
        path.write_text(renewed(name, path.read_text(encoding="utf-8")), encoding="utf-8")
        print(path)
