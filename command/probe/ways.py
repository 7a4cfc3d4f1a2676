"""How a probe is run, whatever it asks: the options that all probes share."""

import inspect
from collections.abc import Callable
from dataclasses import dataclass, fields
from functools import wraps
from pathlib import Path
from typing import Annotated, Any, get_type_hints

import typer

from swarmzoo.command.options import IsolateOption, SetOption, TrustOption
from swarmzoo.command.output import JsonOption


@dataclass(frozen=True)
class Ways:
    """The options that all probes share, as they were given."""

    overrides: SetOption = None
    quick: Annotated[
        bool, typer.Option("--quick", help="Fewer games: under a minute, and less sure. `exploit` trains nobody then.")
    ] = False
    seed: Annotated[int | None, typer.Option(min=0, help="First seed of the games.")] = None
    workers: Annotated[
        int | None, typer.Option(min=1, max=1024, help="Processes; the results do not depend on them.")
    ] = None
    ray: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="Play on a Ray cluster, for instance HOST:6379 or auto.")
    ] = None
    out: Annotated[Path | None, typer.Option(help="Folder of the probe; by default below runs/.")] = None
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the probe in --out.")] = False
    trust: TrustOption = False
    isolate: IsolateOption = False
    as_json: JsonOption = False

    @property
    def given(self) -> dict[str, Any]:
        """The fields of a probe's configuration among them; None where one was not given."""
        return {"seed": self.seed, "trust": self.trust or None, "isolate": self.isolate or None}


def with_ways(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the options that all probes share; it takes them together, as ``ways``."""
    hints = get_type_hints(Ways, include_extras=True)
    shared = [
        inspect.Parameter(one.name, inspect.Parameter.KEYWORD_ONLY, default=one.default, annotation=hints[one.name])
        for one in fields(Ways)
    ]
    own = [one for one in inspect.signature(command).parameters.values() if one.name != "ways"]

    @wraps(command)
    def asked(**given: Any) -> None:
        ways = Ways(**{one.name: given.pop(one.name) for one in shared})
        command(**given, ways=ways)

    asked.__signature__ = inspect.Signature([*own, *shared])  # type: ignore[attr-defined]  # what typer reads
    asked.__annotations__ = {one.name: one.annotation for one in (*own, *shared)}
    return asked
