"""`swarmzoo probe fields`: what --set may say of a probe, beside the fields of its game."""

from importlib import import_module
from typing import Annotated, Any

import typer

from swarmzoo.command.output import say
from swarmzoo.envs.core.errors import GameError, nearest

CONFIGS = {  # by probe: where its configuration is
    "balance": ("balance", "BalanceConfig"),
    "compare": ("compare", "CompareConfig"),
    "exploit": ("exploiters", "ExploitConfig"),
    "parts": ("parts", "PartsConfig"),
    "strategies": ("strategies", "StrategiesConfig"),
    "sweep": ("sweep", "SweepConfig"),
}
OF_THE_GAME = ("game", "env")


def config_of(probe: str) -> Any:
    """Return the configuration of a probe; raise GameError for one that there is not."""
    if probe not in CONFIGS:
        raise GameError(f"unknown probe: {probe}{nearest(probe, CONFIGS)}; there are {', '.join(CONFIGS)}")
    module, name = CONFIGS[probe]
    return getattr(import_module(f"swarmzoo.lab.probing.{module}"), name)


def fields(probe: Annotated[str, typer.Argument(metavar="PROBE", help="A probe, for instance balance.")]) -> None:
    """What may --set say of a probe, beside the fields of its game? As YAML: each with its meaning and default.

    Example: swarmzoo probe fields exploit
    """
    from swarmzoo.command.envs import comment, shown

    config = config_of(probe)
    say(f"# swarmzoo probe {probe}: its own fields, for --set FIELD=VALUE. `swarmzoo envs GAME` lists those of a game.")
    for name, info in config.model_fields.items():
        if name not in OF_THE_GAME:
            say(f"# {comment(info).removesuffix(' ()')}\n{name}: {shown(info.get_default(call_default_factory=True))}")
