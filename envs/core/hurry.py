"""Numba's slow functions, which remember their answers or skip what kernels have no need of while one is compiled."""

import gc
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from types import BuiltinFunctionType
from typing import Any

from numba.core import ir, transforms, types
from numba.core.base import BaseContext
from numba.core.compiler import CompilerBase
from numba.core.compiler_lock import global_compiler_lock
from numba.core.postproc import PostProcessor, VariableLifetime
from numba.core.registry import cpu_target
from numba.core.runtime.context import NRTContext
from numba.core.types.functions import BaseFunction
from numba.core.typing.context import BaseContext as BaseTypingContext

from swarmzoo.envs.core.built_in import signature_of
from swarmzoo.envs.core.compiler import LeanCompiler
from swarmzoo.envs.core.steady import is_counted

SELDOM = 100  # times as many new objects as usual are awaited before Python looks for garbage: hardly any is


@contextmanager
def hurried() -> Iterator[None]:
    """Have Numba remember answers that it works out again for every function: while nobody else compiles."""
    with global_compiler_lock, ExitStack() as replaced:
        replaced.callback(gc.set_threshold, *gc.get_threshold())
        gc.set_threshold(gc.get_threshold()[0] * SELDOM)
        cpu_target.target_context.refresh()
        for owner, name, function in (
            (BaseTypingContext, "_resolve_user_function_type", _remembering_resolver()),
            (BaseTypingContext, "refresh", _nothing),
            (BaseContext, "refresh", _look_where_known),
            (BaseFunction, "get_call_type", _remembering_call_type()),
            (types.Record, "__repr__", _told_once(types.Record.__repr__)),
            (NRTContext, "_call_incref_decref", _if_counted(NRTContext._call_incref_decref)),
            (CompilerBase, "_compile_core", _noted(CompilerBase._compile_core)),
            (PostProcessor, "run", _lifetimes_if_asked(PostProcessor.run)),
            (ir.Inst, "_rec_list_vars", _variables),
        ):
            replaced.callback(setattr, owner, name, owner.__dict__[name])
            setattr(owner, name, function)
        yield


def _nothing(_context: Any) -> None:
    """Look for no new definitions: they were looked for just before."""


def _look_where_known(context: Any) -> None:
    """Look for new definitions only in the registries that are known: the first use of some intrinsics adds one."""
    for registry in tuple(context._registries):
        context.install_registry(registry)


def _told_once(method: Callable[[Any], str]) -> Callable[[Any], str]:
    """Return a method that keeps what a type calls itself."""

    def told(kind: Any) -> str:
        if "_told" not in kind.__dict__:
            kind._told = method(kind)
        return kind._told

    return told


_LEAN: list[bool] = [False]  # of the functions that are being compiled, the innermost last: whether it is a kernel


def _noted(method: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """Return a method that notes what is compiled: Numba compiles functions of its own on the way."""

    def compile_core(compiler: Any) -> Any:
        _LEAN.append(isinstance(compiler, LeanCompiler))
        try:
            return method(compiler)
        finally:
            _LEAN.pop()

    return compile_core


def _remembering_resolver() -> Callable[..., Any]:
    """Return a method that types a call of a built-in function once for each list of argument types."""
    resolve = BaseTypingContext._resolve_user_function_type
    known: dict[Any, Any] = {}

    def remember(context: Any, function: Any, args: Any, kws: Any, literals: Any = None) -> Any:
        is_built_in = isinstance(function, types.Function | BuiltinFunctionType)
        if kws or not is_built_in:
            return resolve(context, function, args, kws, literals)
        key = context, function, tuple(args), _LEAN[-1]
        found = known.get(key)
        if found is None:
            found = signature_of(context, function, key[2]) if _LEAN[-1] else None
            known[key] = found = found or resolve(context, function, args, kws, literals)
        return found

    return remember


def _remembering_call_type() -> Callable[..., Any]:
    """Return a method that types an operator once for each list of argument types."""
    work_out = BaseFunction.get_call_type
    known: dict[Any, Any] = {}

    def remember(function: Any, context: Any, args: Any, kws: Any) -> Any:
        if kws:
            return work_out(function, context, args, kws)
        key = function, context, tuple(args)
        found = known.get(key)
        if found is None:
            known[key] = found = work_out(function, context, args, kws)
        return found

    return remember


def _if_counted(method: Callable[..., None]) -> Callable[..., None]:
    """Return a method that counts owners only of what has any."""

    def count(context: Any, builder: Any, kind: Any, value: Any, name: str) -> None:
        if is_counted(context._context, kind):
            method(context, builder, kind, value, name)

    return count


def _lifetimes_if_asked(run: Callable[..., None]) -> Callable[..., None]:
    """Return a method that works out where variables live only if they are to be ended there."""

    def lean(process: Any, emit_dels: bool = False, extend_lifetimes: bool = False) -> None:
        code = process.func_ir
        if emit_dels or code.is_generator:
            run(process, emit_dels, extend_lifetimes)
            return
        code.blocks = transforms.canonicalize_cfg(code.blocks)
        code.variable_lifetime, code.generator_info = VariableLifetime(code.blocks), None

    return lean


def _variables(statement: Any, value: Any) -> list[Any]:
    """Return the variables in a part of a statement."""
    found: list[Any] = []
    _gather(value, found)
    return found


def _gather(value: Any, found: list[Any]) -> None:
    kind = type(value)
    if kind is ir.Var:
        found.append(value)
    elif kind is list or kind is tuple:
        for one in value:
            _gather(one, found)
    elif kind is dict:
        for one in value.values():
            _gather(one, found)
    elif kind is ir.Expr:
        _gather(value._kws, found)
    elif isinstance(value, ir.Inst):
        found += value.list_vars()
