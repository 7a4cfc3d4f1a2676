"""Watch a game: board and log in the game's own words, on the terminal or as an animated picture."""

import io
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import numpy as np
from PIL import Image

from swarmzoo.agents.agent import Agent
from swarmzoo.agents.asking import let_act
from swarmzoo.agents.policy.checkpoint import write_whole
from swarmzoo.envs.api.opponents import CompiledOpponent, choice_function
from swarmzoo.envs.core.game import Game, GameError
from swarmzoo.envs.core.table import OUTSIDE, RESET, STEP, Table


def frames(game: Game, agents: Sequence[Agent], seed: int) -> Iterator[tuple[np.ndarray, list[str]]]:
    """Play one game; yield the state, shape (1,), and what happened since, after every decision."""
    if len(agents) != game.num_sides:
        raise GameError(
            f"{game.env_id} has {game.num_sides} sides here, {len(agents)} were given an agent: name one for each side"
        )
    table = Table(game, 1, choice_function([a for a in agents if isinstance(a, CompiledOpponent)]))
    table.desks["controllers"][0] = [a.bot if isinstance(a, CompiledOpponent) else OUTSIDE for a in agents]
    table.desks["pausing"] = table.desks["everyone"] = True
    table.seed(np.array([seed]))
    table.desks["command"] = RESET
    table.serve()
    table.desks["command"] = STEP
    seating = np.arange(len(agents))[None]
    told = 0
    while True:
        sentences, told = game.words.log(table.states, told)
        yield table.states, sentences
        if table.desks["done"][0]:
            return
        let_act(game, agents, seating, table, np.array([0]))
        table.serve()


def print_game(game: Game, agents: Sequence[Agent], seed: int, *, log_only: bool, show: Callable[[str], None]) -> None:
    """Show a game as text: the log, and the board whenever a turn begins."""
    last = None
    for state, sentences in frames(game, agents, seed):
        for sentence in sentences:
            show(sentence)
        moment = tuple(int(state[name][0]) for name in ("active", "done") if name in (state.dtype.names or ()))
        if not log_only and moment != last:
            show(game.words.text(state))
        last = moment


def write_gif(game: Game, agents: Sequence[Agent], seed: int, path: Path, *, every: int, milliseconds: int) -> int:
    """Write a game as an animated picture, one frame every few decisions; return the number of frames."""
    pictures = []
    for number, (state, _) in enumerate(frames(game, agents, seed)):
        if number % every == 0 or state["done"][0]:
            picture = Image.fromarray(game.words.image(state)).quantize(64)
            pictures.append(picture)
    buffer = io.BytesIO()
    times = [milliseconds] * (len(pictures) - 1) + [4 * milliseconds]
    pictures[0].save(buffer, "gif", save_all=True, append_images=pictures[1:], duration=times, loop=0, optimize=False)
    write_whole(path, buffer.getvalue())
    return len(pictures)
