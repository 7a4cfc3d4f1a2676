"""Training where all soldiers of a side move at once: only real choices are learned from, and runs go on exactly."""

from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
import torch

from swarmzoo.agents.built_in import built_in
from swarmzoo.agents.play.match import paired_seats, play_games
from swarmzoo.agents.policy.archive import read_archive
from swarmzoo.agents.policy.checkpoint import load_policy
from swarmzoo.agents.policy.config import Network
from swarmzoo.agents.policy.network import make_policy
from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.formation.config import FormationConfig
from swarmzoo.envs.formation.game import formation
from swarmzoo.training.config import Imitation, TrainConfig
from swarmzoo.training.imitation import School
from swarmzoo.training.interruption import Stopped
from swarmzoo.training.rollout import Rollout, batches_of
from swarmzoo.training.run import train
from swarmzoo.training.trainer import Trainer

GAME = formation(FormationConfig(size=8))
DISC = {"kind": "disc", "width": 16, "layers": 1, "head": 8, "channels": 4}


def config(**changes) -> TrainConfig:
    values = {
        "env": {"size": 8},
        "total_steps": 600,
        "envs": 4,
        "rollout": 16,
        "batch_size": 64,
        "epochs": 1,
        "threads": 1,
        "save_every": 100,
        "network": DISC,
        "self_play": {"bots": {"random": 1.0, "charger": 1.0}, "save_steps": 200, "swap_steps": 200, "window": 2},
        "evaluation": {"every": 400, "games": 2, "against": ["random"]},
    }
    return TrainConfig.read(values | changes)


@pytest.fixture(scope="module")
def whole_run(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("team") / "run"
    train(config(), GAME, folder, resume=False, seeds=1, quiet=True)
    return folder


def assert_same(one: Path, two: Path) -> None:
    first, second = (read_archive(folder / "last.npz")[1] for folder in (one, two))
    assert first.keys() == second.keys()
    for name, array in first.items():
        np.testing.assert_array_equal(array, second[name])


def assert_resumes(game, chosen: TrainConfig, folder: Path, monkeypatch) -> None:
    """Check that a run that is broken off after two updates, and resumed, ends as one that is not."""
    train(chosen, game, folder / "whole", resume=False, seeds=1, quiet=True)
    update, calls = Trainer._one_update, []

    def once(self):
        update(self)
        calls.append(1)
        if len(calls) == 2:
            raise Stopped("here")

    monkeypatch.setattr(Trainer, "_one_update", once)
    with pytest.raises(Stopped):
        train(chosen, game, folder / "parts", resume=False, seeds=1, quiet=True)
    train(chosen, game, folder / "parts", resume=True, seeds=1, quiet=True)
    assert_same(folder / "whole", folder / "parts")


def test_a_run_that_was_stopped_goes_on_to_the_same_weights(whole_run, tmp_path, monkeypatch):
    update = Trainer._one_update

    def stop_after_it(self):
        update(self)
        self.save()
        raise Stopped("enough")

    monkeypatch.setattr(Trainer, "_one_update", stop_after_it)
    with pytest.raises(Stopped):
        train(config(), GAME, tmp_path / "run", resume=False, seeds=1, quiet=True)
    monkeypatch.undo()
    train(config(), GAME, tmp_path / "run", resume=True, seeds=1, quiet=True)
    assert_same(whole_run, tmp_path / "run")


def test_a_checkpoint_is_small_and_plays_a_whole_game(whole_run):
    assert (whole_run / "last.npz").stat().st_size < 5_000_000
    agent = load_policy(whole_run / "last.npz", GAME)
    seating, seeds = paired_seats(2, 2, 4, 5)
    results = play_games(GAME, [agent, built_in(GAME)["charger"]], seating, seeds)
    assert (np.abs(results.pay).sum(1) > 0).any()


def test_a_warm_start_learns_from_the_choices_of_a_teacher():
    setting = Imitation(steps=3000, rounds=2, teacher="commander", opponents=("charger",), epochs=4, batch_size=128)
    torch.manual_seed(0)
    made = TrainConfig(network=Network.read(DISC), imitation=setting, seed=3)
    school = School(GAME, made, make_policy(GAME, made.network))
    foretold = school.teach(lambda count: None)
    lessons = school.lessons
    assert (lessons.masks.sum(1) > 1).all(), "who had no choice has nothing to teach"
    assert lessons.masks[np.arange(len(lessons.actions)), lessons.actions].all()
    guessed = (1 / lessons.masks.sum(1)).mean()
    assert foretold > 1.5 * guessed, "it foretells the choices better than who guesses among the legal ones"


def test_what_is_earned_between_two_choices_belongs_to_the_first():
    generator = np.random.default_rng(0)
    steps, rows = 40, 4
    chose = generator.random((steps, rows)) < 0.4
    rewards = generator.normal(size=(steps, rows)).astype(np.float32)
    values = generator.normal(size=(steps, rows)).astype(np.float32)
    starts = np.repeat(generator.random((steps + 1, rows // 2)) < 0.1, 2, axis=1)
    last = generator.normal(size=rows).astype(np.float32)
    game = SimpleNamespace(sequential=False, observation_size=2, observation_dtype=np.uint8, num_actions=3)
    made = Rollout(game, steps, rows, rows_per_game=2)
    for step in range(steps):
        masks = np.zeros((rows, 3), bool)
        masks[:, 0] = True
        masks[chose[step], 1] = True
        told = np.where(chose[step], values[step], 0)
        made.add(np.zeros((rows, 2)), masks, np.zeros(rows), told, np.zeros(rows), rewards[step], starts[step])
    known = last.copy()
    known[1] = np.nan  # out: it takes the value of its team
    made.judge(known, starts[steps], 0.9, 0.8)
    last[1] = last[0]
    for row in range(rows):
        for step in np.flatnonzero(chose[:, row]):
            expected, weight, at = 0.0, 1.0, step
            while True:  # from choice to choice, as the definition has it
                earned, then = 0.0, at
                ended = False
                while True:
                    earned += rewards[then, row]
                    then += 1
                    ended = bool(starts[then, row])
                    if ended or then == steps or chose[then, row]:
                        break
                following = 0.0 if ended else last[row] if then == steps else values[then, row]
                expected += weight * (earned + 0.9 * following - values[at, row])
                if ended or then == steps:
                    break
                weight, at = weight * 0.9 * 0.8, then
            assert made.advantages[step, row] == pytest.approx(expected, abs=1e-4)
            assert made.returns[step, row] == pytest.approx(expected + values[step, row], abs=1e-4)
    assert made.choices == chose.sum()
    batches = [len(batch.actions) for batch in batches_of([made], 16)]
    assert sum(batches) == chose.sum() and max(batches) <= 16


def test_the_network_tells_every_byte_apart():
    policy = make_policy(GAME, Network.read(DISC))
    features = policy.features_extractor
    seen = torch.zeros(1, GAME.observation_size)
    widths = 42, 78 + 6 * 32  # the disc; the soldier itself, and six targets
    spread = features.hex.in_features, features.own.in_features
    assert spread[0] == widths[0] and features.hexes == 37
    assert (features.plane_table[8, 5, :7] == torch.tensor([1, 0, 1, 0, 0, 0, 0])).all()  # Dazed and Panicked
    assert (features.plane_table[9, 6, :6] == torch.tensor([0, 0, 0, 0, 0, 1])).all()  # the sixth facing
    assert features(seen).shape == (1, 16)


def test_networks_that_do_not_fit_the_game_are_refused():
    with pytest.raises(GameError, match="allowed are mlp, disc"):
        make_policy(GAME, Network(kind="hex"))
