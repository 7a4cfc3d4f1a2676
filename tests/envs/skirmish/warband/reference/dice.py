"""Tests: six-sided dice against an attribute of one's own or of an enemy."""

from collections.abc import Callable

from swarmzoo.envs.skirmish.warband.config import WarbandRules
from tests.envs.skirmish.warband.reference.people import SHAKEN, STEADY, Character

Draw = Callable[[int], int]


class Dice:
    """Dice that come from one ``draw(n)``, a number from 0 to n - 1."""

    def __init__(self, draw: Draw, rules: WarbandRules) -> None:
        self.draw, self.rules = draw, rules

    def die(self) -> int:
        """Roll a die."""
        return self.draw(6) + 1

    def modifier(self, who: Character, others: int) -> int:
        """Return what a character's test counts: fear, an order that is used up, all within bounds. [WAR-G1]"""
        total = others
        if who.courage != STEADY:  # [WAR-P9]
            total -= self.rules.shaken_loss
        if who.order_works:  # [WAR-P10]
            total += self.rules.order_bonus
            who.order_works = False
        most = self.rules.most_modifier
        return max(-most, min(most, total))

    def own(self, who: Character, attribute: int, at_disadvantage: bool = False) -> tuple[bool, int]:
        """Test an attribute of one's own: pass at the attribute or less; return that and the die. [WAR-G1]

        A success at a disadvantage is rolled once more.
        """
        goal = attribute + self.modifier(who, 0)
        passed, die = self._own_once(goal)
        return (passed and (not at_disadvantage or self._own_once(goal)[0])), die

    def _own_once(self, goal: int) -> tuple[bool, int]:
        die = self.die()
        if die == 6 and goal >= 6:
            return self.die() <= goal - 5, die
        return die <= goal, die

    def against(self, who: Character, attribute: int, others: int = 0) -> bool:
        """Test an enemy's attribute: pass above it; modifiers change the die. [WAR-G1]"""
        change = self.modifier(who, others)
        die = self.die()
        if die + change > attribute:
            return True
        return die == 6 and attribute >= 6 and self.die() + change > attribute - 5


def is_afraid(who: Character) -> bool:
    """Tell whether a character is Shaken or Fleeing. [WAR-P9]"""
    return who.courage >= SHAKEN
