"""Legality: one function that says why an action is not legal; masks come from it. [NOV-A1]"""

from swarmzoo.envs.core.actions import part_of
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.skirmish.battlefield.ground import NOBODY
from swarmzoo.envs.skirmish.nova.actions import (
    AT,
    BREAK_FREE,
    DRAG,
    GRAPPLE,
    HOW,
    LET_GO,
    MODE,
    RELEASE,
    RESUSCITATE,
    SPEND,
    TAKE_COVER,
    TAKE_IT,
    USE_DODGE,
)
from swarmzoo.envs.skirmish.nova.aims import is_attack, why_no_attack
from swarmzoo.envs.skirmish.nova.fight.answers import attack_refusal
from swarmzoo.envs.skirmish.nova.kinds import has_cover, refuse_kind
from swarmzoo.envs.skirmish.nova.movement import can_reach
from swarmzoo.envs.skirmish.nova.plans import is_move
from swarmzoo.envs.skirmish.nova.reasons import (
    GAME_IS_OVER,
    LEGAL,
    MUST_AIM,
    NO_SUCH_ACTION,
    NO_WILLPOWER,
    NOT_ASKED,
    OTHERS_TURN,
)
from swarmzoo.envs.skirmish.nova.rescue import can_save
from swarmzoo.envs.skirmish.nova.state import DEFENDING, HOW_ASKED, MODE_ASKED, PLANNING, REPLACING, TARGETING
from swarmzoo.envs.skirmish.nova.targets import refuse_how, refuse_mode, refuse_target


@kernel
def why_not(s, r, agent, action):
    """Return 0 if an action is legal, else the number of its reason."""
    if s.done:
        return GAME_IS_OVER
    if agent != r.agent_of[s.actor]:
        return OTHERS_TURN
    if action < 0 or action >= s.mask.shape[0]:
        return NO_SUCH_ACTION
    part = part_of(r, action)
    return refusal(s, r, part, action - int(r.first[part]))


@kernel
def refusal(s, r, part, k):
    """Return why an action of a part is not legal, or LEGAL."""
    i = int(s.actor)
    if s.stage == PLANNING:
        return refuse_kind(s, r, i, part) if part < AT else NOT_ASKED
    if s.stage >= DEFENDING:
        return attack_refusal(s, r, part, k) if USE_DODGE <= part <= TAKE_IT else NOT_ASKED
    if s.stage == REPLACING:
        return refuse_replacing(s, i, part)
    if s.stage == TARGETING:
        return refuse_target(s, r, i, part, k)
    if s.stage == MODE_ASKED and part == MODE:
        return refuse_mode(s, r, i, k)
    if s.stage == HOW_ASKED and part == HOW:
        return refuse_how(s, r, i, k)
    return MUST_AIM


@kernel
def refuse_replacing(s, i, part):
    """Say why an impossible action cannot be replaced so. [NOV-2]"""
    if part < SPEND or part > LET_GO:
        return NOT_ASKED
    return NO_WILLPOWER if part == SPEND and s.willpower[i] == 0 else LEGAL


@kernel
def is_impossible(s, r, i, k):
    """Tell whether a planned action has become impossible. [NOV-2]"""
    part, aim = int(s.plan_kind[i, k]), int(s.plan_aim[i, k])
    if part == BREAK_FREE:
        return s.held_by[i] == NOBODY
    if s.held_by[i] != NOBODY:
        return True
    if is_attack(part):
        if part == GRAPPLE and s.holding[i] != NOBODY:
            return True
        return why_no_attack(s, r, i, part, int(s.plan_what[i, k]), aim) != LEGAL
    if is_move(part):
        return (part == DRAG) != (s.holding[i] != NOBODY) or not can_reach(s, r, i, part, aim)
    if part == RESUSCITATE:
        return not can_save(s, r, i, aim)
    if part == TAKE_COVER:
        return not has_cover(s, r, i)
    return part == RELEASE and s.holding[i] == NOBODY
