"""Healing between the encounters of the gauntlet. [NOV-34, NOV-35]"""

from tests.envs.skirmish.nova.reference.game import Game
from tests.envs.skirmish.nova.reference.grips import release
from tests.envs.skirmish.nova.reference.people import DEAD, DYING, FIELD, INCAPACITATED, STABLE, Piece
from tests.envs.skirmish.nova.reference.sheets import PENALTIES

CARE = {"none": 0, "competent": 1, "expert": 2}
INCAPACITATED_CATEGORY, DYING_CATEGORY = 4, 5
BOXES = ("bashing", "lethal", "aggravated")


def recover(game: Game) -> None:
    """Let all of side_0 recover between two encounters."""
    for piece in game.pieces:
        if piece.side == 0 and piece.is_person:
            recover_one(game, piece)
        piece.is_covered = piece.is_prone = False  # whoever begins an encounter stands in the open
        release(piece)


def recover_one(game: Game, piece: Piece) -> None:
    """Let somebody recover as far as the rest goes."""
    rules = game.rules
    if piece.fate == DYING:
        piece.fate = DEAD
    if piece.fate not in (FIELD, STABLE, INCAPACITATED):
        return  # the dead do not rest, and who gave up is gone
    hours = rules.rest_hours
    while piece.boxes:
        box = next(name for name in BOXES if getattr(piece, name))
        needed = hours_of(game, piece, box)
        if hours < needed:
            break
        hours -= needed
        setattr(piece, box, getattr(piece, box) - 1)
    if piece.figures.regenerates and piece.kind == "nova":
        piece.maimed = max(0, piece.maimed - rules.rest_hours // rules.regrow_hours)
    piece.stun = piece.stun_clock = piece.stun_next = 0
    piece.daze_next = piece.is_dazed = piece.is_stunned = piece.is_prone = piece.is_covered = False
    piece.ablative, piece.supports = piece.figures.ablative, [0] * len(piece.supports)
    piece.willpower = min(piece.sheet.willpower, piece.willpower + 1)
    if piece.fate in (STABLE, INCAPACITATED) and piece.boxes <= piece.figures.levels:
        piece.fate = FIELD


def hours_of(game: Game, piece: Piece, box: str) -> int:
    """Return the hours in which the worst level heals, if a box of a type fills it. [NOV-34]"""
    rules, sheet = game.rules, piece.sheet
    shift = CARE[rules.care]
    if piece.kind == "nova":
        shift += sum(sheet.mega_stamina >= dots for dots in (1, 3, 5))
    category = max(0, category_of(piece) - shift)
    hours = (rules.heal_bashing if box == "bashing" else rules.heal_lethal)[category]
    hours *= rules.heal_aggravated if box == "aggravated" else 1
    factor = rules.heal_factor[min(5, sheet.mega_stamina)] if piece.kind == "nova" else 1
    return max(1, int(hours // factor))


def category_of(piece: Piece) -> int:
    """Return the category of the worst level that is filled."""
    worst, levels = piece.boxes, piece.figures.levels
    if worst > levels:
        return INCAPACITATED_CATEGORY if worst == levels + 1 else DYING_CATEGORY
    return PENALTIES.index(piece.figures.track[worst - 1])
