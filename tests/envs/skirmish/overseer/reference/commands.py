"""The Commands and actions of a leader: what is legal, and what they do. [OVR-36 to OVR-40, OVR-P6 to OVR-P12]"""

from collections.abc import Callable

from tests.envs.skirmish.overseer.reference.attack import (
    ASSAULTED,
    CALLED_BLOW,
    CALLED_SHOT,
    CONCENTRATED,
    OWN_BLOW,
    OWN_SHOT,
    SUPPORTED,
    SUPPRESSION,
    VOLLEY,
    carry_out,
    targets_of,
)
from tests.envs.skirmish.overseer.reference.game import Action, Asking, Game, Turn
from tests.envs.skirmish.overseer.reference.land import Cell, disc_cells, distance, ring_cells
from tests.envs.skirmish.overseer.reference.moves import MOVES, carry_move, charge_targets, goals
from tests.envs.skirmish.overseer.reference.people import Piece, Unit

COSTS = {
    **{"move": 1, "advance": 2, "run": 2, "disengage": 2, "cover_ground": 2, "charge": 2, "fire": 1, "concentrate": 2},
    **{"suppress": 2, "support": 1, "overwatch": 2, "mark": 1, "assault": 1, "rally": 1, "shoot": 1, "strike": 1},
    **{"called": 2, "aim": 1, "tend": 1, "work": 2},
}
CONCENTRATION = ("advance", "mark", "aim", "tend", "work")
SWARM_ATTACKS = {
    "fire": VOLLEY,
    "concentrate": CONCENTRATED,
    "suppress": SUPPRESSION,
    "support": SUPPORTED,
    "assault": ASSAULTED,
}
OWN_ATTACKS = {"shoot": OWN_SHOT, "strike": OWN_BLOW}
MOST_AIM = 2


def uses_swarm(game: Game, unit: Unit, word: str) -> bool:
    """Tell whether a Command is the Swarm's Attack."""
    return word in SWARM_ATTACKS or word == "overwatch" or (word == "charge" and unit.us > 0)


def uses_self(game: Game, unit: Unit, word: str) -> bool:
    """Tell whether an action is the leader's own Attack."""
    return word in OWN_ATTACKS or word == "called" or (word == "charge" and unit.us == 0)


def legal_commands(game: Game, turn: Turn) -> list[Action]:
    """List the Commands and actions that may be chosen. [OVR-37, OVR-G2]"""
    return [("end", None)] + [(word, None) for word in COSTS if is_legal(game, turn, word)]


def is_legal(game: Game, turn: Turn, word: str) -> bool:
    """Tell whether a Command may be chosen."""
    unit, cost = turn.unit, COSTS[word]
    if cost > turn.halves or (unit.is_pinned and cost > 1):
        return False
    if word in CONCENTRATION and turn.concentrated:
        return False
    if uses_swarm(game, unit, word) and turn.swarm_attacked:
        return False
    if uses_self(game, unit, word) and turn.self_attacked:
        return False
    return has_use(game, turn, word)


def has_use(game: Game, turn: Turn, word: str) -> bool:
    """Tell whether a Command that can be paid for can be carried out."""
    unit = turn.unit
    if word in MOVES:
        is_given = {"disengage": game.is_engaged(unit), "cover_ground": game.commands(unit, "cover_ground")}
        return is_given.get(word, True) and bool(goals(game, unit, word))
    tests: dict[str, Callable[[], bool]] = {
        "charge": lambda: bool(charge_targets(game, unit)),
        "overwatch": lambda: game.shots_of(unit) is not None and not game.is_engaged(unit),
        "mark": lambda: game.commands(unit, "marked_attack") and bool(seen(game, unit)),
        "rally": lambda: not turn.rallied and bool(rallied_by(game, unit)),
        "called": lambda: bool(targets_of(game, called_kind(game, unit), unit)),
        "aim": lambda: unit.aim < MOST_AIM,
        "tend": lambda: game.skill(unit) > 0 and patient(game, unit) is not None,
        "work": lambda: game.skill(unit) > 0 and bool(workable(game, unit)),
    }
    if word in tests:
        return tests[word]()
    return bool(targets_of(game, {**SWARM_ATTACKS, **OWN_ATTACKS}[word], unit))


def seen(game: Game, unit: Unit) -> list[Unit]:
    """List the enemies that a leader sees."""
    return [foe for foe in game.foes(unit) if game.front(unit, foe) is not None]


def called_kind(game: Game, unit: Unit) -> str:
    """Return which Called Shot it is: a blow where an enemy stands beside the leader."""
    return CALLED_BLOW if game.leader_strikes(unit) else CALLED_SHOT


def do(game: Game, turn: Turn, word: str) -> Asking:
    """Pay for a Command and carry it out, with what it is aimed at."""
    unit = turn.unit
    turn.halves -= COSTS[word]
    turn.concentrated |= word in CONCENTRATION
    swarm, self_ = uses_swarm(game, unit, word), uses_self(game, unit, word)
    if word in MOVES:
        _, goal = yield from game.ask(unit, "going", [("go", cell) for cell in goals(game, unit, word)])
        yield from carry_move(game, unit, word, goal=goal)
    elif word == "work":
        _, cell = yield from game.ask(unit, "going", [("go", cell) for cell in workable(game, unit)])
        work(game, unit, cell)
    elif word in ("charge", "mark", "called", *SWARM_ATTACKS, *OWN_ATTACKS):
        yield from at_somebody(game, turn, word, swarm, self_)
    else:
        turn.swarm_attacked |= swarm
        {"overwatch": watch, "rally": rally, "aim": aim, "tend": tend}[word](game, turn)


def at_somebody(game: Game, turn: Turn, word: str, swarm: bool, self_: bool) -> Asking:
    """Carry out what is aimed at a unit."""
    unit = turn.unit
    kind = called_kind(game, unit) if word == "called" else {**SWARM_ATTACKS, **OWN_ATTACKS}.get(word, "")
    if word == "charge":
        targets = charge_targets(game, unit)
    else:
        targets = seen(game, unit) if word == "mark" else targets_of(game, kind, unit)
    turn.swarm_attacked |= swarm
    turn.self_attacked |= self_
    _, target = yield from game.ask(unit, "aiming", [("at", one) for one in targets])
    if word == "mark":
        unit.marked, turn.marked = target, True
    elif word == "charge":
        yield from carry_move(game, unit, "charge", prey=target)
    else:
        body = ""
        if word == "called":
            bodies = ["overseer"] + (["specialist"] if target.specialist else [])
            _, body = yield from game.ask(unit, "calling", [("body", one) for one in bodies])
        yield from carry_out(game, kind, unit, target, body)


def watch(game: Game, turn: Turn) -> None:
    """Go into overwatch. [OVR-P8]"""
    turn.unit.watches = True


def aim(game: Game, turn: Turn) -> None:
    """Aim. [OVR-G2]"""
    turn.unit.aim += 1


# rally


def rallied_by(game: Game, unit: Unit) -> list[Piece]:
    """List the loose pieces that a leader could rally: the nearest first, then clockwise from its side's front."""
    if unit.roll and game.config.scenario != "rally":
        return []
    loose = [one for one in game.pieces if one.cell is not None and one.unit is None]
    near = [one for one in loose if distance(one.cell, unit.cell) <= game.rules.rally_hexes]
    if unit.roll:
        near = [one for one in near if one.home is unit.roll[0].home]
    pose = game.poses[unit.side]

    def nearness(one: Piece) -> tuple[int, int]:
        far = distance(one.cell, unit.cell)
        return far, ring_cells(unit.cell, pose, far).index(one.cell)

    return sorted(near, key=nearness)


def rally(game: Game, turn: Turn) -> None:
    """Rally loose Underlings: of the home of the nearest one, FB and one for each degree. [OVR-34]"""
    unit, turn.rallied = turn.unit, True
    is_passed, dos = game.test(game.own(unit, unit.profile.command + game.rules.rally_modifier))
    if not is_passed:
        return
    near = rallied_by(game, unit)
    left = wanted = unit.profile.fellowship // 10 + dos
    for piece in [one for one in near if one.home is near[0].home]:
        if left <= 0 or (piece.models > left and left < wanted):
            break
        left -= piece.models
        game.met["rallied"] += 1
        unit.roll.append(piece)
        piece.unit, piece.flees, piece.side = unit, False, unit.side
    game.rank_all()


# skills


def skill_needed(game: Game, unit: Unit) -> int:
    """Return what a skill test needs, with the Special Team. [OVR-P9]"""
    bonus = min(game.rules.skill_most, game.effect(unit, "skill") * unit.us)
    return game.own(unit, unit.profile.skill + bonus)


def patient(game: Game, unit: Unit) -> Unit | None:
    """Return the most hurt of the leader and friendly leaders beside it."""
    near = [one for one in game.here() if one.side == unit.side and distance(one.cell, unit.cell) <= 1]
    hurt = [one for one in near if one.wounds < one.profile.wounds]
    return min(hurt, key=lambda one: one.wounds - one.profile.wounds, default=None)


def tend(game: Game, turn: Turn) -> None:
    """Tend wounds. [OVR-H8]"""
    one = patient(game, turn.unit)
    assert one
    if game.test(skill_needed(game, turn.unit))[0]:
        game.met["tended"] += 1
        one.wounds = min(one.profile.wounds, one.wounds + 1 + game.draw(game.rules.tended))


def workable(game: Game, unit: Unit) -> list[Cell]:
    """List the hexes where a barrier can be raised or torn down. [OVR-H8]"""
    taken, found = game.taken(), []
    for cell in disc_cells(unit.cell, game.poses[unit.side], 2)[1:]:
        is_held = game.config.scenario == "hold_ground" and distance(cell, game.middle) <= game.rules.objective_hexes
        kind = game.land.kinds.get(cell)
        if not is_held and (kind == "barrier" or (kind == "open" and cell not in taken)):
            found.append(cell)
    return found


def work(game: Game, unit: Unit, cell: Cell) -> None:
    """Raise a barrier, or tear it down. [OVR-H8]"""
    if game.test(skill_needed(game, unit))[0]:
        game.met["worked"] += 1
        game.land.change(cell, "open" if game.land.kinds[cell] == "barrier" else "barrier")
        game.rank_all()
