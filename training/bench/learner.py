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

UPDATES = 4


def learner_figures(game: Game, config: TrainConfig) -> Iterator[Figure]:
    """Measure a learner's steps per second, without warm start and evaluations, and what its time is spent on."""
    from swarmzoo.training.progress import Progress
    from swarmzoo.training.trainer import Trainer

    alone = {
        "imitation": config.imitation.model_copy(update={"steps": 0}),
        "expert": config.expert.model_copy(update={"rounds": 0}),
        "evaluation": config.evaluation.model_copy(update={"games": 2, "against": ("random",)}),
        "total_steps": UPDATES * config.envs * config.rollout,
    }
    config = config.model_copy(update=alone)
    with tempfile.TemporaryDirectory() as folder:
        trainer = Trainer(config, game, Path(folder), Progress(quiet=True))
        spent: dict[str, float] = defaultdict(float)
        for played in trainer.learner.games:
            _time(played.env, "step_wait", spent)
        _time(trainer.learner, "learn", spent)
        others = {id(one): one for played in trainer.learner.games for one in played.table.opponents}
        for opponent in others.values():
            if not isinstance(opponent, CompiledOpponent):
                _time(opponent, "act", spent)
        trainer.run(resume=False)
    speed = trainer.learner.steps / trainer.seconds
    yield Figure("training steps of the learner (wall clock)", (speed,) * 3, "steps/s")
    games, policies, learning = (100 * spent[name] / trainer.seconds for name in ("step_wait", "act", "learn"))
    for what, share in (
        ("games and bots", games - policies),
        ("policies as opponents", policies),
        ("its own choices", 100 - games - learning),
        ("gradient steps", learning),
    ):
        yield Figure(f"share of the learner's time: {what}", (share,) * 3, "%")


def _time(thing: Any, name: str, spent: dict[str, float]) -> None:
    """Have a method note the seconds that its calls take."""
    method = getattr(thing, name)

    def timed(*arguments: Any) -> Any:
        began = time.perf_counter()
        answer = method(*arguments)
        spent[name] += time.perf_counter() - began
        return answer

    setattr(thing, name, timed)
