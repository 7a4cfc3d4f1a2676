"""Modules that lie beside a bot's file: each folder has its own, also where several have a module of one name."""

import builtins
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import invalidate_caches
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from threading import RLock
from types import ModuleType
from typing import Any

_PLACING = RLock()  # sys.modules is one for all threads
_INSTALLED = ("site-packages", "dist-packages")


class Beside:
    """The modules of one folder as the code of one bot imports them.

    The standard library and installed packages hide what has their name here, and this hides whatever else can be
    imported. What is imported is kept for this bot alone: another bot, of another folder or of a file that was changed
    meanwhile, imports its own. The code finds them when it is loaded, when it makes an object, and whenever it comes
    to an ``import``.
    """

    def __init__(self, folder: Path):
        self.folder = folder.resolve()
        self._kept: dict[str, ModuleType] = {}
        self._has = {"__main__": False, "swarmzoo": False}
        self._placed = False
        invalidate_caches()  # what was written a moment ago is found
        self._builtins = {**vars(builtins), "__import__": self._import}

    def __deepcopy__(self, memo: dict) -> "Beside":
        return self

    def __reduce__(self) -> tuple:
        return type(self), (self.folder,)

    def given_to(self, module: ModuleType) -> None:
        """Let the code of a module find them, before it runs."""
        module.__dict__["__builtins__"] = self._builtins

    @contextmanager
    def placed(self) -> Iterator[None]:
        """Put them where Python looks for modules, and take them away afterwards."""
        with _PLACING:
            if self._placed:
                yield  # one of them imports another
                return
            elsewhere = {name: module for name, module in sys.modules.items() if self._is_here(name)}
            finder = _Finder(self)
            sys.meta_path.insert(0, finder)
            self._replace(elsewhere, self._kept)
            self._placed = True
            try:
                yield
            finally:
                self._placed = False
                sys.meta_path.remove(finder)
                self._kept = {name: module for name, module in sys.modules.items() if self._is_here(name)}
                self._replace(self._kept, elsewhere)

    @staticmethod
    def _replace(now: dict[str, ModuleType], then: dict[str, ModuleType]) -> None:
        for name in now:
            sys.modules.pop(name, None)
        sys.modules.update(then)

    def _is_here(self, name: str) -> bool:
        """Tell whether a module, or the package that it is of, is one of this folder."""
        top = name.partition(".")[0]
        if top not in self._has:
            self._has[top] = PathFinder.find_spec(top, [str(self.folder)]) is not None and not _comes_first(top)
        return self._has[top]

    def _import(
        self, name: str, globals: Any = None, locals: Any = None, fromlist: Sequence[str] = (), level: int = 0
    ) -> Any:
        if level == 0 and not self._is_here(name):
            return builtins.__import__(name, globals, locals, fromlist, level)
        if level == 0 and (module := self._kept.get(name)) is not None and name.isidentifier():
            if all(hasattr(module, wanted) for wanted in fromlist or ()):  # "*" is none
                return module  # quickly: bots import in what they do at every turn
        with self.placed():
            return builtins.__import__(name, globals, locals, fromlist, level)


class _Finder(MetaPathFinder):
    """Finds modules of a folder before all others do."""

    def __init__(self, beside: Beside):
        self.beside = beside

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if not self.beside._is_here(fullname):
            return None
        spec = PathFinder.find_spec(fullname, [str(self.beside.folder)] if path is None else path)
        if spec is not None and isinstance(spec.loader, SourceFileLoader):
            spec.loader = _Loader(spec.loader.name, spec.loader.path, self.beside)
        return spec


class _Loader(SourceFileLoader):
    """Loads a module that finds those of its folder as well."""

    def __init__(self, name: str, path: str, beside: Beside):
        super().__init__(name, path)
        self._beside = beside

    def exec_module(self, module: ModuleType) -> None:
        self._beside.given_to(module)
        super().exec_module(module)


def _comes_first(top: str) -> bool:
    """Tell whether a name is one of the standard library or of an installed package."""
    if top in sys.stdlib_module_names or top in sys.builtin_module_names:
        return True
    found = PathFinder.find_spec(top, [path for path in sys.path if Path(path).name in _INSTALLED])
    if found is None or found.loader is None:
        others = (finder for finder in sys.meta_path if finder is not PathFinder and not isinstance(finder, _Finder))
        found = next(filter(None, (finder.find_spec(top, None) for finder in others)), None)
    return found is not None and found.loader is not None
