"""The compiled loop that serves the desks of a table: templates over a game's kernels, bound together once a game.

A desk's games depend on its seed alone, never on the number of desks or threads.
"""

from functools import cache
from typing import Any

from swarmzoo.envs.core.borrowing import borrowed
from swarmzoo.envs.core.desk import LOOK, NOOP, RESET, STEP, TERMINATE
from swarmzoo.envs.core.kernel import bind, entry_point, kernel
from swarmzoo.envs.core.prefetch import prefetch
from swarmzoo.envs.core.random import draw_below, mix_seed, seed_rng

BOT_STREAM = 1 << 40


@kernel
def choose_random(mask, rng):
    """Return a uniformly drawn legal action."""
    count = 0
    for action in range(mask.shape[0]):
        count += int(mask[action])
    nth = draw_below(rng, count)
    for action in range(mask.shape[0]):
        nth -= int(mask[action])
        if nth < 0:
            return action
    return 0


def random_only(s, r, agent, bot, rng, mask, spare):
    """The choice of a table without bots: every controller plays at random."""
    return choose_random(mask, rng)


def _list_asked(s, r, d):
    """Note who must act: a flag for every agent, and those who have one in a list, so that few loops go over all."""
    acting(s, r, d.acting)  # noqa: F821
    count = 0
    for agent in range(d.acting.shape[0]):
        if d.acting[agent]:
            d.asked[count] = agent
            count += 1
    d.num_asked = count


def _start(s, r, d):
    """Begin the desk's next game. Game 0 has the desk's own seed, the others have seeds made from it."""
    seed = d.seed if d.episode == 0 else mix_seed(d.seed, d.episode)
    seed_rng(d.rng, mix_seed(d.seed, d.episode + BOT_STREAM))
    d.episode += 1
    d.length, d.taped, d.illegal, d.forfeit = 0, 0, 0, 0
    d.done, d.truncated = False, False
    d.shown = -1
    reset(s, r, seed)  # noqa: F821  (bound to the game's kernel)
    list_asked(s, r, d)  # noqa: F821


def _bots_choose(s, r, d, spare):
    """Let compiled bots choose for their agents that act now."""
    for k in range(d.num_asked):
        agent = d.asked[k]
        bot = d.controllers[d.side_of[agent]]
        if bot >= 0:
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
    for k in range(d.num_asked):
        agent = d.asked[k]
        if d.controllers[d.side_of[agent]] < 0:
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
    for k in range(d.num_asked):
        agent = d.asked[k]
        if d.controllers[d.side_of[agent]] < 0:
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
    for k in range(d.num_asked):
        if d.taped < tape.shape[0]:
            tape[d.taped] = d.actions[d.asked[k]]
        d.taped += 1


def _advance(s, r, d, tape):
    """Take one step of the game with the actions on the desk."""
    if tape.shape[0] > 0:
        record(d, tape)  # noqa: F821
    step(s, r, d.actions)  # noqa: F821
    d.length += 1
    d.decisions += d.num_asked
    list_asked(s, r, d)  # noqa: F821
    d.truncated = d.max_cycles > 0 and d.length >= d.max_cycles and not s.done


def _is_out(d):
    """Tell whether the game is over for the learner: for all agents of its side."""
    for agent in range(d.over.shape[0]):
        if d.side_of[agent] == d.learner and not d.over[agent]:
            return False
    return d.learner >= 0


def _learner(d):
    """Return the first agent of the learner's side."""
    agent = 0
    while d.side_of[agent] != d.learner:
        agent += 1
    return agent


def _settle(s, r, d):
    """Write pay and end of the game to the desk."""
    if d.forfeit:
        for agent in range(d.over.shape[0]):
            d.pay[agent] = -1.0 if d.side_of[agent] == d.side_of[d.forfeit - 1] else 0.0
            d.over[agent] = 1
    else:
        rewards(s, r, d.pay, d.over)  # noqa: F821
    d.done = s.done or d.forfeit > 0 or d.truncated or is_out(d)  # noqa: F821


def _outside_waits(d):
    """Tell whether somebody outside the table must act."""
    for k in range(d.num_asked):
        agent = d.asked[k]
        if d.controllers[d.side_of[agent]] < 0:
            return True
    return False


def _report(s, r, d):
    """Write mask, observation and potential of who acts, or of the learner when the game has ended."""
    potential(s, r, d.potential)  # noqa: F821
    if d.mask.shape[0] == 1:
        last = d.actor
        d.actor = d.asked[d.num_asked - 1] if d.num_asked > 0 else -1
        viewer = d.actor
        if d.done and d.learner >= 0:
            viewer = learner(d)  # noqa: F821
        elif viewer < 0:
            viewer = max(last, 0)
        if not d.quiet:
            legal(s, r, viewer, d.mask[0])  # noqa: F821
            observe(s, r, viewer, d.observation[0], d.shown == viewer)  # noqa: F821
            d.shown = viewer
    elif not d.quiet:
        whole = d.everyone or d.done or d.shown < 0
        for agent in range(d.acting.shape[0]):
            acts, told = d.acting[agent], d.told[agent]
            now = 2 if d.over[agent] else acts
            if (whole or acts or now != told) and (d.everyone or d.controllers[d.side_of[agent]] < 0):
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
        list_asked(s, r, d)  # noqa: F821
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


def _drive(states, rules, desks, spares, tapes, which, slot):
    """Serve some desks, int64 (k,), with the slot's spare state; rules are one record, or one for each desk."""
    last, spare, lent = rules.shape[0] - 1, borrowed(spares)[slot], borrowed(tapes)
    for k in range(which.shape[0]):
        if k + 1 < which.shape[0]:  # a game waits for memory longer than it computes
            prefetch(states[which[k + 1]])
            prefetch(desks[which[k + 1]])
        i = which[k]
        serve(states[i], rules[min(i, last)], desks[i], spare, lent[i])  # noqa: F821


_BOUND_IN_ORDER = {
    "list_asked": _list_asked,
    "start": _start,
    "bots_choose": _bots_choose,
    "choose_for_outside": _choose_for_outside,
    "is_legal": _is_legal,
    "record": _record,
    "advance": _advance,
    "is_out": _is_out,
    "learner": _learner,
    "settle": _settle,
    "outside_waits": _outside_waits,
    "report": _report,
    "finish": _finish,
    "serve": _serve,
}


@cache
def driver(name: str, kernels: Any, choose: Any) -> Any:
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
