"""Where compiled kernels are kept, and the hash of the sources they were made from."""

import hashlib
import os
import shutil
import sys
import tempfile
from functools import cache
from pathlib import Path

import numba
import numpy
from platformdirs import user_cache_path

from swarmzoo.envs.core.sources import file_hash


@cache
def cache_folder() -> Path:
    """Return the folder for compiled kernels: $SWARMZOO_CACHE, else the user's cache folder, else a temporary one."""
    folder = Path(os.environ.get("SWARMZOO_CACHE") or user_cache_path("swarmzoo")) / "kernels"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()
    except OSError as error:
        folder = Path(tempfile.gettempdir()) / f"swarmzoo-{os.getuid() if hasattr(os, 'getuid') else 'user'}"
        print(f"swarmzoo: the cache folder cannot be used ({error}); using {folder}", file=sys.stderr)
        folder.mkdir(parents=True, exist_ok=True)
    return folder


def source_hash(files: tuple[str, ...], identity: str) -> str:
    """Hash sources and what tells apart the code made from them, with the versions of what compiles it."""
    versions = f"{numba.__version__} {numpy.__version__} {sys.version}"
    text = "\n".join([versions, identity, *(file_hash(path) for path in files)])
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def imports_memo() -> Path:
    """Return the file in which is kept what the sources import."""
    return cache_folder() / "imports.json"


def cache_size() -> tuple[int, int]:
    """Return the number of cached builds and their size in bytes."""
    builds = [path for path in cache_folder().iterdir() if path.is_dir()]
    return len(builds), sum(f.stat().st_size for path in builds for f in path.rglob("*") if f.is_file())


def clear_cache() -> None:
    """Remove every compiled kernel."""
    shutil.rmtree(cache_folder(), ignore_errors=True)
    cache_folder.cache_clear()
