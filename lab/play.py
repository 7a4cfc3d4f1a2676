"""Playing groups of games: what a worker does."""

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

import numpy as np

from swarmzoo.agents.agent import Agent, Seated, let_go, repeats, unrestricted
from swarmzoo.agents.find import find_agent
from swarmzoo.agents.play.match import play_games
from swarmzoo.agents.play.results import Fault, Results
from swarmzoo.envs.api.opponents import CompiledOpponent
from swarmzoo.envs.core.game import Game
from swarmzoo.lab.execution.travel import located, place
from swarmzoo.lab.replay import end_hash, pack_actions
from swarmzoo.lab.schedule import Group, seatings

GAMES_A_TASK = {"compiled": 1024, "batched": 256, "one by one": 8}


@dataclass
class GameRow:
    """A game as it is stored."""

    group: int
    nth: int  # in its group
    seed: int
    seats: tuple[int, ...]  # agents by side
    pay: tuple[float, ...]  # by side
    length: int
    ending: str
    seconds: float
    fault: Fault | None = None
    actions: bytes = field(default=b"", repr=False)
    end: str = ""


@dataclass(frozen=True)
class Setting:
    """What a process needs to play the games of a tournament; ``rules`` tell games apart."""

    rules: str
    specs: tuple[str, ...]
    trust: bool
    replays: bool
    isolate: bool
    game: Game = field(compare=False)


class Lineup:
    """A game and the agents of a tournament, as a process holds them."""

    def __init__(self, game: Game, specs: Sequence[str], trust: bool, replays: bool, isolate: bool = False):
        self.game, self.replays = game, replays
        rules = f"{game.env_id} {game.rules_signature} {game.config.model_dump_json()}"
        self.setting = Setting(rules, tuple(specs), trust, replays, isolate, game)
        self.agents: list[Agent] = [find_agent(game, spec, trust=trust, isolate=isolate) for spec in specs]
        if "torch" in sys.modules:  # one thread: as many processes as cores, and the same sums in all of them
            sys.modules["torch"].set_num_threads(1)

    @contextmanager
    def at_home(self) -> Iterator[None]:
        """While entered, this process plays the groups of this setting with these agents, not with others like them."""
        _lineups[self.setting, place()] = self
        try:
            yield
        finally:
            del _lineups[self.setting, place()]

    def task_size(self) -> int:
        """Return how many games a task should have: many where they run without Python, few of those by the clock."""
        players = [unrestricted(agent) for agent in self.agents]
        if any(isinstance(agent, Seated) or not repeats(agent) for agent in players):
            return GAMES_A_TASK["one by one"]
        compiled = all(isinstance(agent, CompiledOpponent) for agent in players)
        return GAMES_A_TASK["compiled" if compiled else "batched"]

    def play(self, groups: Sequence[Group]) -> list[GameRow]:
        """Play all games of some groups; a fault of an agent costs it the game."""
        games = [(group, seats) for group in groups for seats in seatings(group.pairing, self.game.num_sides)]
        seating = np.array([seats for _, seats in games])
        seeds = np.array([group.seed for group, _ in games], np.int64)
        found = play_games(
            *(self.game, self.agents, seating, seeds),
            batch=len(seeds),
            record=self.replays,
            forfeits=True,
            summaries=False,
        )
        return [self._row(k, group, seats, games, found) for k, (group, seats) in enumerate(games)]

    def _row(
        self,
        k: int,
        group: Group,
        seats: tuple[int, ...],
        games: Sequence[tuple[Group, tuple[int, ...]]],
        found: Results,
    ) -> GameRow:
        row = GameRow(
            group=group.number,
            nth=seatings(group.pairing, self.game.num_sides).index(seats),
            seed=group.seed,
            seats=seats,
            pay=tuple(float(pay) for pay in found.pay[k]),
            length=int(found.length[k]),
            ending=found.endings[k],
            seconds=found.seconds[k],
            fault=found.faults[k],
        )
        if self.replays:
            row.actions, row.end = pack_actions(found.tapes[k]), end_hash(found.ends[k], row.length)
        return row

    def close(self) -> None:
        """Let go of the processes of agents."""
        let_go(self.agents)


_lineups: dict[tuple[Setting, str], Lineup] = {}


def play_groups(given: tuple[Setting, Sequence[Group]]) -> list[GameRow]:
    """Play groups with the lineup of a setting, which this process keeps for the next ones."""
    setting, groups = given
    found = _lineups.get((setting, place()))
    if found is None:
        specs = [located(spec) for spec in setting.specs]
        found = Lineup(setting.game, specs, setting.trust, setting.replays, setting.isolate)
        _lineups[setting, place()] = found
    return found.play(groups)
