"""The Morale Phase: survival, panic, fury and recovery. [FOR-G10]"""

from swarmzoo.envs.core.events import log_event
from swarmzoo.envs.core.fields import neighbour
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.formation.attributes import is_engaged
from swarmzoo.envs.formation.bodies import set_dazed, set_panicked
from swarmzoo.envs.formation.dice import CALM, FURY, PANIC, RALLY, RECOVERY, SURVIVAL, roll
from swarmzoo.envs.formation.events import BERSERK_NOW, DIED, PANICKED_NOW, RECOVERED, SURVIVED
from swarmzoo.envs.formation.formations import drop
from swarmzoo.envs.formation.missile import find_targets
from swarmzoo.envs.formation.rules import BY_SQUAD
from swarmzoo.envs.formation.state import (
    CROSSED,
    DEAD,
    DOWNED,
    FIELD,
    HALF_OUT,
    LEADER_DOWN,
    NOBODY,
    QUARTER_OUT,
    STABLE,
)


@kernel
def morale_phase(s, r):
    """Go through the phase; at each item it makes no difference which company comes first. [FOR-G10k]"""
    for company in range(2):
        if r.survival:
            survive(s, r, company)
    for i in range(r.num_soldiers):
        if s.fate[i] == FIELD and s.wounded[i] and r.kind_encumbered[s.kind[i]] and not s.berserk[i]:
            set_dazed(s, r, i, True)
    rally_all(s, r)
    check_company(s, r, s.active)
    check_company(s, r, 1 - s.active)
    rage(s, r)
    calm_all(s, r)
    for i in range(r.num_soldiers):
        if s.fate[i] == FIELD and s.dazed[i]:
            recover(s, r, i)
    for i in range(r.num_soldiers):
        if s.fell_at[i] != NOBODY:
            s.fallen[s.fell_at[i]] = 0
            s.fell_at[i] = NOBODY


@kernel
def survive(s, r, company):
    """Let the Downed of a company roll for their lives. [FOR-G10d]"""
    for i in range(r.num_soldiers):
        if s.company[i] == company and s.fate[i] == DOWNED:
            kind = s.kind[i]
            result = roll(s, r, SURVIVAL, s.lies_at[i], 0) + r.kind_vigor[kind] + r.kind_morale[kind]
            result += r.kind_level[kind] - s.harm[i]
            if s.wounded[i]:
                result -= r.wounded_recovery
            if result <= -3:
                s.fate[i] = DEAD
                log_event(s, DIED, i, 0, 0)
            elif result >= 1:
                s.fate[i] = STABLE
                log_event(s, SURVIVED, i, 0, 0)


@kernel
def recover(s, r, i):
    """Roll for a Dazed soldier: stays so, recovers with its actions spent, or recovers freely. [FOR-G10a]"""
    kind = s.kind[i]
    result = roll(s, r, RECOVERY, s.place[i], 0) + r.kind_morale[kind] + r.kind_level[kind] // 2 - r.recovery
    if s.wounded[i]:
        result -= r.wounded_recovery
    if result <= 0:
        return
    set_dazed(s, r, i, False)
    log_event(s, RECOVERED, i, 0, 0)
    if result <= 3:
        s.exhausted[i] = True
        s.quick[i] = 0


@kernel
def group_of(s, r, i):
    """Return the number of those who check for panic with a soldier: its squad, or the company's first. [FOR-P29]"""
    return int(s.squad[i]) if r.panic_by == BY_SQUAD else int(r.first_squad[s.company[i]])


@kernel
def note_losses(s, r):
    """Note which losses call for a check: a quarter, half of a squad or company out. [FOR-G10f, FOR-P29]"""
    for group in range(s.group_out.shape[0]):
        s.group_out[group] = 0
    for i in range(r.num_soldiers):
        if s.fate[i] != FIELD and s.fate[i] != CROSSED:
            s.group_out[group_of(s, r, i)] += 1
    for i in range(r.num_soldiers):
        group = group_of(s, r, i)
        size = s.squad_size[group] if r.panic_by == BY_SQUAD else s.started[s.company[i]]
        if 4 * s.group_out[group] >= size:
            s.due[group] |= QUARTER_OUT
        if 2 * s.group_out[group] >= size:
            s.due[group] |= HALF_OUT


@kernel
def fresh(s, group):
    """Return the triggers of a squad or company that were not checked yet in this combat."""
    return s.due[group] & ~s.triggers[group]


@kernel
def find_first(s, r, company):
    """Find the first hex of every squad or company in the field: the dice of its check are rolled there."""
    for i in range(r.num_soldiers):
        s.group_at[group_of(s, r, i)] = 32767
    for i in range(r.num_soldiers):
        if s.company[i] == company and s.fate[i] == FIELD:
            group = group_of(s, r, i)
            s.group_at[group] = min(int(s.group_at[group]), int(s.place[i]))


@kernel
def check_company(s, r, company):
    """Check a company for panic, once for each kind of trigger: each squad rolls once, or all do. [FOR-G10f, FOR-P29]

    Whoever panics in this check does not affect the others in it.
    """
    if not r.panic:
        return
    find_first(s, r, company)
    for i in range(r.num_soldiers):
        if can_panic(s, i, company):
            group = group_of(s, r, i)
            if fresh(s, group):
                dice = roll(s, r, PANIC, s.group_at[group], 0)
                s.calmness[i] = dice + panic_modifiers(s, r, i, fresh(s, group))
    for i in range(r.num_soldiers):
        if can_panic(s, i, company) and fresh(s, group_of(s, r, i)):
            if s.calmness[i] < r.panic_below:
                panic(s, r, i)
            elif s.calmness[i] <= 0:
                set_dazed(s, r, i, True)
    for i in range(r.num_soldiers):
        if s.company[i] == company:
            s.triggers[group_of(s, r, i)] |= s.due[group_of(s, r, i)]


@kernel
def can_panic(s, i, company):
    """Tell whether a check for panic may concern a soldier of a company."""
    return s.company[i] == company and s.fate[i] == FIELD and not s.panicked[i] and not s.berserk[i]


@kernel
def panic_modifiers(s, r, i, due):
    """Return what a soldier adds to the roll of a panic check. [FOR-G10g]"""
    company = s.company[i]
    total = r.kind_morale[s.kind[i]]
    if s.panicked_ever[1 - company]:
        total += r.panic_enemy
    if s.panics[i] > 0:
        total -= r.panic_earlier
    reasons = int(s.dazed[i]) + int(s.wounded[i]) + int(saw_fall(s, r, i))
    reasons += (
        int(due & LEADER_DOWN > 0 or leader_panicked(s, i)) + int(due & QUARTER_OUT > 0) + int(due & HALF_OUT > 0)
    )
    return total - reasons * r.panic_loss


@kernel
def leader_panicked(s, i):
    """Tell whether the leader of a soldier's squad, not the soldier itself, has panicked."""
    leader = s.captain[s.squad[i]]
    return leader != NOBODY and leader != i and s.panicked[leader]


@kernel
def saw_fall(s, r, i):
    """Tell whether a friend beside a soldier was Downed in this turn."""
    for direction in range(6):
        if s.fallen[neighbour(r, s.place[i], direction)] & (1 << s.company[i]):
            return True
    return False


@kernel
def panic(s, r, i):
    """Make a soldier Panicked: it leaves its formation and flees, once it is not Dazed. [FOR-G10e, FOR-12]"""
    log_event(s, PANICKED_NOW, i, 0, 0)
    set_panicked(s, r, i, True)
    s.panics[i] += 1
    s.panicked_ever[s.company[i]] = True
    s.evading[i] = s.defending[i] = s.charging[i] = False
    s.stale[i] = True
    drop(s, i)


@kernel
def rally_all(s, r):
    """Let the Panicked with no enemy near roll to come to themselves, Dazed unless they do well. [FOR-P20]"""
    if not r.rally:
        return
    for i in range(r.num_soldiers):
        if s.fate[i] == FIELD and s.panicked[i]:
            if find_targets(s, r, i, 1 - s.company[i], 1, r.rally_sight, True, 1) > 0:
                continue
            kind = s.kind[i]
            result = roll(s, r, RALLY, s.place[i], 0) + r.kind_morale[kind] + r.kind_level[kind] // 2 - r.recovery
            if result > 0:
                set_panicked(s, r, i, False)
                log_event(s, RECOVERED, i, 0, 0)
                if result <= 3:
                    set_dazed(s, r, i, True)


@kernel
def rage(s, r):
    """Let those with the trait roll when Wounded or beside a friend that fell: below 0 they are Berserk. [FOR-P16]"""
    for i in range(r.num_soldiers):
        kind = s.kind[i]
        if s.fate[i] == FIELD and r.kind_berserker[kind] and not s.berserk[i] and not s.panicked[i]:
            if s.wounded[i] or saw_fall(s, r, i):
                if roll(s, r, FURY, s.place[i], 0) + r.kind_morale[kind] < 0:
                    log_event(s, BERSERK_NOW, i, 0, 0)
                    set_dazed(s, r, i, False)
                    s.berserk[i] = s.stale[i] = True
                    s.evading[i] = s.defending[i] = False
                    drop(s, i)


@kernel
def note_wounded(s, r):
    """Note which companies have somebody in the field who is Wounded and not Berserk."""
    s.any_wounded[0] = s.any_wounded[1] = False
    for i in range(r.num_soldiers):
        if s.fate[i] == FIELD and s.wounded[i] and not s.berserk[i]:
            s.any_wounded[s.company[i]] = True


@kernel
def calm_all(s, r):
    """Let the Berserk try to come to themselves, all at once. [FOR-G10j]"""
    note_wounded(s, r)
    for i in range(r.num_soldiers):
        if s.fate[i] == FIELD and s.berserk[i]:
            result = roll(s, r, CALM, s.place[i], 0) + r.kind_morale[s.kind[i]] + calm_modifiers(s, r, i)
            s.calmness[i] = result
    for i in range(r.num_soldiers):
        if s.fate[i] == FIELD and s.berserk[i] and s.calmness[i] > 0:
            s.berserk[i], s.stale[i] = False, True
            log_event(s, RECOVERED, i, 0, 0)
            if s.calmness[i] <= 3:
                set_dazed(s, r, i, True)


@kernel
def calm_modifiers(s, r, i):
    """Return what helps or keeps a Berserk soldier from coming to itself. [FOR-G10j]"""
    company, total = s.company[i], -2
    for direction in range(6):
        other = s.occupant[neighbour(r, s.place[i], direction)]
        if other != NOBODY and s.company[other] == company and s.complex_left[other] and not s.berserk[other]:
            if not s.dazed[other] and not s.panicked[other]:
                total += 2  # the friend's Complex Action would be lost with the turn
                break
    if s.lost[1 - company] > 0:
        total += 2
    if s.lost[company] > 0 or s.any_wounded[company]:
        total += 2
    if find_targets(s, r, i, 1 - company, 1, r.sight, True, 1) > 0:
        total -= 2
    return total - 2 if is_engaged(s, r, i) else total
