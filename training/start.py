"""Where training begins: with fresh weights, or with those of a trained policy."""

import os
from pathlib import Path

from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy

from swarmzoo.agents.built_in import baselines
from swarmzoo.agents.policy.checkpoint import load_policy, policy_for
from swarmzoo.agents.policy.shaping import shaping_in
from swarmzoo.agents.policy.weights import load_weights, once, weights_of
from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.game import Game
from swarmzoo.training.config import TrainConfig
from swarmzoo.training.growing import grown

PLAIN = ("width", "layers", "head")
SIZES = {"mlp": PLAIN, "disc": (*PLAIN, "channels"), "hex": (*PLAIN, "channels", "rounds")}  # of each kind of network


def with_network_of_start(config: TrainConfig, game: Game) -> TrainConfig:
    """Return a configuration with the network of the policy that it begins from, or as large as it shall grow.

    Raises GameError if the start is not a trained policy of the game, and if its network would not grow.
    """
    if config.start is None:
        return config
    path = policy_path("start", config.start, game)
    load_policy(path, game)  # refuses what does not play this game
    own = policy_for(path, game)[0]
    wanted = config.grow.model_dump(exclude_none=True)
    has = SIZES[own.kind]
    for name, size in wanted.items():
        if name not in has:
            raise GameError(f"grow.{name}: the network of {config.start} has none; allowed are {', '.join(has)}")
        if size < getattr(own, name):
            raise GameError(
                f"grow.{name} = {size}: the network of {config.start} has {getattr(own, name)} and cannot shrink"
            )
    return config.model_copy(update={"network": own.model_copy(update=wanted)})


def overruled(given: TrainConfig, config: TrainConfig) -> str:
    """Return a line about what a configuration says of the network and its start has otherwise; empty where nothing is.

    ``given`` is the configuration as it came, ``config`` the one with the network of its start.
    """
    if given.start is None:
        return ""
    asked, now = given.network.model_dump(exclude_defaults=True), config.network
    counts = {"kind", *SIZES[now.kind]} - set(given.grow.model_dump(exclude_none=True))
    differ = [name for name in asked if name in counts and asked[name] != getattr(now, name)]
    if not differ:
        return ""
    listed = ", ".join(f"{name} {getattr(now, name)}, not {asked[name]}" for name in differ)
    return f"the network is that of {given.start}: {listed}; grow.* makes it larger"


def paid_otherwise(config: TrainConfig, game: Game) -> str:
    """Return a line that says how shaping differs between a run and its start; empty where it does not."""
    if config.start is None:
        return ""
    path = policy_path("start", config.start, game)
    before, now = (shaping_in(made.config.model_dump()) for made in (load_policy(path, game).shaping, game))
    if before == now:
        return ""
    told = [", ".join(f"{name} = {value:g}" for name, value in one.items()) or "none" for one in (before, now)]
    until = "Its values are off until they are learned again"
    return f"{config.start} learned with shaping: {told[0]}; here: {told[1]}. {until}"


def load_start(policy: MaskableActorCriticPolicy, game: Game, config: TrainConfig) -> None:
    """Put the weights of the policy that a run begins from into a policy, which may be larger."""
    if config.start is not None:
        path = policy_path("start", config.start, game)
        network, arrays = policy_for(path, game)
        if network != config.network:
            arrays = grown(once(arrays), network, config.network, once(weights_of(policy)))
        load_weights(policy, arrays, f"checkpoint {path}")


def policy_path(where: str, name: str, game: Game) -> Path:
    """Return the checkpoint that a setting names, such as ``start``; raise GameError for what is none."""
    path = baselines(game).get(name, Path(name))
    if path.suffix != ".npz":
        allowed = ", ".join([*baselines(game), "a checkpoint (.npz)"])
        raise GameError(f"{where} = {name!r}: not a trained policy of {game.name}; allowed: {allowed}")
    if not os.path.exists(path):
        raise GameError(f"{where} = {name!r}: file not found")
    return path
