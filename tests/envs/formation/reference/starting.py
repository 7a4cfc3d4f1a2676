"""Forming up: who becomes a formation, and who loses its turn."""

from tests.envs.formation.reference.battle import Battle, Soldier
from tests.envs.formation.reference.formations import directs, leave, new_formation, rank, tidy, with_director, without
from tests.envs.formation.reference.hexes import connected


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
