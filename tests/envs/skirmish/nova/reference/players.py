"""Random players of several tastes."""

import random
from collections import Counter
from typing import Any

from tests.envs.skirmish.nova.reference.game import Action, Game
from tests.envs.skirmish.nova.reference.ground import Cell, distance

TASTES = ("curious", "random", "fierce", "fierce", "careful")
FIERCE = (
    *("weapon_1", "weapon_2", "weapon_3", "support", "heavy_blow", "light_blow", "grapple", "crush", "at", "thing"),
    *("run", "spend", "use_dodge", "break_free"),
)
CAREFUL = (
    *("dodge", "parry", "full_defence", "take_cover", "resuscitate", "use_dodge", "use_parry", "abort_dodge", "maim"),
    *("weapon_1", "weapon_2", "power_through", "heal_stun", "roll", "drag", "release", "sprint"),
)


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
    if word == "hex" and dice.random() < 0.7:
        return nearest(game, some)
    return dice.choice(some)


def nearest(game: Game, some: list[Action]) -> Action:
    """Return the hex that is nearest to an enemy or to what the scenario is about."""
    asked = game.asked
    assert asked
    if game.config.scenario == "convoy" and asked.side == 0:
        return min(some, key=lambda action: game.to_edge(1, action[1]))
    if asked.holding is not None:
        return min(some, key=lambda action: game.to_edge(asked.side, action[1]))
    goals: list[Any] = [foe.cell for foe in game.here() if foe.side != asked.side]
    if game.config.scenario == "demolition" and asked.side == 0 and game.things[0].is_whole:
        goals = list(game.things[0].cells)
    return min(some, key=lambda action: least(action[1], goals))


def least(cell: Cell, goals: list[Cell]) -> int:
    """Return how far a hex is from the nearest of some."""
    return min((distance(cell, goal) for goal in goals), default=0)
