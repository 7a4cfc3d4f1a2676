"""The machine code of entry points on disk: what Numba asks in place of a cache of its own.

A file for each entry point and list of argument types, in the folder of the sources that it was made from. What one
process compiles others wait for; a file is there as a whole or not at all.
"""

import hashlib
import pickle
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from numba.core import serialize
from numba.core.compiler import CompileResult

from swarmzoo.envs.core.forecast import forecast, size_of
from swarmzoo.envs.core.kept import read_kept, throw_away, write_kept
from swarmzoo.envs.core.locks import locked
from swarmzoo.envs.core.sources import are_as_loaded

TOOK: dict[tuple[str, int], float] = {}  # seconds of CPU time by name and bytes of a state: compiled in this process


class CompiledCode:
    """The compiled forms of one entry point that are kept in a folder."""

    def __init__(self, name: str, folder: Path, sources: tuple[str, ...], context: Any):
        self.name, self.folder, self.sources, self._context = name, folder, sources, context
        self._began = 0.0

    def path(self, signature: Any) -> Path:
        """Return the file of the form for a list of argument types, on this kind of processor."""
        key = f"{signature} {self._context.codegen().magic_tuple()}"
        return self.folder / f"{self.name}.{hashlib.sha256(key.encode()).hexdigest()[:16]}.code"

    @contextmanager
    def turn(self, signature: Any) -> Iterator[None]:
        """Wait while another process compiles this form, and let others wait."""
        path = self.path(signature)
        if path.exists() or not are_as_loaded(self.sources):
            yield
            return
        with locked(path.with_suffix(".lock"), self._tell_waiting):
            _sweep(path)
            yield

    def load_overload(self, signature: Any, context: Any) -> Any:
        """Return the compiled form that is kept for a list of argument types; None if it must be compiled."""
        context.refresh()
        found = self._load(signature, context) if are_as_loaded(self.sources) else None
        if found is None:
            self._began = time.process_time()
            takes = "; ".join(filter(None, ("once", forecast(self.name, size_of(signature)))))
            print(f"swarmzoo: compiling {self.name} ({takes})", file=sys.stderr, flush=True)
        return found

    def _load(self, signature: Any, context: Any) -> Any:
        path = self.path(signature)
        content = read_kept(path)
        if content is None:
            return None
        try:
            return CompileResult._rebuild(context, *pickle.loads(content))
        except Exception:
            throw_away(path)
            return None

    def save_overload(self, signature: Any, compiled: Any) -> None:
        """Keep a compiled form, if that can be, and note what it took."""
        TOOK[self.name, size_of(signature)] = time.process_time() - self._began
        if not are_as_loaded(self.sources) or compiled.library.has_dynamic_globals:
            return
        try:
            write_kept(self.path(signature), serialize.dumps(compiled._reduce()))
        except OSError as error:
            print(f"swarmzoo: compiled code is not kept, {self.folder}: {error.strerror}", file=sys.stderr)

    def _tell_waiting(self) -> None:
        print(f"swarmzoo: {self.name} is being compiled already; waiting for it", file=sys.stderr, flush=True)


def _sweep(path: Path) -> None:
    """Remove what processes left beside a file that they were killed over; to be called by who holds its lock."""
    for left in path.parent.glob(f".{path.name}.*"):
        left.unlink(missing_ok=True)
