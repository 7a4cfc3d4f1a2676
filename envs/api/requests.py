"""What users ask of every view: seeds, actions, options, and what an illegal action does."""

import secrets
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from swarmzoo.envs.core.desk import ILLEGAL_ACTION
from swarmzoo.envs.core.entries import Questions
from swarmzoo.envs.core.errors import GameError, nearest
from swarmzoo.envs.core.game import Game
from swarmzoo.envs.core.reading import quoted, whole_number

MOST = 2**31 - 1  # of whatever is counted


class IllegalActionWarning(UserWarning):
    """An agent chose an illegal action and lost the game by it."""


def choice_of(what: str, value: Any, allowed: Iterable[str | None]) -> Any:
    """Return a value that must be one of several; raise GameError otherwise."""
    allowed = list(allowed)
    if not (value is None or isinstance(value, str)) or value not in allowed:
        raise GameError(f"{what} = {quoted(value)}: allowed are {', '.join(map(repr, allowed))}")
    return value


def illegal_action_code(game: Game, policy: str | None) -> int:
    """Return the table's code of ``terminate``, ``raise`` or, for simultaneous games, ``noop``; None: the default."""
    allowed = ["terminate", "raise"] if game.sequential else ["noop", "terminate", "raise"]
    if policy is None:
        policy = "terminate" if game.sequential else "noop"
    if isinstance(policy, str) and policy == "noop" and game.sequential:
        raise GameError(
            f"illegal_action = 'noop': {game.name} is turn-based, and no action of it means doing nothing; "
            "use 'terminate' or 'raise'"
        )
    return ILLEGAL_ACTION[choice_of("illegal_action", policy, allowed)]


def count(what: str, value: Any) -> int:
    """Return a number of things, at least one."""
    if isinstance(value, bool) or not isinstance(value, int | np.integer) or not 1 <= value <= MOST:
        raise GameError(f"{what} = {quoted(value)}: a whole number from 1 to {MOST} is needed")
    return int(value)


def switch(what: str, value: Any) -> bool:
    """Return True or False."""
    if not isinstance(value, bool | np.bool_):
        raise GameError(f"{what} = {quoted(value)}: True or False is needed")
    return bool(value)


def share(what: str, value: Any) -> float:
    """Return a number from 0 to 1."""
    if isinstance(value, bool) or not isinstance(value, int | float | np.integer | np.floating) or not 0 <= value <= 1:
        raise GameError(f"{what} = {quoted(value)}: a number from 0 to 1 is needed")
    return float(value)


def seat(game: Game, value: Any) -> int | None:
    """Return the learner's side, or None for all in turn."""
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | np.integer) or value not in game.seats:
        allowed = ", ".join(map(str, game.seats))
        raise GameError(f"seat = {quoted(value)}: {allowed} can be chosen, or None for all of these in turn")
    return int(value)


def odds(weights: Any, opponents: int) -> np.ndarray:
    """Return the odds of opponents, float (opponents,); None: equal ones."""
    try:
        given = np.ones(opponents) if weights is None else np.array(weights, float)
    except (TypeError, ValueError, OverflowError):
        given = np.full(0, np.nan)
    if given.shape != (opponents,) or not np.isfinite(given).all() or (given < 0).any() or given.sum() <= 0:
        raise GameError(
            f"weights = {quoted(weights)}: one number of 0 or more for each of {opponents} opponents, not all 0"
        )
    return given


def cycles(max_cycles: Any) -> int:
    """Return the table's number for ``max_cycles``: 0 for none."""
    if max_cycles is None:
        return 0
    if isinstance(max_cycles, bool) or not isinstance(max_cycles, int | np.integer) or not 0 < max_cycles <= MOST:
        raise GameError(f"max_cycles = {quoted(max_cycles)}: a whole number from 1 to {MOST} is needed, or None")
    return int(max_cycles)


def fresh_seed() -> int:
    """Draw a seed from the operating system; no global generator is read or moved."""
    return secrets.randbits(62)


def derived_seed(seed: int, number: int) -> int:
    """Return a seed for one purpose of a seed."""
    return int(np.random.SeedSequence([seed, number]).generate_state(1, np.uint64)[0] >> 1)


def checked_options(options: Mapping[str, Any] | None, known: Iterable[str]) -> dict[str, Any]:
    """Return the options of a reset; raise GameError for unknown ones.

    The key ``options`` is passed over: PettingZoo's checker sends it to see whether options are taken at all.
    """
    if options is not None and not isinstance(options, Mapping):
        raise GameError(f"options = {quoted(options)}: a dictionary is needed, or None")
    given = {key: value for key, value in (options or {}).items() if key != "options"}
    known = list(known)
    for key in given:
        if key not in known:
            raise GameError(f"options[{quoted(key)}] is not an option of reset(){nearest(key, known)}")
    return given


def checked_actions(actions: Any) -> Mapping[str, Any]:
    """Return the actions of agents as they are; raise GameError for what is not a dictionary."""
    if not isinstance(actions, Mapping):
        raise GameError(f"actions = {quoted(actions)}: a dictionary is needed, an action for every agent of env.agents")
    return actions


def checked_position(position: Any) -> str:
    """Return a position in its text form."""
    if not isinstance(position, str):
        raise GameError(f"options['position'] = {quoted(position)}: a text is needed, as position() returns it")
    return position


def checked_action(game: Game, agent: str, action: Any) -> int:
    """Return an action as an int in range; raise GameError for None, other types and numbers out of range."""
    if action is None:
        raise GameError(f"action = None: {agent} is in the game and must choose; None is for agents that have finished")
    index = whole_number(action, "action", f" of {agent}")
    if not 0 <= index < game.num_actions:
        raise GameError(f"action = {quoted(index)} of {agent}: actions are numbered 0 to {game.num_actions - 1}")
    return index


def illegal_sentence(questions: Questions, state: np.ndarray, agent: int, action: int) -> str:
    """Say that an action is illegal, and why."""
    game = questions.game
    reason = questions.why_not(state, agent, action) or "the mask does not allow it"
    return f"{game.agents[agent]} chose action {action}, which is illegal: {reason}; see action_mask"


def action_array(values: Any, shape: tuple[int, ...], num_actions: int) -> np.ndarray:
    """Return a batch of actions as an integer array; raise GameError for other shapes, types and ranges."""
    try:
        given = np.asarray(values)
    except ValueError:  # rows of several lengths
        raise GameError(f"actions: whole numbers of shape {shape} are needed, not {quoted(values)}") from None
    if isinstance(values, list | tuple) and any(isinstance(one, bool) for one in np.array(values, object).flat):
        raise GameError(
            f"actions: whole numbers of shape {shape} are needed, and True or False is among {quoted(values)}"
        )
    if given.shape != shape or given.dtype.kind not in "iu":
        raise GameError(f"actions: whole numbers of shape {shape} are needed, not {given.dtype} of shape {given.shape}")
    if given.size and (given.min() < 0 or given.max() >= num_actions):
        at = int(np.flatnonzero((given < 0) | (given >= num_actions))[0])
        raise GameError(f"actions[{at}] = {given.flat[at]}: actions are numbered 0 to {num_actions - 1}")
    return given


def checked_saved(saved: Any, like: Mapping[str, np.ndarray]) -> None:
    """Raise GameError for what no ``get_state`` of an equal environment has returned: other names, shapes or types."""
    given = saved if isinstance(saved, Mapping) else {}
    for name, wanted in like.items():
        found = given.get(name)
        if not isinstance(found, np.ndarray) or found.shape != wanted.shape or found.dtype != wanted.dtype:
            raise GameError(
                f"the saved state is not of an equal environment: {name} of {wanted.dtype} {wanted.shape} is needed; "
                "set_state() takes what get_state() of one has returned"
            )


def answers(name: str, values: Any, masks: np.ndarray, strict: bool) -> np.ndarray:
    """Return the actions of an opponent, int (k,), for masks (k, actions); ``strict``: also raise for illegal ones."""
    try:
        given = action_array(values, masks.shape[:1], masks.shape[1])
    except GameError as error:
        raise GameError(f"the opponent {name} answered wrongly: {error}") from None
    illegal = masks[np.arange(len(given)), given] == 0
    if strict and illegal.any():
        raise GameError(f"the opponent {name} chose {given[illegal][0]}, which its action_mask does not allow")
    return given
