"""What a tournament notes beside its games: voids, progress, how it ended; and what it leaves behind."""

import os
import time

import numpy as np
import pytest

from swarmzoo.agents.built_in import built_in
from swarmzoo.agents.insects import judgement
from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.insects.config import InsectsConfig
from swarmzoo.envs.insects.game import insects
from swarmzoo.lab.config import ArenaConfig
from swarmzoo.lab.execution.executor import Here
from swarmzoo.lab.fitting import cross_entropy
from swarmzoo.lab.play import Lineup
from swarmzoo.lab.store import STORE, Store
from swarmzoo.lab.stored_replay import replay_of
from swarmzoo.lab.tournament import Tournament, cores
from swarmzoo.lab.workers import begin_pool, end_pool
from tests.lab.rows import pair

GAME = insects(InsectsConfig())
BAD = "class Bad:\n    def act(self, view):\n        raise ValueError('no idea')\n"


@pytest.fixture
def bad(tmp_path):
    (tmp_path / "bad.py").write_text(BAD)
    return f"{tmp_path}/bad.py:Bad"


def play(folder, *agents, told=None, resume=False, **config):
    """Play a tournament in this process; return it, closed."""
    tournament = Tournament(ArenaConfig.read({"agents": list(agents), **config}), GAME, folder, resume=resume)
    try:
        tournament.run(Here(), lambda done, total: told is not None and told.append((done, total)))
    finally:
        tournament.close()
    return tournament


def asked(folder, question):
    store = Store(folder / STORE, read_only=True)
    try:
        return store.ask(question)
    finally:
        store.close()


def test_notes_on_games_that_do_not_count_are_written_anew_when_a_tournament_goes_on(tmp_path, bad):
    notes = 'select "group", nth, reason from void order by all'
    for folder, rounds in (("short", (4,)), ("twice", (4, 4)), ("longer", (4, 9)), ("whole", (9,))):
        for number, count in enumerate(rounds):
            play(tmp_path / folder, bad, "random", "rusher", rounds=count, resume=number > 0)
    short, twice, longer, whole = (asked(tmp_path / name, notes) for name in ("short", "twice", "longer", "whole"))
    assert short and short == twice and len(set(short)) == len(short)
    assert {reason for _, _, reason in short} == {"one of its agents is retired"}
    counted = "select seats, seed, pay, fault_kind from counted order by number"
    assert asked(tmp_path / "longer", counted) == asked(tmp_path / "whole", counted) and len(set(longer)) == len(longer)
    assert set(whole) & set(longer)


def test_progress_is_told_from_nothing_to_all_of_it(tmp_path, monkeypatch):
    told = []
    play(tmp_path / "a", "random", "rusher", rounds=3, told=told)
    assert told[0] == (0, 3) and told[-1] == (3, 3)
    told = []
    tournament = play(tmp_path / "a", "random", "rusher", rounds=5, told=told, resume=True)
    assert told[0] == (3, 5) and told[-1] == (5, 5)
    with pytest.raises(GameError):
        tournament.store.ask("select 1")


def test_how_it_ended_is_noted(tmp_path, bad):
    play(tmp_path / "a", bad, "random", rounds=3, retire_after=2)
    play(tmp_path / "b", "rusher", "random", rounds=300, sprt={"elo0": 0, "elo1": 200})
    for name, ended, retired, before in (("a", "all games are played", ["Bad"], False), ("b", "SPRT after", [], True)):
        store = Store(tmp_path / name / STORE, read_only=True)
        assert ended in store.get("stopped") and store.get("retired") == retired
        assert (store.get("stopped_before") is not None) == before and store.get("maps") == "random maps"
        assert store.get("by_clock") == [] and store.get("about")["versions"]["duckdb"]
        store.close()


def test_a_tournament_that_goes_on_is_not_called_ended(tmp_path):
    play(tmp_path / "a", "random", "rusher", rounds=1)
    assert asked(tmp_path / "a", "select 1")
    longer = ArenaConfig(agents=("random", "rusher"), rounds=2)
    tournament = Tournament(longer, GAME, tmp_path / "a", resume=True)
    try:
        assert tournament.store.get("stopped") is None and tournament.store.get("rounds") == 2
    finally:
        tournament.close()


def test_tasks_are_larger_where_no_python_and_no_clock_is_asked(bad):
    lineups = (["random"], ["random", "search:2"], ["random", bad], ["random", "search:milliseconds=5"])
    sizes = [Lineup(GAME, specs, False, False).task_size() for specs in lineups]
    assert sizes == [1024, 256, 8, 8]
    assert cores() == len(os.sched_getaffinity(0)) >= 1


def test_a_replay_of_a_game_that_was_not_kept_or_is_not_there_is_refused(tmp_path):
    play(tmp_path / "a", "random", "rusher", rounds=1, replays=False)
    with pytest.raises(GameError, match=r"kept no actions \(replays = false\)"):
        replay_of(tmp_path / "a", 0)
    with pytest.raises(GameError, match="has the games 0 to 1"):
        replay_of(tmp_path / "a", 2)
    play(tmp_path / "b", "random", "rusher", rounds=1)
    found = replay_of(tmp_path / "b", 1)
    assert (found.game, found.agents, found.seed) == ("insects", ("rusher", "random"), 0) and found.fault is None
    store = Store(tmp_path / "b" / STORE)
    store._base.execute("update games set actions = '\\x07abc'::blob")
    store.close()
    with pytest.raises(GameError, match="the store is damaged"):
        replay_of(tmp_path / "b", 0)


def test_a_store_that_cannot_be_begun_leaves_the_folder_as_it_was(tmp_path, monkeypatch):
    def full(store):
        raise GameError("no space is left on the disk")

    (tmp_path / "old").mkdir()
    with monkeypatch.context() as patched:
        patched.setattr(Store, "_write_through", full)
        for name in ("old", "new"):
            with pytest.raises(GameError, match="no space"):
                Store.begin(tmp_path / name / STORE, tournament={})
    assert [path.name for path in tmp_path.iterdir()] == ["old"] and list((tmp_path / "old").iterdir()) == []
    (tmp_path / "old" / f".{STORE}.123").write_text("of a process that was killed")
    play(tmp_path / "old", "random", "rusher", rounds=1)
    (tmp_path / "new").mkdir()
    (tmp_path / "new" / "mine").write_text("")
    with pytest.raises(GameError, match="not empty"):
        play(tmp_path / "new", "random", "rusher", rounds=1)


def test_games_as_csv_take_the_place_of_older_ones(tmp_path):
    Store.begin(tmp_path / STORE, tournament={})
    store = Store(tmp_path / STORE)
    store.add([*pair(1), *pair(0)], ["one", "two"], ("id", "rules", "config"))
    (tmp_path / "games.csv").write_text("older")
    store.export(tmp_path / "games.csv")
    lines = (tmp_path / "games.csv").read_text().splitlines()
    assert len(lines) == 5 and lines[1].startswith("0,id,rules,config,0,0,100,") and "actions" not in lines[0]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["games.csv", STORE, f"{STORE}.wal"]
    store.close()


def test_a_pool_is_ended_at_once_whatever_its_processes_do():
    pool = begin_pool(1)
    running = [pool.submit(time.sleep, 3600) for _ in range(3)]
    processes = list(pool._processes.values())
    began = time.monotonic()
    end_pool(pool)
    assert time.monotonic() - began < 60 and processes and not any(process.is_alive() for process in processes)
    assert any(future.cancelled() or future.exception(60) is not None for future in running)


def test_a_search_for_weights_comes_near_the_best_ones():
    """Scores are made up: who is nearer to some weights wins more often; seeds and rows are those of one generation."""
    best = np.exp(np.linspace(-1, 1, judgement.WEIGHTS.shape[1]))
    games, widths = [], []

    class Made:
        names, weights, smallest, rivals = judgement.NAMES, judgement.WEIGHTS, 0.05, (0, 1, 3)

        def score(self, weights, one, other, count, seed):
            games.append((one, other, count, seed))
            if (drawn := weights[len(judgement.NAMES) + 1 :]).size:
                widths.append(np.log(drawn).std(axis=0).mean())
            off = [abs(np.log(np.maximum(weights[row], 1e-2)) - np.log(best)).mean() for row in (one, other)]
            return 1 / (1 + np.exp(3 * (off[0] - off[1])))

    found = list(
        cross_entropy.search(Made(), "rusher", 3, population=100, elite=16, games=4, goes_on=lambda number: number < 45)
    )
    assert [one.number for one in found] == list(range(1, 46))
    off = [abs(np.log(one.weights) - np.log(best)).mean() for one in found]
    assert off[-1] < 0.25 < off[0] and set(found[0].scores) == set(judgement.NAMES)
    assert widths[0] > 0.3 and 0.08 < widths[-1] < 0.13, "it looks nearer and nearer, and never at one place alone"
    rows = {one for one, *_ in games}
    assert rows == set(range(len(judgement.NAMES), len(judgement.NAMES) + 100)) and {n for *_, n, _ in games} == {4}
    assert games[0][-1] == 1003 and built_in(GAME)["rusher"].name in judgement.NAMES
