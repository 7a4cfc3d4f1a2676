"""Variables that are values: most of a kernel's need no place in memory that is written once and read from then on.

Numba gives a place to every variable that two blocks of a function share.
"""

from collections import Counter
from collections.abc import Callable
from typing import Any

from numba.core import ir, types
from numba.core.analysis import compute_cfg_from_blocks, compute_use_defs
from numba.core.lowering import Lower


def is_counted(context: Any, kind: Any) -> bool:
    """Return whether values of a type own memory that is counted: arrays do, but not those inside a record."""
    known = context.__dict__.setdefault("_counted", {})
    if kind not in known:
        known[kind] = not isinstance(kind, types.NestedArray) and (
            context.data_model_manager[kind].contains_nrt_meminfo()
        )
    return known[kind]


def steady_variables(blocks: dict[int, Any]) -> tuple[set[str], set[str]]:
    """Return variables that are assigned once, ahead of all that read them: in one block, and in several."""
    found, assigned = compute_use_defs(blocks), Counter[str]()
    for block in blocks.values():
        assigned.update(one.target.name for one in block.body if isinstance(one, ir.Assign))
    home = {name: offset for offset, names in found.defmap.items() for name in names if assigned[name] == 1}
    readers: dict[str, list[int]] = {}
    for offset, names in found.usemap.items():
        for name in names:
            readers.setdefault(name, []).append(offset)
    lasting = set(home) & set(readers)
    before = compute_cfg_from_blocks(blocks).dominators() if lasting else {}
    return set(home) - lasting, {name for name in lasting if all(_leads(home[name], o, before) for o in readers[name])}


def _leads(first: int, then: int, before: dict[int, set[int]]) -> bool:
    """Tell whether a block is written, and has always run, before another one."""
    return first < then and first in before.get(then, ())


class SteadyLower(Lower):
    """Writes a function for LLVM; only variables that change have a place in memory, and only arrays have owners."""

    def init(self) -> None:
        """Begin with no variable whose value is still to be made."""
        super().init()
        self._later: dict[str, Callable[[], Any]] = {}

    def _find_singly_assigned_variable(self) -> None:
        self._blk_local_varmap: dict[str, Any] = {}
        self._local, lasting = steady_variables(self.func_ir.blocks)
        # what is counted is set to nothing where it ends, since a way may lead past several ends: it needs its place
        kept = {name for name in lasting if is_counted(self.context, self.typeof(name))}
        self._singly_assigned_vars = self._local | (lasting - kept)

    def lower_inst(self, inst: Any) -> None:
        """Write a statement, unless it is enough to remember what its variable stands for."""
        if isinstance(inst, ir.Assign) and inst.target.name in self._singly_assigned_vars and self.is_put_off(inst):
            return
        super().lower_inst(inst)

    def is_put_off(self, inst: Any) -> bool:
        """Remember what a variable stands for, if that is all there is to do: kernels are called by their names."""
        if isinstance(inst.value, ir.Global) and isinstance(self.typeof(inst.target.name), types.Dispatcher):
            self._blk_local_varmap[inst.target.name] = self.context.get_dummy_value()
            return True
        return False

    def made_later(self, name: str, make: Callable[[], Any]) -> None:
        """Have the value of a variable made where it is needed, if it is."""
        self._later[name] = make

    def loadvar(self, name: str) -> Any:
        """Return the value of a variable, made by now."""
        if name in self._blk_local_varmap or name not in self._later:
            return super().loadvar(name)
        value = self._later[name]()
        if name in self._local:
            self._blk_local_varmap[name] = value
        return value

    def storevar(self, value: Any, name: str, argidx: int | None = None) -> None:
        """Keep the value of a variable; what it held before matters only if owners are counted."""
        kind = self.typeof(name)
        if name in self._singly_assigned_vars or is_counted(self.context, kind):
            super().storevar(value, name, argidx)
            return
        self._alloca_var(name, kind)
        self.builder.store(value, self.getvar(name))

    def delvar(self, name: str) -> None:
        """End a variable, if that means anything."""
        if is_counted(self.context, self.typeof(name)):
            super().delvar(name)

    def incref(self, typ: Any, val: Any) -> None:
        """Count one more owner, if owners are counted."""
        if is_counted(self.context, typ):
            super().incref(typ, val)

    def decref(self, typ: Any, val: Any) -> None:
        """Count one owner less, if owners are counted."""
        if is_counted(self.context, typ):
            super().decref(typ, val)
