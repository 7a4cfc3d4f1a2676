"""Numba's compiler for kernels and entry points, without what integer code has no need of.

Most of the time of a cold start is Numba's own Python, so kernels pass through fewer of its passes, and while one is
compiled (``hurried``) a few slow functions of Numba remember their answers.
"""

import hashlib
from functools import cached_property
from typing import Any

from llvmlite import binding as llvm
from numba.core.cgutils import normalize_ir_text
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler, Flags
from numba.core.compiler_machinery import PassManager
from numba.core.typed_passes import (
    InlineOverloads,
    NoPythonBackend,
    NopythonTypeInference,
    PreLowerStripPhis,
)
from numba.core.untyped_passes import (
    DeadBranchPrune,
    FixupArgs,
    GenericRewrites,
    IRProcessing,
    ReconstructSSA,
    RewriteSemanticConstants,
    TranslateByteCode,
)

from swarmzoo.envs.core.calls import RAISES
from swarmzoo.envs.core.lowering import Legalization, Lowering

PASSES = (
    TranslateByteCode,
    FixupArgs,
    IRProcessing,
    RewriteSemanticConstants,
    DeadBranchPrune,
    GenericRewrites,
    ReconstructSSA,
    NopythonTypeInference,
    PreLowerStripPhis,
    InlineOverloads,
    Legalization,
    Lowering,
    NoPythonBackend,
)
INLINING = 250  # LLVM's own; with 100 a sixth less is compiled, but formation is played a tenth more slowly


class KernelLibrary(JITCodeLibrary):
    """The code of one kernel, neither optimised nor made executable: the entry point does both, once for all."""

    def __init__(self, codegen: Any, name: str):
        super().__init__(codegen, name)
        self._written: list[str] = []

    def add_ir_module(self, module: Any) -> None:
        """Take over the code of the kernel as it was written."""
        self._written.append(normalize_ir_text(str(module)))

    @cached_property
    def may_raise(self) -> bool:
        """Whether the kernel or one that it calls raises; of code that is not a kernel's nobody knows."""
        called = any(getattr(one, "may_raise", one.name != "nrt") for one in self._linking_libraries)
        return called or any(RAISES in text for text in self._written)

    def finalize(self) -> None:
        """Leave the code as it is."""
        self._finalized = True

    def link_into(self, module: Any) -> None:
        """Put the code into a module."""
        for text in self._written:
            module.link_in(llvm.parse_assembly(text))


class EntryLibrary(JITCodeLibrary):
    """The code of an entry point with every kernel it reaches, linked flat and optimised together.

    All but the entry point itself is made private: Numba names code after its argument types, and calls record types
    by numbers that differ from process to process. Two entry points from the cache, compiled by two processes, would
    call each other's kernels by the same names.
    """

    def finalize(self) -> None:
        """Link all kernels behind the code that calls them, make them private, and optimise."""
        linked: list[Any] = list(self._linking_libraries)
        self._linking_libraries: list[Any] = []
        public = {function.name for function in self._final_module.functions if not function.is_declaration}
        for library in _reached(linked):
            self._reload_init.update(library._reload_init)
            if isinstance(library, KernelLibrary):
                library.link_into(self._final_module)
            else:
                self._final_module.link_in(library._get_module_for_linking(), preserve=True)
        for function in self._final_module.functions:
            if not function.is_declaration and function.name not in public:
                function.linkage = "internal"
        super().finalize()

    def _optimize_final_module(self) -> None:
        """Clean up what kernels wrote, so that what is small is seen to be small, and optimise once."""
        codegen = self._codegen
        first = llvm.newpassmanagers.create_new_module_pass_manager()
        first.add_sroa_pass()
        first.add_simplify_cfg_pass()
        first.add_instruction_combine_pass()
        first.add_simplify_cfg_pass()
        first.run(self._final_module, codegen._pass_builder())
        options = llvm.create_pipeline_tuning_options(3)
        options.loop_vectorization, options.inlining_threshold = True, INLINING
        options.slp_vectorization = True  # four words of a hex at once: formation is 4% faster
        builder = llvm.create_pass_builder(codegen._tm, options)
        passes = builder.getModulePassManager()
        passes.add_refprune_pass()
        passes.run(self._final_module, builder)


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


class _Passes(PassManager):
    """Passes that are run without telling Numba's listeners what they are run on: that takes long for records."""

    def _runPass(self, index: int, one: Any, state: Any) -> None:
        one.analysis = self._analysis
        one.run_initialization(state)
        one.run_pass(state)
        one.run_finalizer(state)


class LeanCompiler(Compiler):
    """A compiler of few passes."""

    def define_pipelines(self) -> list[Any]:
        """Return the passes of kernels, in one pipeline."""
        passes = _Passes("kernel")
        for one in PASSES:
            passes.add_pass(one, one.__name__)
        passes.finalize()
        return [passes]


class _SharedFlags(Flags):
    """Flags that do not change any more: one for all kernels, so that they are compared by what they are."""

    __hash__ = object.__hash__

    def __eq__(self, other: object) -> bool:
        return self is other

    def copy(self) -> "_SharedFlags":
        """Return these flags: nobody changes them."""
        return self

    @cached_property
    def _mangled(self) -> str:
        return super().get_mangle_string()

    def get_mangle_string(self) -> str:
        """Return what tells them apart in the names of functions."""
        return self._mangled


_SHARED: dict[str, _SharedFlags] = {}


class KernelCompiler(LeanCompiler):
    """Compiles a kernel as far as its callers need it."""

    def __init__(self, *args: Any):
        super().__init__(*args)
        self.state.flags.no_compile = True
        self.state.flags = _SHARED.setdefault(self.state.flags.summary(), _SharedFlags(self.state.flags))
        self.state.library = KernelLibrary(self.state.targetctx.codegen(), "swarmzoo")

    def _compile_core(self) -> Any:
        """Give the result a name of its own in place of the executable, by which callers find its code."""
        return super()._compile_core()._replace(entry_point=object())


class EntryCompiler(LeanCompiler):
    """Compiles an entry point, with all that it reaches."""

    def __init__(self, *args: Any):
        super().__init__(*args)
        self.state.library = EntryLibrary(self.state.targetctx.codegen(), "swarmzoo")
        self.state.library.enable_object_caching()

    def _compile_bytecode(self) -> Any:
        """Name the code after its sources and the whole of its argument types, in place of a running number."""
        identity = self.state.func_id
        text = f"{identity.func.build} {[str(kind) for kind in self.state.args]}"
        identity.unique_id = hashlib.sha256(text.encode()).hexdigest()[:24]
        return super()._compile_bytecode()
