"""Tournaments on disks that fill up, in folders that may not be written, and twice at once in one folder.

Every tournament stands for a thousand inputs. A full disk is a small file system of its own where this process may
mount one, and a limit on the size of files elsewhere.
"""

import resource
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from swarmzoo.lab.store import STORE
from tests.breaking.arena import INPUTS_A_KILL, Setting, all_of, finish, refuse_difference, run, words_for
from tests.breaking.processes import MAIN
from tests.breaking.tally import Tally

MISTAKE = 2
LEAST, MOST = 50_000, 3_000_000  # bytes of a disk: from too small for a store to enough for a short tournament
ROUNDS = 400


def attack(game: str, inputs: int, seed: int, tally: Tally) -> None:
    """Play tournaments of a game where something is in their way, one for every thousand inputs."""
    random = Random(f"{game} {seed}")
    with TemporaryDirectory() as scratch:
        setting = Setting(game, Path(scratch))
        setting.words[1:4] = ["random", "random"]  # many quick games, so that a store grows
        setting.words[setting.words.index("--rounds") + 1] = str(ROUNDS)
        for number in range(-(-inputs // INPUTS_A_KILL)):
            case = random.choice((fill_a_disk, limit_files, write_read_only, begin_twice))
            folder = Path(scratch) / str(number)
            folder.mkdir()
            with tally.trying(f"{case.__name__}, tournament {number} of seed {seed}"):
                case(setting, folder, random)


def fill_a_disk(setting: Setting, folder: Path, random: Random) -> None:
    """Play on a disk that is too small, make room, and go on."""
    size = random.randrange(LEAST, MOST)
    with small_disk(folder, size) as resize:
        if resize is None:
            limit_files(setting, folder, random)
            return
        _refuse_or_finish(run([*setting.words, "--workers", str(random.choice((1, 2))), "--out", str(folder / "t")]))
        resize(1 << 28)
        finish(setting.words, folder / "t", 1)
        refuse_difference(setting.whole()[0], all_of(folder / "t"))


def limit_files(setting: Setting, folder: Path, random: Random) -> None:
    """Play where files may not grow beyond a size, lift the limit, and go on."""
    size = random.randrange(LEAST, MOST)
    command = [*setting.words, "--workers", "1", "--out", str(folder / "t")]
    _refuse_or_finish(run(command, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))))
    finish(setting.words, folder / "t", 1)
    refuse_difference(setting.whole()[0], all_of(folder / "t"))


def write_read_only(setting: Setting, folder: Path, random: Random) -> None:
    """Begin, resume and report a tournament in a folder that may not be written: nothing changes there."""
    with small_disk(folder, 1 << 28) as resize:
        if resize is None:
            return
        begun = random.random() < 0.7
        if begun:
            finish(setting.words, folder / "t", 1)
        resize(0)
        command = [*words_for(setting.words, folder / "t"), "--workers", "1", "--out", str(folder / "t")]
        for words in (command, ["arena", "report", str(folder / "t")]):
            ended = run(words)
            _refuse_or_finish(ended)
            if not ended.returncode:
                raise AssertionError(f"{words}: it wrote where nothing can be written")
        if begun:
            refuse_difference(setting.whole()[0], all_of(folder / "t"))


def begin_twice(setting: Setting, folder: Path, random: Random) -> None:
    """Begin two tournaments at once in one folder: one is played, the other is refused."""
    if random.random() < 0.5:
        (folder / "t").mkdir()
    command = [sys.executable, "-c", MAIN, *setting.words, "--workers", "1", "--out", str(folder / "t")]
    both = [subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) for _ in range(2)]
    told = [one.communicate()[1].strip() for one in both]
    codes = sorted(one.returncode for one in both)
    if codes != [0, MISTAKE]:
        raise AssertionError(f"exit codes {codes}: {told}")
    refuse_difference(setting.whole()[0], all_of(folder / "t"))
    if len(list((folder / "t").iterdir())) != 1:
        raise AssertionError(f"more than {STORE} is in the folder")


def _refuse_or_finish(ended: subprocess.CompletedProcess) -> None:
    """A disk's refusal is a sentence with the exit code of what a user can mend."""
    wrong = "Traceback" in ended.stderr or "error of swarmzoo" in ended.stderr
    if ended.returncode not in (0, MISTAKE) or wrong:
        raise AssertionError(f"exit code {ended.returncode}: {ended.stderr.strip()[-300:]}")


@contextmanager
def small_disk(folder: Path, size: int) -> Iterator:
    """Mount a file system of a size in a folder; yield what resizes it (0: read-only), or None where nobody may."""
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(folder)], capture_output=True, check=False
    )
    if mounted.returncode:
        yield None
        return

    def resize(new: int) -> None:
        options = f"remount,size={new}" if new else "remount,ro"
        subprocess.run(["mount", "-o", options, str(folder)], capture_output=True, check=True)

    try:
        yield resize
    finally:
        subprocess.run(["umount", "-l", str(folder)], capture_output=True, check=True)
