"""Planted faults: files that every game has, games that have the faults, and tables that count what was said."""

import pytest
from typer.testing import CliRunner

from swarmzoo.envs.catalogue import find_game, games
from swarmzoo.envs.core.errors import GameError
from swarmzoo.lab.execution.executor import Here
from swarmzoo.lab.probing import power
from swarmzoo.lab.probing.jobs import game_of
from swarmzoo.lab.probing.power import Trial, Variant, cases_of, measured, says, trials_of
from swarmzoo.lab.probing.setting import values_of
from swarmzoo.lab.probing.verdict import Finding, Report, Sureness

SURE = Sureness(0.05, "", "", "")


@pytest.mark.parametrize("found", games(), ids=lambda found: found.name)
def test_every_game_has_faults_at_two_sizes_for_each_probe_and_a_clean_game(found):
    trials = trials_of(found)
    assert {trial.probe for trial in trials} == {"balance", "strategies", "parts"}
    for trial in trials:
        assert trial.clean is not None and trial.faults
    for _, fault, _, _, variant in cases_of(trials):
        game = variant.game_of(found)
        assert (
            (game.rules_signature != find_game(found.name).read({}).rules_signature)
            or variant.fields
            or (fault == "none")
        ), "a fault changes something"


def test_what_a_side_is_forbidden_travels_with_the_jobs():
    found = find_game("insects")
    game = Variant(withheld={"swarm_1": ["attack"]}).game_of(found)
    assert any(game.bans) and game_of("insects", values_of(game)).rules_signature == game.rules_signature
    assert game_of("insects", values_of(found.read({}))).bans == ()


def test_rows_count_the_runs_that_accuse(monkeypatch):
    said = iter([True, False, True, True, True, True])

    def run_probe(*given) -> Report:
        findings = [Finding("fault", "seats random", ""), Finding("note", "seats", "")][: 1 if next(said) else 0]
        return Report("balance", "", findings, SURE)

    monkeypatch.setattr(power, "run_probe", run_probe)
    trial = Trial.read(
        {
            "probe": "balance",
            "clean": {},
            "faults": [{"name": "a", "about": "seats", "small": {}, "large": {}}],
        }
    )
    monkeypatch.setattr(power, "trials_of", lambda found: [trial])
    rows = list(measured(find_game("insects"), 2, 1, "", Here()))
    assert [(row["fault"], row["size"], row["said"]) for row in rows] == [
        ("none", "-", "1"),
        ("a", "small", "2"),
        ("a", "large", "2"),
    ]


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


def test_an_unknown_game_is_a_mistake_of_the_user():
    import typer

    app = typer.Typer()
    app.command()(power.main)
    done = CliRunner().invoke(app, ["insect"])
    assert done.exit_code == 2
