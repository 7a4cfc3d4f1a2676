"""nova-v0, novas, extras and henchmen; see README.md for its rules, spaces and keywords."""

from swarmzoo.envs.api.entry import entry_points
from swarmzoo.envs.skirmish.nova.config import NovaConfig
from swarmzoo.envs.skirmish.nova.game import nova

_make = entry_points(nova, NovaConfig)

game = _make.game
env, raw_env, parallel_env = _make.env, _make.raw_env, _make.parallel_env
vector_env, gym_env, sb3_vec_env = _make.vector_env, _make.gym_env, _make.sb3_vec_env
