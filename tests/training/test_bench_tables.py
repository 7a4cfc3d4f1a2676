"""Figures of speed by kind of game, on stand-ins for tables and environments whose steps cost what they are told to."""

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from swarmzoo.agents.play.match import paired_seats
from swarmzoo.envs.catalogue import games
from swarmzoo.training.bench import families, measuring, swarms, teams, turns
from swarmzoo.training.bench.measuring import Figure
from tests.training.clock import Clock, Settings, StandInTable, team_game
from tests.training.small import GAME


@pytest.fixture
def clock(monkeypatch) -> Clock:
    clock = Clock()
    for module in (measuring, teams, turns):
        monkeypatch.setattr(module, "time", clock)
    return clock


@pytest.fixture
def tables(clock, monkeypatch) -> list[tuple[int, int, int]]:
    """The tables that were asked for: agents, games and threads. Two threads are twice as fast, many agents slower."""
    asked = []

    def table(game: Any, n: int, threads: int) -> StandInTable:
        asked.append((game.num_agents, n, threads))
        return StandInTable(clock, cpu=0.125 if game.num_agents < 100 else 0.5, decisions=60 * threads)

    for module in (teams, turns):
        monkeypatch.setattr(module, "random_table", table)
        monkeypatch.setattr(module, "vec_env_rate", lambda game, n, name, unit, seconds: Figure(name, (0, 0, 0), unit))
    return asked


def test_random_play_counts_choices_and_all_who_are_in_the_game(clock, tables):
    chosen, present = teams._random_play(team_game(Settings(size=8)), 20.0, "8 a side")
    assert chosen == Figure("random play with masks and observations, 8 a side", (480.0,) * 3, "soldier-steps/s")
    assert present.values == (40.0,) * 3, "five of seven are in the game in every step"
    assert tables == [(16, 64, 1)] and clock.wall == 100 + 20.0


def test_all_sizes_have_as_many_soldiers_in_a_batch(tables):
    for size in (8, 64, 512, 1024):
        teams._batch(team_game(Settings(size=size)))
    assert [agents * games for agents, games, _ in tables] == [1024, 1024, 1024, 2048]


def test_growth_is_the_cost_of_a_choice_in_the_largest_battle_against_the_smallest(clock, tables):
    figure = teams._growth(team_game(Settings(size=64)), 14.0)
    assert figure.values == (4.0,) * 3 and figure.unit == "times as long"
    assert {agents for agents, *_ in tables} == {1024, 16} and clock.wall == 100 + 2 * 14.0


class StandInParallel:
    """A game of four agents: only the first has a choice, the last leaves after two of three steps."""

    LONG = 3

    def __init__(self, clock: Clock):
        self._clock, self.played, self._now = clock, [], []

    def reset(self, seed: int) -> tuple[dict, dict]:
        self._clock.spend(wall=0.0, cpu=100.0)
        self.agents, self._now = ["a", "b", "c", "d"], []
        self.played.append(self._now)
        return self._seen(), {}

    def step(self, actions: dict[str, int]) -> tuple[dict, ...]:
        assert list(actions) == self.agents and actions["a"] in (1, 3) and set(list(actions.values())[1:]) <= {2}
        self._clock.spend(wall=0.5, cpu=0.25)
        self._now.append(actions)
        if len(self._now) == 2:
            self.agents = self.agents[:3]
        if len(self._now) == self.LONG:
            self.agents = []
        return self._seen(), {}, {}, {}, {}

    def _seen(self) -> dict[str, Any]:
        masks = {"a": [0, 1, 0, 1]}
        return {agent: {"action_mask": np.array(masks.get(agent, [0, 0, 1, 0]))} for agent in self.agents}


def test_dictionaries_play_the_same_drawn_game_again_and_again(clock, monkeypatch):
    env = StandInParallel(clock)
    monkeypatch.setattr(teams, "GameParallelEnv", lambda game: env)
    chosen, present = teams._dictionaries(team_game(Settings(size=2)), 30.0)
    assert chosen.values == (4.0,) * 3 and present.values == pytest.approx((11 / 0.75,) * 3)
    assert chosen.unit == teams.UNIT and "Parallel dictionaries, 2 a side" in chosen.name
    assert len(env.played) == 1 + 20 and all(game == env.played[0] for game in env.played)


def test_of_a_game_without_end_three_hundred_steps_are_played(clock, monkeypatch):
    env = StandInParallel(clock)
    env.LONG = -1
    monkeypatch.setattr(teams, "GameParallelEnv", lambda game: env)
    list(teams._dictionaries(team_game(Settings(size=2)), 0.1))
    assert {len(game) for game in env.played} == {300} and len({game[0]["a"] for game in env.played}) == 1
    assert {actions["a"] for actions in env.played[0]} == {1, 3}, "they are drawn, not the first that is legal"


def test_a_team_game_is_measured_in_all_its_sizes_and_views(clock, tables, monkeypatch):
    monkeypatch.setattr(teams, "GameParallelEnv", lambda game: StandInParallel(clock))
    found = list(teams.team_figures(team_game(Settings(size=32, view=2)), 20.0))
    names = [figure.name for figure in found]
    views = [f"{teams.SIZE} a side, view {view}" for view in teams.VIEWS]
    sizes = [f"{size} a side" for size in (teams.SMALLEST, teams.LARGEST)]
    assert [name.partition("observations, ")[2] for name in names[:10:2]] == views + sizes
    assert names[10].startswith("time of a soldier-step") and "dictionaries, 64 a side" in names[11]
    assert names[13] == "SB3 VecEnv, 64 games, 8 a side, masks and steps"
    assert [figure.values for figure in found[14:]] == [(80.0,) * 3] * 3, "bytes of state and rules for each soldier"
    assert len(set(names) - {names[1]}) == len(found) - 6


def test_two_threads_are_set_against_one_by_the_wall_clock(tables, clock):
    found = list(turns._threads(SimpleNamespace(num_agents=2), 14.0, set(range(64))))
    assert [figure.values for figure in found] == [(2.0,) * 3] * 3
    assert tables == [(2, n, threads) for n in (256, 1024, 4096) for threads in (1, 2)]


@pytest.fixture
def matches(clock, monkeypatch) -> list[dict[str, Any]]:
    """What was played, by a stand-in for ``play_games``: a game takes a second on the wall, ten moves, 0.5 of work."""
    played: list[dict[str, Any]] = []

    def play_games(game: Any, agents: list, seating: np.ndarray, seeds: np.ndarray, **more: Any) -> Any:
        clock.spend(wall=1.0 * len(seeds), cpu=0.5 * len(seeds))
        played.append({"agents": agents, "seating": seating, "seeds": seeds} | more)
        return SimpleNamespace(length=np.full(len(seeds), 10))

    monkeypatch.setattr(turns, "play_games", play_games)
    names = ["random", "greedy", "rusher", "burner"]
    bots = {name: SimpleNamespace(bot=number) for number, name in enumerate(names)}
    monkeypatch.setattr(turns, "built_in", lambda game: bots)
    return played


@pytest.mark.parametrize(("seconds", "times"), [(1.0, 3), (2048.0, 4)])
def test_whole_games_are_new_ones_each_time_and_compile_before(matches, seconds, times):
    game: Any = SimpleNamespace(num_sides=2)
    figure = turns._whole_games(game, ("random", "rusher"), seconds)
    assert figure.values == (1.0,) * 3 and figure.unit == "games/s" and "random against rusher" in figure.name
    assert [agent.bot for agent in matches[0]["agents"]] == [0, 2] and len(matches) == 1 + times
    assert len(matches[0]["seeds"]) == 2 and all(match["threads"] == 2 for match in matches)
    seating, seeds = paired_seats(2, 2, 512, 0)
    assert all((match["seating"] == seating).all() for match in matches[1:])
    assert [match["seeds"].min() - seeds.min() for match in matches[1:]] == [512 * time for time in range(times)]


def test_rollouts_set_every_bot_against_every_other_from_both_seats(matches, clock, monkeypatch):
    made = []

    class Table(StandInTable):
        def __init__(self, game: Any, n: int, choose: Any):
            super().__init__(clock)
            self.n, self.told = n, {}
            made.append(self)

        def seat(self, bots: np.ndarray) -> None:
            self.bots = bots

        def arrange(self, **how: Any) -> None:
            self.told |= how

        def seed(self, seeds: np.ndarray) -> None:
            self.seeds = seeds

    monkeypatch.setattr(turns, "Table", Table)
    monkeypatch.setattr(turns, "choice_function", lambda rivals: None)
    game: Any = SimpleNamespace(num_sides=2)
    figure = turns._rollouts(game, 20.0, ["greedy", "rusher", "burner"], "bots")
    assert figure == Figure("bots", (480.0,) * 3, "decisions/s")
    (table,) = made
    assert table.bots.shape == (256, 2) and {tuple(pair) for pair in table.bots.tolist()} == {
        (one, other) for one in (1, 2, 3) for other in (1, 2, 3)
    }
    assert len(set(table.seeds.tolist())) == 256 == table.n and table.told == {"quiet": True}
    assert table.steps == 81, "once to compile, then four times in each of twenty repetitions"


def test_a_move_of_a_python_agent_is_told_in_microseconds(matches):
    game: Any = SimpleNamespace(num_sides=2)
    for seconds, times in ((8.0, 20), (100.0, 25)):
        matches.clear()
        figure = turns._python_moves(game, seconds)
        assert figure.values == (50_000.0,) * 3 and figure.unit == "us" and len(matches) == 1 + times
    agent = matches[0]["agents"][0].agent
    assert agent.act(SimpleNamespace(mask=np.array([0, 0, 1, 1]))) == 2
    assert matches[0]["seating"].tolist() == [[0, 0]] * 4 and matches[0]["seeds"].tolist() == [0, 1, 2, 3]


class StandInAec:
    """A game of three moves and two farewells."""

    def __init__(self, clock: Clock):
        self._clock, self.played, self._left = clock, [], 0

    def reset(self, seed: int) -> None:
        self._clock.spend(wall=0.0, cpu=100.0)
        self.played.append((seed, []))
        self._left = 5

    def agent_iter(self) -> Any:
        while self._left:
            yield "a"

    def last(self) -> tuple[Any, ...]:
        self._clock.spend(wall=0.0, cpu=0.0625)
        return {"action_mask": np.array([0, 1, 1])}, 0, self._left <= 2, self._left == 1, {}

    def step(self, action: int | None) -> None:
        assert (action is None) == (self._left <= 2) and action in (None, 1, 2)
        self._clock.spend(wall=0.125, cpu=0.0625)
        self.played[-1][1].append(action)
        self._left -= 1


def test_the_loop_of_pettingzoo_plays_ten_drawn_games_again_and_again(clock, monkeypatch):
    env = StandInAec(clock)
    monkeypatch.setattr(turns, "GameEnv", lambda game: env)
    game: Any = None
    figure = turns._aec(game, 125.0)
    assert figure.values == (8.0,) * 3 and figure.unit == "steps/s"
    assert len(env.played) == 10 + 10 * 20 and {seed for seed, _ in env.played} == set(range(10))
    for number, game_played in enumerate(env.played):
        assert game_played == env.played[number % 10]
    assert len({tuple(actions) for _, actions in env.played}) > 1, "they are drawn"


def test_a_board_game_is_measured_in_all_ways(tables, matches, clock, monkeypatch):
    asked = []
    monkeypatch.setattr(turns, "pin", lambda: asked.append("pin"))
    monkeypatch.setattr(turns, "unpin", lambda cores: asked.append(("unpin", cores)))
    monkeypatch.setattr(turns, "_rollouts", lambda game, seconds, names, name: asked.append(names) or name)
    monkeypatch.setattr(turns, "_whole_games", lambda game, pair, seconds: asked.append(pair) or "whole")
    monkeypatch.setattr(turns, "GameEnv", lambda game: StandInAec(clock))
    game: Any = SimpleNamespace(num_sides=2, num_agents=2)
    found = list(turns.turn_figures(game, 2.0, {0, 1}))
    names = [getattr(figure, "name", figure) for figure in found]
    batches = [name for name in names if name.startswith("random play")]
    assert [name.rpartition(" ")[2] for name in batches] == ["1", "256", "1024", "4096"]
    assert [games for _, games, _ in tables[:4]] == [1, 256, 1024, 4096]
    assert asked == [
        ("unpin", {0, 1}),
        ("random", "rusher"),
        ("rusher", "burner"),
        "pin",
        ["random"],
        ["greedy"],
        ["rusher", "burner"],
    ]
    assert names[-3:] == [
        "a Python agent's move in a match, its own thoughts left out",
        "AEC through PettingZoo's loop, checks included",
        "SB3 VecEnv, 512 games, masks and steps",
    ]
    assert "greedy against itself, batch of 256" in names and len(names) == 4 + 3 + 2 + 3 + 3


class SwarmSettings(Settings):
    """Settings of a game with Underlings."""

    model_fields = ("underlings",)


def swarm_game(config: SwarmSettings) -> Any:
    """Return a game that has only what the figures of Swarms need."""
    return SimpleNamespace(name="overseer", config=config, underlings=config["underlings"], factory=swarm_game)


@pytest.fixture
def swarms_at_tables(clock, monkeypatch) -> None:
    """Let a decision cost as many milliseconds as there are Underlings, in games of a family 40."""

    def table(game: Any, n: int, threads: int) -> StandInTable:
        return StandInTable(clock, wall=0.25, cpu=1e-3 * getattr(game, "underlings", 40) * n, decisions=n)

    for module in (swarms, families):
        monkeypatch.setattr(module, "random_table", table)


def test_a_game_of_swarms_is_measured_at_several_sizes_and_the_largest_against_the_least(swarms_at_tables):
    *rates, growth = swarms.swarm_figures(swarm_game(SwarmSettings(underlings=7)), 20.0)
    assert [figure.values[0] for figure in rates] == pytest.approx([1000 / size for size in swarms.SIZES])
    assert [str(size) in figure.name for figure, size in zip(rates, swarms.SIZES, strict=True)] == [True] * 4
    assert growth.values == pytest.approx((10.0,) * 3) and growth.unit == "times as long"


def test_a_game_without_underlings_has_no_figures_of_swarms(swarms_at_tables):
    assert list(swarms.swarm_figures(GAME, 20.0)) == []


def test_a_game_is_measured_against_the_others_of_its_family(swarms_at_tables, monkeypatch):
    kin = SimpleNamespace(name="warband", read=lambda values: SimpleNamespace(name="warband"))
    monkeypatch.setattr(families, "relatives", lambda name: [kin] if name == "overseer" else [])
    found = list(families.family_figures(swarm_game(SwarmSettings(underlings=80)), 20.0))
    alone, against = found[::2], found[1::2]
    assert [figure.name.rpartition(" ")[2] for figure in found[::2]] == [str(n) for n in families.SIZES]
    assert all(figure.values == pytest.approx((25.0,) * 3) and figure.name.startswith("warband") for figure in alone)
    assert all(figure.values == pytest.approx((2.0,) * 3) for figure in against), "twice what one of warband costs"


def test_only_games_in_one_folder_are_a_family():
    skirmishes = {game.name for game in games() if game.place.startswith("skirmish/")}
    assert {found.name for found in families.relatives("overseer")} == skirmishes - {"overseer"} >= {"warband"}
    assert families.relatives("insects") == families.relatives("a game of one's own") == []
