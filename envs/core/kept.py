"""Files that are kept from one process to the next and believed only as they were written, by this very user.

A file begins with the digest of its name and content, so damage is found before anything reads what is in it. What
belongs to somebody else, or could be written by others, is not read.
"""

import hashlib
import os
import stat
import sys
from pathlib import Path

from swarmzoo.envs.core.files import write_whole

MARK = b"swarmzoo 1\n"
DIGEST = hashlib.sha256().digest_size


def write_kept(path: Path, content: bytes) -> None:
    """Write a file whole; raise OSError where that cannot be."""
    write_whole(path, MARK + _digest(path, content) + content)


def read_kept(path: Path) -> bytes | None:
    """Return the content of a file, None where there is none; a damaged one is thrown away with a line of notice."""
    try:
        with open(path, "rb", opener=_open) as file:
            if not is_own(os.fstat(file.fileno())):
                _tell(f"{path} belongs to somebody else or can be written by others, so it is not read")
                return None
            whole = file.read()
    except FileNotFoundError:
        return None
    except OSError as error:
        _tell(f"{path} cannot be read ({error.strerror})")
        return None
    content = whole[len(MARK) + DIGEST :]
    if whole[: len(MARK) + DIGEST] == MARK + _digest(path, content):
        return content
    throw_away(path)
    return None


def throw_away(path: Path) -> None:
    """Remove a damaged file, and say so."""
    path.unlink(missing_ok=True)
    _tell(f"{path} was damaged and is thrown away; it will be made again")


def is_own(status: os.stat_result) -> bool:
    """Tell whether something belongs to this user, who alone can write it."""
    if not hasattr(os, "geteuid"):
        return True  # Windows: folders of users are private by themselves
    return status.st_uid == os.geteuid() and not status.st_mode & (stat.S_IWGRP | stat.S_IWOTH)


def _open(path: str, flags: int) -> int:
    return os.open(path, flags | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0))


def _digest(path: Path, content: bytes) -> bytes:
    return hashlib.sha256(path.name.encode() + b"\n" + content).digest()


def _tell(what: str) -> None:
    print(f"swarmzoo: {what}", file=sys.stderr, flush=True)
