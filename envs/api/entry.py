"""The functions by which a game's package makes its environments, with every field of the config as a keyword."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypedDict, get_type_hints

from swarmzoo.envs.api import requests
from swarmzoo.envs.api.keywords import AgentKeywords, GymKeywords, Sb3Keywords, VectorKeywords
from swarmzoo.envs.core.config import Settings, shaped
from swarmzoo.envs.core.errors import GameError, nearest
from swarmzoo.envs.core.game import Game

if TYPE_CHECKING:
    from pettingzoo import ParallelEnv

    from swarmzoo.envs.api.sb3 import SwarmVecEnv
    from swarmzoo.envs.api.single import LearnerEnv
    from swarmzoo.envs.api.vector import GameVectorEnv


class _NoKeywords(TypedDict):
    """Of ``game()``, which takes fields of the configuration alone."""


@dataclass(frozen=True)
class EntryPoints:
    """What a game's package offers: each function makes one kind of environment from keywords.

    Their types stand in ``__init__.pyi`` of the package, which `make pages` writes from the configuration.
    """

    make_game: Callable[[Any], Game]
    config: type[Settings]

    def game(self, **keywords: Any) -> Game:
        """Return the game of some fields of the config, the others at their defaults."""
        return self._read("game", _NoKeywords, keywords)[0]

    def env(self, **keywords: Any) -> Any:
        """Return a PettingZoo AECEnv. Order and legality are checked inside, without wrappers; of
        simultaneous games it is PettingZoo's conversion.

        Keywords: every field of the config, ``illegal_action``, ``render_mode``, ``max_cycles``, and
        ``flat_observation``: observations are Boxes in place of dictionaries, the mask is in the infos alone.
        """
        from swarmzoo.envs.api.parallel import aec_view

        game, options = self._read("env", AgentKeywords, keywords)
        return aec_view(game, **options)

    def raw_env(self, **keywords: Any) -> Any:
        """Return the same as ``env()``: the checks are in the environment itself."""
        return self.env(**keywords)

    def parallel_env(self, **keywords: Any) -> "ParallelEnv":
        """Return a PettingZoo ParallelEnv, with the keywords of ``env()``."""
        from swarmzoo.envs.api.parallel import parallel_view

        game, options = self._read("parallel_env", AgentKeywords, keywords)
        return parallel_view(game, **options)

    def vector_env(self, num_envs: int = 1, **keywords: Any) -> "GameVectorEnv":
        """Return a batched Gymnasium VectorEnv: of all sides, or with ``opponents`` of one learner.

        Keywords: every field of the config, ``illegal_action``, ``render_mode``, ``max_cycles``, ``opponents`` (agents
        or their names), ``weights``, ``seat``, ``discount``, ``autoreset_mode``, ``threads``, ``copy``, ``encoding``;
        with ``opponents`` ``encoding`` and ``shaping`` are as of ``sb3_vec_env()``, else the game's own.
        """
        from swarmzoo.envs.api.vector import GameVectorEnv

        if keywords.get("opponents") is not None:
            game, options = self._for_learners("vector_env", VectorKeywords, keywords)
        elif "shaping" in keywords:
            raise GameError("shaping belongs to the learner's view: give opponents too")
        else:
            game, options = self._read("vector_env", VectorKeywords, keywords)
        return GameVectorEnv(game, num_envs, **options)

    def gym_env(self, **keywords: Any) -> "LearnerEnv":
        """Return a Gymnasium Env of one learner against opponents.

        Keywords: every field of the config, ``illegal_action``, ``render_mode``, ``max_cycles``, ``opponents`` (agents
        or their names), ``weights``, ``seat``, ``discount``; ``encoding`` and ``shaping`` as of ``sb3_vec_env()``.
        """
        from swarmzoo.envs.api.single import LearnerEnv

        game, options = self._for_learners("gym_env", GymKeywords, keywords)
        return LearnerEnv(game, **options)

    def sb3_vec_env(self, num_envs: int = 1, **keywords: Any) -> "SwarmVecEnv":
        """Return a VecEnv of stable-baselines3, which must be installed: one learner against opponents.

        Keywords: every field of the config, ``illegal_action``, ``max_cycles``, ``opponents`` (agents or their names),
        ``weights``, ``seat``, ``discount``, ``threads``, ``seed``, and what makes games easy to learn, on by default:

        - ``encoding``: "scaled": observations are float32, every byte one number from 0 to 1; "one_hot": categories and
          bits are each a number of their own, which learns more from a decision and takes longer; "own": as they are;
        - ``shaping``: the rewards say on the way who is ahead, by the potential that the game's page names; they add up
          to the pay, less the potential at the beginning; False: by the rules given alone. Evaluations never have it;
        - ``batch_of``: what a row is where all agents move at once. "choices": a game, whose agents with a choice are
          asked one after the other; "agents": one agent.
        """
        from swarmzoo.envs.api.sb3 import SwarmVecEnv

        game, options = self._for_learners("sb3_vec_env", Sb3Keywords, keywords)
        return SwarmVecEnv(game, num_envs, **{"batch_of": "choices"} | options)

    def _for_learners(self, what: str, kind: type, keywords: dict[str, Any]) -> tuple[Game, dict[str, Any]]:
        """Return the game and the options of a learner's view: shaped and encoded, unless something else is said."""
        game, options = self._read(what, kind, keywords)
        if requests.switch("shaping", options.pop("shaping", True)):
            config = shaped(game.config)
            game = game if config is game.config else self.make_game(config)
        return game, {"encoding": "scaled"} | options

    def _read(self, what: str, kind: type, keywords: dict[str, Any]) -> tuple[Game, dict[str, Any]]:
        """Part the keywords into the game of the config's fields and the view's options, those of a TypedDict."""
        fields, options = tuple(self.config.model_fields), tuple(get_type_hints(kind))
        for name in keywords:
            if name not in fields and name not in options:
                raise GameError(f"{name} is not a keyword of {what}(){nearest(name, (*fields, *options))}")
        values = {name: value for name, value in keywords.items() if name in fields}
        game = self.make_game(self.config.read(values))
        return game, {name: value for name, value in keywords.items() if name in options}


def entry_points(make_game: Callable[[Any], Game], config: type[Settings]) -> EntryPoints:
    """Return the functions that make the environments of a game."""
    return EntryPoints(make_game, config)
