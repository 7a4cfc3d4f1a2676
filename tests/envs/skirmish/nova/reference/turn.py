"""Rounds: what begins one, who acts when, what ends one. [NOV-16 to NOV-19, NOV-G5]"""

from tests.envs.skirmish.nova.reference.declaring import declare
from tests.envs.skirmish.nova.reference.deeds import do
from tests.envs.skirmish.nova.reference.game import Asking, Game
from tests.envs.skirmish.nova.reference.grips import check_holds
from tests.envs.skirmish.nova.reference.people import DEAD, DEFENCES, DYING, LOST, PLANNED, Piece
from tests.envs.skirmish.nova.reference.scenarios import EncounterOver, check_end, end_round, leave


def play(game: Game) -> Asking:
    """Play the game; it ends with Over."""
    while True:
        try:
            yield from play_round(game)
        except EncounterOver:
            game.met["encounter over"] += 1


def play_round(game: Game) -> Asking:
    """Play a round."""
    begin_round(game)
    roll_initiative(game)
    check_holds(game)
    for piece in reversed(game.order):
        if piece.is_able:
            game.current = piece
            yield from declare(game, piece)
    for piece in game.order:
        if piece.is_here:
            game.current = piece
            yield from resolve(game, piece)
    judge_daze(game)
    end_round(game)


def begin_round(game: Game) -> None:
    """Begin a round: stun heals, the dying die, daze and stun of the last round take effect."""
    game.round += 1
    for piece in game.pieces:
        piece.plan, piece.is_full, piece.is_sprinting = [], False, False
        piece.defended, piece.has_healed, piece.mobbed = 0, False, set()
        if piece.fate == DYING:
            piece.dying += 1
            if piece.dying >= piece.sheet.stamina * game.rules.minute_rounds:
                piece.fate = DEAD
        if not piece.is_here:
            continue
        piece.taken, piece.is_powered = 0, False
        piece.is_dazed, piece.daze_next = piece.daze_next, False
        piece.is_stunned = piece.stun_next > 0
        piece.stun_next = max(0, piece.stun_next - 1)
        heal(piece)


def heal(piece: Piece) -> None:
    """Let stun heal. [NOV-19]"""
    if not piece.stun:
        piece.stun_clock = 0
        return
    piece.stun_clock += 1
    if piece.stun_clock >= max(1, 10 - piece.sheet.stamina):
        piece.stun, piece.stun_clock = piece.stun - 1, 0


def roll_initiative(game: Game) -> None:
    """Roll initiative, then lots; find the order. [NOV-44, NOV-46, NOV-G5]"""
    there = [piece for piece in game.here() if piece.is_agent]
    for piece in there:
        quick = piece.sheet.dexterity + piece.sheet.wits
        if piece.is_person:
            piece.initiative = 1 + game.draw(10) + quick
        else:
            piece.initiative = 0 if piece.figures.is_cinematic else game.rules.gritty_initiative + quick
    for piece in there:
        piece.lot = game.draw(1000)
    game.order = sorted(there, key=lambda one: (one.figures.is_cinematic, -one.initiative, -one.lot, one.index))


def resolve(game: Game, piece: Piece) -> Asking:
    """Carry out what a piece has declared."""
    if piece.is_able:
        piece.is_prone = piece.is_covered = False
    for slot in range(len(piece.plan)):
        deed = piece.plan[slot]
        if not piece.is_able:
            break
        if deed.fate == PLANNED and deed.kind not in DEFENCES:
            yield from do(game, piece, slot)
            check_holds(game)
            leave(game, piece, piece.plan[slot])
            check_end(game)
    for deed in piece.plan:
        if deed.fate == PLANNED and deed.kind not in DEFENCES:
            deed.fate = LOST


def judge_daze(game: Game) -> None:
    """Judge who is dazed and stunned in the next round. [NOV-16, NOV-17, NOV-18]"""
    for piece in game.here():
        if not piece.is_person:
            continue
        stamina = piece.sheet.stamina + (piece.sheet.willpower // 2 if piece.is_powered else 0)
        piece.daze_next = piece.taken > stamina
        piece.stun_next += (piece.taken > 2 * stamina) + (piece.taken > 3 * stamina)
        if piece.stun_next:
            piece.daze_next = False
        game.met["dazed"] += piece.daze_next
        game.met["stunned"] += piece.stun_next > 0
