"""Loops over ranges, written with one number that counts.

Numba divides to know how often a loop will run, and keeps range, iterator and what it yields as structures in memory.
"""

from typing import Any

from numba.core import ir, types

from swarmzoo.envs.core.steady import SteadyLower


class CountingLower(SteadyLower):
    """Writes a function for LLVM; a range is a start, a stop and a step that is known."""

    def init(self) -> None:
        """Begin with no variable that stands for part of a loop."""
        super().init()
        self._ranges: dict[str, tuple[Any, Any, int]] = {}  # by variable: start, stop, step
        self._counters: dict[str, tuple[Any, Any, int]] = {}  # by variable: the place of the next number, stop, step
        self._turns: dict[str, tuple[Any, Any]] = {}  # by variable: a number, and whether the loop goes on with it

    def is_put_off(self, inst: Any) -> bool:
        """Remember the parts of a loop over a range."""
        name, value = inst.target.name, inst.value
        if isinstance(value, ir.Var) and value.name in self._counters:
            self._counters[name] = self._counters[value.name]
            return True
        if isinstance(value, ir.Expr):
            if value.op == "call" and isinstance(self.typeof(name), types.RangeType):
                return self._is_range(name, value)
            if value.op == "getiter" and value.value.name in self._ranges:
                return self._is_counter(name, *self._ranges[value.value.name])
            if value.op == "iternext" and value.value.name in self._counters:
                return self._is_turn(name, *self._counters[value.value.name])
            if value.op in ("pair_first", "pair_second") and value.value.name in self._turns:
                self._blk_local_varmap[name] = self._turns[value.value.name][value.op == "pair_second"]
                return True
        return super().is_put_off(inst)

    def _is_range(self, name: str, call: Any) -> bool:
        """Remember a range; one with a step that is not known is left to Numba."""
        step = self.typeof(call.args[2].name) if len(call.args) > 2 else types.literal(1)
        kind = self.typeof(name).dtype
        if not (kind.signed and isinstance(step, types.IntegerLiteral) and step.literal_value) or call.kws:
            return False
        given = [
            self.context.cast(self.builder, self.loadvar(one.name), self.typeof(one.name), kind)
            for one in call.args[:2]
        ]
        start = given[0] if len(given) > 1 else self.context.get_constant(kind, 0)
        self._ranges[name] = start, given[-1], step.literal_value
        self.made_later(name, lambda: self.lower_expr(self.typeof(name), call))
        return True

    def _is_counter(self, name: str, start: Any, stop: Any, step: int) -> bool:
        with self.builder.goto_entry_block():
            place = self.builder.alloca(start.type)
        self.builder.store(start, place)
        self._counters[name] = place, stop, step
        return True

    def _is_turn(self, name: str, place: Any, stop: Any, step: int) -> bool:
        number = self.builder.load(place)
        goes_on = self.builder.icmp_signed("<" if step > 0 else ">", number, stop)
        self.builder.store(self.builder.add(number, number.type(step), flags=["nsw"]), place)
        self._turns[name] = number, goes_on
        return True
