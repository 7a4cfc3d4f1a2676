"""Games as the lab's programs name them: a name and keywords."""

from swarmzoo.agents.text import read_options
from swarmzoo.envs.catalogue import find_game
from swarmzoo.envs.core.game import Game


def made(name: str, keywords: str = "") -> Game:
    """Return a game by name, with keywords as ``size=8,scenario=march``; raise GameError for what there is not."""
    return find_game(name).read(read_options(keywords, f"keywords {keywords!r}"))
