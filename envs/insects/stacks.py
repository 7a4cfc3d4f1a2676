"""Insects in spaces: stacks grow and shrink here, so that ``stacks``, how many stand in each space, is always true."""

from swarmzoo.envs.core.kernel import kernel


@kernel
def change_stack(s, p, h, change):
    """Add insects to a player's stack in a space, or take some away."""
    before = int(s.bugs[p, h])
    s.bugs[p, h] = before + change
    s.stacks[h] += int(before + change > 0) - int(before > 0)


@kernel
def count_stacks(s):
    """Count the stacks of every space again, after insects were put on the board by hand."""
    s.stacks[:] = 0
    for p in range(s.bugs.shape[0]):
        for h in range(s.bugs.shape[1]):
            s.stacks[h] += s.bugs[p, h] > 0


@kernel
def is_alone(s, p, h):
    """Tell whether no other player has insects in a space."""
    return s.stacks[h] == int(s.bugs[p, h] > 0)


@kernel
def has_enemy(s, p, h):
    """Tell whether another player has insects in a space."""
    return not is_alone(s, p, h)


@kernel
def swarm_size(s, p):
    """Count the insects of a player."""
    total = 0
    for h in range(s.bugs.shape[1]):
        total += int(s.bugs[p, h])
    return total
