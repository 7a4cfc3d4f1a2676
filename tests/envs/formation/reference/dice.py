"""The roll of a red and a white die."""

from tests.envs.formation.reference.battle import Battle, Draw
from tests.envs.formation.reference.hexes import Hex


def pair(draw: Draw) -> int:
    """Return the lower die, positive if red is higher, negative if white is higher, 0 on doubles. [FOR-G1a]"""
    red, white = divmod(draw(36), 6)
    if red == white:
        return 0
    return white + 1 if red > white else -(red + 1)


def roll(battle: Battle, purpose: str, at: Hex, number: int = 0) -> int:
    """Return a roll: after 5 or -5 the dice are rolled again and added. [FOR-G1b]"""
    draw = battle.dice(battle.moment, purpose, at, number)
    last = total = pair(draw)
    explosions = 0
    while abs(last) == 5 and explosions < battle.number("explosions"):
        explosions += 1
        last = pair(draw)
        total += last
    return total
