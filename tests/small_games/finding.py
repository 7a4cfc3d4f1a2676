"""What exploiters find in tabulated games: their strategies as tables, which are worth exactly what they are worth."""

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from unittest.mock import patch

import numpy as np

from swarmzoo.agents.policy.checkpoint import load_policy
from swarmzoo.agents.search.tree_search import TreeSearch
from swarmzoo.training.config import TrainConfig
from swarmzoo.training.exploiters import train_exploiter
from tests.small_games.tabulated import Tabulated
from tests.small_games.targets import Target

DRAWS = 4  # searches of each information state
BASE: dict[str, Any] = {
    "envs": 64,
    "rollout": 32,
    "batch_size": 512,
    "learning_rate": 2e-3,
    "entropy": 0.005,
    "discount": 1.0,
    "threads": 1,
    "network": {"width": 64, "layers": 2, "head": 32},
}


def by_search(game: Tabulated, target: Target, simulations: int, seed: int = 0) -> np.ndarray:
    """Return the strategy of a search against a target, (information states, actions)."""
    model: Any = "random" if target.name == "uniform" else target
    search, odds = TreeSearch(game.game, simulations=simulations, model=model), target.odds.copy()
    for side in range(2):
        states, numbers = game.states(side)
        sides = np.full(len(states), side)
        odds[numbers] = 0.0
        for draw in range(DRAWS):
            seeds = np.arange(len(states)) + 100_003 * (seed * DRAWS + draw)
            odds[numbers, search.act_on(states, sides, sides, seeds)] += 1 / DRAWS
    return odds


def by_training(game: Tabulated, target: Target, decisions: int, seed: int = 0) -> np.ndarray:
    """Return the strategy of a policy that was trained against a target, (information states, actions)."""
    known = {target.name: target}
    with (
        TemporaryDirectory() as folder,
        patch("swarmzoo.training.selfplay.answering", lambda game, name: known[name]),
        patch("swarmzoo.training.winrate.answering", lambda game, name: known[name]),
        patch("swarmzoo.training.trainer.answering", lambda game, name: known[name]),
    ):
        out = Path(folder) / "run"
        train_exploiter(TrainConfig.read(BASE), game.game, {target.name: 1.0}, None, decisions, seed, out)
        policy = load_policy(out / "last.npz", game.game)
    odds = target.odds.copy()
    for side in range(2):
        _, numbers = game.states(side)
        seen = game.game.rules[0]["tensors"][numbers]
        seen = np.concatenate([seen, (numbers / len(odds))[:, None]], axis=1).astype(np.float32)
        chosen = policy.act(seen, game.legal[numbers].astype(np.int8))
        odds[numbers] = np.eye(odds.shape[1])[chosen]
    return odds
