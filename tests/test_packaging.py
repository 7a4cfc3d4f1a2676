"""What is shipped: the wheel's files, the README's code, and no trace of the machine it was made on."""

import doctest
import os
import re
import runpy
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests import snippets

ROOT = Path(__file__).parents[1]
PARTS = ("envs", "agents", "training", "lab", "configs", "viewer", "command")
MEASURED = ("envs/insects/measured/peers.csv", "envs/formation/measured/peers.csv")  # swarmzoo bench GAME --peers
NOT_SHIPPED = {"__pycache__", ".mypy_cache", ".pytest_cache", ".ruff_cache"}
MADE = (".git", ".venv", "build", "dist", "runs", "*.egg-info", ".hypothesis", ".import_linter_cache", *NOT_SHIPPED)
MACHINE = re.compile(
    r"(?<![\w./])/(?:home|root|work|Users|opt|tmp)/\w"  # absolute paths
    r"|https?://(?!github\.com/Farama)[\w.]*(?:pypi|pythonhosted|pytorch|jfrog|artifact|nexus|mirror)[\w./-]*"
    r"|--(?:extra-)?index-url|--find-links"
)


def sources() -> dict[str, Path]:
    """Every file of the project by its path, without what tools made."""
    ignore = shutil.ignore_patterns(*MADE)
    found: dict[str, Path] = {}
    waiting = [ROOT]
    while waiting:
        folder = waiting.pop()
        names = {path.name for path in folder.iterdir()}
        for name in names - set(ignore(str(folder), sorted(names))):
            path = folder / name
            if path.is_dir():
                waiting.append(path)
            else:
                found[path.relative_to(ROOT).as_posix()] = path
    return found


PAGES = (*snippets.PAGES, "CONTRIBUTING.md")


def of_blocks(language: str):
    found = [block for page in PAGES for block in snippets.blocks(page) if block.language == language]
    return pytest.mark.parametrize(
        "code", [pytest.param(block.text, id=f"{block.page}-{number}") for number, block in enumerate(found)]
    )


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the sdist, and of the wheel that was built from it, made from a copy of the sources."""
    copy, out = tmp_path_factory.mktemp("sources") / "project", tmp_path_factory.mktemp("wheel")
    shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns(*MADE, "tests"))
    command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(out), str(copy)]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    return out


@pytest.fixture(scope="module")
def wheel(built: Path) -> set[str]:
    """The names of the files in the wheel."""
    with zipfile.ZipFile(next(built.glob("*.whl"))) as archive:
        return set(archive.namelist())


@pytest.fixture(scope="module")
def installed(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the wheel's packages, as an installation has them."""
    site = tmp_path_factory.mktemp("site")
    with zipfile.ZipFile(next(built.glob("*.whl"))) as archive:
        archive.extractall(site)
    return site


def run_installed(site: Path, code: str, folder: Path) -> str:
    """Run code elsewhere with the installed packages before all others."""
    script = folder / "script.py"
    script.write_text(code, encoding="utf-8")
    environment = os.environ | {"PYTHONPATH": str(site)}
    ended = subprocess.run(
        [sys.executable, str(script)], cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    assert ended.returncode == 0, ended.stderr
    return ended.stdout.strip()


def test_an_installed_wheel_opens_at_the_front_door(installed, tmp_path):
    code = """
import swarmzoo, swarmzoo.envs, swarmzoo.agents, swarmzoo.lab, swarmzoo.configs, swarmzoo.viewer, swarmzoo.training
print(swarmzoo.__file__)
print(swarmzoo.envs.__file__)
print([game.name for game in swarmzoo.games()])
print((swarmzoo.games()[0].folder / "README.md").is_file())
print(swarmzoo.play("insects", ["greedy", "random"], games=2, players=2).pay.shape)
"""
    front, envs, names, page, shape = run_installed(installed, code, tmp_path).splitlines()
    assert front == str(installed / "swarmzoo" / "__init__.py")
    assert envs == str(installed / "swarmzoo" / "envs" / "__init__.py")
    assert "insects" in names and page == "True" and shape == "(2, 2)"


def test_games_and_environments_travel_to_spawned_processes(tmp_path):
    code = """
import multiprocessing, pickle, swarmzoo

def last(text):
    env = pickle.loads(text)
    return env.unwrapped.position()

if __name__ == "__main__":
    env = swarmzoo.make("insects", players=2)
    env.reset(seed=3)
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        print(pool.apply(last, (pickle.dumps(env),)) == env.unwrapped.position())
"""
    script = tmp_path / "spawned.py"
    script.write_text(code, encoding="utf-8")
    ended = subprocess.run([sys.executable, str(script)], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert ended.stdout.strip() == "True", ended.stderr


def test_the_wheel_holds_every_file_of_every_part(wheel):
    wanted = {f"swarmzoo/{path}" for path in sources() if path.split("/")[0] in PARTS}
    wanted |= {path.replace("front/", "swarmzoo/") for path in sources() if path.startswith("front/")}
    shipped = {name for name in wheel if ".dist-info/" not in name}
    assert sorted(shipped ^ wanted) == []


def test_the_wheel_and_the_baselines_in_it_stay_small(built):
    wheel = next(built.glob("*.whl"))
    with zipfile.ZipFile(wheel) as archive:
        baselines = [entry.file_size for entry in archive.infolist() if "/baselines/" in entry.filename]
    assert wheel.stat().st_size - sum(baselines) < 4.2e6, "pictures: with a palette"
    assert len(baselines) >= 5 and sum(baselines) < 1.1e6 * len(baselines), "agents/policy/compact.py"


def test_the_wheel_holds_the_licence_and_the_command(wheel):
    names = {name.split(".dist-info/")[1] for name in wheel if ".dist-info/" in name}
    assert {"entry_points.txt", "licenses/LICENSE", "METADATA"} <= names


@pytest.mark.parametrize("part", PARTS)
def test_every_folder_with_code_is_a_package(part):
    folders = {path.parent for path in (ROOT / part).rglob("*.py")}
    assert [str(folder) for folder in folders if not (folder / "__init__.py").exists()] == []


def test_no_file_names_a_registry_host_or_a_path_of_a_machine():
    found = []
    for name, path in sources().items():
        if path.suffix in {".npz", ".png", ".gif"} or path == Path(__file__):
            continue
        text = path.read_text(encoding="utf-8")
        found += [f"{name}: {match[0]}" for match in MACHINE.finditer(text)]
    assert found == []


def test_readme_is_short():
    assert len((ROOT / "README.md").read_text(encoding="utf-8").splitlines()) < 150


@pytest.mark.parametrize("page", PAGES)
def test_the_links_of_a_page_lead_somewhere(page):
    text = (ROOT / page).read_text(encoding="utf-8")
    links = re.findall(r"\]\((?!http)([^)#]+)\)", text)
    assert [link for link in links if not ((ROOT / page).parent / link).exists()] == []


@of_blocks("python")
def test_the_code_on_pages_runs(code, tmp_path, monkeypatch):
    script = tmp_path / "block.py"
    script.write_text(snippets.shortened(code), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    runpy.run_path(str(script))


@of_blocks("pycon")
def test_the_sessions_on_pages_print_what_they_show(code):
    test = doctest.DocTestParser().get_doctest(code, {}, "session", None, 0)
    told = []
    ended = doctest.DocTestRunner(verbose=False).run(test, out=told.append)
    assert ended.attempted > 0
    assert ended.failed == 0, "".join(told)


def test_readme_shows_a_whole_game_and_its_output_on_its_first_screen():
    first = (ROOT / "README.md").read_text(encoding="utf-8").splitlines()[:45]
    assert ">>> import swarmzoo" in first


def test_the_figures_in_readme_are_those_that_were_measured():
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    measured = "".join((ROOT / path).read_text(encoding="utf-8") for path in MEASURED)
    figures = re.findall(r"\d{1,3}(?:,\d{3})+", text[: text.index("```sh")].partition("measured on")[2])
    figures = [figure for figure in figures if figure != "1,024"]  # the size of a batch
    assert len(figures) >= 8
    assert [figure for figure in figures if f'"{figure}"' not in measured] == []


def test_readme_names_only_commands_and_targets_that_exist():
    from swarmzoo.command.main import app

    text = "".join((ROOT / page).read_text(encoding="utf-8") for page in PAGES)
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z]+):", makefile, re.MULTILINE))
    commands = {command.name for command in app.registered_commands} | {group.name for group in app.registered_groups}
    assert set(re.findall(r"(?:^|`)make ([a-z]+)", text, re.MULTILINE)) - targets == set()
    assert set(re.findall(r"(?:^|`)swarmzoo ([a-z]+)", text, re.MULTILINE)) - commands == set()
