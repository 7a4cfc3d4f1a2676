"""The log of what happened: codes and up to five numbers, the oldest overwritten."""

(
    ROUND_BEGUN,  # round
    TURN_BEGUN,  # unit
    COMMANDED,  # unit, part
    WENT,  # unit, cell, US in rank then
    ENGAGED_ATTACK,  # unit, whom: an attack of opportunity
    TESTED,  # unit, what for, rolled, needed, 1 if it succeeded
    MODIFIED,  # what modifies, by how much, the bracket if it is the range: of the test that follows
    ATTACKED,  # unit, attack, target, weapon, by the Specialist
    HIT,  # unit, target, hits
    EVADED,  # unit, hits cancelled
    DAMAGE_ROLLED,  # unit, damage, 1 with fury
    STRUCK,  # unit, body or 2: its Underlings, damage of the blow, what is taken off it
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
    ROUTED,  # side
    TIME_UP,
    DEADLIER,  # quality of the weapon, Underlings that a deadly blow kills by it
) = range(38)
# What makes a blow deadlier.
BY_SPRAY, BY_BLAST, BY_DEVASTATING = range(3)
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
# What modifies a test: the first one is what is tested itself.
(
    OF_WS,
    OF_BS,
    OF_AGILITY,
    OF_WILLPOWER,
    OF_COMMAND,
    OF_SKILL,
    OF_STRENGTH,  # USM
    OF_CONCENTRATION,
    OF_SUPPRESSION,
    OF_OVERWATCH,
    OF_RANGE,
    OF_HEIGHT,
    OF_RUNNING,
    OF_COVERING_GROUND,
    OF_MELEE,  # shots at who is engaged
    OF_MARK,
    OF_STAND_AND_FIGHT,
    OF_CHARGE,
    OF_AIM,
    OF_TEAM,  # the Weapons Team
    OF_CALL,  # a Called Shot
    OF_NERVES,  # -10 of the unnerved
    OF_PANIC,  # -20 of the panicked who cannot run
    OF_HOLD_FAST,
    OF_RULE,  # what the rules add to Break and Pinning tests and to rallies
    OF_LOSSES,
    OF_FEAR,
    OF_HELP,  # the Special Team
) = range(28)
