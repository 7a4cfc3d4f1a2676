"""A cluster: the same results as here, also where nodes die and the files of bots are only here."""

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from swarmzoo.envs.catalogue import find_game
from swarmzoo.envs.core.errors import GameError
from swarmzoo.lab import cluster_soak
from swarmzoo.lab.execution.cluster import Cluster
from swarmzoo.lab.execution.executor import Here, in_order
from swarmzoo.lab.execution.travel import located, parcel_of, unpacked
from swarmzoo.lab.probing.jobs import Job, play_jobs

BOT = """
from pathlib import Path

lucky = int(Path(__file__).with_name("luck.py").read_text().split()[-1])

class Mine:
    name = "mine"
    def act(self, view):
        return int(view.legal_actions[lucky % len(view.legal_actions)])
"""


def bot(folder: Path) -> Path:
    """Write a bot that reads a file beside it."""
    folder.mkdir(exist_ok=True)
    (folder / "mine.py").write_text(BOT)
    (folder / "luck.py").write_text("lucky = 3\n")
    return folder / "mine.py"


def tasks(text: str) -> list:
    return [(play_jobs, [Job("c", "insects", "{}", (text, "random"), seed)]) for seed in range(6)]


def told(parts):
    return [replace(row, seconds=0.0) for part in parts for row in part]


def test_a_cluster_that_loses_a_node_comes_to_the_same_with_a_bot_whose_file_is_here_alone(tmp_path):
    Nodes = pytest.importorskip("ray.cluster_utils").Cluster

    text = f"{bot(tmp_path / 'bots')}:Mine"
    here = told(in_order(Here(), tasks(text)))
    nodes = Nodes(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
    try:
        second = nodes.add_node(num_cpus=1)
        cluster = Cluster(nodes.address, [text])
        shutil.rmtree(tmp_path / "bots")
        found = {}
        for number, rows in cluster.carry_out(tasks(text)):
            if not found:
                nodes.remove_node(second, allow_graceful=False)
            found[number] = rows
        with pytest.raises(GameError, match="unknown agent 'gredy'"):
            list(cluster.carry_out([(play_jobs, [Job("c", "insects", "{}", ("gredy",), 1)])]))
        cluster.close()
    finally:
        nodes.shutdown()
    assert told(found[number] for number in range(6)) == [replace(row, players=row.players) for row in here], (
        "names, moves and results"
    )


def test_a_cluster_that_is_not_there_is_told_in_a_sentence():
    with pytest.raises(GameError, match=r"--ray 127\.0\.0\.1:1: no cluster answers there"):
        Cluster("127.0.0.1:1", [])


def test_texts_name_files_where_they_arrived(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    absolute = bot(tmp_path / "bots")
    parcel = parcel_of([f"{absolute}:Mine -burn", "bots/mine.py:Mine", "greedy"])
    assert {Path(name).name for name in parcel.files} == {"mine.py", "luck.py"}
    shutil.rmtree(tmp_path / "bots")
    with unpacked(parcel):
        assert Path("bots/mine.py").read_text() == BOT, "a relative path means the same file"
        moved = located(f"{absolute}:Mine -burn")
        assert moved != f"{absolute}:Mine -burn" and Path(moved.partition(":")[0]).read_text() == BOT
        assert moved.endswith(":Mine -burn") and located("greedy") == "greedy"
    assert located(f"{absolute}:Mine") == f"{absolute}:Mine" and not Path("bots").exists()


def test_files_that_are_too_large_stay_here(tmp_path, monkeypatch):
    monkeypatch.setattr("swarmzoo.lab.execution.travel.MOST", 10)
    with pytest.raises(GameError, match="at most 10 travel"):
        parcel_of([f"{bot(tmp_path)}:Mine"])


def test_a_soak_tells_games_that_are_others_lost_or_there_twice(tmp_path):
    game = find_game("insects").read({"radius": 2, "max_rounds": 2})
    here = cluster_soak.played(game, ("greedy", "random"), 3, tmp_path / "a", Here())
    again = cluster_soak.played(game, ("greedy", "random"), 3, tmp_path / "b", Here())
    assert len(here) == 6 and cluster_soak.differences(here, again) == []
    assert len(cluster_soak.differences(here, [replace(here[0], length=1), *here[1:]])) == 1
    assert cluster_soak.differences(here, here[1:]) == ["5 games on the cluster, 6 here"]
    assert cluster_soak.differences(here, [*here, here[0]]) == ["7 games on the cluster, 6 here"]


def test_a_node_is_killed_whenever_it_is_time_and_games_are_left():
    killed = []
    nodes = type("Made", (), {"kill_one": lambda self, draw: killed.append(draw.random())})()
    at_once, never = cluster_soak.Killer(nodes, 0, 1), cluster_soak.Killer(nodes, 1e9, 1)
    for done in range(1, 4):
        at_once(done, 3)
        never(done, 3)
    assert len(killed) == 2
