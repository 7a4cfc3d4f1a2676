"""How long a game takes to start: when its rules are compiled, and when they were."""

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator

from swarmzoo.envs.core.game import Game
from swarmzoo.training.bench.measuring import Figure


def start_figures(game: Game) -> Iterator[Figure]:
    """Measure a start that compiles everything, and one that finds it compiled, in processes of their own."""
    assert game.factory is not None
    package = game.factory.__module__.rpartition(".")[0]
    text = (
        "import time; began = time.perf_counter()\n"
        f"from {package} import {'env' if game.sequential else 'parallel_env'} as env\n"
        "e = env(); e.reset(seed=0); print(time.perf_counter() - began)"
    )
    with tempfile.TemporaryDirectory() as folder:
        for name in ("first start to first observation (compiles)", "second start to first observation"):
            environment = os.environ | {"SWARMZOO_CACHE": folder}
            done = subprocess.run(
                [sys.executable, "-c", text], env=environment, capture_output=True, text=True, check=True
            )
            yield Figure(name, (float(done.stdout),) * 3, "seconds")
