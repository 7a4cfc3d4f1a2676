"""Figures for people, worked out by the rules' own kernels: attributes, spaces, what a count may be."""

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from swarmzoo.envs.core.kernel import entry_point
from swarmzoo.envs.insects.attributes import attribute, bid_initiative, intelligence, movement, reproduction
from swarmzoo.envs.insects.cards import ATTACK, DEFENSE, STACK
from swarmzoo.envs.insects.decisions import decision_of
from swarmzoo.envs.insects.legality import asks_high_digit, count_range
from swarmzoo.envs.insects.movement import moves_left
from swarmzoo.envs.insects.stacks import swarm_size
from swarmzoo.envs.insects.state import COUNT, PLACE_COUNT
from swarmzoo.envs.insects.victory import dens_held, spaces_held

SPACES, INSECTS, DENS = 7, 8, 9  # columns after the seven attributes


@dataclass(frozen=True)
class Figures:
    """What the kernels say of a state: ``table`` int32 (players, 10): seven attributes, spaces, insects, Dens."""

    table: np.ndarray
    decision: int
    moves_left: int
    least: int  # of the count that is asked
    most: int
    asks_high_digit: bool


def _measure(states, rules, table, asked):
    """Fill the table of the players and the numbers of the decision."""
    s, r = states[0], rules[0]
    for p in range(s.bugs.shape[0]):
        table[p, 0] = bid_initiative(s, r, p)
        table[p, 1] = attribute(s, r, p, ATTACK)
        table[p, 2] = r.molt_defense if s.molt[p] else attribute(s, r, p, DEFENSE)
        table[p, 3] = movement(s, r, p)
        table[p, 4] = reproduction(s, r, p)
        table[p, 5] = attribute(s, r, p, STACK)
        table[p, 6] = intelligence(s, r, p)
        table[p, 7] = spaces_held(s, r, p)
        table[p, 8] = swarm_size(s, p)
        table[p, 9] = dens_held(s, r, p)
    decision = decision_of(s)
    asked[0] = decision
    asked[1] = moves_left(s, r) if s.active >= 0 else 0
    if decision == COUNT or decision == PLACE_COUNT:
        least, most = count_range(s, r)
        asked[2], asked[3] = least, most
        asked[4] = asks_high_digit(s, most)


@cache
def _measure_entry() -> Any:
    return entry_point(_measure, "insects_measure", {})


def figures(state: np.ndarray, rules: np.ndarray) -> Figures:
    """Return the figures of a state, shape (1,)."""
    table = np.zeros((state[0]["bugs"].shape[0], 10), np.int32)
    asked = np.zeros(5, np.int32)
    _measure_entry()(state, rules, table, asked)
    decision, moves, least, most, high = asked.tolist()
    return Figures(table, decision, moves, least, most, bool(high))
