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

from swarmzoo.agents.agent import built_in
from swarmzoo.command.games import config_model, make_game
from swarmzoo.envs.core.entries import Questions
from swarmzoo.envs.core.game import Game
from swarmzoo.envs.core.table import OUTSIDE, RESET, STEP, Table

FOLDER = Path(__file__).parent / "envs"
HEADER = ("keywords", "seed", "agents")
BOARD_EVERY = 40  # decisions


def files_of(name: str) -> list[Path]:
    """Return the playthroughs of a game."""
    return sorted((FOLDER / name / "playthroughs").glob("*.txt"))


def header_of(text: str) -> dict[str, Any]:
    """Return keywords, seed and agents from the first lines of a playthrough."""
    return yaml.safe_load("\n".join(text.splitlines()[: len(HEADER)]))


def actions_of(text: str) -> list[int]:
    """Return the actions of a playthrough."""
    return [int(line.split()[1]) for line in text.splitlines() if line.startswith("> ")]


def replayed(name: str, text: str) -> str:
    """Play the actions of a playthrough once more and tell the game."""
    return _transcript(name, text, actions_of(text))


def renewed(name: str, text: str) -> str:
    """Let the agents of a playthrough play anew and tell the game."""
    return _transcript(name, text, None)


def _transcript(name: str, text: str, actions: list[int] | None) -> str:
    header = header_of(text)
    game = make_game(name, config_model(name).read(header["keywords"]))
    first = [f"{key}: {json.dumps(header[key])}" for key in HEADER]
    return "\n".join([*first, *_told(game, header["seed"], header["agents"], actions)]) + "\n"


def _told(game: Game, seed: int, agents: list[str], actions: list[int] | None) -> Iterator[str]:
    """Tell a game of given actions, or of those that the agents, named by side, choose."""
    bots = [built_in(game)[agent] for agent in agents]
    table = Table(game, 1, next((bot.choose for bot in bots if bot.choose is not None), None))
    table.desks["controllers"], table.desks["command"] = OUTSIDE, RESET
    table.seed(np.array([seed]))
    table.serve()
    table.desks["command"] = STEP
    state, desk, told = table.states, table.desks[0], 0
    while not desk["done"]:
        sentences, told = game.words.log(state, told)
        yield from sentences
        number, actor = int(desk["length"]), int(desk["actor"])
        if number % BOARD_EVERY == 0:
            yield from ["", *game.words.text(state).splitlines()]
        asked = f"[{number}] {game.words.prompt(state)} ({desk['mask'].sum()} legal, sees {_hash(game, table)})"
        if actions is not None:
            desk["actions"][actor] = actions[number] if number < len(actions) else -1
        else:
            desk["stand_in"] = bots[game.side_of_agent[actor]].bot
            desk["at_random"] = desk["stand_in"] == 0
        before = state.copy()
        table.serve()
        action = int(desk["actions"][actor])
        yield from ["", asked, f"> {action}  {game.words.action_name(before, actor, action)}"]
        if desk["illegal"]:
            yield "this action is not legal"
            return
    yield from game.words.log(state, told)[0]
    yield from ["", *game.words.text(state).splitlines(), ""]
    yield from (f"{agent} is paid {pay:.6g}" for agent, pay in zip(game.agents, desk["pay"], strict=True))


def _hash(game: Game, table: Table) -> str:
    """Hash what is seen now: observation and mask of the agent that acts, and the overview."""
    overview = Questions(game).overview(table.states)
    seen = table.desks["observation"].tobytes() + table.desks["mask"].tobytes() + overview.tobytes()
    return hashlib.blake2s(seen, digest_size=4).hexdigest()


if __name__ == "__main__":
    for path in sorted(FOLDER.glob("*/playthroughs/*.txt")):
        path.write_text(renewed(path.parents[1].name, path.read_text(encoding="utf-8")), encoding="utf-8")
        print(path)
