"""Tournaments: what counts depends on no process, kill or haste; faults cost games and, in a row, the tournament."""

import os
import signal
import subprocess
import sys
import threading
import time

import pytest

from swarmzoo.agents.agent import Seated
from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.insects.config import InsectsConfig
from swarmzoo.envs.insects.game import insects
from swarmzoo.lab.config import ArenaConfig
from swarmzoo.lab.execution.executor import executor_of
from swarmzoo.lab.soak import soak
from swarmzoo.lab.standings import standings
from swarmzoo.lab.store import STORE, Store
from swarmzoo.lab.tournament import Tournament

GAME = insects(InsectsConfig())
BOT = """
class {name}:
    games = 0
    def reset(self, seed, side):
        type(self).games += 1
    def act(self, view):
        {act}
"""


def play(folder, *agents, workers=1, resume=False, told=None, **config):
    """Play a tournament; return its store, open for reading. ``told`` takes the progress."""
    setting = ArenaConfig.read({"agents": list(agents), **config})
    tournament = Tournament(setting, GAME, folder, resume=resume)
    executor = executor_of(workers)
    try:
        tournament.run(executor, lambda done, total: told is not None and told.append((done, total)))
    finally:
        executor.close()
        tournament.close()
    return Store(folder / STORE, read_only=True)


def games(store):
    return store.ask('select "group", nth, seed, seats, pay, length, actions, end_hash from counted')


def write_bot(tmp_path, name, act):
    path = tmp_path / f"{name}.py"
    path.write_text(BOT.format(name=name, act=act))
    return f"{path}:{name}"


def test_every_pairing_is_played_in_both_seatings_of_every_seed(tmp_path):
    store = play(tmp_path / "a", "random", "rusher", "breeder", rounds=4)
    found = store.ask("select list_sort(seats), seed, count(*) from counted group by all")
    assert len(found) == 12 and {count for _, _, count in found} == {2}
    assert store.ask("select distinct env_id, rules_signature from games") == [(GAME.env_id, GAME.rules_signature)]
    table = standings(store)
    assert table.rows[-1].name == "random" and table.games == 24 and table.stopped == "all games are played"
    assert table.decided is None


def test_the_games_are_the_same_by_two_processes_as_by_one(tmp_path):
    one = play(tmp_path / "one", "random", "rusher", "breeder", rounds=12)
    told = []
    two = play(tmp_path / "two", "random", "rusher", "breeder", rounds=12, workers=2, told=told)
    assert games(one) == games(two)
    assert told[0] == (0, 36) and told[-1] == (36, 36) and told == sorted(told)


def test_a_tournament_goes_on_with_more_rounds_and_refuses_to_go_on_as_another_one(tmp_path):
    play(tmp_path / "a", "random", "rusher", rounds=3).close()
    longer = play(tmp_path / "a", "random", "rusher", rounds=5, resume=True)
    assert games(longer) == games(play(tmp_path / "b", "random", "rusher", rounds=5))
    longer.close()
    with pytest.raises(GameError, match=r"began with config.seed = 0, not 4"):
        play(tmp_path / "a", "random", "rusher", rounds=5, seed=4, resume=True)
    with pytest.raises(GameError, match="not empty"):
        play(tmp_path / "a", "random", "rusher")
    with pytest.raises(GameError, match="no tournament to resume"):
        play(tmp_path / "c", "random", "rusher", resume=True)


def test_a_bot_that_was_edited_is_another_one(tmp_path):
    bot = write_bot(tmp_path, "First", "return view.legal_actions[0]")
    play(tmp_path / "a", bot, "random", rounds=1).close()
    write_bot(tmp_path, "First", "return view.legal_actions[-1]")
    with pytest.raises(GameError, match="files"):
        play(tmp_path / "a", bot, "random", rounds=2, resume=True)


def test_an_agent_with_a_long_text_names_the_files_that_it_names(tmp_path):
    from swarmzoo.agents.find import files_of

    (tmp_path / "bot.py").write_text("")
    assert files_of(f"process:python {tmp_path}/bot.py {'long' * 200}") == [tmp_path / "bot.py"]
    assert files_of(f"{tmp_path}/bot.py:Name") == [tmp_path / "bot.py"] and files_of("random") == []


def test_a_fault_costs_the_game_and_three_in_a_row_the_tournament(tmp_path):
    bad = write_bot(tmp_path, "Bad", "raise ValueError('no idea')")
    store = play(tmp_path / "a", bad, "random", "rusher", rounds=6)
    table = {row.name: row for row in standings(store).rows}
    assert table["Bad"].faults == {"crash": 3} and table["Bad"].retired and table["Bad"].games == 3
    assert table["Bad"].lost == 3 and "crash" in table["Bad"].faults_text()
    assert store.ask("select count(*) from counted where list_contains(agents, 'Bad')") == [(3,)]
    assert store.ask("select count(*) from counted where not list_contains(agents, 'Bad')") == [(12,)]
    faults = store.ask("select fault from counted where fault_kind = 'crash'")
    assert all("no idea" in sentence for (sentence,) in faults)


def test_single_faults_cost_single_games(tmp_path):
    act = "return view.legal_actions[0] if type(self).games % 4 else 10_000"
    store = play(tmp_path / "a", write_bot(tmp_path, "Slips", act), "random", rounds=6)
    row = next(row for row in standings(store).rows if row.name == "Slips")
    assert row.faults == {"illegal": 3} and not row.retired and row.games == 12


def test_a_match_stops_when_the_test_decides_whatever_the_number_of_processes(tmp_path):
    test = {"elo0": 0.0, "elo1": 100.0}
    one = play(tmp_path / "one", "rusher", "random", rounds=400, sprt=test)
    two = play(tmp_path / "two", "rusher", "random", rounds=400, sprt=test, workers=2)
    assert standings(one).decided == standings(one).plain()["decided"] == "H1"
    assert "H1" in standings(one).stopped and standings(one).games < 200
    assert games(one) == games(two) and standings(one).stopped == standings(two).stopped


def test_a_tournament_stops_when_the_ratings_are_known_well_enough(tmp_path):
    store = play(tmp_path / "a", "rusher", "breeder", rounds=5000, elo_error=60.0)
    table = standings(store)
    assert table.games < 1000 and "interval" in table.stopped
    assert max(row.high - row.low for row in table.rows) <= 120.5


def test_a_swiss_tournament_is_played_to_its_end_by_one_process_or_two(tmp_path):
    agents = ("random", "rusher", "breeder", "fortress")
    one, two = (
        play(tmp_path / str(workers), *agents, schedule="swiss", rounds=3, seeds=2, workers=workers)
        for workers in (1, 2)
    )
    assert one.ask("select count(*) from counted") == [(24,)] and games(one) == games(two)


def test_a_swiss_tournament_goes_on_where_it_was(tmp_path):
    agents = ("random", "rusher", "breeder", "fortress", "runner")
    whole = games(play(tmp_path / "a", *agents, schedule="swiss", rounds=4, seeds=3))
    for rounds in (1, 2, 4):
        resume = rounds > 1
        store = play(tmp_path / "b", *agents, schedule="swiss", rounds=rounds, seeds=3, resume=resume)
        found = games(store)
        store.close()
        assert len(found) == 12 * rounds
    assert found == whole
    with pytest.raises(GameError, match="rounds = 2: the tournament has 4"):
        play(tmp_path / "b", *agents, schedule="swiss", rounds=2, seeds=3, resume=True)


def test_games_of_who_is_out_do_not_count_whatever_the_number_of_processes(tmp_path):
    bad = write_bot(tmp_path, "Bad", "raise ValueError('no idea')")
    one, two = (
        play(tmp_path / str(workers), bad, "random", "rusher", rounds=40, workers=workers) for workers in (1, 2)
    )
    assert games(one) == games(two)
    assert one.ask("select count(*) from counted where list_contains(agents, 'Bad')") == [(3,)]


@pytest.mark.parametrize("place", ["__init__(self)", "reset(self, seed, side)", "end(self, pay)"])
def test_what_goes_wrong_outside_of_act_costs_no_more_than_the_game(tmp_path, place):
    raising = f"""
class Bad:
    games = 0
    def act(self, view):
        return view.legal_actions[0]
    def {place}:
        type(self).games += 1
        if type(self).games > 1:
            raise SystemExit(0) if type(self).games == 2 else ValueError("no idea")
"""
    (tmp_path / "bad.py").write_text(raising)
    store = play(tmp_path / "a", f"{tmp_path}/bad.py:Bad", "random", rounds=3)
    row = next(row for row in standings(store).rows if row.name.endswith("Bad"))
    assert row.faults == ({} if "end" in place else {"crash": 3})


def test_names_that_look_like_markup_or_formulas_are_names(tmp_path, capsys):
    from swarmzoo.command.arena import _show
    from swarmzoo.lab.report import report

    bot = write_bot(tmp_path, "Odd", "return view.legal_actions[0]").replace(":Odd", "")
    (tmp_path / "Odd.py").write_text((tmp_path / "Odd.py").read_text() + "    name = r'[red]$\\x$[/x]'\n")
    found = standings(play(tmp_path / "a", f"{bot}:Odd", "random", rounds=1))
    _show(found)
    assert "[red]$\\x$[/x]" in capsys.readouterr().out
    assert "$\\x$" in report(found, [], [])


def test_games_as_csv_go_where_they_are_told(tmp_path):
    store = play(tmp_path / "a", "random", "rusher", rounds=2)
    path = tmp_path / "it's new" / "games.csv"
    store.export(path)
    assert path.read_text().splitlines()[0].startswith("number,") and len(path.read_text().splitlines()) == 5
    (tmp_path / "file").write_text("")
    with pytest.raises((GameError, OSError)):
        store.export(tmp_path / "file" / "games.csv")


def test_games_as_csv_go_through_links_and_into_pipes(tmp_path):
    store = play(tmp_path / "a", "random", "rusher", rounds=2)
    link, pipe, read = tmp_path / "link.csv", tmp_path / "pipe", []
    link.symlink_to(tmp_path / "games.csv")
    store.export(link)
    rows = (tmp_path / "games.csv").read_bytes()
    assert link.is_symlink() and len(rows.splitlines()) == 5
    os.mkfifo(pipe)
    reader = threading.Thread(target=lambda: read.append(pipe.read_bytes()), daemon=True)
    reader.start()
    store.export(pipe)
    reader.join(10)
    assert read == [rows] and pipe.is_fifo()


def test_a_store_that_holds_no_tournament_is_told(tmp_path):
    Store(tmp_path / STORE).close()
    with pytest.raises(GameError, match="not a tournament that has begun"):
        standings(Store(tmp_path / STORE, read_only=True))


def test_a_kill_loses_no_finished_game_and_nothing_is_played_twice(tmp_path):
    folder, bot = tmp_path / "killed", write_bot(tmp_path, "First", "return view.legal_actions[0]")
    main = "from swarmzoo.command.main import main; main()"
    command = [
        sys.executable,
        "-c",
        main,
        "arena",
        bot,
        "rusher",
        "--rounds",
        "40",
        "--workers",
        "2",
        "-s",
        "symmetric=false",
    ]
    running = subprocess.Popen([*command, "--out", str(folder)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    stop = time.monotonic() + 120
    while time.monotonic() < stop and not _some_are_stored(folder):
        time.sleep(0.2)
    running.send_signal(signal.SIGKILL)
    running.wait()
    before = _stored(folder)
    assert before
    store = play(folder, bot, "rusher", rounds=40, resume=True, env={"symmetric": False})
    after = store.ask('select "group", nth from games order by all')
    assert len(after) == len(set(after)) == 80 and set(before) <= set(after)
    whole = play(tmp_path / "whole", bot, "rusher", rounds=40)
    assert games(store) == games(whole)


def _some_are_stored(folder):
    wal = folder / f"{STORE}.wal"
    return wal.exists() and wal.stat().st_size > 20_000


def _stored(folder):
    store = Store(folder / STORE)
    try:
        return store.ask('select "group", nth from games order by all')
    finally:
        store.close()


def test_two_seats_of_one_python_agent_are_two_objects():
    class Counts:
        def __init__(self):
            self.calls = []

        def act(self, view):
            self.calls.append(view.side)
            return view.legal_actions[0]

    agent = Seated("counts", Counts(), Counts)
    assert agent.player(0, 1, 0) is not agent.player(1, 1, 1)


def test_a_bot_that_crashes_hangs_and_answers_nonsense_loses_those_games_and_no_other(tmp_path):
    faults, wrong = soak(GAME, 80, 1, tmp_path)
    assert wrong == [] and set(faults) == {"crash", "timeout", "garbage"}
