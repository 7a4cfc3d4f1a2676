"""How kernels are written for LLVM: fields of records are read and written in place, and nothing is counted in vain.

Numba makes an array of every field with a shape, and reckons with its strides as if they could differ. The shape of a
field is known, and nobody owns it but its record: ``record.field[row, column]`` is one address.
"""

from collections.abc import Callable
from typing import Any

from numba.core import cgutils, ir, types
from numba.core.compiler_machinery import register_pass
from numba.core.ir_utils import check_and_legalize_ir
from numba.core.lowering import Lower
from numba.core.postproc import PostProcessor
from numba.core.typed_passes import IRLegalization, NativeLowering


def is_counted(context: Any, kind: Any) -> bool:
    """Return whether values of a type own memory that is counted: arrays do, but not those inside a record."""
    known = context.__dict__.setdefault("_counted", {})
    if kind not in known:
        known[kind] = not isinstance(kind, types.NestedArray) and (
            context.data_model_manager[kind].contains_nrt_meminfo()
        )
    return known[kind]


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
    def lowering_class(self) -> type[Lower]:
        """Return what writes a function."""
        return FieldLower


class FieldLower(Lower):
    """Writes a function for LLVM; views of fields and tuples of indices are made only if they are used as such."""

    def init(self) -> None:
        """Begin with no variable that stands for something else."""
        super().init()
        self._fields: dict[str, Any] = {}  # by variable: the address of a field's first element
        self._indices: dict[str, list[Any]] = {}  # by variable: the numbers of a tuple
        self._whole: dict[str, Callable[[], Any]] = {}  # by variable: makes its value

    def lower_inst(self, inst: Any) -> None:
        """Write a statement, or remember what its variable stands for."""
        if isinstance(inst, ir.Assign) and inst.target.name in self._singly_assigned_vars and self._is_put_off(inst):
            return
        super().lower_inst(inst)

    def _is_put_off(self, inst: Any) -> bool:
        name, value = inst.target.name, inst.value
        if isinstance(value, ir.Var):
            return self._is_renamed(name, value.name)
        if not isinstance(value, ir.Expr):
            return False
        if value.op == "build_tuple":
            return self._is_index(name, value)
        field = value.attr if value.op == "getattr" else value.index if value.op == "static_getitem" else None
        return isinstance(field, str) and self._is_field(name, self.typeof(value.value.name), value.value.name, field)

    def _is_renamed(self, name: str, old: str) -> bool:
        if old not in self._whole or self.typeof(name) != self.typeof(old):
            return False
        tables: tuple[dict[str, Any], ...] = (self._fields, self._indices, self._whole)
        for known in tables:
            if old in known:
                known[name] = known[old]
        return True

    def _is_index(self, name: str, value: Any) -> bool:
        kinds = self.typeof(name)
        if not all(isinstance(kind, types.Integer) for kind in kinds):
            return False
        numbers = [
            self.context.cast(self.builder, self.loadvar(item.name), self.typeof(item.name), kind)
            for item, kind in zip(value.items, kinds, strict=True)
        ]
        self._indices[name] = numbers
        self._whole[name] = lambda: self.context.make_tuple(self.builder, kinds, numbers)
        return True

    def _is_field(self, name: str, record: Any, owner: str, field: str) -> bool:
        kind = self.typeof(name)
        if not (isinstance(record, types.Record) and isinstance(kind, types.NestedArray)):
            return False
        self.context.sentry_record_alignment(record, field)
        start, element = self.loadvar(owner), self.context.get_data_type(kind.dtype)
        self._fields[name] = cgutils.get_record_member(self.builder, start, record.offset(field), element)
        make = self.context.get_getattr(record, field)
        self._whole[name] = lambda: make(self.context, self.builder, record, start, field)
        return True

    def loadvar(self, name: str) -> Any:
        """Return the value of a variable, made by now."""
        if name in self._whole and name not in self._blk_local_varmap:
            self._blk_local_varmap[name] = self._whole[name]()
        return super().loadvar(name)

    def lower_expr(self, resty: Any, expr: Any) -> Any:
        """Write an expression; an index that is a constant like any other."""
        if expr.op == "static_getitem" and expr.index_var is not None and expr.value.name in self._fields:
            signature = self.fndesc.calltypes[expr]
            place = self._place(expr.value.name, expr.index_var.name, signature)
            if place is not None:
                return self._element(place, resty, signature)
        return super().lower_expr(resty, expr)

    def lower_getitem(self, resty: Any, expr: Any, value: Any, index: Any, signature: Any) -> Any:
        """Read an element: of a field at its address."""
        place = self._place(value.name, index.name, signature)
        if place is None:
            return super().lower_getitem(resty, expr, value, index, signature)
        return self._element(place, resty, signature)

    def lower_setitem(self, target_var: Any, index_var: Any, value_var: Any, signature: Any) -> Any:
        """Write an element: of a field at its address."""
        place = self._place(target_var.name, index_var.name, signature)
        if place is None:
            return super().lower_setitem(target_var, index_var, value_var, signature)
        kind, given = self.typeof(target_var.name).dtype, signature.args[2]
        value = self._cast_var(value_var, given)
        value = self.context.cast(self.builder, value, given, kind)
        return self.context.pack_value(self.builder, kind, value, place)

    def _element(self, place: Any, resty: Any, signature: Any) -> Any:
        kind = signature.return_type
        value = self.context.unpack_value(self.builder, signature.args[0].dtype, place)
        return self.context.cast(self.builder, value, kind, resty)

    def _place(self, name: str, index: str, signature: Any) -> Any:
        """Return the address of an element of a field; None if Numba has to see to it."""
        field, kind = self.typeof(name), signature.args[1]
        kinds = tuple(kind) if isinstance(kind, types.BaseTuple) else (kind,)
        is_whole = name in self._fields and len(kinds) == field.ndim
        if self.context.enable_boundscheck or not is_whole or not all(isinstance(k, types.Integer) for k in kinds):
            return None
        offset = None
        for axis, number in enumerate(self._numbers(index, kinds)):
            where = self._from_start(number, kinds[axis], field.shape[axis])
            offset = where if offset is None else self.builder.add(self._times(offset, field.shape[axis]), where)
        return self.builder.gep(self._fields[name], [offset])

    def _numbers(self, index: str, kinds: tuple) -> list[Any]:
        given = self.typeof(index)
        if not isinstance(given, types.BaseTuple):
            return [self.context.cast(self.builder, self.loadvar(index), given, kinds[0])]
        numbers = self._indices.get(index)
        if numbers is None:
            numbers = cgutils.unpack_tuple(self.builder, self.loadvar(index), len(kinds))
        return [
            self.context.cast(self.builder, number, old, new)
            for number, old, new in zip(numbers, given, kinds, strict=True)
        ]

    def _from_start(self, number: Any, kind: Any, extent: int) -> Any:
        """Return an index counted from the start, as negative ones are not."""
        wide = types.intp if kind.signed else types.uintp
        number = self.context.cast(self.builder, number, kind, wide)
        if not kind.signed:
            return number
        is_negative = self.builder.icmp_signed("<", number, number.type(0))
        return self.builder.select(is_negative, self.builder.add(number, number.type(extent)), number)

    def _times(self, number: Any, factor: int) -> Any:
        return number if factor == 1 else self.builder.mul(number, number.type(factor))

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
