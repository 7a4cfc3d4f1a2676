"""formation-v0, formations moving step by step on a hex field; see README.md for its rules, spaces and keywords."""

from swarmzoo.envs.api.entry import entry_points
from swarmzoo.envs.formation.config import FormationConfig
from swarmzoo.envs.formation.game import formation

_make = entry_points(formation, FormationConfig)

game = _make.game
env, raw_env, parallel_env = _make.env, _make.raw_env, _make.parallel_env
vector_env, gym_env, sb3_vec_env = _make.vector_env, _make.gym_env, _make.sb3_vec_env
