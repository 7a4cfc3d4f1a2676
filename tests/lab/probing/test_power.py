"""Planted faults: files that every game has, games that have the faults, and tables that count what was said."""

import pytest
import typer
from click.testing import Result
from typer.testing import CliRunner

from swarmzoo.envs.catalogue import find_game, games
from swarmzoo.envs.core.errors import GameError
from swarmzoo.lab.probing import planted, power
from swarmzoo.lab.probing.catalogue import PROBES
from swarmzoo.lab.probing.jobs import game_of
from swarmzoo.lab.probing.planted import Case, Trial, Variant, cases_of, says, trials_of
from swarmzoo.lab.probing.run_lines import RunLines
from swarmzoo.lab.probing.setting import values_of
from swarmzoo.lab.probing.verdict import Finding, Report, Sureness

SURE = Sureness(0.05, "", "", "")


@pytest.mark.parametrize("found", games(), ids=lambda found: found.name)
def test_every_game_has_faults_at_two_sizes_for_each_probe_and_a_clean_game(found):
    trials = trials_of(found)
    assert {"balance", "strategies", "parts"} <= {trial.probe for trial in trials} <= set(PROBES)
    for trial in trials:
        assert trial.clean is not None and trial.faults
    signatures = [case.signature() for case in cases_of(found)]
    assert len(set(signatures)) == len(signatures), "a fault changes something, and each size something else"


def test_what_a_side_is_forbidden_travels_with_the_jobs():
    found = find_game("insects")
    game = Variant(withheld={"swarm_1": ["attack"]}).game_of(found)
    assert any(game.bans) and game_of("insects", values_of(game)).rules_signature == game.rules_signature
    assert game_of("insects", values_of(found.read({}))).bans == ()


TRIAL = {
    "probe": "balance",
    "clean": {},
    "faults": [{"name": "a", "about": "seats", "small": {}, "large": {}}],
}


@pytest.fixture
def probed(monkeypatch) -> list[tuple[str, int]]:
    """Plant one fault, let the probe accuse in odd runs, and note the runs; run 13 kills the process."""
    ran: list[tuple[str, int]] = []

    def run(case: Case, number: int, executor) -> tuple[Report, int]:
        if number == 13:
            raise KeyboardInterrupt
        ran.append((case.size, number))
        return Report("balance", "", [Finding("fault", "seats random", "")][: number % 2], SURE), 10 * number

    monkeypatch.setattr(planted, "trials_of", lambda found: [Trial.read(TRIAL)])
    monkeypatch.setattr(Case, "run", run)
    return ran


def command(*arguments: str) -> Result:
    app = typer.Typer()
    app.command()(power.main)
    return CliRunner().invoke(app, [*arguments, "--workers", "1"])


def test_rows_count_the_runs_that_accuse(probed, tmp_path):
    done = command("insects", "--runs", "3", "--small-runs", "1", "--out", str(tmp_path / "runs.jsonl"))
    assert done.exit_code == 0, done.output
    rows = [line for line in done.output.splitlines() if line.startswith("probe ")]
    assert [row.partition(", expected")[0] for row in rows] == [
        "probe balance, fault none, size clean",
        "probe balance, fault a, size small",
        "probe balance, fault a, size large",
    ]
    assert ["runs 3, said 2" in row for row in rows] == [True, False, True]
    assert "runs 1, said 1" in rows[1] and "games a run 20" in rows[0]


def test_the_same_command_goes_on_where_it_was_stopped(probed, tmp_path):
    out = str(tmp_path / "runs.jsonl")
    stopped = command("insects", "--runs", "3", "--seed", "12", "--out", out)
    assert stopped.exit_code != 0 and probed == [("clean", 12), ("small", 12), ("large", 12)]
    command("insects", "--runs", "1", "--seed", "12", "--out", out)
    assert len(probed) == 3, "what is in the file is not run again"
    command("insects", "--runs", "2", "--seed", "11", "--out", out)
    assert probed[3:] == [("clean", 11), ("small", 11), ("large", 11)]


def test_pieces_make_the_same_table_as_one_command(probed, tmp_path, monkeypatch):
    monkeypatch.setattr(power, "table_of", lambda found: tmp_path / "power.csv")
    command("insects", "--runs", "4", "--out", str(tmp_path / "whole.jsonl"), "--write")
    whole = (tmp_path / "power.csv").read_text()
    for only, seed in (("large", 3), ("clean", 1), ("large", 1), ("clean", 3), ("a", 1), ("balance", 3)):
        command("insects", "--runs", "2", "--seed", str(seed), "--only", only, "--out", str(tmp_path / "pieces.jsonl"))
    command("insects", "--runs", "0", "--only", "clean", "--out", str(tmp_path / "pieces.jsonl"), "--write")
    assert (tmp_path / "power.csv").read_text() == whole and whole.count("\n") == 4


def test_half_a_line_that_a_kill_left_is_run_again(probed, tmp_path):
    path = tmp_path / "runs.jsonl"
    command("insects", "--runs", "2", "--out", str(path))
    whole = path.read_bytes()
    path.write_bytes(whole[:-20])
    command("insects", "--runs", "2", "--out", str(path))
    assert probed[6:] == [("large", 2)]
    assert len(path.read_bytes().splitlines()) == 6 and len(RunLines(path).runs) == 6


def test_runs_of_other_rules_or_faults_do_not_count(probed, tmp_path, monkeypatch):
    out = str(tmp_path / "runs.jsonl")
    command("insects", "--runs", "1", "--out", out)
    changed = TRIAL | {"clean": {"env": {"rules": {"base_stack": 2}}}}
    monkeypatch.setattr(planted, "trials_of", lambda found: [Trial.read(changed)])
    command("insects", "--runs", "1", "--out", out)
    assert probed[3:] == [("clean", 1)]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("insect",), "insect"),
        (("insects", "--only", "balanse"), "no such probe, fault or size"),
        (("insects", "--out", "."), "name another file"),
        (("insects", "--out", __file__), "line 1"),
    ],
)
def test_mistakes_of_the_user_are_told_in_a_sentence(probed, arguments, sentence):
    done = command(*arguments)
    assert done.exit_code == 2 and sentence in " ".join(done.output.replace("│", " ").split())
    assert not probed


def test_only_what_begins_so_counts_as_found():
    report = Report("balance", "", [Finding("fault", "seats greedy", ""), Finding("note", "skill", "")], SURE)
    assert says(report, "seats") and says(report, "") and not says(report, "skill") and not says(report, "worth")


@pytest.mark.parametrize(
    ("variant", "sentence"),
    [
        ({"withheld": {"swarm_9": ["attack"]}}, "unknown side 'swarm_9'"),
        ({"withheld": {"swarm_1": ["atack"]}}, "no part 'atack'"),
        ({"env": {"players": 9}}, "players = 9"),
    ],
)
def test_variants_that_cannot_be_are_told_in_a_sentence(variant, sentence):
    with pytest.raises(GameError, match=sentence):
        Variant(**variant).game_of(find_game("insects"))
