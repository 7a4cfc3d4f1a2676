"""Name the packages: the folders at the top level are installed as swarmzoo.envs, swarmzoo.agents, ...

setuptools can map a folder to a package, but it finds subpackages only in Python; so adding a game edits nothing.
"""

from setuptools import find_packages, setup

PARTS = ("envs", "agents", "training", "lab", "configs", "viewer", "command")

setup(
    package_dir={f"swarmzoo.{part}": part for part in PARTS},
    packages=[f"swarmzoo.{part}{sub}" for part in PARTS for sub in ["", *(f".{p}" for p in find_packages(part))]],
)
