"""The phases of a turn, one after the other. [FOR-A1] [FOR-G5a]"""

from dataclasses import replace

from tests.envs.formation.reference import choices, formations, fury, melee, missiles, victory
from tests.envs.formation.reference.battle import Battle, Soldier
from tests.envs.formation.reference.flight import flee
from tests.envs.formation.reference.morale import morale_phase
from tests.envs.formation.reference.sight import discover, enemies
from tests.envs.formation.reference.starting import first_formations, form_up
from tests.envs.formation.reference.steps import Move, can_move, move_freely, stepping, take_step
from tests.envs.formation.reference.virtues import movement

Actions = dict[int, int]
ASKING = (
    *("orders", "short move", "step", "reaction"),
    *("missile", "passive missile", "melee", "passive melee", "manoeuvre"),
)


def begin(battle: Battle) -> None:
    """Begin a battle whose soldiers stand in their places. [FOR-P24]"""
    first_formations(battle)
    battle.active = first_company(battle)
    begin_turn(battle)
    battle.phase = "missile" if battle.rules.phase_order == "missiles first" else "orders"
    if battle.phase == "missile":
        begin_missiles(battle)
    go_on(battle)


def first_company(battle: Battle) -> int:
    """Return whose turn is the first: drawn at the north-west corner, unless the rules say it. [FOR-P27]"""
    if battle.rules.first == "lot":
        return battle.dice(battle.moment, "lot", (0, 0), 0)(2)
    return ("red", "blue").index(battle.rules.first)


def play(battle: Battle, actions: Actions) -> None:
    """Carry out what soldiers chose, and go on until somebody has a choice again."""
    carry_out(battle, actions)
    battle.moment += 1
    leave_phase(battle)
    go_on(battle)


def go_on(battle: Battle) -> None:
    """Go through the phases until somebody has two choices, or the game is over. [FOR-A1]"""
    while not battle.over and not somebody_chooses(battle):
        if battle.phase not in ASKING or battle.phase == "step":
            battle.moment += 1
        pass_by(battle)
        leave_phase(battle)


def somebody_chooses(battle: Battle) -> bool:
    """Tell whether somebody has two choices in this phase."""
    if battle.phase not in ASKING or (battle.phase == "short move" and not battle.rules.short_moves):
        return False
    return any(len(legal) > 1 for legal in choices.choices(battle).values())


def carry_out(battle: Battle, actions: Actions) -> None:
    """Carry out the choices of a phase."""
    chosen = {number: action for number, action in actions.items() if action != choices.STAY}
    if battle.phase == "orders":
        take_orders(battle, chosen)
    elif battle.phase == "step":
        step(battle, chosen)
    elif battle.phase in ("short move", "manoeuvre"):
        move_freely(battle, short_moves(battle, chosen))
    elif battle.phase == "reaction":
        react(battle, chosen)
    elif battle.phase in ("missile", "passive missile"):
        shoot(battle, chosen)
    else:
        declare(battle, chosen)


def pass_by(battle: Battle) -> None:
    """Do what a phase does by itself, when nobody has a choice."""
    if battle.phase == "step":
        step_alone(battle)
    elif battle.phase == "flight":
        flee(battle)
    elif battle.phase == "movement end":
        end_movement(battle)
    elif battle.phase in ("melee", "passive melee"):
        declare(battle, {})
    elif battle.phase == "morale":
        morale_phase(battle)
    elif battle.phase == "turn end":
        end_turn(battle)


def leave_phase(battle: Battle) -> None:
    """Go to the next phase, unless the battle is over. [FOR-A1]"""
    victory.check(battle)
    if battle.over:
        return
    if battle.phase == "orders":
        fury.declare_charges(battle)
    elif battle.phase == "short move":
        form_up(battle)
        formations.watch(battle)
    elif battle.phase == "passive missile":
        missiles.load(battle)
    battle.phase = next_phase(battle)
    if battle.phase == "missile":
        begin_missiles(battle)
    discover(battle)


def next_phase(battle: Battle) -> str:
    """Return the phase that follows. [FOR-G5a]"""
    missiles_first = battle.rules.phase_order == "missiles first"
    if battle.phase == "reaction":
        return "step" if another_step(battle) else "flight"
    if battle.phase == "turn end":
        begin_turn(battle)
        return "missile" if missiles_first else "orders"
    return {
        "orders": "short move",
        "short move": "step",
        "step": "reaction",
        "flight": "movement end",
        "movement end": "melee" if missiles_first else "missile",
        "missile": "passive missile",
        "passive missile": "orders" if missiles_first else "melee",
        "melee": "passive melee",
        "passive melee": "manoeuvre",
        "manoeuvre": "morale",
        "morale": "turn end",
    }[battle.phase]


# Turns.


def begin_turn(battle: Battle) -> None:
    """Begin a turn: Actions come back, to the active company its Movement. [FOR-G4c] [FOR-G4d] [FOR-G6a]"""
    battle.step, battle.parts_move, battle.queues, battle.movers = 0, False, [], set()
    for each in battle.soldiers:
        each.complex = not each.dazed and not each.exhausted
        each.melee = not each.dazed
        each.exhausted = each.fought = each.acted = each.defending = False
        each.moved = each.attacked = 0
    for each in battle.all_of(battle.active):
        each.ended = each.held = each.charging = each.evading = False
        each.straight = 0
        each.points = movement(battle, each) if each.stands else 0
    battle.most_steps = max((each.points for each in battle.of(battle.active)), default=0)
    for one in battle.formations.values():
        one.done, one.steps = False, 0


def end_turn(battle: Battle) -> None:
    """End a turn: the bridge, the clock, and the other company becomes active."""
    victory.check_bridge(battle)
    for each in battle.soldiers:
        each.charging = False
    battle.turn += 1
    victory.check_time(battle)
    battle.active = 1 - battle.active


# Movement.


def take_orders(battle: Battle, chosen: Actions) -> None:
    """Note who forms up, leaves its formation, evades or charges. [FOR-9] [FOR-G6g] [FOR-P15]"""
    for number, action in chosen.items():
        each = battle.soldiers[number]
        each.forming = action == choices.FORM_UP
        each.evading = action == choices.EVADE
        each.charging = action == choices.CHARGE
        if action == choices.LEAVE:
            formations.leave(battle, each)
    formations.tidy(battle)


def short_moves(battle: Battle, chosen: Actions) -> list[Move]:
    """Return the Short Moves that were chosen: they cost nothing. [FOR-P2]"""
    return [replace(as_move(battle, battle.soldiers[number], action), cost=0) for number, action in chosen.items()]


def step(battle: Battle, chosen: Actions) -> None:
    """Take one Step: those who choose, and the Berserk, who do not. [FOR-16] [FOR-G10i]"""
    moves = [as_move(battle, battle.soldiers[number], action) for number, action in chosen.items()]
    going = {move.soldier.formation for move in moves if move.soldier.formation is not None}
    battle.step += 1
    take_step(battle, moves + fury.rushes(battle), going)


def as_move(battle: Battle, soldier: Soldier, action: int) -> Move:
    """Return what an action does in a Step. [FOR-P14]"""
    if action in (choices.LEFT, choices.RIGHT):
        turn = -1 if action == choices.LEFT else 1
        return Move(soldier, None, (soldier.facing + turn) % 6, battle.number("turn_cost"))
    move = stepping(battle, soldier, choices.direction(soldier, action), action >= choices.KEEP)
    assert move is not None
    return move


def step_alone(battle: Battle) -> None:
    """Take a Step in which nobody has a choice: formations that could go on end, only the Berserk move."""
    moves = fury.rushes(battle)
    battle.step += 1
    formations.finish(battle, formations.stepping(battle))
    take_step(battle, moves, set())


def another_step(battle: Battle) -> bool:
    """Tell whether there will be another Step; once the others' Steps are over, the parts begin theirs. [FOR-A2]"""
    anybody = any(can_move(battle, each) or is_raging(each) for each in battle.of(battle.active))
    if anybody and battle.step < battle.most_steps:
        return True
    if not battle.parts_move:
        for each in battle.of(battle.active):
            each.ended = each.ended or each.formation is None
        formations.finish(battle, formations.stepping(battle))
        battle.parts_move = True
    parts = [part for queue in battle.queues for part in queue]
    return any(not battle.formations[part].done for part in parts)


def is_raging(soldier: Soldier) -> bool:
    """Tell whether a Berserk soldier has not ended its Movement."""
    return soldier.berserk and soldier.points > 0 and not soldier.ended


def end_movement(battle: Battle) -> None:
    """End Movement: gaps that are still there break formations. [FOR-10]"""
    battle.parts_move = True
    numbers = [number for number, one in battle.formations.items() if one.company == battle.active and not one.done]
    formations.finish(battle, [number for number in numbers if battle.members(number)])
    battle.movers = set()


def react(battle: Battle, chosen: Actions) -> None:
    """Carry out reactions, a Quick Action each: first the shots, then the Short Moves. [FOR-1] [FOR-G6i]"""
    shots = {number: action for number, action in chosen.items() if action >= choices.VOLLEY}
    for number in chosen:
        battle.soldiers[number].quick -= 1
    harmed = missiles.fly(battle, aimed_shots(battle, shots))
    steps = {number: action for number, action in chosen.items() if number not in shots}
    move_freely(battle, short_moves(battle, steps))
    if harmed:
        formations.tidy(battle)
        formations.watch(battle)


# Missiles and melee.


def begin_missiles(battle: Battle) -> None:
    """Begin the Missile Phase: Quick Actions come back, who has moved has no Complex one. [FOR-G4b] [FOR-G5b]"""
    for each in battle.standing():
        each.quick = 1
        each.complex = each.complex and not each.acted


def aimed_shots(battle: Battle, chosen: Actions) -> list[missiles.Shot]:
    """Return the shots that were chosen: shooter, target, with careful aim or not."""
    shots = []
    for number, action in chosen.items():
        shooter = battle.soldiers[number]
        target = missiles.targets(battle, shooter)[(action - choices.VOLLEY) % 6]
        shots.append((shooter, target, action >= choices.AIM))
    return shots


def shoot(battle: Battle, chosen: Actions) -> None:
    """Let a company shoot: careful aim is a Complex Action, a volley a Quick one. [FOR-G4b] [FOR-G8a]"""
    shots = aimed_shots(battle, chosen)
    for shooter, _, aimed in shots:
        if aimed:
            missiles.act_complex(battle, shooter)
        elif shooter.complex:
            shooter.complex = False
        else:
            shooter.quick -= 1
    missiles.fly(battle, shots)
    formations.tidy(battle)


def declare(battle: Battle, chosen: Actions) -> None:
    """Declare strikes and defence; when both companies have, the strikes land. [FOR-G7t]"""
    for number, action in chosen.items():
        each = battle.soldiers[number]
        each.melee = False
        if action == choices.DEFEND:
            each.defending = True
        else:
            target = melee.targets(battle, each, enemies(battle, each))[action - choices.STRIKE]
            each.target = target.number
    fury.declare(battle, battle.active if battle.phase == "melee" else 1 - battle.active)
    if battle.phase == "passive melee":
        melee.exchange(battle)
