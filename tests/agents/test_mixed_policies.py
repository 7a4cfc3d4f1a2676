"""Policies between two others: what is mixed, what is refused."""

import sys

import numpy as np
import pytest

from swarmzoo.agents.built_in import baselines
from swarmzoo.agents.find import find_agent
from swarmzoo.agents.policy.archive import read_archive, write_archive
from swarmzoo.agents.policy.checkpoint import read_policy
from swarmzoo.agents.policy.mix import main, mix
from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.formation.config import FormationConfig
from swarmzoo.envs.formation.game import formation

GAME = formation(FormationConfig.read({"size": 8}))
CLASH, STRONG = (baselines(GAME)[name] for name in ("clash", "strong"))


@pytest.fixture
def pair(tmp_path):
    """A checkpoint, and one whose weights lie a step away."""
    header, weights = read_policy(CLASH)
    draw = np.random.default_rng(3)
    first, second = tmp_path / "first.npz", tmp_path / "second.npz"
    write_archive(first, header, weights)
    moved = {name: array + draw.normal(0, 0.1, array.shape).astype(np.float32) for name, array in weights.items()}
    write_archive(second, header | {"steps": 7}, moved)
    return first, second


@pytest.mark.parametrize("way", [0.0, 0.25, 1.0])
def test_every_weight_is_some_way_from_the_first_to_the_second(pair, tmp_path, way):
    mix(*pair, tmp_path / "between.npz", way)
    (_, one), (_, other), (header, found) = map(read_policy, (*pair, tmp_path / "between.npz"))
    assert header["steps"] == 7 and found.keys() == other.keys()
    for name, array in found.items():
        assert array.dtype == np.float32
        np.testing.assert_allclose(array, one[name] + way * (other[name] - one[name]), atol=1e-6)
    if way in (0, 1):
        assert all(np.array_equal(array, (one, other)[int(way)][name]) for name, array in found.items())


def test_rounded_policies_are_mixed_by_their_weights_and_the_result_plays(pair, tmp_path):
    mix(CLASH, pair[1], tmp_path / "between.npz", 0.5)
    agent = find_agent(GAME, str(tmp_path / "between.npz"))
    seen = np.zeros((3, GAME.observation_size), GAME.observation_dtype)
    assert agent.act(seen, np.ones((3, GAME.num_actions), np.int8)).shape == (3,)


def resume_point(folder):
    header, arrays = read_archive(CLASH)
    write_archive(folder / "resume.npz", {"training": {}} | {"env": header["env"]}, arrays)
    return folder / "resume.npz"


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (lambda folder: [STRONG, CLASH], "their network is"),
        (lambda folder: [baselines_of_another(), CLASH], "their env is 'insects-v0' and 'formation-v0'"),
        (lambda folder: [CLASH, CLASH, "--way", "1.5"], "way = 1.5: 0 (the first) to 1 (the second)"),
        (lambda folder: [CLASH, CLASH, "--way", "nan"], "way = nan"),
        (lambda folder: [CLASH, folder / "none.npz"], "none.npz"),
        (lambda folder: [resume_point(folder), CLASH], "this is where a run goes on"),
    ],
)
def test_what_cannot_be_mixed_is_told_in_a_sentence(tmp_path, monkeypatch, capsys, words, told):
    first, second, *options = words(tmp_path)
    monkeypatch.setattr(sys, "argv", ["mix", str(first), str(second), str(tmp_path / "out.npz"), *options])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 2 and told in capsys.readouterr().err
    assert not (tmp_path / "out.npz").exists()


def baselines_of_another():
    from tests.training.small import GAME as INSECTS

    return baselines(INSECTS)["standard"]


def test_policies_that_were_paid_otherwise_are_refused(pair, tmp_path):
    header, weights = read_policy(pair[0])
    write_archive(pair[0], header | {"shaping": {"shaping_out": 0.5}}, weights)
    with pytest.raises(GameError, match="their shaping is"):
        mix(*pair, tmp_path / "out.npz", 0.5)


def test_the_command_says_what_it_wrote(pair, tmp_path, monkeypatch, capsys):
    target = tmp_path / "out.npz"
    monkeypatch.setattr(sys, "argv", ["mix", *map(str, pair), str(target), "--way", "0.4"])
    main()
    assert "0.4 of the way" in capsys.readouterr().out and target.exists()
    monkeypatch.setattr(sys, "argv", ["mix", *map(str, pair), str(tmp_path)])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 1 and "name a file" in capsys.readouterr().err
