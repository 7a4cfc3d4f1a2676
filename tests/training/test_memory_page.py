"""The page of memories: means and ranges of seeds, and figures by the rules of today."""

import json

from swarmzoo.envs.catalogue import find_game
from swarmzoo.training.memory.page import RESULTS, draw, table
from swarmzoo.training.strength import preset_of


def scores(bot, own):
    shares = {"random": 1.0, "best": bot, "weak": 0.9, "mine": own}
    return {name: {"score": share, "low": 0.0, "high": 1.0, "games": 100} for name, share in shares.items()}


def run_of(seed=1, own=0.5, settings=""):
    arms = {
        "none": {"minutes": 2.0 * seed, "scores": scores(0.6, own)},
        "recurrent": {"minutes": 3.0, "scores": scores(0.7, own), "from_plain": {"score": 0.5 + seed / 100}},
    }
    told = {"schema": 1, "game": "warband", "preset": "standard", "policy": "mine", "seed": seed, "settings": settings}
    told |= {"decisions": 10, "games": 100}
    return told | {"before": scores(0.5, 0.5), "arms": arms}


def test_a_policy_has_a_row_as_it_began_and_one_for_each_memory():
    rows = table([run_of(1, 0.4), run_of(2, 0.5), run_of(3, 0.6)]).splitlines()[2:]
    assert rows[0] == "| warband | mine | 3 | as it began | - | best 50.0% | 70.0% | 50.0% | - |"
    assert rows[1] == "| warband | mine | 3 | none | 4.0 | best 60.0% | 75.0% | 50.0% (40.0% to 60.0%) | - |"
    assert rows[2].endswith("recurrent | 3.0 | best 70.0% | 80.0% | 50.0% (40.0% to 60.0%) | 52.0% (51.0% to 53.0%) |")
    other = table([run_of(1), run_of(1, settings="clip=0.1")]).splitlines()[2:]
    assert len(other) == 6 and all("| mine | 1 |" in row for row in other), (
        "runs with other settings have rows of their own"
    )
    assert len(rows) == 3 and draw([run_of()]).startswith(b"\x89PNG")


def test_the_page_says_what_was_measured_by_the_rules_of_today():
    runs = json.loads(RESULTS.kept.read_text())
    assert len(runs) > 5
    assert RESULTS.renewed(RESULTS.page.read_text(), runs) == RESULTS.page.read_text()
    for run in runs:
        found = find_game(run["game"])
        today = found.read(preset_of(found, run["preset"], run["seed"], 2).env, "env.").rules_signature
        assert run["rules"] == today, f"{run['game']}: measured by other rules than those of today"
        assert (run["decisions"], run["games"]) == (1_000_000, 1000), "as the page says"
