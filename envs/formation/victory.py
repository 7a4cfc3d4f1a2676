"""How games end, and what they pay. [FOR-P24, FOR-P22, FOR-P23]"""

from swarmzoo.envs.core.events import log_event
from swarmzoo.envs.core.fields import distance
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.formation.events import GAME_ENDED
from swarmzoo.envs.formation.rules import AMBUSH, BRIDGE, CLASH, ESCORT, INTACT, MARCH, TURNS_ALONE
from swarmzoo.envs.formation.state import BLUE, CROSSED, FIELD, NOBODY, RED

(
    STILL_PLAYED,
    HALF_CROSSED,
    LINE_BROKEN,
    BRIDGE_HELD,
    LEADER_CROSSED,
    LEADER_OUT,
    TIME_IS_UP,
    TOO_FEW_LEFT,
    BOTH_OUT,
    CROSSED_INTACT,
) = range(10)
ENDING_NAMES = (
    "still played",
    "half crossed",
    "line broken",
    "bridge held",
    "leader crossed",
    "leader out",
    "time is up",
    "too few left",
    "both out",
    "crossed intact",
)
TURNS_TO_HOLD = 3


@kernel
def end(s, winner, ending):
    """End the game."""
    s.done, s.winner, s.ending = True, winner, ending
    log_event(s, GAME_ENDED, winner, ending, 0)


@kernel
def count_out(s, company):
    """Count a company's soldiers that are out: Downed, fled or Panicked."""
    return int(s.started[company]) - s.in_field[company] - s.crossed[company] + s.panicking[company]


@kernel
def check_end(s, r):
    """End the game if something has decided it."""
    if s.done:
        return
    if s.in_field[RED] + s.crossed[RED] == 0 and s.in_field[BLUE] + s.crossed[BLUE] == 0:
        end(s, NOBODY, BOTH_OUT)
    elif r.scenario == CLASH:
        check_clash(s)
    elif r.scenario == MARCH or r.scenario == AMBUSH:
        check_crossing(s, r)
    elif r.scenario == ESCORT:
        check_escort(s, r)
    elif s.in_field[RED] == 0:
        end(s, BLUE, TOO_FEW_LEFT)
    elif s.in_field[BLUE] == 0:
        end(s, RED, TOO_FEW_LEFT)


@kernel
def check_clash(s):
    """A company of which more than half are out has lost. [FOR-P24]"""
    red, blue = 2 * count_out(s, RED) > s.started[RED], 2 * count_out(s, BLUE) > s.started[BLUE]
    if red and blue:
        end(s, NOBODY, BOTH_OUT)
    elif red:
        end(s, BLUE, LINE_BROKEN)
    elif blue:
        end(s, RED, LINE_BROKEN)


@kernel
def check_crossing(s, r):
    """Red has won when half of it has crossed, in a march in formation; lost when too few are left for that.

    [FOR-P24]
    """
    if r.scenario == MARCH and r.march_victory == INTACT:
        check_intact(s, r)
        return
    crossed, rest = int(s.crossed[RED] if r.scenario == AMBUSH else s.in_line[RED]), int(s.in_field[RED])
    if 2 * crossed >= s.started[RED]:
        end(s, RED, HALF_CROSSED)
    elif 2 * (crossed + rest) < s.started[RED]:
        end(s, BLUE, TOO_FEW_LEFT)


@kernel
def check_intact(s, r):
    """Red has won a march when four fifths of it have crossed in the formations they started in. [FOR-P24]"""
    crossed, rest = 0, 0
    for i in range(r.num_soldiers):
        if s.company[i] == RED and s.intact[i]:
            crossed += s.fate[i] == CROSSED
            rest += s.fate[i] == FIELD
    if 5 * crossed >= 4 * s.started[RED]:
        end(s, RED, CROSSED_INTACT)
    elif 5 * (crossed + rest) < 4 * s.started[RED]:
        end(s, BLUE, TOO_FEW_LEFT)


@kernel
def check_escort(s, r):
    """Red has won when the leader it escorts, that of its first squad, has crossed; lost when that one is out.

    [FOR-P24]
    """
    for i in range(r.num_soldiers):
        if s.company[i] == RED and s.leads[i] and s.squad[i] == r.first_squad[RED]:
            if s.fate[i] == CROSSED:
                end(s, RED, LEADER_CROSSED)
            elif s.fate[i] != FIELD:
                end(s, BLUE, LEADER_OUT)
            return


@kernel
def check_bridge(s, r):
    """At the end of a turn: who is alone on the bridge for three turns running has won. [FOR-P24]"""
    if r.scenario != BRIDGE or s.done:
        return
    on = 0
    for i in range(r.num_soldiers):
        if s.fate[i] == FIELD and s.objective[s.place[i]]:
            on |= 1 << s.company[i]
    for company in range(2):
        s.holds[company] = s.holds[company] + 1 if on == 1 << company else 0
        s.alone[company] += on == 1 << company
        if s.holds[company] >= TURNS_TO_HOLD:
            end(s, company, BRIDGE_HELD)


@kernel
def check_time(s, r):
    """At the last turn's end the defender, blue, has won; in a clash the company of which fewer are out. [FOR-P24]"""
    if s.done or s.turn < r.max_turns:
        return
    winner = BLUE
    if r.scenario == CLASH:
        winner = fewer_out(s)
    elif r.scenario == BRIDGE and r.bridge_time == TURNS_ALONE:
        winner = longer_alone(s)
    end(s, winner, TIME_IS_UP)


@kernel
def fewer_out(s):
    """Return the company of which fewer are out, or NOBODY."""
    red, blue = count_out(s, RED), count_out(s, BLUE)
    return NOBODY if red == blue else RED if red < blue else BLUE


@kernel
def longer_alone(s):
    """Return the company that was alone on the bridge for more turns, else that of which fewer are out. [FOR-P30]"""
    if s.alone[RED] == s.alone[BLUE]:
        return fewer_out(s)
    return RED if s.alone[RED] > s.alone[BLUE] else BLUE


@kernel
def rewards(s, r, pay, over):
    """Pay every soldier its company's outcome: 1, -1, or 0 for a draw; before, the game is over for those out of it.

    [FOR-P22]
    """
    if not s.done:
        for i in range(r.num_soldiers):
            is_out = s.fate[i] != FIELD and s.fate[i] != CROSSED
            pay[i] = r.death_reward if is_out else 0.0  # 0 unless those who are out leave
            over[i] = is_out
    else:
        for i in range(r.num_soldiers):
            won = 1.0 if s.company[i] == s.winner else -1.0
            pay[i], over[i] = won if s.winner != NOBODY else 0.0, 1
    for i in range(r.num_soldiers, pay.shape[0]):
        pay[i], over[i] = 0.0, 1


@kernel
def way_left(s, r, i):
    """Return how far a soldier is from the company's objective, in a clash from the nearest enemy. [FOR-P23]"""
    if r.scenario != CLASH:
        return max(int(s.way[s.company[i], s.place[i]]), 0)
    nearest = r.columns + r.rows
    for other in range(r.num_soldiers):
        if s.company[other] != s.company[i] and s.fate[other] == FIELD:
            nearest = min(nearest, distance(r, s.place[i], s.place[other]))
    return nearest


@kernel
def potential(s, r, values):
    """Value a company's progress and strength; 0 unless shaping is on, and once the game is over. [FOR-P23]"""
    for i in range(values.shape[0]):
        values[i] = 0.0
    if is_shaped(s, r):
        measure_companies(s, r)
        for i in range(r.num_soldiers):
            write_worth(s, r, values, i, s.company[i])


@kernel
def is_shaped(s, r):
    """Tell whether positions are valued: shaping is on, and the game goes on."""
    return not s.done and (r.shaping_progress != 0.0 or r.shaping_strength != 0.0)


@kernel
def measure_companies(s, r):
    """Measure how far both companies have come."""
    longest = r.columns + r.rows
    for company in range(2):
        way = 0
        for i in range(r.num_soldiers):
            if s.company[i] == company:
                if s.fate[i] == CROSSED:
                    way += longest
                elif s.fate[i] == FIELD:
                    way += max(longest - way_left(s, r, i), 0)
        s.measure[company] = way


@kernel
def write_worth(s, r, values, agent, own):
    """Write what the position is worth to an agent of a company, which was measured."""
    foe, longest = 1 - own, r.columns + r.rows
    left = (s.in_field[own] + s.crossed[own]) / s.started[own] - (s.in_field[foe] + s.crossed[foe]) / s.started[foe]
    values[agent] = r.shaping_strength * 0.5 * left
    values[agent] += r.shaping_progress * s.measure[own] / (longest * s.started[own])
