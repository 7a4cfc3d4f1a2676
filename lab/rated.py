"""What the ladder on a game's page says of its agents."""

import csv

from swarmzoo.agents.built_in import built_in
from swarmzoo.envs.catalogue import FoundGame


def ratings(game: FoundGame) -> dict[str, tuple[float, float, float]]:
    """Return rating, low and high end of its interval by agent, from the ladder on the game's page, if there is one."""
    path = game.folder / "measured" / "ladder.csv"
    rows = csv.DictReader(path.read_text(encoding="utf-8").splitlines()) if path.exists() else ()
    ends = {text_of(row["agent"]): (row["Elo"], *row["95% interval"].split(" to ")) for row in rows}
    return {text: (float(elo), float(low), float(high)) for text, (elo, low, high) in ends.items()}


def text_of(name: str) -> str:
    """Return the text that names a measured agent: a search is named in a table by its options, with hyphens."""
    head, hyphen, options = name.partition("-")
    return f"{head}:{options.replace('-', ',')}" if head == "search" and hyphen else name


def strongest_bot(game: FoundGame) -> str:
    """Return the built-in bot that stands highest in the ladder; without a ladder the one that is named last."""
    rated, bots = ratings(game), list(built_in(game))
    return max(reversed(bots), key=lambda name: rated.get(name, (float("-inf"),))[0])
