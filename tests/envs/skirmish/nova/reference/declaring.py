"""Declaring: what may be chosen, aimed at what, in which way. [NOV-1, NOV-2, NOV-59]"""

from typing import Any

from tests.envs.skirmish.nova.reference.aims import ATTACKS, can_attack, can_bomb, can_strike, hows
from tests.envs.skirmish.nova.reference.game import Action, Asking, Game
from tests.envs.skirmish.nova.reference.ground import Cell, disc_cells, distance, neighbours, trace
from tests.envs.skirmish.nova.reference.people import DYING, LOST, MOVES, PLANNED, TAKEN, Deed, Piece
from tests.envs.skirmish.nova.reference.pools import LENGTHS

WEAPONS = ("weapon_1", "weapon_2", "weapon_3")
EXTRAS_KINDS = (*WEAPONS, "run", "take_cover")
KINDS = (
    *("light_blow", "heavy_blow", "grapple", "crush", *WEAPONS, "support", "dodge", "parry", "run", "sprint", "drag"),
    *("break_free", "release", "resuscitate", "take_cover"),
)


def kinds_of(piece: Piece) -> tuple[str, ...]:
    """Return the kinds of actions that a piece has at all."""
    if piece.is_person:
        return KINDS
    by_kind = {"gritty": (*EXTRAS_KINDS, "dodge", "light_blow"), "cinematic": EXTRAS_KINDS}
    return by_kind.get(piece.kind, (*WEAPONS, "run"))


def declare(game: Game, piece: Piece) -> Asking:
    """Let a piece declare its round."""
    while len(piece.plan) < piece.limit:
        word, _ = yield from game.ask(piece, "planning", choices(game, piece))
        if word == "done":
            break
        if word == "full_defence":
            piece.is_full = True
            break
        if word == "heal_stun":
            heal_stun(game, piece)
            continue
        yield from choose(game, piece, word, has_moved=will_move(piece))


def will_move(piece: Piece) -> bool:
    """Tell whether a piece has declared a move."""
    return any(deed.kind in MOVES for deed in piece.plan)


def can_heal_stun(piece: Piece) -> bool:
    """Tell whether somebody can heal stun. [NOV-19]"""
    return bool(piece.is_person and piece.willpower and piece.stun and not piece.has_healed)


def heal_stun(game: Game, piece: Piece) -> None:
    """Heal stun for a point of Willpower. [NOV-19]"""
    piece.willpower, piece.has_healed = piece.willpower - 1, True
    piece.stun = max(0, piece.stun - game.roll(piece.sheet.willpower))
    game.met["healed stun"] += 1


def choices(game: Game, piece: Piece) -> list[Action]:
    """List what can be chosen next."""
    found: list[Action] = [(kind, None) for kind in kinds_of(piece) if can_choose(game, piece, kind)]
    if piece.is_person and not piece.plan and piece.held_by is None:
        found.append(("full_defence", None))
    if piece.plan or not found:
        found.append(("done", None))
    if can_heal_stun(piece):
        found.append(("heal_stun", None))
    return found


def can_choose(game: Game, piece: Piece, kind: str) -> bool:
    """Tell whether an action of a kind can be declared."""
    others = piece.plan
    if any(deed.kind == "sprint" for deed in others) and kind != "dodge":
        return False
    return fits(game, piece, kind, others) and has_aim(game, piece, kind, has_moved=will_move(piece))


def fits(game: Game, piece: Piece, kind: str, others: list[Deed]) -> bool:
    """Tell whether an action goes with grips and with others of the round."""
    if piece.held_by is not None:
        return kind == "break_free"
    if piece.holding is not None and kind in ("run", "sprint", "grapple", "dodge"):
        return False
    if piece.holding is None and kind in ("crush", "drag", "release"):
        return False
    if kind == "sprint" and any(deed.kind != "dodge" for deed in others):
        return False
    kept = [deed.kind for deed in others if deed.fate in (PLANNED, TAKEN)]
    if kind in ("take_cover", "release") and kind in kept:
        return False
    if kind == "support":
        coming = sum(deed.kind == "support" and deed.fate == PLANNED for deed in others)
        return game.heavy_weapons(piece) > coming
    if kind in MOVES and any(deed.kind in MOVES and deed.fate != LOST for deed in others):
        return False
    return kind != "break_free"


def has_aim(game: Game, piece: Piece, kind: str, has_moved: bool) -> bool:
    """Tell whether there is something to aim an action at, if it needs it."""
    if kind == "take_cover":
        return has_cover(game, piece)
    return not is_aimed(kind) or bool(targets(game, piece, kind, has_moved))


def is_aimed(kind: str) -> bool:
    """Tell whether what an action is aimed at is asked for."""
    return (kind in ATTACKS and kind != "crush") or kind in (*MOVES, "resuscitate")


def longest(weapon: Any) -> int:
    """Return the mode of the longest burst, used for accuracy. [NOV-59]"""
    length = LENGTHS.index(weapon.burst)
    return 2 * length - 1 if length else 0


def has_cover(game: Game, piece: Piece) -> bool:
    """Tell whether a hex or one beside it gives cover."""
    assert piece.cell
    return any(game.land.own_cover(cell) > 0 for cell in (piece.cell, *neighbours(piece.cell)))


def targets(game: Game, piece: Piece, kind: str, has_moved: bool = False) -> list[Action]:
    """List what an action can be aimed at; after a move only what is there counts."""
    if kind in MOVES:
        return [("hex", cell) for cell in goals(game, piece, kind)]
    if kind == "resuscitate":
        return [("mate", mate) for mate in game.pieces if can_save(piece, mate)]
    weapon = game.weapon(piece, kind)
    if weapon is None:
        return []
    foes = [foe for foe in game.here() if foe.side != piece.side]
    pose, radius = game.poses[piece.side], game.plan.radius
    disc = [cell for cell in disc_cells(piece.cell, pose, radius) if cell in game.land.kinds] if weapon.area else []
    things = [] if kind == "grapple" else [thing for thing in game.things if thing.is_whole]
    if has_moved:
        disc = []
        foes = [foe for foe in foes if kind != "grapple" or can_be_grappled(piece, foe)]
    else:
        foes = [foe for foe in foes if can_attack(game, piece, kind, foe)]
        disc = [cell for cell in disc if can_bomb(game, piece, kind, cell)]
        things = [thing for thing in things if can_strike(game, piece, kind, thing)]
    return [
        *(("at", foe) for foe in foes),
        *(("hex", cell) for cell in disc),
        *(("thing", thing) for thing in things),
    ]


def can_be_grappled(piece: Piece, foe: Piece) -> bool:
    """Tell whether somebody is one whom a grip can hold."""
    return foe.is_person and not foe.num_henchmen and foe.held_by is None and foe.holding is None


def can_save(piece: Piece, mate: Piece) -> bool:
    """Tell whether somebody of the own side can be resuscitated from here. [NOV-36, NOV-37]"""
    is_dying = mate.side == piece.side and mate.fate == DYING and not mate.is_beyond_help
    return is_dying and mate.lies is not None and distance(piece.cell, mate.lies) <= 1


# moves


def ways(game: Game, piece: Piece, kind: str) -> dict[Cell, int]:
    """Return what it costs to go where a move reaches."""
    figures = piece.figures
    budget = {"run": figures.run, "sprint": figures.sprint, "drag": max(1, figures.run // 2)}[kind]
    closed = {other.cell for other in game.here() if other.side != piece.side and other.cell}
    assert piece.cell
    return game.land.ways(piece.cell, min(budget, game.plan.radius), closed)


def goals(game: Game, piece: Piece, kind: str) -> list[Cell]:
    """List where a move can end."""
    costs, taken = ways(game, piece, kind), game.taken()
    free = [cell for cell in costs if cell not in taken]
    if kind != "drag":
        return free
    return [cell for cell in free if way_to(game, piece, kind, cell)[-2] not in taken - {piece.cell}]


def way_to(game: Game, piece: Piece, kind: str, goal: Cell) -> list[Cell]:
    """Return the way to a goal."""
    assert piece.cell
    return trace(game.land, ways(game, piece, kind), game.poses[piece.side], piece.cell, goal)


# one action


def choose(game: Game, piece: Piece, kind: str, has_moved: bool, slot: int | None = None) -> Asking:
    """Let a piece say what an action is aimed at and how; put it into the plan, at a place of its own or another's."""
    deed = Deed(kind)
    if slot is not None:
        piece.plan[slot] = deed
    if kind == "crush":
        deed.what, deed.aim = "at", piece.holding
    elif is_aimed(kind):
        deed.what, deed.aim = yield from game.ask(piece, "targeting", targets(game, piece, kind, has_moved))
    if kind in ATTACKS:
        weapon = game.weapon(piece, kind)
        if kind == "support":
            deed.mode = longest(weapon)
        elif weapon.burst != "none":
            modes: list[Action] = [("mode", k) for k in range(1 + 2 * LENGTHS.index(weapon.burst))]
            _, deed.mode = yield from game.ask(piece, "mode", modes)
        if deed.what == "at":
            aims: list[Action] = [("how", how) for how in hows(game, piece, kind, deed.aim)]
            _, deed.how = yield from game.ask(piece, "how", aims)
    if slot is None:
        piece.plan.append(deed)
    deed.is_replaced = slot is not None
    piece.is_sprinting |= kind == "sprint"
    game.met[f"declared {kind}"] += 1
