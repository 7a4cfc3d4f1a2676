"""Bodies: boxes of the health track, daze, grievous injuries, fates. [NOV-15 to NOV-19, NOV-31 to NOV-37]"""

from typing import Any

from tests.envs.skirmish.nova.reference.game import Asking, Game
from tests.envs.skirmish.nova.reference.people import DEAD, DYING, INCAPACITATED, LOST, PLANNED, Piece

MAIMS = ("bashing", "lethal", "aggravated")


def hurt(game: Game, attack: Any, piece: Piece, levels: int, kind: str) -> Asking:
    """Let somebody take levels of damage of a type."""
    taken = min(levels, piece.ablative)
    piece.ablative, levels = piece.ablative - taken, levels - taken
    if levels <= 0:
        return
    before = piece.taken
    piece.taken += levels
    if not is_felled(piece, levels, kind):
        yield from power_through(game, piece, before)
    is_pasted = levels >= piece.figures.levels + 2 + corpse(piece)
    can_be = piece.is_agent and not piece.figures.is_machine
    if kind in MAIMS and levels > piece.left // 2 and can_be and not is_pasted:
        word, _ = yield from game.ask(piece, "maiming", [("maim", None), ("take_it", None)])
        if word == "maim":
            game.met["maimed"] += 1
            piece.taken -= levels - 1
            piece.maimed, levels = piece.maimed + 1, 1
    by_wounds(game, attack, piece, kind, fill(piece, levels, kind))


def is_felled(piece: Piece, levels: int, kind: str) -> bool:
    """Tell whether levels would put somebody out."""
    if kind == "stun":
        return piece.stun + levels >= piece.figures.levels
    return piece.boxes + levels >= piece.figures.levels + 1


def corpse(piece: Piece) -> int:
    """Return the levels of somebody's corpse. [NOV-37]"""
    sheet = piece.sheet
    return int(sheet.strength + sheet.stamina + 2 * (sheet.mega_strength + sheet.mega_stamina))


def power_through(game: Game, piece: Piece, before: int) -> Asking:
    """Let somebody power through. [NOV-18]"""
    stamina, more = piece.sheet.stamina, piece.sheet.willpower // 2
    helps = any(before <= m * stamina < piece.taken <= m * (stamina + more) for m in (1, 2, 3))
    if not helps or piece.is_powered or not piece.willpower or not piece.is_agent:
        return
    word, _ = yield from game.ask(piece, "powering", [("power_through", None), ("take_it", None)])
    if word == "power_through":
        game.met["powered through"] += 1
        piece.willpower, piece.is_powered = piece.willpower - 1, True


def fill(piece: Piece, levels: int, kind: str) -> int:
    """Fill boxes of the track; return the levels that are left for the corpse. [NOV-15, NOV-19, NOV-37, NOV-H4]"""
    most = piece.figures.levels + 1
    if kind == "stun":
        piece.stun = min(piece.figures.levels, piece.stun + levels)
        return 0
    for k in range(levels):
        if piece.aggravated + piece.lethal > most:
            return levels - k  # dead
        is_full = piece.boxes >= most
        if kind == "bashing" and not is_full:
            piece.bashing += 1
            continue
        if is_full and piece.bashing:
            piece.bashing -= 1
        if kind == "aggravated":
            piece.aggravated += 1
        else:
            piece.lethal += 1
    return 0


def by_wounds(game: Game, attack: Any, piece: Piece, kind: str, beyond: int) -> None:
    """Find what becomes of somebody. [NOV-31, NOV-36, NOV-37]"""
    deadly, levels = piece.aggravated + piece.lethal, piece.figures.levels
    if piece.index == game.plan.hostage:
        game.hits[attack.piece.side] += 1
    if piece.boxes < levels + 1:
        return
    fate = DEAD if deadly >= levels + 2 else DYING if deadly >= levels + 1 else INCAPACITATED
    is_vital = attack.deed.how == "vital" and attack.at is piece
    if fate != INCAPACITATED and (kind == "aggravated" or is_vital or beyond >= corpse(piece)):
        piece.is_beyond_help = True
    put_out(game, piece, fate, attack.piece.side)


def put_out(game: Game, piece: Piece, fate: str, by: int | None = None) -> None:
    """Take somebody out of the field."""
    if piece.is_here:
        piece.lies, piece.cell = piece.cell, None
    piece.fate = fate
    game.met[fate] += 1
    if piece.holding is not None:
        piece.holding.held_by = None
        piece.holding = None
    if piece.held_by is not None:
        piece.held_by.holding = None
        piece.held_by = None
    for deed in piece.plan:
        if deed.fate == PLANNED:
            deed.fate = LOST
    if piece.index == game.plan.hostage and by is not None:
        game.harmed_by = by
