"""The versions that are installed fit what pyproject.toml allows, in every Python that the project is for."""

import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
PYTHONS = ("3.11", "3.12", "3.13", "3.14")
SYSTEMS = (("linux", "Linux", "posix"), ("darwin", "Darwin", "posix"), ("win32", "Windows", "nt"))


def _asked() -> list[Requirement]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extras = project["optional-dependencies"].values()
    return [Requirement(text) for text in [*project["dependencies"], *(text for extra in extras for text in extra)]]


def _pins(environment: dict[str, str]) -> dict[str, list[str]]:
    """The versions that constraints.txt pins in an environment, by package."""
    pins: dict[str, list[str]] = {}
    for line in (ROOT / "constraints.txt").read_text().splitlines():
        if line and not line.startswith("#"):
            pin = Requirement(line)
            if pin.marker is None or pin.marker.evaluate(environment):
                (version,) = pin.specifier
                pins.setdefault(canonicalize_name(pin.name), []).append(version.version)
    return pins


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system[1])
@pytest.mark.parametrize("python", PYTHONS)
def test_every_package_that_may_be_asked_for_is_pinned_once_to_a_version_that_is_allowed(python, system):
    environment = {"python_version": python, "python_full_version": f"{python}.0"}
    environment |= dict(zip(("sys_platform", "platform_system", "os_name"), system, strict=True))
    pins = _pins(environment)
    assert not {name: versions for name, versions in pins.items() if len(versions) > 1}
    for asked in _asked():
        (version,) = pins.get(canonicalize_name(asked.name), ["nothing"])
        assert version != "nothing" and asked.specifier.contains(version), (
            f"{asked}: pinned is {version}; run make lock"
        )


def test_every_line_pins_a_package_and_none_the_project_itself():
    lines = [line for line in (ROOT / "constraints.txt").read_text().splitlines() if not line.startswith("#")]
    assert [line for line in lines if not re.fullmatch(r"[\w.-]+==[\w.]+( ; .+)?", line)] == []
    assert not [line for line in lines if line.startswith("swarmzoo")]


def test_torch_is_pinned_lest_an_install_brings_gigabytes():
    assert _pins({"python_version": "3.11"})["torch"] == ["2.13.0"]
