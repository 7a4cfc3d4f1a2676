"""The pictures on the games' pages: played and drawn by a recipe, and checked without playing.

``envs/<game>/picture.yaml`` says which game is played by whom, from which seed, and how many steps. The PNG holds the
recipe, the state that it shows and a digest of the drawing beside its pixels, so that a test sees when the drawing, the
records or the recipe changed since it was made.
"""

import io
from base64 import b85decode, b85encode
from collections.abc import Iterator
from hashlib import sha256
from itertools import islice
from pathlib import Path
from zlib import compress, decompress

import numpy as np
import yaml
from PIL import Image
from PIL.PngImagePlugin import PngInfo

from swarmzoo.agents.find import find_agent
from swarmzoo.envs.catalogue import find_game
from swarmzoo.envs.core.files import write_whole
from swarmzoo.envs.core.game import Game
from swarmzoo.viewer.watch import played

RECIPE, PICTURE = "picture.yaml", "picture.png"
_TEXTS = ("recipe", "state", "drawing")


def write_picture(name: str, folder: Path) -> None:
    """Play the game of a folder's recipe and write its picture there."""
    recipe = (folder / RECIPE).read_text(encoding="utf-8")
    game, state = _shown(name, yaml.safe_load(recipe))
    told = PngInfo()
    packed = b85encode(compress(state.tobytes(), 9)).decode("ascii")
    for key, text in zip(_TEXTS, (recipe, packed, digest(game, state)), strict=True):
        told.add_text(key, text, zip=key == "state")
    buffer = io.BytesIO()
    Image.fromarray(game.words.image(state)).save(buffer, "png", pnginfo=told, optimize=True)
    write_whole(folder / PICTURE, buffer.getvalue())


def faults(name: str, folder: Path) -> Iterator[str]:
    """Yield what differs between a folder's picture and what its recipe and the game's drawing say now."""
    with Image.open(folder / PICTURE) as picture:
        size, told = picture.size, dict(picture.text)  # type: ignore[attr-defined]
    if missing := [key for key in _TEXTS if key not in told]:
        yield f"it does not tell its {', '.join(missing)}"
        return
    recipe = (folder / RECIPE).read_text(encoding="utf-8")
    if told["recipe"] != recipe:
        yield "the recipe is another one"
    game = find_game(name).read(yaml.safe_load(recipe)["keywords"])
    content = decompress(b85decode(told["state"]))
    if len(content) != game.state.itemsize:
        yield f"its state has {len(content)} bytes, the game's has {game.state.itemsize}"
        return
    state = np.frombuffer(content, game.state).copy()
    drawing = game.words.drawing(state)
    if size != (drawing.width, drawing.height):
        yield f"it has {size} pixels, the drawing {drawing.width, drawing.height}"
    if told["drawing"] != digest(game, state):
        yield "the drawing changed"


def digest(game: Game, state: np.ndarray) -> str:
    """Return a digest of the shapes, colours and texts that a state is drawn with."""
    return sha256(repr(game.words.drawing(state)).encode()).hexdigest()


def _shown(name: str, recipe: dict) -> tuple[Game, np.ndarray]:
    """Return the game of a recipe and the state after its steps, or at the end of a shorter game."""
    game = find_game(name).read(recipe["keywords"])
    agents = [find_agent(game, agent) for agent in recipe["agents"]]
    for state in islice(played(game, agents, recipe["seed"]), recipe["step"] + 1):
        last = state.copy()
    return game, last
