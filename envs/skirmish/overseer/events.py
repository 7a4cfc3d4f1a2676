"""The log of what happened: codes and up to five numbers, the oldest overwritten."""

(
    ROUND_BEGUN,  # round
    TURN_BEGUN,  # unit
    COMMANDED,  # unit, part
    WENT,  # unit, cell, US in rank then
    ENGAGED_ATTACK,  # unit, whom: an attack of opportunity
    TESTED,  # unit, what for, rolled, needed, 1 if it succeeded
    MODIFIED,  # what modifies, by how much: of the test that follows
    ATTACKED,  # unit, attack, target, weapon, by the Specialist
    HIT,  # unit, target, hits
    EVADED,  # unit, hits cancelled
    DAMAGE_ROLLED,  # unit, damage, 1 with fury
    KILLED,  # unit, Underlings
    SPECIALIST_KILLED,  # unit
    WOUNDED,  # unit, wounds lost, left
    OVERSEER_DIED,  # unit
    DISSOLVED,  # unit
    COLLAPSED,  # unit
    PINNED_NOW,  # unit
    UNPINNED,  # unit
    SHOCKED,  # unit, roll, effect
    SNAPPED_OUT,  # unit
    RALLIED,  # unit, Underlings
    OUT_OF_RANK,  # unit, Underlings
    FLED,  # Underlings that left the field
    MARKED,  # unit, whom
    AIMED,  # unit
    WATCHES,  # unit
    TENDED,  # unit, whom, wounds
    WORKED,  # unit, cell, 1 raised or 0 torn down
    ESCAPED_NOW,  # unit, US
    SCORED,  # side, points
    SHOCK_PASSED,  # unit
    FELL_BACK,  # unit, cell
    GAME_ENDED,  # ending, bits of winners
) = range(34)
# What is tested.
(
    FOR_ATTACK,
    FOR_FURY,
    FOR_EVASION,
    FOR_BREAK,
    FOR_PINNING,
    FOR_FEAR,
    FOR_SNAPPING_OUT,
    FOR_RALLY,
    FOR_TENDING,
    FOR_WORK,
) = range(10)
