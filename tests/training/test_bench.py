"""Figures of speed against a clock that only moves when something is said to cost time: they must be exact."""

import contextlib
import csv
import io
import os
from itertools import cycle
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from swarmzoo.envs.api import sb3
from swarmzoo.envs.catalogue import find_game
from swarmzoo.envs.core.entries import Questions
from swarmzoo.envs.core.kernel import entry_point
from swarmzoo.envs.skirmish.battlefield.sight import HIDDEN
from swarmzoo.training import trainer
from swarmzoo.training.bench import attacks, compiling, figures, learner, measuring, search, sight, starts
from swarmzoo.training.bench.measuring import Figure
from tests.training.clock import Clock, StandInTable
from tests.training.small import GAME, small_config


@pytest.fixture
def clock(monkeypatch) -> Clock:
    clock = Clock()
    for module in (measuring, search, sight, attacks, learner):
        monkeypatch.setattr(module, "time", clock)
    return clock


def test_a_rate_is_decisions_a_second_of_work_in_twenty_repetitions(clock):
    table = StandInTable(clock)
    figure = measuring.rate("steps", table.step, table, 20.0, "decisions/s")
    assert figure == Figure("steps", (480.0, 480.0, 480.0), "decisions/s")
    assert table.steps == 80, "twenty times a second, four steps each"


def test_what_is_done_in_a_repetition_counts_together(clock):
    table, costs = StandInTable(clock, cpu=0.0), cycle([0.125, 0.375])

    def work() -> None:
        table.step()
        clock.spend(wall=0.0, cpu=next(costs))

    assert measuring.rate("", work, table, 20.0, "").values == (240.0, 240.0, 240.0)


def test_a_rate_by_the_wall_clock_counts_waiting_too(clock):
    table = StandInTable(clock)
    assert measuring.rate("", table.step, table, 20.0, "", clock.perf_counter).values == (240.0, 240.0, 240.0)


def test_a_rate_is_taken_at_least_once_however_long_the_work_takes(clock):
    table = StandInTable(clock, wall=1000.0, cpu=500.0)
    assert measuring.rate("", table.step, table, 0.1, "").values[0] == pytest.approx(60 / 500)
    assert table.steps == 1


def test_a_figure_shows_median_least_and_most(clock):
    costs = iter([1.0, 4.0, 2.0])
    table = SimpleNamespace(decisions=0)

    def work() -> None:
        table.decisions += 8
        clock.spend(wall=20.0, cpu=next(costs))

    assert measuring.rate("", work, table, 50.0, "").values == (4.0, 2.0, 8.0)


def test_work_without_any_cost_has_a_rate(clock):
    table = StandInTable(clock, cpu=0.0)
    assert measuring.rate("", table.step, table, 20.0, "").values[0] > 1e9


@pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="this system pins no processes")
def test_pinning_keeps_to_one_core_until_it_is_undone():
    before = os.sched_getaffinity(0)
    cores = measuring.pin()
    try:
        assert cores == before and os.sched_getaffinity(0) == {max(before)}
    finally:
        measuring.unpin(cores)
    assert os.sched_getaffinity(0) == before


def test_random_tables_are_different_games_that_go_on_for_ever():
    table = measuring.random_table(GAME, 3, 1)
    assert len({state.tobytes() for state in table.states["rng"]}) == 3
    again = measuring.random_table(GAME, 3, 1)
    assert again.states.tobytes() == table.states.tobytes(), "the same seeds on every machine"
    for _ in range(400):
        before = table.decisions
        table.step()
        assert table.decisions == before + 3 and not table.done.any()


def test_the_vec_env_is_charged_for_masks_and_steps(clock, monkeypatch):
    begun, masks = [], np.array([[0, 1, 0], [1, 0, 1]], np.int8)

    class VecEnv:
        def __init__(self, game: Any, n: int):
            begun.append((game, n))
            self.learners = SimpleNamespace(table=SimpleNamespace(decisions=500))

        def reset(self) -> None:
            begun.append("reset")

        def action_masks(self) -> np.ndarray:
            clock.spend(wall=0.25, cpu=0.25)
            return masks

        def step(self, actions: np.ndarray) -> None:
            assert masks[[0, 1], actions].all(), "only what is legal is played"
            clock.spend(wall=0.75, cpu=0.5)
            self.learners.table.decisions += 6

    monkeypatch.setattr(sb3, "SwarmVecEnv", VecEnv)
    figure = measuring.vec_env_rate("game", 2, "vec", "decisions/s", 40.0)
    assert figure == Figure("vec", (8.0, 8.0, 8.0), "decisions/s") and begun == [("game", 2), "reset"]
    assert clock.wall == 100 + 40.0


class StandInSearch:
    """A search that asks for ten decisions a position, and compiles in its first call."""

    def __init__(self, game: Any, clock: Clock):
        self.game, self.decisions, self.calls, self._clock = game, 7, [], clock

    def act_on(self, states: Any, sides: Any, agents: Any, seeds: Any) -> None:
        self._clock.spend(wall=1.0 if self.calls else 900.0, cpu=0.5 if self.calls else 900.0)
        self.calls.append(len(states))
        self.decisions += 10 * len(states)
        assert len(states) == len(sides) == len(agents) == len(seeds) == len(set(seeds))


@pytest.mark.parametrize(("seconds", "times"), [(0.0, 3), (5.0, 5)])
def test_search_is_measured_three_times_or_more_and_compiles_before(clock, seconds, times):
    stand_in: Any = StandInSearch(GAME, clock)
    rates = search.simulated_decisions(stand_in, seconds)
    assert stand_in.calls[0] == 1 and rates == [20.0 * stand_in.calls[1]] * times


def test_searched_positions_are_of_running_games_and_wait_for_who_is_named():
    states, sides, agents = search.positions(GAME)
    assert 0 < len(states) == len(sides) == len(agents) <= search.GAMES
    assert len({state.tobytes() for state in states}) == len(states) and not states["done"].any()
    assert (np.array(GAME.side_of_agent)[agents] == sides).all() and set(sides.tolist()) == {0, 1}
    questions = Questions(GAME)
    assert all(questions.acting(states[k : k + 1])[agent] for k, agent in enumerate(agents))
    assert (search.positions(GAME)[0] == states).all() and (search.positions(GAME, 2)[0][:-1] == states[1:]).all()


@pytest.mark.parametrize(("sequential", "rows"), [(True, 2), (False, 1)])
def test_search_to_the_end_is_measured_where_one_agent_decides_at_a_time(monkeypatch, sequential, rows):
    made: list[dict] = []
    monkeypatch.setattr(search, "TreeSearch", lambda game, **settings: made.append(settings))
    monkeypatch.setattr(search, "simulated_decisions", lambda one, seconds: [1.0 * seconds, 5.0, 3.0])
    found = list(search.search_figures(SimpleNamespace(sequential=sequential), 2.0))
    assert [figure.values for figure in found] == [(3.0, 2.0, 5.0)] * rows
    assert made[0] == {"simulations": search.SIMULATIONS} and "as it comes" in found[0].name
    assert all(more["rollout"] == "random" and more["cut"] == -1 for more in made[1:])


def test_lines_of_sight_are_drawn_from_the_field_alone_and_timed_one_by_one(clock, monkeypatch):
    field = np.array([sight.OFF, 1, sight.OFF, 2, 3])
    table = SimpleNamespace(states=np.zeros(4, [("terrain", np.int8, (5,))]))
    table.states["terrain"] = field
    drawn: list[np.ndarray] = []

    def draw(states: Any, rules: Any, begins: np.ndarray, ends: np.ndarray) -> None:
        drawn.append(np.concatenate([begins, ends]))
        clock.spend(wall=1.0, cpu=sight.PAIRS * 4 * 25e-9 if len(drawn) > 1 else 60.0)

    monkeypatch.setattr(sight, "random_table", lambda game, n, threads: table)
    monkeypatch.setattr(sight, "entry_point", lambda template, name, bindings: draw)
    game: Any = SimpleNamespace(state=SimpleNamespace(names=("lie",)), rules=None)
    (figure,) = sight.sight_figures(game, 30.0)
    assert figure.values == pytest.approx((25.0, 25.0, 25.0)) and figure.unit == "ns" and len(drawn) == 31
    assert set(drawn[0].tolist()) == {1, 3, 4} and len(drawn[0]) == 2 * sight.PAIRS
    assert list(sight.sight_figures(SimpleNamespace(state=SimpleNamespace(names=("bugs",))), 1.0)) == []


def test_free_lines_are_counted_on_every_field(monkeypatch):
    monkeypatch.setattr(
        sight, "cover_between", lambda state, rules, begin, end: HIDDEN if (state + begin + end) % 3 else 0
    )
    states, ends = np.arange(3), np.array([1, 5, 0, 0])
    free = sum((s + b + e) % 3 == 0 for s in states for b, e in zip(range(4), ends, strict=True))
    assert sight._draw_lines(states, [None], np.arange(4), ends) == free > 0


def test_an_attack_is_timed_without_the_copy_of_its_game(clock, monkeypatch):
    drawn, carried_out = np.zeros((500, 4), np.int64), []

    def carry_out(states: Any, rules: Any, spares: Any, some: np.ndarray, for_real: bool) -> None:
        carried_out.append((len(some), for_real))
        clock.spend(wall=0.5, cpu=len(some) * (3e-6 if for_real else 1e-6) if len(carried_out) > 1 else 60.0)

    monkeypatch.setattr(attacks, "drawn_attacks", lambda game: (None, drawn))
    monkeypatch.setattr(attacks, "entry_point", lambda template, name, bindings: carry_out)
    game: Any = SimpleNamespace(state=SimpleNamespace(names=("a_step",)), rules=None, new_states=np.zeros)
    (figure,) = attacks.attack_figures(game, 25.0)
    assert figure.values == pytest.approx((2.0,) * 3) and figure.unit == "us"
    assert carried_out == [(1, True), *[(500, True), (500, False)] * 25]
    assert list(attacks.attack_figures(SimpleNamespace(state=SimpleNamespace(names=("lie",))), 1.0)) == []


def test_attacks_are_carried_out_to_their_end_in_a_copy_of_their_game():
    game = find_game("nova").read({})
    states, drawn = attacks.drawn_attacks(game)
    assert len(drawn) == attacks.ATTACKS and len({*drawn[:, 0].tolist()}) > 10 and len({*drawn[:, 2].tolist()}) > 2
    before, spares = states.copy(), game.new_states(1)
    carry_out = entry_point(attacks._carry_out, "bench_attacks", {})
    answers, hurt = 0, 0
    for n in range(100):
        answers += carry_out(states, game.rules, spares, drawn[n : n + 1], True)
        assert spares["a_step"][0] == 0 and spares["logged"][0] > states["logged"][drawn[n, 0]] + 5
        hurt += any((spares[name][0] != states[name][drawn[n, 0]]).any() for name in ("lethal", "bashing", "henchmen"))
    assert answers > 5 and hurt > 20 and (states == before).all()


def test_starts_share_a_cache_that_is_empty_at_first(monkeypatch):
    ran: list[tuple[str, str]] = []

    def run(command: list[str], env: dict[str, str], **_: Any) -> Any:
        assert os.listdir(env["SWARMZOO_CACHE"]) == ["machine code"] * len(ran)
        if not ran:
            (open(os.path.join(env["SWARMZOO_CACHE"], "machine code"), "w")).close()
        ran.append((command[1], command[2]))
        return SimpleNamespace(stdout=f"{9.5 - 9 * (len(ran) - 1)}\n")

    monkeypatch.setattr(starts.subprocess, "run", run)
    first, second = starts.start_figures(GAME)
    assert first.values == (9.5,) * 3 and second.values == (0.5,) * 3 and first.unit == "seconds"
    assert "compiles" in first.name and ran[0] == ran[1] and ran[0][0] == "-c"
    told = io.StringIO()
    with contextlib.redirect_stdout(told):
        exec(ran[0][1], {})
    assert 0 < float(told.getvalue()) < 60


@pytest.fixture
def trained(clock, monkeypatch) -> list[Any]:
    """The runs of a stand-in for the trainer: of 10 seconds games cost 3, opponents 1 of these, gradient steps 5."""
    runs: list[Any] = []

    def run(self: Any, resume: bool) -> None:
        assert not resume
        for _ in range(2):
            for games in self.learner.games:
                games.env.step_wait()
            self.learner.learn()
            self.seconds += 5.0
            self.learner.steps += 100

    def stand_in(config: Any, game: Any, folder: Any, progress: Any) -> Any:
        opponent = SimpleNamespace(act=lambda *given: clock.spend(wall=0.25, cpu=0.1) or given)  # of both variants
        one = SimpleNamespace(config=config, game=game, seconds=0.0, learner=SimpleNamespace(steps=0))
        one.learner.learn = lambda: clock.spend(wall=2.5, cpu=0.1)
        one.learner.games = [
            SimpleNamespace(
                env=SimpleNamespace(step_wait=lambda: (clock.spend(wall=0.5, cpu=0.1), opponent.act(1, 2))),
                table=SimpleNamespace(opponents=[opponent]),
            )
            for _ in range(2)
        ]
        one.run = lambda resume: run(one, resume)
        runs.append(one)
        return one

    monkeypatch.setattr(trainer, "Trainer", stand_in)
    return runs


def test_the_learner_is_measured_without_warm_start_and_its_time_is_shared_out(trained):
    steps, *shares = learner.learner_figures(GAME, small_config(total_steps=10**6, expert={"rounds": 2}))
    assert (steps.values, steps.unit) == ((20.0,) * 3, "steps/s")
    assert [share.name.partition(": ")[2] for share in shares] == [
        "games and bots",
        "policies as opponents",
        "its own choices",
        "gradient steps",
    ]
    assert [(share.values, share.unit) for share in shares] == [((of,) * 3, "%") for of in (20, 10, 20, 50)]
    config = trained[0].config
    assert config.imitation.steps == config.expert.rounds == 0 and config.evaluation.games == 2
    assert config.total_steps == 4 * config.envs * config.rollout


@pytest.mark.parametrize("sequential", [True, False])
def test_a_game_is_measured_by_what_fits_it(monkeypatch, sequential):
    told: list[Any] = []

    def part(name: str, *kept: int) -> Any:
        return lambda *given: told.append(("begin", name)) or iter([Figure(name, (1.0, 1.0, 1.0), "x")])

    for name in ("turn", "sight", "attack", "swarm", "team", "search", "start", "family", "learner"):
        monkeypatch.setattr(figures, f"{name}_figures", part(name))
    monkeypatch.setattr(figures, "peer_figures", lambda game, seconds: iter([("peer", (1.0, 2.0, 3.0))]))
    monkeypatch.setattr(figures, "pin", lambda: {5})
    monkeypatch.setattr(figures, "unpin", lambda cores: told.append(("unpin", cores)))
    game: Any = SimpleNamespace(sequential=sequential, state=np.dtype((np.void, 77)))
    fitting = ["turn", "sight", "attack", "swarm"] if sequential else ["team"]
    few = list(figures.figures(game, 1.0, peers=False, start=False, learner=None))
    assert [figure.name for figure in few] == [*fitting, "search", "memory of one game's state"]
    assert few[-1] == Figure("memory of one game's state", (77.0,) * 3, "bytes") and ("unpin", {5}) not in told
    told.clear()
    every = list(figures.figures(game, 1.0, peers=True, start=True, learner=(GAME, small_config())))
    assert [figure.name for figure in every[len(few) :]] == ["start", "family", "peer", "learner"]
    assert every[-2] == Figure("peer", (1.0, 2.0, 3.0), "steps/s")
    assert told[-2:] == [("unpin", {5}), ("begin", "learner")], "a learner has all cores"


def test_compiling_is_measured_in_an_empty_cache_and_told_part_by_part(monkeypatch):
    def run(command: list[str], env: dict[str, str], **_: Any) -> Any:
        assert os.listdir(env["SWARMZOO_CACHE"]) == [] and command[-2:] == ["insects", '{"players": 6}']
        return SimpleNamespace(stdout='[4096, [["step", 1.25], ["observe", 0.5]]]')

    monkeypatch.setattr(compiling.subprocess, "run", run)
    monkeypatch.setattr(compiling, "pace", lambda clock: 0.03125)
    rows = compiling.measure("insects", {"players": 6})
    assert [list(row.values())[:5] for row in rows] == [
        ["insects", "players=6", "step", "4096", "1.2"],
        ["insects", "players=6", "observe", "4096", "0.5"],
    ]
    assert list(rows[0]) == list(compiling.COLUMNS) and rows[0][compiling.COLUMNS[-1]] == "0.0312"


def compiling_row(game: str, settings: dict[str, int], seconds: str) -> dict[str, str]:
    shown = " ".join(f"{key}={value}" for key, value in settings.items())
    return dict.fromkeys(compiling.COLUMNS, "1") | {"game": game, "settings": shown, "seconds": seconds}


@pytest.fixture
def table_of_compiling(monkeypatch, tmp_path):
    """Let compiling take two seconds each, where it took one; return a function that runs the command."""
    path, old = tmp_path / "compiling.csv", [compiling_row(*setting, "1") for setting in compiling.SETTINGS]
    monkeypatch.setattr(compiling, "MEASURED", path)
    monkeypatch.setattr(compiling, "measured", lambda: old)
    monkeypatch.setattr(compiling, "measure", lambda game, settings: [compiling_row(game, settings, "2")])

    def run(*words: str) -> list[tuple[str, str]]:
        monkeypatch.setattr(compiling.sys, "argv", ["compiling", *words])
        compiling.main()
        return read()

    def read() -> list[tuple[str, str]]:
        with path.open() as file:
            return [(row["game"], row["seconds"]) for row in csv.DictReader(file)]

    run.read = read
    return run


@pytest.mark.parametrize("words", [["insects"], ["warband", "formation"], []])
def test_games_that_are_not_measured_keep_their_rows(table_of_compiling, words):
    wanted = [(game, "2" if game in words or not words else "1") for game, _ in compiling.SETTINGS]
    assert table_of_compiling(*words) == wanted


def test_an_interruption_loses_nothing_that_was_measured(table_of_compiling, monkeypatch):
    measure = compiling.measure

    def interrupted(game: str, settings: dict[str, int]) -> Any:
        if game == "warband":
            raise KeyboardInterrupt
        return measure(game, settings)

    monkeypatch.setattr(compiling, "measure", interrupted)
    with pytest.raises(KeyboardInterrupt):
        table_of_compiling()
    order = [game for game, _ in compiling.SETTINGS]
    before = order.index("warband")
    wanted = [(game, "2" if nth < before else "1") for nth, game in enumerate(order)]
    assert table_of_compiling.read() == wanted


def test_a_game_that_is_never_measured_is_refused(table_of_compiling, capsys):
    with pytest.raises(SystemExit) as ended:
        table_of_compiling("insect")
    assert ended.value.code == 2
    known = ", ".join(sorted({game for game, _ in compiling.SETTINGS}))
    assert f"'insect'; there are {known}" in capsys.readouterr().err
