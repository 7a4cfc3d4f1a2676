"""What a position is worth to every side: its pay when the game is over, else what a regression makes of its features.

A game's module ``swarmzoo.agents.<game>.valuation`` has ``WEIGHTS`` by the names of its features, and
``outlook(s, r, side, f)``, a kernel that writes a side's features, float32, and tells whether it can still win. The
likelihood that a side wins is exp(weights . features) over the sum of the same of all sides: a conditional logit,
whose weights ``regression`` finds. A position is worth the pay that this promises: -1 / (sides - 1) to 1.
"""

from dataclasses import dataclass, field
from math import exp
from typing import Any

import numpy as np

from swarmzoo.envs.core.game import Game, Kernels
from swarmzoo.envs.core.kernel import bind, kernel

OUT = -1e30  # the promise of who cannot win any more
NO_SIDE = -1  # of agents that a record has room for, but are not there
KERNELS = ("acting", "legal", "step", "rewards", "determinize", "observe", "potential")  # of a game, that searches call


@kernel
def no_outlook(s, r, side, f):
    """Say of a game that has no valuation that all sides are alike."""
    return True


@dataclass(frozen=True)
class Brought:
    """What a game brings to a search."""

    choose: Any  # the choice function of its bots
    outlook: Any = no_outlook
    weights: tuple[float, ...] = field(default=(0.0,), compare=False)  # other weights need no other code
    groups: tuple[int, ...] = ()  # of each agent, where sides consist of groups; all groups are numbered on end


def bench_fields(game: Game, features: int) -> list[tuple[Any, ...]]:
    """Return the fields in which a bench works out what a position is worth."""
    return [
        ("side_of", np.int16, game.room),
        ("over", np.int8, game.room),
        ("pay", np.float32, game.room),
        ("potential", np.float32, game.room),
        ("features", np.float32, features),
        ("weights", np.float32, features),
        ("values", np.float32, game.num_sides),
    ]


def set_up_appraisal(bench: Any, game: Game, brought: Brought) -> None:
    """Write to a bench what appraising reads of it: who belongs to which side, and what features are worth."""
    bench["weights"] = brought.weights
    bench["side_of"][: game.num_agents] = game.side_of_agent
    bench["side_of"][game.num_agents :] = NO_SIDE


@kernel
def pay_of(pay, side_of, side):
    """Return what a side is paid: what the best paid of its agents is."""
    best = np.float32(-1.0)
    for agent in range(pay.shape[0]):
        if side_of[agent] == side:
            best = max(best, pay[agent])
    return best


@kernel
def is_out(over, side_of, side):
    """Tell whether the game is over for all agents of a side."""
    for agent in range(over.shape[0]):
        if side_of[agent] == side and not over[agent]:
            return False
    return True


def _appraise(s, r, b):
    """Write what a position is worth to every side: its pay if the game is over, else what its features promise."""
    sides = b.values.shape[0]
    if s.done:
        rewards(s, r, b.pay, b.over)  # noqa: F821  (bound to the game's kernel)
        for side in range(sides):
            b.values[side] = pay_of(b.pay, b.side_of, side)
        return
    highest, total = OUT, 0.0
    for side in range(sides):
        b.values[side] = OUT
        if outlook(s, r, side, b.features):  # noqa: F821
            promise = 0.0
            for k in range(b.features.shape[0]):
                promise += b.weights[k] * b.features[k]
            b.values[side] = promise
            highest = max(highest, promise)
    for side in range(sides):
        b.values[side] = exp(b.values[side] - highest) if b.values[side] > OUT else 0.0
        total += b.values[side]
    for side in range(sides):
        b.values[side] = 0.0 if total == 0.0 else (sides * b.values[side] / total - 1.0) / (sides - 1)


def bind_all(kernels: Kernels, brought: Brought, templates: dict[str, Any]) -> dict[str, Any]:
    """Return by name a game's kernels, what it brings, and templates, each bound to all that comes before it."""
    bindings: dict[str, Any] = {key: getattr(kernels, key) for key in KERNELS}
    bindings |= {"choose": brought.choose, "outlook": brought.outlook}
    for key, template in ({"appraise": _appraise} | templates).items():
        bindings[key] = bind(template, bindings)
    return bindings
