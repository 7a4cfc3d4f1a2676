"""Finding games, and making them known to PettingZoo.

A game is a folder of ``swarmzoo.envs`` with a ``game.py`` that has a line ``VERSION = <number>``; nothing is imported
to find it.
"""

import re
from pathlib import Path
from typing import NamedTuple

_NO_GAMES = ("core", "api")
_VERSION = re.compile(r"^VERSION(?:: int)? = (\d+)$", re.MULTILINE)
NAMESPACE = "swarmzoo"


class FoundGame(NamedTuple):
    """A game that was found: its name, version and the module that makes its environments."""

    name: str
    version: int
    module: str

    @property
    def env_id(self) -> str:
        """The name under which PettingZoo makes it."""
        return f"{NAMESPACE}/{self.name}-v{self.version}"


def find_games(folder: Path, package: str) -> list[FoundGame]:
    """Return the games in a package's folder, by name."""
    found = []
    for path in sorted(folder.glob("**/game.py")):
        parts = path.parent.relative_to(folder).parts
        version = _VERSION.search(path.read_text(encoding="utf-8"))
        if version and parts and parts[0] not in _NO_GAMES:
            found.append(FoundGame(parts[-1], int(version[1]), ".".join((package, *parts))))
    return found


def register(games: list[FoundGame]) -> None:
    """Register games with PettingZoo, as "aec" and "parallel"; do nothing where it has no registry."""
    try:
        import pettingzoo

        registries = {"aec": pettingzoo.aec_registry, "parallel": pettingzoo.parallel_registry}
    except (ImportError, AttributeError):
        return
    makers = {"aec": "env", "parallel": "parallel_env"}
    for game in games:
        for kind, known in registries.items():
            if game.env_id not in known:
                pettingzoo.register(kind, game.env_id, entry_point=f"{game.module}:{makers[kind]}")
