"""Memory measured: a trained policy learns on with a memory of its own decisions and without, from the same opponents.

python -m swarmzoo.training.memory.compare insects --policy standard --seed 1 --out runs/memory

All learn by the same PPO in the same games, from bots of the preset and from the policy that they begin as, which draws
its actions; what they begin as plays as the policy does. Each comparison is written as one JSON file,
``GAME-POLICY-SEED.json``; ``python -m swarmzoo.training.memory.page FOLDER`` makes the table of training/MEMORY.md of
them. Minutes are those of the processor that training took, on one thread, without evaluations.
"""

import json
import time
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import torch
import typer

from swarmzoo.agents.policy.threads import set_threads
from swarmzoo.agents.text import read_options
from swarmzoo.envs.api.opponents import Opponent
from swarmzoo.envs.api.sb3 import SwarmVecEnv
from swarmzoo.envs.catalogue import FoundGame, find_game
from swarmzoo.envs.core.config import changed
from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.files import check_place, write_whole
from swarmzoo.envs.core.game import Game
from swarmzoo.training.config import LAST_SEED, TrainConfig
from swarmzoo.training.memory.learner import RememberingLearner
from swarmzoo.training.memory.match import win_rate
from swarmzoo.training.memory.remembering import MEMORIES, Remembering
from swarmzoo.training.opponents import opponent_named
from swarmzoo.training.ppo import new_policy
from swarmzoo.training.start import load_start, with_network_of_start
from swarmzoo.training.strength import preset_of

SCHEMA = 1
PLAIN = "none"  # of ``MEMORIES``: the policy as it is
SETTINGS = (  # of a run of training, what a comparison may have otherwise
    "envs",
    "rollout",
    "batch_size",
    "epochs",
    "learning_rate",
    "final_learning_rate",
    "discount",
    "gae_lambda",
    "clip",
    "entropy",
    "value_share",
    "max_gradient",
)


def config_of(found: FoundGame, preset: str, policy: str, seed: int, decisions: int, settings: str = "") -> TrainConfig:
    """Return how a policy learns on: as a preset says, from the preset's bots and from itself as it is now.

    ``settings``: fields of the learner in place of the preset's, as ``batch_size=4096,clip=0.1``. Raises GameError for
    presets and fields that there are not, and for presets of one side.
    """
    config = preset_of(found, preset, seed, 2)
    if config.seat is not None:
        raise GameError(
            f"--preset {preset}: one side learns there; memories are compared where both sides' tasks are one"
        )
    given = read_options(settings, f"--settings {settings}")
    if unknown := sorted(set(given) - set(SETTINGS)):
        raise GameError(f"--settings {settings}: {unknown[0]} cannot be set here; allowed are {', '.join(SETTINGS)}")
    bots, share = config.self_play.bots, config.self_play.bots_share
    odds = {name: share * odds / sum(bots.values()) for name, odds in bots.items()} | {
        f"{policy}:sample=true": 1 - share
    }
    config = config.model_copy(
        update={
            "start": policy,
            "total_steps": decisions,
            "self_play": config.self_play.model_copy(update={"bots": odds, "bots_share": 1.0}),
        }
    )
    return TrainConfig.read(changed(config) | given, "--settings ")


def name_of(policy: str) -> str:
    """Return the name of a policy in results, wherever its file lies."""
    return Path(policy).stem


class Comparison:
    """One policy that learns on with every memory; ``measure`` trains and plays."""

    def __init__(self, found: FoundGame, config: TrainConfig, games: int):
        self.game: Game = found.read(config.env, "env.")
        if self.game.num_sides != 2:
            raise GameError(f"{found.name}: {self.game.num_sides} sides play here; memories are compared where two do")
        self.config, self.games = with_network_of_start(config, self.game), games
        self.opponents = [self._opponent(name) for name in self.config.self_play.bots]
        assert config.start is not None
        bots = [name for name in self.config.evaluation.against if name != config.start]
        self.against = {name: self._opponent(name) for name in bots} | {
            name_of(config.start): self._opponent(config.start)
        }

    def _opponent(self, name: str) -> Opponent:
        opponent = opponent_named(self.game, name)
        if opponent is None:
            raise GameError(f"{name}: nobody of {self.game.name} who plays many games at once")
        return opponent

    def begin(self, memory: str) -> Remembering:
        """Return the policy as it begins, with a memory."""
        torch.manual_seed(self.config.seed)
        policy = new_policy(self.game, self.config)
        load_start(policy, self.game, self.config)
        return Remembering(policy, self.config.network, memory)

    def train(self, memory: str) -> tuple[Remembering, float]:
        """Return what a policy with a memory has become, and the seconds of the processor that it took."""
        mind, config = self.begin(memory), self.config
        env = SwarmVecEnv(
            self.game,
            config.envs,
            self.opponents,
            weights=list(config.self_play.bots.values()),
            seed=config.seed,
            discount=config.discount,
        )
        began = time.process_time()
        learner = RememberingLearner(self.game, config, mind, env)
        while learner.steps < config.total_steps:
            learner.update()
        return mind, time.process_time() - began

    def scores(self, mind: Remembering) -> dict[str, Any]:
        """Return what a policy wins from each opponent, with intervals."""
        return {name: self._won(mind, opponent) for name, opponent in self.against.items()}

    def _won(self, mind: Remembering, other: Any) -> dict[str, Any]:
        return asdict(win_rate(self.game, mind, other, games=self.games, seed=self.config.evaluation.seed))

    def measure(self) -> dict[str, Any]:
        """Train with every memory; return what each wins from the opponents, and from the one without."""
        before, arms = self.scores(self.begin(PLAIN)), {}
        plain: Remembering | None = None
        for memory in MEMORIES:
            mind, seconds = self.train(memory)
            arms[memory] = {"minutes": round(seconds / 60, 2), "scores": self.scores(mind)}
            if plain is None:
                plain = mind
            else:
                arms[memory]["from_plain"] = self._won(mind, plain)
            print(f"{memory}: {_told(arms[memory])}", flush=True)
        return {"rules": self.game.rules_signature, "before": before, "arms": arms}


def _told(arm: dict[str, Any]) -> str:
    """Return a line of what an arm won."""
    shares = [f"{name} {won['score']:.1%}" for name, won in arm["scores"].items()]
    if "from_plain" in arm:
        shares.append(f"the one without {arm['from_plain']['score']:.1%}")
    return f"{arm['minutes']:.1f} minutes, {', '.join(shares)}"


def main(
    game: Annotated[str, typer.Argument(help="The game.")],
    policy: Annotated[str, typer.Option(help="The trained policy that learns on.")],
    preset: Annotated[
        str, typer.Option(help="The preset that says how; without it, the one of the policy's name.")
    ] = "",
    seed: Annotated[int, typer.Option(min=0, max=LAST_SEED, help="Seed of weights, games and draws.")] = 1,
    decisions: Annotated[int, typer.Option(min=1, help="That each of them learns from.")] = 1_000_000,
    games: Annotated[int, typer.Option(min=2, help="Games against each opponent.")] = 1000,
    settings: Annotated[
        str, typer.Option(help="Of the learner, in place of the preset's, for instance batch_size=4096.")
    ] = "",
    out: Annotated[Path, typer.Option(help="The folder of the results.")] = Path("runs/memory"),
) -> None:
    """Let a policy learn on with and without a memory, and write what each wins."""
    path, preset = out / f"{game}-{name_of(policy)}-{seed}.json", preset or policy
    told = {
        "schema": SCHEMA,
        "game": game,
        "preset": preset,
        "policy": name_of(policy),
        "seed": seed,
        "settings": settings,
    }
    set_threads(1)
    try:
        found = find_game(game)
        comparison = Comparison(found, config_of(found, preset, policy, seed, decisions, settings), games)
        check_place(path)
        if path.exists():
            raise GameError(f"{path}: there is a result already; name another folder with --out")
        told |= {"decisions": decisions, "games": games} | comparison.measure()
    except GameError as error:
        raise SystemExit(f"memory: {error}") from None
    except OSError as error:
        raise SystemExit(f"memory: {path}: {error.strerror or error}") from None
    write_whole(path, (json.dumps(told) + "\n").encode())
    print(path)


if __name__ == "__main__":
    typer.run(main)
