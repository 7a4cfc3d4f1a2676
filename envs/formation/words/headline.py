"""A state in three lines: the moment, and what is left of each company."""

from collections.abc import Iterable

import numpy as np

from swarmzoo.envs.formation.plan import Plan
from swarmzoo.envs.formation.state import (
    CROSSED,
    DEAD,
    DOWNED,
    FATE_NAMES,
    FIELD,
    FLED,
    NOBODY,
    STABLE,
    STAGE_NAMES,
    STEPS,
)
from swarmzoo.envs.formation.victory import ENDING_NAMES
from swarmzoo.envs.formation.words.marks import MARKS

SIDES = ("red", "blue")

_OUT = (DOWNED, DEAD, STABLE, FLED)


def question(s: np.void) -> str:
    """Return what is decided now, or how the game has ended."""
    if s["done"]:
        return f"the game is over: {outcome(int(s['winner']), int(s['ending']))}"
    return f"turn {s['turn'] + 1}, {SIDES[s['active']]}: {STAGE_NAMES[s['stage']]}"


def outcome(winner: int, ending: int) -> str:
    """Return how a game has ended, and who has won."""
    return f"{ENDING_NAMES[ending]}, {'a draw' if winner == NOBODY else f'{SIDES[winner]} has won'}"


def title(s: np.void, plan: Plan, scenario: str) -> str:
    """Return scenario, turn, active company and stage, or how the game has ended."""
    turn = f"{scenario}, turn {min(s['turn'] + 1, plan.max_turns)} of at most {plan.max_turns}"
    if s["done"]:
        return f"{turn}: {question(s)}"
    stage = STAGE_NAMES[s["stage"]]
    if s["stage"] == STEPS:
        stage += f" {s['step_number'] + 1}"
    return f"{turn}, {SIDES[s['active']]} is active, stage: {stage}"


def company_line(s: np.void, plan: Plan, company: int) -> str:
    """Return how many of a company are left, what has become of the others, and what is true of those left."""
    own = np.flatnonzero(np.array(plan.company) == company)
    fates = np.bincount(s["fate"][own], minlength=len(FATE_NAMES))
    left = f"{fates[FIELD] + fates[CROSSED]} of {len(own)} left"
    here = own[s["fate"][own] == FIELD]
    parts = [
        left + (f" ({fates[CROSSED]} crossed)" if fates[CROSSED] else ""),
        _counted((int(fates[fate]), FATE_NAMES[fate]) for fate in _OUT),
        _counted((int(s[mark.field][here].sum()), mark.name) for mark in MARKS),
        f"alone on the bridge for {_turns(int(s['holds'][company]))}" if s["holds"][company] else "",
    ]
    return f"{SIDES[company]}: {'; '.join(part for part in parts if part)}"


def _counted(counts: Iterable[tuple[int, str]]) -> str:
    return ", ".join(f"{n} {name}" for n, name in counts if n)


def _turns(n: int) -> str:
    return "1 turn" if n == 1 else f"{n} turns"
