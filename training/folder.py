"""The folders of runs: what lies in them, that only one process writes there, and the names of others nearby."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from difflib import get_close_matches
from pathlib import Path
from shlex import quote
from typing import Any

from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.files import is_unfinished
from swarmzoo.envs.core.locks import locked

RESUME, MANIFEST, LOCK = "resume.npz", "manifest.json", ".lock"
LEAGUE = "league.json"  # with what a league began
SEEDS = "seed_*"  # the folders of several seeds


@contextmanager
def held(folder: Path) -> Iterator[None]:
    """Hold a folder for this process; raise GameError while another one does. A process that dies lets go of it."""

    def refuse() -> None:
        raise GameError(f"{folder}: another process trains here; wait for its end, or name another folder with --out")

    folder.mkdir(parents=True, exist_ok=True)
    with locked(folder / LOCK, refuse):
        yield


def is_run(folder: Path) -> bool:
    """Return whether a run began in a folder."""
    return (folder / MANIFEST).is_file() or (folder / RESUME).is_file()


def refuse_used(folder: Path) -> None:
    """Raise GameError unless a folder is free for a new run: not there, or empty but for what a killed start leaves."""
    if folder.exists() and not folder.is_dir():
        raise GameError(f"{folder}: a folder is needed, this is a file")
    if folder.exists() and any(path.name != LOCK and not is_unfinished(path) for path in folder.iterdir()):
        raise GameError(f"{folder}: the folder is not empty; continue with --resume, or name another one with --out")


def refuse_no_run(folder: Path, seeds: list[int]) -> None:
    """Raise GameError unless there is something to resume: a run, or of several seeds at least one."""
    several = [path.name for path in sorted(folder.glob(SEEDS)) if is_run(path)]
    if len(seeds) > 1 and any(is_run(folder / f"seed_{seed}") for seed in seeds):
        return
    if len(seeds) > 1 and is_run(folder):
        raise GameError(f"{folder}: the run of one seed is here; leave --seeds out to continue it")
    if is_run(folder) and len(seeds) == 1:
        return
    if several:
        raise GameError(
            f"{folder}: the runs {', '.join(several)} are here; give --seeds as at the start, or continue one of them "
            f"with --out {quote(str(folder / several[0]))}"
        )
    if (folder / LEAGUE).is_file():
        raise GameError(f"{folder}: a league is here, not a run; `swarmzoo league` continues it")
    raise GameError(f"{folder}: no run to resume here ({MANIFEST} not found){_nearby(folder)}")


def _nearby(folder: Path) -> str:
    """Return the end of a sentence: the runs beside a folder whose names are like its own, or the newest ones."""
    beside = folder.absolute().parent
    runs = [path for path in beside.glob("*") if is_run(path) or any(map(is_run, path.glob(SEEDS)))]
    names = [path.name for path in sorted(runs, key=lambda path: path.stat().st_mtime, reverse=True)]
    if close := get_close_matches(folder.name, names, n=3, cutoff=0.5):
        return f"; did you mean {' or '.join(str(folder.parent / name) for name in close)}?"
    newest = ", ".join(str(folder.parent / name) for name in names[:3])
    return f"; the newest runs beside it: {newest}" if newest else "; there is none beside it either"


def read_manifest(folder: Path) -> dict[str, Any]:
    """Return the manifest of a run, of which ``config`` is its configuration; raise GameError for one that is none."""
    path = folder / MANIFEST
    try:
        manifest = json.loads(path.read_bytes())
        config = manifest["config"]
        whole = isinstance(config, dict) and isinstance(config["seed"], int) and isinstance(config["game"], str)
    except (ValueError, KeyError, TypeError, RecursionError):
        whole = False
    if not whole:
        raise GameError(f"{path}: it is damaged; give --preset or --config as at the start to resume without it")
    return dict(manifest)


def kept_config(folder: Path) -> dict[str, Any] | None:
    """Return the configuration with which the run in a folder began, of several seeds that of the first; else None."""
    places = [folder, *folder.glob(SEEDS)]
    found = [read_manifest(place)["config"] for place in places if (place / MANIFEST).is_file()]
    return min(found, key=lambda config: config["seed"], default=None)
