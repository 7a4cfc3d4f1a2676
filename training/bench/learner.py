"""How fast a learner trains, and what its time is spent on."""

import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from swarmzoo.envs.api.opponents import CompiledOpponent
from swarmzoo.envs.core.game import Game
from swarmzoo.training.bench.measuring import Figure
from swarmzoo.training.config import TrainConfig


def learner_figures(game: Game, config: TrainConfig) -> Iterator[Figure]:
    """Measure a learner's steps per second, without warm start and evaluations, and what the games cost of its time."""
    from swarmzoo.training.progress import Progress
    from swarmzoo.training.trainer import Trainer

    alone = config.imitation.model_copy(update={"steps": 0})
    config = config.model_copy(update={"imitation": alone, "total_steps": 4 * config.envs * config.rollout})
    with tempfile.TemporaryDirectory() as folder:
        trainer = Trainer(config, game, Path(folder), Progress(quiet=True))
        spent: dict[str, float] = defaultdict(float)
        _time(trainer.env, "step_wait", spent)
        for opponent in trainer.pool.opponents:
            if not isinstance(opponent, CompiledOpponent):
                _time(opponent, "act", spent)
        trainer.run(resume=False)
    speed = trainer.learner.steps / trainer.seconds
    yield Figure("training steps of the learner (wall clock)", (speed,) * 3, "steps/s")
    games, policies = (100 * spent[name] / trainer.seconds for name in ("step_wait", "act"))
    yield Figure("share of the learner's time: games and bots", (games - policies,) * 3, "%")
    yield Figure("share of the learner's time: policies as opponents", (policies,) * 3, "%")


def _time(thing: Any, name: str, spent: dict[str, float]) -> None:
    """Have a method note the seconds that its calls take."""
    method = getattr(thing, name)

    def timed(*arguments: Any) -> Any:
        began = time.perf_counter()
        answer = method(*arguments)
        spent[name] += time.perf_counter() - began
        return answer

    setattr(thing, name, timed)
