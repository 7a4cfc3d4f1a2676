"""Files that commands are to write: what cannot be one is refused before a game is played."""

import os

import pytest

from tests.command.run import run


@pytest.mark.parametrize(
    "words",
    [
        ("evaluate", "greedy", "-a", "random", "--games", "1000000", "--csv"),
        ("bench", "insects", "--seconds", "1000000", "--csv"),
        ("watch", "insects", "greedy", "random", "--html"),
        ("watch", "insects", "greedy", "random", "--film"),
        ("replay", "nothing", "--save"),
        ("replay", "nothing", "--png"),
        ("arena", "report", "nothing", "--out"),
        ("arena", "report", "nothing", "--csv"),
        ("arena", "report", "nothing", "--table"),
    ],
)
@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("", ".: is a directory, name a file"),
        ("folder", "folder: is a directory, name a file"),
        ("file/x.html", "file: not a directory"),
    ],
)
def test_what_cannot_be_a_file_is_refused_at_once(words, name, told, capsys, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").write_text("")
    ended = run(capsys, monkeypatch, *words, name)
    assert (ended.code, ended.out, ended.err) == (2, "", f"swarmzoo: {told}\n")
    assert sorted(os.listdir(tmp_path)) == ["file", "folder"]
