"""The stage ``collateral``: armour that the blow destroys; then the next target, or the end. [NOV-26]"""

from swarmzoo.envs.core.events import log_event
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.skirmish.battlefield.ground import NOBODY
from swarmzoo.envs.skirmish.nova.events import ARMOUR_GONE, ATTACK_OVER
from swarmzoo.envs.skirmish.nova.fight.record import clear_attack, clear_target
from swarmzoo.envs.skirmish.nova.fight.stages import DEFENCE, SOAK
from swarmzoo.envs.skirmish.nova.fight.wounds import fills_track
from swarmzoo.envs.skirmish.nova.sheet import in_field, is_gritty, who


@kernel
def settle(s, r):
    """Destroy armour of the target, and turn to the next one: pieces first, then objects; or end the attack."""
    if s.target != NOBODY and s.a_raw > 0:
        destroy_armour(s, r, int(s.target))
    if s.target != NOBODY or s.a_thing != NOBODY:
        clear_target(s)
    s.target = next_piece(s, r)
    if s.target != NOBODY:
        s.a_step = DEFENCE
        return
    s.a_thing = next_thing(s)
    if s.a_thing != NOBODY:
        s.a_step = SOAK
        return
    log_event(s, ATTACK_OVER, s.attacker)
    clear_attack(s)


@kernel
def next_piece(s, r):
    """Take the next piece that is still to be dealt with, a human shield before its holder; NOBODY: none is left."""
    if s.a_shield != NOBODY and s.a_queue >> s.a_shield & 1:
        s.a_queue &= ~(1 << s.a_shield)
        return int(s.a_shield)
    for j in range(r.pieces):
        if s.a_queue >> j & 1:
            s.a_queue &= ~(1 << j)
            if in_field(s, j):
                return j
    return NOBODY


@kernel
def next_thing(s):
    """Take the next object that is still to be dealt with, or NOBODY."""
    for n in range(s.num_objects):
        if s.a_things >> n & 1:
            s.a_things &= ~(1 << n)
            return n
    return NOBODY


@kernel
def destroy_armour(s, r, j):
    """Destroy the layers whose rating raw damage has reached, adds included; they have soaked it. [NOV-26]

    Of a squad only if the blow met all of it.
    """
    row, raw = who(s, r, j), int(s.a_raw) + int(s.a_adds)
    if not fills_track(r.weapon_type[s.a_weapon]) or not wears_it_alone(s, r, j):
        return
    for k in range(r.layers[row]):
        if 0 < r.destruction[row, k] <= raw and not s.gone_layers[j] >> k & 1:
            s.gone_layers[j] |= 1 << k
            log_event(s, ARMOUR_GONE, j, k)


@kernel
def wears_it_alone(s, r, j):
    """Tell whether the blow met everybody who wears a piece's armour: one body, or a squad in an area."""
    return s.a_alone != 0 or (is_gritty(s, r, j) and r.weapon_area[s.a_weapon] > 0)
