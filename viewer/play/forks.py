"""New starts: a moment of a game that was played, as text that can be edited, from which others play on.

A start is YAML: the game, its configuration, and the position in the game's own text form. It is read as what a
stranger may have written.
"""

from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import yaml
from pydantic import Field

from swarmzoo.envs.catalogue import find_game
from swarmzoo.envs.core.config import Settings, changed
from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.game import Game
from swarmzoo.envs.core.plain_yaml import read_file
from swarmzoo.lab.replay import LONGEST_START, MAGIC, Replay, play_back
from swarmzoo.viewer.play.ended import any_replay
from swarmzoo.viewer.play.kept import is_kept

_HEAD = """\
# A start for `swarmzoo play --fork`: a moment of a game. Everything may be edited: rules, cards, units.
"""


class Start(Settings):
    """A game, its configuration, and the position from which it is played."""

    game: str = Field(max_length=100)
    config: dict[str, Any] = Field(default_factory=dict)
    position: str = Field(max_length=LONGEST_START)


class _Text(str):
    """A text of several lines, which YAML shows as such."""


class _Dumper(yaml.SafeDumper):
    """YAML's safe writer, with texts of several lines as they are."""


_Dumper.add_representer(_Text, lambda dumper, text: dumper.represent_scalar("tag:yaml.org,2002:str", text, style="|"))


def start_of(replay: Replay, step: int | None) -> Start:
    """Return the start at a step of a replay, by default its last; raise GameError for a step that it has not."""
    game = find_game(replay.game).read(replay.config)
    last: tuple[int, np.ndarray] | None = None
    for last in enumerate(islice(play_back(replay, game), None if step is None else step + 1)):  # noqa: B007
        pass
    assert last is not None  # a game has a beginning
    number, state = last
    if step is not None and number < step:
        raise GameError(f"step {step}: the game has the steps 0 to {number}")
    return Start(game=replay.game, config=changed(game.config), position=written(game, state))


def written(game: Game, state: np.ndarray) -> str:
    """Return a position as text; spaces at the ends of lines go where nothing is lost by it."""
    text = game.words.write_position(state)
    bare = "\n".join(line.rstrip() for line in text.split("\n"))
    try:
        same = game.words.read_position(bare, 0).tobytes() == game.words.read_position(text, 0).tobytes()
    except GameError:
        same = False
    return bare if same else text


def as_text(start: Start) -> str:
    """Return a start as YAML."""
    values = {"game": start.game, "config": start.config, "position": _Text(start.position)}
    return _HEAD + yaml.dump(values, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=120)


def read_start(path: Path, step: int | None) -> Start:
    """Return the start in a file: a step of a replay or of a kept game that is over, or a start as text."""
    with path.open("rb") as file:
        head = file.read(len(MAGIC))
    if head[:15] == MAGIC[:15] or is_kept(head):
        return start_of(any_replay(path), step)
    if step is not None:
        raise GameError(f"{path}: a start has no steps; --step is for replays")
    values = read_file(path, str(path))
    if not isinstance(values, dict):
        raise GameError(f"{path}: this is neither a replay nor a start, which names game, config and position")
    return Start.read(values, f"{path}: ")
