"""Name the packages: folders at the top level are installed as swarmzoo.envs, swarmzoo.agents, ...; front as swarmzoo.

setuptools can map a folder to a package, but it finds subpackages only in Python; so adding a game edits nothing.
"""

from setuptools import find_packages, setup

PARTS = ("envs", "agents", "training", "lab", "configs", "viewer", "command")
FRONT = {"swarmzoo": "front"}  # what `import swarmzoo` gives

PACKAGES = [f"swarmzoo.{part}{sub}" for part in PARTS for sub in ["", *(f".{name}" for name in find_packages(part))]]

setup(package_dir=FRONT | {f"swarmzoo.{part}": part for part in PARTS}, packages=[*FRONT, *PACKAGES])
