"""Who can be shot at: sight, range, the closest, and how well. [WAR-9, WAR-10, WAR-16, WAR-17]"""

from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.skirmish.battlefield.ground import NOBODY
from swarmzoo.envs.skirmish.battlefield.sight import cover_between
from swarmzoo.envs.skirmish.battlefield.terrain import HEAVY_COVER, HIDDEN, NO_COVER, SOFT_COVER
from swarmzoo.envs.skirmish.warband.attributes import gap, present
from swarmzoo.envs.skirmish.warband.rules import ABOVE_TARGET
from swarmzoo.envs.skirmish.warband.slots import foe_slot, num_foes


@kernel
def standing_cover(s, r, i):
    """Return the cover of the hex in which a character stands; who lies prone has soft cover. [WAR-17]"""
    cover = int(r.cover[s.terrain[s.place[i]]])
    return max(cover, SOFT_COVER) if s.prone[i] else cover


@kernel
def cover_of(s, r, i, target):
    """Return the cover of a target from a character: of its hex or the line; HIDDEN out of sight. [WAR-10, WAR-A2]"""
    between = cover_between(s, r, s.place[i], s.place[target])
    if between == HIDDEN:
        return HIDDEN
    return max(between, standing_cover(s, r, target))


@kernel
def is_target(s, r, i, target, reach):
    """Tell whether an enemy is in the field and in range; sight is another question. [WAR-9]"""
    return s.side[target] != s.side[i] and present(s, target) and gap(s, r, i, target) <= reach


@kernel
def closest_of(s, reach):
    """Return the gaps to the closest enemy in sight and range, and to the closest not in cover; 999: none. [WAR-9]

    The second one counts only when all the closest are in cover. ``cover`` and ``away`` hold the cover of every enemy
    from ``i`` and the hexes to it; who is not in the field is hidden.
    """
    closest, uncovered, is_covered = 999, 999, True
    for target in range(s.side.shape[0]):
        if s.cover[target] != HIDDEN and s.away[target] <= reach:
            far, free = int(s.away[target]), s.cover[target] == NO_COVER
            if far < closest:
                closest, is_covered = far, True
            if far == closest and free:
                is_covered = False
            if free:
                uncovered = min(uncovered, far)
    return closest, uncovered if is_covered else 999


@kernel
def may_target_freely(s, r, i, target):
    """Tell whether an enemy may be shot at without a Runes test: the closest, or the closest not in cover. [WAR-9]"""
    far = gap(s, r, i, target)
    return far == s.closest or (far == s.uncovered and s.cover[target] == NO_COVER)


@kernel
def fallback_target(s, r, i, reach):
    """Return the target that is left when the Runes test for another one has failed, or NOBODY. [WAR-9, WAR-P5]

    It is the closest; of several the one in the least cover, then the first one by the foe slots.
    """
    best, best_rank = NOBODY, 1 << 30
    for k in range(num_foes(r)):
        target = foe_slot(r, s.side[i], k)
        if is_target(s, r, i, target, reach):
            cover = cover_of(s, r, i, target)
            if cover != HIDDEN and gap(s, r, i, target) * 4 + cover < best_rank:
                best, best_rank = target, gap(s, r, i, target) * 4 + cover
    return best


@kernel
def is_elevated(s, r, i, target):
    """Tell whether a character stands on an elevated place; by the other reading, above its target. [WAR-10]"""
    return s.height[s.place[i]] > (s.height[s.place[target]] if r.elevated == ABOVE_TARGET else 0)


@kernel
def ranged_modifier(s, r, i, target):
    """Return what circumstances add to ranged attack dice, aiming left out. [WAR-10, WAR-17]"""
    far, total = gap(s, r, i, target), 0
    if far <= r.near_range:
        total += int(r.near_bonus)
    if is_elevated(s, r, i, target):
        total += int(r.height_bonus)
    if far > r.far_range:
        total -= int(r.far_loss)
    if s.moved:
        total -= int(r.moved_loss)
    cover = cover_of(s, r, i, target)
    if cover == SOFT_COVER:
        total -= int(r.soft_loss)
    elif cover == HEAVY_COVER:
        total -= int(r.heavy_loss)
    return total - hugging_loss(s, r, target)


@kernel
def hugging_loss(s, r, target):
    """Return what is lost besides at who has taken the cover that it stands in. [WAR-17, WAR-P6]"""
    if not s.hugging[target]:
        return 0
    standing = int(r.cover[s.terrain[s.place[target]]])
    if standing == HEAVY_COVER:
        return int(r.heavy_hugging)
    return int(r.soft_hugging) if standing == SOFT_COVER else 0


@kernel
def aim_bonus(s, r, i, target):
    """Return what an aim at a target adds. [WAR-16]"""
    if s.aim_at[i] != target:
        return 0
    return int(r.aim_one) if s.aim[i] == 1 else int(r.aim_two)
