"""Fields of records, told apart for LLVM: what is written to one field leaves all others as they were.

A number that is written to a place that is found out in the game could be written anywhere as far as LLVM knows, so all
that it has read before would be read again. But fields of a record do not overlap, and memory holds records of one kind
only. So what is read and written is named after its field, below the kind of its numbers: an array of whose owner
nothing is known may be a row of any field of such numbers. (LLVM calls this type-based alias analysis.)
"""

from typing import Any

from llvmlite import ir as llvm_ir
from numba.core import cgutils, ir, types

from swarmzoo.envs.core.counting import CountingLower

ROOT = "swarmzoo"
_NUMBERS: dict[types.Record, int] = {}  # of kinds of records, in this process


def field_name(record: types.Record, field: str) -> str:
    """Return a name of a field of a kind of record, which no other field has."""
    return f"{_NUMBERS.setdefault(record, len(_NUMBERS))}.{field}"


class AliasLower(CountingLower):
    """Writes a function for LLVM; what is read from fields and written to them is marked as theirs."""

    def read_at(self, place: Any, kind: Any, field: str | None) -> Any:
        """Read the value of a kind at an address, of a field or of an array that may be part of any."""
        if not _is_number(kind):
            return self.context.unpack_value(self.builder, kind, place)
        data = self.builder.load(place)
        self._mark(data, kind, field)
        return self.context.data_model_manager[kind].from_data(self.builder, data)

    def write_at(self, place: Any, kind: Any, value: Any, field: str | None) -> None:
        """Write a value of a kind to an address, of a field or of an array that may be part of any."""
        if not _is_number(kind):
            self.context.pack_value(self.builder, kind, value, place)
            return
        data = self.context.data_model_manager[kind].as_data(self.builder, value)
        self._mark(self.builder.store(data, place), kind, field)

    def _mark(self, instruction: Any, kind: Any, field: str | None) -> None:
        module, zero = self.builder.module, llvm_ir.Constant(llvm_ir.IntType(64), 0)
        contents = module.add_metadata([str(kind), module.add_metadata([ROOT]), zero])
        if field is not None:
            contents = module.add_metadata([field, contents, zero])
        instruction.set_metadata("tbaa", module.add_metadata([contents, contents, zero]))

    def lower_expr(self, resty: Any, expr: Any) -> Any:
        """Write an expression; a number of a record is read where it lies."""
        field = expr.attr if expr.op == "getattr" else expr.index if expr.op == "static_getitem" else None
        if isinstance(field, str) and self._is_number_of(expr.value.name, field):
            place, kind, name = self._member(expr.value.name, field)
            return self.context.cast(self.builder, self.read_at(place, kind, name), kind, resty)
        return super().lower_expr(resty, expr)

    def lower_inst(self, inst: Any) -> None:
        """Write a statement; a number of a record is written where it lies."""
        field = (
            inst.attr if isinstance(inst, ir.SetAttr) else inst.index if isinstance(inst, ir.StaticSetItem) else None
        )
        if isinstance(field, str) and self._is_number_of(inst.target.name, field):
            place, kind, name = self._member(inst.target.name, field)
            value, given = self.loadvar(inst.value.name), self.typeof(inst.value.name)
            self.write_at(place, kind, self.context.cast(self.builder, value, given, kind), name)
        else:
            super().lower_inst(inst)

    def _is_number_of(self, owner: str, field: str) -> bool:
        record = self.typeof(owner)
        return isinstance(record, types.Record) and record.aligned and _is_number(record.typeof(field))

    def _member(self, owner: str, field: str) -> tuple[Any, Any, str]:
        """Return where a field of a variable is, its kind, and its name."""
        record = self.typeof(owner)
        self.context.sentry_record_alignment(record, field)
        kind = record.typeof(field)
        element = self.context.get_data_type(kind)
        place = cgutils.get_record_member(self.builder, self.loadvar(owner), record.offset(field), element)
        return place, kind, field_name(record, field)


def _is_number(kind: Any) -> bool:
    return isinstance(kind, types.Integer | types.Float | types.Boolean)
