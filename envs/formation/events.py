"""The log of what happened: codes and up to three numbers, the oldest overwritten."""

from swarmzoo.envs.core.kernel import kernel

(
    TURN_BEGUN,
    STEP_TAKEN,
    FORMED,
    NOT_FORMED,
    BROKEN,
    DAZED_NOW,
    WOUNDED_NOW,
    DOWNED_NOW,
    PANICKED_NOW,
    BERSERK_NOW,
    RECOVERED,
    FLED_NOW,
    CROSSED_NOW,
    DIED,
    SURVIVED,
    DISCOVERED,
    SHOT,
    STRUCK,
    OPPORTUNITY,
    GAME_ENDED,
) = range(20)


@kernel
def log_event(s, code, a, b, c):
    """Append an event."""
    row = s.logged % s.log.shape[0]
    s.log[row, 0], s.log[row, 1], s.log[row, 2], s.log[row, 3] = code, a, b, c
    s.logged += 1
