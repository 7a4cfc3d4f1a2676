"""Chances: what the rules say of tests, doubles, degrees, hits, fury and evasion, worked out and compared with rolls.

A million rolls of the kernels, from fixed seeds; the chances themselves come from counting all faces.
"""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

import numpy as np
import pytest
from scipy.stats import chi2

from swarmzoo.envs.core.kernel import entry_point
from swarmzoo.envs.skirmish.overseer.attack import begin_attack, clear_attack, roll_to_hit
from swarmzoo.envs.skirmish.overseer.damage import roll_damage
from swarmzoo.envs.skirmish.overseer.dice import d10, d100, degrees, degrees_of_failure, is_double, succeeds
from swarmzoo.envs.skirmish.overseer.evasion import evade
from swarmzoo.envs.skirmish.overseer.state import CONCENTRATED, OWN_SHOT, SUPPRESSION, VOLLEY
from tests.envs.skirmish.overseer.battle import Battle

LEAST_CHANCE = 1e-4  # of a sample that is at least as far from what is expected
Chances = dict[int, Fraction]


def _tests(states, rules, needed, counts):
    s, r = states[0], rules[0]
    for _ in range(counts[0]):
        rolled = d100(s)
        passed = succeeds(r, rolled, needed)
        grade = degrees(rolled, needed) if passed else degrees_of_failure(rolled, needed)
        counts[1 + 40 * grade + 2 * passed + is_double(rolled)] += 1


def _dice(states, rules, faces, counts):
    s = states[0]
    for _ in range(counts[0]):
        counts[1 + (d10(s) if faces == 10 else d100(s))] += 1


def _hits(states, rules, kind, counts):
    s, r = states[0], rules[0]
    for _ in range(counts[0]):
        begin_attack(s, r, kind, 0, 2)
        s.swarm_attacked = False
        roll_to_hit(s, r)
        counts[1 + s.hits] += 1
    clear_attack(s)


def _damage(states, rules, needed, counts):
    s, r = states[0], rules[0]
    begin_attack(s, r, OWN_SHOT, 0, 2)
    s.needed = needed
    for _ in range(counts[0]):
        damage = roll_damage(s, r)
        counts[1 + 2 * damage + s.fury] += 1
    clear_attack(s)


def _evasions(states, rules, kind, counts):
    s, r = states[0], rules[0]
    begin_attack(s, r, kind, 0, 2)
    for _ in range(counts[0]):
        s.hits_on[0] = 6
        evade(s, r)
        counts[1 + s.hits_on[0]] += 1
    clear_attack(s)


@cache
def entry(name: str) -> Any:
    """Return the entry point of one of the functions above."""
    template = globals()[f"_{name}"]
    bound = {key: globals()[key] for key in template.__code__.co_names if callable(globals().get(key))}
    return entry_point(template, f"overseer_dice_{name}", bound)


def counted(name: str, battle: Battle, number: int, rolls: int, seed: int) -> Counter[int]:
    """Return how often each outcome came in so many rolls of the kernels."""
    counts = np.zeros(20_000, np.int64)
    counts[0] = rolls
    battle.states["rng"][0] = np.random.SeedSequence(seed).generate_state(4)
    entry(name)(battle.states, battle.rules, number, counts)
    return Counter({int(k) - 1: int(counts[k]) for k in np.flatnonzero(counts) if k > 0})


def fits(found: Counter[int], chances: Chances) -> bool:
    """Tell whether outcomes come as often as they should: nothing that cannot be, and chi-square."""
    rolls = sum(found.values())
    assert sum(chances.values()) == 1 and set(found) <= {k for k, chance in chances.items() if chance}
    likely = {k: float(chance) * rolls for k, chance in chances.items() if chance * rolls >= 5}
    rare = rolls - sum(likely.values())
    squares = sum((found[k] - expected) ** 2 / expected for k, expected in likely.items())
    if rare >= 5:
        squares += (rolls - sum(found[k] for k in likely) - rare) ** 2 / rare
    return bool(chi2.sf(squares, len(likely) - 1 + (rare >= 5)) > LEAST_CHANCE)


def shared(outcomes: list[tuple[int, Fraction]]) -> Chances:
    """Add up the chances of equal outcomes."""
    chances: Chances = {}
    for outcome, chance in outcomes:
        chances[outcome] = chances.get(outcome, Fraction(0)) + chance
    return chances


def is_success(rolled: int, needed: int) -> bool:
    """Tell whether a roll is a success, from the rule's sentence."""
    if rolled in range(1, 6):
        return True
    return rolled not in range(96, 101) and rolled <= needed


def duel(us: int = 6, **more: Any) -> Battle:
    """Return R0 with so many Underlings, 20 m from a lone B0: Close, so +10."""
    return Battle("R0 " + "r0 " * min(us, 5) + ". " * (9 - min(us, 5)) + "B0\n" + "r0 " * max(us - 5, 0), **more)


@pytest.mark.rule("OVR-P1")
@pytest.mark.parametrize("faces", [10, 100])
def test_every_face_comes_as_often(faces):
    found = counted("dice", duel(), faces, 100_000, faces)
    assert fits(found, {k: Fraction(1, faces) for k in range(1, faces + 1)})


@pytest.mark.rule("OVR-P1", "OVR-P2", "OVR-17", "OVR-G1")
@pytest.mark.parametrize("needed", [-30, 0, 4, 23, 47, 65, 96, 130])
def test_successes_degrees_and_doubles_of_a_test_under_modifiers(needed):
    def outcome(rolled: int) -> int:
        passed = is_success(rolled, needed)
        margin = needed - rolled if passed else rolled - needed
        double = rolled < 100 and rolled // 10 == rolled % 10
        return 40 * (max(margin, 0) // 10) + 2 * passed + double

    found = counted("tests", duel(), needed, 60_000, needed + 100)
    assert fits(found, shared([(outcome(rolled), Fraction(1, 100)) for rolled in range(1, 101)]))


@pytest.mark.rule("OVR-P6", "OVR-G6", "OVR-10")
@pytest.mark.parametrize(
    ("kind", "us", "needed", "each", "most"),
    [
        (VOLLEY, 6, 30 + 30 + 10, 10, 6),
        (VOLLEY, 2, 30 + 10 + 10, 10, 2),
        (CONCENTRATED, 2, 30 + 10 + 10 + 10, 10, 4),
        (SUPPRESSION, 6, 30 + 30 + 10 - 20, 20, 6),
        (OWN_SHOT, 6, 40 + 10, 20, 99),
    ],
)
def test_the_hits_of_an_attack(kind, us, needed, each, most):
    def hits(rolled: int) -> int:
        return min(1 + max(needed - rolled, 0) // each, most) if is_success(rolled, needed) else 0

    found = counted("hits", duel(us).turn_of("R0"), kind, 50_000, kind)
    assert fits(found, shared([(hits(rolled), Fraction(1, 100)) for rolled in range(1, 101)]))


@pytest.mark.rule("OVR-P5", "OVR-P4")
@pytest.mark.parametrize(("dice", "needed"), [(1, 45), (1, 3), (2, 60), (3, 99)])
def test_damage_and_fury(dice, needed):
    weapons = {"more_weapons": [{"name": "tried", "bonus": 2, "dice": dice}]}
    confirmed = Fraction(sum(is_success(rolled, needed) for rolled in range(1, 101)), 100)
    outcomes = []
    for faces in product(range(1, 11), repeat=dice):
        chance, total = Fraction(1, 10**dice), 2 * (sum(faces) + 2)
        if 10 not in faces:
            outcomes.append((total, chance))
            continue
        outcomes.append((total, chance * (1 - confirmed)))
        outcomes += [(total + 2 * more + 1, chance * confirmed / 10) for more in range(1, 11)]
    battle = duel(R0={"ranged": "tried"}, rules=weapons)
    assert fits(counted("damage", battle, needed, 50_000, needed), shared(outcomes))


@pytest.mark.rule("OVR-29", "OVR-P8")
@pytest.mark.parametrize("agility", [25, 40, 49])
def test_how_many_hits_an_evasion_leaves(agility):
    def left(rolled: int) -> int:
        return 6 - min(1 + max(agility - rolled, 0) // 10, 6) if is_success(rolled, agility) else 6

    battle = duel(B0={"agility": agility})
    found = counted("evasions", battle, VOLLEY, 50_000, agility)
    assert fits(found, shared([(left(rolled), Fraction(1, 100)) for rolled in range(1, 101)]))


def test_a_die_that_is_a_little_wrong_is_found_out():
    even = {k: Fraction(1, 10) for k in range(1, 11)}
    found = counted("dice", duel(), 10, 100_000, 1)
    assert fits(found, even)
    found[1] += 900
    found[2] -= 900
    assert not fits(found, even)
