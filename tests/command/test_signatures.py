"""Typed signatures: they are those of the configurations and of the environments, and a type checker reads them."""

import inspect
import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import get_type_hints

import pytest

import swarmzoo.envs
from swarmzoo.command.signatures import path_of, stale, stub
from swarmzoo.envs.api.aec import GameEnv
from swarmzoo.envs.api.keywords import AgentKeywords, GymKeywords, Sb3Keywords, VectorKeywords
from swarmzoo.envs.api.learner import LearnerTable
from swarmzoo.envs.api.sb3 import SwarmVecEnv
from swarmzoo.envs.api.simultaneous import GameParallelEnv
from swarmzoo.envs.api.single import LearnerEnv
from swarmzoo.envs.api.vector import GameVectorEnv
from swarmzoo.envs.catalogue import games

ENVS = Path(next(iter(swarmzoo.envs.__path__)))

MISTAKES = """
from swarmzoo.envs.insects import env, game, gym_env, parallel_env, sb3_vec_env, vector_env
from swarmzoo.envs.formation import parallel_env as formation
env(players=3, rules={"base_attack": 2, "cards": {"stack": 3}}, render_mode="ansi", flat_observation=True)
vector_env(4, opponents=["greedy"], weights=[1.0], copy=False, map="map.txt", autoreset_mode="SameStep")
formation(scenario="clash", red=["archer", "archer"], illegal_action="noop")
env(playerz=3)  # error
env(players="3")  # error
env(render_mode="video")  # error
env(illegal_action=3)  # error
env(opponents=["greedy"])  # error
parallel_env(flat_observation=1.5)  # error
gym_env(rules={"base_atack": 2})  # error
gym_env(rules={"cards": {"stacks": 2}})  # error
vector_env("4")  # error
sb3_vec_env(2, render_mode="ansi")  # error
formation(red=["knight"])  # error
formation(scenario="marsh")  # error
game(render_mode="ansi")  # error
"""


def test_the_files_are_what_would_be_written():
    assert stale() == [], "run `make pages`"


@pytest.mark.parametrize("game", games(), ids=lambda game: game.name)
def test_every_function_of_a_package_has_its_signature(game):
    module = import_module(game.module)
    public = {name for name, made in vars(module).items() if inspect.ismethod(made)}
    assert public == set(re.findall(r"^def (\w+)", stub(game), re.MULTILINE))
    named = set(re.findall(r"^    (\w+): ", path_of(game).read_text(encoding="utf-8"), re.MULTILINE))
    assert set(game.config.model_fields) <= named


@pytest.mark.parametrize(
    ("kind", "made"),
    [
        (AgentKeywords, [GameEnv]),
        (AgentKeywords, [GameParallelEnv]),
        (GymKeywords, [LearnerEnv]),
        (VectorKeywords, [GameVectorEnv]),
        (Sb3Keywords, [SwarmVecEnv, LearnerTable]),
    ],
)
def test_keywords_are_those_of_the_environment(kind, made):
    taken = {
        name: parameter
        for one in made
        for name, parameter in inspect.signature(one).parameters.items()
        if parameter.kind is not inspect.Parameter.VAR_KEYWORD and name not in ("game", "n", "num_envs")
    }
    before = {"shaping"} if kind is not AgentKeywords else set()  # it changes the game that is made
    assert set(get_type_hints(kind)) == set(taken) | before


def test_a_type_checker_finds_what_is_wrong_and_nothing_else(tmp_path):
    folder = tmp_path / "swarmzoo"
    folder.mkdir()
    (folder / "__init__.py").touch()
    (folder / "envs").symlink_to(ENVS)
    (tmp_path / "mistakes.py").write_text(MISTAKES, encoding="utf-8")
    read = [
        *(folder / "envs" / "api" / f"{name}.py" for name in ("keywords", "opponents")),
        *(folder / "envs" / game / name for game in ("insects", "formation") for name in ("__init__.pyi", "config.py")),
    ]
    quick = ["--follow-imports=skip", "--ignore-missing-imports", "--no-error-summary", "--explicit-package-bases"]
    run = subprocess.run(
        [sys.executable, "-m", "mypy", *quick, "mistakes.py", *map(str, read)],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    found = sorted({int(number) for number in re.findall(r"^mistakes\.py:(\d+): error", run.stdout, re.MULTILINE)})
    meant = [number for number, line in enumerate(MISTAKES.splitlines(), 1) if line.endswith("# error")]
    assert found == meant, run.stdout + run.stderr
