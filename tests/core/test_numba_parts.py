"""Every private part of Numba that compiled kernels stand on is there, in the version that is installed."""

import inspect
import re
import tomllib
from importlib.metadata import version
from pathlib import Path

import numba
import pytest
from numba import njit
from numba.core import ir, serialize, types
from numba.core.base import BaseContext as TargetContext
from numba.core.callconv import BaseCallConv
from numba.core.codegen import CPUCodegen, CPUCodeLibrary, JITCodeLibrary
from numba.core.compiler import Compiler, CompileResult
from numba.core.compiler_machinery import CompilerPass, PassManager
from numba.core.datamodel.models import DataModel, StructModel
from numba.core.dispatcher import Dispatcher
from numba.core.lowering import Lower
from numba.core.postproc import PostProcessor
from numba.core.registry import cpu_target
from numba.core.runtime.context import NRTContext
from numba.core.targetconfig import TargetConfig
from numba.core.typed_passes import NativeLowering
from numba.core.types.functions import BaseFunction
from numba.core.typing.context import BaseContext
from numba.np import arrayobj

WHAT_TO_DO = (
    "numba {version} has no {part}, which swarmzoo.envs.core.kernel uses: install a numba that pyproject.toml allows "
    "(pip install -c constraints.txt numba), or mend kernel.py for this one and then move the bounds"
)

CLASSES = {
    JITCodeLibrary: [
        *("finalize", "enable_object_caching", "_get_module_for_linking", "_ensure_finalized"),
        *("_optimize_final_module", "add_ir_module"),
    ],
    CPUCodegen: ["_module_pass_manager", "_pass_builder"],
    PassManager: ["_runPass", "add_pass", "finalize"],
    CompilerPass: ["run_initialization", "run_pass", "run_finalizer"],
    TargetConfig: ["copy", "summary", "get_mangle_string"],
    BaseContext: ["_resolve_user_function_type", "refresh", "unify_types"],
    BaseCallConv: ["get_return_type"],
    TargetContext: [
        *("refresh", "install_registry", "get_getattr", "get_data_type", "sentry_record_alignment"),
        *("pack_value", "unpack_value", "make_tuple", "cast", "get_constant", "get_dummy_value", "get_value_type"),
        *("get_value_as_data", "get_abi_sizeof", "get_arg_packer", "declare_function", "get_returned_value"),
        "insert_func_defn",
    ],
    BaseFunction: ["get_call_type"],
    NRTContext: ["_call_incref_decref"],
    PostProcessor: ["run"],
    ir.Inst: ["_rec_list_vars"],
    DataModel: ["contains_nrt_meminfo", "as_data", "from_data"],
    StructModel: ["get", "get_field_position"],
    NativeLowering: ["lowering_class"],
    Lower: [
        *("init", "lower_inst", "lower_expr", "lower_call", "lower_getitem", "lower_setitem", "loadvar", "delvar"),
        *("storevar", "getvar", "incref", "decref", "typeof", "_cast_var", "_alloca_var"),
        "_find_singly_assigned_variable",
    ],
    types.Record: ["__repr__"],
    Compiler: ["_compile_core", "_compile_bytecode", "define_pipelines"],
    Dispatcher: ["get_call_template", "add_overload", "compile"],
    CompileResult: ["_reduce", "_rebuild"],
}
FIELDS = {  # what their constructors set
    CPUCodeLibrary: ["_linking_libraries", "_final_module", "_finalized"],
    JITCodeLibrary: ["_reload_init"],
    Lower: ["_singly_assigned_vars", "_blk_local_varmap", "fndesc", "fnargs", "func_ir"],
    TargetContext: ["_registries"],
    NRTContext: ["_context"],
}


def missing(part: str) -> str:
    return WHAT_TO_DO.format(version=numba.__version__, part=part)


@pytest.mark.parametrize("kind", CLASSES, ids=lambda kind: kind.__name__)
def test_numba_has_the_methods_that_kernels_use(kind):
    for name in CLASSES[kind]:
        assert hasattr(kind, name), missing(f"{kind.__name__}.{name}")


@pytest.mark.parametrize("kind", FIELDS, ids=lambda kind: kind.__name__)
def test_numba_has_the_fields_that_kernels_use(kind):
    source = "".join(inspect.getsource(one) for one in kind.__mro__[:-1])
    for name in FIELDS[kind]:
        assert re.search(rf"\bself\.{name}\b", source), missing(f"{kind.__name__}.{name}")


def test_a_dispatcher_has_the_parts_that_kernels_use():
    compiled = njit(lambda n: n + 1)
    for name in ("targetctx", "overloads", "py_func", "_cache", "_compiler", "_compiling_counter"):
        assert hasattr(compiled, name), missing(f"Dispatcher.{name}")
    assert compiled(1) == 2
    source = inspect.getsource(Dispatcher)
    for name in ("load_overload", "save_overload"):
        assert f"self._cache.{name}(" in source, missing(f"Dispatcher with {name} of its cache")
    assert hasattr(serialize, "dumps"), missing("serialize.dumps")
    context = cpu_target.target_context
    assert hasattr(context, "codegen"), missing("CPUContext.codegen")
    result = next(iter(compiled.overloads.values()))
    for name in ("fndesc", "library", "signature", "entry_point", "_replace"):
        assert hasattr(result, name), missing(f"CompileResult.{name}")


def test_the_installed_numba_lies_within_the_bounds_that_were_tried():
    text = (Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8")
    lowest, above = re.search(r'"numba>=([\d.]+),<([\d.]+)"', text).groups()
    assert tomllib.loads(text)["project"]["dependencies"], "pyproject.toml can be read"

    def number(one: str) -> tuple[int, ...]:
        return tuple(int(part) for part in one.split(".")[:2])

    assert number(lowest) <= number(version("numba")) < number(above)


def test_numba_counts_negative_indices_from_the_end_in_one_place():
    taken = list(inspect.signature(arrayobj.fix_integer_index).parameters)
    assert taken == ["context", "builder", "idxty", "idx", "size"], WHAT_TO_DO.format(
        version=version("numba"), part="arrayobj.fix_integer_index as it was"
    )
