"""How kernels are written for LLVM: what Numba writes for all kinds of Python, without what kernels have no need of."""

from typing import Any

from numba.core.compiler_machinery import register_pass
from numba.core.ir_utils import check_and_legalize_ir
from numba.core.postproc import PostProcessor
from numba.core.typed_passes import IRLegalization, NativeLowering

from swarmzoo.envs.core.built_in import signature_of, write_call
from swarmzoo.envs.core.places import PlaceLower
from swarmzoo.envs.core.steady import SteadyLower, is_counted


@register_pass(mutates_CFG=False, analysis_only=True)
class Legalization(IRLegalization):
    """Notes where variables end, which only matters if one of them is counted."""

    _name = "kernel_legalization"

    def run_pass(self, state: Any) -> bool:
        """Check the code, and end variables."""
        if any(is_counted(state.targetctx, kind) for kind in state.typemap.values()):
            check_and_legalize_ir(state.func_ir, flags=state.flags)
        else:
            PostProcessor(state.func_ir).run()
        return True


@register_pass(mutates_CFG=True, analysis_only=False)
class Lowering(NativeLowering):
    """The pass that writes a function for LLVM."""

    _name = "kernel_lowering"

    @property
    def lowering_class(self) -> type[SteadyLower]:
        """Return what writes a function."""
        return KernelLower


class KernelLower(PlaceLower):
    """Writes a function for LLVM; some calls of built-in functions in place."""

    def lower_call(self, resty: Any, expr: Any) -> Any:
        """Write a call; some of built-in functions in place."""
        function, signature = self.typeof(expr.func.name), self.fndesc.calltypes[expr]
        kinds = tuple(self.typeof(one.name) for one in expr.args)
        if expr.kws or expr.vararg or not signature_of(self.context.typing_context, function, kinds):
            return super().lower_call(resty, expr)
        values = [
            self.context.cast(self.builder, self.loadvar(one.name), given, kind)
            for one, given, kind in zip(expr.args, kinds, signature.args, strict=True)
        ]
        value = write_call(self.context, self.builder, function, signature, values)
        return self.context.cast(self.builder, value, signature.return_type, resty)
