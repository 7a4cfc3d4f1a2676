"""warband-v0, the skirmish of warbands; see README.md for its rules, spaces and keywords."""

from swarmzoo.envs.api.entry import entry_points
from swarmzoo.envs.skirmish.warband.config import WarbandConfig
from swarmzoo.envs.skirmish.warband.game import warband

_make = entry_points(warband, WarbandConfig)

game = _make.game
env, raw_env, parallel_env = _make.env, _make.raw_env, _make.parallel_env
vector_env, gym_env, sb3_vec_env = _make.vector_env, _make.gym_env, _make.sb3_vec_env
