"""Processes that play: none stays when the one that began them is killed, however early."""

import sys

import pytest

from tests.breaking.processes import Marked

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="processes are found in /proc")


def test_no_worker_stays_when_an_arena_is_killed_while_they_begin(tmp_path):
    arena = Marked("arena", "random", "rusher", "--workers", "2", "--rounds", "40000", "--out", str(tmp_path / "t"))
    arena.wait_for("spawn_main", 2)
    arena.kill()
    assert arena.left(20) == {}


def test_a_worker_that_sleeps_ends_with_its_parent():
    """The task hangs, as a lock or a compiler may."""
    script = """
import time
from swarmzoo.lab.workers import begin_pool
if __name__ == "__main__":
    begin_pool(1).submit(time.sleep, 3600).result()
"""
    hanging = Marked(script=script)
    hanging.wait_for("spawn_main")
    hanging.kill()
    assert hanging.left(20) == {}
