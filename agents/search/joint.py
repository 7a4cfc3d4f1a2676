"""A search over joint actions that a trained policy leads: for games in which all agents move at once.

The policy says what each agent of a side would do. What the side then does at once is a joint action, as likely as all
its agents' actions together; the likeliest ones are tried, by sequential halving as in ``guided``. In a simulation the
joint action is carried out, then all agents of all sides do what the policy holds likeliest, until the position is
valued. What is hidden, and the dice, are redrawn in every simulation; all that are tried as often have the same ones.

Other sides may be played by bots in place of the policy: then an action is worth what it is worth against them.
"""

from functools import cache
from heapq import heappop, heappush
from typing import Any

import numpy as np

from swarmzoo.agents.search.appraisal import Brought, bench_fields, bind_all
from swarmzoo.agents.search.tree import DICE, TEMPLATES
from swarmzoo.envs.core.desk import LEARNER
from swarmzoo.envs.core.game import Game, Kernels
from swarmzoo.envs.core.kernel import entry_point
from swarmzoo.envs.core.random import mix_seed, seed_rng

NO_ROW = -1
BOTS = 1 << 43  # stream of a seed: what bots draw


def bench_dtype(game: Game, features: int) -> np.dtype:
    """Return the record on which simulations are worked out."""
    return np.dtype(
        [
            ("rng", np.uint32, 4),
            ("mask", np.int8, game.num_actions),
            ("acts", np.int8, game.room),
            *bench_fields(game, features),
        ],
        align=True,
    )


def _begin_joint(states, rules, games, sides, seeds, draws, work, streams):
    """Copy the state of its game for every simulation, redraw what its side cannot know, and seed what bots draw."""
    for i in range(games.shape[0]):
        work[i] = states[games[i]]
        streams[i] = mix_seed(seeds[games[i]], BOTS + draws[i])
        determinize(work[i], rules[0], sides[games[i]], mix_seed(seeds[games[i]], DICE + draws[i]))  # noqa: F821


def _ask_joint(work, count, rules, benches, bots, streams, spares, actions, observations, masks, rows):
    """Write what every acting agent sees that has a choice, and the actions of the others; return how many rows.

    ``rows`` (count, room) is the row of every agent; NO_ROW: it does not act, has no choice, or is a bot's:
    ``bots`` (count, sides) are their numbers, or LEARNER: the policy plays. They draw from ``streams`` (count,), seeds.
    """
    r, b, found = rules[0], benches[0], 0
    for i in range(count):
        s = work[i]
        for agent in range(b.acts.shape[0]):
            rows[i, agent] = NO_ROW
        if s.done:
            continue
        acting(s, r, b.acts)  # noqa: F821  (bound to the game's kernel)
        for agent in range(b.acts.shape[0]):
            if not b.acts[agent]:
                continue
            legal(s, r, agent, b.mask)  # noqa: F821
            choices = 0
            for action in range(b.mask.shape[0]):
                if b.mask[action]:
                    actions[i, agent] = action
                    choices += 1
            if choices > 1 and bots[i, b.side_of[agent]] != LEARNER:
                streams[i] = mix_seed(streams[i], agent)
                seed_rng(b.rng, streams[i])
                actions[i, agent] = chosen(s, r, agent, bots[i, b.side_of[agent]], b, spares)  # noqa: F821
            elif choices > 1:
                for action in range(b.mask.shape[0]):
                    masks[found, action] = b.mask[action]
                observe(s, r, agent, observations[found], False)  # noqa: F821
                rows[i, agent] = found
                found += 1
    return found


def _step_joint(work, count, rules, actions, rows, chosen):
    """Carry out what was chosen for the rows, and what there was no choice about."""
    for i in range(count):
        if work[i].done:
            continue
        for agent in range(rows.shape[1]):
            if rows[i, agent] >= 0:
                actions[i, agent] = chosen[rows[i, agent]]
        step(work[i], rules[0], actions[i])  # noqa: F821


def _value_joint(work, count, rules, benches, worths):
    """Write what every position is worth to all sides: (count, sides)."""
    b = benches[0]
    for i in range(count):
        appraise(work[i], rules[0], b)  # noqa: F821
        for side in range(b.values.shape[0]):
            worths[i, side] = b.values[side]


def _see_all(work, count, rules, shaping, benches, observations, owners, paid, field):
    """Write what every agent of a position that is not over sees, whose agent it is, and what shaping has paid it."""
    found, b = 0, benches[0]
    for i in range(count):
        if work[i].done:
            continue
        potential(work[i], shaping[0], b.potential)  # noqa: F821
        for agent in range(field.shape[0]):
            if field[agent] >= 0:
                observe(work[i], rules[0], agent, observations[found], False)  # noqa: F821
                owners[found, 0] = i
                owners[found, 1] = field[agent]
                paid[found] = b.potential[agent]
                found += 1
    return found


@cache
def joint_kernels(name: str, kernels: Kernels, brought: Brought) -> dict[str, Any]:
    """Return by name what a game's search over joint actions is driven by."""
    bindings = bind_all(kernels, brought, {"chosen": TEMPLATES["chosen"]})
    parts: dict[str, Any] = {
        "begin": _begin_joint,
        "ask": _ask_joint,
        "step": _step_joint,
        "value": _value_joint,
        "see": _see_all,
    }
    return {key: entry_point(part, f"{name}_{key}_joint", bindings) for key, part in parts.items()}


def likeliest(logits: np.ndarray, masks: np.ndarray, most: int) -> tuple[np.ndarray, np.ndarray]:
    """Return the likeliest joint actions, (k, agents), at most ``most``, and how far their logits are below the first.

    ``logits`` float32 and ``masks`` (agents, actions) say what each agent can do. Equals come in the order of actions.
    """
    ranked = []
    for row, mask in zip(logits, masks, strict=True):
        legal = np.flatnonzero(mask)
        order = legal[np.argsort(-row[legal], kind="stable")][:most]
        ranked.append((order, (row[order[0]] - row[order]).astype(np.float64)))
    first = (0,) * len(ranked)
    waiting: list[tuple[float, tuple[int, ...]]] = [(0.0, first)]
    known = {first}
    found: list[list[int]] = []
    gaps: list[float] = []
    while waiting and len(found) < most:
        gap, taken = heappop(waiting)
        found.append([ranked[agent][0][place] for agent, place in enumerate(taken)])
        gaps.append(gap)
        for agent, place in enumerate(taken):
            if place + 1 < len(ranked[agent][0]):
                other = (*taken[:agent], place + 1, *taken[agent + 1 :])
                if other not in known:
                    known.add(other)
                    below = sum(float(ranked[a][1][p]) for a, p in enumerate(other))
                    heappush(waiting, (below, other))
    return np.array(found, np.int64).reshape(len(found), len(ranked)), np.array(gaps)


def advantages_of(joint: np.ndarray, worths: np.ndarray, actions: int) -> np.ndarray:
    """Return by how much actions of agents are worth more than those of the first joint action: (agents, actions).

    ``joint`` (options, agents) are joint actions, worth ``worths`` (options,). An action is compared in pairs in which
    all other agents do the same; its advantage is the mean over the pairs, or 0 without a pair.
    """
    gains, pairs = np.zeros((joint.shape[1], actions)), np.zeros((joint.shape[1], actions))
    known = {tuple(one): nth for nth, one in enumerate(joint.tolist())}
    for one, worth in zip(joint, worths, strict=True):
        for agent in np.flatnonzero(one != joint[0]):
            other = one.copy()
            other[agent] = joint[0, agent]
            if (like := known.get(tuple(other.tolist()))) is not None:
                gains[agent, one[agent]] += worth - worths[like]
                pairs[agent, one[agent]] += 1
    return gains / np.maximum(pairs, 1)


@cache
def stages(considered: int, budget: int) -> tuple[tuple[int, int], ...]:
    """Return how many options are tried, and how often all in all, stage by stage; the last try is of the best."""
    rounds, left = 0, considered
    while left > 1:
        left, rounds = (left + 1) // 2, rounds + 1
    found, left, unspent = [], considered, budget - 1
    for nth in range(rounds):
        due = max((budget - 1) // (rounds * left), 1) * left if nth + 1 < rounds else unspent
        found.append((left, min(due, unspent)))
        unspent -= found[-1][1]
        left = left // 2 if left > 3 else 2
    return (*found, (1, 1 + unspent))
