"""Every change of one place in the functions of a source: a comparison, a number, a sign, a statement left out ...

Docstrings, annotations, decorators, formatted strings and what is only printed are left alone. The rest of the text
stays as it is, so that lines keep their numbers.
"""

import ast
import copy
from collections.abc import Callable, Iterator
from dataclasses import dataclass

Function = ast.FunctionDef | ast.AsyncFunctionDef
LEFT_OUT = (
    ast.Assign,
    ast.AugAssign,
    ast.AnnAssign,
    ast.Expr,
    ast.Raise,
    ast.Assert,
    ast.Delete,
    ast.Continue,
    ast.Break,
)
ONLY_TOLD = ("print(", "log_event(")
FLIPPED: dict[type, type] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Div,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Mult,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
    ast.And: ast.Or,
    ast.Or: ast.And,
}


@dataclass(frozen=True)
class Change:
    """A source with one place changed: where, what in words, and the lines that only tests can notice which run one."""

    function: ast.FunctionDef | ast.AsyncFunctionDef
    line: int
    lines: range
    words: str
    source: str

    @property
    def is_kernel(self) -> bool:
        """Tell whether the function is compiled."""
        return any(ast.unparse(decorator) == "kernel" for decorator in self.function.decorator_list)


@dataclass(frozen=True)
class _Place:
    """A node, its statement and its function; ``role`` is the field of its parent in which it stands."""

    node: ast.AST
    statement: ast.stmt
    function: Function
    role: str


def changes(source: str) -> Iterator[Change]:
    """Yield every change of a source, in the order of its text."""
    starts = _line_starts(source)
    for place in _places(ast.parse(source)):
        for words, text in _changed(place):
            broken = _replaced(source, starts, place.node, text)
            yield Change(place.function, place.node.lineno, _lines(place), words, broken)  # type: ignore[attr-defined]


def _places(tree: ast.Module) -> Iterator[_Place]:
    for function in _outermost(tree):
        yield from _inside(function, function, function)


def _outermost(tree: ast.AST) -> Iterator[Function]:
    """Yield the functions that stand in no function: those of the module and the methods of its classes."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, Function):
            yield node
        else:
            yield from _outermost(node)


def _inside(node: ast.AST, statement: ast.stmt, function: Function) -> Iterator[_Place]:
    """Yield the places below a node, those that are never changed left out."""
    for role, value in ast.iter_fields(node):
        if role in ("annotation", "returns", "decorator_list", "type_comment"):
            continue
        for child in value if isinstance(value, list) else [value]:
            if not isinstance(child, ast.AST) or _is_told(child):
                continue
            owner = child if isinstance(child, ast.stmt) else statement
            inner = child if isinstance(child, Function) else function
            yield _Place(child, owner, inner, role)
            yield from _inside(child, owner, inner)


def _is_told(node: ast.AST) -> bool:
    """Tell what speaks to people only: a docstring, a formatted string, a line that is printed, an entry of the log."""
    if isinstance(node, ast.JoinedStr):
        return True
    if not isinstance(node, ast.Expr):
        return False
    return isinstance(node.value, ast.Constant) or ast.unparse(node).startswith(ONLY_TOLD)


def _lines(place: _Place) -> range:
    """Return the lines of a place's statement, of a compound one those of its head, of a ``def`` those of its body."""
    statement = place.statement
    if isinstance(statement, Function):
        return range(statement.body[0].lineno, (statement.end_lineno or statement.lineno) + 1)
    body = getattr(statement, "body", None)
    last = max(statement.lineno, body[0].lineno - 1) if body else statement.end_lineno or statement.lineno
    return range(statement.lineno, last + 1)


def _changed(place: _Place) -> Iterator[tuple[str, str]]:
    """Yield what a place can become: the change in words, and the new text."""
    node = place.node
    if isinstance(node, LEFT_OUT):
        yield f"{ast.unparse(node)}  ->  nothing", "pass"
    if isinstance(node, ast.Return) and node.value and not _is_constant(node.value):
        yield f"{ast.unparse(node)}  ->  return None", "return None"
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not | ast.USub):
        yield f"{ast.unparse(node)}  ->  {ast.unparse(node.operand)}", f"({ast.unparse(node.operand)})"
    for change in _twins(place):
        twin = copy.deepcopy(node)
        change(twin)
        text = ast.unparse(twin)
        if text != ast.unparse(node):
            yield f"{ast.unparse(node)}  ->  {text}", f"({text})" if isinstance(node, ast.expr) else text


def _is_constant(node: ast.expr) -> bool:
    """Tell what is changed in its own right: a constant, or a negative number."""
    return isinstance(node.operand if isinstance(node, ast.UnaryOp) else node, ast.Constant)


def _twins(place: _Place) -> Iterator[Callable[[ast.AST], None]]:
    """Yield what can be done to a copy of a place's node."""
    node = place.node
    if isinstance(node, ast.Compare) and type(node.ops[0]) in FLIPPED:
        yield lambda twin: setattr(twin, "ops", [FLIPPED[type(node.ops[0])](), *node.ops[1:]])
    if isinstance(node, ast.BinOp | ast.AugAssign | ast.BoolOp) and type(node.op) in FLIPPED:
        yield lambda twin: setattr(twin, "op", FLIPPED[type(node.op)]())
    if isinstance(node, ast.Constant):
        yield from _constant(node, place.role)
    if place.role in ("test", "ifs") and not isinstance(node, ast.Compare | ast.BoolOp | ast.UnaryOp):
        yield _negate


def _constant(node: ast.Constant, role: str) -> Iterator[Callable[[ast.AST], None]]:
    """Yield the change of a constant: a truth value turned, a number one higher, a string that names a key renamed."""
    if isinstance(node.value, bool):
        yield lambda twin: setattr(twin, "value", not node.value)
    elif isinstance(node.value, int | float):
        number = node.value + 1
        yield lambda twin: setattr(twin, "value", number)
    elif isinstance(node.value, str) and role in ("slice", "left", "comparators", "keys"):
        name = node.value + "_"
        yield lambda twin: setattr(twin, "value", name)


def _negate(twin: ast.AST) -> None:
    """Turn a node into its negation, in place."""
    inner = copy.copy(twin)
    twin.__class__ = ast.UnaryOp
    twin.op, twin.operand = ast.Not(), inner  # type: ignore[attr-defined]


def _line_starts(source: str) -> list[int]:
    """Return where every line begins, in bytes: so the parser counts."""
    starts = [0]
    for line in source.encode().splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    return starts


def _replaced(source: str, starts: list[int], node: ast.AST, text: str) -> str:
    """Return a source with a node's text replaced, as many lines long as before."""
    first, last = node.lineno, node.end_lineno  # type: ignore[attr-defined]
    begin, end = starts[first - 1] + node.col_offset, starts[last - 1] + node.end_col_offset  # type: ignore[attr-defined]
    raw = source.encode()
    if text.endswith(")"):
        text = text[:-1] + "\n" * (last - first - text.count("\n")) + ")"
    return (raw[:begin] + text.encode() + raw[end:]).decode()
