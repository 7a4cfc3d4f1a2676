"""What a trainer does beside learning: it saves and evaluates when it is time, keeps the time, and shows it."""

import csv

import pytest
import torch

from swarmzoo.agents.policy.archive import digest, read_archive, write_archive
from swarmzoo.agents.policy.weights import weights_of
from swarmzoo.envs.core.errors import GameError
from swarmzoo.training import trainer as module
from swarmzoo.training.folder import RESUME
from swarmzoo.training.progress import Progress
from swarmzoo.training.resume_point import read_point
from swarmzoo.training.selfplay import OpponentPool
from swarmzoo.training.trainer import Trainer
from tests.training.small import GAME, small_config

STEPS = 256  # of an update
SCORE = {"score": 0.5, "low": 0.25, "high": 0.75, "games": 4}


@pytest.fixture
def quiet(tmp_path, monkeypatch):
    """Make trainers of 2,048 steps whose updates learn nothing, and what they did: (what, after how many steps)."""
    done: list[tuple[str, int]] = []
    monkeypatch.setattr(module, "write_point", lambda path, one: done.append(("save", one.learner.steps)))
    monkeypatch.setattr(module, "evaluate_policy", lambda *given: {"random": SCORE})
    monkeypatch.setattr(module.Trainer, "_save_policy", lambda self, name: done.append((name, self.learner.steps)))
    monkeypatch.setattr(
        Progress, "draw", lambda self, folder, history, sides: done.append(("draw", history[-1]["steps"]))
    )

    def make(**changes) -> Trainer:
        made = Trainer(small_config(total_steps=8 * STEPS, **changes), GAME, tmp_path, Progress(quiet=True))

        def update() -> None:
            made.learner.steps += STEPS

        monkeypatch.setattr(made.learner, "update", update)
        return made

    make.done = done
    return make


def test_points_are_saved_when_it_is_time_and_at_both_ends(quiet):
    quiet(save_every=3 * STEPS, evaluation={"every": 10**6, "games": 2, "against": ["random"]}).run(resume=False)
    saved = [steps // STEPS for what, steps in quiet.done if what == "save"]
    assert saved == [0, 3, 6, 8, 8]


def test_evaluations_come_when_it_is_time_and_once_at_the_end(quiet):
    quiet(evaluation={"every": 4 * STEPS, "games": 2, "against": ["random"]}).run(resume=False)
    assert [steps // STEPS for what, steps in quiet.done if what == "draw"] == [0, 4, 8]
    quiet.done.clear()
    quiet(evaluation={"every": 3 * STEPS, "games": 2, "against": ["random"]}).run(resume=False)
    assert [steps // STEPS for what, steps in quiet.done if what == "draw"] == [0, 3, 6, 8]


def test_the_best_policy_is_the_last_of_the_best_score(quiet, monkeypatch):
    scores = iter([0.25, 0.75, 0.5, 0.75, 0.875, 0.0, 0.0, 0.0, 0.0])
    made = quiet(evaluation={"every": STEPS, "games": 2, "against": ["random", "rusher"]})
    monkeypatch.setattr(
        module,
        "evaluate_policy",
        lambda *given: {"random": {"score": 1.0}, "rusher": {"score": 2 * next(scores) - 1}},
    )
    monkeypatch.setattr(made.progress, "evaluated", lambda steps, rows: None)
    made.run(resume=False)
    assert [steps // STEPS for what, steps in quiet.done if what == "best"] == [0, 1, 3, 4] and made.best == 0.875
    assert quiet.done[-2:] == [("last", 8 * STEPS), ("save", 8 * STEPS)]


def test_the_time_of_all_updates_is_counted_and_shown(quiet, monkeypatch):
    times = iter(range(0, 10_000, 4))
    made = quiet()
    monkeypatch.setattr(module.time, "perf_counter", lambda: float(next(times)))
    shown: list[tuple[int, float]] = []
    monkeypatch.setattr(made.progress, "advance", lambda steps, speed: shown.append((steps, speed)))
    made.run(resume=False)
    monkeypatch.undo()
    assert made.seconds == 8 * 4 and [entry["seconds"] for entry in made.history][-1] == 32.0
    assert shown == [(number * STEPS, 64.0) for number in range(1, 9)]


def test_logs_tell_the_speed_and_the_games_that_ended(quiet, tmp_path):
    made = quiet(evaluation={"every": 2 * STEPS, "games": 2, "against": ["random"]})
    made.learner.ended.extend([{"r": 1.0, "l": 10, "t": 0}, {"r": -0.5, "l": 20, "t": 0}])
    made.run(resume=False)
    with (tmp_path / "progress.csv").open() as file:
        rows = list(csv.DictReader(file))
    assert [int(row["time/total_timesteps"]) for row in rows] == [number * STEPS for number in range(1, 9)]
    assert {(row["rollout/reward"], row["rollout/decisions"]) for row in rows} == {("0.25", "15.0")}
    assert all(float(row["time/steps_per_second"]) > 0 for row in rows)
    assert {row["evaluation/random"] for row in rows} - {""} == {"0.5"}
    assert float(rows[-1]["time/steps_per_second"]) == pytest.approx(8 * STEPS / made.seconds, rel=1e-6)


def test_torch_has_as_many_threads_as_are_set(tmp_path):
    before = torch.get_num_threads()
    try:
        Trainer(small_config(threads=3, envs=4), GAME, tmp_path, Progress(quiet=True))
        assert torch.get_num_threads() == 3
    finally:
        torch.set_num_threads(before)


def test_after_a_warm_start_all_opponents_are_of_what_was_learned(tmp_path, monkeypatch):
    setting = {"steps": 512, "teacher": "rusher", "opponents": ["random"], "epochs": 1, "batch_size": 256}
    monkeypatch.setattr(module, "evaluate_policy", lambda *given: {"random": SCORE})
    made = Trainer(small_config(imitation=setting, envs=4), GAME, tmp_path, Progress(quiet=True))
    fresh = digest(weights_of(made.learner.policy))
    made._warm_start()
    warm = digest(weights_of(made.learner.policy))
    assert warm != fresh
    assert [digest(snapshot) for snapshot in made.pool.snapshots] == [warm]
    assert [digest(weights_of(agent.policy)) for agent in made.pool.past] == [warm]
    assert [entry["steps"] for entry in made.history] == [-512]


@pytest.mark.parametrize("bots", [{}, {"random": 0.0}])
def test_without_bots_only_policies_sit_down(bots, tmp_path):
    made = Trainer(small_config(self_play={"bots": bots}, envs=4), GAME, tmp_path, Progress(quiet=True))
    pool: OpponentPool = made.pool
    assert pool.weights() == [0.0] * len(bots) + [0.5, 0.5]


@pytest.fixture(scope="module")
def point(tmp_path_factory):
    """A resume point after one update, and the configuration."""
    folder = tmp_path_factory.mktemp("point")
    config = small_config(envs=4, batch_size=64)
    made = Trainer(config, GAME, folder, Progress(quiet=True))
    made.learner.begin()
    made.history.append({"steps": 0, "seconds": 0.0, "scores": {"random": SCORE}})
    made.learner.update()
    made.save()
    return config, folder / RESUME


def damaged(point, tmp_path, change):
    """Read a point of which the arrays were changed; return what is told."""
    config, path = point
    header, arrays = read_archive(path)
    change(arrays)
    write_archive(tmp_path / RESUME, {key: header[key] for key in header if key not in ("format", "sha256")}, arrays)
    made = Trainer(config, GAME, tmp_path, Progress(quiet=True))
    with pytest.raises(GameError) as told:
        read_point(tmp_path / RESUME, made)
    return str(told.value)


def test_moments_that_do_not_fit_are_refused(point, tmp_path):
    name = "adam.0.exp_avg"

    def other_shape(arrays):
        arrays[name] = arrays[name][:1]

    def other_kind(arrays):
        arrays[name] = arrays[name].astype("float64")

    def one_missing(arrays):
        for key in [key for key in arrays if key.startswith("adam.0.")]:
            del arrays[key]

    for change in (other_shape, other_kind):
        assert "optimizer's 0.exp_avg does not fit" in damaged(point, tmp_path, change)
    assert "moments of some weights are missing" in damaged(point, tmp_path, one_missing)


def test_a_point_without_moments_or_with_another_pool_is_refused(point, tmp_path):
    def no_past(arrays):
        for key in [key for key in arrays if key.startswith("pool.past.")][:1]:
            del arrays[key]

    def shorter(arrays):
        arrays["last_starts"] = arrays["last_starts"][:2]

    assert "weights of 1 past policies and 1 snapshots are needed" in damaged(point, tmp_path, no_past)
    assert "last_starts is bool (2,); bool (4,) is needed" in damaged(point, tmp_path, shorter)
