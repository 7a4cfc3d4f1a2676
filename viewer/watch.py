"""Watch a game: board and log in the game's own words, on the terminal or as an animated picture."""

import io
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

import numpy as np
from PIL import Image

from swarmzoo.agents.agent import Agent
from swarmzoo.agents.play.live import LiveGame
from swarmzoo.agents.play.restricted import game_at, players_at
from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.files import write_whole
from swarmzoo.envs.core.game import Game


def played(game: Game, agents: Sequence[Agent], seed: int) -> Iterator[np.ndarray]:
    """Play one game; yield the state, shape (1,), at its beginning and after every decision."""
    seats = np.arange(len(agents))
    game = game_at(game, agents, seats)
    live = LiveGame(game, players_at(game, agents, seats), pausing=True, everyone=True)
    live.begin(seed)
    yield live.state
    while not live.over:
        live.play()
        yield live.state


def print_game(game: Game, states: Iterable[np.ndarray], *, log_only: bool, show: Callable[[str], None]) -> None:
    """Show a game as text: the log, and the board whenever a turn or a phase begins."""
    for frame in game.words.frames(states):
        for sentence in frame.sentences:
            show(sentence)
        if frame.begins and not log_only:
            show(game.words.text(frame.state))


def write_png(game: Game, states: Iterable[np.ndarray], path: Path, *, step: int | None) -> int:
    """Write the position after a number of steps, by default the last one; return that number."""
    number, picture = -1, None
    for number, state in enumerate(states):
        if step is None or number == step:
            picture = game.words.image(state)
    if picture is None:
        raise GameError(f"step {step}: the game has the steps 0 to {number}")
    buffer = io.BytesIO()
    Image.fromarray(picture).save(buffer, "png")
    write_whole(path, buffer.getvalue())
    return number if step is None else step
