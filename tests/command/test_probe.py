"""`swarmzoo probe`: what a designer types, reads, and mistypes."""

import json
import re
from pathlib import Path

import pytest
import yaml

from swarmzoo.command.probe.fields import CONFIGS, config_of
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
    pages = [game["page"] for finding in verdict["findings"] for game in finding["watch"]]
    assert all(f'<a href="{link}">' in page and (tmp_path / "p" / link).stat().st_size > 10_000 for link in pages)
    shown = run("replay", str(replays[0]))
    assert shown.code == 0 and "as it was played" in shown.out


def test_resumed_it_plays_nothing_and_says_the_same(run, tmp_path):
    words = ("probe", "balance", "insects", "rusher", *SMALL, "--out", str(tmp_path / "p"))
    first, verdict = run(*words), tmp_path / "p" / "verdict.json"
    begun = json.loads(verdict.read_text())["about"]["command"]
    again = run(*words, "--resume")
    assert (first.code, again.code) == (0, 0) and again.out == first.out, again.err
    about = json.loads(verdict.read_text())["about"]
    assert about["command"] == begun and "--resume" not in begun, "the command that began it"
    assert "--resume" in json.loads(about["manifest"])["resumed"][0]["command"]
    assert run(*words).code == 2, "the folder is taken"


def test_the_rules_of_a_game_and_the_fields_of_a_probe_are_set_in_the_same_way(run, tmp_path):
    out = ("--out", str(tmp_path / "p"), "--json")
    done = run("probe", "balance", "insects", "random", *SMALL, "-s", "players=3", "-s", "margin=0.1", *out)
    values = json.loads(done.out)
    assert values["about"]["config"]["env"] == {"players": 3} and values["about"]["config"]["margin"] == 0.1
    assert len(values["findings"][0]["figures"]) == 3, "three seats"


def test_strategies_are_named_and_every_verdict_has_games_that_play(run, tmp_path):
    few = ("-s", "seeds=40", "-s", "resamples=20", "--workers", "1")
    words = ("probe", "strategies", "insects", "rusher", "runner", "random", *few, "--out", str(tmp_path / "p"))
    done = run(*words)
    assert done.code == 0, done.err
    assert "Strategies of insects-v0, symmetric maps" in done.out and "The equilibrium of the scores plays" in done.out
    verdict = json.loads((tmp_path / "p" / "verdict.json").read_text())
    replays = [Path(game["replay"]) for finding in verdict["findings"] for game in finding["watch"]]
    assert replays and all(read_replay(path).game == "insects" for path in replays)
    again = run(*words, "--resume")
    assert again.code == 0 and again.out == done.out, again.err


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
        (("strategies", "insects", "greedy"), "a set of one strategy"),
        (("strategies", "insects", "greedy", "gredy"), "unknown agent 'gredy'; did you mean greedy?"),
        (("strategies", "insects", "-s", "seeds=5"), "seeds = 5: too few for any verdict"),
        (("balanc", "insects"), "unknown command 'balanc' of swarmzoo probe; did you mean balance?"),
    ],
)
def test_mistakes_are_told_in_a_sentence_and_leave_nothing_behind(run, tmp_path, monkeypatch, words, sentence):
    monkeypatch.chdir(tmp_path)
    done = run("probe", *words)
    assert done.code == 2 and sentence in done.err and "Traceback" not in done.err, done.err
    assert not list(tmp_path.iterdir())


FEW = ("parts", "insects", "greedy", "--part", "card", "-s", "seeds=44", "-s", "uses=4", "--workers", "1")


def test_parts_writes_what_each_is_worth_and_resumed_says_the_same(run, tmp_path):
    out = ("--out", str(tmp_path / "p"))
    done = run("probe", *FEW, *out)
    assert done.code == 0 and "Parts of insects-v0, symmetric maps" in done.out, done.err
    page = (tmp_path / "p" / "report.html").read_text()
    assert page.index("Verdict") < page.index("<svg") < page.rindex("What parts are worth to greedy")
    verdict = json.loads((tmp_path / "p" / "verdict.json").read_text())
    assert len([name for name in verdict["measures"] if name.startswith("worth[greedy]")]) == 13
    again = run("probe", *FEW, *out, "--resume")
    assert (again.code, again.out) == (0, done.out), again.err
    other = run("probe", *FEW, *out, "--resume", "-s", "seeds=45")
    assert other.code == 2 and "the probe began with" in other.err


def test_a_planted_part_is_accused_and_its_games_are_there_to_watch(run, tmp_path):
    """Where insects strike by their Attack cards alone, who may not use these loses nearly always."""
    strong = ("-s", "rules.attack_per_card=10", "-s", "rules.base_attack=0", "-s", "must=0.02")
    words = ("parts", "insects", "greedy", "--part", "attack", "-s", "seeds=120", "-s", "uses=0", *strong)
    done = run("probe", *words, "--workers", "1", "--json", "--out", str(tmp_path / "p"))
    assert done.code == 0, done.err
    fault = next(found for found in json.loads(done.out)["findings"] if found["status"] == "fault")
    assert "attack (card) is a must have for greedy" in fault["sentence"] and len(fault["watch"]) == 3
    shown = run("replay", fault["watch"][0]["replay"])
    assert shown.code == 0 and "as it was played" in shown.out, shown.err


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("parts", "insects", "--part", "rampge"), "insects has no part or kind 'rampge'"),
        (("parts", "insects", "gredy"), "unknown agent 'gredy'; did you mean greedy?"),
        (("parts", "insects", "-s", "seeds=20"), "need 47 or more for any verdict"),
        (("parts", "insects", "-s", "coin=2"), "coin = 2"),
        (("parts", "insects", "--part", "mimic"), "insects has no part or kind 'mimic'"),
    ],
)
def test_mistakes_about_parts_are_told_in_a_sentence_and_leave_nothing_behind(
    run, tmp_path, monkeypatch, words, sentence
):
    monkeypatch.chdir(tmp_path)
    done = run("probe", *words)
    assert done.code == 2 and sentence in done.err and "Traceback" not in done.err, done.err
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    "words",
    [
        ("sweep", "insects", "--vary", "rules.base_stack=1,2", "--target", "turns < 9"),
        ("compare", "standard", "one_deck", "--fail-if", "turns > 9"),
    ],
)
def test_a_measure_that_there_is_not_leaves_nothing_behind(run, tmp_path, words):
    out = tmp_path / "p"
    done = run("probe", *words, "--level", "random", "--games", "20", "--workers", "1", "--out", str(out))
    assert done.code == 2 and "'turns' is not measured; did you mean" in done.err and not out.exists(), done.err


@pytest.mark.parametrize("turned", [False, True])
def test_a_rule_set_that_is_wrong_is_told_by_its_file(run, tmp_path, turned):
    wrong, right = tmp_path / "wrong.yaml", tmp_path / "right.yaml"
    wrong.write_text("rules: {base_attack: [1, 2]}\n", encoding="utf-8")
    right.write_text("rules: {base_attack: 2}\n", encoding="utf-8")
    done = run("probe", "compare", *map(str, (right, wrong) if turned else (wrong, right)), "--quick")
    assert done.code == 2 and f"{wrong}: rules.base_attack = [1, 2]: " in done.err


@pytest.mark.parametrize("probe", sorted(CONFIGS))
def test_the_fields_of_a_probe_are_listed_with_defaults_that_it_takes(run, probe):
    done, config = run("probe", "fields", probe), config_of(probe)
    listed = yaml.safe_load(done.out)
    assert done.code == 0 and set(listed) | {"game", "env"} == set(config.model_fields)
    assert config.read(listed) == config.read({})
    assert done.out.count("\n#") == len(listed), "each has a comment"


def test_a_probe_that_there_is_not_has_no_fields(run):
    done = run("probe", "fields", "exploits")
    assert done.code == 2 and "unknown probe: exploits; did you mean exploit?" in done.err


def test_a_probe_that_goes_on_says_how_much_is_there(run, tmp_path):
    words = ("probe", "balance", "insects", "rusher", *SMALL, "--out", str(tmp_path / "p"))
    assert "there already" not in run(*words).err
    (said,) = re.findall(r"([0-9,]+) of ([0-9,]+) seeds are there already", run(*words, "--resume").err)
    assert said[0] == said[1] != "0"
