"""Run the command in this process, as the shell would."""

import sys
from typing import Any, NamedTuple

import pytest

from swarmzoo.command.main import main


class Ended(NamedTuple):
    """How a command ended."""

    code: int
    out: str
    err: str


def run(capsys: Any, monkeypatch: pytest.MonkeyPatch, *words: str) -> Ended:
    """Run `swarmzoo` with some words; return its exit code and what it printed."""
    monkeypatch.setattr(sys, "argv", ["swarmzoo", *words])
    with pytest.raises(SystemExit) as ended:
        main()
    out, err = capsys.readouterr()
    return Ended(int(ended.value.code or 0), out, err)
