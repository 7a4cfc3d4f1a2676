"""What the lab says, for a game's page: the findings of probes that were run on the game as it is shipped.

python -m swarmzoo.lab.probing.shown runs/probe-balance-insects runs/probe-parts-insects

Each FOLDER's ``verdict.json`` becomes ``measured/probe_<probe>.json`` beside the page, that of ``probe exploit``
``measured/probe_exploit_<agent>.json``; ``make pages`` writes the page.
"""

import json
import re
import shlex
from pathlib import Path
from typing import Annotated, Any

import typer

from swarmzoo.envs.catalogue import FoundGame, find_game
from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.files import write_whole
from swarmzoo.lab.probing.page import VERDICT
from swarmzoo.lab.probing.verdict import SCHEMA

_ALONE, _VALUED = ("--resume", "--json"), ("--out", "--workers", "--ray")  # what changes nothing that was found
KEPT = ("schema", "probe", "title", "findings", "sureness")


def table_of(found: FoundGame, probe: str, agent: str = "") -> Path:
    """Return the file in which a game's page finds what a probe said, of an agent where the probe is of one."""
    of_agent = "_" + re.sub(r"[^A-Za-z0-9]+", "-", agent).strip("-") if agent else ""
    return found.folder / "measured" / f"probe_{probe}{of_agent}.json"


def verdict_in(folder: Path) -> dict[str, Any]:
    """Return the verdict of a probe's folder; raise GameError where there is none, or one of another schema."""
    path = folder / VERDICT
    if not path.is_file():
        raise GameError(f"{folder}: no finished probe here ({VERDICT} not found)")
    try:
        values = json.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:
        raise GameError(f"{path}: this is no verdict: {error}") from None
    if not isinstance(values, dict) or values.get("schema") != SCHEMA:
        raise GameError(f"{path}: a verdict of schema {SCHEMA} is needed")
    return values


def keep(folder: Path) -> Path:
    """Write what a probe said beside the page of its game, and return the file."""
    values = verdict_in(folder)
    about = values["about"]
    found = find_game(about["config"]["game"])
    kept = {name: values[name] for name in KEPT}
    kept["findings"] = [
        {"status": one["status"], "about": one["about"], "sentence": one["sentence"]} for one in kept["findings"]
    ]
    kept |= {
        "command": told(about["command"]),
        "rules": about["rules_signature"],
        "played": about["played"],
    }
    path = table_of(found, values["probe"], about["config"].get("agent", ""))
    write_whole(path, (json.dumps(kept, indent=1) + "\n").encode())
    return path


def told(command: str) -> str:
    """Return a command without what says where it is carried out, and where its results are."""
    words, kept = iter(shlex.split(command)), list[str]()
    for word in words:
        if word in _VALUED:
            next(words, "")
        elif word not in _ALONE and word.partition("=")[0] not in _VALUED:
            kept.append(word)
    return shlex.join(kept)


def main(folders: Annotated[list[Path], typer.Argument(metavar="FOLDER...", help="Finished probes.")]) -> None:
    """Keep the findings of finished probes beside the pages of their games."""
    try:
        for folder in folders:
            print(keep(folder))
    except GameError as error:
        raise typer.BadParameter(str(error)) from None


if __name__ == "__main__":
    typer.run(main)
