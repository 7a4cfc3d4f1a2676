"""Faults that are planted in games, to see whether probes find them.

Every game has a file of faults, ``configs/<game>/lab/planted.yaml``: a list of probes with their fields, each with the
faults that it should find at two sizes and the game without a fault. A fault is other values of the game's
configuration (``env``), parts withheld from a side (``withheld``: sides with names of parts), or fields of the probe
(``fields``). Each run has seeds of its own. A fault is found where a finding that accuses begins with ``about``; a game
without a fault is accused by any such finding.
"""

import hashlib
import json
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import yaml
from pydantic import Field

from swarmzoo.envs.catalogue import FoundGame
from swarmzoo.envs.core.config import Settings
from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.game import Game
from swarmzoo.envs.core.parts import part_named, without
from swarmzoo.lab.execution.executor import Executor
from swarmzoo.lab.games import even_game
from swarmzoo.lab.probing.catalogue import PROBES
from swarmzoo.lab.probing.ledger import LEDGER, Ledger
from swarmzoo.lab.probing.session import Session
from swarmzoo.lab.probing.verdict import Report

APART = 10_000_000  # between the seeds of two runs
CLEAN, SMALL, LARGE = "clean", "small", "large"


class Variant(Settings):
    """A game with a fault, or without: what differs from the game as it is shipped."""

    env: dict = Field(default_factory=dict, description="values of the game's configuration")
    withheld: dict = Field(default_factory=dict, description="sides by name, each with the parts that it may not use")
    fields: dict = Field(default_factory=dict, description="fields of the probe")

    def game_of(self, found: FoundGame) -> Game:
        """Return the game; raise GameError for parts, sides and values that it does not have."""
        game = even_game(found, self.env)
        sides = {side: [part_named(game, name) for name in names] for side, names in self.withheld.items()}
        unknown = [side for side in sides if side not in game.side_names]
        if unknown:
            raise GameError(f"withheld: unknown side {unknown[0]!r}; {game.name} has {', '.join(game.side_names)}")
        return without(game, (), {game.side_names.index(side): parts for side, parts in sides.items()})


class Planted(Settings):
    """A fault, at two sizes."""

    name: str
    about: str = Field(description="how findings begin that find it")
    small: Variant
    large: Variant


class Trial(Settings):
    """A probe with its fields, the faults that it should find, and the game without a fault."""

    probe: str
    fields: dict = Field(default_factory=dict)
    clean: Variant | None = None
    faults: tuple[Planted, ...] = Field((), strict=False)


def trials_of(found: FoundGame) -> list[Trial]:
    """Return the trials of a game; raise GameError where it has none."""
    path = Path(__file__).parents[2] / "configs" / found.place / "lab" / "planted.yaml"
    if not path.is_file():
        raise GameError(f"{found.name} has no planted faults ({path.name} not found)")
    return [Trial.read(values, f"{path.name}: ") for values in yaml.safe_load(path.read_text(encoding="utf-8"))]


@dataclass(frozen=True)
class Case:
    """A probe on a game with a fault of a size, or without one (``fault`` is "none", ``about`` is empty)."""

    found: FoundGame
    probe: str
    fault: str
    size: str
    about: str
    fields: dict
    variant: Variant

    @property
    def name(self) -> str:
        """The case in words."""
        return f"{self.probe}, {'no fault' if self.size == CLEAN else f'{self.fault} ({self.size})'}"

    @property
    def key(self) -> tuple[str, str, str]:
        """Fault, size and signature: runs with others are of another case."""
        return self.fault, self.size, self.signature()

    def signature(self) -> str:
        """Return a hash of the rules and of all that is asked."""
        rules = self.variant.game_of(self.found).rules_signature
        fields = PROBES[self.probe].quick | self.fields | self.variant.fields
        asked = [rules, self.probe, self.about, fields, self.variant.model_dump(mode="json")]
        return hashlib.sha256(json.dumps(asked, sort_keys=True).encode()).hexdigest()[:12]

    def run(self, number: int, executor: Executor) -> tuple[Report, int]:
        """Run the probe on the seeds of a run; return its report and how many games were played."""
        probe = PROBES[self.probe]
        own = {"game": self.found.name, "seed": number * APART}
        config = probe.config.read({**probe.quick, **self.fields, **self.variant.fields, **own})
        with tempfile.TemporaryDirectory() as folder:
            ledger = Ledger(Path(folder) / LEDGER)
            try:
                report = probe.run(self.variant.game_of(self.found), config, Session(ledger, executor))[0]
                return report, ledger.count
            finally:
                ledger.close()


def cases_of(found: FoundGame) -> Iterator[Case]:
    """Yield all that is tried in a game; of each probe the clean game first."""
    for trial in trials_of(found):
        if trial.clean is not None:
            yield Case(found, trial.probe, "none", CLEAN, "", trial.fields, trial.clean)
        for fault in trial.faults:
            for size, variant in ((SMALL, fault.small), (LARGE, fault.large)):
                yield Case(found, trial.probe, fault.name, size, fault.about, trial.fields, variant)


def says(report: Report, about: str) -> bool:
    """Tell whether a report accuses of what begins so."""
    return any(finding.about.startswith(about) for finding in report.faults)
