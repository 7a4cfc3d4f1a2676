"""Dodges and parries: who may, with what, and what comes of it. [NOV-2, NOV-5, NOV-8 to NOV-14]"""

from typing import Any

from tests.envs.skirmish.nova.reference.aims import own_difficulty
from tests.envs.skirmish.nova.reference.game import Action, Asking, Game, is_ranged
from tests.envs.skirmish.nova.reference.ground import Cell, disc_cells, distance
from tests.envs.skirmish.nova.reference.people import ABORTED, DEFENCES, PLANNED, TAKEN, Piece
from tests.envs.skirmish.nova.reference.pools import dodge_pool, parry_pool

DODGED, PARRIED = "dodged", "parried"
POINT, ROLL = 0, 1
MEDIUM = 2


def defend(
    game: Game, attack: Any, target: Piece, need: int, radius: int | None = None, is_aimed: bool = True
) -> Asking:
    """Let a target defend itself; return how the attack missed it, or None. [NOV-10, NOV-14, NOV-G7]"""
    legal = answers(game, attack, target, radius)
    word, how = yield from game.ask(target, "defending", legal)
    if word == "take_it":
        return None
    is_dodge = word.endswith("dodge")
    kind = "dodge" if is_dodge else "parry"
    order = use(target, kind) if word.startswith("use") else abort(game, target, how)
    if order is None:
        return None
    order, is_replaced = order
    if is_dodge:
        pool = dodge_pool(game, target, order, tactics=radius is not None and not is_aimed)
    else:
        pool = parry_pool(game, target, order)
    need += own_difficulty(game, target, is_replaced) + (attack.weapon.dodge + attack.weapon.guided) * is_dodge
    successes = game.roll(pool)
    if successes >= need:
        game.met[f"{word} saved"] += 1
        if radius is not None:
            target.cell = shelters(game, attack.centre, radius, target)[0]
        return DODGED if is_dodge else PARRIED
    if radius is None:
        successes -= attack.weapon.guided and is_dodge
        attack.net = max(0, attack.net - max(0, successes))
    return None


def answers(game: Game, attack: Any, target: Piece, radius: int | None) -> list[Action]:
    """List how a target can answer an attack."""
    found: list[Action] = []
    if target.is_agent and target.is_able:
        able = {
            "dodge": can_dodge(game, attack, target, radius),
            "parry": can_parry(attack, target) and radius is None,
        }
        for kind in DEFENCES:
            if able[kind] and has_defence(target, kind):
                found.append((f"use_{kind}", None))
        for kind in DEFENCES:
            if able[kind] and target.is_person and abortable(target) is not None:
                found += [(f"abort_{kind}", POINT)] if target.willpower else []
                found.append((f"abort_{kind}", ROLL))
    return [*found, ("take_it", None)]


def has_defence(target: Piece, kind: str) -> bool:
    """Tell whether a target has a defence left."""
    return (target.is_full and target.defended < target.limit) or bool(target.waiting((kind,)))


def abortable(target: Piece) -> int | None:
    """Return the number of the action that can be given up for a defence. [NOV-2]"""
    some = (k for k, deed in enumerate(target.plan) if deed.fate == PLANNED and deed.kind not in DEFENCES)
    return next(some, None)


def can_dodge(game: Game, attack: Any, target: Piece, radius: int | None) -> bool:
    """Tell whether a target can dodge an attack. [NOV-9, NOV-11, NOV-12, NOV-13]"""
    if target.held_by is not None or target.holding is not None:
        return False
    if not target.is_person and target.kind != "gritty":
        return False
    if attack.weapon.fast and not target.sheet.mega_dexterity and not target.is_sprinting:
        if target.initiative <= attack.piece.initiative:
            return False
    return radius is None or bool(shelters(game, attack.centre, radius, target))


def can_parry(attack: Any, target: Piece) -> bool:
    """Tell whether a target can parry an attack: from beside, or anything with a shield. [NOV-14]"""
    if not target.is_person or target.held_by is not None:
        return False
    return target.holding is not None or not is_ranged(attack.weapon)


def shelters(game: Game, centre: Cell, radius: int, target: Piece) -> list[Cell]:
    """List where a target is out of an area or in cover from its centre, the nearest first. [NOV-9]"""
    closed = {other.cell for other in game.here() if other.side != target.side and other.cell}
    taken = game.taken()
    assert target.cell
    costs = game.land.ways(target.cell, min(target.figures.sprint, game.plan.radius), closed)
    order = disc_cells(target.cell, game.poses[target.side], game.plan.radius)

    def is_safe(cell: Cell) -> bool:
        if distance(cell, centre) > radius:
            return True
        grade = game.land.cover(centre, cell)
        return distance(cell, centre) > 1 and (grade is None or grade >= MEDIUM)

    found = [cell for cell in costs if cell not in taken and is_safe(cell)]
    return sorted(found, key=lambda cell: (costs[cell], order.index(cell)))


def use(target: Piece, kind: str) -> tuple[int, bool]:
    """Use a defence; return the dice that it loses, and whether it took the place of another action."""
    target.defended += 1
    if target.is_full:
        return target.defended - 1, False
    slot = target.waiting((kind,))[0]
    target.plan[slot].fate = TAKEN
    return target.order_penalty(slot), target.plan[slot].is_replaced


def abort(game: Game, target: Piece, how: int) -> tuple[int, bool] | None:
    """Give up an action for a defence; return the dice that it loses, or None where Willpower fails. [NOV-2]"""
    slot = abortable(target)
    assert slot is not None
    if how == POINT:
        target.willpower -= 1
    elif not game.roll(target.sheet.willpower):
        game.met["could not abort"] += 1
        return None
    target.plan[slot].fate = ABORTED
    target.defended += 1
    game.met["aborted"] += 1
    return target.order_penalty(slot), False
