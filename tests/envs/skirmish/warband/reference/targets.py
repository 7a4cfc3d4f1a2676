"""Whom a ranged attack or an aim may take, and whom it takes in the end."""

from tests.envs.skirmish.warband.reference.game import Game
from tests.envs.skirmish.warband.reference.people import Character


def in_sight_and_range(game: Game, who: Character) -> list[Character]:
    """List the enemies that are in sight and in range of the ranged weapon. [WAR-9]"""
    if who.entry.ranged == "none":
        return []
    reach = getattr(game.rules.ranged, who.entry.ranged).reach
    near = [enemy for enemy in game.enemies(who) if game.apart(who, enemy) <= reach]
    return [enemy for enemy in near if game.cover(who, enemy) is not None]


def closest(game: Game, who: Character, some: list[Character]) -> list[Character]:
    """List the closest of some characters."""
    least = min((game.apart(who, one) for one in some), default=0)
    return [one for one in some if game.apart(who, one) == least]


def free_targets(game: Game, who: Character) -> list[Character]:
    """List the closest enemies; where the closest are in cover, also the closest that are not. [WAR-9]"""
    seen = in_sight_and_range(game, who)
    first = closest(game, who, seen)
    if any(game.cover(who, enemy) == 0 for enemy in first):
        return first
    return first + closest(game, who, [enemy for enemy in seen if game.cover(who, enemy) == 0])


def instead(game: Game, who: Character) -> Character:
    """Return the closest enemy, of several one in the least cover: the target after a failed test. [WAR-P5]"""
    first = closest(game, who, in_sight_and_range(game, who))
    return min(first, key=lambda enemy: game.cover(who, enemy) or 0)


def settle_target(game: Game, who: Character, chosen: Character) -> Character:
    """Test Runes if the chosen target is neither the closest nor the closest not in cover. [WAR-9, WAR-P5]"""
    if chosen in free_targets(game, who):
        return chosen
    return chosen if game.dice.own(who, who.entry.runes)[0] else instead(game, who)
