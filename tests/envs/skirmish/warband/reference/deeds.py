"""What each action does."""

from tests.envs.skirmish.warband.reference import battle
from tests.envs.skirmish.warband.reference.field import Cell
from tests.envs.skirmish.warband.reference.game import Activation, Game
from tests.envs.skirmish.warband.reference.legal import Action, breaths, charge_end, fresh_steps, reach
from tests.envs.skirmish.warband.reference.people import Character, boots, is_bloodied, step_of_fear
from tests.envs.skirmish.warband.reference.targets import settle_target


def do(game: Game, action: Action) -> None:
    """Carry out an action of the one who acts."""
    active = game.active
    assert active
    word, at = action
    active.points -= cost_of(game, word)
    DEEDS[word](game, active, at)


def cost_of(game: Game, word: str) -> int:
    """Return the action points of an action; a move may be free, so it pays for itself. [WAR-4]"""
    dear = {"go": 0, "aim_two": 2, "taunt": game.rules.taunt_points, "disengage": game.rules.disengage_points}
    return dear.get(word, 1)


def go(game: Game, active: Activation, cell: Cell) -> None:
    """Go to a hex, or get up; pay a point when what is left of the last move action is not enough. [WAR-6, WAR-17]"""
    who = active.who
    cost = 0 if cell == who.cell else reach(game, active)[cell]
    if who.is_prone or cost > active.steps:
        active.points -= 1
        active.steps = (0 if who.is_prone else active.steps) + fresh_steps(game, who)
    active.steps -= cost
    who.is_prone = False
    if cell != who.cell:
        arrive(game, active, cell)


def arrive(game: Game, active: Activation, cell: Cell) -> None:
    """Stand in a hex: taken cover is lost, loot is picked up. [WAR-P6, WAR-A6]"""
    who = active.who
    who.cell, who.hugs_cover, active.has_moved = cell, False, True
    pick_up(game, active)


def pick_up(game: Game, active: Activation) -> None:
    """Take the loot of one's hex, in loot for its price, if there are points enough. [WAR-A10]"""
    price = game.rules.loot_points if game.config.scenario == "loot" else 0
    if active.who.cell in game.loot and active.points >= price:
        active.points -= price
        game.tokens[active.who.warband] += game.loot.pop(active.who.cell)


def charge(game: Game, active: Activation, enemy: Character) -> None:
    """Charge an enemy; attacks in this activation gain by it. [WAR-P3]"""
    end = charge_end(game, active.who, enemy)
    assert end
    arrive(game, active, end)
    active.has_charged = True


def strike(game: Game, active: Activation, enemy: Character) -> None:
    """Strike in melee. [WAR-11]"""
    battle.strike(game, enemy, with_power=False)


def power(game: Game, active: Activation, enemy: Character) -> None:
    """Strike with a Power Attack. [WAR-G4]"""
    battle.strike(game, enemy, with_power=True)


def shoot(game: Game, active: Activation, enemy: Character) -> None:
    """Shoot, perhaps at another target than the chosen one; some weapons must be loaded again. [WAR-9, WAR-P1]"""
    who = active.who
    target = settle_target(game, who, enemy)
    who.is_loaded = not getattr(game.rules.ranged, who.entry.ranged).reload
    battle.shoot(game, target)


def aim_one(game: Game, active: Activation, enemy: Character) -> None:
    """Aim with one point; on the same target it adds up to two. [WAR-16]"""
    aim(game, active.who, enemy, 1)


def aim_two(game: Game, active: Activation, enemy: Character) -> None:
    """Aim with two points. [WAR-16]"""
    aim(game, active.who, enemy, 2)


def aim(game: Game, who: Character, enemy: Character, points: int) -> None:
    """Aim at a target that is found as for a shot. [WAR-16]"""
    target = settle_target(game, who, enemy)
    before = who.aim if who.aims_at is target else 0
    who.aims_at, who.aim = target, min(2, before + points)


def load(game: Game, active: Activation, _: None) -> None:
    """Load the weapon again. [WAR-P1]"""
    active.who.is_loaded = True


def taunt(game: Game, active: Activation, enemy: Character) -> None:
    """Test an enemy's Coronet; if passed, it is taunted. [WAR-G4]"""
    if game.dice.against(active.who, game.coronet(enemy)):
        enemy.taunted_by = active.who


def cover(game: Game, active: Activation, _: None) -> None:
    """Take the cover of the ground, or lie prone in the open. [WAR-17]"""
    who = active.who
    if game.ground.ground(who.cell).cover:
        who.hugs_cover = True
    else:
        who.is_prone = True


def breather(game: Game, active: Activation, _: None) -> None:
    """Test Mallet for each point that may be regained; a six costs the Bloodied a point of Mallet. [WAR-15, WAR-P7]"""
    who, was_bloodied = active.who, is_bloodied(game.rules, active.who)
    regained = 0
    for _ in range(breaths(game, who)):
        passed, die = game.dice.own(who, who.mallet)
        regained += passed
        if die == 6 and was_bloodied and game.rules.breather_backlash:
            who.mallet = max(0, who.mallet - 1)
    who.star += regained


def disengage(game: Game, active: Activation, _: None) -> None:
    """Get away from a melee by an opposed test of Key. [WAR-P12]"""
    who = active.who
    holders = [foe for foe in game.enemies(who) if game.apart(who, foe) <= 1 and not foe.is_stunned]
    holder = max(holders, key=lambda foe: foe.entry.key)
    if game.rules.disengage_test == "opposed":
        passed, is_stopped = (game.dice.own(one, one.entry.key)[0] for one in (who, holder))
    else:
        passed, is_stopped = game.dice.against(who, holder.entry.key), False
    if passed and not is_stopped:
        active.got_away, active.steps = True, boots(game.rules, who.entry)


def rally(game: Game, active: Activation, friend: Character) -> None:
    """Test Coronet to take a step of fear from oneself, a friend, or all friends near. [WAR-18]"""
    who = active.who
    if not game.dice.own(who, game.coronet(who))[0]:
        return
    near = [f for f in game.friends(who) if game.apart(who, f) <= game.rules.rally_range and not f.is_stunned]
    for one in near if game.rules.rally_scope == "all" and friend is not who else [friend]:
        step_of_fear(one, -1)


def order(game: Game, active: Activation, friend: Character) -> None:
    """Give a friend an order for the next turn. [WAR-P10, WAR-3]"""
    friend.order_given = active.has_ordered = True


def cast(game: Game, caster: Character, spell: str) -> bool:
    """Test Runes; a scroll is used up. [WAR-19, WAR-P13]"""
    if not caster.has("spellcasting"):
        caster.scrolls.remove(spell)
    return game.dice.own(caster, caster.entry.runes)[0]


def bolt(game: Game, active: Activation, enemy: Character) -> None:
    """Attack by magic, with the modifiers of a shot. [WAR-P13]"""
    if cast(game, active.who, "bolt"):
        battle.bolt(game, enemy)


def ward(game: Game, active: Activation, friend: Character) -> None:
    """Give Shield until the end of the friend's next activation. [WAR-P13]"""
    friend.has_ward = cast(game, active.who, "ward") or friend.has_ward


def haste(game: Game, active: Activation, friend: Character) -> None:
    """Give an action point in the friend's next activation. [WAR-P13]"""
    friend.has_haste = cast(game, active.who, "haste") or friend.has_haste


def dread(game: Game, active: Activation, enemy: Character) -> None:
    """Make an enemy test its courage. [WAR-P13]"""
    if cast(game, active.who, "dread"):
        battle.test_courage(game, enemy)


_ALONE = (go, load, cover, breather, disengage)
_AT_ENEMIES = (charge, strike, power, shoot, aim_one, aim_two, taunt, bolt, dread)
_AT_FRIENDS = (rally, order, ward, haste)
DEEDS = {deed.__name__: deed for deed in (*_ALONE, *_AT_ENEMIES, *_AT_FRIENDS)}
