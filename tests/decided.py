"""How battles of formation are decided: by what ending, after how many turns, and how many by one panic.

A game is decided by one panic where the loser would not be past half of its soldiers without those who panicked in one
moment and did not come back. Every pair of agents plays in both seats on the same seeds.

python -m tests.decided --games 400                                  # clash and bridge, sixteen a side
python -m tests.decided hold commander -s rules.panic_by=company     # other agents, other rules
python -m tests.decided --write                                      # the table of formation's page
"""

import argparse
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from importlib.resources import files
from itertools import combinations_with_replacement
from typing import Any

import numpy as np
import yaml

from swarmzoo.agents.built_in import built_in
from swarmzoo.agents.formation import bots
from swarmzoo.agents.text import read_options
from swarmzoo.envs.catalogue import find_game
from swarmzoo.envs.core.game import Game
from swarmzoo.envs.core.table import Table
from swarmzoo.envs.formation.state import FIELD, FLED, NOBODY
from swarmzoo.envs.formation.victory import ENDING_NAMES, LINE_BROKEN
from swarmzoo.lab.csv_table import write_csv

AGENTS = ("commander", "charger", "volley")
SCENARIOS = ("clash", "bridge")
BATCH = 256
BEFORE = "company_panic"  # the configuration of how it was
COLUMNS = ("rules", "scenario", "a side", "games", "one panic", "time is up", "turns", "how they end")


@dataclass
class Decided:
    """How some games ended: ``by_one`` by one panic; ``red``: shares of first place of the first one named."""

    games: int = 0
    endings: Counter[str] = field(default_factory=Counter)
    by_one: int = 0
    red: float = 0.0
    turns: int = 0

    def __iadd__(self, other: "Decided") -> "Decided":
        self.games, self.by_one, self.red = self.games + other.games, self.by_one + other.by_one, self.red + other.red
        self.turns += other.turns
        self.endings += other.endings
        return self

    @property
    def ends(self) -> str:
        """How often games ended in which way."""
        return ", ".join(f"{name} {times / self.games:.1%}" for name, times in self.endings.most_common())

    def told(self) -> str:
        """Return a line."""
        shares = f"{self.red / self.games:.1%} for the first, one panic {self.by_one / self.games:.1%}"
        return f"{self.games} games, {shares}, {self.turns / self.games:.1f} turns: {self.ends}"


def decided(game: Game, red: str, blue: str, seeds: np.ndarray) -> Decided:
    """Return how games between two bots end; ``seeds`` int64 (games,)."""
    known, found = built_in(game), Decided()
    for start in range(0, len(seeds), BATCH):
        found += _decided(game, (known[red].bot, known[blue].bot), seeds[start : start + BATCH])
    return found


def _decided(game: Game, numbers: Sequence[int], seeds: np.ndarray) -> Decided:
    """Play games side by side, and note when each soldier panicked last."""
    table = Table(game, len(seeds), bots.choose)
    table.seat(np.array(numbers))
    table.arrange(pausing=True, quiet=True)
    table.seed(seeds)
    table.begin()
    before, when, moment = table.states["panics"].copy(), np.zeros(table.states["panics"].shape, np.int64), 0
    while (left := np.flatnonzero(~table.done)).size:
        moment += 1
        table.step(left)
        when[table.states["panics"] > before] = moment
        before = table.states["panics"].copy()
    return _tell(table.states, when)


def _tell(states: np.ndarray, when: np.ndarray) -> Decided:
    """Return how games ended: ``when`` int64 (games, soldiers) says in which moment each soldier panicked last."""
    found = Decided(len(states), Counter(ENDING_NAMES[k] for k in states["ending"]), turns=int(states["turn"].sum()))
    found.red = float((states["winner"] == 0).sum() + 0.5 * (states["winner"] == NOBODY).sum())
    for s, moments in zip(states, when, strict=True):
        if s["ending"] == LINE_BROKEN:
            loser = 1 - s["winner"]
            mine = (s["company"] == loser) & (np.arange(len(moments)) < s["started"].sum())
            shaken = mine & (s["fate"] == FIELD) & (s["panicked"] != 0)
            gone = shaken | (mine & (s["fate"] == FLED))
            out = int(s["started"][loser] - s["in_field"][loser]) + int(shaken.sum())
            most = int(np.bincount(moments[gone & (moments > 0)]).max(initial=0))
            found.by_one += 2 * (out - most) <= s["started"][loser]
    return found


def pairs(game: Game, agents: Sequence[str], seeds: np.ndarray) -> Iterator[tuple[str, Decided]]:
    """Yield how games between all pairs of agents end, each pair in both seats."""
    for red, blue in combinations_with_replacement(agents, 2):
        here = decided(game, red, blue, seeds)
        if red != blue:
            back = decided(game, blue, red, seeds)
            back.red = back.games - back.red
            here += back
        yield f"{red} - {blue}", here


def game_of(values: dict[str, Any]) -> Game:
    """Return a game of formation; dotted names are fields within fields."""
    tree: dict[str, Any] = {}
    for key, value in values.items():
        *path, last = key.split(".")
        part = tree
        for name in path:
            part = part.setdefault(name, {})
        part[last] = value
    return find_game("formation").read(tree)


def rows(agents: Sequence[str], seeds: np.ndarray) -> Iterator[tuple[str, ...]]:
    """Yield the rows of the page's table: as the rules are, and as they were."""
    path = files("swarmzoo.configs").joinpath(f"formation/game/{BEFORE}.yaml")
    old = yaml.safe_load(path.read_text(encoding="utf-8"))
    for name, values in (("as they are", {}), (f"`{BEFORE}`", old)):
        for scenario in SCENARIOS:
            for size in (8, 16, 64):
                whole = Decided()
                for _, found in pairs(game_of(values | {"scenario": scenario, "size": size}), agents, seeds):
                    whole += found
                shares = (f"{whole.by_one / whole.games:.1%}", f"{whole.endings['time is up'] / whole.games:.1%}")
                turns = f"{whole.turns / whole.games:.1f}"
                yield (name, scenario, str(size), str(whole.games), *shares, turns, whole.ends)


def main() -> None:
    """Print how games are decided, by pair of agents and in all."""
    read = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    read.add_argument("agents", nargs="*", default=AGENTS)
    read.add_argument("--scenario", choices=SCENARIOS, action="append")
    read.add_argument("--size", type=int, default=16)
    read.add_argument("--games", type=int, default=200, help="of each pair, and of two agents each in both seats")
    read.add_argument("--seed", type=int, default=1)
    read.add_argument("-s", "--set", action="append", default=[], help="fields of the configuration")
    read.add_argument("--write", action="store_true", help="the table of the page, as the rules are and as they were")
    given = read.parse_args()
    seeds = np.arange(given.seed, given.seed + given.games)
    if given.write:
        table = [COLUMNS]
        for row in rows(given.agents, seeds):
            print(", ".join(row), flush=True)
            table.append(row)
        write_csv(find_game("formation").folder / "measured" / "decided.csv", table)
        return
    for scenario in given.scenario or SCENARIOS:
        values = read_options(",".join([f"scenario={scenario}", f"size={given.size}", *given.set]), "--set")
        whole = Decided()
        for pair, found in pairs(game_of(values), given.agents, seeds):
            print(f"{scenario}, {pair}: {found.told()}", flush=True)
            whole += found
        print(f"{scenario}, all: {whole.told()}")


if __name__ == "__main__":
    main()
