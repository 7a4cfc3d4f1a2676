"""What plain learners learn: the command runs, its results make the page, and the page says what was kept."""

import json
import os
import subprocess
import sys
from functools import partial
from itertools import islice

import pytest
import torch

from swarmzoo.envs.catalogue import find_game
from swarmzoo.training.recipes import ppo
from swarmzoo.training.scratch import SELF_PLAY, Scratch, SelfPlay, values_of
from swarmzoo.training.scratch_page import RESULTS, draw, table


def run_of(seed=1, shares=(0.5, 0.96), **changed):
    curve = [[30.0 * k, 1000 * k, share] for k, share in enumerate(shares)]
    return {
        "schema": 1,
        "game": "warband",
        "preset": "",
        "algorithm": "MaskablePPO",
        "seed": seed,
        "seconds": 60.0,
        "steps": 2000,
        "curve": curve,
        "against": {"random": shares[-1], "captain": 0.25},
    } | changed


@pytest.mark.filterwarnings("ignore:actions", "ignore:.* illegal actions")  # PPO and A2C know no masks
@pytest.mark.parametrize(
    ("game", "algorithm"),
    [
        ("formation", "MaskablePPO"),
        ("warband", "A2C"),
        ("insects", "PPO"),
        ("warband", "MaskableA2C"),
        ("formation", SELF_PLAY),
    ],
)
def test_a_learner_trains_and_is_evaluated(game, algorithm):
    with_bots = algorithm != SELF_PLAY
    made = partial(Scratch, algorithm=algorithm) if with_bots else SelfPlay
    found = made(find_game(game), "small", seed=1, games=32).run(0.5)
    assert found["steps"] > 0 and 0.5 <= found["seconds"] < 60
    assert (found["curve"][0][1] == 0) == with_bots  # self-play is looked at after its first update
    assert set(found["against"]) > {"random"}
    assert all(0 <= share <= 1 for share in found["against"].values())
    json.dumps(found)


def test_the_same_seed_learns_the_same():
    def learned():
        scratch = Scratch(find_game("warband"), "small", "MaskablePPO", 3, 32)
        scratch._model.learn(4096)
        return scratch.share_against("random"), scratch.share_against("coward")

    assert learned() == learned()


def test_looking_at_self_play_changes_nothing_it_learns():
    def learned(looks):
        learner, weights = SelfPlay(find_game("warband"), "small", 3, 32), []
        for now in islice(ppo.updates(learner._settings), 2):
            learner._now = now
            weights.append(torch.cat([part.detach().flatten() for part in now.net.parameters()]))
            if looks:
                learner.share_against("coward")
        return torch.stack(weights)

    assert torch.equal(learned(looks=True), learned(looks=False))


def test_the_command_writes_a_file_and_refuses_what_there_is_not(tmp_path):
    command = [sys.executable, "-m", "swarmzoo.training.scratch"]
    words = ["warband", "--preset", "small", "--minutes", "0.01", "--games", "32", "--out", str(tmp_path / "runs")]
    (tmp_path / "system").mkdir()
    subprocess.run([*command, *words], check=True, env=os.environ | {"TMPDIR": str(tmp_path / "system")})
    assert RESULTS.read(tmp_path / "runs")[0]["game"] == "warband"
    assert not list((tmp_path / "system").glob("SB3-*"))
    for wrong, said in (
        (["chess"], "chess"),
        (["warband", "--algorithm", "DQN"], "MaskablePPO"),
        (["warband", "--preset", "tiny"], "small"),
    ):
        done = subprocess.run([*command, *wrong], capture_output=True, text=True, check=False)
        assert done.returncode and said in done.stderr and "Traceback" not in done.stderr


def test_the_table_has_medians_and_ranges():
    runs = [run_of(1), run_of(2, shares=(0.5, 0.9)), run_of(3, shares=(0.97, 0.98))]
    row = table(runs).splitlines()[2]
    assert "| 3 |" in row and "15 s (2 of 3 seeds)" in row and "96% (90% to 98%)" in row and "captain 25%" in row
    assert "not reached" in table([run_of(shares=(0.5, 0.6))])
    assert draw(runs).startswith(b"\x89PNG")


def test_the_page_says_what_was_measured():
    runs = json.loads(RESULTS.kept.read_text())
    text = RESULTS.page.read_text()
    assert RESULTS.renewed(text, runs) == text
    assert {run["game"] for run in runs} == {"insects", "formation", "warband", "overseer", "nova"}
    for run in runs:
        found = find_game(run["game"])
        today = found.read(values_of(found, run["preset"])).rules_signature
        assert run["rules"] == today, f"{run['game']} {run['preset']}: measured by other rules than those of today"
