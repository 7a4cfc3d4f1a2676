"""A resumed run meets the same agents: files that it names are known by what is in them."""

import json
from shutil import copyfile

import pytest

from swarmzoo.agents.built_in import baselines
from swarmzoo.envs.core.errors import GameError
from swarmzoo.training.imitation import School
from swarmzoo.training.interruption import Stopped
from swarmzoo.training.run import train
from tests.training.small import GAME, small_config

POLICIES = baselines(GAME)


@pytest.fixture
def opponent(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    copyfile(POLICIES["standard"], tmp_path / "them.npz")
    return tmp_path / "them.npz"


def meets(text="them.npz"):
    pool = {"bots": {text: 1.0}, "bots_share": 0.5, "save_steps": 256, "swap_steps": 256, "window": 2}
    return small_config(self_play=pool, total_steps=512)


def run(config, folder, resume=False):
    return train(config, GAME, folder, resume=resume, seeds=1, quiet=True)


@pytest.mark.parametrize(
    "config",
    [
        meets(),
        meets("search:2,policy=them.npz"),
        small_config(total_steps=512, evaluation={"every": 512, "games": 4, "against": ["random", "them.npz"]}),
        small_config(total_steps=512, expert={"rounds": 1, "steps": 16, "teacher": "them.npz", "games": 4}),
    ],
)
def test_a_file_that_changed_meanwhile_is_refused_and_one_put_back_is_taken(opponent, tmp_path, config):
    folder = tmp_path / "run"
    run(config, folder)
    more = config.model_copy(update={"total_steps": 768})
    copyfile(POLICIES["four"], opponent)
    with pytest.raises(GameError, match=r"run: them\.npz.* has changed since the run began; a resumed run meets"):
        run(more, folder, resume=True)
    copyfile(POLICIES["standard"], opponent)
    run(more, folder, resume=True)


def test_the_message_names_the_folder_where_the_run_began(opponent, tmp_path, monkeypatch):
    folder = tmp_path / "run"
    run(meets(), folder)
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    with pytest.raises(GameError, match=rf"run: them\.npz is not there; .* It began in {tmp_path}: go on there"):
        run(meets(), folder, resume=True)


def test_other_agents_are_told_as_another_configuration(opponent, tmp_path):
    folder = tmp_path / "run"
    run(meets(), folder)
    with pytest.raises(GameError, match=r"the run began with self_play\.bots\..*; a resumed run keeps its config"):
        run(meets("rusher"), folder, resume=True)


def test_a_run_that_began_before_files_were_noted_goes_on(opponent, tmp_path):
    folder = tmp_path / "run"
    run(meets(), folder)
    manifest = json.loads((folder / "manifest.json").read_text())
    assert list(manifest.pop("files")) == ["them.npz: them.npz"] and manifest.pop("began_in") == str(tmp_path)
    (folder / "manifest.json").write_text(json.dumps(manifest))
    run(meets().model_copy(update={"total_steps": 768}), folder, resume=True)


def starts(**changes):
    return small_config(start="them.npz", total_steps=512, **changes)


def test_another_start_is_refused_as_long_as_there_is_no_resume_point(opponent, tmp_path, monkeypatch):
    folder, lessons = tmp_path / "run", {"steps": 64, "teacher": "greedy"}

    def interrupted(self, progress):
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(School, "teach", interrupted)
        with pytest.raises(Stopped):
            run(starts(imitation=lessons), folder)
    copyfile(POLICIES["four"], opponent)
    with pytest.raises(GameError, match=r"run: them\.npz has changed since the run began"):
        run(starts(imitation=lessons), folder, resume=True)
    copyfile(POLICIES["standard"], opponent)
    run(starts(imitation=lessons), folder, resume=True)


def test_a_run_with_a_resume_point_needs_its_start_no_more(opponent, tmp_path):
    folder = tmp_path / "run"
    run(starts(), folder)
    assert any(name.startswith("them.npz: ") for name in json.loads((folder / "manifest.json").read_text())["files"])
    opponent.unlink()
    run(starts().model_copy(update={"total_steps": 768}), folder, resume=True)
