"""The catalogue of games: what every floor of the house asks for by a game's name.

A game is a folder of ``swarmzoo.envs`` with a ``game.py`` that has a line ``VERSION = <number>``. Games are found by
walking the folder, so there is no list to edit; a game's code is imported when its config or the game is asked for.
Its bots, configurations and tests lie in folders of the same place: ``agents/<place>``, ``configs/<place>``,
``tests/envs/<place>``.
"""

import re
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from swarmzoo.envs.core.errors import GameError, nearest
from swarmzoo.envs.core.reading import quoted

if TYPE_CHECKING:
    from swarmzoo.envs.core.config import Settings
    from swarmzoo.envs.core.game import Game

NAMESPACE = "swarmzoo"
PACKAGE = "swarmzoo.envs"
_NO_GAMES = ("core", "api")
_VERSION = re.compile(r"^VERSION(?:: int)? = (\d+)$", re.MULTILINE)


class FoundGame(NamedTuple):
    """A game of the catalogue: name, version of its environment, place (for instance skirmish/warband), folder."""

    name: str
    version: int
    place: str
    folder: Path  # of its sources, its page and its pictures

    @property
    def env_id(self) -> str:
        """The name under which PettingZoo makes it."""
        return f"{NAMESPACE}/{self.name}-v{self.version}"

    @property
    def module(self) -> str:
        """The package that makes its environments."""
        return self.package_in(PACKAGE)

    def package_in(self, floor: str) -> str:
        """Return the game's package on another floor, for instance in ``swarmzoo.agents``."""
        return f"{floor}.{self.place.replace('/', '.')}"

    @property
    def config(self) -> "type[Settings]":
        """The model of its configuration: ``InsectsConfig`` for insects."""
        model: type[Settings] = getattr(import_module(f"{self.module}.config"), f"{self.name.title()}Config")
        return model

    def make(self, config: Any) -> "Game":
        """Return the game of a configuration."""
        game: Game = getattr(import_module(f"{self.module}.game"), self.name)(config)
        return game

    def read(self, values: dict[str, Any], where: str = "") -> "Game":
        """Return the game of plain values, the others at their defaults; ``where``: what errors name first."""
        return self.make(self.config.read(values, where))


@cache
def games_in(folder: Path) -> tuple[FoundGame, ...]:
    """Return the games in a folder, by name."""
    found = []
    for path in sorted(folder.glob("**/game.py")):
        parts = path.parent.relative_to(folder).parts
        version = _VERSION.search(path.read_text(encoding="utf-8"))
        if version and parts and parts[0] not in _NO_GAMES:
            found.append(FoundGame(parts[-1], int(version[1]), "/".join(parts), path.parent))
    return tuple(found)


def games() -> list[FoundGame]:
    """Return every game there is, by walking the folder of this module."""
    return list(games_in(Path(__file__).parent))


def find_game(name: str) -> FoundGame:
    """Return a game by its name; raise GameError for unknown names."""
    known = {game.name: game for game in games()}
    if not isinstance(name, str) or name not in known:
        raise GameError(f"unknown game {quoted(name)}{nearest(name, known)}")
    return known[name]
