"""Courage: Fear and the Shock Table, Pinning and falling back, Break tests, flight. [OVR-30 to OVR-33, OVR-G7]"""

from tests.envs.skirmish.overseer.reference.game import Game, hexes
from tests.envs.skirmish.overseer.reference.land import EAST, Cell, Pose, distance, neighbours, ring_cells
from tests.envs.skirmish.overseer.reference.people import (
    FAINTED,
    FROZEN,
    HELPLESS,
    PANICKED,
    SHOCKS,
    STEADY,
    WARY,
    Piece,
    Unit,
)
from tests.envs.skirmish.overseer.reference.placing import place, reach_of

ROWS = ((20, "halved"), (40, "unnerved"), (60, WARY), (80, FROZEN), (100, PANICKED), (120, FAINTED), (9999, HELPLESS))


def fear(game: Game, unit: Unit) -> None:
    """Let a unit test against everybody whose Fear it feels for the first time. [OVR-30, OVR-31, OVR-H7]"""
    has_failed = False
    for other in [foe for foe in game.foes(unit) if foe.profile.fear and game.has(foe, "fear")]:
        if other.index not in unit.feared and feels(game, unit, other):
            unit.feared.add(other.index)
            loss = game.rules.fear_step * (other.profile.fear - 1)
            is_passed, margin = game.test(game.own(unit, unit.profile.willpower - loss))
            if not is_passed:
                has_failed = True
                game.met["fear"] += 1
                unit.dissolve(flees=True)
                shock(game, unit, other, margin)
    if has_failed and not unit.is_able and game.turn and game.turn.unit is unit:
        game.turn.is_over = True


def feels(game: Game, unit: Unit, other: Unit) -> bool:
    """Tell whether a leader is near enough to another one, and sees it."""
    near = distance(unit.cell, other.cell) <= game.rules.fear_hexes
    return near and game.land.is_seen(unit.cell, other.cell)


def shock(game: Game, unit: Unit, source: Unit, margin: int) -> None:
    """Roll on the Shock Table. [OVR-G7]"""
    rolled = game.d100() + 10 * margin
    effect = next(name for limit, name in ROWS if rolled <= limit)
    if effect == "halved":
        unit.halved = max(unit.halved, 1)
        return
    if effect in ("unnerved", WARY):
        unit.is_unnerved = True
    if effect == "unnerved":
        return
    rounds = 1 + game.draw(5) if effect in (FAINTED, HELPLESS) else 0
    if SHOCKS.index(effect) >= SHOCKS.index(unit.shock):
        unit.shock, unit.shock_left, unit.shocked_by = effect, rounds, source


def snap_out(game: Game, unit: Unit) -> bool:
    """Let a leader do what its Shock makes it do; tell whether the turn goes on."""
    if unit.shock == STEADY:
        return True
    if unit.shock in (FAINTED, HELPLESS):
        wake(unit)
        return False
    is_passed, _ = game.test(game.own(unit, unit.profile.willpower))
    return {FROZEN: thaw, PANICKED: run, WARY: trust}[unit.shock](game, unit, is_passed)


def wake(unit: Unit) -> None:
    """Count down a faint or helplessness."""
    unit.shock_left -= 1
    if unit.shock_left == 0:
        if unit.shock == HELPLESS:
            unit.halved = 2
        unit.shock, unit.is_unnerved = STEADY, True


def thaw(game: Game, unit: Unit, is_passed: bool) -> bool:
    """Let a frozen leader act again, or not."""
    if is_passed:
        unit.shock, unit.is_unnerved = STEADY, True
    return is_passed


def trust(game: Game, unit: Unit, is_passed: bool) -> bool:
    """Let a wary leader get over it, or not; it acts in any case."""
    if is_passed:
        unit.shock = STEADY
    return True


def run(game: Game, unit: Unit, is_passed: bool) -> bool:
    """Let a panicked leader snap out of it, or run; who can't run acts with a Half Action."""
    source = unit.shocked_by
    if is_passed or source is None or not source.is_here:
        unit.shock = STEADY
        return True
    steps = 0
    for _ in range(hexes(game.rules.run_metres, unit.profile)):
        cell = next_step(game, unit.cell, source.cell, game.poses[unit.side])
        if cell is None:
            break
        unit.cell, steps = cell, steps + 1
    if steps:
        unit.aim = 0
        game.rank_all()
        return False
    assert game.turn
    game.met["cornered"] += 1
    game.turn.halves, game.turn.is_cornered = 1, True
    return True


def next_step(game: Game, cell: Cell, away: Cell, pose: Pose) -> Cell | None:
    """Return the first free hex beside one that is farther from another one."""
    taken = game.taken()
    for other in ring_cells(cell, pose, 1):
        is_free = other not in taken and game.land.step_cost(cell, other) is not None
        if is_free and distance(other, away) > distance(cell, away):
            return other
    return None


def flee(game: Game, piece: Piece) -> None:
    """Let a fleeing piece run. [OVR-P13]"""
    others = game.here() if piece.side is None else game.foes_in_turn(piece.side)
    if not others:
        return
    source = min(others, key=lambda unit: distance(unit.cell, piece.cell))
    pose = EAST if piece.side is None else game.poses[piece.side]
    for _ in range(hexes(game.rules.run_metres, piece.profile)):
        cell = next_step(game, piece.cell, source.cell, pose)
        if cell is None:
            if any(other not in game.land.kinds for other in neighbours(piece.cell)):
                game.met["fled"] += 1
                piece.models, piece.cell, piece.flees = 0, None, False
            return
        piece.cell = cell


def break_test(game: Game, unit: Unit) -> None:
    """Let a Swarm that has lost too many break, or not. [OVR-33]"""
    if unit.us == 0 or unit.lost <= unit.profile.willpower // 10:
        return
    rules = game.rules
    value = unit.profile.command + rules.break_modifier - rules.break_loss * unit.lost
    if not game.test(game.own(unit, value + game.effect(unit, "nerve")))[0]:
        game.met["collapse"] += 1
        unit.dissolve(flees=True)


def shake_off(game: Game, unit: Unit) -> None:
    """Let a pinned leader shake off Pinning. [OVR-32]"""
    if unit.is_pinned and game.test(game.own(unit, unit.profile.willpower + game.effect(unit, "nerve")))[0]:
        unit.is_pinned = False


def pin(game: Game, attacker: Unit, unit: Unit) -> None:
    """Let a unit under suppressing fire test; who fails is pinned and falls back. [OVR-32, OVR-G6]"""
    if not unit.is_here:
        return
    value = unit.profile.willpower + game.rules.pinning_modifier + game.effect(unit, "nerve")
    if game.test(game.own(unit, value))[0]:
        return
    unit.is_pinned = True
    if not game.is_engaged(unit):
        fall_back(game, attacker, unit)


def fall_back(game: Game, attacker: Unit, unit: Unit) -> None:
    """Let a pinned unit go to cover, away from the attacker. [OVR-32]"""
    now, metres = distance(attacker.cell, unit.cell), game.rules.half_metres
    cells = reach_of(game, unit.side, unit.cell, hexes(metres, unit.profile))
    away = [cell for cell in cells if distance(attacker.cell, cell) >= now]
    before, unit.cell = (
        unit.cell,
        max(
            away,
            key=lambda cell: (game.land.cover_from(attacker.cell, cell), distance(attacker.cell, cell), -cells[cell]),
        ),
    )
    game.met["fell back"] += unit.cell != before
    unit.aim = 0
    place(game, unit, unit.roll, unit.cell, metres, seeks_cover=True)
