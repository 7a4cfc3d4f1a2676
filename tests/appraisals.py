"""What the searches' valuations see in positions, kept as lines of text and seen again by the tests.

The weights of a valuation were found for its features as they are. So a changed line is a changed search: find the
weights and measure it again, or mend the mistake. A bot that plays otherwise changes the positions, and so the lines
too. ``make playthroughs`` writes the file again.
"""

from collections.abc import Iterator
from pathlib import Path

from swarmzoo.agents.built_in import module_of
from swarmzoo.lab.fitting.watching import watched
from swarmzoo.lab.games import made
from tests.styles import GAMES

FILE = Path(__file__).parent / "agents" / "appraisals.txt"
WATCHED, SEED = 12, 5


def seen(name: str, keywords: str) -> Iterator[tuple[str, float]]:
    """Yield each feature of a game's valuation, and its mean in positions of bots, of sides that can still win."""
    game = made(name, keywords)
    positions = watched(game, WATCHED, SEED)
    means = positions.features[positions.alive].mean(axis=0, dtype=float)
    yield from zip(module_of(game, "valuation").WEIGHTS, means.tolist(), strict=True)


def lines() -> Iterator[str]:
    """Yield every line of the file."""
    for name, configurations in GAMES.items():
        for keywords in configurations:
            yield from (f"{name} {keywords}: {feature}: {mean:.6g}" for feature, mean in seen(name, keywords))


if __name__ == "__main__":
    FILE.write_text("\n".join(lines()) + "\n", encoding="utf-8")
    print(FILE)
