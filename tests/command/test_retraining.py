"""`--retrain`: policies that are trained for the rules that a probe looks at, and play in it."""

import json
from pathlib import Path

import pytest

from swarmzoo.agents.policy.archive import read_archive
from tests.command.run import run as run_command

TINY = """
total_steps: 256
envs: 8
rollout: 32
batch_size: 128
epochs: 1
threads: 1
network: {kind: mlp, width: 16}
evaluation: {games: 4, against: [random]}
"""
SMALL = ("-s", "games=20", "-s", "slow_games=20", "-s", "slow_ladder_games=4", "-s", "positions=0", "--workers", "1")


@pytest.fixture
def run(capsys, monkeypatch):
    """The command, as a function of its words."""
    return lambda *words: run_command(capsys, monkeypatch, *words)


def test_a_policy_is_trained_for_the_changed_rules_plays_and_is_told(run, tmp_path):
    (tmp_path / "tiny.yaml").write_text(TINY)
    out = tmp_path / "p"
    words = ("probe", "balance", "insects", "random", *SMALL, "-s", "rules.base_attack=2", "--out", str(out))
    again = ("--retrain", str(tmp_path / "tiny.yaml"), "--json")
    done = run(*words, *again)
    assert done.code == 0, done.err
    values = json.loads(done.out)
    policy = next((out / "retrained").glob("*.npz"))
    assert read_archive(policy, "checkpoint")[0]["rules_signature"] == values["about"]["rules_signature"]
    assert str(policy) in values["sureness"]["adapted"]
    assert any(finding["about"] == f"seats {policy}" for finding in values["findings"])
    written = policy.stat().st_mtime_ns
    resumed = run(*words, *again, "--resume")
    assert resumed.code == 0 and policy.stat().st_mtime_ns == written, "it is trained once"


@pytest.mark.parametrize(("preset", "sentence"), [("qick", "unknown preset 'qick'"), ("missing.yaml", "missing.yaml")])
def test_a_preset_that_is_not_there_is_a_mistake(run, tmp_path, preset, sentence):
    out = tmp_path / "p"
    done = run("probe", "balance", "insects", "random", *SMALL, "--out", str(out), "--retrain", preset)
    assert done.code == 2 and sentence in done.err and not out.exists()
    assert not Path("runs/retrained").exists()
