"""`swarmzoo cache`: what is kept on disk, and its end."""

import functools

import pytest

from swarmzoo.envs.core.cache import cache_folder
from tests.command.run import run


@pytest.fixture
def swarmzoo(capsys, monkeypatch):
    return functools.partial(run, capsys, monkeypatch)


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A cache folder with two builds."""
    monkeypatch.setenv("SWARMZOO_CACHE", str(tmp_path))
    cache_folder.cache_clear()
    for name in ("first", "second"):
        build = tmp_path / "kernels" / name
        build.mkdir(parents=True)
        (build / "code.nbc").write_bytes(bytes(1_000_000))
    yield tmp_path / "kernels"
    cache_folder.cache_clear()


@pytest.mark.parametrize("words", [["cache"], ["cache", "show"]])
def test_it_shows_folder_builds_and_size(swarmzoo, folder, words):
    assert swarmzoo(*words).out.startswith(f"{folder}: 2 builds, 2.0 MB")


def test_it_clears_what_is_kept(swarmzoo, folder):
    assert swarmzoo("cache", "clear").out == f"{folder}: 2 builds removed, 2.0 MB\n"
    assert swarmzoo("cache").out.startswith(f"{folder}: 0 builds, 0.0 MB")


def test_a_folder_that_cannot_be_used_is_told(swarmzoo, tmp_path, monkeypatch):
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("SWARMZOO_CACHE", str(tmp_path / "file"))
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", None)
    cache_folder.cache_clear()
    ended = swarmzoo("cache")
    cache_folder.cache_clear()
    assert ended.code == 0
    assert "the cache folder cannot be used" in ended.err
