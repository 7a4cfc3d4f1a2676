"""The folders of runs: what is resumed, what is refused, and who holds them."""

import json

import pytest

from swarmzoo.envs.core.errors import GameError
from swarmzoo.training.folder import LOCK, held, kept_config, read_manifest, refuse_no_run, refuse_used
from swarmzoo.training.run import train
from tests.command.run import run
from tests.training.small import GAME, small_config


def begin(folder, seed=0):
    folder.mkdir(parents=True)
    (folder / "manifest.json").write_text(json.dumps({"config": {"seed": seed, "game": "insects"}}))


def test_a_folder_with_no_run_is_not_resumed_and_the_nearest_names_are_told(tmp_path):
    for name in ("first-try", "first-tray", "other"):
        begin(tmp_path / name)
    begin(tmp_path / "many" / "seed_0")
    with pytest.raises(
        GameError, match=r"no run to resume here .*; did you mean .*first-try or .*first-tray\?"
    ) as told:
        train(small_config(), GAME, tmp_path / "frist-try", resume=True, seeds=1, quiet=True)
    assert "other" not in str(told.value)
    with pytest.raises(GameError, match=r"did you mean .*many\?"):
        refuse_no_run(tmp_path / "mani", [0, 1])
    with pytest.raises(GameError, match=r"the newest runs beside it: .*(first|other|many)"):
        refuse_no_run(tmp_path / "xyz", [0])
    with pytest.raises(GameError, match="none beside it"):
        refuse_no_run(tmp_path / "first-try" / "deeper", [0])
    assert {path.name for path in tmp_path.iterdir()} == {"first-try", "first-tray", "other", "many"}


def test_who_takes_a_league_for_a_run_or_a_run_for_a_league_is_told(capsys, monkeypatch, tmp_path):
    begin(tmp_path / "run")
    (tmp_path / "league").mkdir()
    (tmp_path / "league" / "league.json").write_text("{}")
    for command, place, told in (
        ("train", "league", "league: a league is here, not a run; `swarmzoo league` continues it"),
        ("league", "run", "run: no league to resume here; a run is here, which `swarmzoo train` continues"),
    ):
        ended = run(capsys, monkeypatch, command, GAME.name, "--resume", "--out", str(tmp_path / place))
        assert ended.code == 2 and told in ended.err, ended.err


def test_runs_of_several_seeds_are_resumed_as_they_began(tmp_path):
    begin(tmp_path / "one")
    begin(tmp_path / "two" / "seed_3", 3)
    begin(tmp_path / "two" / "seed_4", 4)
    refuse_no_run(tmp_path / "one", [0])
    refuse_no_run(tmp_path / "two", [3, 4])
    refuse_no_run(tmp_path / "two", [4, 5])
    refuse_no_run(tmp_path / "two" / "seed_3", [3])
    with pytest.raises(GameError, match="the run of one seed is here; leave --seeds out"):
        refuse_no_run(tmp_path / "one", [0, 1])
    for seeds in ([3], [0, 1]):
        with pytest.raises(GameError, match=r"seed_3, seed_4 are here; .*--out .*seed_3"):
            refuse_no_run(tmp_path / "two", seeds)
    assert kept_config(tmp_path / "one")["seed"] == 0
    assert kept_config(tmp_path / "two")["seed"] == 3
    assert kept_config(tmp_path / "none") is None


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"config": 3}', '{"config": {"seed": "a", "game": "x"}}', "[" * 9**5]
)
def test_a_damaged_manifest_is_told(tmp_path, text):
    (tmp_path / "manifest.json").write_text(text)
    with pytest.raises(GameError, match=r"manifest\.json: it is damaged; give --preset"):
        read_manifest(tmp_path)


def test_a_folder_is_held_by_one_and_free_afterwards(tmp_path):
    folder = tmp_path / "run"
    with held(folder), pytest.raises(GameError, match="another process trains here"), held(folder):
        pass
    with pytest.raises(KeyError), held(folder):
        raise KeyError
    with held(folder):
        pass


def test_what_a_killed_start_leaves_does_not_stop_a_new_one(tmp_path):
    (tmp_path / LOCK).touch()
    (tmp_path / ".manifest.json.123").touch()
    refuse_used(tmp_path)
    (tmp_path / ".bashrc").touch()
    with pytest.raises(GameError, match="not empty; continue with --resume, or name another"):
        refuse_used(tmp_path)


def test_a_refused_folder_is_left_as_it_was(tmp_path):
    (tmp_path / "thesis.txt").touch()
    with pytest.raises(GameError, match="not empty"):
        train(small_config(), GAME, tmp_path, resume=False, seeds=1, quiet=True)
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.txt"]
    with pytest.raises(GameError, match="a folder is needed, this is a file"):
        refuse_used(tmp_path / "thesis.txt")
