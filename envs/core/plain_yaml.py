"""YAML as plain values: texts, numbers, switches, lists and mappings, no more of them than somebody would write.

Files may be anybody's. So nothing else is made of them, a key given twice is an error, and what aliases unfold to is
bounded before it is built: ten lines can otherwise stand for a billion values.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.printable import printable

LONGEST = 1 << 18  # characters
MOST_VALUES = 50_000  # aliases unfolded
DEEPEST = 50
_KINDS = ("null", "bool", "int", "float", "str", "seq", "map")


class Unreadable(ValueError):
    """A text that is no plain YAML; the message goes behind the name of a file: ``, line 2, column 1: why``."""


class _Loader(yaml.SafeLoader):
    """YAML's safe loader with fewer kinds of values; 1e-4 is a number."""


def _mapping(loader: _Loader, node: yaml.MappingNode) -> dict[Any, Any]:
    seen: set[str] = set()
    for key, _ in node.value:
        if not isinstance(key, yaml.ScalarNode):
            raise yaml.MarkedYAMLError(problem="a key must be a word", problem_mark=key.start_mark)
        if key.value in seen:
            raise yaml.MarkedYAMLError(problem=f"{key.value} is given twice", problem_mark=key.start_mark)
        seen.add(key.value)
    loader.flatten_mapping(node)
    return loader.construct_mapping(node, deep=True)


_Loader.yaml_constructors = {
    tag: make
    for tag, make in yaml.SafeLoader.yaml_constructors.items()
    if tag is None or tag.rpartition(":")[2] in _KINDS
}
_Loader.yaml_implicit_resolvers = {
    first: [(tag, sign) for tag, sign in resolvers if not tag.endswith(":timestamp")]
    for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
}
_Loader.add_constructor("tag:yaml.org,2002:map", _mapping)
_Loader.add_implicit_resolver(
    "tag:yaml.org,2002:float", re.compile(r"[-+]?(\d+\.?\d*|\.\d+)[eE][-+]?\d+$"), list("-+.0123456789")
)


def parse(text: str) -> Any:
    """Return the value of a text; raise Unreadable for what is no plain YAML."""
    if len(text) > LONGEST:
        raise Unreadable(f": it has {len(text)} characters; at most {LONGEST} are read")
    try:
        return _value(text)
    except RecursionError:
        raise Unreadable(f": it is nested more than {DEEPEST} deep") from None
    except (yaml.YAMLError, ValueError, OverflowError, TypeError) as error:
        raise Unreadable(_place(error)) from None


def _value(text: str) -> Any:
    loader = _Loader(text)
    try:
        node = loader.get_single_node()
        if node is None:
            return None
        _check(node)
        return loader.construct_document(node)
    finally:
        loader.dispose()


def read_file(path: Path, where: str) -> Any:
    """Return the value in a file; ``where``: what errors begin with. Raises GameError, and OSError for no file."""
    try:
        with path.open(encoding="utf-8") as file:
            return parse(file.read(LONGEST + 1))
    except UnicodeDecodeError as error:
        raise GameError(f"{where}: the file is not UTF-8 text (byte {error.start})") from None
    except Unreadable as error:
        raise GameError(f"{where}{error}") from None


def _check(root: yaml.Node) -> None:
    """Refuse a tree that unfolds to too many values, or too deep: each node is looked at once, whoever shares it."""
    sizes: dict[int, tuple[int, int]] = {}

    def measured(node: yaml.Node, above: int) -> tuple[int, int]:
        """Return how many values a node unfolds to, and how deep."""
        if above > DEEPEST:  # also an alias of what it stands in
            raise yaml.MarkedYAMLError(problem=f"nested more than {DEEPEST} deep", problem_mark=node.start_mark)
        if id(node) not in sizes:
            inner = [measured(child, above + 1) for child in _children(node)]
            sizes[id(node)] = 1 + sum(size for size, _ in inner), 1 + max((deep for _, deep in inner), default=0)
        return sizes[id(node)]

    size, deep = measured(root, 0)
    if size > MOST_VALUES or deep > DEEPEST:
        raise yaml.MarkedYAMLError(
            problem=f"{size} values, {deep} deep: at most {MOST_VALUES} and {DEEPEST} are read",
            problem_mark=root.start_mark,
        )


def _children(node: yaml.Node) -> Iterator[yaml.Node]:
    """Yield the nodes in a node."""
    if isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            yield key
            yield value
    elif isinstance(node, yaml.SequenceNode):
        yield from node.value


def _place(error: Exception) -> str:
    """Say where YAML cannot be read, and why."""
    if isinstance(error, yaml.MarkedYAMLError) and error.problem_mark is not None:
        mark = error.problem_mark
        return f", line {mark.line + 1}, column {mark.column + 1}: {printable(str(error.problem))[:200]}"
    return f": {printable(' '.join(str(error).split()))[:200]}"
