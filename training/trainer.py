"""One training run: PPO by self-play, evaluation, checkpoints, resume."""

import random
import time
from pathlib import Path
from shlex import quote
from typing import Any

import numpy as np
import torch

from swarmzoo.agents.built_in import built_in, teachers
from swarmzoo.agents.policy.checkpoint import read_policy, save_policy
from swarmzoo.agents.policy.config import Network
from swarmzoo.agents.policy.threads import set_threads
from swarmzoo.agents.policy.torch_agent import TorchAgent
from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.game import Game
from swarmzoo.training.config import TrainConfig
from swarmzoo.training.device import device_of
from swarmzoo.training.expert import VARIANTS, ExpertRound, check_expert
from swarmzoo.training.folder import RESUME
from swarmzoo.training.games import games_for
from swarmzoo.training.imitation import School
from swarmzoo.training.interruption import Interruption, Stopped
from swarmzoo.training.logs import logs
from swarmzoo.training.opponents import opponent_named
from swarmzoo.training.ppo import Learner, new_policy
from swarmzoo.training.progress import Progress
from swarmzoo.training.resized import resized_for
from swarmzoo.training.resume_point import read_point, write_point
from swarmzoo.training.selfplay import OpponentPool
from swarmzoo.training.start import load_start, overruled, paid_otherwise, with_network_of_start
from swarmzoo.training.variants import games_of
from swarmzoo.training.winrate import evaluate_policy


class Trainer:
    """A run in a folder: ``run()`` trains until its steps and rounds are done and can resume after every rollout.

    ``network``: of the point from which the run will resume, whose weights replace those of its start.
    """

    def __init__(
        self, config: TrainConfig, game: Game, folder: Path, progress: Progress, network: Network | None = None
    ):
        if network is not None:
            config = config.model_copy(update={"network": network})
        else:
            given, config = config, with_network_of_start(config, game)
            for note in filter(None, (overruled(given, config), paid_otherwise(config, game))):
                progress.say(note)
        self.config, self.game, self.folder, self.progress = config, game, folder, progress
        set_threads(config.threads)
        self._seed_everything()
        self._check_opponents(built_in(game))
        check_expert(game, config)
        self.device = device_of(config.device)
        policy = new_policy(game, config).to(self.device)
        if network is None:
            load_start(policy, game, config)
        games = games_of(game, config.variants, "variants")
        resized = resized_for(config, games, policy)
        self.pool = OpponentPool(games, config, policy, resized)
        self.learner = Learner(config, policy, games_for(games, config, self.pool, resized))
        self.history: list[dict[str, Any]] = []
        self.best = -1.0
        self.last_evaluation = self.last_save = 0
        self.searched = 0  # rounds of expert iteration so far
        self.seconds = self.lessons_seconds = 0.0  # of updates; of a warm start and rounds of expert iteration

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
                is_known = where == "evaluation.against" and opponent_named(self.game, name) is not None
                if name not in known and not is_known:
                    more = ["search:N", "trained policies"] if where == "evaluation.against" else []
                    allowed = ", ".join([*known, *more])
                    raise GameError(f"{where}: unknown bot {name!r} of {self.game.name}; allowed: {allowed}")

    def _seed_everything(self) -> None:
        random.seed(self.config.seed)
        np.random.seed(self.config.seed % 2**32)  # noqa: NPY002  (rollouts are shuffled by it)
        torch.manual_seed(self.config.seed)

    def run(self, resume: bool) -> None:
        """Train from the start or the last resume point to the end."""
        if resume:
            read_point(self.folder / RESUME, self)
            if self._has_ended():
                self.progress.say(f"{self.folder}: nothing is left to do; a larger total_steps would go on")
                return
        else:
            if not (self._is_more_to_do() or self.config.imitation.steps):
                self.progress.say("nothing is learned here: no warm start, no rounds and total_steps = 0")
            try:
                self._warm_start()
            except KeyboardInterrupt:
                again = f"begin it again with --resume --out {quote(str(self.folder))}"
                raise Stopped(f"stopped in the warm start, of which nothing is kept; {again}") from None
            self.learner.begin()
        with logs(self.folder, self._done if resume and self._has_begun else None) as self.learner.logger:
            self._go_on(resume)

    def _go_on(self, resume: bool) -> None:
        """Update until the end, or until somebody interrupts."""
        learner, config = self.learner, self.config
        if not resume:
            self._evaluate()
            if not config.total_steps:
                self._log()
            self.save()
        self.progress.begin(config.total_steps, learner.steps)
        with Interruption(self.progress.say) as interruption:
            while self._is_more_to_do() and not interruption.wanted:
                if self._is_search_due():
                    self._learn_from_search()
                else:
                    self._one_update()
        self.save()
        if interruption.wanted and self._is_more_to_do():
            done = f"{learner.steps:,} of {config.total_steps:,} steps"
            if config.expert.rounds:
                done += f" and {self.searched} of {config.expert.rounds} rounds of {self.lessons_of}"
            raise Stopped(f"stopped at {done}; continue with --resume --out {quote(str(self.folder))}")
        if self.last_evaluation != learner.steps:
            self._evaluate()
            self._log()
        self._save_policy("last")
        self.save()

    @property
    def _has_begun(self) -> bool:
        return self.learner.steps > 0 or self.searched > 0

    def _is_more_to_do(self) -> bool:
        return self.learner.steps < self.config.total_steps or self.searched < self.config.expert.rounds

    def _has_ended(self) -> bool:
        """Tell whether the run came to its end before: its last evaluation is in the point, its last policy there."""
        last = self.folder / "last.npz"
        if self._is_more_to_do() or self.last_evaluation != self.learner.steps or not last.exists():
            return False
        return read_policy(last)[0].get("training") == self.config.model_dump(mode="json")

    def _is_search_due(self) -> bool:
        rounds = self.config.expert.rounds
        return self.searched < rounds and self.learner.steps * rounds >= self.searched * self.config.total_steps

    @property
    def _done(self) -> int:
        """The learner's decisions so far, or its lessons where there are rounds of expert iteration alone."""
        return self.learner.steps if self.config.total_steps else self.searched * self.config.expert.steps

    @property
    def lessons_of(self) -> str:
        """What teaches in the rounds of expert iteration, in a word."""
        return "search" if self.config.expert.teacher is None else "teacher"

    def _learn_from_search(self) -> None:
        """Let a search or another policy teach the policy, and note how far it has come by that."""
        learner, config, number = self.learner, self.config, self.searched
        started = time.perf_counter()
        lessons = ExpertRound(self.game, config, learner.policy, number)
        self.progress.begin(lessons.work, 0, f"{self.lessons_of}, round {number + 1}")
        lessons.collect(self.progress.add)
        share = lessons.learn(self.progress.add)
        self.lessons_seconds += time.perf_counter() - started
        self.searched += 1
        self.progress.say(
            f"round {self.searched}: in {share:.0%} the policy does what the {self.lessons_of} likes best"
        )
        learner.logger.record("expert/agreement", share)
        self.progress.begin(config.total_steps, learner.steps)
        self._evaluate()
        if not config.total_steps:
            self._log()
        self.save()

    def _one_update(self) -> None:
        learner, config = self.learner, self.config
        started, before = time.perf_counter(), learner.steps
        self.pool.update(before, learner.policy, [games.table for games in learner.games])
        learner.update()
        spent = time.perf_counter() - started
        self.seconds += spent
        self.progress.advance(learner.steps, (learner.steps - before) / spent)
        if learner.steps - self.last_evaluation >= config.evaluation.every:
            self._evaluate()
        self._log()
        if learner.steps - self.last_save >= config.save_every:
            self.save()

    def _log(self) -> None:
        learner = self.learner
        record = learner.logger.record
        if learner.ended:
            record("rollout/reward", float(np.mean([game["r"] for game in learner.ended])))
            record("rollout/decisions", float(np.mean([game["l"] for game in learner.ended])))
        if self.config.total_steps:
            record("time/steps_per_second", learner.steps / max(self.seconds, 1e-9))
            record("time/total_timesteps", learner.steps)
        else:
            record("time/lessons", self._done)
        learner.logger.dump(step=self._done)

    def _warm_start(self) -> None:
        setting = self.config.imitation
        if setting.steps == 0:
            return
        school = School(self.game, self.config, self.learner.policy)
        self._evaluate(school.decisions)
        self.progress.begin(school.work, 0, "warm start")
        started = time.perf_counter()
        share = school.teach(self.progress.add)
        self.lessons_seconds += time.perf_counter() - started
        self.progress.say(f"warm start: {share:.0%} of {setting.teacher}'s actions foretold")
        self.pool.begin_from(self.learner.policy)

    def _evaluate(self, before: int = 0) -> None:
        """Measure win rates; nothing that training draws from is moved.

        ``before`` is how many decisions of a warm start are to come; the curve begins as far left of 0. So it does
        where there are rounds of expert iteration alone.
        """
        setting, expert, steps = self.config.evaluation, self.config.expert, self.learner.steps - before
        when = f"{steps:,} steps"
        if expert.rounds and not self.config.total_steps:
            steps -= (expert.rounds - self.searched) * expert.steps
            when = f"{self.searched * expert.steps:,} lessons"
        self.last_evaluation = self.learner.steps
        agent = TorchAgent("learner", self.game, self.config.network, self.learner.policy)
        rows = evaluate_policy(self.game, agent, setting, self.config.seat)
        seconds = round(self.seconds + self.lessons_seconds, 1)
        self.history.append({"steps": steps, "seconds": seconds, "scores": rows})
        self.progress.evaluated("untrained" if before else when, rows)
        for name, row in rows.items() if not before else ():
            self.learner.logger.record(f"evaluation/{name}", row["score"])
        mean = float(np.mean([row["score"] for row in rows.values()]))
        if mean >= self.best and not (before and self.config.start is None):  # fresh weights are nobody's best
            self.best = mean
            self._save_policy("best")
        self.progress.draw(self.folder, self.history, self.game.num_sides)

    def _save_policy(self, name: str) -> None:
        more = {
            "steps": self.learner.steps,
            "training": self.config.model_dump(mode="json"),
            "scores": self.history[-1]["scores"] if self.history else {},
        }
        if also := self._also_learned():
            more |= {"variants": also}  # nobody is warned of these when the policy plays them
        save_policy(self.folder / f"{name}.npz", self.game, self.config.network, self.learner.policy, more)

    def _also_learned(self) -> list[str]:
        """Return the signatures of the rules of all variants in which the policy learns."""
        expert = self.config.expert
        taught = games_of(self.game, expert.variants, VARIANTS)[1:] if expert.rounds else []
        games = [*(games.env.game for games in self.learner.games[1:]), *taught]
        return sorted({game.rules_signature for game in games} - {self.game.rules_signature})

    def save(self) -> None:
        """Write a resume point."""
        self.last_save = self.learner.steps
        write_point(self.folder / RESUME, self)
