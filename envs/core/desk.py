"""The desk: the record through which Python and the compiled loop talk about one game of a table.

What to do (`command`), the actions, who plays each side (`controllers`), and back: who must act, mask, observation,
pay, the end. Nobody but ``table`` and ``loop`` reads or writes it.
"""

from collections.abc import Iterator

import numpy as np

from swarmzoo.envs.core.game import Game
from swarmzoo.envs.core.ranges import FLAG, Bounds

LOOK, RESET, STEP = 1, 2, 3  # commands
RAISE, TERMINATE, NOOP = 0, 1, 2  # what an illegal action does
ILLEGAL_ACTION = {"raise": RAISE, "terminate": TERMINATE, "noop": NOOP}
LEARNER, OUTSIDE, RANDOM = -1, -2, 0  # controllers; a positive number is a compiled bot


# What of a desk goes with a state when a game is kept and put back: the rest follows from both.
PROGRESS = ("seed", "episode", "rng", "length", "taped", "forfeit", "truncated")
# What a caller may set, for all games of a table or for each.
SETTINGS = (
    *("quiet", "everyone", "at_random", "stand_in", "advice_only", "pausing", "autoreset"),
    *("illegal_action", "max_cycles", "learner"),
)


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
            ("learner", np.int16),  # the game also ends when it is over for this side; -1: no side
            ("seed", np.int64),
            ("episode", np.int64),
            ("rng", np.uint32, 4),  # the bots' own draws
            ("controllers", np.int16, game.num_sides),
            ("side_of", np.int16, agents),
            ("actions", np.int32, agents),
            ("acting", np.int8, agents),
            ("asked", np.int16, agents),  # the agents that act, in order
            ("num_asked", np.int16),
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


MANY = 2**62  # of what is only counted
_FLAGS = (
    *("quiet", "everyone", "at_random", "advice_only", "pausing", "autoreset", "done", "truncated", "ended"),
    *("final_truncated", "acting", "over", "mask"),
)
_FREE = (
    *(
        "rng",
        "pay",
        "final_pay",
        "potential",
        "final_potential",
        "observation",
        "final_observation",
        "advice",
        "actions",
    ),
    "controllers",  # those of the table: see Table.load
)


def desk_bounds(game: Game) -> Iterator[tuple[str, Bounds | None]]:
    """Yield the range of every field of a desk between two calls."""
    agent_or_none, one_more = (-1, game.num_agents - 1), (0, game.num_agents)
    yield from dict.fromkeys(_FLAGS, FLAG).items()
    yield from dict.fromkeys(_FREE).items()
    yield "command", (STEP, STEP)
    yield "illegal_action", (RAISE, NOOP)
    yield "stand_in", (0, np.iinfo(np.int16).max)
    yield "side_of", (0, game.num_sides - 1)
    yield from dict.fromkeys(("seed", "episode", "decisions"), (0, MANY * 2 - 1)).items()
    yield from dict.fromkeys(("max_cycles", "length", "taped", "final_length"), (0, np.iinfo(np.int32).max)).items()
    yield from dict.fromkeys(("actor", "shown"), agent_or_none).items()
    yield "asked", (0, game.num_agents - 1)
    yield "num_asked", (0, game.num_agents)
    yield "learner", (-1, game.num_sides - 1)
    yield from dict.fromkeys(("illegal", "forfeit"), one_more).items()
    yield "told", (0, 2)


def progress_bounds(game: Game) -> dict[str, Bounds | None]:
    """Return the ranges of what goes with a state when a game is kept."""
    bounds = dict(desk_bounds(game))
    return {name: bounds[name] for name in PROGRESS}
