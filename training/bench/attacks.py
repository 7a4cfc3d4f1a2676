"""How long an attack takes through all its stages, the answers to its questions included."""

import time
from collections.abc import Iterator
from typing import Any

import numpy as np

from swarmzoo.envs.core.game import Game, copy_of
from swarmzoo.envs.core.kernel import entry_point
from swarmzoo.envs.skirmish.nova.actions import LIGHT_BLOW, SUPPORT, USE_DODGE
from swarmzoo.envs.skirmish.nova.aims import weapon_of, why_no_attack
from swarmzoo.envs.skirmish.nova.fight.answers import attack_choice
from swarmzoo.envs.skirmish.nova.fight.pipeline import begin_attack, go_on_attack
from swarmzoo.envs.skirmish.nova.fight.stages import NO_ATTACK
from swarmzoo.envs.skirmish.nova.legality import refusal
from swarmzoo.envs.skirmish.nova.reasons import LEGAL
from swarmzoo.envs.skirmish.nova.sheet import able
from swarmzoo.envs.skirmish.nova.state import AT_PIECE, WAITING
from swarmzoo.training.bench.measuring import REPETITIONS, Figure, median_of, random_table

GAMES, STEPS = 64, 150  # positions of so many games, after so many steps at random
ATTACKS = 1024
MOST = 1 << 16


def _list_attacks(states: Any, rules: Any, found: Any) -> int:
    """Write every attack on a piece that is possible, as (game, attacker, part, target); return how many."""
    r, count = rules[0], 0
    for n in range(states.shape[0]):
        s = states[n]
        for i in range(r.pieces):
            for part in range(LIGHT_BLOW, SUPPORT + 1):
                for j in range(r.pieces):
                    possible = not s.done and able(s, r, i) and weapon_of(s, r, i, part) >= 0
                    if possible and why_no_attack(s, r, i, part, AT_PIECE, j) == LEGAL and count < found.shape[0]:
                        found[count, 0], found[count, 1], found[count, 2], found[count, 3] = n, i, part, j
                        count += 1
    return count


def _carry_out(states: Any, rules: Any, spares: Any, attacks: Any, for_real: Any) -> int:
    """Copy the game of every attack, and carry the attack out if it is for real; return how many answers it took."""
    r, answers = rules[0], 0
    for k in range(attacks.shape[0]):
        spares[0] = states[attacks[k, 0]]
        s, i = spares[0], int(attacks[k, 1])
        if not for_real:
            continue
        s.stage, s.plan_kind[i, 0] = WAITING, attacks[k, 2]
        s.plan_what[i, 0], s.plan_aim[i, 0] = AT_PIECE, attacks[k, 3]
        s.plan_mode[i, 0] = s.plan_how[i, 0] = s.plan_harder[i, 0] = 0
        begin_attack(s, r, i, 0, 0)
        go_on_attack(s, r)
        while s.a_step != NO_ATTACK:
            part = USE_DODGE
            while refusal(s, r, part, 0) != LEGAL:
                part += 1
            attack_choice(s, r, part, 0)
            go_on_attack(s, r)
            answers += 1
    return answers


def attack_figures(game: Game, seconds: float) -> Iterator[Figure]:
    """Measure an attack drawn from all that are possible in random games, less what the copy of the game costs."""
    if "a_step" not in (game.state.names or ()):
        return
    states, attacks = drawn_attacks(game)
    spares = game.new_states(1)
    carry_out = entry_point(_carry_out, "bench_attacks", {})
    carry_out(states, game.rules, spares, attacks[:1], True)  # compiles, if need be
    times: list[float] = []
    stop = time.perf_counter() + seconds
    while time.perf_counter() < stop or len(times) < REPETITIONS:
        costs = []
        for for_real in (True, False):
            began = time.process_time()
            carry_out(states, game.rules, spares, attacks, for_real)
            costs.append(time.process_time() - began)
        times.append(1e6 * (costs[0] - costs[1]) / len(attacks))
    yield Figure("an attack through all its stages, answers included", median_of(times), "us")


def drawn_attacks(game: Game) -> tuple[np.ndarray, np.ndarray]:
    """Return positions of random games, and attacks in them, int64 (attacks, 4): game, attacker, part, target."""
    table, rng = random_table(game, GAMES, 1), np.random.default_rng(0)
    for _ in range(STEPS):
        table.step()
    found = np.zeros((MOST, 4), np.int64)
    count = entry_point(_list_attacks, "bench_list_attacks", {})(table.states, game.rules, found)
    return copy_of(table.states), found[rng.choice(count, ATTACKS)]
