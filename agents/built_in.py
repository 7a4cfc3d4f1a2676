"""The agents that come with a game: bots, teachers and trained baselines, found in the folder of its name."""

import importlib
import importlib.util
from pathlib import Path
from typing import Any

from swarmzoo.envs.api.opponents import RANDOM_OPPONENT, CompiledOpponent
from swarmzoo.envs.catalogue import FoundGame, games
from swarmzoo.envs.core.game import Game

Named = Game | FoundGame  # whatever has a game's name


def module_of(game: Named, module: str) -> Any:
    """Return a module that a game has among the agents, or None: ``swarmzoo.agents.<place of the game>.<module>``."""
    package = next((found.package_in("swarmzoo.agents") for found in games() if found.name == game.name), None)
    if package is None or importlib.util.find_spec(package) is None:
        return None
    if importlib.util.find_spec(f"{package}.{module}") is None:
        return None
    return importlib.import_module(f"{package}.{module}")


def built_in(game: Named) -> dict[str, CompiledOpponent]:
    """Return the built-in agents of a game by name: random, and the bots of ``swarmzoo.agents.<game>``."""
    found = {"random": RANDOM_OPPONENT}
    bots = module_of(game, "bots")
    if bots is None:
        return found
    for number, name in enumerate(bots.BOT_NAMES):
        if number > 0:
            found[name] = CompiledOpponent(name, number, bots.choose, game.name)
    return found


def teachers(game: Named) -> dict[str, CompiledOpponent]:
    """Return the compiled agents of a game that are made to be learned from, by name; no strategy of the line-up."""
    bots = module_of(game, "bots")
    if bots is None:
        return {}
    first = len(bots.BOT_NAMES)
    return {
        name: CompiledOpponent(name, first + k, bots.choose, game.name)
        for k, name in enumerate(getattr(bots, "TEACHER_NAMES", ()))
    }


def baselines(game: Named) -> dict[str, Path]:
    """Return the trained policies that come with a game: checkpoints by name, ``standard`` for the standard preset."""
    place = next((found.place for found in games() if found.name == game.name), game.name)
    return {path.stem: path for path in sorted((Path(__file__).parent / place / "baselines").glob("*.npz"))}


def kinds(game: Named) -> dict[str, str]:
    """Return the agents that come with a game by name, each with its kind: bot, teacher, or policy (trained)."""
    by_kind = {"bot": list(built_in(game)), "teacher": list(teachers(game)), "policy": list(baselines(game))}
    return {name: kind for kind, names in by_kind.items() for name in names}


def homes(name: str) -> list[str]:
    """Return the games that an agent of a name comes with."""
    return [game.name for game in games() if name in kinds(game)]
