"""The Morale Phase. [FOR-G10k]"""

from tests.envs.formation.reference.battle import CROSSED, DEAD, DOWNED, STABLE, Battle, Soldier, row_by_row
from tests.envs.formation.reference.dice import roll
from tests.envs.formation.reference.formations import leave
from tests.envs.formation.reference.hexes import distance
from tests.envs.formation.reference.sight import enemies_in_sight
from tests.envs.formation.reference.virtues import role, virtue
from tests.envs.formation.reference.zones import is_engaged


def morale_phase(battle: Battle) -> None:
    """Go through the Morale Phase. [FOR-G10k]"""
    note_losses(battle)
    survive(battle)
    tire(battle)
    rally(battle)
    for company in (battle.active, 1 - battle.active):
        check_for_panic(battle, company)
    rage(battle)
    calm(battle)
    recover(battle)
    for each in battle.soldiers:
        each.fell_now = False


def survive(battle: Battle) -> None:
    """Let the Downed roll for survival: dead, stable, or again next turn. [FOR-G10d]"""
    for each in battle.soldiers:
        if battle.rules.survival and each.fate == DOWNED:
            assert each.lies_at
            result = roll(battle, "survival", each.lies_at) - each.harm
            result += sum(virtue(battle, each, name) for name in ("vigor", "morale", "level"))
            result -= battle.number("wounded_recovery") * each.wounded
            if result <= -3:
                each.fate = DEAD
            elif result >= 1:
                each.fate = STABLE


def tire(battle: Battle) -> None:
    """Daze who is both Wounded and Encumbered. [FOR-G10k]"""
    for each in battle.standing():
        if each.wounded and role(battle, each).encumbered and not each.berserk:
            each.dazed = True


def recovery(battle: Battle, soldier: Soldier, purpose: str) -> int:
    """Roll to come to oneself: Morale and half of the Level. [FOR-G10a]"""
    value = virtue(battle, soldier, "morale") + virtue(battle, soldier, "level") // 2 - battle.number("recovery")
    return roll(battle, purpose, soldier.at) + value


def rally(battle: Battle) -> None:
    """Let the Panicked recover when no enemy is near in sight, Dazed unless they do well. [FOR-P20]"""
    for each in battle.standing():
        if battle.rules.rally and each.panicked:
            if not enemies_in_sight(battle, each, battle.number("rally_sight")):
                result = recovery(battle, each, "rally")
                each.panicked = result <= 0
                each.dazed = each.dazed or 0 < result <= 3


# Panic.


def checking_together(battle: Battle) -> dict[int, list[Soldier]]:
    """Return all soldiers by those with whom they check for panic: squads, or companies. [FOR-P29]"""
    together: dict[int, list[Soldier]] = {}
    for each in battle.soldiers:
        together.setdefault(battle.shaken_with(each), []).append(each)
    return together


def note_losses(battle: Battle) -> None:
    """Note that a quarter or half of a squad or company is out. [FOR-G10f]"""
    for number, everybody in checking_together(battle).items():
        out = [each for each in everybody if not each.stands and each.fate != CROSSED]
        reasons = {"quarter"} if 4 * len(out) >= len(everybody) else set()
        reasons |= {"half"} if 2 * len(out) >= len(everybody) else set()
        if reasons:
            battle.due.setdefault(number, set()).update(reasons)


def check_for_panic(battle: Battle, company: int) -> None:
    """Let a company's soldiers check for panic once for each kind of trigger. [FOR-G10f] [FOR-P29]"""
    if not battle.rules.panic:
        return
    results = []
    for number, everybody in checking_together(battle).items():
        due = battle.due.get(number, set()) - battle.checked.get(number, set())
        if everybody[0].company == company and due:
            results += together(battle, everybody, due)
            battle.checked.setdefault(number, set()).update(due)
    for each, result in results:
        if result < battle.number("panic_below"):
            panic(battle, each)
        elif result <= 0:
            each.dazed = True


def together(battle: Battle, everybody: list[Soldier], due: set[str]) -> list[tuple[Soldier, int]]:
    """Roll once for all who check together; return the result of each whom it concerns."""
    there = [each for each in everybody if each.stands]
    if not there:
        return []
    dice = roll(battle, "panic", min((each.at for each in there), key=row_by_row))
    concerned = [each for each in there if not each.panicked and not each.berserk]
    return [(each, dice + panic_modifiers(battle, each, due)) for each in concerned]


def panic_modifiers(battle: Battle, soldier: Soldier, due: set[str]) -> int:
    """Return what a soldier adds to the roll of a panic check. [FOR-G10g]"""
    value = virtue(battle, soldier, "morale")
    value += battle.number("panic_enemy") * battle.panicked_ever[1 - soldier.company]
    value -= battle.number("panic_earlier") * (soldier.panics > 0)
    leader = battle.leader(soldier.squad)
    bad_leader = "leader" in due or (leader is not None and leader is not soldier and leader.panicked)
    reasons = [soldier.dazed, soldier.wounded, saw_fall(battle, soldier), bad_leader, "quarter" in due, "half" in due]
    return value - battle.number("panic_loss") * sum(reasons)


def saw_fall(battle: Battle, soldier: Soldier) -> bool:
    """Tell whether a friend beside a soldier was Downed in this turn. [FOR-P16]"""
    places = [each.lies_at for each in battle.all_of(soldier.company) if each.fell_now and each.lies_at]
    return any(distance(soldier.at, at) == 1 for at in places)


def panic(battle: Battle, soldier: Soldier) -> None:
    """Make a soldier Panicked: it leaves its formation. [FOR-G10e] [FOR-12]"""
    soldier.panicked = battle.panicked_ever[soldier.company] = True
    soldier.panics += 1
    soldier.evading = soldier.defending = soldier.charging = False
    leave(battle, soldier)


# Fury.


def rage(battle: Battle) -> None:
    """Let those with the trait turn Berserk who are Wounded or beside a friend that fell. [FOR-P16]"""
    for each in battle.standing():
        if role(battle, each).berserker and not each.berserk and not each.panicked:
            if each.wounded or saw_fall(battle, each):
                if roll(battle, "fury", each.at) + virtue(battle, each, "morale") < 0:
                    each.berserk, each.dazed = True, False
                    each.evading = each.defending = False
                    leave(battle, each)


def calm(battle: Battle) -> None:
    """Let the Berserk roll to recover, all at the same time. [FOR-G10j]"""
    furious = [each for each in battle.standing() if each.berserk]
    results = [
        (each, roll(battle, "calm", each.at) + virtue(battle, each, "morale") + reasons_to_calm(battle, each))
        for each in furious
    ]
    for each, result in results:
        if result > 0:
            each.berserk = False
            each.dazed = each.dazed or result <= 3


def reasons_to_calm(battle: Battle, soldier: Soldier) -> int:
    """Return the reasons for and against coming to oneself, less 2. [FOR-G10j]"""
    company = soldier.company
    friends = [each for each in battle.neighbours(soldier) if each.company == company]
    calmed = any(each.complex and each.is_able for each in friends)
    foes_down = battle.fallen[1 - company] > 0
    friends_harmed = battle.fallen[company] > 0 or any(each.wounded and not each.berserk for each in battle.of(company))
    enemies_seen = bool(enemies_in_sight(battle, soldier, battle.number("sight")))
    return 2 * (calmed + foes_down + friends_harmed - enemies_seen - is_engaged(battle, soldier)) - 2


def recover(battle: Battle) -> None:
    """Let the Dazed roll to recover, up to 3 with their actions spent. [FOR-G10a]"""
    for each in [each for each in battle.standing() if each.dazed]:
        result = recovery(battle, each, "recovery") - battle.number("wounded_recovery") * each.wounded
        if result > 0:
            each.dazed = False
        if 0 < result <= 3:
            each.exhausted, each.quick = True, 0
