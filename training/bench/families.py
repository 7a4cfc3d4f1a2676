"""A game beside the others of its family, at the same work in one run: ``overseer`` beside ``warband``."""

from collections.abc import Iterator

from swarmzoo.envs.catalogue import FoundGame, games
from swarmzoo.envs.core.game import Game
from swarmzoo.training.bench.measuring import Figure, random_table, rate, times_as_long

SIZES = (1, 16, 256)  # of a batch: the larger ones leave the processor's cache


def family_figures(game: Game, seconds: float) -> Iterator[Figure]:
    """Measure the other games of a game's family as they come, and a decision of this game against one of theirs."""
    for found in relatives(game.name):
        name, other = f"{found.name} as it comes", found.read({})
        for n in SIZES:
            own, theirs = (random_table(one, n, 1) for one in (game, other))
            what = f"{name}: random play with mask and observation, batch of {n}"
            yield rate(what, theirs.step, theirs, seconds, "decisions/s")
            yield times_as_long(f"time of a decision against {name}, batch of {n}", own, theirs, 2 * seconds)


def relatives(name: str) -> list[FoundGame]:
    """Return the other games that stand in the folder of a game's family; none for a game without one."""
    known = games()
    families = {found.name: found.place.rpartition("/")[0] for found in known}
    family = families.get(name, "")
    return [found for found in known if family and families[found.name] == family and found.name != name]
