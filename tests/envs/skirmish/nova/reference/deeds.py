"""Carrying out what was declared, and what takes the place of the impossible. [NOV-2, NOV-36, NOV-P10]"""

from tests.envs.skirmish.nova.reference.aims import ATTACKS, can_attack, can_bomb, can_strike, own_difficulty
from tests.envs.skirmish.nova.reference.attack import carry_attack
from tests.envs.skirmish.nova.reference.declaring import (
    can_heal_stun,
    can_save,
    choose,
    fits,
    goals,
    has_aim,
    has_cover,
    heal_stun,
    kinds_of,
    way_to,
)
from tests.envs.skirmish.nova.reference.game import Action, Asking, Game
from tests.envs.skirmish.nova.reference.grips import release, wins_grip
from tests.envs.skirmish.nova.reference.people import DEFENCES, LOST, MOVES, STABLE, TAKEN, Deed, Piece
from tests.envs.skirmish.nova.reference.pools import test_pool


def is_possible(game: Game, piece: Piece, deed: Deed) -> bool:
    """Tell whether a declared action can be carried out now."""
    kind = deed.kind
    if piece.held_by is not None or kind == "break_free":
        return kind == "break_free" and piece.held_by is not None
    if kind in ATTACKS:
        return is_aim_there(game, piece, deed)
    if kind in MOVES:
        can_go = (piece.holding is None) == (kind != "drag")
        return can_go and deed.aim in goals(game, piece, kind)
    if kind == "release":
        return piece.holding is not None
    if kind == "resuscitate":
        return can_save(piece, deed.aim)
    return has_cover(game, piece) if kind == "take_cover" else True


def is_aim_there(game: Game, piece: Piece, deed: Deed) -> bool:
    """Tell whether what an attack was aimed at can be attacked now."""
    if deed.what == "hex":
        return can_bomb(game, piece, deed.kind, deed.aim)
    if deed.what == "thing":
        return can_strike(game, piece, deed.kind, deed.aim)
    return can_attack(game, piece, deed.kind, deed.aim)


def do(game: Game, piece: Piece, slot: int) -> Asking:
    """Carry out an action, or another one in its place."""
    deed = piece.plan[slot]
    if not is_possible(game, piece, deed):
        yield from replace(game, piece, slot)
        deed = piece.plan[slot]
        if deed.fate == LOST or deed.kind in DEFENCES:
            return
    deed.fate = TAKEN
    if deed.kind in ATTACKS:
        yield from carry_attack(game, piece, slot)
    else:
        carry_other(game, piece, deed, piece.order_penalty(slot))
    game.met[f"did {deed.kind}"] += 1


def replace(game: Game, piece: Piece, slot: int) -> Asking:
    """Let somebody choose another action in place of an impossible one. [NOV-2]"""
    deed = piece.plan[slot]
    legal: list[Action] = [("roll", None), ("let_go", None)]
    if piece.willpower:
        legal.insert(0, ("spend", None))
    word = "let_go"
    if piece.is_person:
        word, _ = yield from game.ask(piece, "replacing", legal)
    deed.fate = LOST
    if word == "spend":
        piece.willpower -= 1
    if word == "let_go" or (word == "roll" and not game.roll(piece.sheet.willpower)):
        return
    game.met["replaced"] += 1
    deed = piece.plan[slot] = Deed("done")
    kind, _ = yield from game.ask(piece, "planning", instead(game, piece, slot))
    while kind == "heal_stun":
        heal_stun(game, piece)
        kind, _ = yield from game.ask(piece, "planning", instead(game, piece, slot))
    if kind == "done":
        deed.fate = LOST
    else:
        yield from choose(game, piece, kind, has_moved=False, slot=slot)


def instead(game: Game, piece: Piece, slot: int) -> list[Action]:
    """List what can take the place of an impossible action."""
    others = [deed for k, deed in enumerate(piece.plan) if k != slot]
    found: list[Action] = []
    for kind in kinds_of(piece):
        if kind == "sprint" and others:
            continue
        if any(deed.kind == "sprint" for deed in others) and kind != "dodge":
            continue
        if fits(game, piece, kind, others) and has_aim(game, piece, kind, has_moved=False):
            found.append((kind, None))
    if can_heal_stun(piece):
        found.append(("heal_stun", None))
    return [*found, ("done", None)]


def carry_other(game: Game, piece: Piece, deed: Deed, order: int) -> None:
    """Carry out an action other than an attack."""
    if deed.kind in MOVES:
        way = way_to(game, piece, deed.kind, deed.aim)
        piece.cell = deed.aim
        if deed.kind == "drag" and piece.holding is not None:
            piece.holding.cell = way[-2]
    elif deed.kind == "break_free":
        if piece.held_by is not None and wins_grip(game, piece, piece.held_by, order):
            game.met["broke free"] += 1
            release(piece.held_by)
    elif deed.kind == "release":
        release(piece)
    elif deed.kind == "take_cover":
        piece.is_covered = True
    elif deed.kind == "resuscitate":
        resuscitate(game, piece, deed, order)


def resuscitate(game: Game, piece: Piece, deed: Deed, order: int) -> None:
    """Try to stabilise somebody. [NOV-36]"""
    mate = deed.aim
    beyond = mate.aggravated + mate.lethal - mate.figures.levels - 1
    needed = 2 + mate.dying // game.rules.minute_rounds + beyond + own_difficulty(game, piece, deed.is_replaced)
    if game.roll(test_pool(piece, "dexterity", "medicine", order)) >= needed:
        game.met["stabilised"] += 1
        mate.fate = STABLE
