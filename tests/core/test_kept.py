"""What is kept between processes is believed only whole, and only from folders and files that are this user's own."""

import os
import stat
import tempfile
from pathlib import Path

import pytest

from swarmzoo.envs.core.cache import cache_folder
from swarmzoo.envs.core.kept import read_kept, write_kept
from swarmzoo.envs.core.private_folders import make_private

ME = os.geteuid()


@pytest.fixture
def kept(tmp_path) -> Path:
    path = tmp_path / "one.code"
    write_kept(path, b"what is kept" * 100)
    return path


@pytest.fixture
def stranger(monkeypatch):
    """Have everything that was made so far belong to somebody else, as this process sees it."""
    monkeypatch.setattr(os, "geteuid", lambda: ME + 1)


def test_what_was_written_is_read(kept, capsys):
    assert read_kept(kept) == b"what is kept" * 100
    assert read_kept(kept.with_name("none.code")) is None
    assert capsys.readouterr().err == ""


DAMAGE = {
    "empty": lambda whole: b"",
    "cut": lambda whole: whole[: len(whole) // 2],
    "one byte short": lambda whole: whole[:-1],
    "longer": lambda whole: whole + b"\0",
    "a bit in the content": lambda whole: whole[:-5] + bytes([whole[-5] ^ 1]) + whole[-4:],
    "a bit in the digest": lambda whole: whole[:20] + bytes([whole[20] ^ 128]) + whole[21:],
    "something else": lambda whole: b"{}",
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_file_is_thrown_away_with_one_line(kept, capsys, damage):
    kept.write_bytes(DAMAGE[damage](kept.read_bytes()))
    assert read_kept(kept) is None
    told = capsys.readouterr().err
    assert told.count("\n") == 1 and f"{kept} was damaged" in told
    assert not kept.exists()


def test_a_file_under_the_name_of_another_is_damaged(kept):
    other = kept.with_name("two.code")
    kept.rename(other)
    assert read_kept(other) is None


def test_a_file_of_somebody_else_is_not_read(kept, capsys, stranger):
    assert read_kept(kept) is None
    assert "belongs to somebody else" in capsys.readouterr().err
    assert kept.exists()


def test_a_file_that_others_can_write_and_a_link_are_not_read(kept, capsys):
    link = kept.with_name("link.code")
    link.symlink_to(kept)
    assert read_kept(link) is None
    kept.chmod(0o666)
    assert read_kept(kept) is None
    assert "can be written by others" in capsys.readouterr().err


def test_a_folder_is_made_for_its_user_alone(tmp_path):
    folder = make_private(tmp_path / "above" / "kernels")
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert make_private(tmp_path / "above" / "kernels") == folder


def test_a_folder_that_others_could_write_to_is_emptied_and_closed(tmp_path):
    folder = tmp_path / "kernels"
    (folder / "build").mkdir(parents=True)
    (folder / "build" / "planted.code").touch()
    folder.chmod(0o777)
    make_private(folder)
    assert list(folder.iterdir()) == [] and stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_a_folder_below_one_that_everybody_can_write_to_is_refused(tmp_path):
    (tmp_path / "open").mkdir()
    (tmp_path / "open").chmod(0o777)
    with pytest.raises(OSError) as refused:
        make_private(tmp_path / "open" / "kernels")
    assert "everybody can write" in refused.value.strerror


@pytest.fixture
def folder_of(monkeypatch):
    """Return the cache folder with a folder asked for and one for temporary files."""

    def find(wanted: Path, temporary: Path) -> Path:
        monkeypatch.setenv("SWARMZOO_CACHE", str(wanted))
        monkeypatch.setattr(tempfile, "tempdir", str(temporary))
        cache_folder.cache_clear()
        return cache_folder()

    yield find
    cache_folder.cache_clear()


def test_the_folder_asked_for_is_used(folder_of, tmp_path, capsys):
    assert folder_of(tmp_path / "mine", tmp_path) == tmp_path / "mine" / "kernels"
    assert capsys.readouterr().err == ""


def test_where_it_cannot_be_used_a_private_one_for_temporary_files_is(folder_of, tmp_path, capsys):
    (tmp_path / "file").touch()
    folder = folder_of(tmp_path / "file", tmp_path)
    assert folder == tmp_path / f"swarmzoo-{os.getuid()}" and stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert f"cannot be used, {tmp_path / 'file'}" in capsys.readouterr().err


def test_a_folder_that_somebody_planted_is_not_used_but_a_fresh_one(folder_of, tmp_path, capsys, stranger):
    planted = tmp_path / f"swarmzoo-{os.getuid()}"
    for folder in (planted, tmp_path / "mine" / "kernels"):
        folder.mkdir(parents=True)
    folder = folder_of(tmp_path / "mine", tmp_path)
    assert folder.parent.parent == tmp_path and folder.parent not in (planted, tmp_path / "mine")
    assert stat.S_IMODE(folder.parent.stat().st_mode) == 0o700
    told = capsys.readouterr().err
    assert f"belongs to user {ME}" in told and "lost when this process ends" in told
    assert os.environ["SWARMZOO_CACHE"] == str(folder.parent), "workers share it"
