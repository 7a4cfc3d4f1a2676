"""Forming up: who begins in formation, who becomes one, and who loses its turn."""

from tests.envs.formation.reference.battle import Battle, Soldier
from tests.envs.formation.reference.formations import directs, leave, new_formation, rank, tidy, with_director, without
from tests.envs.formation.reference.hexes import connected
from tests.envs.formation.reference.virtues import has_combat


def begins_in_formation(battle: Battle, squad: list[Soldier]) -> bool:
    """Tell whether a squad begins in formation: under its leader, who is in the open. [FOR-P24] [FOR-P26]"""
    leaders = [each for each in squad if each.leads and not each.hidden and has_combat(battle, each)]
    return bool(leaders) and may_form_up(battle, squad[0].company)


def may_form_up(battle: Battle, company: int) -> bool:
    """Tell whether a company fights in formation. [FOR-P26]"""
    return battle.rules.formations in ("both", ("red", "blue")[company])


def first_formations(battle: Battle) -> None:
    """Let squads begin in formation, with those who have Combat expertise. [FOR-P24] [FOR-6]"""
    for number in sorted({each.squad for each in battle.soldiers}):
        squad = [each for each in battle.soldiers if each.squad == number]
        if begins_in_formation(battle, squad):
            members = [each for each in squad if has_combat(battle, each)]
            new_formation(battle, members, next(each for each in members if each.leads))
            for each in members:
                each.intact = True


def form_up(battle: Battle) -> None:
    """Let the soldiers of each squad who chose to form up do so, or lose Move and Complex Action. [FOR-9]"""
    willing = [each for each in battle.of(battle.active) if each.forming]
    for each in willing:
        leave(battle, each)
    tidy(battle)
    for squad in sorted({each.squad for each in willing}):
        form_squad(battle, [each for each in willing if each.squad == squad])
    for each in willing:
        each.forming = False
        if each.formation is None:
            each.complex, each.ended = False, True


def form_squad(battle: Battle, willing: list[Soldier]) -> None:
    """Make formations of those who hang together: the one with a leader, or all if they need none. [FOR-5] [FOR-7]"""
    able = [each for each in willing if each.is_able]  # not who was Dazed in the Short Move [FOR-8]
    parts = [[each for each in able if each.at in part] for part in connected({each.at for each in able})]
    parts.sort(key=lambda part: rank(battle, part))
    leader = next((each for each in able if each is battle.leader(each.squad)), None)
    led = favoured(battle, parts, leader)
    for part in parts:
        members = with_director(part, leader) if part is led else without(part, leader if led else None)
        if len(members) >= battle.number("least_members") and (part is led or battle.rules.autonomous):
            new_formation(battle, members, leader if part is led else None)


def favoured(battle: Battle, parts: list[list[Soldier]], leader: Soldier | None) -> list[Soldier] | None:
    """Return the part that a willing leader directs: its own, else the first in range. [FOR-5] [FOR-13]"""
    if leader is None:
        return None
    led = [part for part in parts if directs(battle, leader, part)]
    return next((part for part in led if leader in part), next(iter(led), None))
