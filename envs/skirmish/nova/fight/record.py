"""The record of the attack that is carried out: the fields ``a_...`` of the state, forgotten."""

from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.skirmish.battlefield.ground import NOBODY
from swarmzoo.envs.skirmish.nova.fight.stages import NO_ATTACK
from swarmzoo.envs.skirmish.nova.state import NOT_YET


@kernel
def clear_attack(s):
    """Let nobody attack."""
    s.a_step, s.attacker, s.a_kind, s.a_weapon, s.a_what, s.a_aim = NO_ATTACK, NOBODY, 0, NOBODY, 0, NOBODY
    s.a_mode = s.a_how = s.a_harder = s.a_order = 0
    s.a_type = s.a_centre = s.a_shield = s.a_behind = NOBODY
    s.a_pool = s.a_helpers = s.a_adds = s.a_difficulty = s.a_successes = s.a_net = s.a_into = 0
    s.a_queue = s.a_things = s.a_into_shield = 0
    clear_target(s)


@kernel
def clear_target(s):
    """Forget what the target before has brought."""
    s.target = s.a_thing = s.a_first = s.a_struck = NOBODY
    s.a_defence = s.a_defended = s.a_alone = 0
    s.a_raw = s.a_soak = s.a_dice = s.a_dealt = s.a_levels = s.a_metres = 0
    s.a_collides = s.a_fall = s.a_fall_type = 0
    s.a_direction = NOT_YET
