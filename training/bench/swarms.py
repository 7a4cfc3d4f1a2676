"""How the speed of a game changes with the Underlings that follow each leader."""

from collections.abc import Iterator

from swarmzoo.envs.core.game import Game
from swarmzoo.envs.core.table import Table
from swarmzoo.training.bench.measuring import Figure, random_table, rate, times_as_long

SIZES = (20, 50, 100, 200)
GAMES = 16
SETTLED = 200  # steps before anything is measured, until the games are at different stages


def swarm_figures(game: Game, seconds: float) -> Iterator[Figure]:
    """Measure a game whose leaders have Underlings, at several numbers of them; of other games nothing."""
    if "underlings" not in type(game.config).model_fields:
        return
    tables = {size: _table(game, size) for size in SIZES}
    for size, table in tables.items():
        name = f"random play with mask and observation, {size} Underlings each, batch of {GAMES}"
        yield rate(name, table.step, table, seconds, "decisions/s")
    most, least = max(SIZES), min(SIZES)
    name = f"time of a decision, {most} Underlings each against {least}"
    yield times_as_long(name, tables[most], tables[least], 2 * seconds)


def _table(game: Game, size: int) -> Table:
    assert game.factory is not None
    table = random_table(game.factory(game.config.model_copy(update={"underlings": size})), GAMES, 1)
    for _ in range(SETTLED):
        table.step()
    return table
