"""Compiled code on disk: what several processes compiled works together in one."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

PLAY = """
import sys
import numpy as np
from swarmzoo.envs.core.table import Table
from tests.tiny_game import TinyHexConfig, tiny_hex

for size in sys.argv[1:]:
    table = Table(tiny_hex(TinyHexConfig(size=int(size))), 8)
    table.seed(np.arange(8))
    table.arrange(at_random=True, autoreset=True)
    table.begin()
    for _ in range(50):
        table.step()
    print(size, table.decisions, table.episodes.sum(), table.states["stones"].sum())
"""


@pytest.fixture
def play(tmp_path):
    """Play tiny games in a process of its own, with a cache folder for this test."""

    def start(*sizes: str) -> subprocess.Popen:
        environment = os.environ | {"SWARMZOO_CACHE": str(tmp_path), "PYTHONPATH": str(Path(__file__).parents[2])}
        command = [sys.executable, "-c", PLAY, *sizes]
        return subprocess.Popen(
            command, env=environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=tmp_path
        )

    return start


def test_code_compiled_by_two_processes_at_once_works_together_in_a_third(play):
    two, three = play("2"), play("3")
    apart = two.communicate()[0] + three.communicate()[0]
    assert two.returncode == three.returncode == 0
    together = play("2", "3")
    told, complaints = together.communicate()
    assert (together.returncode, told) == (0, apart)
    again = play("3", "2").communicate()[1]
    assert "compiling" not in again, "both are in the cache by now: a line that one process lost is written anew"
    assert complaints.count("compiling") <= 1
