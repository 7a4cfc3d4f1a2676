"""The script of a neutral horde: every creature goes for the nearest enemy and strikes at the weakest it reaches."""

from tests.envs.skirmish.warband.reference.field import distance
from tests.envs.skirmish.warband.reference.game import Game
from tests.envs.skirmish.warband.reference.legal import Action
from tests.envs.skirmish.warband.reference.people import FLEEING, STEADY, Character


def scripted(game: Game, legal: list[Action]) -> Action:
    """Return what the script does; of several actions alike it takes the one with the lowest number. [WAR-A6]"""
    legal = sorted(legal, key=lambda action: game.number(game, game.asked(), action))
    if game.active is None:
        return min(legal, key=lambda action: _to_enemy(game, action[1]))
    who = game.active.who
    if who.courage == FLEEING:
        return next((action for action in legal if action[0] == "go"), ("end", None))
    for word in ("power", "strike", "shoot", "charge"):
        targets = [action for action in legal if action[0] == word]
        if targets:
            return min(targets, key=lambda action: action[1].star)
    if who.courage != STEADY and ("rally", who) in legal:
        return "rally", who
    return _nearer(game, who, legal)


def _to_enemy(game: Game, who: Character | None) -> int:
    """Return how far the nearest enemy is; who picks nobody is far from all."""
    return min(game.apart(who, enemy) for enemy in game.enemies(who)) if isinstance(who, Character) else 1000


def _nearer(game: Game, who: Character, legal: list[Action]) -> Action:
    """Return the move that ends nearest to the nearest enemy, if it is nearer than now."""
    enemy = min(game.enemies(who), key=lambda one: game.apart(who, one))
    ends = [action for action in legal if action[0] == "go" and action[1] != who.cell]
    best = min(ends, key=lambda action: distance(action[1], enemy.cell), default=None)
    is_nearer = best is not None and distance(best[1], enemy.cell) < game.apart(who, enemy)
    return best if is_nearer else ("end", None)
