"""Training on a disk that fills up or that nobody may write on: a sentence, nothing half-written, and it goes on."""

import errno
import os
import threading

import pytest

from swarmzoo.command.failures import sentence
from swarmzoo.envs.core.files import is_unfinished
from swarmzoo.training.logs import logs
from swarmzoo.training.run import train
from tests.training.sameness import differences
from tests.training.small import GAME, small_config

CONFIG = small_config(total_steps=512)


def full_after(monkeypatch, writes):
    """Let so many files be written whole; then the disk is full."""
    left, sync = [writes], os.fsync

    def fsync(file):
        left[0] -= 1
        if left[0] < 0:
            raise OSError(errno.ENOSPC, "No space left on device")
        sync(file)

    monkeypatch.setattr("os.fsync", fsync)


@pytest.fixture(scope="module")
def whole_run(tmp_path_factory):
    folder = tmp_path_factory.mktemp("whole") / "run"
    train(CONFIG, GAME, folder, resume=False, seeds=1, quiet=True)
    return folder


@pytest.mark.parametrize("writes", [0, 1, 4, 9])
def test_a_full_disk_is_a_sentence_and_the_run_goes_on_when_there_is_room(whole_run, tmp_path, monkeypatch, writes):
    folder = tmp_path / "run"
    with monkeypatch.context() as patch:
        full_after(patch, writes)
        with pytest.raises(OSError) as told:
            train(CONFIG, GAME, folder, resume=False, seeds=1, quiet=True)
    assert str(folder) in sentence(told.value)[0] and "no space is left on the disk" in sentence(told.value)[0]
    assert not [path.name for path in folder.iterdir() if is_unfinished(path)]
    train(CONFIG, GAME, folder, resume=writes > 0, seeds=1, quiet=True)
    assert differences(whole_run, folder) == []


def test_logs_on_a_full_disk_are_a_sentence(tmp_path, monkeypatch):
    def full(*_):
        raise OSError(errno.ENOSPC, "No space left on device")

    with pytest.raises(OSError) as told, logs(tmp_path, 0) as logger:
        monkeypatch.setattr(logger.output_formats[0], "write", full)
        monkeypatch.setattr(logger.output_formats[1], "close", full)
        logger.record("a", 1)
        logger.dump(1)
    assert sentence(told.value)[0] == f"{tmp_path}: no space is left on the disk"


def test_columns_of_the_progress_come_in_the_order_of_their_names(tmp_path):
    with logs(tmp_path, None) as logger:
        for names in ("dbca", "fghie"):
            for name in names:
                logger.record(name, 1)
            logger.dump(1)
    assert (tmp_path / "progress.csv").read_text().splitlines()[0] == "a,b,c,d,e,f,g,h,i"


def test_threads_that_the_disk_stops_are_not_told_and_others_are(tmp_path, monkeypatch):
    def fail(error):
        raise error

    heard = []
    monkeypatch.setattr(threading, "excepthook", lambda told: heard.append(told.exc_value))
    usual, other = threading.excepthook, KeyError("other")
    with logs(tmp_path, 7):
        for error in (OSError(errno.ENOSPC, "full"), other):
            thread = threading.Thread(target=fail, args=(error,))
            thread.start()
            thread.join()
    assert heard == [other]
    assert threading.excepthook is usual
    assert (tmp_path / "progress_7.csv").exists()


def test_a_place_that_cannot_be_written_is_named(tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(OSError) as told:
        train(CONFIG, GAME, tmp_path / "file" / "run", resume=False, seeds=1, quiet=True)
    text, status = sentence(told.value)
    assert str(tmp_path / "file") in text and status == 2
