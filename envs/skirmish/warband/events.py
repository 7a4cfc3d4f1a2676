"""The log of what happened: codes and up to four numbers, the oldest overwritten."""

from swarmzoo.envs.core.kernel import kernel

(
    TURN_BEGUN,
    TOKEN_DRAWN,
    ACTIVATED,
    STUN_ENDED,
    WENT,
    STOOD_UP,
    CHARGED,
    ATTACKED,
    IMPACT,
    BLOODIED_NOW,
    DIED,
    OUT_NOW,
    STUNNED_NOW,
    AIMED,
    RUNES_FAILED,
    TOOK_COVER,
    BREATHED,
    RELOADED,
    RALLIED,
    ORDERED,
    CAST,
    CAST_FAILED,
    SHAKEN_NOW,
    FLEEING_NOW,
    GOT_AWAY,
    HELD_FAST,
    TAUNTED,
    LOOTED,
    BROKEN,
    SCORED,
    REFUSED,
    GAME_ENDED,
) = range(32)


@kernel
def log_event(s, code, a, b, c, d):
    """Append an event."""
    row = s.logged % s.log.shape[0]
    s.log[row, 0], s.log[row, 1], s.log[row, 2], s.log[row, 3], s.log[row, 4] = code, a, b, c, d
    s.logged += 1
