"""Games played again from their seeds and actions: templates over a game's kernels, bound together once a game."""

from functools import cache
from typing import Any

import numpy as np

from swarmzoo.agents.search.appraisal import Brought, bench_fields, bind_all, is_out, set_up_appraisal
from swarmzoo.agents.search.config import SearchConfig
from swarmzoo.agents.search.line_up import plan_of
from swarmzoo.envs.core.game import Game, Kernels, new_records
from swarmzoo.envs.core.kernel import bind, entry_point


def _wind(s, r, seed, tape, stop, b, worth, choices, who, out):
    """Play a game again, up to a step or to the end of its tape; write of each step what was there before it."""
    reset(s, r, seed)  # noqa: F821  (bound to the game's kernels)
    acting(s, r, b.acting)  # noqa: F821
    used, step_number = 0, 0
    for side in range(out.shape[0]):
        out[side] = -1
    while used < tape.shape[0] and step_number < stop and not s.done:
        used = look(s, r, tape, used, b, step_number, worth, choices, who)  # noqa: F821
        step(s, r, b.actions)  # noqa: F821
        acting(s, r, b.acting)  # noqa: F821
        rewards(s, r, b.pay, b.over)  # noqa: F821
        step_number += 1
        for side in range(out.shape[0]):
            if out[side] < 0 and is_out(b.over, b.side_of, side):
                out[side] = step_number
    return step_number


def _look(s, r, tape, used, b, step_number, worth, choices, who):
    """Write what stands before a step, and take its actions from the tape; return how many are used."""
    if step_number < worth.shape[0]:
        appraise(s, r, b)  # noqa: F821
        for side in range(b.values.shape[0]):
            worth[step_number, side] = b.values[side]
    asked, count = 0, 0
    for agent in range(b.acting.shape[0]):
        if b.acting[agent]:
            if step_number < choices.shape[0]:
                legal(s, r, agent, b.mask)  # noqa: F821
                for action in range(b.mask.shape[0]):
                    count += b.mask[action]
                who[step_number, b.side_of[agent]] = 1
            asked += 1
            if used < tape.shape[0]:
                b.actions[agent] = tape[used]
            used += 1
    if step_number < choices.shape[0]:
        choices[step_number] = count / max(asked, 1)
    return used


def _wind_all(states, rules, seeds, tapes, ends, stops, bench, worth, choices, who, out, steps):
    """Play games again; ``ends``: how much of each tape is used."""
    for i in range(states.shape[0]):
        steps[i] = wind(  # noqa: F821
            states[i], rules[0], seeds[i], tapes[i, : ends[i]], stops[i], bench[0], worth[i], choices[i], who[i], out[i]
        )


@cache
def _winder(name: str, kernels: Kernels, brought: Brought) -> Any:
    bindings = {"reset": kernels.reset} | bind_all(kernels, brought, {})
    template: Any
    for key, template in {"look": _look, "wind": _wind}.items():
        bindings[key] = bind(template, bindings)
    return entry_point(_wind_all, f"{name}_wind", bindings)


class Winder:
    """Plays games of one kind again, from their seeds and actions."""

    def __init__(self, game: Game):
        self.game = game
        brought = plan_of(game, SearchConfig()).brought
        self.knows_worth = len(brought.weights) > 1 or brought.weights[0] != 0.0
        self._drive = _winder(game.name, game.kernels, brought)
        fields = [
            *bench_fields(game, len(brought.weights)),
            ("acting", np.int8, game.room),
            ("actions", np.int32, game.room),
            ("mask", np.int8, game.num_actions),
        ]
        self._bench = new_records(np.dtype(fields, align=True), 1)
        set_up_appraisal(self._bench[0], game, brought)

    def wind(
        self, seeds: np.ndarray, tapes: list[np.ndarray], stops: np.ndarray | None = None, room: int = 0
    ) -> tuple[np.ndarray, ...]:
        """Play games again; return states, worth, choices, who, out and steps.

        Of games (n,), steps (n, room) and sides: states (n,), worth float32 (n, room, sides), choices float32
        (n, room), who int8 (n, room, sides), 1 for a side that decided, steps int (n,).
        ``stops`` int (n,): the step before which each game halts; None: at its end. ``room``: steps that are noted.
        ``out`` int (n, sides): after which step a side was out, -1: never.
        """
        n, sides = len(seeds), self.game.num_sides
        ends = np.array([len(tape) for tape in tapes], np.int64)
        flat = np.zeros((n, max(int(ends.max(initial=0)), 1)), np.int16)
        for row, tape in zip(flat, tapes, strict=True):
            row[: len(tape)] = tape
        states = self.game.new_states(n)
        worth, who = np.zeros((n, room, sides), np.float32), np.zeros((n, room, sides), np.int8)
        choices, out = np.zeros((n, room), np.float32), np.zeros((n, sides), np.int64)
        steps = np.zeros(n, np.int64)
        halts = np.full(n, 1 << 60, np.int64) if stops is None else stops.astype(np.int64)
        given = (states, self.game.rules, seeds.astype(np.int64), flat, ends, halts)
        self._drive(*given, self._bench, worth, choices, who, out, steps)
        return states, worth, choices, who, out, steps


@cache
def winder_of(game: Game) -> Winder:
    """Return what plays games of a kind again."""
    return Winder(game)
