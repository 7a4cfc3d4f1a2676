"""A table: many games of one kind side by side, served by one compiled loop.

Each game has a *desk*, a record through which Python and the loop talk: what to do (`command`), the actions,
who plays each side (`controllers`), and back: who must act, mask, observation, pay, the end. A desk's games depend
on its seed alone, never on the number of desks or threads.
"""

import os
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from functools import cache, partial
from typing import Any

import numpy as np

from swarmzoo.envs.core.game import Game, new_records
from swarmzoo.envs.core.kernel import bind, entry_point, kernel
from swarmzoo.envs.core.prefetch import prefetch
from swarmzoo.envs.core.random import draw_below, mix_seed, seed_rng

IDLE, LOOK, RESET, STEP = 0, 1, 2, 3  # commands
RAISE, TERMINATE, NOOP = 0, 1, 2  # what an illegal action does
ILLEGAL_ACTION = {"raise": RAISE, "terminate": TERMINATE, "noop": NOOP}
LEARNER, OUTSIDE, RANDOM = -1, -2, 0  # controllers; a positive number is a compiled bot
BOT_STREAM = 1 << 40


def desk_dtype(game: Game) -> np.dtype:
    """Return the record through which one game is played."""
    agents, rows = game.room, game.rows
    return np.dtype(
        [
            ("command", np.int8),
            ("quiet", np.bool_),  # write no mask and no observation
            ("everyone", np.bool_),  # where all agents move at once: show the game to those of every side, always
            ("at_random", np.bool_),  # draw the actions from outside here: for measurements
            ("stand_in", np.int16),  # a bot that chooses for the agents outside, 0: none; to learn from it
            ("advice_only", np.bool_),  # note what the stand-in would do, but take the actions from outside
            ("advice", np.int32, agents),  # the stand-in's last choices
            ("pausing", np.bool_),  # stop after every step, also when nobody outside must act: to watch
            ("autoreset", np.bool_),  # start the next game in the step that ends this one
            ("illegal_action", np.int8),
            ("max_cycles", np.int32),  # 0: none
            ("learner", np.int16),  # the game also ends when it is over for this agent; -1: nobody
            ("seed", np.int64),
            ("episode", np.int64),
            ("rng", np.uint32, 4),  # the bots' own draws
            ("controllers", np.int16, game.num_sides),
            ("side_of", np.int16, agents),
            ("actions", np.int32, agents),
            ("acting", np.int8, agents),
            ("told", np.int8, agents),  # where all move at once: its row shows choices (1), or that it is out (2)
            ("actor", np.int16),  # the first agent that must act; -1: nobody
            ("shown", np.int16),  # whose observation of this very game is on the desk; -1: nobody's, 0: all agents'
            ("decisions", np.int64),  # real decisions of all sides since the table was made
            ("length", np.int32),  # decisions of this game
            ("taped", np.int32),  # actions of this game that went, or would have gone, onto its tape
            ("illegal", np.int16),  # 1 + the agent whose action was illegal, else 0
            ("forfeit", np.int16),  # likewise, while the game is lost by it
            ("done", np.bool_),
            ("truncated", np.bool_),
            ("ended", np.bool_),  # a game ended in this call; the `final` fields tell how
            ("final_truncated", np.bool_),
            ("final_length", np.int32),
            ("pay", np.float32, agents),
            ("over", np.int8, agents),
            ("final_pay", np.float32, agents),
            ("potential", np.float32, agents),
            ("final_potential", np.float32, agents),
            ("mask", np.int8, (rows, game.num_actions)),
            ("observation", game.observation_dtype, (rows, game.observation_size)),
            ("final_observation", game.observation_dtype, (rows, game.observation_size)),
        ],
        align=True,
    )


@kernel
def choose_random(mask, rng):
    """Return a uniformly drawn legal action."""
    count = 0
    for action in range(mask.shape[0]):
        count += mask[action]
    nth = draw_below(rng, count)
    for action in range(mask.shape[0]):
        if mask[action]:
            if nth == 0:
                return action
            nth -= 1
    return 0


def random_only(s, r, agent, bot, rng, mask, spare):
    """The choice of a table without bots: every controller plays at random."""
    return choose_random(mask, rng)


def _start(s, r, d):
    """Begin the desk's next game. Game 0 has the desk's own seed, the others have seeds made from it."""
    seed = d.seed if d.episode == 0 else mix_seed(d.seed, d.episode)
    seed_rng(d.rng, mix_seed(d.seed, d.episode + BOT_STREAM))
    d.episode += 1
    d.length, d.taped, d.illegal, d.forfeit = 0, 0, 0, 0
    d.done, d.truncated = False, False
    d.shown = -1
    reset(s, r, seed)  # noqa: F821  (bound to the game's kernel)
    acting(s, r, d.acting)  # noqa: F821


def _bots_choose(s, r, d, spare):
    """Let compiled bots choose for their agents that act now."""
    for agent in range(d.acting.shape[0]):
        bot = d.controllers[d.side_of[agent]]
        if d.acting[agent] and bot >= 0:
            mask = d.mask[0]
            if d.mask.shape[0] > 1:
                mask = d.mask[agent]
            legal(s, r, agent, mask)  # noqa: F821
            if bot == 0:
                d.actions[agent] = choose_random(mask, d.rng)
            else:
                d.actions[agent] = choose(s, r, agent, bot, d.rng, mask, spare)  # noqa: F821


def _choose_for_outside(s, r, d, spare):
    """Choose for the agents that are played from outside: at random, or as a bot would; the actions can be read."""
    for agent in range(d.acting.shape[0]):
        if d.acting[agent] and d.controllers[d.side_of[agent]] < 0:
            mask = d.mask[0]
            if d.mask.shape[0] > 1:
                mask = d.mask[agent]
            if d.at_random:
                d.actions[agent] = choose_random(mask, d.rng)
            else:
                d.advice[agent] = choose(s, r, agent, d.stand_in, d.rng, mask, spare)  # noqa: F821
                if not d.advice_only:
                    d.actions[agent] = d.advice[agent]


def _is_legal(s, r, d):
    """Check the actions given from outside; an offender is named in ``illegal``."""
    for agent in range(d.acting.shape[0]):
        if d.acting[agent] and d.controllers[d.side_of[agent]] < 0:
            action = d.actions[agent]
            mask = d.mask[0]
            if d.mask.shape[0] > 1:
                mask = d.mask[agent]
            if d.quiet:
                legal(s, r, agent, mask)  # noqa: F821
            if action < 0 or action >= mask.shape[0] or not mask[action]:
                d.illegal = agent + 1
                if d.illegal_action != NOOP:
                    return False
                d.actions[agent] = 0
    return True


def _record(d, tape):
    """Write the actions of all agents that act onto the tape of the game, as far as it reaches."""
    for agent in range(d.acting.shape[0]):
        if d.acting[agent]:
            if d.taped < tape.shape[0]:
                tape[d.taped] = d.actions[agent]
            d.taped += 1


def _advance(s, r, d, tape):
    """Take one step of the game with the actions on the desk."""
    if tape.shape[0] > 0:
        record(d, tape)  # noqa: F821
    step(s, r, d.actions)  # noqa: F821
    d.length += 1
    for agent in range(d.acting.shape[0]):
        d.decisions += d.acting[agent]
    acting(s, r, d.acting)  # noqa: F821
    d.truncated = d.max_cycles > 0 and d.length >= d.max_cycles and not s.done


def _settle(s, r, d):
    """Write pay and end of the game to the desk."""
    if d.forfeit:
        for agent in range(d.over.shape[0]):
            d.pay[agent] = -1.0 if d.side_of[agent] == d.side_of[d.forfeit - 1] else 0.0
            d.over[agent] = 1
    else:
        rewards(s, r, d.pay, d.over)  # noqa: F821
    d.done = s.done or d.forfeit > 0 or d.truncated or (d.learner >= 0 and d.over[d.learner] != 0)


def _outside_waits(d):
    """Tell whether somebody outside the table must act."""
    for agent in range(d.acting.shape[0]):
        if d.acting[agent] and d.controllers[d.side_of[agent]] < 0:
            return True
    return False


def _report(s, r, d):
    """Write mask, observation and potential of who acts, or of the learner when the game has ended."""
    potential(s, r, d.potential)  # noqa: F821
    if d.mask.shape[0] == 1:
        last = d.actor
        d.actor = -1
        for agent in range(d.acting.shape[0]):
            if d.acting[agent]:
                d.actor = agent
        viewer = d.actor
        if d.done and d.learner >= 0:
            viewer = d.learner
        elif viewer < 0:
            viewer = max(last, 0)
        if not d.quiet:
            legal(s, r, viewer, d.mask[0])  # noqa: F821
            observe(s, r, viewer, d.observation[0], d.shown == viewer)  # noqa: F821
            d.shown = viewer
    elif not d.quiet:
        whole = d.everyone or d.done or d.shown < 0
        for agent in range(d.acting.shape[0]):
            if d.everyone or d.controllers[d.side_of[agent]] < 0:
                acts, told = d.acting[agent], d.told[agent]
                now = 2 if d.over[agent] else acts
                if whole or acts or told == 1:
                    legal(s, r, agent, d.mask[agent])  # noqa: F821
                if whole or acts or now > told:
                    observe(s, r, agent, d.observation[agent], False)  # noqa: F821
                d.told[agent] = now
        d.shown = 0


def _finish(s, r, d):
    """Keep the end of a game for the outside, before the next one begins."""
    d.ended = True
    d.final_truncated = d.truncated
    d.final_length = d.length
    for agent in range(d.pay.shape[0]):
        d.final_pay[agent] = d.pay[agent]
        d.final_potential[agent] = d.potential[agent]
    if not d.quiet:
        for row in range(d.observation.shape[0]):
            for i in range(d.observation.shape[1]):
                d.final_observation[row, i] = d.observation[row, i]


def _serve(s, r, d, spare, tape):
    """Do what one desk's command asks: begin or go on, until somebody outside must act or the game is over."""
    d.ended = False
    if d.command == RESET:
        start(s, r, d)  # noqa: F821
    elif d.command == STEP and not d.done:
        d.illegal = 0
        if d.at_random or d.stand_in > 0:
            choose_for_outside(s, r, d, spare)  # noqa: F821
        if is_legal(s, r, d):  # noqa: F821
            bots_choose(s, r, d, spare)  # noqa: F821
            advance(s, r, d, tape)  # noqa: F821
        elif d.illegal_action == TERMINATE:
            d.forfeit = d.illegal
        else:
            return
    elif d.command == LOOK:
        d.shown = -1
        acting(s, r, d.acting)  # noqa: F821
    settle(s, r, d)  # noqa: F821
    while True:
        while not (d.done or d.pausing or outside_waits(d)):  # noqa: F821
            bots_choose(s, r, d, spare)  # noqa: F821
            advance(s, r, d, tape)  # noqa: F821
            settle(s, r, d)  # noqa: F821
        report(s, r, d)  # noqa: F821
        if not (d.done and d.autoreset):
            break
        finish(s, r, d)  # noqa: F821
        start(s, r, d)  # noqa: F821
        settle(s, r, d)  # noqa: F821
        if d.quiet and not outside_waits(d):  # noqa: F821
            break


def _drive(states, rules, desks, spares, tapes, slot, begin, end):
    """Serve the desks from begin to end, with the slot's spare state for lookahead."""
    for i in range(begin, end):
        if i + 1 < end:  # a game waits for memory longer than it computes
            prefetch(states[i + 1])
            prefetch(desks[i + 1])
        if desks[i].command != IDLE:
            serve(states[i], rules[0], desks[i], spares[slot], tapes[i])  # noqa: F821


_BOUND_IN_ORDER = {
    "start": _start,
    "bots_choose": _bots_choose,
    "choose_for_outside": _choose_for_outside,
    "is_legal": _is_legal,
    "record": _record,
    "advance": _advance,
    "settle": _settle,
    "outside_waits": _outside_waits,
    "report": _report,
    "finish": _finish,
    "serve": _serve,
}


@cache
def _driver(name: str, kernels: Any, choose: Any) -> Any:
    """Return the compiled loop of a game, with its bots or without."""
    bindings = {
        key: getattr(kernels, key) for key in ("reset", "acting", "legal", "step", "observe", "rewards", "potential")
    }
    bindings["choose"] = choose if choose is not None else kernel(random_only)
    kind = "with_bots" if choose is not None else "alone"
    template: Any
    for key, template in _BOUND_IN_ORDER.items():
        bindings[key] = bind(template, bindings)
    return entry_point(_drive, f"{name}_play_{kind}", bindings)


class Table:
    """Games side by side.

    ``states`` (n,) and ``desks`` (n,) are open to the callers in ``api`` and ``agents``; ``serve()`` works on every
    desk with a command. ``choose`` is a compiled choice function of the game's bots, or None. ``tapes`` int16 (n, tape)
    hold the actions of the games that go on, of all agents that act, in their order; a desk's ``taped`` tells how many.
    """

    def __init__(self, game: Game, n: int, choose: Any = None, threads: int = 1, tape: int = 0):
        self.game, self.n, self.threads = game, n, max(1, min(threads, n))
        self.states = game.new_states(n)
        self.desks = new_records(desk_dtype(game), n)
        self.desks["side_of"][:, : game.num_agents] = np.array(game.side_of_agent)
        self.desks["controllers"] = LEARNER
        self.desks["learner"] = -1
        self.desks["actor"] = -1
        self.tapes = np.zeros((n, tape), np.int16)
        self._choose = choose
        self._spares = game.new_states(self.threads * 2).reshape(self.threads, 2)
        self._bounds = [n * k // self.threads for k in range(self.threads + 1)]
        self._drive = _driver(game.name, game.kernels, choose)
        self._pool: ThreadPoolExecutor | None = None
        self._pool_owner = 0

    def seed(self, seeds: np.ndarray) -> None:
        """Give every desk its seed, and begin its games anew with the next RESET."""
        self.desks["seed"] = seeds
        self.desks["episode"] = 0

    def serve(self) -> None:
        """Carry out the commands of all desks, in threads where that was asked for."""
        waiting = [self._submit(slot) for slot in range(1, self.threads)]
        self._work(0)
        for future in waiting:
            future.result()

    def asked(self, controller: int, games: np.ndarray | None = None) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Return whom a controller must act for: game, agent, and row on the desk of each; of all games or of some."""
        games = np.arange(self.n) if games is None else games
        sides, agents = np.array(self.game.side_of_agent), self.game.num_agents
        asked = self.desks["acting"][games][:, :agents] != 0
        asked &= self.desks["controllers"][games][:, sides] == controller
        at, agent = np.nonzero(asked)
        return games[at], agent, np.zeros_like(agent) if self.game.sequential else agent

    def servant(self) -> Callable[[], None]:
        """Return what serves all desks in this thread, with as little around the compiled loop as can be."""
        return partial(self._drive, self.states, self.game.rules, self.desks, self._spares, self.tapes, 0, 0, self.n)

    def _work(self, slot: int) -> None:
        self._drive(
            self.states,
            self.game.rules,
            self.desks,
            self._spares,
            self.tapes,
            slot,
            self._bounds[slot],
            self._bounds[slot + 1],
        )

    def _submit(self, slot: int) -> Future:
        """Hand a part of the desks to a thread; the threads of a forked parent are never used."""
        if self._pool is None or self._pool_owner != os.getpid():
            self._pool = ThreadPoolExecutor(self.threads - 1, thread_name_prefix="swarmzoo-table")
            self._pool_owner = os.getpid()
        return self._pool.submit(self._work, slot)

    def __getstate__(self) -> dict[str, Any]:
        """Leave out what cannot be copied or sent to another process: threads and compiled code."""
        return {key: value for key, value in self.__dict__.items() if key not in ("_pool", "_drive")}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._pool, self._pool_owner = None, 0
        self._drive = _driver(self.game.name, self.game.kernels, self._choose)
