"""The rule table: every rule of a game, the code that carries it out and the tests that watch it.

A game's folder holds ``rulebook.yaml`` (id to sentence). Code cites ids in docstrings, as ``[INS-13, INS-P8]`` or
``[INS-V1 to INS-V6]``, and in the fields of its configuration; tests cite them with ``@pytest.mark.rule("INS-13")``.
Code that several games share, in a folder beside theirs, cites no ids: the rulebook of a game names the functions that
carry out a rule, as in ``WAR-A2: {rule: ..., by: [battlefield.sight.cover_between]}``.
"""

import ast
import importlib
import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from difflib import get_close_matches
from pathlib import Path
from types import ModuleType
from typing import Any

import yaml
from rich.table import Table

import swarmzoo.envs
from swarmzoo.command.output import console, print_json
from swarmzoo.envs.core.errors import GameError

_BRACKETS = re.compile(r"\[([^][]*)\]")
_ID = r"[A-Z]{3}-[A-Z]?\d+(?:\.\d+|[a-z])?"
_RANGE = re.compile(rf"({_ID})(?:\s+to\s+({_ID}))?")

Places = dict[str, list[str]]


@dataclass
class Row:
    """A rule with its sentence, and where it is carried out and tested, as ``file:line name``."""

    id: str
    sentence: str
    left_out: str = ""
    case_of: str = ""
    by: tuple[str, ...] = ()
    unknown: bool = False
    code: list[str] = field(default_factory=list)
    tests: list[str] = field(default_factory=list)

    @property
    def gaps(self) -> list[str]:
        """Say in words what is missing."""
        if self.unknown:
            return ["not in the rulebook"]
        if self.left_out:
            return []
        return [what for what, places in (("no code", self.code), ("no test", self.tests)) if not places]


def games_with_rulebook() -> dict[str, Path]:
    """Return the folder of every game that has a rulebook, by the game's name."""
    folders = [Path(entry) for entry in swarmzoo.envs.__path__]
    return {book.parent.name: book.parent for folder in folders for book in sorted(folder.rglob("rulebook.yaml"))}


def read_rulebook(path: Path) -> list[Row]:
    """Return a row for every rule of a rulebook; raise GameError for entries that are none of the four."""
    rows = []
    for rule, entry in yaml.safe_load(path.read_text(encoding="utf-8")).items():
        if isinstance(entry, str):
            rows.append(Row(rule, entry))
        elif isinstance(entry, dict) and set(entry) in ({"rule", "left_out"}, {"rule", "case_of"}, {"rule", "by"}):
            by = _names(entry.get("by", []), f"{path.name}, {rule}")
            rows.append(Row(rule, entry["rule"], entry.get("left_out", ""), entry.get("case_of", ""), by))
        else:
            raise GameError(f"{path.name}, {rule}: a sentence is needed, or 'rule' with 'left_out', 'case_of' or 'by'")
    return rows


def _names(by: Any, where: str) -> tuple[str, ...]:
    """Return the functions that a rulebook names."""
    if not isinstance(by, list) or not all(isinstance(name, str) for name in by):
        raise GameError(f"{where}: by = {by!r}; a list of functions is needed, such as [battlefield.sight.sees]")
    return tuple(by)


def rule_table(game: str, tests: Path) -> list[Row]:
    """Return the rules of a game with their code and tests; ids that are cited but unknown stand at the end.

    ``tests`` is the folder of the game's tests. Raises GameError for a game or a folder that does not exist.
    """
    folders = games_with_rulebook()
    if game not in folders:
        raise GameError(f"{game!r} has no rulebook; games with one are {', '.join(sorted(folders)) or 'none'}")
    if not tests.is_dir():
        raise GameError(f"no tests at {tests}; run this where the project was checked out")
    rows = read_rulebook(folders[game] / "rulebook.yaml")
    code, marks = code_places(folders[game]), test_places(tests)
    shared = shared_functions(folders[game])
    for row in rows:
        if row.by:
            code[row.id] = [*code.get(row.id, []), *(_shared_place(row.id, name, shared) for name in row.by)]
    known = {row.id for row in rows}
    books = {rule.split("-")[0] for rule in known}  # ids of other games' rulebooks are not this game's gaps
    unknown = sorted(rule for rule in {*code, *marks} - known if rule.split("-")[0] in books)
    rows += [Row(rule, "", unknown=True) for rule in unknown]
    for row in rows:
        row.code, row.tests = code.get(row.id) or code.get(row.case_of, []), marks.get(row.id, [])
    return rows


def cited(text: str) -> Iterator[str]:
    """Yield the ids between square brackets; ``A to B`` stands for all ids from A to B."""
    for inner in _BRACKETS.findall(text):
        for first, last in _RANGE.findall(inner):
            yield from _span(first, last) if last else [first]


def _span(first: str, last: str) -> list[str]:
    """Return the ids from one to another, which differ in their last number or in the letter behind it."""
    if first[-1].isalpha():
        return [first[:-1] + chr(letter) for letter in range(ord(first[-1]), ord(last[-1]) + 1)]
    stem, low = re.fullmatch(r"(.*?)(\d+)", first).groups()  # type: ignore[union-attr]
    high = re.fullmatch(r".*?(\d+)", last).group(1)  # type: ignore[union-attr]
    return [f"{stem}{number}" for number in range(int(low), int(high) + 1)]


def code_places(folder: Path) -> Places:
    """Return where each rule is cited by a function, a class or a field of the configuration."""
    places: Places = defaultdict(list)
    for path in sorted(folder.rglob("*.py")):
        for node in ast.walk(_parsed(path)):
            if isinstance(node, ast.FunctionDef | ast.ClassDef):
                for rule in dict.fromkeys(cited(ast.get_docstring(node) or "")):
                    places[rule].append(f"{path.name}:{node.lineno} {node.name}")
    for rule, where in _config_places(folder):
        places[rule].append(where)
    return places


def shared_files(folder: Path) -> list[Path]:
    """Return the files beside a game's folder that its code imports, directly or through others, sorted.

    Games that share code stand in a folder of their own, their family; one that stands in ``envs`` itself has none.
    """
    family = folder.parent
    if str(family) in map(str, swarmzoo.envs.__path__):
        return []
    found: set[Path] = set()
    waiting = sorted(folder.rglob("*.py"))
    while waiting:
        for name in _imported(waiting.pop()):
            path = family.joinpath(*name.partition(f".{family.name}.")[2].split(".")).with_suffix(".py")
            if path.is_file() and not path.is_relative_to(folder) and path not in found:
                found.add(path)
                waiting.append(path)
    return sorted(found)


def _imported(path: Path) -> Iterator[str]:
    """Yield the modules that a file imports from, and what it imports of them, which may be modules too."""
    for node in ast.walk(_parsed(path)):
        if isinstance(node, ast.ImportFrom) and node.module:
            yield from [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


def shared_functions(folder: Path) -> dict[str, str]:
    """Return where the functions stand that a game shares with others, by names such as battlefield.sight.sees."""
    found = {}
    for path in shared_files(folder):
        module = path.relative_to(folder.parent)
        for node in _parsed(path).body:
            if isinstance(node, ast.FunctionDef):
                found[".".join([*module.with_suffix("").parts, node.name])] = f"{module}:{node.lineno} {node.name}"
    return found


def _shared_place(rule: str, name: str, shared: dict[str, str]) -> str:
    """Return where a function stands that a rulebook names."""
    if name not in shared:
        close = get_close_matches(name, shared, n=1, cutoff=0.3)
        hint = f"; did you mean {close[0]}?" if close else ""
        raise GameError(f"rulebook.yaml, {rule}: the game uses no shared function {name}{hint}")
    return shared[name]


def _config_places(folder: Path) -> Iterator[tuple[str, str]]:
    """Yield the rule and the place of every field of the game's configuration that names a rule."""
    from swarmzoo.envs.core.config import Settings, rule_of

    if not (folder / "config.py").is_file():
        return
    for model in vars(_module_of(folder)).values():
        if isinstance(model, type) and issubclass(model, Settings) and model is not Settings:
            for name, info in model.model_fields.items():
                if rule_of(info):
                    yield rule_of(info), f"config.py {model.__name__}.{name}"


def _module_of(folder: Path) -> ModuleType:
    """Import the configuration of a game's folder."""
    for entry in swarmzoo.envs.__path__:
        if folder.is_relative_to(entry):
            return importlib.import_module(".".join(["swarmzoo.envs", *folder.relative_to(entry).parts, "config"]))
    raise GameError(f"{folder} is not a folder of swarmzoo.envs")


def test_places(folder: Path) -> Places:
    """Return which tests are marked with each rule."""
    places: Places = defaultdict(list)
    for path in sorted(folder.rglob("test_*.py")):
        for node in ast.walk(_parsed(path)):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                for rule in _marked(node):
                    places[rule].append(f"{path.name}:{node.lineno} {node.name}")
    return places


test_places.__test__ = False  # type: ignore[attr-defined]  # not for pytest to collect


def _marked(node: ast.FunctionDef) -> Iterator[str]:
    """Yield the ids of a test's ``rule`` marks."""
    for mark in node.decorator_list:
        if isinstance(mark, ast.Call) and isinstance(mark.func, ast.Attribute) and mark.func.attr == "rule":
            for argument in mark.args:
                yield str(ast.literal_eval(argument))


def _parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"), str(path))


def run(game: str, tests: Path, gaps_only: bool, as_json: bool = False) -> int:
    """Print the rule table of a game and return the number of gaps; an exit code of 0 means none."""
    rows = rule_table(game, tests)
    gaps = sum(len(row.gaps) for row in rows)
    shown = [row for row in rows if row.gaps or not gaps_only]
    if as_json:
        print_json([{**asdict(row), "gaps": row.gaps} for row in shown])
        return gaps
    out = console()
    if shown:
        out.print(_drawn(game, shown))
    left_out = sum(bool(row.left_out) for row in rows)
    tested = sum(bool(row.tests) for row in rows)
    out.print(f"{len(rows)} rules, {tested} tested, {left_out} left out, {gaps} gaps")
    return gaps


def _drawn(game: str, rows: list[Row]) -> Table:
    """Return the table for the terminal."""
    table = Table(title=f"Rules of {game}", show_lines=False)
    for column, ratio in (("rule", None), ("says", 4), ("code", 3), ("tests", 4)):
        table.add_column(column, ratio=ratio, no_wrap=column == "rule")
    for row in rows:
        missing = f"[red]{', '.join(row.gaps)}[/red]" if row.gaps else ""
        says = f"{row.sentence} [dim](left out: {row.left_out})[/dim]" if row.left_out else row.sentence
        table.add_row(row.id, " ".join(filter(None, (says, missing))), "\n".join(row.code), "\n".join(row.tests))
    return table
