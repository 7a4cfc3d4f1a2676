"""Strength by time: a run is timed without its evaluations, its results make the page, and the page says them."""

import json
import subprocess
import sys
from itertools import count

import pytest

from swarmzoo.envs.catalogue import find_game
from swarmzoo.envs.core.errors import GameError
from swarmzoo.training import strength
from swarmzoo.training.progress import Progress
from swarmzoo.training.strength import POINTS, Timed, preset_of
from swarmzoo.training.strength_page import RESULTS, draw, table
from tests.training.small import GAME, small_config


def score(share):
    return {"score": share, "low": 0.0, "high": 1.0, "games": 200}


def run_of(seed=1, shares=(0.1, 0.4, 0.5, 0.6), **changed):
    points = [
        {
            "minutes": 2.0 * k,
            "steps": steps,
            "scores": {"random": score(0.9), "weak": score(0.8), "strong": score(share)},
        }
        for k, (steps, share) in enumerate(zip((-500, 0, 1000, 2000), shares, strict=True))
    ]
    return {"schema": 1, "game": "warband", "preset": "quick", "seed": seed, "points": points} | changed


def test_the_time_of_evaluations_does_not_count(monkeypatch, tmp_path):
    trainer = Timed(small_config(game="insects"), GAME, tmp_path, Progress(quiet=True))
    clock = count(0.0, 60.0)  # each look at it takes a minute
    monkeypatch.setattr(strength.time, "process_time", lambda: next(clock))
    monkeypatch.setattr(
        strength.Trainer, "_evaluate", lambda self, before: self.history.append({"steps": 7, "scores": {}})
    )
    trainer._began = -60.0
    trainer._evaluate()
    trainer._evaluate(3)
    assert [point["minutes"] for point in trainer.points] == [1.0, 2.0], "a minute before each evaluation, none in it"
    assert trainer.points[0]["steps"] == 7


def test_a_run_has_points_from_the_warm_start_to_the_end(tmp_path, monkeypatch):
    config = small_config(game="insects", imitation={"steps": 256, "teacher": "greedy", "opponents": ["greedy"]})
    monkeypatch.setattr(strength, "preset_of", lambda found, preset, seed, games: config)
    found = strength.measure(find_game("insects"), "quick", 1, 4, tmp_path / "run")
    steps = [point["steps"] for point in found["points"]]
    assert steps[0] < 0 == steps[1] < steps[-1] == 1024 and (tmp_path / "run" / "manifest.json").exists()
    minutes = [point["minutes"] for point in found["points"]]
    assert minutes == sorted(minutes) and found["rules"] and json.dumps(found)
    with pytest.raises(GameError, match="not empty"):
        strength.measure(find_game("insects"), "quick", 1, 4, tmp_path / "run")


@pytest.mark.parametrize("game", ["insects", "formation", "warband", "overseer", "nova"])
def test_presets_are_measured_on_one_thread_and_evaluated_evenly(game):
    config = preset_of(find_game(game), "quick", 5, 60)
    assert (config.threads, config.env_threads, config.seed, config.evaluation.games) == (1, 1, 5, 60)
    assert config.evaluation.every * POINTS >= config.total_steps and config.imitation.steps > 0


def test_the_command_refuses_what_there_is_not(tmp_path):
    command = [sys.executable, "-m", "swarmzoo.training.strength", "--out", str(tmp_path)]
    for wrong, said in ((["chess"], "chess"), (["warband", "--preset", "tiny"], "quick")):
        done = subprocess.run([*command, *wrong], capture_output=True, text=True, check=False)
        assert done.returncode and said in done.stderr and "Traceback" not in done.stderr
    assert not list(tmp_path.iterdir())


def test_the_table_has_rows_on_the_way_with_medians_and_ranges():
    runs = [run_of(1), run_of(2, shares=(0.1, 0.2, 0.5, 0.7)), run_of(3, shares=(0.1, 0.3, 0.5, 0.8))]
    rows = table(runs).splitlines()[2:]
    assert len(rows) == 3 and all("| warband | quick | 3 |" in row for row in rows)
    assert "the warm start | 2.0 | 90% (90% to 90%) | strong 30% (20% to 40%)" in rows[0]
    assert "2,000 decisions in games | 6.0 |" in rows[2] and "strong 70% (60% to 80%) | 75% (70% to 80%)" in rows[2]
    assert "strong 60% |" in table([run_of()]) and draw(runs).startswith(b"\x89PNG")


def test_the_page_says_what_was_measured_by_the_rules_of_today():
    runs = json.loads(RESULTS.kept.read_text())
    assert RESULTS.renewed(RESULTS.page.read_text(), runs) == RESULTS.page.read_text()
    for run in runs:
        found = find_game(run["game"])
        today = found.read(preset_of(found, run["preset"], run["seed"], 2).env, "env.").rules_signature
        assert run["rules"] == today, f"{run['game']}: measured by other rules than those of today"


def test_the_page_says_what_the_presets_of_today_reach():
    for run in json.loads(RESULTS.kept.read_text()):
        preset = preset_of(find_game(run["game"]), run["preset"], run["seed"], 2)
        *_, before, last = (point["steps"] for point in run["points"])
        assert before < preset.total_steps <= last, f"{run['game']}: the preset had another length when it was measured"
