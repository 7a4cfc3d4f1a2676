"""What all probes do: read their settings, open a folder, forecast, play, report."""

import json
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from shlex import quote
from typing import Any

from swarmzoo.command.options import apply_overrides, config_path, read_yaml
from swarmzoo.command.output import answer, progress, say
from swarmzoo.command.probe.retraining import Retraining, told
from swarmzoo.command.probe.ways import Ways
from swarmzoo.envs.catalogue import find_game
from swarmzoo.envs.core.errors import GameError, nearest


def setting_of(
    model: Any, game: str, source: str | None, ways: Ways, given: dict[str, Any], quick: dict[str, Any]
) -> tuple[Any, Any]:
    """Return a probe's configuration and its game; ``source``: a file or preset; ``quick``: what --quick sets."""
    found = find_game(game)
    env = read_yaml(config_path(source, f"{found.place}/game")) if source is not None else {}
    said = {name: value for name, value in (ways.given | given).items() if value is not None}
    values = {**(quick if ways.quick else {}), **said, "game": game, "env": env}
    fields = own_overrides(model, found, ways.overrides)
    apply_overrides(values, fields)
    apply_overrides(values["env"], [text for text in ways.overrides or () if text not in fields])
    setting = model.read(values)
    return setting, setting.made()


def own_overrides(model: Any, game: Any, overrides: list[str] | None) -> list[str]:
    """Return the overrides that are of a probe's own fields, not of its game's."""
    own, of_game = model.model_fields, game.config.model_fields
    for text in overrides or ():
        name = _head(text)
        if name not in own and name not in of_game:
            near = nearest(name, [*({*own} - {"game", "env"}), *of_game])
            raise GameError(f"--set: {name} is a field neither of the probe nor of {game.name}{near}")
    return [text for text in overrides or () if _head(text) in own and _head(text) not in of_game]


def _head(override: str) -> str:
    """Return the first name of an override."""
    return override.partition("=")[0].partition(".")[0].strip()


class Run:
    """A probe that is played: its folder, its session, and its report."""

    def __init__(
        self,
        probe: str,
        game: Any,
        setting: Any,
        agents: Sequence[str],
        ways: Ways,
        retrain: str | None = None,
    ):
        from swarmzoo.envs.core.provenance import made_again
        from swarmzoo.lab.execution.executor import executor_of
        from swarmzoo.lab.probing.ledger import LEDGER, Ledger
        from swarmzoo.lab.probing.setting import about
        from swarmzoo.lab.tournament import PACKAGES, cores

        if ways.resume and ways.out is None:
            raise GameError("--resume needs --out FOLDER: the probe to go on with")
        self.probe, self.game, self.setting, self.as_json = probe, game, setting, ways.as_json
        self._is_new = not ways.resume
        self.folder = ways.out or Path("runs") / f"probe-{probe}-{game.name}-{time.strftime('%Y%m%d-%H%M%S')}"
        _refuse(self.folder, self.folder / LEDGER, ways.resume)
        self.retraining = Retraining(retrain, game, self.folder, setting.seed) if retrain else None
        self._executor = executor_of(ways.workers or cores(), ways.ray, agents)
        self.ledger = Ledger(self.folder / LEDGER)
        try:
            self.ledger.begin({"probe": probe, "retrain": retrain} | about(game, setting, agents))
            self._made = made_again(PACKAGES, self.ledger.setting("made"))
            self.ledger.set("made", self._made)
        except BaseException:
            self._executor.close()
            self.ledger.close()
            raise

    def __enter__(self) -> "Run":
        from swarmzoo.lab.probing.session import Session

        self._bars = progress()
        self._bars.__enter__()
        bar = self._bars.add_task("seeds", total=None)
        told = lambda done, total: self._bars.update(bar, completed=done, total=total)  # noqa: E731
        self._trained: list[str] = []
        self.session = Session(self.ledger, self._executor, told, self.say)
        return self

    def __exit__(self, kind: Any, error: Any, trace: Any) -> None:
        from swarmzoo.lab.probing.conditions import UnknownMeasure
        from swarmzoo.training.interruption import Stopped

        self._bars.__exit__(kind, error, trace)
        self._executor.close()
        if kind is UnknownMeasure and self._is_new and self.retraining is None:
            self.ledger.remove()  # the command is given again with another word, in the same folder
        self.ledger.close()
        if kind is KeyboardInterrupt:
            raise Stopped(
                f"{self.folder}: stopped; what was finished is kept, go on with the same command and "
                f"--resume --out {quote(str(self.folder))}"
            ) from None

    def trained(self, game: Any) -> tuple[str, ...]:
        """Return the policy that is trained for a game's rules, as a text, where that was asked for; train it now."""
        if self.retraining is None:
            return ()
        if not Path(self.retraining.text(game)).is_file():
            self.say(f"training a policy for rules {game.rules_signature}, as {self.retraining.preset} says")
        text = self.retraining.train(game)
        self._executor.bring([text])
        self._trained.append(text)
        return (text,)

    def forecast(self, jobs: list[Any], bound: str = "") -> None:
        """Say how long it takes, by the first games of each kind, and what is there; ``bound``: words before it."""
        from swarmzoo.lab.probing.session import in_words

        there = sum(self.ledger.games(job) is not None for job in jobs)
        if not self._is_new:
            self.say(f"{there:,} of {len(jobs):,} seeds are there already")
        seconds = self.session.forecast(jobs)
        if seconds >= 1:
            self.say(f"{bound}{self.session.left(jobs)[0]:,} seeds to play, about {in_words(seconds)}")

    def say(self, sentence: str) -> None:
        """Tell something while games are played."""
        self._bars.console.print(sentence, highlight=False, markup=False)

    def finish(self, report: Any, rows: list[Any]) -> None:
        """Write report, verdict and replays, and print the findings."""
        from swarmzoo.lab.probing.page import PAGE, write_report
        from swarmzoo.lab.probing.verdict import as_json
        from swarmzoo.lab.probing.watching import with_replays
        from swarmzoo.viewer.page.replayed import page_of

        if self._trained:
            report.sureness = replace(report.sureness, adapted=told(self._trained) + report.sureness.adapted)
        report.about = {
            **(self.ledger.setting("about") or {}),
            "command": self._made["command"],
            "manifest": _lines(self._made | {"rules": self.game.rules_signature, "config": self.setting.model_dump()}),
            "played": f"{len(rows):,} games; rules {self.game.rules_signature}.",
        }
        own = (self.setting.trust, self.setting.isolate, str(self.folder))
        replays = with_replays(report, self.game.name, rows, *own, page_of)
        write_report(report, self.folder, replays)
        if self.as_json:
            answer(as_json(report).rstrip("\n"))
        else:
            _print(report)
        say(f"{self.folder / PAGE}: the report, verdict.json beside it", aside=self.as_json)


def _print(report: Any) -> None:
    """Print the findings, those that accuse first."""
    from swarmzoo.lab.probing.page import WORDS

    say(report.title)
    for status in ("fault", "open", "fine", "note"):
        for finding in report.findings:
            if finding.status == status:
                say(f"- {WORDS[status]}: {finding.sentence}")


def _lines(values: dict[str, Any]) -> str:
    return json.dumps(values, indent=1, default=str)


def _refuse(folder: Path, ledger: Path, resume: bool) -> None:
    """Refuse to mix probes, and to go on with one that is not there."""
    if resume and not ledger.is_file():
        raise GameError(f"{folder}: no probe to go on with here ({ledger.name} not found)")
    if not resume and folder.exists() and any(folder.iterdir()):
        raise GameError(f"{folder}: the folder is not empty; name another one, or go on with --resume")
