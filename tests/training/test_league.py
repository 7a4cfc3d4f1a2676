"""Leagues: who learns from whom, that a stopped one goes on exactly, and what its members win from each other."""

import csv
import json
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from swarmzoo.agents.policy.archive import read_archive
from swarmzoo.envs.core.errors import GameError
from swarmzoo.training.config import SelfPlay
from swarmzoo.training.interruption import Stopped
from swarmzoo.training.league.config import LeagueConfig
from swarmzoo.training.league.matrix import Matrix
from swarmzoo.training.league.run import play_league
from swarmzoo.training.league.stages import exploiter_config, main_config, mixed, stages
from swarmzoo.training.trainer import Trainer
from tests.command.run import run
from tests.training.small import GAME, small_config


def league(**changes: Any) -> LeagueConfig:
    """Return a league that takes seconds; it begins with a policy that is trained in it."""
    training = small_config(
        game="insects", total_steps=256, evaluation={"every": 256, "games": 2, "against": ["random"]}
    )
    values = {"rounds": 2, "exploiter_steps": 256, "main_steps": 256, "games": 6}
    return LeagueConfig.read(values | changes | {"training": training.model_dump(mode="json")})


def ignore(text: str) -> None:
    """Say nothing."""


@pytest.fixture(scope="module")
def whole(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("leagues") / "whole"
    play_league(league(), GAME, folder, resume=False, say=ignore)
    return folder


def test_exploiters_and_main_policies_take_turns():
    names = [(stage.name, stage.rival) for stage in stages(2)]
    assert names == [
        ("exploiter_1", "main_0"),
        ("main_1", "main_0"),
        ("exploiter_2", "main_1"),
        ("main_2", "main_1"),
    ]


def test_an_exploiter_meets_the_main_policy_alone_and_begins_from_it():
    stage = stages(2)[2]
    config = exploiter_config(league(exploiter_steps=512), stage, Path("/x"))
    rival = str(Path("/x/main_1/last.npz"))
    assert (config.start, config.self_play.bots, config.self_play.bots_share) == (rival, {rival: 1.0}, 1.0)
    assert config.total_steps == 512 and config.evaluation.against == (rival,) and config.imitation.steps == 0


def test_lessons_of_a_teacher_are_of_the_first_policy_and_rounds_of_search_of_main_ones():
    searched = small_config(game="insects", expert={"rounds": 2}).model_dump(mode="json")
    taught = small_config(game="insects", expert={"rounds": 2, "teacher": "standard"}).model_dump(mode="json")
    exploiter, main = stages(1)
    for training, rounds in ((searched, 2), (taught, 0)):
        config = LeagueConfig.read({"training": training})
        assert exploiter_config(config, exploiter, Path("/x")).expert.rounds == 0
        found = main_config(config, main, Path("/x"), {"main_0": 0.5}).expert
        assert found.rounds == rounds and found.teacher is None


def test_the_main_policy_meets_its_own_opponents_and_all_members():
    shares = {"main_0": 0.5, "exploiter_1": 0.75}
    config = main_config(league(), stages(2)[1], Path("/x"), shares)
    bots = config.self_play.bots
    path = {name: str(Path("/x") / name / "last.npz") for name in shares}
    assert bots[path["exploiter_1"]] == pytest.approx(0.5 * 0.75 / 1.25) and bots[path["main_0"]] == pytest.approx(0.2)
    assert bots["random"] == bots["rusher"] == pytest.approx(0.5 * 0.5 / 2)
    assert config.self_play.bots_share == pytest.approx(0.75), "a quarter is left for itself"
    assert config.start == path["main_0"] and config.evaluation.against == ("random", path["exploiter_1"])


@pytest.mark.parametrize(
    ("own", "share", "wanted"),
    [
        (SelfPlay(bots={"random": 2.0}, bots_share=0.5), 0.4, {"random": 0.3, "a": 0.32, "b": 0.08}),
        (SelfPlay(bots={}, bots_share=0.5), 0.4, {"a": 0.32, "b": 0.08}),
        (SelfPlay(bots={"random": 1.0}, bots_share=1.0), 1.0, {"a": 0.8, "b": 0.2}),
    ],
)
def test_members_have_their_share_by_what_they_win_and_who_never_wins_is_met_too(own, share, wanted):
    config = league(members_share=share, least=0.1)
    found = mixed(own, {"a": 0.4, "b": 0.0}, config)
    assert found.bots == pytest.approx(wanted) and found.bots_share == pytest.approx(sum(wanted.values()))


def test_seeds_of_stages_differ():
    config = league()
    seeds = [
        (
            exploiter_config(config, stage, Path())
            if "exploiter" in stage.name
            else main_config(config, stage, Path(), {})
        ).seed
        for stage in stages(3)
    ]
    assert len({config.training.seed, *seeds}) == 7


def test_a_league_writes_every_member_and_the_matrix(whole):
    names = ["main_0", "exploiter_1", "main_1", "exploiter_2", "main_2"]
    assert all((whole / name / "last.npz").exists() for name in names) and (whole / "payoffs.png").stat().st_size > 1000
    rows = list(csv.DictReader((whole / "payoffs.csv").read_text().splitlines()))
    assert len(rows) == 20 and {row["agent"] for row in rows} == set(names)
    score = {(row["agent"], row["against"]): float(row["score"]) for row in rows}
    assert all(score[one, other] == pytest.approx(1 - score[other, one]) for one, other in score)
    met = json.loads((whole / "main_2" / "manifest.json").read_text())["config"]["self_play"]["bots"]
    assert set(met) == {"random", "rusher", *(str(whole / name / "last.npz") for name in names[:-1])}


@pytest.mark.parametrize("at", [1, 2, 3, 4])
def test_a_league_that_was_stopped_in_a_stage_goes_on_exactly(whole, tmp_path, monkeypatch, at):
    update, seen = Trainer._one_update, []

    def stop(self):
        update(self)
        seen.append(self.folder.name)
        if len(set(seen)) == at:
            self.save()
            raise Stopped("here")

    folder = tmp_path / "stopped"
    monkeypatch.setattr(Trainer, "_one_update", stop)
    with pytest.raises(Stopped, match=f"continue with `swarmzoo league insects --resume --out {folder}`"):
        play_league(league(), GAME, folder, resume=False, say=ignore)
    monkeypatch.setattr(Trainer, "_one_update", update)
    play_league(league(), GAME, folder, resume=True, say=ignore)
    for name in ("exploiter_1", "main_2"):
        one, two = (read_archive(at / name / "last.npz")[1] for at in (whole, folder))
        assert all(np.array_equal(one[part], two[part]) for part in one)
    assert (folder / "payoffs.csv").read_text() == (whole / "payoffs.csv").read_text()


def test_more_rounds_may_follow_and_nothing_is_trained_again(monkeypatch, tmp_path):
    folder = tmp_path / "more"
    play_league(league(rounds=1), GAME, folder, resume=False, say=ignore)
    before, begun = (folder / "main_1" / "last.npz").read_bytes(), json.loads((folder / "league.json").read_text())
    monkeypatch.setattr(sys, "argv", ["swarmzoo", "league", "again"])
    told: list[str] = []
    play_league(league(rounds=2, start=None), GAME, folder, resume=True, say=told.append)
    assert (folder / "main_1" / "last.npz").read_bytes() == before and (folder / "main_2" / "last.npz").exists()
    assert any(line.startswith("exploiter_2 wins ") for line in told)
    now = json.loads((folder / "league.json").read_text())
    assert (now["command"], now["started"]) == (begun["command"], begun["started"]) and now["config"]["rounds"] == 2
    assert [again["command"] for again in now["resumed"]] == ["swarmzoo league again"]
    assert "round 2 of 2: main_2 learns to win from all" in told and not any("round 1" in line for line in told)
    with pytest.raises(GameError, match="began with 2 rounds; more may be played, not fewer"):
        play_league(league(rounds=1), GAME, folder, resume=True, say=ignore)
    with pytest.raises(GameError, match=r"began with main_steps = 256, not 512; a resumed league keeps everything"):
        play_league(league(main_steps=512), GAME, folder, resume=True, say=ignore)


def test_a_league_may_begin_with_a_policy_that_is_there(whole, tmp_path):
    first = whole / "main_0" / "last.npz"
    play_league(league(rounds=1, start=str(first)), GAME, tmp_path / "of", resume=False, say=ignore)
    assert (tmp_path / "of" / "main_0" / "last.npz").read_bytes() == first.read_bytes()
    assert not (tmp_path / "of" / "main_0" / "manifest.json").exists(), "it is not trained"


def test_with_three_sides_both_are_measured_against_two_of_the_other(monkeypatch, tmp_path):
    from swarmzoo.envs.insects.config import InsectsConfig
    from swarmzoo.envs.insects.game import insects

    asked: list[tuple[str, str]] = []
    monkeypatch.setattr("swarmzoo.training.league.matrix.find_agent", lambda game, text: Path(text).parent.name)

    def rate(game, one, other, **settings):
        from swarmzoo.lab.evaluate import WinRate

        asked.append((one, other))
        return WinRate(0.6 if one == "a" else 0.1, 0.0, 1.0, 6)

    monkeypatch.setattr("swarmzoo.training.league.matrix.win_rate", rate)
    matrix = Matrix(insects(InsectsConfig(players=3)), league(), tmp_path)
    assert (matrix.met("a", "b").score, matrix.met("b", "a").score) == (0.6, 0.1)
    assert asked == [("a", "b"), ("b", "a")] and matrix.met("a", "a").score == pytest.approx(1 / 3)
    assert Matrix(insects(InsectsConfig(players=3)), league(), tmp_path).met("b", "a").score == 0.1 and len(asked) == 2


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--start", "greedy"), "start = 'greedy': not a trained policy of"),
        (("--start", "standard", "-s", "start=four"), "--set start=four: with --start nobody trains the first policy"),
        (("--start", "standard", "-s", "total_steps =5"), "learns from exploiter_steps or main_steps decisions"),
        (("-s", "rounds=0"), "rounds = 0"),
        (("-s", "seat=0"), "training.seat = 0: members of a league meet on every side"),
        (("-s", "members_share=2"), "members_share = 2"),
        (("-s", "league.seed=-1"), "seed = -1"),
        (("-s", "self_play.bots={bold: 1}"), "unknown bot 'bold'"),
        (("-s", "league.nonsense=1"), "nonsense"),
        (("--preset", "nonsense"), "unknown preset 'nonsense'"),
        (("--resume",), "no league to resume here"),
    ],
)
def test_mistakes_are_told_in_a_sentence_and_leave_nothing(capsys, monkeypatch, tmp_path, words, sentence):
    monkeypatch.chdir(tmp_path)
    ended = run(capsys, monkeypatch, "league", "insects", *words, "--out", "here")
    assert ended.code == 2 and sentence in ended.err and "Traceback" not in ended.err
    assert not (tmp_path / "here").exists()


@pytest.mark.parametrize(("text", "told"), [("training:", "training = None"), ("training: 3", "training = 3")])
def test_a_file_whose_training_has_no_parts_is_refused(capsys, monkeypatch, tmp_path, text, told):
    (tmp_path / "bad.yaml").write_text(f"{text}\n")
    monkeypatch.chdir(tmp_path)
    ended = run(capsys, monkeypatch, "league", "insects", "-c", "bad.yaml", "--out", "here")
    assert ended.code == 2 and f"{told}: names with values are needed" in ended.err


def test_a_folder_that_is_used_and_damaged_files_are_refused(whole, tmp_path):
    with pytest.raises(GameError, match="not empty"):
        play_league(league(), GAME, whole, resume=False, say=ignore)
    (tmp_path / "league.json").write_text("{}")
    with pytest.raises(GameError, match=r"league\.json: it is damaged"):
        play_league(league(), GAME, tmp_path, resume=True, say=ignore)
    (tmp_path / "met.json").write_text("[1]")
    with pytest.raises(GameError, match=r"met\.json: it is damaged; remove it"):
        Matrix(GAME, league(), tmp_path)


def test_a_league_of_another_game_is_not_gone_on_with(whole, capsys, monkeypatch):
    ended = run(capsys, monkeypatch, "league", "warband", "--resume", "--out", str(whole))
    assert ended.code == 2 and "this is a league of 'insects', not of warband" in ended.err


def test_the_command_reads_a_preset_overrides_and_files_of_both_kinds(capsys, monkeypatch, tmp_path):
    given: list[LeagueConfig] = []
    monkeypatch.setattr(
        "swarmzoo.training.league.run.play_league", lambda config, game, folder, **more: given.append(config)
    )
    monkeypatch.chdir(tmp_path)
    (tmp_path / "one.yaml").write_text("total_steps: 7\nenvs: 4\nrollout: 8\nbatch_size: 8\n")
    (tmp_path / "two.yaml").write_text("rounds: 5\ntraining:\n  total_steps: 9\n")
    words = ("league", "insects", "-s", "main_steps=11", "-s", "seed=3", "-s", "league.seed=4", "-s", "players=2")
    assert run(capsys, monkeypatch, *words, "--rounds", "2", "--start", "standard").code == 0
    assert run(capsys, monkeypatch, "league", "insects", "-c", "one.yaml").code == 0
    assert run(capsys, monkeypatch, "league", "insects", "-c", "two.yaml").code == 0
    first, second, third = given
    assert (first.main_steps, first.seed, first.training.seed, first.rounds, first.start) == (11, 4, 3, 2, "standard")
    assert first.training.env["players"] == 2 and first.training.game == "insects"
    assert (second.rounds, second.training.total_steps) == (3, 7) and (third.rounds, third.training.total_steps) == (
        5,
        9,
    )
