"""Training runs: what they write, and that they go on exactly where they were cut off."""

import contextlib
import csv
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
import torch

from swarmzoo.agents.policy.archive import read_archive
from swarmzoo.agents.policy.checkpoint import load_policy
from swarmzoo.agents.policy.config import Network
from swarmzoo.agents.policy.network import make_policy
from swarmzoo.envs.core.errors import GameError
from swarmzoo.training.config import Growth, Imitation, TrainConfig
from swarmzoo.training.folder import RESUME
from swarmzoo.training.imitation import GAMES, School
from swarmzoo.training.progress import Progress
from swarmzoo.training.resume_point import read_point
from swarmzoo.training.run import train
from swarmzoo.training.trainer import Trainer
from tests.training.sameness import differences
from tests.training.small import GAME, small_config


def weights(folder: Path) -> dict[str, np.ndarray]:
    return read_archive(folder / "last.npz")[1]


def assert_same(one: dict[str, np.ndarray], two: dict[str, np.ndarray]) -> None:
    assert one.keys() == two.keys()
    for name, array in one.items():
        np.testing.assert_array_equal(array, two[name])


@pytest.fixture(scope="module")
def whole_run(tmp_path_factory):
    folder = tmp_path_factory.mktemp("whole") / "run"
    train(small_config(), GAME, folder, resume=False, seeds=1, quiet=True)
    return folder


def test_a_run_writes_checkpoints_curve_table_and_manifest(whole_run):
    names = {path.name for path in whole_run.iterdir()}
    assert {"best.npz", "last.npz", "resume.npz", "curve.png", "evaluations.csv", "manifest.json"} <= names
    assert "progress.csv" in names and any(name.startswith("events.out") for name in names)
    manifest = json.loads((whole_run / "manifest.json").read_text())
    assert manifest["env"] == "insects-v0" and manifest["versions"]["torch"]


def test_where_a_run_goes_on_is_no_checkpoint(whole_run):
    with pytest.raises(GameError, match=r"resume\.npz: this is where a run goes on; name its best\.npz or last\.npz"):
        load_policy(whole_run / "resume.npz", GAME)


def test_a_checkpoint_is_small_and_plays(whole_run):
    path = whole_run / "last.npz"
    assert path.stat().st_size < 5_000_000
    agent = load_policy(path, GAME)
    masks = np.zeros((3, GAME.num_actions), np.int8)
    masks[:, [5, 9]] = 1
    assert set(agent.act(np.zeros((3, GAME.observation_size), np.float32), masks)) <= {5, 9}


def test_the_same_seed_trains_the_same_weights(whole_run, tmp_path):
    train(small_config(), GAME, tmp_path / "again", resume=False, seeds=1, quiet=True)
    assert_same(weights(whole_run), weights(tmp_path / "again"))


def test_evaluation_never_changes_what_training_does(whole_run, tmp_path):
    often = {"every": 256, "games": 6, "against": ["random", "greedy"], "seed": 7}
    train(small_config(evaluation=often), GAME, tmp_path / "often", resume=False, seeds=1, quiet=True)
    assert_same(weights(whole_run), weights(tmp_path / "often"))


def test_a_folder_that_is_in_use_is_refused(whole_run):
    with pytest.raises(GameError, match="not empty"):
        train(small_config(), GAME, whole_run, resume=False, seeds=1, quiet=True)


def test_a_run_that_ended_and_lost_its_resume_point_does_not_begin_again(whole_run, tmp_path):
    shutil.copytree(whole_run, tmp_path / "run")
    (tmp_path / "run" / RESUME).unlink()
    before = {path.name: path.read_bytes() for path in (tmp_path / "run").iterdir()}
    with pytest.raises(GameError, match=r"it trained, and resume\.npz, .* is not there; begin a new run"):
        train(small_config(), GAME, tmp_path / "run", resume=True, seeds=1, quiet=True)
    assert {path.name: path.read_bytes() for path in (tmp_path / "run").iterdir()} == before


SCRIPT = """
import sys
from pathlib import Path
from swarmzoo.training.folder import RESUME
from swarmzoo.training.progress import Progress
from swarmzoo.training.resume_point import read_point
from swarmzoo.training.run import train
from swarmzoo.training.trainer import Trainer
from tests.training.sameness import differences
from tests.training.small import GAME, small_config
train(small_config(), GAME, Path(sys.argv[1]), resume=sys.argv[2] == "resume", seeds=1, quiet=True)
"""


def test_kill_9_and_resume_comes_to_the_same_in_every_field(whole_run, tmp_path):
    folder = tmp_path / "killed"
    command = [sys.executable, "-c", SCRIPT, str(folder)]
    process = subprocess.Popen([*command, "begin"], cwd=Path(__file__).parents[2])
    while not (folder / RESUME).exists() or read_archive(folder / RESUME)[0]["steps"] < 256:
        assert process.poll() is None
        time.sleep(0.01)
    with pytest.raises(GameError, match="another process trains here; wait"):
        train(small_config(), GAME, folder, resume=True, seeds=1, quiet=True)
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    (folder / ".last.npz.1").write_bytes(b"half")  # what a kill in the middle of writing leaves
    subprocess.run([*command, "resume"], cwd=Path(__file__).parents[2], check=True)
    assert differences(whole_run, folder) == []


@pytest.mark.parametrize("updates", [0, 1, 3, 4])
def test_a_run_resumed_from_any_point_comes_to_the_same_in_every_field(whole_run, tmp_path, monkeypatch, updates):
    left, update = [updates], Trainer._one_update

    def stop_at_it(self):
        if left[0] == 0:
            raise KeyboardInterrupt
        left[0] -= 1
        update(self)

    monkeypatch.setattr(Trainer, "_one_update", stop_at_it)
    with contextlib.suppress(KeyboardInterrupt):
        train(small_config(), GAME, tmp_path / "run", resume=False, seeds=1, quiet=True)
    monkeypatch.undo()
    train(small_config(), GAME, tmp_path / "run", resume=True, seeds=1, quiet=True)
    assert differences(whole_run, tmp_path / "run") == []


def test_the_last_games_are_kept_in_a_resume_point(whole_run, tmp_path):
    header, _ = read_archive(whole_run / RESUME)
    assert len(header["episodes"]) >= 3 and all(game["l"] > 1 for game in header["episodes"])
    other = Trainer(small_config(), GAME, tmp_path, Progress(quiet=True))
    read_point(whole_run / RESUME, other)
    assert list(other.learner.ended) == header["episodes"]
    other.save()
    assert read_archive(tmp_path / RESUME)[0] == header, "what was read is what is written"


def test_a_manifest_keeps_the_command_that_began_a_run_and_notes_those_that_went_on(whole_run, tmp_path, monkeypatch):
    shutil.copytree(whole_run, tmp_path / "run")
    path, begun = tmp_path / "run" / "manifest.json", json.loads((whole_run / "manifest.json").read_text())
    for number in (1, 2):
        monkeypatch.setattr(sys, "argv", ["swarmzoo", "train", f"again-{number}"])
        train(small_config(), GAME, tmp_path / "run", resume=True, seeds=1, quiet=True)
    found = json.loads(path.read_text())
    assert [again["command"] for again in found.pop("resumed")] == ["swarmzoo train again-1", "swarmzoo train again-2"]
    assert found == begun
    damaged = json.dumps(begun | {"resumed": 3})
    path.write_text(damaged)
    train(small_config(), GAME, tmp_path / "run", resume=True, seeds=1, quiet=True)
    assert len(json.loads(path.read_text())["resumed"]) == 1
    path.write_text("{")
    train(small_config(), GAME, tmp_path / "run", resume=True, seeds=1, quiet=True)
    assert json.loads(path.read_text())["config"] == begun["config"]


def test_resume_refuses_another_configuration(whole_run):
    with pytest.raises(GameError, match="discount"):
        train(small_config(discount=0.9), GAME, whole_run, resume=True, seeds=1, quiet=True)


def test_resume_refuses_fewer_steps_than_are_done_and_keeps_the_folder_as_it_is(whole_run, tmp_path):
    shutil.copytree(whole_run, tmp_path / "run")
    before = {path.name: path.read_bytes() for path in (tmp_path / "run").iterdir()}
    done = small_config().total_steps
    with pytest.raises(GameError, match=rf"has learned from {done:,} decisions; total_steps = 256 would be fewer"):
        train(small_config(total_steps=256), GAME, tmp_path / "run", resume=True, seeds=1, quiet=True)
    assert {path.name: path.read_bytes() for path in (tmp_path / "run").iterdir()} == before


def test_a_run_that_ended_has_nothing_left_to_do(whole_run, tmp_path, monkeypatch):
    said = []
    monkeypatch.setattr(Progress, "say", lambda self, text: said.append(text))
    shutil.copytree(whole_run, tmp_path / "run")
    before = {path.name: path.read_bytes() for path in (tmp_path / "run").iterdir() if path.name != "manifest.json"}
    train(small_config(), GAME, tmp_path / "run", resume=True, seeds=1, quiet=True)
    after = {path.name: path.read_bytes() for path in (tmp_path / "run").iterdir() if path.name != "manifest.json"}
    assert after == before and "nothing is left to do" in said[-1]


def test_a_run_that_was_cut_off_before_its_last_point_comes_to_the_same(tmp_path, monkeypatch):
    seldom = {"every": 10**6, "games": 4, "against": ["random"]}  # the last evaluation comes after the last update
    config = small_config(total_steps=256, evaluation=seldom)
    train(config, GAME, tmp_path / "whole", resume=False, seeds=1, quiet=True)
    save = Trainer._save_policy

    def stop_after_last(self, name):
        save(self, name)
        if name == "last":
            raise KeyboardInterrupt

    monkeypatch.setattr(Trainer, "_save_policy", stop_after_last)
    with contextlib.suppress(KeyboardInterrupt):
        train(config, GAME, tmp_path / "run", resume=False, seeds=1, quiet=True)
    monkeypatch.undo()
    assert differences(tmp_path / "whole", tmp_path / "run") != []
    train(config, GAME, tmp_path / "run", resume=True, seeds=1, quiet=True)
    assert differences(tmp_path / "whole", tmp_path / "run") == []


def test_a_run_goes_on_where_its_start_is_gone(whole_run, tmp_path):
    start = tmp_path / "start.npz"
    shutil.copy(whole_run / "last.npz", start)
    config, more = (small_config(start=str(start), total_steps=steps) for steps in (256, 512))
    for name in ("whole", "moved"):
        train(config, GAME, tmp_path / name, resume=False, seeds=1, quiet=True)
    train(more, GAME, tmp_path / "whole", resume=True, seeds=1, quiet=True)
    start.unlink()
    train(more, GAME, tmp_path / "moved", resume=True, seeds=1, quiet=True)
    assert_same(weights(tmp_path / "whole"), weights(tmp_path / "moved"))
    with pytest.raises(GameError, match=r"start\.npz': file not found"):
        train(more, GAME, tmp_path / "new", resume=False, seeds=1, quiet=True)
    with pytest.raises(GameError, match="the run began with grow"):
        train(more.model_copy(update={"grow": Growth(width=32)}), GAME, tmp_path / "moved", resume=True, seeds=1)


def test_of_equally_good_policies_the_latest_is_the_best_and_an_untrained_one_never_before_a_warm_start(
    tmp_path, monkeypatch
):
    row = {"score": 1.0, "low": 1.0, "high": 1.0, "games": 4}
    monkeypatch.setattr("swarmzoo.training.trainer.evaluate_policy", lambda *_: {"random": row})
    setting = {"steps": 2048, "teacher": "rusher", "opponents": ["random"], "epochs": 1, "batch_size": 256}
    config = small_config(total_steps=512, imitation=setting, evaluation={"every": 256, "against": ["random"]})
    train(config, GAME, tmp_path / "run", resume=False, seeds=1, quiet=True)
    header, arrays = read_archive(tmp_path / "run" / "best.npz")
    assert header["steps"] == 512
    assert_same(arrays, weights(tmp_path / "run"))
    saved = []
    monkeypatch.setattr(Trainer, "_save_policy", lambda self, name: saved.append((name, self.learner.steps)))
    monkeypatch.setattr(School, "teach", lambda *_: pytest.fail(f"after {saved}"))
    with pytest.raises(pytest.fail.Exception, match=r"after \[\]"):
        train(config, GAME, tmp_path / "other", resume=False, seeds=1, quiet=True)


def test_a_run_in_which_nothing_is_learned_says_so(tmp_path, monkeypatch):
    said = []
    monkeypatch.setattr(Progress, "say", lambda self, text: said.append(text))
    train(small_config(total_steps=0), GAME, tmp_path / "run", resume=False, seeds=1, quiet=True)
    assert any("nothing is learned here" in text for text in said)


def test_three_seeds_make_three_runs_and_one_curve(tmp_path):
    train(small_config(total_steps=256), GAME, tmp_path / "seeds", resume=False, seeds=2, quiet=True)
    names = {path.name for path in (tmp_path / "seeds").iterdir()}
    assert names == {"seed_0", "seed_1", "curve.png"}


def test_a_warm_start_learns_from_a_bot(tmp_path):
    setting = {"steps": 2048, "teacher": "rusher", "opponents": ["random"], "epochs": 1, "batch_size": 256}
    train(small_config(total_steps=256, imitation=setting), GAME, tmp_path / "warm", resume=False, seeds=1, quiet=True)
    with (tmp_path / "warm" / "evaluations.csv").open() as file:
        steps = [int(row["steps"]) for row in csv.DictReader(file)]
    assert steps == [-2048, 0, 256]  # the untrained policy, after the warm start, at the end


def test_a_warm_start_in_rounds_asks_a_teacher_about_the_policys_own_positions():
    lessons = []
    for rounds in (1, 2, 2):
        torch.manual_seed(0)
        setting = Imitation(steps=2048, rounds=rounds, teacher="rusher", opponents=("random",), batch_size=256)
        config = TrainConfig(network=Network(width=16, layers=1, head=8), imitation=setting)
        school = School(GAME, config, make_policy(GAME, config.network))
        done = []
        assert 0 < school.teach(done.append) <= 1
        assert sum(done) == school.work
        lessons.append(school.lessons)
    one, two, same = lessons
    np.testing.assert_array_equal(
        one.actions[: 2 * GAMES], two.actions[: 2 * GAMES]
    )  # the first round is the teacher's own play
    assert (one.observations[-GAMES:] != two.observations[-GAMES:]).any()  # the second is the policy's
    np.testing.assert_array_equal(two.actions, same.actions)
    assert two.masks[np.arange(2048), two.actions].all()  # what the teacher would do is legal


def test_the_hex_network_trains(tmp_path):
    network = {"kind": "hex", "width": 16, "layers": 1, "head": 8, "channels": 4}
    train(small_config(total_steps=256, network=network), GAME, tmp_path / "hex", resume=False, seeds=1, quiet=True)
    agent = load_policy(tmp_path / "hex" / "last.npz", GAME)
    masks = np.ones((2, GAME.num_actions), np.int8)
    assert agent.act(np.zeros((2, GAME.observation_size), np.float32), masks).shape == (2,)


def test_a_teacher_can_be_an_opponent_in_evaluations(tmp_path):
    against = {"every": 256, "games": 2, "against": ["expert"]}
    train(small_config(total_steps=256, evaluation=against), GAME, tmp_path / "t", resume=False, seeds=1, quiet=True)
    assert "expert" in (tmp_path / "t" / "evaluations.csv").read_text()


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"network": {"kind": "disc"}}, "allowed are mlp, hex"),
        ({"seat": 2}, "0, 1 can be chosen"),
        ({"evaluation": {"against": ["greedi"]}}, "unknown bot .greedi. of insects; .*, search:N, trained policies"),
    ],
)
def test_what_cannot_be_trained_leaves_nothing_behind(tmp_path, changes, sentence):
    with pytest.raises(GameError, match=sentence):
        train(small_config(**changes), GAME, tmp_path / "run", resume=False, seeds=1, quiet=True)
    assert not (tmp_path / "run").exists()


def test_unknown_bots_are_named(tmp_path):
    with pytest.raises(GameError, match="greedi"):
        train(small_config(evaluation={"against": ["greedi"]}), GAME, tmp_path / "x", resume=False, seeds=1, quiet=True)
    with pytest.raises(GameError, match=r"self_play\.bots"):
        train(small_config(self_play={"bots": {"bully": 1.0}}), GAME, tmp_path / "y", resume=False, seeds=1, quiet=True)
