"""The log of what happened: a ring of rows, each a code and some numbers, the oldest overwritten.

A state has ``logged`` (int32), how many events there were, and ``log`` (rows, 4 to 6). Codes belong to the games.
"""

from typing import Any

import numpy as np

from swarmzoo.envs.core.kernel import kernel


@kernel
def log_event(s, code, a=0, b=0, c=0, d=0, e=0):
    """Write an event over the oldest one; the last numbers are dropped where rows have no room for them."""
    row = s.logged % s.log.shape[0]
    s.log[row, 0] = code
    s.log[row, 1] = a
    s.log[row, 2] = b
    s.log[row, 3] = c
    if s.log.shape[1] > 4:
        s.log[row, 4] = d
    if s.log.shape[1] > 5:
        s.log[row, 5] = e
    s.logged += 1


def told(s: Any, since: int) -> tuple[list[list[int]], int, int]:
    """Return the events after number ``since`` that are still kept, how many are not, and the number of the last."""
    logged, kept = int(s["logged"]), len(s["log"])
    first = max(since, logged - kept, 0)
    return s["log"][np.arange(first, logged) % kept].tolist(), max(first - max(since, 0), 0), logged


def gone(lost: int) -> list[str]:
    """Return the line that says how many events are no longer kept, or none where all are."""
    events = "event is" if lost == 1 else "events are"
    return [f"({lost} earlier {events} no longer in the log)"] if lost else []
