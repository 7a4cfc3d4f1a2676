"""The games by their names: their configurations, and the games themselves."""

from importlib import import_module
from importlib.resources import files
from pathlib import Path
from typing import Any

from swarmzoo.envs import games
from swarmzoo.envs.api.requests import nearest
from swarmzoo.envs.core.config import Settings
from swarmzoo.envs.core.game import Game, GameError


def game_names() -> list[str]:
    """Return the names of all games."""
    return [game.name for game in games()]


def module_of(name: str) -> str:
    """Return the package of a game; raise GameError for unknown names."""
    packages = {game.name: game.module for game in games()}
    if name not in packages:
        raise GameError(f"{name!r} is no game{nearest(name, packages)}")
    return packages[name]


def folder_of(name: str) -> Path:
    """Return the folder of a game's package."""
    return Path(str(files(module_of(name))))


def config_model(name: str) -> type[Settings]:
    """Return the model of a game's configuration: `InsectsConfig` for insects."""
    module = import_module(f"{module_of(name)}.config")
    model: type[Settings] = getattr(module, f"{name.title()}Config")
    return model


def make_game(name: str, config: Any) -> Game:
    """Return the game of a configuration."""
    module = import_module(f"{module_of(name)}.game")
    game: Game = getattr(module, name)(config)
    return game
