"""The phases of the game, and the stages that belong to each."""

from swarmzoo.envs.insects.state import (
    ATTACK_BEGIN,
    BID,
    BID_WINDOW,
    COUNT,
    EVENT_PHASE,
    EVOLUTION,
    EXCESS,
    FIGHT_ORDER,
    FIGHT_WINDOW,
    LIMIT_BEGIN,
    LIMIT_CUT,
    LIMIT_WINDOW,
    MOVE_BEGIN,
    MOVE_CHOICES,
    MOVE_WINDOW,
    PICK,
    RAMPAGE_OFFER,
    REPRODUCTION_BEGIN,
    REPRODUCTION_PHASE,
    ROUND_BEGIN,
    STEP,
    TARGET,
    TURN_BEGIN,
    TURN_END,
)

# Every phase with its stages; the first one is where a position of the phase begins.
PHASES = {
    "bid": (ROUND_BEGIN, BID_WINDOW, BID),
    "evolution": (EVOLUTION, TURN_BEGIN, EXCESS),
    "reproduction": (REPRODUCTION_BEGIN, REPRODUCTION_PHASE),
    "move": (MOVE_BEGIN, MOVE_WINDOW, MOVE_CHOICES, PICK, COUNT, STEP),
    "attack": (ATTACK_BEGIN, FIGHT_ORDER, FIGHT_WINDOW, TARGET, RAMPAGE_OFFER),
    "stack limit": (LIMIT_BEGIN, LIMIT_WINDOW, LIMIT_CUT),
    "event": (EVENT_PHASE,),
    "turn end": (TURN_END,),
}
PHASE_OF_STAGE = {stage: phase for phase, stages in PHASES.items() for stage in stages}
