"""Elements of arrays, written as the addresses where they are.

Numba makes a structure of every field with a shape, and reckons with strides as if they could differ. The shape of a
field is known, its elements follow each other, and nobody owns them but the record: ``record.field[row, column]`` is
one address, ``record.field[:] = 0`` one call.
"""

from dataclasses import dataclass, replace
from functools import reduce
from math import prod
from typing import Any

from llvmlite import ir as llvm_ir
from numba.core import cgutils, ir, types

from swarmzoo.envs.core.aliasing import AliasLower, field_name
from swarmzoo.envs.core.indices import from_start
from swarmzoo.envs.core.steady import is_counted


@dataclass(frozen=True)
class Block:
    """Where an array's elements are, one after the other, and how many along each axis: numbers, or values."""

    address: Any
    extents: tuple[Any, ...]
    field: str | None = None  # the field of a record in which they lie; None: nobody knows

    @property
    def is_field(self) -> bool:
        """Whether it lies in a record, so that its extents are known."""
        return all(isinstance(extent, int) for extent in self.extents)


class PlaceLower(AliasLower):
    """Writes a function for LLVM; arrays and tuples of indices are made only if they are used as such."""

    def init(self) -> None:
        """Begin with no variable that stands for something else."""
        super().init()
        self._blocks: dict[str, Block] = {}  # by variable
        self._indices: dict[str, list[Any]] = {}  # by variable: the numbers of a tuple

    def is_put_off(self, inst: Any) -> bool:
        """Remember where an array is, or what indices there are."""
        name, value = inst.target.name, inst.value
        if isinstance(value, ir.Var) and (value.name in self._blocks or value.name in self._indices):
            return self._is_renamed(name, value.name)
        if isinstance(value, ir.Arg):
            return self._is_given(name, value)
        if isinstance(value, ir.Expr):
            known = getattr(self, f"_is_put_off_{value.op}", None)
            if known is not None and known(name, value):
                return True
        return super().is_put_off(inst)

    def _is_renamed(self, name: str, old: str) -> bool:
        """Remember another name of something; one that is counted is assigned as well."""
        if self.typeof(name) != self.typeof(old):
            return False
        tables: tuple[dict[str, Any], ...] = (self._blocks, self._indices)
        for known in tables:
            if old in known:
                known[name] = known[old]
        if is_counted(self.context, self.typeof(name)):
            return False
        self.made_later(name, lambda: self.loadvar(old))
        return True

    def _is_given(self, name: str, argument: Any) -> bool:
        """Remember where the elements of an argument are; Numba counts its owners."""
        kind = self.typeof(name)
        if not _is_plain(kind) or self.typeof(f"arg.{argument.name}") != kind:
            return False
        given, model = self.fnargs[argument.index], self.context.data_model_manager[kind]
        extents = kind.shape if isinstance(kind, types.NestedArray) else None
        if extents is None:
            shape = model.get(self.builder, given, "shape")
            extents = tuple(self.builder.extract_value(shape, axis) for axis in range(kind.ndim))
        self._blocks[name] = Block(model.get(self.builder, given, "data"), tuple(extents))
        if is_counted(self.context, kind):
            return False
        self.made_later(name, lambda: given)
        return True

    def _is_put_off_build_tuple(self, name: str, value: Any) -> bool:
        kinds = self.typeof(name)
        if not all(isinstance(kind, types.Integer) for kind in kinds):
            return False
        numbers = [
            self.context.cast(self.builder, self.loadvar(item.name), self.typeof(item.name), kind)
            for item, kind in zip(value.items, kinds, strict=True)
        ]
        self._remember_numbers(name, numbers)
        return True

    def _remember_numbers(self, name: str, numbers: list[Any]) -> None:
        self._indices[name] = numbers
        self.made_later(name, lambda: self.context.make_tuple(self.builder, self.typeof(name), numbers))

    def _is_put_off_call(self, name: str, call: Any) -> bool:
        """Have slices made later: most are those of a whole axis."""
        if not isinstance(self.typeof(name), types.SliceType):
            return False
        self.made_later(name, lambda: self.lower_expr(self.typeof(name), call))
        return True

    def _is_put_off_getattr(self, name: str, value: Any) -> bool:
        owner = value.value.name
        if value.attr == "shape" and owner in self._blocks:
            numbers = [self.context.get_constant(types.intp, one) if isinstance(one, int) else one
                       for one in self._blocks[owner].extents]  # fmt: skip
            self._remember_numbers(name, numbers)
            return True
        return self._is_field(name, owner, value.attr)

    def _is_put_off_static_getitem(self, name: str, value: Any) -> bool:
        owner = value.value.name
        if isinstance(value.index, str):
            return self._is_field(name, owner, value.index)
        if owner in self._indices and isinstance(value.index, int):
            self._blk_local_varmap[name] = self._indices[owner][value.index]
            return True
        return value.index_var is not None and self._is_part(name, owner, value.index_var.name)

    def _is_put_off_getitem(self, name: str, value: Any) -> bool:
        return self._is_part(name, value.value.name, value.index.name)

    def _is_field(self, name: str, owner: str, field: str) -> bool:
        """Remember where a field with a shape is."""
        kind, record = self.typeof(name), self.typeof(owner)
        if not (isinstance(record, types.Record) and isinstance(kind, types.NestedArray)):
            return False
        self.context.sentry_record_alignment(record, field)
        element = self.context.get_data_type(kind.dtype)
        address = cgutils.get_record_member(self.builder, self.loadvar(owner), record.offset(field), element)
        self._blocks[name] = block = Block(address, tuple(kind.shape), field_name(record, field))
        self.made_later(name, lambda: self._array(kind, block))
        return True

    def _is_part(self, name: str, owner: str, index: str) -> bool:
        """Remember where a row of a field is, and make an array of it: nobody owns that."""
        kind = self.typeof(name)
        place = self._place(owner, index) if _is_plain(kind) and owner in self._blocks else None
        if place is None or not self._blocks[owner].is_field:
            return False
        self._blocks[name] = block = replace(
            self._blocks[owner], address=place, extents=self._blocks[owner].extents[-kind.ndim :]
        )
        self.storevar(self._array(kind, block), name)
        return True

    def _array(self, kind: Any, block: Block) -> Any:
        """Return the array that Numba would make of a field or of its row: all but the address is known."""
        size = self.context.get_abi_sizeof(block.address.type.pointee)
        strides = [size * prod(block.extents[axis + 1 :]) for axis in range(kind.ndim)]
        known = {"nitems": prod(block.extents), "itemsize": size, "shape": block.extents, "strides": strides}
        model, parts = self.context.data_model_manager[kind], [None] * 7
        for name, part in known.items():
            parts[model.get_field_position(name)] = part
        return self.builder.insert_value(
            llvm_ir.Constant(self.context.get_value_type(kind), parts), block.address, model.get_field_position("data")
        )

    def lower_inst(self, inst: Any) -> None:
        """Write a statement; one that fills an array with a number as such."""
        if not (isinstance(inst, ir.StaticSetItem) and inst.index == slice(None) and self._is_filled(inst)):
            super().lower_inst(inst)

    def _is_filled(self, inst: Any) -> bool:
        """Fill an array, if it is known where it is: byte by byte, as far as bytes will do."""
        block, kind = self._blocks.get(inst.target.name), self.typeof(inst.target.name).dtype
        given = types.unliteral(self.typeof(inst.value.name))
        if block is None or not all(isinstance(one, types.Number | types.Boolean) for one in (kind, given)):
            return False
        value = self.loadvar(inst.value.name)
        number = self.context.get_value_as_data(self.builder, kind, self.context.cast(self.builder, value, given, kind))
        count = self._count(block.extents)
        if number.type == cgutils.int8_t:
            cgutils.memset(self.builder, block.address, count, number)
        elif _is_zero(value):
            size = self.context.get_abi_sizeof(number.type)
            cgutils.memset(self.builder, block.address, self.builder.mul(count, count.type(size)), 0)
        else:
            with cgutils.for_range(self.builder, count) as loop:
                self.builder.store(number, self.builder.gep(block.address, [loop.index]))
        return True

    def _count(self, extents: tuple[Any, ...]) -> Any:
        """Return the product of extents, as a value."""
        known = self.context.get_constant(types.intp, prod(one for one in extents if isinstance(one, int)))
        return reduce(self.builder.mul, [one for one in extents if not isinstance(one, int)], known)

    def lower_expr(self, resty: Any, expr: Any) -> Any:
        """Write an expression; an index that is a constant like any other."""
        if expr.op == "static_getitem" and expr.index_var is not None:
            place = self._element(expr.value.name, expr.index_var.name)
            if place is not None:
                return self._read(expr.value.name, place, resty, self.fndesc.calltypes[expr])
        return super().lower_expr(resty, expr)

    def lower_getitem(self, resty: Any, expr: Any, value: Any, index: Any, signature: Any) -> Any:
        """Read an element at its address."""
        place = self._element(value.name, index.name)
        if place is None:
            return super().lower_getitem(resty, expr, value, index, signature)
        return self._read(value.name, place, resty, signature)

    def lower_setitem(self, target_var: Any, index_var: Any, value_var: Any, signature: Any) -> Any:
        """Write an element at its address."""
        place = self._element(target_var.name, index_var.name)
        if place is None:
            return super().lower_setitem(target_var, index_var, value_var, signature)
        kind, given = self.typeof(target_var.name).dtype, signature.args[2]
        value = self._cast_var(value_var, given)
        value = self.context.cast(self.builder, value, given, kind)
        self.write_at(place, kind, value, self._blocks[target_var.name].field)

    def _read(self, name: str, place: Any, resty: Any, signature: Any) -> Any:
        value = self.read_at(place, signature.args[0].dtype, self._blocks[name].field)
        return self.context.cast(self.builder, value, signature.return_type, resty)

    def _element(self, name: str, index: str) -> Any:
        """Return the address of an element; None if Numba has to see to it."""
        kinds = self._kinds(index)
        return self._place(name, index) if name in self._blocks and len(kinds) == self.typeof(name).ndim else None

    def _kinds(self, index: str) -> tuple[Any, ...]:
        kind = self.typeof(index)
        return tuple(kind) if isinstance(kind, types.BaseTuple) else (kind,)

    def _place(self, name: str, index: str) -> Any:
        """Return the address that whole numbers lead to, of an element or a row; None for other indices."""
        extents, kinds = self._blocks[name].extents, self._kinds(index)
        if self.context.enable_boundscheck or not all(isinstance(kind, types.Integer) for kind in kinds):
            return None
        offset = None
        for axis, number in enumerate(self._numbers(index, kinds)):
            where = from_start(self.context, self.builder, kinds[axis], number, extents[axis])
            offset = where if offset is None else self.builder.add(self._times(offset, extents[axis]), where)
        for extent in extents[len(kinds) :]:
            offset = self._times(offset, extent)
        return self.builder.gep(self._blocks[name].address, [offset])

    def _numbers(self, index: str, kinds: tuple) -> list[Any]:
        if not isinstance(self.typeof(index), types.BaseTuple):
            return [self.loadvar(index)]
        numbers = self._indices.get(index)
        return cgutils.unpack_tuple(self.builder, self.loadvar(index), len(kinds)) if numbers is None else numbers

    def _times(self, number: Any, factor: Any) -> Any:
        if factor == 1:
            return number
        return self.builder.mul(number, number.type(factor) if isinstance(factor, int) else factor)


def _is_plain(kind: Any) -> bool:
    """Return whether values of a type are arrays whose elements follow each other."""
    return isinstance(kind, types.Array) and kind.layout == "C" and kind.aligned


def _is_zero(value: Any) -> bool:
    """Return whether a value is a constant whose bytes are zeros."""
    return isinstance(value, llvm_ir.Constant) and str(value.constant) in ("0", "0.0", "False")
