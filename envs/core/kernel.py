"""The kernel decorator, and compiled entry points with a cache keyed by their sources.

A *kernel* is a plain Python function over numpy records that Numba compiles when an entry point calls it.
An *entry point* is the only kind of compiled function that Python calls. Its machine code is kept on disk
in a folder named after a hash of every source file it was made from, because Numba's own cache does not
notice an edit in a function of another file. Numba's global cache settings are neither read nor changed.
A process whose sources were edited meanwhile compiles for itself: it reads nothing from the disk and keeps nothing.
With ``SWARMZOO_BOUNDSCHECK=1`` compiled code checks every index and raises IndexError: slow, and kept apart on disk.

This module stands on private parts of Numba, which pyproject.toml therefore bounds; tests/core/test_numba_parts.py
names every one of them.
"""

import hashlib
import os
import types
from collections.abc import Callable
from itertools import count
from typing import Any

import numpy as np
from numba import config, njit
from numba.core import types as numba_types
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler

from swarmzoo.envs.core.cache import cache_folder, imports_memo, source_hash
from swarmzoo.envs.core.compiled import CompiledCode
from swarmzoo.envs.core.sources import are_as_loaded, source_files

JIT = not config.DISABLE_JIT
CHECKS_BOUNDS = os.environ.get("SWARMZOO_BOUNDSCHECK", "0") not in ("", "0")
_OPTIONS = {"nogil": True, "error_model": "numpy", "boundscheck": CHECKS_BOUNDS}
_UNKEPT = count()


class _KernelLibrary(JITCodeLibrary):
    """The code of one kernel, neither optimised nor made executable: the entry point does both, once for all."""

    def finalize(self) -> None:
        self._finalized = True


class _EntryLibrary(JITCodeLibrary):
    """The code of an entry point with every kernel it reaches, linked flat and optimised together.

    All but the entry point itself is made private: Numba names code after its argument types, and calls record types
    by numbers that differ from process to process. Two entry points from the cache, compiled by two processes, would
    call each other's kernels by the same names.
    """

    def finalize(self) -> None:
        linked: list[Any] = list(self._linking_libraries)
        self._linking_libraries: list[Any] = []
        public = {function.name for function in self._final_module.functions if not function.is_declaration}
        for library in _reached(linked):
            self._reload_init.update(library._reload_init)
            self._final_module.link_in(library._get_module_for_linking(), preserve=True)
        for function in self._final_module.functions:
            if not function.is_declaration and function.name not in public:
                function.linkage = "internal"
        super().finalize()


def _reached(libraries: list[Any]) -> list[Any]:
    """Return all libraries that some reach, each one behind those that call it: LLVM links what is called by then."""
    called_last: list[Any] = []
    seen: set[Any] = set()
    waiting = [(library, False) for library in libraries]
    while waiting:
        library, is_done = waiting.pop()
        if is_done:
            called_last.append(library)
        elif library not in seen:
            seen.add(library)
            waiting += [(library, True), *((other, False) for other in library._linking_libraries)]
    return called_last[::-1]


class _KernelCompiler(Compiler):
    def __init__(self, *args: Any):
        super().__init__(*args)
        self.state.flags.no_compile = True
        self.state.library = _KernelLibrary(self.state.targetctx.codegen(), "swarmzoo")

    def _compile_core(self) -> Any:
        """Give the result a name of its own in place of the executable, by which callers find its code."""
        return super()._compile_core()._replace(entry_point=object())


class _EntryCompiler(Compiler):
    def __init__(self, *args: Any):
        super().__init__(*args)
        self.state.library = _EntryLibrary(self.state.targetctx.codegen(), "swarmzoo")
        self.state.library.enable_object_caching()

    def _compile_bytecode(self) -> Any:
        """Name the code after its sources and the whole of its argument types, in place of a running number."""
        identity = self.state.func_id
        text = f"{identity.func.build} {[str(kind) for kind in self.state.args]}"
        identity.unique_id = hashlib.sha256(text.encode()).hexdigest()[:24]
        return super()._compile_bytecode()


def kernel(function: Callable) -> Any:
    """Compile a function for use by other kernels and entry points (never called from Python directly)."""
    if not JIT:
        return function
    compiled = njit(pipeline_class=_KernelCompiler, no_cpython_wrapper=True, no_cfunc_wrapper=True, **_OPTIONS)(
        function
    )
    compiled.get_call_template = types.MethodType(_call_template, compiled)
    compiled.add_overload = types.MethodType(_add_overload, compiled)
    return compiled


def _call_template(compiled: Any, args: tuple, kws: dict) -> Any:
    """Compile a kernel for int64 whatever the width of the integers it is called with, so once, not once a width."""
    return type(compiled).get_call_template(
        compiled, tuple(_widened(a) for a in args), {key: _widened(a) for key, a in kws.items()}
    )


def _add_overload(compiled: Any, result: Any) -> None:
    """Make a compiled form known to other kernels; there is nothing that Python could call."""
    compiled.targetctx.insert_user_function(result.entry_point, result.fndesc, [result.library])
    compiled.overloads[tuple(result.signature.args)] = result


def _widened(kind: Any) -> Any:
    kind = numba_types.unliteral(kind)
    if isinstance(kind, numba_types.Integer) and (kind.signed or kind.bitwidth < 64):
        return numba_types.int64
    return kind


def bind(template: Callable, bindings: dict[str, Any]) -> Any:
    """Re-create a template as a kernel that sees the given names, for instance a game's kernels."""
    return kernel(_with_globals(template, template.__name__, bindings))


def entry_point(template: Callable, name: str, bindings: dict[str, Any]) -> Any:
    """Make a compiled function from a template, with the given names bound to a game's kernels.

    A template is re-created with its own globals, since Numba finds a closure over a kernel, or a kernel passed
    as an argument, never again in its cache. ``name`` tells apart the entry points of one template.
    """
    function = _with_globals(template, name, bindings)
    if not JIT:
        return function
    sources = source_files(function.modules, imports_memo())  # type: ignore[attr-defined]
    function.build = _build(sources, function.identity)  # type: ignore[attr-defined]
    compiled = njit(pipeline_class=_EntryCompiler, **_OPTIONS)(function)
    folder = cache_folder() / function.build  # type: ignore[attr-defined]
    compiled._cache = CompiledCode(name, folder, sources, compiled.targetctx)
    compiled.compile = types.MethodType(_compile_in_turn, compiled)
    return compiled


def _compile_in_turn(compiled: Any, signature: Any) -> Any:
    """Compile an entry point, or wait for a process that does so already."""
    with compiled._cache.turn(signature):
        return type(compiled).compile(compiled, signature)


def _build(sources: tuple[str, ...], identity: str) -> str:
    """Name what is compiled from sources; from sources that were edited meanwhile by a name that is given once."""
    build = source_hash(sources, identity)
    return build if are_as_loaded(sources) else f"{build}-{next(_UNKEPT)}"


def _with_globals(template: Callable, name: str, bindings: dict[str, Any]) -> types.FunctionType:
    scope = {**template.__globals__, **bindings}
    function = types.FunctionType(template.__code__, scope, name, template.__defaults__)
    function.__qualname__, function.__module__ = name, template.__module__
    function.modules = {template.__module__}.union(*map(_modules_of, bindings.values()))  # type: ignore[attr-defined]
    known = {key: _identity(bindings[key]) for key in sorted(bindings)}
    text = f"{_identity(template)} {name} {known}{' with bounds checked' * CHECKS_BOUNDS}"
    function.identity = hashlib.sha256(text.encode()).hexdigest()  # type: ignore[attr-defined]
    return function


def _modules_of(value: Any) -> set[str]:
    """Return the modules of a bound function and of what is bound in it."""
    function = getattr(value, "py_func", value)
    module = getattr(function, "__module__", None)
    return getattr(function, "modules", set()) | ({module} if isinstance(module, str) else set())


def _identity(value: Any) -> str:
    """Return what tells a bound value from others of the same sources: a function's place, or a constant itself."""
    function = getattr(value, "py_func", value)
    if isinstance(function, types.FunctionType):
        line = function.__code__.co_firstlineno
        return f"{function.__module__}:{line} {function.__qualname__} {getattr(function, 'identity', '')}"
    if isinstance(value, np.ndarray):
        return f"{value.dtype} {value.shape} {hashlib.sha256(value.tobytes()).hexdigest()}"
    if isinstance(value, tuple):
        return str([_identity(one) for one in value])
    return repr(value) if isinstance(value, int | float | str | np.generic) else type(value).__name__
