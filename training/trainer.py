"""One training run: self-play with sb3-contrib's MaskablePPO, evaluation, checkpoints, resume."""

import random
import time
from pathlib import Path
from typing import Any

import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.logger import CSVOutputFormat, Logger, TensorBoardOutputFormat

from swarmzoo.agents.built_in import built_in, teachers
from swarmzoo.agents.policy.checkpoint import (
    game_header,
    load_weights,
    read_archive,
    save_policy,
    weights_of,
    write_archive,
)
from swarmzoo.agents.policy.network import policy_arguments, policy_class
from swarmzoo.agents.policy.policy_agent import PolicyAgent, set_threads
from swarmzoo.envs.api.sb3 import SwarmVecEnv
from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.game import Game
from swarmzoo.training.config import TrainConfig
from swarmzoo.training.imitation import School
from swarmzoo.training.interruption import Interruption, Stopped
from swarmzoo.training.progress import Progress
from swarmzoo.training.rollout import ChoiceBuffer
from swarmzoo.training.selfplay import OpponentPool, part
from swarmzoo.training.winrate import evaluate_policy

RESUME = "resume.npz"


class _Silent(BaseCallback):
    def _on_step(self) -> bool:
        return True


class Trainer:
    """A run in a folder: ``run()`` trains until ``total_steps`` and can resume after every rollout."""

    def __init__(self, config: TrainConfig, game: Game, folder: Path, progress: Progress):
        self.config, self.game, self.folder, self.progress = config, game, folder, progress
        set_threads(config.threads)
        self._seed_everything()
        bots = built_in(game)
        self._check_opponents(bots)
        self.env = SwarmVecEnv(
            game,
            config.envs,
            [bots["random"]],
            seed=config.seed * 1_000_003 + 1,
            seat=config.seat,
            threads=config.env_threads,
            discount=config.discount,
        )
        self.model = self._model()
        self.pool = OpponentPool(game, config.self_play, self.model.policy, config.seed)
        self.env.learners = self._table_with_pool()
        self.history: list[dict[str, Any]] = []
        self.best = -1.0
        self.last_evaluation = self.last_save = 0
        self.seconds = 0.0

    def _check_opponents(self, bots: dict[str, Any]) -> None:
        """Refuse names of bots that do not exist before anything is written."""
        config = self.config
        for where, names in (
            ("evaluation.against", config.evaluation.against),
            ("imitation.opponents", config.imitation.opponents),
            ("imitation.teacher", [config.imitation.teacher] if config.imitation.steps else []),
        ):
            known = bots if where == "imitation.opponents" else bots | teachers(self.game)
            for name in names:
                if name not in known:
                    raise GameError(f"{where}: unknown bot {name!r} of {self.game.name}; allowed: {', '.join(known)}")

    def _seed_everything(self) -> None:
        random.seed(self.config.seed)
        np.random.seed(self.config.seed % 2**32)  # noqa: NPY002  (SB3 shuffles its rollouts by it)
        torch.manual_seed(self.config.seed)

    def _table_with_pool(self) -> Any:
        learners = type(self.env.learners)(
            self.game,
            self.config.envs,
            self.pool.opponents,
            weights=self.pool.weights(),
            seat=self.config.seat,
            threads=self.config.env_threads,
            discount=self.config.discount,
        )
        return learners

    def _model(self) -> MaskablePPO:
        config = self.config
        model = MaskablePPO(
            policy_class(self.game, config.network),
            self.env,
            **self._buffer(),
            learning_rate=self._learning_rate,
            n_steps=config.rollout,
            batch_size=config.batch_size,
            n_epochs=config.epochs,
            gamma=config.discount,
            gae_lambda=config.gae_lambda,
            clip_range=config.clip,
            ent_coef=config.entropy,
            vf_coef=config.value_share,
            max_grad_norm=config.max_gradient,
            target_kl=config.target_kl,
            seed=config.seed,
            device="cpu",
            policy_kwargs=policy_arguments(self.game, config.network),
        )
        return model

    def _buffer(self) -> dict[str, Any]:
        """Return the keywords of the rollout: where all agents move at once, only real choices are learned from."""
        if self.game.sequential:
            return {}
        return {
            "rollout_buffer_class": ChoiceBuffer,
            "rollout_buffer_kwargs": {"rows_per_game": self.env.rows_per_game},
        }

    def _learning_rate(self, remaining: float) -> float:
        first, last = self.config.learning_rate, self.config.final_learning_rate
        return last + (first - last) * max(remaining, 0.0)

    def run(self, resume: bool) -> None:
        """Train from the start or the last resume point to the end."""
        model, config = self.model, self.config
        self.folder.mkdir(parents=True, exist_ok=True)
        if not resume:
            self._warm_start()
        _, callback = model._setup_learn(config.total_steps, _Silent(), reset_num_timesteps=True)
        if resume:
            self._load()
        logger = self._logger()
        model.set_logger(logger)
        try:
            self._go_on(callback, resume)
        finally:
            logger.close()

    def _go_on(self, callback: BaseCallback, resume: bool) -> None:
        """Update until the end, or until somebody interrupts."""
        model, config = self.model, self.config
        callback.on_training_start({}, {})
        if not resume:
            self._evaluate()
        self.progress.begin(config.total_steps, model.num_timesteps)
        with Interruption(self.progress.say) as interruption:
            while model.num_timesteps < config.total_steps and not interruption.wanted:
                self._one_update(callback)
        self.save()
        if interruption.wanted and model.num_timesteps < config.total_steps:
            done = f"{model.num_timesteps:,} of {config.total_steps:,}"
            raise Stopped(f"stopped at {done} steps; continue with --resume --out {self.folder}")
        if self.last_evaluation != model.num_timesteps:
            self._evaluate()
            self._log()
        self._save_policy("last")
        self.save()

    def _logger(self) -> Logger:
        """Return TensorBoard and CSV logs; a resumed run begins a new CSV file beside the old one."""
        steps = self.model.num_timesteps
        name = f"progress_{steps}.csv" if steps else "progress.csv"
        outputs = [CSVOutputFormat(str(self.folder / name)), TensorBoardOutputFormat(str(self.folder))]
        return Logger(str(self.folder), outputs)

    def _one_update(self, callback: BaseCallback) -> None:
        model, config = self.model, self.config
        started = time.perf_counter()
        self.pool.update(model.num_timesteps, model.policy, self.env.learners)
        before = model.num_timesteps
        model.collect_rollouts(self.env, callback, model.rollout_buffer, config.rollout, use_masking=True)
        if isinstance(model.rollout_buffer, ChoiceBuffer):
            model.num_timesteps = before + model.rollout_buffer.choices
        model._update_current_progress_remaining(model.num_timesteps, config.total_steps)
        model.train()
        self.seconds += time.perf_counter() - started
        self.progress.advance(model.num_timesteps, (model.num_timesteps - before) / (time.perf_counter() - started))
        if model.num_timesteps - self.last_evaluation >= config.evaluation.every:
            self._evaluate()
        self._log()
        if model.num_timesteps - self.last_save >= config.save_every:
            self.save()

    def _log(self) -> None:
        model = self.model
        ended = list(model.ep_info_buffer or [])
        if ended:
            model.logger.record("rollout/reward", float(np.mean([e["r"] for e in ended])))
            model.logger.record("rollout/decisions", float(np.mean([e["l"] for e in ended])))
        model.logger.record("time/steps_per_second", model.num_timesteps / max(self.seconds, 1e-9))
        model.logger.record("time/total_timesteps", model.num_timesteps)
        model.logger.dump(step=model.num_timesteps)

    def _warm_start(self) -> None:
        setting = self.config.imitation
        if setting.steps == 0:
            return
        school = School(
            self.game, setting, self.model.policy, self.config.seed, self.config.env_threads, self.config.seat
        )
        self._evaluate(school.decisions)
        self.progress.begin(school.work, 0, "learning from " + setting.teacher)
        share = school.teach(self.progress.add)
        self.progress.say(f"warm start: {share:.0%} of {setting.teacher}'s actions foretold")
        self.pool.snapshots = [weights_of(self.model.policy)]
        load_weights(self.pool.past.policy, self.pool.snapshots[0], "snapshot")

    def _evaluate(self, before: int = 0) -> None:
        """Measure win rates; nothing that training draws from is moved.

        ``before`` is how many decisions of a warm start are to come; the curve begins as far left of 0.
        """
        setting, steps = self.config.evaluation, self.model.num_timesteps - before
        self.last_evaluation = self.model.num_timesteps
        agent = PolicyAgent("learner", self.model.policy)
        rows = evaluate_policy(self.game, agent, setting, self.config.seat)
        self.history.append({"steps": steps, "seconds": round(self.seconds, 1), "scores": rows})
        self.progress.evaluated(steps, rows)
        for name, row in rows.items() if not before else ():
            self.model.logger.record(f"evaluation/{name}", row["score"])
        mean = float(np.mean([row["score"] for row in rows.values()]))
        if mean > self.best:
            self.best = mean
            self._save_policy("best")
        self.progress.draw(self.folder, self.history)

    def _save_policy(self, name: str) -> None:
        more = {
            "steps": self.model.num_timesteps,
            "training": self.config.model_dump(mode="json"),
            "scores": self.history[-1]["scores"] if self.history else {},
        }
        save_policy(self.folder / f"{name}.npz", self.game, self.config.network, self.model.policy, more)

    def save(self) -> None:
        """Write a resume point: weights, optimizer, all random states, the games, the opponents."""
        model = self.model
        self.last_save = model.num_timesteps
        pool, pool_arrays = self.pool.get_state()
        optimizer = model.policy.optimizer.state_dict()
        arrays = {f"policy.{k}": v for k, v in weights_of(model.policy).items()}
        arrays |= {f"env.{k}": v for k, v in self.env.get_state().items()}
        arrays |= {f"pool.{k}": v for k, v in pool_arrays.items()}
        for number, moments in optimizer["state"].items():
            arrays |= {f"adam.{number}.{key}": np.asarray(value.numpy()) for key, value in moments.items()}
        generator = np.random.get_state(legacy=False)  # noqa: NPY002
        arrays |= {
            "torch_rng": torch.random.get_rng_state().numpy(),
            "numpy_rng": np.asarray(generator["state"]["key"]),
            "last_obs": np.asarray(model._last_obs),
            "last_starts": np.asarray(model._last_episode_starts),
        }
        header = game_header(self.game) | {
            "training": self.config.model_dump(mode="json"),
            "steps": model.num_timesteps,
            "updates": model._n_updates,
            "remaining": model._current_progress_remaining,
            "numpy_pos": int(generator["state"]["pos"]),
            "numpy_gauss": [int(generator["has_gauss"]), float(generator["gauss"])],
            "episodes": list(model.ep_info_buffer or []),
            "pool": pool,
            "history": self.history,
            "best": self.best,
            "last_evaluation": self.last_evaluation,
            "seconds": self.seconds,
        }
        write_archive(self.folder / RESUME, header, arrays)

    def _load(self) -> None:
        """Go back to the resume point of the folder."""
        model = self.model
        header, arrays = read_archive(self.folder / RESUME)
        load_weights(model.policy, part(arrays, "policy."), "resume point")
        self._load_optimizer(part(arrays, "adam."))
        self.env.set_state(part(arrays, "env."))
        self.pool.set_state(header["pool"], part(arrays, "pool."))
        model.num_timesteps, model._n_updates = header["steps"], header["updates"]
        model._current_progress_remaining = header["remaining"]
        model._last_obs, model._last_episode_starts = arrays["last_obs"], arrays["last_starts"]
        (model.ep_info_buffer or []).extend(header["episodes"])
        self.history, self.best = header["history"], header["best"]
        self.last_evaluation, self.last_save = header["last_evaluation"], header["steps"]
        self.seconds = header["seconds"]
        torch.random.set_rng_state(torch.from_numpy(arrays["torch_rng"].copy()))
        state = np.random.get_state(legacy=False)  # noqa: NPY002
        state["state"] = {"key": arrays["numpy_rng"], "pos": header["numpy_pos"]}
        state["has_gauss"], state["gauss"] = header["numpy_gauss"]
        np.random.set_state(state)  # noqa: NPY002

    def _load_optimizer(self, arrays: dict[str, np.ndarray]) -> None:
        optimizer = self.model.policy.optimizer
        state = optimizer.state_dict()
        moments: dict[int, dict[str, torch.Tensor]] = {}
        for name, array in arrays.items():
            number, key = name.split(".")
            moments.setdefault(int(number), {})[key] = torch.from_numpy(array.copy())
        optimizer.load_state_dict({"state": moments, "param_groups": state["param_groups"]})
