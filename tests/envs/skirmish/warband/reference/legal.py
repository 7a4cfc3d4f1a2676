"""What the one who acts may do now, as a list of actions: a word and whom or where it is aimed at."""

from swarmzoo.envs.skirmish.warband.config import SPELLS
from tests.envs.skirmish.warband.reference.dice import is_afraid
from tests.envs.skirmish.warband.reference.field import Cell, distance, line
from tests.envs.skirmish.warband.reference.game import Activation, Game
from tests.envs.skirmish.warband.reference.outline import edge_distance, sees_mirrored
from tests.envs.skirmish.warband.reference.people import FLEEING, Character, boots, full_star, is_bloodied
from tests.envs.skirmish.warband.reference.targets import in_sight_and_range

Action = tuple[str, Character | Cell | None]


def legal_actions(game: Game) -> list[Action]:
    """List everything that may be chosen now."""
    if game.is_over:
        return []
    if game.active is None:
        return picks(game)
    who = game.active.who
    if who.courage == FLEEING:
        return fleeing_actions(game, game.active)
    return [("end", None), *moves(game), *melee(game), *ranged(game), *recovery(game), *friendly(game), *magic(game)]


def picks(game: Game) -> list[Action]:
    """List the characters that the owner of the drawn token may activate. [WAR-4]"""
    assert game.drawn is not None
    ready = [who for who in game.warband(game.drawn) if not who.is_out and not who.has_acted]
    refusal: list[Action] = [("end", None)] if game.rules.refuse_tokens else []
    return refusal + [("pick", who) for who in ready]


def fresh_steps(game: Game, who: Character) -> int:
    """Return the hexes of a new move action: half of them for who must get up first. [WAR-6, WAR-17]"""
    length = boots(game.rules, who.entry)
    return length // 2 if who.is_prone else length


def budget(game: Game, active: Activation) -> int:
    """Return how far the one who acts may go at once, with a further move action if it has a point. [WAR-6]"""
    left = 0 if active.who.is_prone else active.steps
    total = left + (fresh_steps(game, active.who) if active.points else 0)
    return min(total, game.disc_radius())


def can_walk(game: Game, active: Activation) -> bool:
    """Tell whether the one who acts may move at all: not in melee, unless it got away. [WAR-11, WAR-P12]"""
    return active.got_away or not game.is_in_melee(active.who)


def is_close_to_enemy(game: Game, who: Character, cell: Cell) -> bool:
    """Tell whether a hex is nearer to an enemy than moves may end. [WAR-6]"""
    return any(distance(cell, enemy.cell) <= game.rules.keep_off for enemy in game.enemies(who))


def reach(game: Game, active: Activation) -> dict[Cell, int]:
    """Return where a move may end, with the cost: past friends but not enemies, in a free hex. [WAR-6]"""
    who = active.who
    enemies = {enemy.cell for enemy in game.enemies(who)}
    taken = {other.cell for other in game.standing()}
    costs = game.ground.ways(who.cell, budget(game, active), enemies)
    return {cell: c for cell, c in costs.items() if cell not in taken and not is_close_to_enemy(game, who, cell)}


def moves(game: Game) -> list[Action]:
    """List moves, or getting up, and charges. [WAR-6, WAR-17, WAR-P3]"""
    active = game.active
    assert active
    if not can_walk(game, active):
        return []
    walks: list[Action] = [("go", cell) for cell in reach(game, active)]
    if active.who.is_prone and active.points:
        walks.append(("go", active.who.cell))
    return walks + charges(game, active)


def charges(game: Game, active: Activation) -> list[Action]:
    """List the enemies that can be charged. [WAR-P3, WAR-20]"""
    if not active.points or is_afraid(active.who) or active.who.is_prone or game.is_in_melee(active.who):
        return []
    return [("charge", enemy) for enemy in game.enemies(active.who) if charge_end(game, active.who, enemy)]


def charge_end(game: Game, who: Character, enemy: Character) -> Cell | None:
    """Return where a charge at an enemy, seen or not, ends: along the line, the right side first. [WAR-P3]"""
    steps = distance(who.cell, enemy.cell) - charge_nearness(game, who)
    if steps <= 0 or steps > boots(game.rules, who.entry):
        return None
    right = -1 if sees_mirrored(game.config.warbands, who.warband) else 1
    for side in (right, -right):
        end = charge_along(game, who, enemy, line(who.cell, enemy.cell, side))
        if end:
            return end
    return None


def charge_nearness(game: Game, who: Character) -> int:
    """Return how near a charge must end: an Agile Combatant engages from two hexes. [WAR-P3, WAR-G4]"""
    return game.rules.agile_reach if who.has("agile_combatant") else 1


def charge_along(game: Game, who: Character, enemy: Character, way: list[Cell]) -> Cell | None:
    """Walk along a line until a free hex beside the enemy. [WAR-P3]"""
    here, cost = who.cell, 0
    taken = {other.cell for other in game.standing()}
    for cell in way:
        step = game.ground.step_cost(here, cell)
        if step is None or cell in {one.cell for one in game.enemies(who)}:
            return None
        here, cost = cell, cost + step
        if cost > boots(game.rules, who.entry):
            return None
        if distance(cell, enemy.cell) <= charge_nearness(game, who) and cell not in taken:
            return cell
    return None


def melee_reach(game: Game, who: Character) -> int:
    """Return how far a character strikes: an inch, a spear or an Agile Combatant two. [WAR-11, WAR-P1, WAR-G4]"""
    own = 1 if who.entry.melee == "none" else getattr(game.rules.melee, who.entry.melee).reach
    return max(own, game.rules.agile_reach) if who.has("agile_combatant") else int(own)


def melee(game: Game) -> list[Action]:
    """List strikes, Power Attacks, and getting away. [WAR-11, WAR-G4, WAR-P12]"""
    active = game.active
    assert active
    who, found = active.who, list[Action]()
    near = [enemy for enemy in game.enemies(who) if game.apart(who, enemy) <= melee_reach(game, who)]
    reached = [enemy for enemy in near if game.cover(who, enemy) is not None]
    if active.points and not is_afraid(who):
        found += [("strike", enemy) for enemy in reached]
        if who.has("power_attack") and who.entry.melee != "none":
            if getattr(game.rules.melee, who.entry.melee).from_mallet:
                found += [("power", enemy) for enemy in reached]
    may_leave = game.rules.disengage and active.points >= game.rules.disengage_points and not active.got_away
    return found + ([("disengage", None)] if may_leave and game.is_in_melee(who) else [])


def ranged(game: Game) -> list[Action]:
    """List shots, aims, loading, taunts. [WAR-9, WAR-16, WAR-P1, WAR-G4]"""
    active = game.active
    assert active
    who, found = active.who, list[Action]()
    if not active.points:
        return []
    seen = in_sight_and_range(game, who)
    if not is_afraid(who):
        found += [("shoot", enemy) for enemy in seen if who.is_loaded]
    aims = [enemy for enemy in seen if who.aims_at is not enemy or who.aim < 2]
    found += [("aim_one", enemy) for enemy in aims] + [("aim_two", enemy) for enemy in aims if active.points >= 2]
    if not who.is_loaded:
        found.append(("load", None))
    return found + taunts(game, active)


def taunts(game: Game, active: Activation) -> list[Action]:
    """List the enemies that can be taunted. [WAR-G4]"""
    who = active.who
    if not who.has("taunt") or active.points < game.rules.taunt_points:
        return []
    near = [enemy for enemy in game.enemies(who) if game.apart(who, enemy) <= game.rules.taunt_range]
    heard = [enemy for enemy in near if game.cover(who, enemy) is not None]
    return [("taunt", enemy) for enemy in heard if enemy.taunted_by is not who]


def recovery(game: Game) -> list[Action]:
    """List taking cover and breathers. [WAR-17, WAR-15]"""
    active = game.active
    assert active
    found: list[Action] = []
    if active.points and not active.who.is_prone and not active.who.hugs_cover:
        found.append(("cover", None))
    if active.points and breaths(game, active.who):
        found.append(("breather", None))
    return found


def breaths(game: Game, who: Character) -> int:
    """Return how many lost points of Star a Breather tries to regain. [WAR-15]"""
    lost = full_star(game.rules, who.entry) - who.star
    runes = who.entry.runes
    return min(lost, runes // game.rules.bloodied_divisor if is_bloodied(game.rules, who) else runes)


def rallies(game: Game, active: Activation) -> list[Action]:
    """List whom a character may rally: itself, or friends who are afraid and near. [WAR-18]"""
    if not active.points:
        return []
    who = active.who
    near = [who] + [f for f in game.friends(who) if game.apart(who, f) <= game.rules.rally_range]
    return [("rally", one) for one in near if is_afraid(one) and not one.is_stunned]


def friendly(game: Game) -> list[Action]:
    """List rallies and orders. [WAR-18, WAR-P10]"""
    active = game.active
    assert active
    found = rallies(game, active)
    who = active.who
    if not game.rules.orders or not active.points or active.has_ordered or game.leader(who.warband) is not who:
        return found
    near = [f for f in game.friends(who) if game.apart(who, f) <= game.rules.order_range]
    return found + [("order", friend) for friend in near if not friend.order_given]


def magic(game: Game) -> list[Action]:
    """List spells: with Spellcasting or from a scroll, at whom is seen and in range. [WAR-19, WAR-P13]"""
    active = game.active
    assert active
    who, found = active.who, list[Action]()
    if not game.rules.magic or not active.points:
        return []
    known = [spell for spell in SPELLS if who.has("spellcasting") or spell in who.scrolls]
    for spell in known:
        found += [(spell, target) for target in spell_targets(game, who, spell)]
    return found


def spell_targets(game: Game, who: Character, spell: str) -> list[Character]:
    """List at whom a spell may be cast. [WAR-P13]"""
    rules = game.rules
    if spell == "bolt":
        some, reach = ([] if is_afraid(who) else game.enemies(who)), rules.bolt_range
    elif spell == "dread":
        some, reach = [foe for foe in game.enemies(who) if rules.morale and foe.courage < FLEEING], rules.dread_range
    else:
        some, reach = [who, *game.friends(who)], rules.ward_range
    near = [one for one in some if game.apart(who, one) <= reach and game.cover(who, one) is not None]
    if spell == "ward":
        return [one for one in near if not one.has_ward]
    return [one for one in near if not one.has_haste] if spell == "haste" else near


def fleeing_actions(game: Game, active: Activation) -> list[Action]:
    """List what the Fleeing may do: move towards their own edge, rally themselves; else stay. [WAR-P9]"""
    who = active.who
    near = to_own_edge(game, who.warband, who.cell)
    walks = [
        action
        for action in moves(game)
        if action[0] == "go" and (action[1] == who.cell or to_own_edge(game, who.warband, action[1]) < near)
    ]
    own = [action for action in rallies(game, active) if action[1] is who]
    return (walks or [("end", None)]) + own


def to_own_edge(game: Game, warband: int, cell: Cell) -> int:
    """Return how far a hex is from a warband's own edge. [WAR-P9]"""
    return edge_distance(game.ground, game.config.warbands, warband, cell)
