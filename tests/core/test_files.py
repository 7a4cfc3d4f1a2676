"""Files that are written whole: what is there is not damaged, and what cannot be written is refused at once."""

import os
import subprocess
import sys
import threading

import pytest

from swarmzoo.envs.core.files import check_place, write_whole


def test_a_file_is_replaced_whole_and_nothing_stays_beside_it(tmp_path):
    path = tmp_path / "new" / "table.csv"
    for content in (b"one\n", b"another\n"):
        write_whole(path, content)
        assert path.read_bytes() == content
    assert os.listdir(path.parent) == ["table.csv"]


@pytest.mark.parametrize("is_there", [True, False])
def test_of_a_link_the_file_is_written_that_it_leads_to(tmp_path, is_there):
    there = tmp_path / "elsewhere"
    there.mkdir()
    if is_there:
        (there / "table.csv").write_bytes(b"old")
    (tmp_path / "link.csv").symlink_to(there / "table.csv")
    write_whole(tmp_path / "link.csv", b"new")
    assert (tmp_path / "link.csv").is_symlink() and (there / "table.csv").read_bytes() == b"new"
    assert os.listdir(there) == ["table.csv"] and os.listdir(tmp_path) != ["table.csv"]


def test_a_pipe_stays_a_pipe_and_hands_on_what_is_written(tmp_path):
    pipe, read = tmp_path / "pipe", []
    os.mkfifo(pipe)
    reader = threading.Thread(target=lambda: read.append(pipe.read_bytes()))
    reader.start()
    write_whole(pipe, b"rows\n")
    reader.join()
    assert read == [b"rows\n"] and pipe.is_fifo()


def test_the_output_of_a_command_takes_it_after_what_was_printed(tmp_path):
    code = "import sys; from pathlib import Path; from swarmzoo.envs.core.files import write_whole; "
    code += "print('told', flush=True); write_whole(Path('/dev/stdout'), b'rows\\n'); print('more')"
    with (tmp_path / "out.txt").open("ab") as out:
        subprocess.run([sys.executable, "-c", code], stdout=out, check=True)
    assert (tmp_path / "out.txt").read_text() == "told\nrows\nmore\n"
    assert os.listdir(tmp_path) == ["out.txt"]


def test_places_that_cannot_be_written_are_refused_before_anything_is_made(tmp_path):
    (tmp_path / "file").write_bytes(b"")
    for path, told in ((tmp_path, "name a file"), (tmp_path / "file" / "x.csv", "Not a directory")):
        for refuse in (check_place, lambda path: write_whole(path, b"")):
            with pytest.raises(OSError, match=told):
                refuse(path)
    assert check_place(None) is None and check_place(tmp_path / "new" / "x.csv") == tmp_path / "new" / "x.csv"
    assert os.listdir(tmp_path) == ["file"]


def test_a_folder_that_others_alone_may_write_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    with pytest.raises(PermissionError):
        check_place(tmp_path / "x.csv")
