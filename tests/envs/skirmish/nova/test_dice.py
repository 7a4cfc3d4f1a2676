"""Chances: what the rules say of pools, damage after soak and losses of squads, worked out and compared with rolls.

More than a million rolls of the kernels, from fixed seeds; the chances themselves are sums of exact fractions.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import cache
from math import comb
from typing import Any

import numpy as np
import pytest
from scipy.stats import chi2

from swarmzoo.envs.core.kernel import entry_point
from swarmzoo.envs.skirmish.battlefield.ground import NOBODY, enter
from swarmzoo.envs.skirmish.nova.actions import TAKE_IT, USE_DODGE
from swarmzoo.envs.skirmish.nova.dice import d10, successes_of
from swarmzoo.envs.skirmish.nova.fight.answers import attack_choice
from swarmzoo.envs.skirmish.nova.fight.pipeline import begin_attack, go_on_attack
from swarmzoo.envs.skirmish.nova.sheet import boxes, henchmen_left
from swarmzoo.envs.skirmish.nova.state import DEFENDING, FIELD, PLANNED, WAITING
from tests.envs.skirmish.nova.battle import Battle

LEAST_CHANCE = 1e-4  # of a sample that is at least as far from what is expected
SUCCESS = Fraction(4, 10)
Chances = dict[int, Fraction]
_R, _B = 0, 4  # who attacks, and whom


def _faces(states, rules, number, counts):
    for _ in range(counts[0]):
        counts[1 + d10(states[0])] += 1


def _pools(states, rules, pool, counts):
    for _ in range(counts[0]):
        counts[1 + successes_of(states[0], rules[0], pool)] += 1


def _losses(states, rules, number, counts):
    s, r = states[0], rules[0]
    place, members, dodges = int(s.place[_B]), int(s.members[_B]), s.num_planned[_B] > 0
    men = henchmen_left(s, _B)
    for _ in range(counts[0]):
        begin_attack(s, r, _R, 0, 0)
        go_on_attack(s, r)
        while s.stage != WAITING:
            attack_choice(s, r, USE_DODGE if s.stage == DEFENDING else TAKE_IT, 0)
            go_on_attack(s, r)
        lost = boxes(s, _B) + int(s.stun[_B]) + members - int(s.members[_B]) + men - henchmen_left(s, _B)
        counts[1 + lost] += 1
        if s.place[_B] == NOBODY:
            enter(s, _B, place)
        s.aggravated[_B] = s.lethal[_B] = s.bashing[_B] = s.stun[_B] = s.taken[_B] = s.prone[_B] = 0
        s.fate[_B], s.members[_B] = FIELD, members
        for k in range(s.henchmen.shape[1]):
            s.henchmen[_B, k] = r.henchmen_count[_B, k]
        if dodges:
            s.plan_fate[_B, 0], s.defended[_B] = PLANNED, 0


@cache
def entry(name: str) -> Any:
    """Return the entry point of one of the functions above."""
    template = globals()[f"_{name}"]
    bound = {key: globals()[key] for key in template.__code__.co_names if callable(globals().get(key))}
    return entry_point(template, f"nova_dice_{name}", bound)


def counted(name: str, battle: Battle, number: int, rolls: int, seed: int) -> Counter[int]:
    """Return how often each outcome came in so many rolls of the kernels."""
    counts = np.zeros(200, np.int64)
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
    free = len(likely) - 1 + (rare >= 5)
    return free == 0 or bool(chi2.sf(squares, free) > LEAST_CHANCE)


def shared(outcomes: Iterable[tuple[int, Fraction]]) -> Chances:
    """Add up the chances of equal outcomes."""
    chances: Chances = {}
    for outcome, chance in outcomes:
        chances[outcome] = chances.get(outcome, Fraction(0)) + chance
    return chances


def successes(pool: int) -> Chances:
    """Return the chances of the successes of a pool: every die has four faces of ten."""
    pool = max(pool, 0)
    return {k: comb(pool, k) * SUCCESS**k * (1 - SUCCESS) ** (pool - k) for k in range(pool + 1)}


def levels(dice: int, adds: int) -> Chances:
    """Return the chances of the levels of dice after soak: with adds if there is one, else a die that pings."""
    return {k + adds: p for k, p in successes(dice).items()} if dice > 0 else successes(1)


def of_attack(pool: int, difficulty: int, then: Callable[[int], Chances]) -> Chances:
    """Return the chances of what follows from the successes to spare; a miss leaves nothing."""
    found = []
    for rolled, chance in successes(pool).items():
        after = then(rolled - 1 - difficulty) if rolled > difficulty else {0: Fraction(1)}
        found += [(outcome, chance * p) for outcome, p in after.items()]
    return shared(found)


def battle_of(B0: dict, under: str = "", aim: Any = "B0", drawing: str = "R0 . . . B0", **weapon: Any) -> Battle:
    """Return R0 with 5 dice and a weapon that pushes nobody, who is about to attack."""
    weapon = {"name": "tried", "light": True, "damage": 6} | weapon
    battle = Battle(drawing, under=under, rules={"more_weapons": [weapon]}, R0={"weapons": ["tried"]}, B0=B0)
    battle.sets("B0", willpower=0).plans("R0", "weapon_1")
    battle._plan(0, 0, "weapon_1", aim, 1)
    return battle


@pytest.mark.rule("NOV-G1")
def test_every_face_comes_as_often():
    found = counted("faces", Battle("R0 B0"), 0, 100_000, 1)
    assert fits(found, {k: Fraction(1, 10) for k in range(1, 11)})


@pytest.mark.rule("NOV-G1")
@pytest.mark.parametrize("pool", [-2, 0, 1, 5, 12, 30])
def test_the_successes_of_a_pool(pool):
    assert fits(counted("pools", Battle("R0 B0"), pool, 60_000, 100 + pool), successes(pool))


@pytest.mark.rule("NOV-G7", "NOV-G8", "NOV-23", "NOV-24")
@pytest.mark.parametrize(
    ("damage", "adds", "under", "difficulty"), [(6, 0, "", 0), (2, 2, "", 0), (1, 3, ". . . . #", 2)]
)
def test_damage_after_soak(damage, adds, under, difficulty):
    toughness = {"stamina": 9}  # soaks 4 lethal
    expected = of_attack(5, difficulty, lambda net: levels(damage + net - 4, adds))
    found = counted("losses", battle_of(toughness, under, damage=damage, adds=adds), 0, 80_000, damage)
    assert fits(found, expected)


@pytest.mark.rule("NOV-10", "NOV-G7")
def test_damage_after_a_dodge():
    def after(net: int) -> Chances:
        outcomes = []
        for rolled, chance in successes(5).items():
            left = {0: Fraction(1)} if rolled > net else levels(4 + net - rolled, 0)
            outcomes += [(outcome, chance * p) for outcome, p in left.items()]
        return shared(outcomes)

    battle = battle_of({"stamina": 9}, damage=8).plans("B0", "dodge")
    assert fits(counted("losses", battle, 0, 80_000, 5), of_attack(5, 0, after))


@pytest.mark.rule("NOV-60", "NOV-61", "NOV-62", "NOV-P3")
@pytest.mark.parametrize(
    ("kind", "each", "soak", "area"), [("rifleman", 3, 5, 0), ("conscript", 2, 2, 0), ("ninja", 7, 5, 1)]
)
def test_losses_of_a_squad_with_henchmen(kind, each, soak, area):
    def fallen(dice: int) -> Chances:
        return shared((min(-(-k * (1 + area) // each), 4), p) for k, p in levels(dice, 1).items())

    squad = {"henchmen": [{"type": kind, "count": 4}]}
    drawing = "\n".join([*["."] * 6, "R0 . . . . . . . B0"])
    battle = battle_of(squad, drawing=drawing, aim=(8, 6) if area else "B0", area=area, damage=9, adds=1)
    if area:
        found = counted("losses", battle, 0, 80_000, each)
        strays = successes(5)[0]
        inside = fallen(9 - soak)
        near = 1 - strays / 3  # one or two hexes off the squad is still in the area, three hexes off it is not
        expected = shared([*((k, near * p) for k, p in inside.items()), (0, 1 - near)])
    else:
        found = counted("losses", battle, 0, 80_000, each)
        expected = of_attack(5, 0, lambda net: fallen(9 + net - soak))
    assert fits(found, expected)


@pytest.mark.rule("NOV-44", "NOV-46")
def test_losses_of_mobs():
    mob = {"kind": "cinematic", "members": 9, "weapons": ["pistol"]}
    battle = battle_of(mob)
    battle.rules = battle.rules.copy()
    battle.rules["firearms"][0, 0] = 9
    expected = of_attack(12, 0, lambda net: {min(1 + max(0, net + 1 - 5), 9): Fraction(1)})
    assert fits(counted("losses", battle, 0, 80_000, 7), expected)


@pytest.mark.rule("NOV-44")
def test_losses_of_gritty_squads():
    squad = {"kind": "gritty", "members": 3, "stamina": 3}  # soaks 1; its members have 4 levels each
    battle = battle_of(squad, damage=7)
    battle.s["hl"][_B, :3] = 4
    expected = of_attack(5, 0, lambda net: {int((7 + net - 1) // 2 >= 4): Fraction(1)})

    def once(rolls: int) -> Counter[int]:
        found: Counter[int] = Counter()
        for seed in range(rolls):
            fresh = battle.states.copy()
            found += counted("losses", battle, 0, 1, seed)
            battle.states[:] = fresh
        return found

    assert fits(once(4_000), expected)


def test_a_die_that_is_a_little_wrong_is_found_out():
    found = counted("pools", Battle("R0 B0"), 5, 60_000, 105)
    assert fits(found, successes(5))
    found[1] += 700
    found[2] -= 700
    assert not fits(found, successes(5))
