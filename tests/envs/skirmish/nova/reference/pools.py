"""Pools of dice: of attacks, defences and other tests. [NOV-G1, NOV-G6, NOV-27 to NOV-29, NOV-56 to NOV-58]"""

from typing import Any

from tests.envs.skirmish.nova.reference.game import Game
from tests.envs.skirmish.nova.reference.ground import disc_cells, neighbours
from tests.envs.skirmish.nova.reference.people import Piece

ACCURATE, HEAVY = (2, 4, 6, 10), (1, 2, 3, 5)  # dice or levels of a burst, by its length [NOV-G10]
LENGTHS = ("none", "short", "medium", "long", "sustained")
CLOSE = 10  # metres


def burst(mode: int) -> tuple[int, int]:
    """Return the dice and the adds of a burst; 0 is a single shot."""
    if mode == 0:
        return 0, 0
    length, is_heavy = divmod(mode - 1, 2)
    return (0, HEAVY[length]) if is_heavy else (ACCURATE[length], 0)


def losses(piece: Piece, is_dodge: bool = False) -> int:
    """Return the dice that wounds, armour and injuries cost. [NOV-27, NOV-28, NOV-29, NOV-31]"""
    if piece.figures.is_cinematic or piece.figures.is_vehicle:
        return 0
    total = piece.figures.shortfall(piece.gone)
    if is_dodge or len(piece.figures.worn(piece.gone)) > 1:
        total += piece.figures.mobility(piece.gone)
    if piece.is_person:
        total += piece.wound_penalty + piece.maimed * piece.figures.rules.maim_dice
    return int(total)


def trait(piece: Piece, attribute: str, ability: str) -> int:
    """Return attribute + ability, with what mega-attributes add. [NOV-H5]"""
    sheet = piece.sheet
    mega = {"strength": sheet.mega_strength, "dexterity": sheet.mega_dexterity}.get(attribute, 0)
    return int(getattr(sheet, attribute) + getattr(sheet, ability) + piece.figures.rules.mega_dice * mega)


def test_pool(piece: Piece, attribute: str, ability: str, order: int = 0) -> int:
    """Return the pool of a test that is neither attack nor defence."""
    return trait(piece, attribute, ability) - losses(piece) - order


# henchmen


def most_henchmen(game: Game, piece: Piece) -> int:
    """Return how many henchmen serve at most, by the ground. [NOV-56, NOV-P9]"""
    rules, sheet = game.rules, piece.sheet
    assert piece.cell
    barred = sum(not game.land.is_entered(cell) for cell in neighbours(piece.cell))
    about = disc_cells(piece.cell, (0, 1), 2)
    share = 100
    if barred >= 5:
        share = rules.corridor_henchmen
    elif barred >= 3:
        share = rules.tight_henchmen
    elif all(game.land.kinds.get(cell) == "open" for cell in about):
        share = rules.open_henchmen
    return int(2 * (sheet.charisma + sheet.command) * share // 100)


def helpers(game: Game, piece: Piece, trait_name: str, needs_quantum: bool = False) -> tuple[int, int]:
    """Return how many henchmen help, and the dice that they give: those who give two first. [NOV-56, NOV-57]"""
    if not piece.is_person or not piece.num_henchmen:
        return 0, 0
    named, left = game.rules.named("henchmen"), most_henchmen(game, piece)
    counts = {1: 0, 2: 0}
    for one, count in zip(piece.unit.henchmen, piece.henchmen, strict=True):
        kind = named[one.type]
        if kind.quantum or not needs_quantum:
            counts[2 if getattr(kind, trait_name) > game.rules.skilled else 1] += count
    two = min(left, counts[2])
    one_each = min(left - two, counts[1])
    return two + one_each, 2 * two + one_each


def capped(game: Game, piece: Piece, bonus: int) -> int:
    """Return bonus dice, capped if they are. [NOV-G3]"""
    return min(bonus, piece.sheet.dexterity + 2) if game.rules.bonus_cap else bonus


# attacks and defences


def attack_pool(game: Game, piece: Piece, weapon: Any, mode: int, far: int, order: int) -> int:
    """Return the pool of an attack; the members of a mob are added by whoever counts them. [NOV-44, NOV-46, NOV-57]"""
    if piece.kind == "cinematic":
        return piece.members
    if piece.kind == "cinematic_vehicle":
        return int(1 + piece.sheet.firearms)
    bonus = weapon.accuracy + burst(mode)[0] + helpers(game, piece, "attack", weapon.skill == "power")[1]
    bonus += weapon.close_quarters and far * game.rules.metres <= CLOSE
    if piece.kind == "gritty":
        bonus += min(piece.members - 1, game.rules.gritty_helpers)
    skill = "firearms" if piece.kind == "gritty_vehicle" else weapon.skill
    return int(trait(piece, "dexterity", skill) + capped(game, piece, bonus) - losses(piece) - order)


def dodge_pool(game: Game, piece: Piece, order: int, tactics: bool) -> int:
    """Return the pool of a dodge. [NOV-8, NOV-10]"""
    bonus = (piece.sheet.tactics if tactics else 0) + helpers(game, piece, "defence")[1]
    return int(trait(piece, "dexterity", "athletics") + capped(game, piece, bonus) - losses(piece, True) - order)


def parry_pool(game: Game, piece: Piece, order: int) -> int:
    """Return the pool of a parry: by Brawl, or by Melee of who has a weapon for it."""
    has_blade = any(weapon.skill == "melee" for weapon in piece.figures.weapons)
    ability = "melee" if has_blade and piece.sheet.melee > piece.sheet.brawl else "brawl"
    bonus = helpers(game, piece, "defence")[1]
    return int(trait(piece, "dexterity", ability) + capped(game, piece, bonus) - losses(piece) - order)
