"""The store of a tournament: begun whole or not at all, and what a disk refuses is a sentence that loses nothing."""

import resource
import subprocess
import sys

import pytest

from swarmzoo.envs.core.errors import GameError
from swarmzoo.lab.store import STORE, Store

MAIN = "from swarmzoo.command.main import main; main()"
SMALL, ENOUGH = 300_000, 1_100_000  # bytes that a file may hold: less than a new store, and a little more


def arena(folder, *words, largest=None):
    """Run a tournament whose files may not grow beyond a number of bytes."""
    limit = None if largest is None else lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (largest, largest))
    command = [sys.executable, "-c", MAIN, "arena", *words, "--workers", "1", "--out", str(folder)]
    return subprocess.run(command, capture_output=True, text=True, check=False, preexec_fn=limit)


def games(folder):
    store = Store(folder / STORE, read_only=True)
    try:
        return store.ask('select "group", nth, seed, seats, pay, length, actions, end_hash from counted')
    finally:
        store.close()


@pytest.mark.skipif(sys.platform == "win32", reason="needs a limit on the size of files")
def test_a_disk_that_fills_up_is_told_and_loses_no_finished_game(tmp_path):
    ended = arena(tmp_path / "t", "random", "rusher", "--rounds", "4000", largest=SMALL)
    assert ended.returncode == 2 and "may not grow" in ended.stderr and not (tmp_path / "t").exists()
    ended = arena(tmp_path / "t", "random", "rusher", "--rounds", "4000", largest=ENOUGH)
    assert ended.returncode == 2 and "go on with --resume" in ended.stderr and "error of swarmzoo" not in ended.stderr
    before = games(tmp_path / "t")
    assert 0 < len(before) < 8000
    assert arena(tmp_path / "t", "--resume").returncode == 0
    after = games(tmp_path / "t")
    assert len(after) == 8000 and after[: len(before)] == before


def test_a_store_is_begun_once(tmp_path):
    Store.begin(tmp_path / "new" / STORE, tournament={"a": 1})
    assert [path.name for path in (tmp_path / "new").iterdir()] == [STORE]
    with pytest.raises(GameError, match="another process has begun"):
        Store.begin(tmp_path / "new" / STORE, tournament={"a": 2})
    assert Store(tmp_path / "new" / STORE, read_only=True).tournament() == {"a": 1}


def test_a_second_process_in_a_folder_is_told_that_there_is_one(tmp_path):
    """In a folder whose name holds the word that the database's own sentence has, too."""
    Store.begin(tmp_path / "clock" / STORE, tournament={})
    path = str(tmp_path / "clock" / STORE)
    script = f"from pathlib import Path; from swarmzoo.lab.store import Store; Store(Path({path!r}))"
    held = Store(tmp_path / "clock" / STORE)
    ended = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    held.close()
    assert "another process is writing it" in ended.stderr
    (tmp_path / "clock" / STORE).write_bytes(b"no store")
    with pytest.raises(GameError, match="cannot be used as a store of games"):
        Store(tmp_path / "clock" / STORE)


def test_settings_are_written_all_or_none(tmp_path):
    Store.begin(tmp_path / STORE, a=1, b=[2])
    store = Store(tmp_path / STORE)
    store.set(a=3, c=None)
    assert [store.get(key) for key in "abcd"] == [3, [2], None, None]
    with pytest.raises(GameError):
        store.ask("select nothing from nowhere")
