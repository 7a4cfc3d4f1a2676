"""The round: initiative, daze and stun, the encounters of the gauntlet. [NOV-G5, NOV-16, NOV-17, NOV-44, NOV-46]"""

from swarmzoo.envs.core.events import log_event
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.core.random import draw_below
from swarmzoo.envs.skirmish.battlefield.ground import NOBODY, lift
from swarmzoo.envs.skirmish.nova.dice import d10
from swarmzoo.envs.skirmish.nova.events import DAZED, ENCOUNTER_BEGUN, ENCOUNTER_WON, INITIATIVE, ROUND_BEGUN, STUNNED
from swarmzoo.envs.skirmish.nova.plans import clear_plan
from swarmzoo.envs.skirmish.nova.recovery import enter_again, heal_stun_in_time, let_die, recover
from swarmzoo.envs.skirmish.nova.rules import GAUNTLET
from swarmzoo.envs.skirmish.nova.setup import clear_condition, clear_piece, enter_piece
from swarmzoo.envs.skirmish.nova.sheet import in_field, is_cinematic, is_person, who
from swarmzoo.envs.skirmish.nova.state import DECLARING, FIELD, RESOLVING
from swarmzoo.envs.skirmish.nova.strength import is_standing
from swarmzoo.envs.skirmish.nova.victory import FOES, HEROES, score_round, settle_gauntlet

LOTS = 1000


@kernel
def begin_round(s, r):
    """Begin a round: what the last one has left takes effect, and initiative is rolled. [NOV-G5]"""
    s.rounds += 1
    log_event(s, ROUND_BEGUN, s.rounds)
    for i in range(r.pieces):
        clear_plan(s, i)
        s.taken[i] = s.powered[i] = s.mobbed[i] = 0
        s.dazed[i], s.daze_next[i] = s.daze_next[i], 0
        s.stunned[i] = s.stun_next[i] > 0
        s.stun_next[i] = max(0, int(s.stun_next[i]) - 1)
        if in_field(s, i):
            heal_stun_in_time(s, r, i)
        let_die(s, r, i)
    roll_initiative(s, r)
    s.phase, s.nth, s.current, s.slot, s.replacing = DECLARING, 0, NOBODY, 0, False


@kernel
def end_round(s, r):
    """End a round: daze and stun are judged, the scenario is scored. [NOV-16, NOV-17, NOV-A3]"""
    for i in range(r.pieces):
        if in_field(s, i) and is_person(s, r, i):
            judge_blows(s, r, i)
    score_round(s, r)
    if not s.done and r.scenario == GAUNTLET:
        score_gauntlet(s, r)
    if not s.done:
        begin_round(s, r)


# Initiative


@kernel
def roll_initiative(s, r):
    """Roll initiative, and put those in the field into the order in which they act. [NOV-G5, NOV-44, NOV-46]"""
    s.num_order = 0
    for i in range(r.pieces):
        if takes_part(s, r, i):
            s.initiative[i] = initiative_of(s, r, i)
    for i in range(r.pieces):
        if takes_part(s, r, i):
            s.lot[i] = draw_below(s.rng, LOTS)
            log_event(s, INITIATIVE, i, s.initiative[i])
            nth = int(s.num_order)
            while nth > 0 and acts_before(s, r, i, int(s.order[nth - 1])):
                s.order[nth] = s.order[nth - 1]
                nth -= 1
            s.order[nth] = i
            s.num_order += 1
    list_others(s, r)


@kernel
def takes_part(s, r, i):
    """Tell whether a piece takes part in a round: it has an agent, and is in the field."""
    return in_field(s, i) and r.agent_of[i] != NOBODY


@kernel
def initiative_of(s, r, i):
    """Return the initiative of a piece: persons roll, gritty extras do not, cinematic ones have none. [NOV-G5]"""
    row = who(s, r, i)
    if is_cinematic(s, r, i):
        return 0
    roll = d10(s) if is_person(s, r, i) else int(r.gritty_initiative)
    return roll + int(r.dexterity[row]) + int(r.wits[row])


@kernel
def acts_before(s, r, i, j):
    """Tell whether a piece acts before another one with a lower number. [NOV-G5]"""
    if s.initiative[i] != s.initiative[j]:
        return s.initiative[i] > s.initiative[j]
    return s.lot[i] > s.lot[j]


@kernel
def list_others(s, r):
    """List those who take no part behind the others."""
    nth = int(s.num_order)
    for i in range(r.pieces):
        if not takes_part(s, r, i):
            s.order[nth] = i
            nth += 1


# Daze and stun


@kernel
def judge_blows(s, r, i):
    """Daze or stun who has taken too much in this round. [NOV-16, NOV-17, NOV-18]"""
    row = who(s, r, i)
    stamina = int(r.stamina[row]) + (int(r.full_willpower[row]) // 2 if s.powered[i] else 0)
    turns = (s.taken[i] > 2 * stamina) + (s.taken[i] > 3 * stamina)
    if turns > 0:
        s.stun_next[i] += turns
        log_event(s, STUNNED, i, turns)
    elif s.taken[i] > stamina:
        s.daze_next[i] = True
        log_event(s, DAZED, i)
    if s.stun_next[i] > 0:
        s.daze_next[i] = False


# The gauntlet


@kernel
def is_encounter_over(s, r):
    """Tell whether an encounter of the gauntlet is over before its rounds are. [NOV-A3]"""
    return r.scenario == GAUNTLET and not (is_standing(s, r, HEROES) and is_standing(s, r, FOES))


@kernel
def score_gauntlet(s, r):
    """End an encounter when one side is out, or its rounds are over; go on to the next one. [NOV-A3]"""
    if not is_standing(s, r, HEROES):
        settle_gauntlet(s, r)
        return
    won = not is_standing(s, r, FOES)
    late = s.rounds - s.encounter_began >= r.encounter_rounds
    if not won and not late and s.rounds < r.max_rounds:
        return
    s.points += won
    log_event(s, ENCOUNTER_WON, s.encounter, won)
    if s.encounter + 1 == r.encounters or s.rounds >= r.max_rounds:
        settle_gauntlet(s, r)
    else:
        begin_encounter(s, r)


@kernel
def begin_encounter(s, r):
    """Rest, and meet the next ones. [NOV-34, NOV-A3]"""
    slots = int(r.slots)
    for i in range(r.pieces):
        if in_field(s, i):
            lift(s, i)
        clear_condition(s, i)
    s.encounter += 1
    s.encounter_began = s.rounds
    for i in range(slots):
        recover(s, r, i)
        if s.fate[i] == FIELD:
            enter_again(s, r, i)
    for i in range(slots, 2 * slots):
        clear_piece(s, i)
        s.side[i] = NOBODY
        if r.present[who(s, r, i)]:
            enter_piece(s, r, i)
    log_event(s, ENCOUNTER_BEGUN, s.encounter)


@kernel
def skip_to_end(s, r):
    """Leave the rest of a round that decides nothing any more."""
    s.phase, s.nth, s.current = RESOLVING, int(s.num_order), NOBODY
