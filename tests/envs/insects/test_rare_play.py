"""Random play that seeks what is seldom meets every decision of insects, and every card at every moment it fits."""

from collections import Counter

import numpy as np

from swarmzoo.envs.insects.cards import KIND_NAMES, NUM_EVOLUTIONS
from swarmzoo.envs.insects.state import NO_QUESTION, NUM_DECISIONS, PICK, REPRODUCTION_PHASE, STEP
from swarmzoo.envs.insects.windows import BURNS_AT, EVENTS_AT
from tests.rare_play import rare_play
from tests.scenarios import RICH

RICH_INSECTS = [scenario for scenario in RICH if scenario.game.name == "insects"]


def used(game, table, games: np.ndarray, decisions: np.ndarray) -> Counter:
    """Count the cards that are burnt and played now, by decision."""
    actors = table.states["actor"][games]
    parts = [game.actions.part_of(int(action)) for action in table.actions[games, actors]]
    return Counter(
        (part.name, int(decision), kind)
        for (part, kind), decision in zip(parts, decisions, strict=True)
        if part.name in ("play", "burn")
    )


def test_every_decision_is_met_and_every_card_used_wherever_it_fits():
    met, cards = set(), Counter()
    for scenario in RICH_INSECTS:
        for table, games, _ in rare_play(scenario.game, 64, 900):
            s = table.states[games]
            decisions = np.where(s["question"] != NO_QUESTION, s["question"], s["stage"])
            met |= set(decisions.tolist())
            cards += used(scenario.game, table, games, decisions)
    assert met == set(range(NUM_DECISIONS))
    for decision in range(NUM_DECISIONS):
        for kind, name in enumerate(KIND_NAMES):
            if EVENTS_AT[decision] >> kind & 1:
                assert cards["play", decision, kind], f"{name} was never played at decision {decision}"
            if BURNS_AT[decision] >> kind & 1:
                assert cards["burn", decision, kind], f"{name} was never burnt at decision {decision}"
    assert all(cards["burn", decision, NUM_EVOLUTIONS - 1] for decision in (PICK, REPRODUCTION_PHASE))  # Mimic


def test_groups_are_robbed_of_their_movement_before_their_first_step():
    stopped = 0
    for table, games, _ in rare_play(RICH_INSECTS[-1].game, 500, 400):
        s = table.states[games]
        robbed = (s["question"] == NO_QUESTION) & (s["stage"] == STEP) & (s["steps"] == 0) & (s["mask"][:, 0] == 1)
        stopped += int((table.actions[games, s["actor"]][robbed] == 0).sum())
    assert stopped
