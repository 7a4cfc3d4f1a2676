"""Folders whose content nobody but this user can have written: what is unpickled from them can do no harm."""

import os
import shutil
import stat
from pathlib import Path

from swarmzoo.envs.core.kept import is_own

UNMAPPED = 65534  # what the kernel calls the owners of another namespace: of folders above a container's own


def make_private(folder: Path) -> Path:
    """Make a folder, or take over one that is there; return it without links. Raise OSError with the reason if not.

    The folder must belong to this user; no folder above may belong to another one but root, or be writable by all
    (unless only owners may rename there, as in /tmp). A folder of one's own that others could write to is emptied.
    """
    os.makedirs(folder.parent, mode=0o700, exist_ok=True)
    folder = Path(os.path.realpath(folder))
    if hasattr(os, "geteuid"):
        for above in folder.parents:
            _refuse_strangers(above)
    folder.mkdir(mode=0o700, exist_ok=True)
    status = os.lstat(folder)
    if not is_own(status):
        if status.st_uid != os.geteuid():
            raise OSError(0, f"it belongs to user {status.st_uid}")
        _take_back(folder)
    _try_writing(folder)
    return folder


def _refuse_strangers(folder: Path) -> None:
    """Raise OSError if somebody else could put another folder in the place of one in this one."""
    status = os.stat(folder)
    if status.st_uid not in (0, os.geteuid(), UNMAPPED):
        raise OSError(0, f"{folder} belongs to user {status.st_uid}")
    if status.st_mode & stat.S_IWOTH and not status.st_mode & stat.S_ISVTX:
        raise OSError(0, f"everybody can write to {folder}")


def _take_back(folder: Path) -> None:
    """Close a folder to others, and empty it."""
    folder.chmod(0o700)
    empty(folder)
    if any(folder.iterdir()):
        raise OSError(0, "others could write to it, and it cannot be emptied")


def _try_writing(folder: Path) -> None:
    """Raise OSError where no file can be made."""
    probe = folder / f".probe.{os.getpid()}"
    os.close(os.open(probe, os.O_CREAT | os.O_WRONLY, 0o600))
    probe.unlink(missing_ok=True)


def empty(folder: Path) -> None:
    """Remove all that lies in a folder, as far as that can be."""
    for path in folder.iterdir():
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path, ignore_errors=True)
        else:
            path.unlink(missing_ok=True)
