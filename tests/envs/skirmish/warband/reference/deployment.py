"""How a game begins: on its field, everybody at the own edge, the loot between the warbands. [WAR-P11, WAR-A6]

Ground, places and loot are drawn by the kernels alone, so only what must hold of them is said here.
"""

from collections.abc import Iterator

from tests.envs.skirmish.warband.reference.game import Game
from tests.envs.skirmish.warband.reference.outline import edge_distance, outline

CORNERS_DEEPER = 2  # hexes


def faults(game: Game) -> list[str]:
    """List what is wrong with a beginning."""
    return [*faults_of_field(game), *faults_of_places(game), *faults_of_loot(game)]


def faults_of_field(game: Game) -> Iterator[str]:
    """Yield whether a generated field has another outline. [WAR-P11]"""
    config = game.config
    wanted = outline(config.warbands, config.columns, config.rows)
    if config.map is None and set(game.ground.kinds) != wanted:
        yield f"the field has another outline at {sorted(set(game.ground.kinds) ^ wanted)[:6]}"


def faults_of_places(game: Game) -> Iterator[str]:
    """Yield who begins where nobody can stand, beside another one's place, or too far from the own edge. [WAR-P11]"""
    deep = game.rules.deployment + (CORNERS_DEEPER if game.config.warbands > 2 else 0)
    for who in game.people:
        if not game.ground.ground(who.cell).enter:
            yield f"warband {who.warband}, character {who.slot} begins on closed ground, at {who.cell}"
        if edge_distance(game.ground, game.config.warbands, who.warband, who.cell) >= deep:
            yield f"warband {who.warband}, character {who.slot} begins too far from its edge, at {who.cell}"
    if len({who.cell for who in game.people}) < len(game.people):
        yield "two characters begin in one hex"


def faults_of_loot(game: Game) -> Iterator[str]:
    """Yield whether other tokens lie about than the scenario has, or where nobody can take them. [WAR-A6]"""
    wanted = game.rules.loot_tokens if game.config.scenario == "loot" else 0
    if sum(game.loot.values()) != wanted:
        yield f"{sum(game.loot.values())} tokens of loot lie about, not {wanted}"
    yield from (f"loot lies on closed ground, at {cell}" for cell in game.loot if not game.ground.ground(cell).enter)
