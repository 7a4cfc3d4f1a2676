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

import numpy as np

from swarmzoo.agents.play.results import Results, share_of_first
from swarmzoo.envs.core.game import Game
from swarmzoo.lab.probing.winding import winder_of

ROOM = 1 << 22  # numbers of a batch of traces
TIED = 1e-6


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
