"""A short form of the tests on the oldest or the newest versions of everything that pyproject.toml allows.

    python -m tests.versions oldest
    python -m tests.versions newest --python 3.13
    python -m tests.versions lock

The first two make a virtual environment of their own in ``build/``, install the project into it and run there the tests
that meet other packages: views, learners, stores, pages, commands. ``lock`` writes constraints.txt again: the versions
that serve Python 3.11 to 3.14 on every system, the ones it holds kept where they still fit. uv does all three.
"""

import argparse
import subprocess
import sys
from pathlib import Path

PROJECT = Path(__file__).parents[1]
UV = [sys.executable, "-m", "uv", "--quiet"]
RESOLUTION = {"oldest": "lowest-direct", "newest": "highest"}
EXTRAS = ("train", "arena", "film", "test", "lint")
SHORT = (
    "tests/test_front_door.py",
    "tests/core",
    "tests/contract/test_pettingzoo.py",
    "tests/contract/test_gymnasium.py",
    "tests/contract/test_vector.py",
    "tests/agents/test_agents.py",
    "tests/command",
    "tests/lab/test_ratings.py",
    "tests/lab/test_tournament.py",
    "tests/training/test_trainer.py",
    "tests/viewer",
)
LOCK_TITLE = (
    "# The versions that `make` installs and the project is tested with, for Python 3.11 to 3.14: `make lock` writes\n"
    "# them. pyproject.toml says which others may do.\n"
)


def short_ci(which: str, python: str, more: list[str]) -> int:
    """Install one end of the allowed versions and run the short tests there; return pytest's exit code."""
    folder = PROJECT / "build" / f"{which}-{python}"
    inside = folder / "bin" / "python"
    _uv("venv", "--clear", "--python", python, str(folder))
    what = f"{PROJECT}[{','.join(EXTRAS)}]"
    _uv("pip", "install", "--python", str(inside), "--resolution", RESOLUTION[which], "--editable", what)
    # old packages warn of what new ones will do: here that is no error
    options = ["-q", "-m", "not slow", "-o", "filterwarnings=default", "-p", "no:cacheprovider"]
    return subprocess.run([inside, "-m", "pytest", *options, *(more or SHORT)], cwd=PROJECT, check=False).returncode


def lock() -> None:
    """Write constraints.txt for all extras, every system and all Python versions from 3.11 on."""
    path = PROJECT / "constraints.txt"
    how = ["--universal", "--python-version", "3.11", "--all-extras", "--no-annotate", "--no-header"]
    _uv("pip", "compile", "pyproject.toml", "-", *how, "--output-file", str(path), given="setuptools\nwheel\n")
    path.write_text(LOCK_TITLE + path.read_text(encoding="utf-8"), encoding="utf-8")


def _uv(*words: str, given: str = "") -> None:
    subprocess.run([*UV, *words], cwd=PROJECT, input=given, text=True, check=True)


def main(words: list[str]) -> int:
    """Run what the words ask for; return the exit code."""
    read = argparse.ArgumentParser(prog="python -m tests.versions", description=__doc__.splitlines()[0])
    read.add_argument("which", choices=[*RESOLUTION, "lock"])
    read.add_argument("--python", default=f"{sys.version_info.major}.{sys.version_info.minor}")
    read.add_argument("tests", nargs="*", help="tests in place of the short form")
    given = read.parse_args(words)
    if given.which == "lock":
        lock()
        return 0
    return short_ci(given.which, given.python, given.tests)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
