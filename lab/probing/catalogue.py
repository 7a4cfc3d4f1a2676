"""The probes by name: their configurations, and how they are run from nothing but those."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from swarmzoo.envs.core.game import Game
from swarmzoo.lab.probing import balance, exploit, parts, strategies
from swarmzoo.lab.probing.exploiters import ExploitConfig
from swarmzoo.lab.probing.jobs import Played
from swarmzoo.lab.probing.session import Session
from swarmzoo.lab.probing.setting import ProbeConfig
from swarmzoo.lab.probing.verdict import Report

Found = tuple[Report, list[Played]]


@dataclass(frozen=True)
class Probe:
    """A probe. ``quick``: the fields that ``--quick`` sets."""

    config: type[ProbeConfig]
    quick: dict[str, Any]
    run: Callable[[Game, Any, Session], Found]


def _balance(game: Game, config: balance.BalanceConfig, session: Session) -> Found:
    return balance.balance(game, config, balance.levels_of(game, config, True), session)


def _strategies(game: Game, config: strategies.StrategiesConfig, session: Session) -> Found:
    return strategies.strategies(game, config, strategies.strategies_of(game, config, True), session)


def _parts(game: Game, config: parts.PartsConfig, session: Session) -> Found:
    return parts.parts(parts.Experiment(game, config), session)


def _exploit(game: Game, config: ExploitConfig, session: Session) -> Found:
    exploit.check(game, config)
    return exploit.exploit(game, config, session, None)


PROBES = {
    "balance": Probe(balance.BalanceConfig, balance.QUICK, _balance),
    "strategies": Probe(strategies.StrategiesConfig, strategies.QUICK, _strategies),
    "parts": Probe(parts.PartsConfig, parts.QUICK, _parts),
    "exploit": Probe(ExploitConfig, exploit.QUICK, _exploit),
}
