"""Sessions and ledgers: what was played is not played again, and what was begun goes on as it began."""

import os
import signal
import subprocess
import sys
import time
from dataclasses import replace

import pytest

from swarmzoo.envs.core.errors import GameError
from swarmzoo.lab.execution.executor import Here
from swarmzoo.lab.probing.jobs import Job
from swarmzoo.lab.probing.ledger import LEDGER, Ledger
from swarmzoo.lab.probing.session import Session, in_words


def jobs(first: int, stop: int) -> list[Job]:
    return [Job("cell", "insects", "{}", ("greedy", "rusher"), seed, is_traced=True) for seed in range(first, stop)]


class Counting(Here):
    """Counts the tasks that it carries out."""

    def __init__(self):
        self.jobs = 0

    def carry_out(self, tasks):
        for number, (function, given) in enumerate(tasks):
            self.jobs += len(given)
            yield number, function(given)


def test_what_the_ledger_has_is_not_played_again(tmp_path):
    ledger, executor = Ledger(tmp_path / LEDGER), Counting()
    first = Session(ledger, executor).play(jobs(0, 3))
    ledger.close()
    ledger = Ledger(tmp_path / LEDGER)
    again = Session(ledger, executor).play(jobs(0, 5))
    assert executor.jobs == 5 and again[: len(first)] == first and len(again) == 10
    assert ledger.count == ledger.ask("select count(*) from games")[0][0] == 10


def test_a_forecast_plays_nothing_twice_and_falls_as_games_are_played(tmp_path):
    ledger, executor = Ledger(tmp_path / LEDGER), Counting()
    session = Session(ledger, executor)
    whole = jobs(0, 60)
    seconds = session.forecast(whole)
    assert seconds > 0 and executor.jobs < 60
    session.play(whole)
    assert executor.jobs == 60 and session.forecast(whole) == 0.0
    assert (session.done, session.total) == (60, 60)


def test_a_forecast_takes_from_the_ledger_what_games_cost(tmp_path):
    ledger = Ledger(tmp_path / LEDGER)
    Session(ledger, Here()).play(jobs(0, 8))
    executor = Counting()
    assert Session(ledger, executor).forecast(jobs(0, 80)) > 0
    assert Session(ledger, executor).forecast(jobs(0, 8)) == 0.0 and 0 < executor.jobs < 72


def test_a_forecast_leaves_out_what_the_first_game_had_to_load(tmp_path):
    """What is there of games of 100 seconds of loading and of 1 says that 72 others take 72."""
    ledger, played = Ledger(tmp_path / LEDGER), Ledger(tmp_path / f"played-{LEDGER}")
    rows = Session(played, Here()).play(jobs(0, 8))
    games = len(rows) // 8
    ledger.add([replace(row, seconds=(100.0 if row.seed == 3 else 1.0) / games) for row in rows])
    session = Session(ledger, Here())
    session._recall(jobs(0, 80))
    assert session._cost == {"cell": pytest.approx(1.0)}


def test_seeds_of_a_cell_with_rules_and_players_of_their_own_go_together(tmp_path):
    ledger, executor = Ledger(tmp_path / LEDGER), Counting()
    session = Session(ledger, executor)
    rules, bans = ("{}", '{"rules":{"starting_cards":3}}'), ("burn", "seat", "step")
    whole = [Job("cell", "insects", rules[k % 2], ("random", f"random -{bans[k % 3]}"), k) for k in range(70)]
    session.forecast(whole)
    assert executor.jobs <= 33, "one game, and those that tell what one costs"
    rows = session.play(whole)
    assert executor.jobs == 70 and [row.seed for row in rows[::2]] == list(range(70))
    assert rows == [row for job in whole for row in ledger.games(job)]
    assert all(
        (row.values, row.players) == (job.values, job.players) for row, job in zip(rows[::2], whole, strict=True)
    )


@pytest.mark.parametrize(
    ("seconds", "workers", "sizes"),
    [
        (40.0, 1, [16, 16, 8]),  # a search that asks a policy: games side by side cost half
        (40.0, 4, [5] * 8),  # nobody waits while others have two tasks left
        (1e-4, 1, [20, 20]),
        (None, 1, [40]),
    ],
)
def test_slow_games_are_played_side_by_side_and_no_worker_is_left_without(tmp_path, seconds, workers, sizes):
    executor = Counting()
    executor.workers = workers
    session = Session(Ledger(tmp_path / LEDGER), executor)
    if seconds is not None:
        session._cost["cell"] = seconds
    assert [len(task) for task in session._tasks(jobs(0, 40))] == sizes


def test_how_long_is_told_in_the_usual_units():
    assert [in_words(t) for t in (90, 3000, 20_000)] == ["90 seconds", "50 minutes", "6 hours"]


def twice(number: int) -> int:
    return 2 * number


def test_other_work_is_kept_too(tmp_path):
    ledger = Ledger(tmp_path / LEDGER)
    assert Session(ledger, Here()).work(twice, {"a": 1, "b": 2}) == {"a": 2, "b": 4}
    assert Session(ledger, Counting()).work(twice, {"a": 1}) == {"a": 2}


def test_a_probe_goes_on_only_with_what_it_began_with(tmp_path):
    ledger = Ledger(tmp_path / LEDGER)
    ledger.begin({"rules_signature": "one", "config": {"seed": 0, "levels": ("a",)}})
    ledger.begin({"rules_signature": "one", "config": {"seed": 0, "levels": ("a",)}})
    with pytest.raises(GameError, match=r"the probe began with rules_signature = 'one', not 'two'"):
        ledger.begin({"rules_signature": "two", "config": {"seed": 0, "levels": ("a",)}})
    with pytest.raises(GameError, match=r"config\.seed = 0, not 4"):
        ledger.begin({"rules_signature": "one", "config": {"seed": 4, "levels": ("a",)}})


def test_a_file_that_is_no_ledger_is_refused_in_a_sentence(tmp_path):
    (tmp_path / LEDGER).write_bytes(b"no ledger" * 100)
    with pytest.raises(GameError, match="cannot be used as a store"):
        Ledger(tmp_path / LEDGER)


def test_a_killed_probe_goes_on_where_it_was(tmp_path):
    """Kill the command with no warning while it plays; resumed, it comes to the games of one that was not killed."""
    words = ["probe", "balance", "insects", "greedy", "rusher", "-s", "games=600", "-s", "positions=0"]
    words += ["--workers", "1", "-s", "ladder_games=400"]

    def command(folder: str, *more: str) -> list[str]:
        return [sys.executable, "-m", "swarmzoo", *words, "--out", str(tmp_path / folder), *more]

    running = subprocess.Popen(command("killed"), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    path = tmp_path / "killed" / LEDGER
    deadline = time.monotonic() + 60
    while not path.exists() and time.monotonic() < deadline:
        time.sleep(0.05)
    time.sleep(1.0)
    os.kill(running.pid, signal.SIGKILL)
    running.wait()
    for folder, more in (("killed", ("--resume",)), ("whole", ())):
        done = subprocess.run(command(folder, *more), capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
    games = []
    for folder in ("killed", "whole"):
        ledger = Ledger(tmp_path / folder / LEDGER)
        games.append(ledger.ask("select * exclude (seconds) from games order by cell, seed, nth"))
        ledger.close()
    assert games[0] == games[1]
    verdicts = [(tmp_path / folder / "verdict.json").read_text().split('"about"')[0] for folder in ("killed", "whole")]
    assert verdicts[0].replace("killed/", "") == verdicts[1].replace("whole/", "")
