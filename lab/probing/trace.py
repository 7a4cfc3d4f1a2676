"""What happened in a game: who led, how much there was to choose, who had to wait.

A game is played again from its seed and its actions. Before every step its valuation says what the position is worth
to each side (``agents.search.appraisal``); the side for which it is worth most leads. Measures by Browne, "Evolutionary
Game Design", 2008 (drama, lead changes, branching), with a valuation in place of his evaluators; a game without a
valuation has no measures of the lead.

length            decisions of all sides; where all act at once, steps
branching         mean number of legal actions of a decision
lead_changes      how often another side takes the lead
drama             mean over the winner's positions behind the leader of the square root of what it was behind, 0 to 1
comeback          1 if the winner did not lead when half of the game was over
runaway           1 if the winner led when a third of the game was over
waiting           longest time without a decision of a side that is in the game, as a share of the game
out_early         when the first side was out, as a share of the game; 1: at its end
"""

from functools import cache
from typing import Any

import numpy as np

from swarmzoo.agents.play.results import Results, share_of_first
from swarmzoo.agents.search.appraisal import Brought, bench_fields, bind_all, set_up_sides
from swarmzoo.agents.search.config import SearchConfig
from swarmzoo.agents.search.line_up import plan_of
from swarmzoo.envs.core.game import Game, Kernels, new_records
from swarmzoo.envs.core.kernel import bind, entry_point

ROOM = 1 << 22  # numbers of a batch of traces
TIED = 1e-6


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
            if out[side] < 0 and b.over[b.first_agent[side]]:
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
        set_up_sides(self._bench[0], game)

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


def traced(game: Game, results: Results, seeds: np.ndarray) -> list[dict[str, float]]:
    """Return the measures of games by name, in their order; nothing for games that ended by a fault."""
    winder = winder_of(game)
    found: list[dict[str, float]] = [{} for _ in seeds]
    whole = [k for k in range(len(seeds)) if results.faults[k] is None and len(results.tapes[k])]
    longest = max((int(results.length[k]) for k in whole), default=1)
    size = max(1, ROOM // (longest * (2 * game.num_sides + 1)))
    for begin in range(0, len(whole), size):
        part = whole[begin : begin + size]
        _, worth, choices, who, out, steps = winder.wind(seeds[part], [results.tapes[k] for k in part], room=longest)
        for i, k in enumerate(part):
            share = share_of_first(results.pay[k : k + 1])[0]
            count = int(steps[i])
            found[k] = _of_choices(choices[i, :count], who[i, :count], out[i])
            if winder.knows_worth:
                found[k] |= _of_lead(worth[i, :count], share)
    return found


def _of_choices(choices: np.ndarray, who: np.ndarray, out: np.ndarray) -> dict[str, float]:
    """Return the measures of one game's decisions."""
    count = len(choices)
    ended = np.where(out < 0, count, out)
    waits = [_longest_wait(who[: ended[side], side]) for side in range(who.shape[1]) if who[:, side].any()]
    return {
        "length": float(count),
        "branching": float(choices.mean()) if count else 0.0,
        "waiting": max(waits, default=0) / max(count, 1),
        "out_early": float(ended.min() / max(count, 1)),
    }


def _longest_wait(acts: np.ndarray) -> int:
    """Return the longest run of steps in which a side had nothing to decide."""
    marks = np.flatnonzero(np.concatenate([[True], acts != 0, [True]]))
    return int(np.diff(marks).max() - 1) if len(marks) > 1 else 0


def _of_lead(worth: np.ndarray, share: np.ndarray) -> dict[str, float]:
    """Return the measures of the lead of one game: ``worth`` (steps, sides), ``share`` of first place (sides,)."""
    count, top = len(worth), worth.max(axis=1, keepdims=True)
    alone = (worth >= top - TIED).sum(axis=1) == 1
    leaders = worth.argmax(axis=1)[alone]
    found = {"lead_changes": float((np.diff(leaders) != 0).sum())}
    if share.max() == 1.0 and count:
        winner = int(share.argmax())
        behind = (top[:, 0] - worth[:, winner]) / 2  # worth is -1 to 1
        late = behind[behind > TIED]
        found["drama"] = float(np.sqrt(late).mean()) if len(late) else 0.0
        found["comeback"] = float(behind[count // 2] > TIED)
        found["runaway"] = float(behind[count // 3] <= TIED and alone[count // 3])
    return found
