"""Bans: actions that are forbidden to a side by data, whatever the rules allow.

The rules record says which actions each side must not take (``ban_fields``), so nothing is compiled again. A ban is
applied once, where a game has found the legal actions of a decision: masks, bots, searches and policies obey it alike.
One that would leave no action does not hold at that decision; the state counts how often (``ban_counts``).
"""

import hashlib
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from swarmzoo.envs.core.actions import Actions
from swarmzoo.envs.core.errors import GameError, nearest
from swarmzoo.envs.core.kernel import JIT, kernel

BANNED = 255  # reason of ``why_not`` in every game
BANNED_SENTENCE = "this action is banned for this side"

Bans = Mapping[int | str, str | int | Iterable[str | int]]


def ban_fields(sides: int, actions: int) -> list[tuple[Any, ...]]:
    """Return the fields of a rules record that hold the bans; zeros forbid nothing."""
    return [("banned", np.int8, (sides, actions)), ("has_bans", np.int8, sides)]


def ban_counts(sides: int) -> tuple[Any, ...]:
    """Return the field of a state that counts, for every side, the decisions at which its ban did not hold."""
    return ("bans_lifted", np.int32, sides)


def with_bans(rules: np.ndarray, banned: tuple[tuple[int, ...], ...]) -> np.ndarray:
    """Return a read-only copy of rules, shape (1,), that forbids the actions named for each side, and no others."""
    changed = rules.view(np.uint8, np.ndarray).copy().view(rules.dtype)  # byte for byte, gaps included
    changed = changed if JIT else changed.view(np.recarray)
    changed[0]["banned"], changed[0]["has_bans"] = 0, False
    for side, actions in enumerate(banned):
        changed[0]["banned"][side, list(actions)] = 1
        changed[0]["has_bans"][side] = bool(actions)
    changed.flags.writeable = False
    return changed


def read_bans(actions: Actions, sides: tuple[str, ...], bans: Bans) -> tuple[tuple[int, ...], ...]:
    """Return the actions that are forbidden to each side, sorted; () where nothing is forbidden.

    ``bans`` maps sides, by number or name, to names of actions as ``Actions.named`` takes them ("hex": all of that
    part, "hex 3": its fourth action, "Rampage"), numbers of actions, or a list of them. Raise GameError for a side,
    name or number that there is not.
    """
    banned: list[set[int]] = [set() for _ in sides]
    for side, given in bans.items():
        each = [given] if isinstance(given, str | int | np.integer) else given
        for entry in each:
            banned[_side_number(sides, side)].update(_numbers(actions, entry))
    if not any(banned):
        return ()
    return tuple(tuple(sorted(numbers)) for numbers in banned)


def _side_number(sides: tuple[str, ...], side: int | str) -> int:
    if isinstance(side, str):
        if side not in sides:
            raise GameError(f"bans: unknown side {side!r}{nearest(side, sides)}")
        return sides.index(side)
    if not 0 <= side < len(sides):
        raise GameError(f"bans: side {side}: sides are numbered 0 to {len(sides) - 1}")
    return int(side)


def _numbers(actions: Actions, entry: str | int) -> Iterable[int]:
    """Return the actions that one entry of a ban stands for."""
    if isinstance(entry, str):
        return actions.named(entry)
    if not 0 <= entry < actions.num_actions:
        raise GameError(f"bans: action {entry}: actions are numbered 0 to {actions.num_actions - 1}")
    return (int(entry),)


def signed(signature: str, banned: tuple[tuple[int, ...], ...]) -> str:
    """Return the signature of rules with bans; that of the rules themselves where nothing is banned."""
    if not any(banned):
        return signature
    return hashlib.sha256(f"{signature} {banned}".encode()).hexdigest()[:12]


@kernel
def restrict(s, r, side, choices):
    """Take what is banned for the side of the one who decides out of its mask; return how many choices are left.

    A ban that would leave none does not hold, and is counted.
    """
    if choices == 0 or not r.has_bans[side]:
        return choices
    left = choices
    for action in range(s.mask.shape[0]):
        left -= int(s.mask[action] != 0 and r.banned[side, action] != 0)
    if left == 0:
        s.bans_lifted[side] += 1
        return choices
    for action in range(s.mask.shape[0]):
        if r.banned[side, action]:
            s.mask[action] = 0
    return left


@kernel
def allowed(mask, action):
    """Return an action if a mask allows it, else the first one that the mask allows."""
    if mask[action]:
        return action
    for other in range(mask.shape[0]):
        if mask[other]:
            return other
    return action
