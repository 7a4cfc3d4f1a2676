"""Where compiled kernels are kept, and the hash of the sources they were made from."""

import atexit
import hashlib
import os
import shutil
import sys
import tempfile
from functools import cache
from pathlib import Path

import llvmlite
import numba
import numpy
from platformdirs import user_cache_path

from swarmzoo.envs.core.private_folders import empty, make_private
from swarmzoo.envs.core.sources import file_hash


@cache
def cache_folder() -> Path:
    """Return the folder for compiled kernels, to which nobody else can write.

    $SWARMZOO_CACHE, else the user's cache folder; where that is not to be trusted one in the folder for temporary
    files, and where this is not either, a fresh one that ends with this process and serves those that it starts.
    """
    wanted = Path(os.environ.get("SWARMZOO_CACHE") or user_cache_path("swarmzoo")) / "kernels"
    user = os.getuid() if hasattr(os, "getuid") else "user"
    temporary = Path(tempfile.gettempdir()) / f"swarmzoo-{user}"
    try:
        return make_private(wanted)
    except OSError as error:
        why = f"the cache folder cannot be used, {wanted}: {error.strerror}"
    try:
        folder = make_private(temporary)
        print(f"swarmzoo: {why}; using {folder}", file=sys.stderr)
    except OSError as error:
        folder = _fresh_folder()
        also = f"{temporary} neither: {error.strerror}; compiled rules are lost when this process ends"
        print(f"swarmzoo: {why}; {also}", file=sys.stderr)
    return folder


def _fresh_folder() -> Path:
    """Make a folder for this process and those that it starts; it is removed at the end."""
    above, made_by = tempfile.mkdtemp(prefix="swarmzoo-"), os.getpid()
    os.environ["SWARMZOO_CACHE"] = above

    def remove() -> None:
        if os.getpid() == made_by:
            shutil.rmtree(above, ignore_errors=True)

    atexit.register(remove)
    folder = Path(above) / "kernels"
    folder.mkdir(mode=0o700)
    return folder


def source_hash(files: tuple[str, ...], identity: str) -> str:
    """Hash sources and what tells apart the code made from them, with the versions of what compiles it."""
    versions = f"{numba.__version__} {llvmlite.__version__} {numpy.__version__} {sys.version}"
    text = "\n".join([versions, identity, *(file_hash(path) for path in files)])
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def imports_memo() -> Path:
    """Return the file in which is kept what the sources import."""
    return cache_folder() / "imports"


def cache_size() -> tuple[int, int]:
    """Return the number of cached builds and their size in bytes."""
    builds = [path for path in cache_folder().iterdir() if path.is_dir()]
    return len(builds), sum(f.stat().st_size for path in builds for f in path.rglob("*") if f.is_file())


def clear_cache() -> None:
    """Remove every compiled kernel."""
    empty(cache_folder())
