"""Random players of several tastes: what each leader likes to do."""

import random
from collections import Counter

from tests.envs.skirmish.overseer.reference.game import Action, Game
from tests.envs.skirmish.overseer.reference.land import distance

TASTES = ("curious", "random", "fierce", "fierce", "careful")
FIERCE = ("charge", "assault", "strike", "called", "concentrate", "fire", "support", "shoot", "suppress", "rally")
CAREFUL = ("overwatch", "suppress", "aim", "mark", "work", "tend", "cover_ground", "advance", "evade", "rally")


def choose(game: Game, dice: random.Random, chosen: Counter[str], taste: str) -> Action:
    """Choose a kind of action by taste, then one of its actions."""
    words = sorted({word for word, _ in game.legal})
    liked = [word for word in words if word in (FIERCE if taste == "fierce" else CAREFUL)]
    if taste == "curious" or dice.random() < 0.25:
        word = min(words, key=lambda one: (chosen[one] + 1) * dice.random() ** 0.5)
    elif taste != "random" and liked and dice.random() < 0.8:
        word = dice.choice(liked)
    else:
        word = dice.choice(words)
    chosen[word] += 1
    some = [action for action in game.legal if action[0] == word]
    return nearest(game, some) if taste == "fierce" and word == "go" and dice.random() < 0.8 else dice.choice(some)


def nearest(game: Game, some: list[Action]) -> Action:
    """Return the hex that is nearest to an enemy leader, or to what the scenario is about."""
    assert game.asked
    if game.config.scenario == "breakthrough" and game.asked.side == 0:
        return min(some, key=lambda action: game.to_edge(1, action[1]))
    goals = [foe.cell for foe in game.foes(game.asked)]
    if game.config.scenario in ("hold_ground", "rally"):
        goals.append(game.middle)
    return min(some, key=lambda action: min(distance(action[1], goal) for goal in goals))
