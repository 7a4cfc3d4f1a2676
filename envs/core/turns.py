"""The turn of games in which one agent decides at a time: the shell around a game's own stages.

A game brings six kernels, and has its outer ones made of them:

    begin(s, r, seed)              set up a new game, up to where its stages begin
    go_on(s, r)                    carry out what asks nothing, until ``s.actor`` is asked or ``s.done``
    fill_mask(s, r)                write the legal actions of ``s.actor`` to ``s.mask``; return how many there are
    unasked(s, r, choices)         the action that is carried out without asking, or ASK; ``only_action`` as a rule
    carry_out(s, r, action)        carry out an action, as ``s.actor`` sees it
    refusal(s, r, agent, action)   0 if the rules allow an action, else the reason

Its state has ``done``, ``actor``, ``mask`` int8 (actions,) and ``bans.ban_counts``, its rules ``bans.ban_fields``.
``s.actor`` is a side, and every side is one agent; where sides have several, a game brings two kernels more:

    agent_of(r, actor)             the agent that decides when ``s.actor`` does
    side_of(r, agent)              the side of an agent
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from swarmzoo.envs.core.bans import BANNED, restrict
from swarmzoo.envs.core.kernel import bind, kernel

ASK = -1


@dataclass(frozen=True)
class Turns:
    """The outer kernels of a game, and the steps in between that lookahead and positions put together by hand need."""

    reset: Any
    acting: Any
    legal: Any
    step: Any
    why_not: Any
    step_actor: Any  # (s, r, action): step for lookahead
    advance: Any  # (s, r): go on to the next decision
    find_choices: Any  # (s, r): write the mask of the one who decides, bans applied; return how many are legal


@kernel
def same(r, number):
    """Return the number of an agent and of its side where they are the same."""
    return int(number)


@kernel
def only_action(s, r, choices):
    """Return the single legal action, 0 where there is none; ASK where there are more."""
    if choices > 1:
        return ASK
    for action in range(s.mask.shape[0]):
        if s.mask[action]:
            return action
    return 0


def _acting(s, r, flags):
    """Mark the one who decides."""
    flags[:] = 0
    if not s.done:
        flags[agent_of(r, s.actor)] = 1  # noqa: F821  (bound to the game's kernel)


def _legal(s, r, agent, mask):
    """Write the legal actions of an agent as it sees them; zeros for those that do not decide now."""
    if s.done or agent != agent_of(r, s.actor):  # noqa: F821
        mask[:] = 0
        return
    for action in range(s.mask.shape[0]):
        mask[action] = s.mask[action]


def _find_choices(s, r):
    """Write the mask of the one who decides, without what is banned; return how many actions are legal."""
    return restrict(s, r, side_of(r, agent_of(r, s.actor)), fill_mask(s, r))  # noqa: F821


def _advance(s, r):
    """Go on until somebody has a choice of two or more actions, or the game is over."""
    while True:
        go_on(s, r)  # noqa: F821
        if s.done:
            return
        action = unasked(s, r, find_choices(s, r))  # noqa: F821
        if action == ASK:
            return
        carry_out(s, r, action)  # noqa: F821


def _reset(s, r, seed):
    """Set up a new game and go on to its first decision."""
    for side in range(s.bans_lifted.shape[0]):
        s.bans_lifted[side] = 0
    begin(s, r, seed)  # noqa: F821
    advance(s, r)  # noqa: F821


def _step_actor(s, r, action):
    """Carry out an action of the one who decides, and go on to the next decision."""
    carry_out(s, r, action)  # noqa: F821
    advance(s, r)  # noqa: F821


def _step(s, r, actions):
    """Carry out the action of the one who decides, and go on to the next decision."""
    step_actor(s, r, actions[agent_of(r, s.actor)])  # noqa: F821


def _why_not(s, r, agent, action):
    """Return 0 if an action is legal and not banned, else the number of its reason."""
    reason = refusal(s, r, agent, action)  # noqa: F821
    if reason == 0 and r.banned[side_of(r, agent), action] and not s.mask[action]:  # noqa: F821
        return BANNED
    return reason


_IN_ORDER: dict[str, Callable] = {
    "acting": _acting,
    "legal": _legal,
    "find_choices": _find_choices,
    "advance": _advance,
    "reset": _reset,
    "step_actor": _step_actor,
    "step": _step,
    "why_not": _why_not,
}


def turns(
    begin: Callable,
    go_on: Callable,
    fill_mask: Callable,
    unasked: Callable,
    carry_out: Callable,
    refusal: Callable,
    agent_of: Callable = same,
    side_of: Callable = same,
) -> Turns:
    """Return the outer kernels made of a game's own; see the module's text for their signatures."""
    bound = {
        "begin": begin,
        "go_on": go_on,
        "fill_mask": fill_mask,
        "unasked": unasked,
        "carry_out": carry_out,
        "refusal": refusal,
        "agent_of": agent_of,
        "side_of": side_of,
    }
    for name, template in _IN_ORDER.items():
        bound[name] = bind(template, bound)
    return Turns(**{name: bound[name] for name in _IN_ORDER})
