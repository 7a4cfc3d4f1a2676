"""The log of what happened: codes and up to three numbers, the oldest overwritten."""

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
