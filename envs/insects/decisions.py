"""Which decision is asked, and what kind it is."""

from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.insects.state import (
    ADAPTATION_DISCARD,
    BID_WINDOW,
    CARD_FROM_HAND,
    EVOLUTION,
    EXCESS,
    FIGHT_WINDOW,
    LIMIT_WINDOW,
    MIMIC_KIND,
    MOVE_WINDOW,
    NO_QUESTION,
    OWN_CARD,
    RAMPAGE_OFFER,
    REACTION,
    VICTIMS_CARD,
)
from swarmzoo.envs.insects.windows import BURNS_AT, EVENTS_AT


@kernel
def decision_of(s):
    """Return the decision that is asked: a question, or the stage's own."""
    return int(s.question if s.question != NO_QUESTION else s.stage)


@kernel
def is_window(decision):
    """Tell whether a decision is a window, in which passing is always legal."""
    return (
        decision == BID_WINDOW
        or decision == MOVE_WINDOW
        or decision == FIGHT_WINDOW
        or decision == LIMIT_WINDOW
        or decision == REACTION
        or decision == RAMPAGE_OFFER
    )


@kernel
def asks_for_cards(decision):
    """Tell whether cards can answer a decision."""
    if BURNS_AT[decision] != 0 or EVENTS_AT[decision] != 0:
        return True
    return (
        decision == EVOLUTION
        or decision == EXCESS
        or decision == MIMIC_KIND
        or decision == VICTIMS_CARD
        or decision == OWN_CARD
        or decision == CARD_FROM_HAND
        or decision == ADAPTATION_DISCARD
    )
