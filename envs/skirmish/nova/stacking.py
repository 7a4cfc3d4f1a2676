"""What sheets come to before a game begins: stacked defences, health tracks, penalties of armour. [NOV-21 to NOV-43]"""

from collections.abc import Iterable, Sequence

from swarmzoo.envs.skirmish.nova.arms import Armour, Modification, Power
from swarmzoo.envs.skirmish.nova.people import SIZES, Sheet

SOAKS = ("bashing", "lethal", "aggravated")
Soak = tuple[int, int, int]
_PENALTIES = (0, 1, 2, 3)  # which levels odd Stamina adds one by one: -0, -1, -2, -4
_SIZE_BONUS = {"normal": 0, "large": 2, "huge": 4}
assert tuple(_SIZE_BONUS) == SIZES


def stacked(values: Iterable[int]) -> int:
    """Return what sources of one class come to: the best in full, the second halved, the third quartered. [NOV-42]"""
    return sum(value >> nth for nth, value in enumerate(sorted(values, reverse=True)))


def soak_of(sources: Sequence[Armour | Modification | Power | Soak]) -> Soak:
    """Return the soak of one class; stackable sources are summed first and count as one. [NOV-42]"""
    found = []
    for k, name in enumerate(SOAKS):
        single = [one[k] for one in sources if isinstance(one, tuple)]
        single += [getattr(one, name) for one in sources if not isinstance(one, tuple) and not one.stackable]
        summed = sum(getattr(one, name) for one in sources if not isinstance(one, tuple) and one.stackable)
        found.append(stacked([*single, summed]))
    return found[0], found[1], found[2]


def natural_soak(sheet: Sheet, enhanced: bool) -> Soak:
    """Return what a body soaks by itself; ``enhanced``: an Enhancement changes it. [NOV-21, NOV-22]"""
    quantum = sheet.quantum
    mega = 0 if enhanced else sheet.mega_stamina
    return sheet.stamina + quantum + mega, sheet.stamina // 2 + quantum + mega, quantum // 2


def non_soak(values: Iterable[int]) -> int:
    """Return a defence other than soak: the best source, and 1 for each further meaningful one. [NOV-43]

    Meaningful is what is at least half of the total so far.
    """
    best, *others = [*sorted(values, reverse=True), 0]
    total = best
    for value in others:
        if value and 2 * value >= total:
            total += 1
    return total


def track_of(sheet: Sheet) -> tuple[int, int, int, int]:
    """Return how many levels of -0, -1, -2 and -4 there are before Incapacitated. [NOV-31, NOV-32, NOV-33]"""
    levels = [1, 2, 2, 1]
    for nth in range((sheet.stamina - 1) // 2):
        levels[_PENALTIES[nth % 4]] += 1
    return levels[0] + sheet.quantum, levels[1], levels[2], levels[3]


def mobility(worn: Sequence[Armour], layer_to_raised: bool) -> int:
    """Return the total penalty of the layers that are worn. [NOV-27, NOV-29]"""
    further = worn[1:]
    raised = [one for one in worn if one.penalty or not layer_to_raised]
    heavy = sum(one.penalty > 0 for one in further)
    return sum(one.penalty for one in worn) + heavy * len(raised) + sum(one.penalty == 0 for one in further)


def shortfall(sheet: Sheet, worn: Sequence[Armour], penalty: int) -> int:
    """Return the dice that one loses who is too weak for its armour. [NOV-28, NOV-P1]"""
    if all(one.lightweight for one in worn):
        return 0
    needed = 2 + penalty
    return max(0, needed - (sheet.strength + sheet.might), needed - (sheet.stamina + sheet.endurance))


def steadiness(sheet: Sheet, powers: Iterable[Power]) -> int:
    """Return what withstands knockback: Strength + Might, size, powers. [NOV-48, NOV-50]"""
    strength = sheet.strength + 10 * sheet.mega_strength
    return strength + sheet.might + _SIZE_BONUS[sheet.size] + 4 * sum(one.grow for one in powers)


def is_concealed(sheet: Sheet, armour: Armour) -> bool:
    """Tell whether armour is hidden under the clothing of whoever wears it. [NOV-30]"""
    most = {"none": -1, "scanty": 5, "normal": 5, "heavy": 10}[sheet.clothing]
    fits = armour.second_skin or sheet.clothing != "scanty"
    return armour.concealable and armour.mass <= most and fits
