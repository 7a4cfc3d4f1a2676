"""Watch a game: board and log in the game's own words, on the terminal or as an animated picture."""

import io
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

import numpy as np
from PIL import Image

from swarmzoo.agents.agent import Agent
from swarmzoo.agents.play.live import LiveGame
from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.files import write_whole
from swarmzoo.envs.core.game import Game

Frames = Iterator[tuple[np.ndarray, list[str]]]  # the state, shape (1,), and what happened since the last one


def replayed(game: Game, states: Iterable[np.ndarray]) -> Frames:
    """Yield every state of a game that is played back, and what happened since the one before."""
    told = 0
    for state in states:
        sentences, told = game.words.log(state, told)
        yield state, sentences


def frames(game: Game, agents: Sequence[Agent], seed: int) -> Frames:
    """Play one game; yield the state, shape (1,), and what happened since, after every decision."""
    live = LiveGame(game, agents, pausing=True, everyone=True)
    live.begin(seed)
    yield live.state, live.events()
    while not live.over:
        live.play()
        yield live.state, live.events()


def print_game(game: Game, shown: Frames, *, log_only: bool, show: Callable[[str], None]) -> None:
    """Show a game as text: the log, and the board whenever a turn begins."""
    last = None
    for state, sentences in shown:
        for sentence in sentences:
            show(sentence)
        moment = tuple(int(state[name][0]) for name in ("active", "done") if name in (state.dtype.names or ()))
        if not log_only and moment != last:
            show(game.words.text(state))
        last = moment


def write_gif(game: Game, shown: Frames, path: Path, *, every: int, milliseconds: int) -> int:
    """Write a game as an animated picture, one frame every few decisions; return the number of frames."""
    pictures = []
    for number, (state, _) in enumerate(shown):
        if number % every == 0 or state["done"][0]:
            pictures.append(Image.fromarray(game.words.image(state)).quantize(64))
    buffer = io.BytesIO()
    times = [milliseconds] * (len(pictures) - 1) + [4 * milliseconds]
    pictures[0].save(buffer, "gif", save_all=True, append_images=pictures[1:], duration=times, loop=0, optimize=False)
    write_whole(path, buffer.getvalue())
    return len(pictures)


def write_png(game: Game, shown: Frames, path: Path, *, step: int | None) -> int:
    """Write the position after a number of steps, by default the last one; return that number."""
    number, picture = -1, None
    for number, (state, _) in enumerate(shown):
        if step is None or number == step:
            picture = game.words.image(state)
    if picture is None:
        raise GameError(f"step {step}: the game has the steps 0 to {number}")
    buffer = io.BytesIO()
    Image.fromarray(picture).save(buffer, "png")
    write_whole(path, buffer.getvalue())
    return number if step is None else step
