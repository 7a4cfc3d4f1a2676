"""Hits, and what they do: Dazed, Wounded, Downed. [FOR-G9]

Hits that land at once are gathered first and take effect together, the lightest first, so that their order does not
matter.
"""

from swarmzoo.envs.core.events import log_event
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.formation.bodies import remove, set_dazed
from swarmzoo.envs.formation.dice import HARM, roll
from swarmzoo.envs.formation.events import DAZED_NOW, DOWNED_NOW, WOUNDED_NOW
from swarmzoo.envs.formation.formations import drop
from swarmzoo.envs.formation.rules import BY_SQUAD
from swarmzoo.envs.formation.state import DOWNED, LEADER_DOWN, NOBODY


@kernel
def protection(r, kind, attack, piercing):
    """Return Vigor and armour, or the helmet from an attack result of 4, less what pierces. [FOR-G9d, FOR-G9e]"""
    armour = r.kind_helmet[kind] if attack >= r.head_from else r.kind_armour[kind]
    return r.kind_vigor[kind] + max(armour - piercing, 0)


@kernel
def hit(s, r, i, target, attack, damage, piercing, nth):
    """Roll the damage of an attack that succeeded, and note how heavy the hit is. [FOR-G9a, FOR-G9b]"""
    result = roll(s, r, HARM, s.place[i], nth) + damage + attack // 2
    result -= protection(r, s.kind[target], attack, piercing)
    s.num_hits += result >= min(r.dazed_from, r.wounded_from, r.downed_from)
    if result >= r.downed_from:
        s.heavy[target] += 1
    elif result >= r.wounded_from:
        s.medium[target] += 1
    elif result >= r.dazed_from:
        s.light[target] += 1
    s.harm[target] = max(s.harm[target], result)


@kernel
def take_hits(s, r):
    """Let all gathered hits take effect; return whether there were any."""
    if s.num_hits == 0:
        return False
    s.num_hits = 0
    for i in range(r.num_soldiers):
        if s.light[i] + s.medium[i] + s.heavy[i] > 0:
            take(s, r, i)
    return True


@kernel
def take(s, r, i):
    """Let a soldier's hits take effect: Dazed; Dazed again: Wounded; Wounded again: Downed. [FOR-G9f to FOR-G9i]"""
    wounds = s.medium[i] + s.wounded[i]
    if not s.berserk[i]:  # who is Berserk cannot be Dazed, so not Dazed again either
        wounds += s.light[i] if s.dazed[i] else max(s.light[i] - 1, 0)
    downed, was_wounded = s.heavy[i] > 0 or wounds >= 2, s.wounded[i]
    s.light[i] = s.medium[i] = s.heavy[i] = 0
    s.wounded[i] |= wounds > 0
    s.stale[i] = True
    if downed:
        log_event(s, DOWNED_NOW, i, 0, 0)
        down(s, r, i)
        return
    s.harm[i] = 0  # what counts for survival are the hits that down it
    if s.wounded[i] and not was_wounded:
        log_event(s, WOUNDED_NOW, i, 0, 0)
    if not s.berserk[i] and not s.dazed[i]:
        log_event(s, DAZED_NOW, i, 0, 0)
        set_dazed(s, r, i, True)
        s.evading[i] = s.defending[i] = s.charging[i] = False


@kernel
def down(s, r, i):
    """Put a soldier out of action where it stands; friends beside it see it. [FOR-G9h, FOR-G10c]"""
    company = s.company[i]
    s.fell_at[i] = s.lies_at[i] = s.place[i]
    s.fallen[s.place[i]] |= 1 << company
    s.lost[company] += 1
    if s.leads[i]:
        if r.panic_by == BY_SQUAD or s.squad[i] == r.first_squad[company]:  # else the company's own leader alone
            s.due[s.squad[i]] |= LEADER_DOWN
        s.captain[s.squad[i]] = NOBODY
    drop(s, i)
    remove(s, r, i, DOWNED)
