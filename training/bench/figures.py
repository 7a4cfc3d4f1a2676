"""All figures of a game, measured side by side in one run: what the table of ``swarmzoo bench`` shows."""

from collections.abc import Iterator

from swarmzoo.envs.core.game import Game
from swarmzoo.training.bench.attacks import attack_figures
from swarmzoo.training.bench.families import family_figures
from swarmzoo.training.bench.learner import learner_figures
from swarmzoo.training.bench.measuring import Figure, pin, unpin
from swarmzoo.training.bench.peers import peer_figures
from swarmzoo.training.bench.search import search_figures
from swarmzoo.training.bench.sight import sight_figures
from swarmzoo.training.bench.starts import start_figures
from swarmzoo.training.bench.swarms import swarm_figures
from swarmzoo.training.bench.teams import team_figures
from swarmzoo.training.bench.turns import turn_figures
from swarmzoo.training.config import TrainConfig


def figures(
    game: Game, seconds: float, *, peers: bool, start: bool, learner: tuple[Game, TrainConfig] | None
) -> Iterator[Figure]:
    """Measure and yield the figures of a game, one after the other; ``learner`` is the game and run to train in."""
    cores = pin()
    if game.sequential:
        yield from turn_figures(game, seconds, cores)
        yield from sight_figures(game, seconds)
        yield from attack_figures(game, seconds)
        yield from swarm_figures(game, seconds)
    else:
        yield from team_figures(game, seconds)
    yield from search_figures(game, seconds)
    yield Figure("memory of one game's state", (float(game.state.itemsize),) * 3, "bytes")
    if start:
        yield from start_figures(game)
    if peers:
        yield from family_figures(game, seconds)
        yield from (Figure(name, values, "steps/s") for name, values in peer_figures(game, seconds))
    if learner is not None:
        unpin(cores)
        yield from learner_figures(*learner)
