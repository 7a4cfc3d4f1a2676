"""Break the sources one place at a time, and see whether the tests notice.

    python -m tests.mutants --limit 40 --seed 1                          the rules of a game
    python -m tests.mutants --game warband --file sight.py
    python -m tests.mutants --game insects --part observation            what its players see
    python -m tests.mutants --folder lab --limit 100 --seed 0            any folder of the package
    python -m tests.mutants --folder lab --limit 100 --seed 0 --again earlier.txt

Every mutant changes one place of one function (a comparison, a number, a sign, a statement left out ...) in a copy of
the package, and is tried by the tests that run the changed line: those of a game's rules by its rule tests, those of
the rules that the kernel cites first; those of its observations by the tests of its folder that read observations;
those of a folder by all tests. A mutant that no test notices is code without a guard, or
a change that changes nothing; a test that crashes or never ends notices.
"""

import argparse
import os
import random
from pathlib import Path

from tests.mutants.folders import Folder
from tests.mutants.games import OBSERVATION, RULES, GamePart
from tests.mutants.trials import warm_up
from tests.mutants.trying import Tried, try_all

PROJECT = Path(__file__).parents[2]
SHOWN = 8
NOTICED, MISSED = "noticed  ", "MISSED   "


def read_options() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--game", default="insects", help="break the kernels of this game")
    what.add_argument("--folder", help="break the functions of this folder, for instance lab or envs/api")
    parser.add_argument(
        "--part",
        choices=(RULES, OBSERVATION),
        help=f"which kernels of the game: its {RULES} (default) or its {OBSERVATION}, which is what players see",
    )
    parser.add_argument("--tests", type=Path, nargs="*", help="only these files or folders of tests are asked")
    parser.add_argument("--limit", type=int, default=100, help="how many mutants are tried")
    parser.add_argument("--seed", type=int, default=0, help="which ones")
    parser.add_argument("--file", help="only files of this name, for instance attack.py")
    parser.add_argument("--again", type=Path, help="only those that were missed, by what an earlier run printed")
    parser.add_argument("--jobs", type=int, default=1, help="how many are tried side by side")
    parser.add_argument("--budget", type=float, default=60.0, help="seconds of tests for a mutant, quick ones first")
    parser.add_argument("--least", type=float, default=0.0, help="fail below this share, 0 to 1")
    parser.add_argument("--project", type=Path, default=PROJECT, help="the project's folder")
    options = parser.parse_args()
    options.project = options.project.resolve()
    if options.folder and options.part:
        parser.error(f"--part {options.part}: a part is of a --game, a folder has none")
    if options.tests and not options.folder:
        parser.error("--tests: only with --folder; the tests of a game are chosen by its --part")
    if options.folder and not (options.project / options.folder).is_dir():
        parser.error(f"--folder {options.folder}: there is no such folder in {options.project}")
    for name, paths in (("--tests", options.tests), ("--again", [options.again] if options.again else [])):
        if unknown := [str(path) for path in paths or [] if not path.exists()]:
            parser.error(f"{name} {' '.join(unknown)}: not found")
    return options


def chosen(options: argparse.Namespace) -> Folder | GamePart:
    """Return what is broken: a part of a game, or a folder."""
    if options.folder:
        tests = [path.resolve() for path in options.tests or [options.project / "tests"]]
        return Folder(options.project, options.folder, options.file, tests, options.jobs, options.budget)
    part = options.part or RULES
    return GamePart(options.project, options.game, part, options.file, options.jobs, options.budget)


def missed_in(text: str) -> set[str]:
    """Return the mutants that an earlier run missed; sources may have moved by some lines since."""
    return {unnumbered(line.removeprefix(MISSED)) for line in text.splitlines() if line.startswith(MISSED)}


def unnumbered(mutant: str) -> str:
    """Return a mutant's line without the number of its line."""
    file, _, rest = mutant.partition(":")
    return f"{file} {rest.partition(' ')[2]}"


def tell(outcome: Tried) -> None:
    """Print an outcome at once, so that nothing is lost when the run is stopped."""
    print(f"{NOTICED if outcome.is_noticed else MISSED}{outcome.mutant}", flush=True)


def tell_survivor(outcome: Tried) -> None:
    """Print a mutant that nobody noticed, and which tests were asked."""
    more = f" and {len(outcome.asked) - SHOWN} more" if len(outcome.asked) > SHOWN else ""
    print(f"  {outcome.mutant}\n    asked: {', '.join(outcome.asked[:SHOWN]) or 'none, no test runs it'}{more}")


def main() -> None:
    """Try mutants, list those that nobody noticed and print the share of the others."""
    options = read_options()
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    broken = chosen(options)
    mutants = broken.mutants()
    random.Random(options.seed).shuffle(mutants)
    tried = mutants[: options.limit]
    if options.again:
        missed = missed_in(options.again.read_text(encoding="utf-8"))
        tried = [mutant for mutant in tried if unnumbered(str(mutant)) in missed]
    print(f"{len(mutants)} mutants, {len(tried)} tried", flush=True)
    warm_up(options.project)
    broken.prepare(tried)
    outcomes = try_all(broken, tried, options.jobs, tell)
    unnoticed = [outcome for outcome in outcomes if not outcome.is_noticed]
    if unnoticed:
        print("\nNot noticed:")
    for outcome in unnoticed:
        tell_survivor(outcome)
    share = 1 - len(unnoticed) / max(len(tried), 1)
    print(f"noticed: {len(tried) - len(unnoticed)} of {len(tried)} ({share:.0%})")
    raise SystemExit(share < options.least)


if __name__ == "__main__":
    main()
