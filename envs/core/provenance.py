"""What something was made with: for manifests and stores."""

import os
import platform
import shlex
import sys
import time
from collections.abc import Sequence
from importlib.metadata import version
from typing import Any


def made_with(packages: Sequence[str]) -> dict[str, Any]:
    """Return the command, the time, Python, platform, cores, and the versions of some packages."""
    return {
        "command": shlex.join(["swarmzoo", *sys.argv[1:]]),  # as a shell takes it
        "started": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
        "python": platform.python_version(),
        "platform": platform.platform(),
        "cores": os.cpu_count(),
        "versions": {name: version(name) for name in packages},
    }


def made_again(packages: Sequence[str], before: dict[str, Any] | None) -> dict[str, Any]:
    """Return the same for what goes on: with the command that began it, and each that went on with it in ``resumed``.

    ``before`` is what this or :func:`made_with` returned last, if anything did.
    """
    made = made_with(packages)
    if before:
        again, known = {name: made[name] for name in ("command", "started")}, before.get("resumed")
        made |= {name: before[name] for name in again if name in before}
        made["resumed"] = [*(known if isinstance(known, list) else []), again]
    return made
