"""Break the rules of a game one at a time, and see whether the rule tests notice.

    python -m tests.mutants --limit 40 --seed 1
    python -m tests.mutants --game warband --file sight.py

Every mutant changes one place of one kernel (a comparison, a number, a sign, a statement left out ...) in a copy of the
package; the rule tests run on it uncompiled, those of the rules that the kernel cites first. A mutant that no test
notices is a rule without a guard, or a change that changes nothing. Kernels that the game shares with others of its
family are broken too; the tests of the folder in which they stand watch over them first.
"""

import argparse
import ast
import copy
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.table import Table

import swarmzoo.envs
from swarmzoo.command.rules import cited, read_rulebook, shared_files, test_places
from swarmzoo.envs.catalogue import find_game

PROJECT = Path(__file__).parents[1]
TESTS = PROJECT / "tests" / "envs"
ENVS = Path(next(iter(swarmzoo.envs.__path__)))
NOT_RULES = ("observation.py", "determinize.py", "events.py")
TIME_LIMIT_S = 600
FLIPPED: dict[type, type] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.And: ast.Or,
    ast.Or: ast.And,
}


@dataclass(frozen=True)
class Mutant:
    """A kernel with one place changed: the source of its whole file (a path in ``envs``), and what was changed."""

    file: str
    function: str
    rules: tuple[str, ...]
    line: int
    change: str
    source: str


def mutants(path: Path, rules_by: dict[str, tuple[str, ...]]) -> Iterator[Mutant]:
    """Yield every mutant of a file's kernels; ``rules_by``: the rules that the rulebook says a function carries out."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for place, node in enumerate(tree.body):
        if isinstance(node, ast.FunctionDef) and any(ast.unparse(d) == "kernel" for d in node.decorator_list):
            named = rules_by.get(".".join([*path.with_suffix("").parts[-2:], node.name]), ())
            rules = tuple(dict.fromkeys([*cited(ast.get_docstring(node) or ""), *named]))
            for line, change, broken in broken_functions(node):
                module = ast.Module([*tree.body[:place], broken, *tree.body[place + 1 :]], tree.type_ignores)
                yield Mutant(str(path.relative_to(ENVS)), node.name, rules, line, change, ast.unparse(module))


def broken_functions(function: ast.FunctionDef) -> Iterator[tuple[int, str, ast.FunctionDef]]:
    """Yield a function with each of its places changed in turn: line, change, function."""
    places = sum(1 for _ in ast.walk(function))
    for place in range(1, places):
        twin = copy.deepcopy(function)
        nodes = list(ast.walk(twin))
        before = ast.unparse(twin)
        broken = _break(nodes[place], twin)
        if broken and ast.unparse(twin) != before:
            yield getattr(nodes[place], "lineno", function.lineno), broken, twin


def _break(node: ast.AST, function: ast.FunctionDef) -> str:
    """Change a node in place and return the change in words; nothing where the node has no change."""
    if isinstance(node, ast.Compare) and type(node.ops[0]) in FLIPPED:
        return _told(node, lambda: setattr(node, "ops", [FLIPPED[type(node.ops[0])](), *node.ops[1:]]))
    if isinstance(node, ast.BinOp | ast.AugAssign | ast.BoolOp) and type(node.op) in FLIPPED:
        return _told(node, lambda: setattr(node, "op", FLIPPED[type(node.op)]()))
    if isinstance(node, ast.Constant) and isinstance(node.value, bool):
        return _told(node, lambda: setattr(node, "value", not node.value))
    if isinstance(node, ast.Constant) and isinstance(node.value, int):
        return _told(node, lambda: setattr(node, "value", node.value + 1))
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        return _told(node, lambda: setattr(node, "op", ast.UAdd()))
    if isinstance(node, ast.Assign | ast.AugAssign | ast.Expr) and not _is_text_or_log(node):
        return _left_out(node, function)
    return ""


def _told(node: ast.AST, change: Callable[[], None]) -> str:
    """Carry out a change of a node and return both forms."""
    before = ast.unparse(node)
    change()
    return f"{before}  ->  {ast.unparse(node)}"


def _is_text_or_log(node: ast.AST) -> bool:
    """Tell a docstring or an entry of the log, which is no rule."""
    text = ast.unparse(node)
    return (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)) or text.startswith("log_event(")


def _left_out(node: ast.AST, function: ast.FunctionDef) -> str:
    """Put nothing in a statement's place."""
    for parent in ast.walk(function):
        for block in ("body", "orelse"):
            statements = getattr(parent, block, None)
            if isinstance(statements, list) and node in statements:
                statements[statements.index(node)] = ast.Pass()
                return f"{ast.unparse(node)}  ->  nothing"
    return ""


class Copy:
    """A copy of the package in which one game can be broken; everything else is the project's own."""

    def __init__(self, folder: Path, game: str):
        root = folder / "swarmzoo"
        root.mkdir(parents=True)
        shutil.copytree(PROJECT / "envs", root / "envs", ignore=shutil.ignore_patterns("__pycache__"))
        (root / "__init__.py").symlink_to(PROJECT / "front" / "__init__.py")
        for package in (path.parent for path in PROJECT.glob("*/__init__.py")):
            if package.name not in ("envs", "front"):
                (root / package.name).symlink_to(package)
        self.envs, self.game = root / "envs", find_game(game).place
        paths = os.pathsep.join([str(folder), str(PROJECT)])
        self._environment = os.environ | {"PYTHONPATH": paths, "NUMBA_DISABLE_JIT": "1", "PYTHONDONTWRITEBYTECODE": "1"}

    @property
    def rule_tests(self) -> list[str]:
        """The files of the game's rule tests."""
        return [str(path) for path in sorted((TESTS / self.game).glob("test_rules_*.py"))]

    def notices(self, mutant: Mutant) -> bool:
        """Tell whether a rule test fails on a mutant, or never ends."""
        original = (self.envs / mutant.file).read_text(encoding="utf-8")
        (self.envs / mutant.file).write_text(mutant.source, encoding="utf-8")
        shared = Path(mutant.file).parent
        try:
            if shared != Path(self.game) and not self.passes([], shared):
                return True
            first = tests_of(TESTS / self.game, mutant.rules)
            return bool(first and not self.passes(first)) or not self.passes([])
        finally:
            (self.envs / mutant.file).write_text(original, encoding="utf-8")

    def passes(self, tests: list[str], shared: Path | None = None) -> bool:
        """Run the rule tests with these names, all without any, or those of a shared folder; tell whether they pass."""
        files = [str(path) for path in sorted(TESTS.joinpath(shared).glob("test_*.py"))] if shared else self.rule_tests
        chosen = ["-k", " or ".join(tests)] if tests else []
        pytest = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "-W", "ignore"]
        try:
            run = subprocess.run(
                [*pytest, *chosen, *files],
                check=False,
                cwd=PROJECT,
                env=self._environment,
                capture_output=True,
                timeout=TIME_LIMIT_S,
            )
            return run.returncode in (0, 5)  # 5: nothing was chosen
        except subprocess.TimeoutExpired:
            return False


def chosen_files(game: str, file: str | None) -> list[Path]:
    """Return the files of a game with kernels to break, those that it shares included, or those of one name."""
    folder = find_game(game).folder
    paths = [*sorted(folder.glob("*.py")), *shared_files(folder)]
    return [path for path in paths if path.name not in NOT_RULES and path.name == (file or path.name)]


def rules_of_shared(game: str) -> dict[str, tuple[str, ...]]:
    """Return the rules that a game's rulebook says a shared function carries out, by the function's name."""
    found: dict[str, tuple[str, ...]] = {}
    for row in read_rulebook(find_game(game).folder / "rulebook.yaml"):
        for name in row.by:
            found[name] = (*found.get(name, ()), row.id)
    return found


def tests_of(folder: Path, rules: tuple[str, ...]) -> list[str]:
    """Return the names of the tests that are marked with one of the rules."""
    places = test_places(folder)
    return sorted({place.split()[-1] for rule in rules for place in places.get(rule, [])})


def chosen_mutants(game: str, limit: int, seed: int, file: str | None) -> list[Mutant]:
    """Return mutants drawn at random from all kernels of a game, or of its files of one name."""
    rules_by = rules_of_shared(game)
    found = [mutant for path in chosen_files(game, file) for mutant in mutants(path, rules_by)]
    random.Random(seed).shuffle(found)
    print(f"{len(found)} mutants, {min(limit, len(found))} tried")
    return found[:limit]


def survivors(game: str, tried: list[Mutant], jobs: int) -> list[Mutant]:
    """Return the mutants that no rule test notices."""
    with tempfile.TemporaryDirectory() as folder:
        copies = [Copy(Path(folder) / str(job), game) for job in range(jobs)]
        if not copies[0].passes([]):
            raise SystemExit("the rule tests fail uncompiled before anything is broken: mend them first")

        def work(job: int) -> list[Mutant]:
            own = tried[job::jobs]
            return [mutant for mutant in own if not _told_notice(copies[job], mutant)]

        with ThreadPoolExecutor(jobs) as pool:
            return [mutant for found in pool.map(work, range(jobs)) for mutant in found]


def _told_notice(broken: Copy, mutant: Mutant) -> bool:
    """Try a mutant and print the outcome at once, so that nothing is lost when the run is stopped."""
    noticed = broken.notices(mutant)
    change = " ".join(mutant.change.split())
    print(f"{'noticed' if noticed else 'MISSED '}  {mutant.file}:{mutant.line} {mutant.function}: {change}", flush=True)
    return noticed


def main() -> None:
    """Try mutants, list those that nobody noticed and print the share of the others."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="insects", help="the game")
    parser.add_argument("--limit", type=int, default=100, help="how many mutants are tried")
    parser.add_argument("--seed", type=int, default=0, help="which ones")
    parser.add_argument("--file", help="only kernels of this file, for instance attack.py")
    parser.add_argument("--jobs", type=int, default=1, help="how many are tried side by side")
    parser.add_argument("--least", type=float, default=0.0, help="fail below this share, 0 to 1")
    options = parser.parse_args()
    tried = chosen_mutants(options.game, options.limit, options.seed, options.file)
    unnoticed = survivors(options.game, tried, options.jobs)
    table = Table("file", "function", "rules", "line", "change", title="Not noticed")
    for m in unnoticed:
        table.add_row(m.file, m.function, ", ".join(m.rules), str(m.line), m.change)
    if unnoticed:
        Console().print(table)
    share = 1 - len(unnoticed) / max(len(tried), 1)
    print(f"noticed: {len(tried) - len(unnoticed)} of {len(tried)} ({share:.0%})")
    raise SystemExit(share < options.least)


if __name__ == "__main__":
    main()
