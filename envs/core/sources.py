"""The sources behind compiled code: which files they are, their hash, and whether this process runs what they say.

The sources of a module are its file and the files of all modules that it imports, directly or not: of swarmzoo, of the
module's own package, and loaded ones that lie beside it. Every form of import counts wherever it stands, in functions
and under ``TYPE_CHECKING`` too: a file too many only compiles once more, a file too few runs stale machine code.
"""

import ast
import hashlib
import importlib.util
import json
import os
import sys
import time
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

from swarmzoo.envs.core.kept import read_kept, write_kept

# No rules were loaded earlier: what this thread has worked so far covers the modules that it imported before this one.
LOADED_SINCE = time.time_ns() - time.thread_time_ns()
OWN = "swarmzoo"  # its folders do not lie where its names say
INSTALLED = ("site-packages", "dist-packages")
_TOLD: list[str] = []


def source_files(modules: Iterable[str], memo: Path) -> tuple[str, ...]:
    """Return the source files of modules, sorted; ``memo``: a file that keeps what was read from sources before."""
    known = _Memo(memo)
    found: dict[str, str] = {}
    waiting = sorted(modules)
    packages = {OWN, *(name.partition(".")[0] for name in waiting)}
    beside = {_root(name, path) for name in waiting if (path := _path_of(name, packages, set()))}
    while waiting:
        name = waiting.pop()
        path = None if name in found else _path_of(name, packages, beside)
        if path is not None:
            found[name] = path
            waiting += _imported(name, path, known)
    known.save()
    return tuple(sorted(set(found.values())))


def _imported(name: str, path: str, known: "_Memo") -> Iterator[str]:
    """Yield the names of the modules that a module may import."""
    is_package = Path(path).name == "__init__.py"
    package = name if is_package else name.rpartition(".")[0]
    for target, parts in known.imports(path):
        if target.startswith("."):
            target = importlib.util.resolve_name(target, package) if package else target.lstrip(".")  # noqa: PLW2901
        yield target
        yield from (f"{target}.{part}" for part in _named(target, parts))


def _named(target: str, parts: list[str]) -> list[str]:
    """Return the names that are imported from a module; a star may import every module of a package."""
    if "*" not in parts:
        return parts
    places = getattr(sys.modules.get(target), "__path__", [])
    return [file.stem for place in places for file in sorted(Path(place).glob("*.py")) if file.stem != "__init__"]


def _path_of(name: str, packages: set[str], beside: set[Path | None]) -> str | None:
    """Return the source file of a module of the packages, or of a loaded one in the folders beside them; else None."""
    is_own, loaded = name.partition(".")[0] in packages, sys.modules.get(name)
    if loaded is not None:
        path = getattr(loaded, "__file__", None) or ""
        return path if path.endswith(".py") and (is_own or _root(name, path) in beside - {None}) else None
    parent = sys.modules.get(name.rpartition(".")[0])
    if not is_own or (parent is not None and not hasattr(parent, "__path__")):
        return None  # a name in a module is not a module
    try:
        spec = importlib.util.find_spec(name)
    except (ImportError, ValueError, AttributeError):
        return None
    return spec.origin if spec and spec.origin and spec.origin.endswith(".py") else None


def _root(name: str, path: str) -> Path | None:
    """Return the folder that a module's top package was imported from; None where that says nothing."""
    file = Path(path)
    depth = name.count(".") + (file.name == "__init__.py")
    if name.partition(".")[0] == OWN or len(file.parents) <= depth or any(one in INSTALLED for one in file.parts):
        return None
    return file.parents[depth]


def imports_of(source: bytes) -> list[tuple[str, list[str]]]:
    """Return what a source imports: modules (relative ones begin with dots), and the names taken from each."""
    found: list[tuple[str, list[str]]] = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found += [(alias.name, []) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            found.append(("." * node.level + (node.module or ""), [alias.name for alias in node.names]))
    return found


class _Memo:
    """What sources import, by their hash, kept in a file: parsing them all takes longer than reading them."""

    def __init__(self, path: Path):
        self.path, self.grew = path, False
        self.known: dict[str, list[tuple[str, list[str]]]] = json.loads(read_kept(path) or b"{}")

    def imports(self, path: str) -> list[tuple[str, list[str]]]:
        """Return what a source file imports."""
        key = f"{file_hash(path)} {file_hash(__file__)}"  # by this very reader
        if key not in self.known:
            self.known[key], self.grew = imports_of(_content(path)), True
        return self.known[key]

    def save(self) -> None:
        """Keep what is new, if that can be."""
        if not self.grew:
            return
        try:
            write_kept(self.path, json.dumps(self.known).encode())
        except OSError:
            self.grew = False  # it is read again by the next process


@cache
def _content(path: str) -> bytes:
    """Return a file as it was when it was first asked for; a file that is gone is empty, and not as loaded."""
    try:
        return Path(path).read_bytes()
    except OSError:
        return b""


@cache
def file_hash(path: str) -> str:
    """Return the SHA-256 of a file, as it was when it was first asked for."""
    return hashlib.sha256(_content(path)).hexdigest()


def are_as_loaded(files: Iterable[str]) -> bool:
    """Tell whether files hold what this process imported from them: none was touched since; else say so, once.

    A process keeps the rules it imported, whatever becomes of their files. What it compiles then would be kept
    under the name of rules it has never seen, and what it finds under that name belongs to other rules than its own.
    """
    edited = next((path for path in files if _is_touched(path)), None)
    if edited is not None and not _TOLD:
        _TOLD.append(edited)
        print(
            f"swarmzoo: {edited} was edited after this process had started, so what is compiled here is not kept; "
            "start the process again to run the edited rules",
            file=sys.stderr,
        )
    return edited is None


def _is_touched(path: str) -> bool:
    try:
        status = os.stat(path)
    except OSError:
        return True
    return max(status.st_mtime_ns, status.st_ctime_ns) > LOADED_SINCE
