"""What a company has, as the features of a regression: what a position is worth to tree search.

Counts are shares of the soldiers that started, so that small and large companies compare.
"""

from swarmzoo.envs.core.game import Game
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.formation.rules import AMBUSH, BRIDGE, CLASH, ESCORT, MARCH
from swarmzoo.envs.formation.state import CROSSED, FIELD, NOBODY, RED
from swarmzoo.envs.formation.victory import TURNS_TO_HOLD, count_out

SETTINGS = {"cut": 8, "hold": 5, "exploration": 0.3}
BY_TURNS = {"cut": 2, "hold": 1, "exploration": 0.3}  # where an env step is a turn: squads are given orders
LEARNED_FROM = (
    *("size=8", "size=16", "size=8,scenario=march", "size=8,scenario=bridge"),
    *("size=8,scenario=ambush", "size=8,scenario=escort"),
)
(OUT, OUT_LATE, OUT_MUCH, WOUNDED, DAZED, BERSERK, UNLOADED, HELD, FORMED, WHOLE, LEADERS) = range(11)
(BOWS, PANICKED, ACTIVE) = range(11, 14)
(TASK, TASK_LATE, WAY, OVER, INTACT, ESCORTED, ESCORTED_WOUNDED, ON_BRIDGE, HOLDS) = range(14, 23)
(ALONE, HOLDERS, NEAR, NEXT) = range(23, 27)
WEIGHTS = {
    "out": -0.384,
    "out in a clash, by time": -16.095,
    "out beyond a third": -1.761,
    "Wounded": -3.407,
    "Dazed": -1.212,
    "Berserk": 0.118,
    "not loaded": -0.799,
    "held by enemies": -0.902,
    "in formation": 0.134,
    "still in its formation": 0.446,
    "leaders": 6.621,
    "with bows": 2.547,
    "Panicked": -2.034,
    "its turn": -0.010,
    "on the march": -6.241,
    "on the march, by time": -5.775,
    "way of a march": 10.684,
    "crossed as asked": 13.732,
    "still intact": -0.480,
    "way of the escorted": 10.148,
    "escorted Wounded": -1.312,
    "on the bridge": 1.259,
    "turns on the bridge": 0.794,
    # with these, searches between orders did not play better
    "alone on the bridge": 0.0,
    "soldiers on the bridge": 0.0,
    "near the bridge": 0.0,
    "a turn before it holds the bridge": 0.0,
}
_LED_ON_BRIDGE = {  # as its policy plays; orders, between which other searches choose, are better told by those above
    "out": 0.321,
    "out in a clash, by time": 0.000,
    "out beyond a third": 0.179,
    "Wounded": -5.298,
    "Dazed": -1.774,
    "Berserk": 0.000,
    "not loaded": 0.000,
    "held by enemies": -3.927,
    "in formation": 0.434,
    "still in its formation": 0.475,
    "leaders": 9.898,
    "with bows": 4.491,
    "Panicked": -3.366,
    "its turn": 0.032,
    "on the march": 0.000,
    "on the march, by time": 0.000,
    "way of a march": 0.000,
    "crossed as asked": 0.000,
    "still intact": 0.000,
    "way of the escorted": 0.000,
    "escorted Wounded": 0.000,
    "on the bridge": 0.507,
    "turns on the bridge": 0.447,
    "alone on the bridge": 1.277,
    "soldiers on the bridge": -6.771,
    "near the bridge": 18.152,
    "a turn before it holds the bridge": 1.321,
}
LED_WEIGHTS_IN = {"bridge": _LED_ON_BRIDGE}
LEARNED_IN = {"bridge": ("scenario=bridge,size=8", "scenario=bridge,size=16")}
LED_LEARNED_OF = {"bridge": ("bridge",)}


def settings(game: Game) -> dict[str, float]:
    """Return what suits a search of a game: counted in env steps, which are turns where squads are given orders."""
    return BY_TURNS if game.rules["by_orders"][0] else SETTINGS


def groups(game: Game) -> tuple[int, ...]:
    """Return the squad of every soldier; a squad that is an agent is its own."""
    if game.rules["by_orders"][0]:
        return tuple(range(game.num_agents))
    return tuple(int(squad) for squad in game.rules["squad"][0][: game.num_agents])


@kernel
def outlook(s, r, company, f):
    """Write the features of a company, float32 (features,); tell that it can still win: until the end it always can."""
    for k in range(f.shape[0]):
        f[k] = 0.0
    started, late = float(s.started[company]), s.turn / r.max_turns
    has_task = company == RED and r.scenario != CLASH and r.scenario != BRIDGE
    for i in range(r.num_soldiers):
        if s.company[i] == company:
            write_condition(s, r, i, f)
            if has_task or r.scenario == BRIDGE:
                write_way(s, r, i, f)
    for k in range(WOUNDED, ACTIVE):
        f[k] /= started
    f[WAY] /= started
    f[INTACT] /= started
    f[NEAR] /= started
    f[OUT] = count_out(s, company) / started
    f[OUT_MUCH] = max(f[OUT] - 0.333, 0.0)
    f[ACTIVE] = 1.0 if s.active == company else 0.0
    if r.scenario == CLASH:
        f[OUT_LATE] = f[OUT] * late
    if has_task:
        f[TASK], f[TASK_LATE] = 1.0, late
        f[OVER] = (s.in_line[company] if r.scenario == MARCH else s.crossed[company]) / started
    if r.scenario == BRIDGE:
        write_hold(s, r, company, f)
    return True


@kernel
def write_hold(s, r, company, f):
    """Write how firmly a company holds the bridge."""
    own = others = 0
    for i in range(r.num_soldiers):
        if s.fate[i] == FIELD and s.objective[s.place[i]]:
            own += s.company[i] == company
            others += s.company[i] != company
    f[ON_BRIDGE], f[ALONE] = own > 0, own > 0 and others == 0
    f[HOLDERS] = own / float(s.started[company])
    f[HOLDS] = min(int(s.holds[company]), TURNS_TO_HOLD)
    f[NEXT] = s.holds[company] == TURNS_TO_HOLD - 1


@kernel
def write_condition(s, r, i, f):
    """Add what state a soldier in the field is in."""
    if s.fate[i] != FIELD:
        return
    f[WOUNDED] += s.wounded[i]
    f[DAZED] += s.dazed[i]
    f[BERSERK] += s.berserk[i]
    f[UNLOADED] += r.kind_bow_damage[s.kind[i]] >= 0 and not s.loaded[i]
    f[HELD] += s.zone[1 - s.company[i], s.place[i]] > 0
    f[FORMED] += s.formation[i] != NOBODY
    f[WHOLE] += s.intact[i]
    f[LEADERS] += s.leads[i]
    f[BOWS] += r.kind_bow_damage[s.kind[i]] >= 0
    f[PANICKED] += s.panicked[i]


@kernel
def write_way(s, r, i, f):
    """Add how far a soldier has come to what its company is to reach."""
    if r.scenario == BRIDGE:
        if s.fate[i] == FIELD and s.way[s.company[i], s.place[i]] >= 0:
            f[NEAR] += 1.0 / (1.0 + s.way[s.company[i], s.place[i]])
        return
    longest, way = float(r.columns + r.rows), 0.0
    if s.fate[i] == CROSSED:
        way = 1.0
    elif s.fate[i] == FIELD:
        way = max(1.0 - max(int(s.way[s.company[i], s.place[i]]), 0) / longest, 0.0)
    if r.scenario == MARCH or r.scenario == AMBUSH:
        f[WAY] += way
        f[INTACT] += s.intact[i] and (s.fate[i] == FIELD or s.fate[i] == CROSSED)
    elif r.scenario == ESCORT and s.leads[i] and s.squad[i] == r.first_squad[RED]:
        f[ESCORTED], f[ESCORTED_WOUNDED] = way, s.wounded[i]
