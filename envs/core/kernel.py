"""The kernel decorator, and compiled entry points with a cache keyed by their sources.

A *kernel* is a plain Python function over numpy records that Numba compiles when an entry point calls it.
An *entry point* is the only kind of compiled function that Python calls. Its machine code is kept on disk
in a folder named after a hash of every source file it was made from, because Numba's own cache does not
notice an edit in a function of another file. Numba's global cache settings are neither read nor changed.
A process whose sources were edited meanwhile compiles for itself: it reads nothing from the disk and keeps nothing.
With ``SWARMZOO_BOUNDSCHECK=1`` compiled code checks every index and raises IndexError: slow, and kept apart on disk.
Only an index that is written as a negative number counts from the end. Another negative one is an address before the
array, and with checks it is refused; see ``indices``.

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

from swarmzoo.envs.core.cache import cache_folder, imports_memo, source_hash
from swarmzoo.envs.core.calls import call_of
from swarmzoo.envs.core.compiled import CompiledCode
from swarmzoo.envs.core.compiler import EntryCompiler, KernelCompiler
from swarmzoo.envs.core.hurry import hurried
from swarmzoo.envs.core.indices import refuse_negatives
from swarmzoo.envs.core.sources import are_as_loaded, source_files

JIT = not config.DISABLE_JIT
CHECKS_BOUNDS = os.environ.get("SWARMZOO_BOUNDSCHECK", "0") not in ("", "0")
if CHECKS_BOUNDS:
    refuse_negatives()
# debug: with what NUMBA_DEBUGINFO adds the passes of `lowering` would write code that hangs
_OPTIONS = {"nogil": True, "debug": False, "error_model": "numpy", "boundscheck": CHECKS_BOUNDS}
_UNKEPT = count()


def kernel(function: Callable) -> Any:
    """Compile a function for use by other kernels and entry points (never called from Python directly)."""
    if not JIT:
        return function
    compiled = njit(pipeline_class=KernelCompiler, no_cpython_wrapper=True, no_cfunc_wrapper=True, **_OPTIONS)(function)
    compiled.get_call_template = types.MethodType(_call_template, compiled)
    compiled.add_overload = types.MethodType(_add_overload, compiled)
    compiled.compile = types.MethodType(_compile_kernel, compiled)
    return compiled


def _call_template(compiled: Any, args: tuple, kws: dict) -> Any:
    """Compile a kernel for int64 whatever the width of the integers it is called with, so once, not once a width."""
    return type(compiled).get_call_template(
        compiled, tuple(_widened(a) for a in args), {key: _widened(a) for key, a in kws.items()}
    )


def _compile_kernel(compiled: Any, signature: tuple) -> None:
    """Compile a kernel for argument types if that was not done: without Numba's timers, which slow each other down."""
    if signature not in compiled.overloads:
        with compiled._compiling_counter:
            compiled.add_overload(compiled._compiler.compile(signature, None))


def _add_overload(compiled: Any, result: Any) -> None:
    """Make a compiled form known to other kernels; there is nothing that Python could call."""
    call = call_of(result.fndesc, result.library)
    compiled.targetctx.insert_func_defn([(call, result.entry_point, call.signature)])
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
    compiled = njit(pipeline_class=EntryCompiler, no_cfunc_wrapper=True, **_OPTIONS)(function)
    folder = cache_folder() / function.build  # type: ignore[attr-defined]
    compiled._cache = CompiledCode(name, folder, sources, compiled.targetctx)
    compiled.compile = types.MethodType(_compile_in_turn, compiled)
    return compiled


def _compile_in_turn(compiled: Any, signature: Any) -> Any:
    """Compile an entry point, or wait for a process that does so already."""
    with compiled._cache.turn(signature), hurried():
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
