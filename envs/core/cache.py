"""Where compiled kernels are kept, and the hash of the sources they were made from."""

import hashlib
import importlib.util
import os
import re
import shutil
import sys
import tempfile
from functools import cache
from pathlib import Path

import numba
import numpy
from platformdirs import user_cache_path

_IMPORT = re.compile(r"^\s*(?:from|import)\s+(swarmzoo\.[\w.]+)(?:\s+import\s+\(?([\w, ]+))?", re.MULTILINE)


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


def source_hash(modules: list[str]) -> str:
    """Hash the sources of the modules and of every swarmzoo module they import, with the compiler's version."""
    files = sorted({path for module in modules for path in _source_files(module)})
    digest = hashlib.sha256(f"{numba.__version__} {numpy.__version__} {sys.version} {modules}".encode())
    for path in files:
        digest.update(Path(path).read_bytes())
    return digest.hexdigest()[:16]


@cache
def _source_files(module: str) -> frozenset[str]:
    """Return the source file of a module and, transitively, of the swarmzoo modules it imports."""
    found: dict[str, str] = {}
    waiting = [module]
    while waiting:
        name = waiting.pop()
        path = _path_of(name)
        if path is None or name in found:
            continue
        found[name] = path
        for target, names in _IMPORT.findall(Path(path).read_text(encoding="utf-8")):
            waiting += [target, *(f"{target}.{part.strip()}" for part in names.split(",") if part.strip())]
    return frozenset(found.values())


@cache
def _path_of(module: str) -> str | None:
    """Return the source file of a module that is loaded or can be found, else None."""
    loaded = sys.modules.get(module)
    if loaded is not None:
        return getattr(loaded, "__file__", None)
    try:
        spec = importlib.util.find_spec(module)
    except (ImportError, ValueError, AttributeError):
        return None
    return spec.origin if spec and spec.origin and spec.origin.endswith(".py") else None


def cache_size() -> tuple[int, int]:
    """Return the number of cached builds and their size in bytes."""
    builds = [path for path in cache_folder().iterdir() if path.is_dir()]
    return len(builds), sum(f.stat().st_size for path in builds for f in path.rglob("*") if f.is_file())


def clear_cache() -> None:
    """Remove every compiled kernel."""
    shutil.rmtree(cache_folder(), ignore_errors=True)
    cache_folder.cache_clear()
