"""What a piece is and how it is now: its row in the rules, its wounds, what it can still do. [NOV-A1, NOV-31]"""

from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.skirmish.battlefield.ground import NOBODY
from swarmzoo.envs.skirmish.nova.actions import SUPPORT
from swarmzoo.envs.skirmish.nova.plans import num_planned_of
from swarmzoo.envs.skirmish.nova.state import (
    CINEMATIC,
    CINEMATIC_VEHICLE,
    FIELD,
    GRITTY,
    GRITTY_VEHICLE,
    NOVA,
    PLANNED,
)

_PENALTIES = 4


@kernel
def who(s, r, i):
    """Return the row of the rules that says who a piece is in this encounter."""
    return int(s.encounter) * int(r.pieces) + int(i)


@kernel
def is_person(s, r, i):
    """Tell whether a piece is a nova or a baseline."""
    return r.kind[who(s, r, i)] < GRITTY


@kernel
def is_nova(s, r, i):
    """Tell whether a piece is a nova."""
    return r.kind[who(s, r, i)] == NOVA


@kernel
def is_vehicle(s, r, i):
    """Tell whether a piece is a vehicle of extras."""
    return r.kind[who(s, r, i)] >= GRITTY_VEHICLE


@kernel
def is_gritty(s, r, i):
    """Tell whether a piece is a squad of gritty extras. [NOV-44]"""
    return r.kind[who(s, r, i)] == GRITTY


@kernel
def is_mob(s, r, i):
    """Tell whether a piece is a squad of cinematic extras. [NOV-46]"""
    return r.kind[who(s, r, i)] == CINEMATIC


@kernel
def is_cinematic(s, r, i):
    """Tell whether a piece is a squad or a vehicle of cinematic extras. [NOV-46, NOV-47]"""
    kind = r.kind[who(s, r, i)]
    return kind == CINEMATIC or kind == CINEMATIC_VEHICLE


@kernel
def in_field(s, i):
    """Tell whether a piece is in the field."""
    return s.fate[i] == FIELD


@kernel
def levels_of(s, r, i):
    """Return how many health levels a person has before Incapacitated. [NOV-31]"""
    return int(r.levels[who(s, r, i)])


@kernel
def boxes(s, i):
    """Return the levels of damage that a person has, stun left out."""
    return int(s.aggravated[i]) + int(s.lethal[i]) + int(s.bashing[i])


@kernel
def wound_penalty(s, r, i):
    """Return the dice that the worst filled level costs a person; extras have none. [NOV-31, NOV-44]"""
    filled, level = boxes(s, i), 0
    if not is_person(s, r, i) or filled == 0:
        return 0
    for k in range(_PENALTIES):
        level += int(r.track[who(s, r, i), k])
        if filled <= level:
            return k if k < _PENALTIES - 1 else _PENALTIES
    return _PENALTIES


@kernel
def is_cold(s, r, i):
    """Tell whether a person is unconscious: the track is full of stun. [NOV-19]"""
    return is_person(s, r, i) and s.stun[i] >= levels_of(s, r, i)


@kernel
def able(s, r, i):
    """Tell whether a piece can act or defend itself: in the field, awake, not stunned. [NOV-17, NOV-19]"""
    return in_field(s, i) and not s.stunned[i] and not is_cold(s, r, i)


@kernel
def mobility(s, r, i):
    """Return the total penalty of the armour that a piece wears. [NOV-27, NOV-29]"""
    return int(r.mobility[who(s, r, i), s.gone_layers[i]])


@kernel
def shortfall(s, r, i):
    """Return the dice that a piece loses that is too weak for its armour. [NOV-28]"""
    return int(r.shortfall[who(s, r, i), s.gone_layers[i]])


@kernel
def layers_worn(s, r, i):
    """Return how many layers of armour a piece wears."""
    count = 0
    for k in range(r.layers[who(s, r, i)]):
        count += not s.gone_layers[i] >> k & 1
    return count


@kernel
def henchmen_left(s, i):
    """Return how many henchmen a commander has left. [NOV-56]"""
    count = 0
    for k in range(s.henchmen.shape[1]):
        count += int(s.henchmen[i, k])
    return count


@kernel
def most_actions(s, r, i):
    """Return how many actions a piece may declare in a round. [NOV-1, NOV-16, NOV-44, NOV-46]"""
    if not is_person(s, r, i) or s.dazed[i]:
        return 1
    return min(int(r.dexterity[who(s, r, i)]) + int(r.wits[who(s, r, i)]), int(r.most_actions))


@kernel
def support_type(s, r, i):
    """Return the type of henchmen whose heavy weapon can be used, the first of several, or NOBODY. [NOV-59]

    Of a type that has used its weapons n times more than n must be left: who has fired falls last.
    """
    for k in range(s.henchmen.shape[1]):
        number = int(r.henchmen_type[who(s, r, i), k])
        if number != NOBODY and r.henchman_weapon[number] != NOBODY:
            if s.henchmen[i, k] > s.supports[i, k]:
                return k
    return NOBODY


@kernel
def supports_left(s, r, i):
    """Return how many heavy weapons of henchmen can still be declared: those left, less the planned ones. [NOV-59]

    Below 0 where henchmen have fallen whose weapons were planned.
    """
    count = -num_planned_of(s, i, SUPPORT, PLANNED)
    for k in range(s.henchmen.shape[1]):
        number = int(r.henchmen_type[who(s, r, i), k])
        if number != NOBODY and r.henchman_weapon[number] != NOBODY:
            count += max(int(s.henchmen[i, k]) - int(s.supports[i, k]), 0)
    return count
