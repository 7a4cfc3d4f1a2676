"""Threads of torch: they leave the cores to others while they wait."""

import os
import subprocess
import sys

import pytest

SEEN = """
import importlib.abc, os, sys
class Looks(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name == "torch":
            print(os.environ.get("GOMP_SPINCOUNT"))
            sys.exit()
sys.meta_path.insert(0, Looks())
import {module}
"""


@pytest.mark.parametrize("module", ["training.run", "training.trainer", "training.strength"])
@pytest.mark.parametrize(("given", "seen"), [(None, "1000"), ("7", "7")])
def test_waiting_threads_sleep_soon_unless_the_user_says_otherwise(module, given, seen):
    environment = {name: value for name, value in os.environ.items() if name != "GOMP_SPINCOUNT"}
    environment |= {} if given is None else {"GOMP_SPINCOUNT": given}
    code = SEEN.format(module=f"swarmzoo.{module}")
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == seen, "what the environment says as torch is loaded"
