"""Is a seat better than another one? Every bot against itself in all scenarios that are symmetric by design.

    python -m tests.envs.skirmish.warband.seats --games 8000
    python -m tests.envs.skirmish.warband.seats --games 20000 --warbands 3 --bots runner --scenarios loot

Prints for every seat its share of first place with the 95% interval, and ends with status 1 where an interval leaves
two points about even. ``versus_swarm`` is lopsided by design: its shares are printed only.
"""

import argparse
import sys
from dataclasses import dataclass

import numpy as np

from swarmzoo.agents.built_in import built_in
from swarmzoo.envs.core.game import Game
from swarmzoo.envs.core.table import Table
from swarmzoo.envs.skirmish.warband import game
from swarmzoo.lab.intervals import share_interval

EVEN = ("skirmish", "kill_leader", "loot", "hold_centre")
LOPSIDED = "versus_swarm"
BOTS = ("captain", "runner", "gunline")
ALLOWED = 0.02
BATCH = 500


@dataclass(frozen=True)
class Seat:
    """What the games say of a seat: its share of first place and the 95% interval."""

    share: float
    low: float
    high: float

    def is_even(self, seats: int) -> bool:
        """Tell whether the whole interval lies within two points of an even share."""
        return 1 / seats - ALLOWED <= self.low and self.high <= 1 / seats + ALLOWED

    def __str__(self) -> str:
        return f"{self.share:.1%} ({self.low:.1%} to {self.high:.1%})"


def shares(played: Game, bot: str, seeds: range) -> np.ndarray:
    """Return the shares of first place of all seats, float (games, seats), of games of a bot against itself."""
    mind, found = built_in(played)[bot], []
    for first in range(seeds.start, seeds.stop, BATCH):
        table = Table(played, min(BATCH, seeds.stop - first), mind.choose)
        table.seat(mind.bot)
        table.arrange(quiet=True)
        table.seed(np.arange(first, first + table.n))
        table.begin()
        won = table.states["winners"].astype(float)
        count = won.sum(axis=1, keepdims=True)
        found.append(np.where(count > 0, won / np.maximum(count, 1), 1 / won.shape[1]))
    return np.concatenate(found)


def seats_of(played: Game, bot: str, games: int) -> list[Seat]:
    """Play a bot against itself; return what that says of the seats."""
    found = shares(played, bot, range(games))
    return [Seat(float(row.mean()), *share_interval(row, np.arange(games))) for row in found.T]


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=8000, help="of every bot in every scenario")
    parser.add_argument("--warbands", type=int, nargs="+", default=[2, 3, 4], choices=[2, 3, 4])
    parser.add_argument("--bots", nargs="+", default=list(BOTS))
    parser.add_argument("--scenarios", nargs="+", default=[*EVEN, LOPSIDED], choices=[*EVEN, LOPSIDED])
    asked, uneven = parser.parse_args(), 0
    for scenario in asked.scenarios:
        for warbands in asked.warbands:
            if scenario == LOPSIDED and warbands != 2:
                continue
            for bot in asked.bots:
                seats = seats_of(game(scenario=scenario, warbands=warbands), bot, asked.games)
                is_even = all(seat.is_even(warbands) for seat in seats)
                uneven += not is_even and scenario != LOPSIDED
                word = "lopsided by design" if scenario == LOPSIDED else "even" if is_even else "UNEVEN"
                print(f"{scenario}, {warbands} warbands, {bot}: {', '.join(map(str, seats))}: {word}", flush=True)
    sys.exit(1 if uneven else 0)


if __name__ == "__main__":
    main()
