"""`swarmzoo probe`: what a designer types, reads, and mistypes."""

import json
from pathlib import Path

import pytest

from swarmzoo.lab.replay import read_replay
from tests.command.run import run as run_command

SMALL = ("-s", "games=20", "-s", "ladder_games=4", "-s", "positions=4", "-s", "simulations=16", "--workers", "1")


@pytest.fixture
def run(capsys, monkeypatch):
    """The command, as a function of its words."""
    return lambda *words: run_command(capsys, monkeypatch, *words)


def test_balance_prints_findings_and_writes_a_page_that_needs_nothing_else(run, tmp_path):
    done = run("probe", "balance", "insects", "random", "rusher", *SMALL, "--out", str(tmp_path / "p"))
    assert done.code == 0, done.err
    assert "Balance of insects-v0, symmetric maps" in done.out and "ladder of skill" in done.out
    page = (tmp_path / "p" / "report.html").read_text()
    assert page.index("Verdict") < page.index("<svg") < page.index("Share of first place by seat")
    assert "src=" not in page and "<link" not in page and "<script" not in page
    verdict = json.loads((tmp_path / "p" / "verdict.json").read_text())
    replays = [Path(game["replay"]) for finding in verdict["findings"] for game in finding["watch"]]
    assert len(replays) >= 6 and all(read_replay(path).game == "insects" for path in replays)
    shown = run("replay", str(replays[0]))
    assert shown.code == 0 and "as it was played" in shown.out


def test_resumed_it_plays_nothing_and_says_the_same(run, tmp_path):
    words = ("probe", "balance", "insects", "rusher", *SMALL, "--out", str(tmp_path / "p"))
    first = run(*words)
    again = run(*words, "--resume")
    assert (first.code, again.code) == (0, 0) and again.out == first.out, again.err
    assert run(*words).code == 2, "the folder is taken"


def test_the_rules_of_a_game_and_the_fields_of_a_probe_are_set_in_the_same_way(run, tmp_path):
    out = ("--out", str(tmp_path / "p"), "--json")
    done = run("probe", "balance", "insects", "random", *SMALL, "-s", "players=3", "-s", "margin=0.1", *out)
    values = json.loads(done.out)
    assert values["about"]["config"]["env"] == {"players": 3} and values["about"]["config"]["margin"] == 0.1
    assert len(values["findings"][0]["figures"]) == 3, "three seats"


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("balance", "insect"), "unknown game 'insect'; did you mean insects?"),
        (("balance", "insects", "gredy"), "unknown agent 'gredy'; did you mean greedy?"),
        (("balance", "insects", "greedy", "greedy"), "each level is given once"),
        (("balance", "insects", "-s", "games=3"), "games = 3"),
        (("balance", "insects", "-s", "gmes=3"), "gmes"),
        (("balance", "insects", "-s", "players=9"), "players = 9"),
        (("balance", "insects", "--resume"), "--resume needs --out FOLDER"),
        (("balance", "insects", "--resume", "--out", "nowhere"), "nowhere: no probe to go on with here"),
        (("balance", "insects", "-c", "missing.yaml"), "missing.yaml"),
        (("balanc", "insects"), "unknown command 'balanc' of swarmzoo probe; did you mean balance?"),
    ],
)
def test_mistakes_are_told_in_a_sentence_and_leave_nothing_behind(run, tmp_path, monkeypatch, words, sentence):
    monkeypatch.chdir(tmp_path)
    done = run("probe", *words)
    assert done.code == 2 and sentence in done.err and "Traceback" not in done.err, done.err
    assert not list(tmp_path.iterdir())
