"""The keywords of the functions that make environments, beside the fields of a game's configuration."""

from collections.abc import Sequence
from typing import Literal, TypedDict

from gymnasium.vector import AutoresetMode

from swarmzoo.envs.api.opponents import Opponents


class _Played(TypedDict, total=False):
    illegal_action: Literal["noop", "terminate", "raise"] | None
    max_cycles: int | None


class _Shown(TypedDict, total=False):
    render_mode: Literal["human", "ansi", "rgb_array", "svg"] | None


class _Learned(TypedDict, total=False):
    weights: Sequence[float] | None
    seat: int | None
    discount: float


class _ForLearners(TypedDict, total=False):
    encoding: Literal["one_hot", "scaled", "own"]
    shaping: bool


class AgentKeywords(_Played, _Shown, total=False):
    """Of ``env()``, ``raw_env()`` and ``parallel_env()``."""

    flat_observation: bool


class GymKeywords(_Played, _Shown, _Learned, _ForLearners, total=False):
    """Of ``gym_env()``."""

    opponents: Opponents


class VectorKeywords(_Played, _Shown, _Learned, _ForLearners, total=False):
    """Of ``vector_env()``."""

    opponents: Opponents | None
    autoreset_mode: AutoresetMode | str
    threads: int
    copy: bool


class Sb3Keywords(_Played, _Learned, _ForLearners, total=False):
    """Of ``sb3_vec_env()``."""

    opponents: Opponents
    threads: int
    seed: int
    batch_of: Literal["choices", "agents"]
