"""A trained policy teaches another one in place of a search: distillation."""

import csv

import numpy as np
import pytest
import torch

from swarmzoo.agents.built_in import baselines
from swarmzoo.agents.find import find_agent
from swarmzoo.agents.policy.choice import shares_of
from swarmzoo.agents.policy.network import logits_of
from swarmzoo.envs.core.errors import GameError
from swarmzoo.lab.games import made
from swarmzoo.training.curve import curve
from swarmzoo.training.expert import ExpertRound
from swarmzoo.training.ppo import new_policy
from swarmzoo.training.progress import Progress
from swarmzoo.training.run import train
from swarmzoo.training.trainer import Trainer
from tests.training.small import GAME, small_config
from tests.training.test_team_training import GAME as TEAM
from tests.training.test_team_training import assert_resumes
from tests.training.test_team_training import config as team_config

SMALL = {"rounds": 2, "steps": 96, "games": 8, "batch_size": 32, "teacher": "standard"}


def begun(game=GAME, settings=small_config, **changes) -> ExpertRound:
    config = settings(expert=SMALL | changes)
    torch.manual_seed(0)
    return ExpertRound(game, config, new_policy(game, config), 0)


def a_round(game=GAME, settings=small_config, **changes) -> ExpertRound:
    found = begun(game, settings, **changes)
    found.collect(lambda count: None)
    return found


def shares(logits, masks):
    return shares_of(np.where(masks, logits, -np.inf))


@pytest.mark.parametrize(
    ("game", "settings", "teacher"), [(GAME, small_config, "standard"), (TEAM, team_config, "clash")]
)
def test_what_is_taught_is_how_likely_the_teacher_makes_actions(game, settings, teacher):
    lessons = a_round(game, settings, teacher=teacher).lessons[0]
    assert lessons.count == SMALL["steps"] and (lessons.masks.sum(axis=1) > 1).all()
    expected = shares(find_agent(game, teacher).net.logits(lessons.observations), lessons.masks)
    np.testing.assert_allclose(lessons.taught, expected, atol=1e-6)
    assert set(lessons.sides.tolist()) == {0, 1}


def test_the_teacher_plays_every_other_game_and_every_seat_in_games_with_bots():
    found = begun(games=80, steps=2000, temperature=0.06, bots={"expert": 1}, bots_share=0.5)  # it hardly ever strays
    practice = found.practices[0]
    looked = []
    look = practice.teacher.look

    def noted(asked, generator):
        told = look(asked, generator)
        looked.append((asked.games, asked.sides, told[0] == told[1].argmax(axis=1)))
        return told

    practice.teacher.look = noted
    found.collect(lambda count: None)
    games, sides, alike = map(np.concatenate, zip(*looked, strict=True))
    share = np.full((80, 2), np.nan)
    for game, side in {*zip(games.tolist(), sides.tolist(), strict=True)}:
        share[game, side] = alike[(games == game) & (sides == side)].mean()
    by_teacher = share > 0.9
    assert by_teacher[40:].all(axis=1).sum() == 20 and (~by_teacher[40:]).all(axis=1).sum() == 20
    with_bots = share[:40]
    assert np.isnan(with_bots).sum(axis=1).tolist() == [1] * 40
    assert ((with_bots > 0.9).sum(axis=0) == 10).all() and ((with_bots < 0.9).sum(axis=0) == 10).all()


def test_positions_are_worth_what_the_teacher_holds_until_the_game_pays():
    found = begun()
    table = found.practices[0].games.table
    games, _, rows = found.practices[0].games.asked()
    observations = table.seen(games, rows)[0]
    values = find_agent(GAME, "standard").net.judge(observations)[1]
    found.collect(lambda count: None)
    first = [found.lessons[0].worths[found.lessons[0].games == game][0] for game in games.tolist()]
    assert np.allclose(first, values, atol=1e-6)


def test_a_smaller_policy_comes_to_do_what_the_teacher_does():
    found = a_round(steps=6000, games=64, batch_size=64, epochs=4, learning_rate=3e-3)
    seen = a_round(steps=500, games=64).lessons[0]
    best = seen.taught.argmax(axis=1)

    def agreed() -> float:
        logits = logits_of(found.policy, torch.from_numpy(seen.observations.astype(np.float32))).numpy()
        return float((np.where(seen.masks, logits, -np.inf).argmax(axis=1) == best).mean())

    before = agreed()
    found.learn(lambda count: None)
    assert agreed() > before + (1 - before) / 3


def test_a_run_of_lessons_alone_tells_how_many_it_had_and_its_curve_ends_at_0(tmp_path):
    told: list[str] = []
    progress = Progress(quiet=True)
    progress.evaluated = lambda when, rows: told.append(when)
    made = Trainer(small_config(total_steps=0, expert=SMALL), GAME, tmp_path, progress)
    made.run(False)
    assert told == ["0 lessons", "96 lessons", "192 lessons"]
    assert [entry["steps"] for entry in made.history] == [-192, -96, 0]
    axes = curve([made.history], 2).axes[0]
    assert "lessons" in axes.get_title() and "below 0" in axes.get_xlabel()
    with (tmp_path / "progress.csv").open() as file:
        rows = list(csv.DictReader(file))
    assert [row["time/lessons"] for row in rows] == ["0", "96", "192"]
    assert [float(row["evaluation/random"]) for row in rows] == [
        entry["scores"]["random"]["score"] for entry in made.history
    ]
    seconds = [entry["seconds"] for entry in made.history]
    assert seconds[0] == 0 and made.lessons_seconds > 0 and seconds[2] == round(made.lessons_seconds, 1)
    assert rows[0]["expert/agreement"] == "" and all(0 < float(row["expert/agreement"]) <= 1 for row in rows[1:])


def test_a_run_of_lessons_alone_that_is_resumed_keeps_its_log(tmp_path):
    config = small_config(total_steps=0, expert=SMALL | {"rounds": 2})
    first = Trainer(config, GAME, tmp_path, Progress(quiet=True))
    first.run(False)
    before = (tmp_path / "progress.csv").read_bytes()
    more = config.model_copy(update={"total_steps": 256})
    second = Trainer(more, GAME, tmp_path, Progress(quiet=True))
    second.run(True)
    assert second.lessons_seconds == first.lessons_seconds > 0 < second.seconds
    assert second.history[-1]["seconds"] == round(second.lessons_seconds + second.seconds, 1)
    assert (tmp_path / "progress.csv").read_bytes() == before
    assert "time/total_timesteps" in (tmp_path / "progress_0.csv").read_text().splitlines()[0]


def test_the_same_seed_gives_the_same_lessons():
    one, two = (a_round().lessons[0] for _ in range(2))
    for name in ("observations", "masks", "taught", "worths"):
        np.testing.assert_array_equal(getattr(one, name), getattr(two, name))


@pytest.mark.parametrize(
    ("setting", "told"),
    [
        ({"teacher": "stndard"}, "expert.teacher = 'stndard': not a trained policy .* allowed: .*standard"),
        ({"teacher": "expert"}, "expert.teacher = 'expert': not a trained policy"),
        ({"teacher": "nowhere.npz"}, "expert.teacher = 'nowhere.npz': file not found"),
        ({"teacher": str(baselines(TEAM)["clash"])}, "clash.npz"),
        ({"teacher": "stndard", "rounds": 0}, "expert.teacher = 'stndard': not a trained policy"),
        ({"rounds": 0}, "expert.teacher = 'standard': it teaches in no round; set expert.rounds"),
        ({"simulations": 8}, "expert.simulations = 8: it has no meaning where the policy standard teaches"),
        ({"teaches": "advantages"}, "expert.teaches = advantages: .* leave one of the two out"),
        ({"cut": 3}, "expert.cut = 3: it has no meaning"),
        ({"sure": 0.9}, "expert.sure = 0.9: it has no meaning"),
        ({"variants": [{"players": 7}]}, "expert.variants.0.players = 7"),
        ({"bots": {"xprt": 1}}, "expert.bots: unknown bot 'xprt' of insects; allowed: random"),
    ],
)
def test_teachers_that_cannot_teach_are_refused_before_anything_is_written(setting, told, tmp_path):
    config = small_config(expert={"rounds": 1, "teacher": "standard"} | setting)
    with pytest.raises(GameError, match=told):
        train(config, GAME, tmp_path / "run", resume=False, seeds=1, quiet=True)
    assert not (tmp_path / "run").exists()


def test_a_policy_of_more_players_is_taught_too():
    game = made("insects", "players=3")
    found = a_round(game, lambda **changes: small_config(env={"players": 3}, **changes), teacher="three", games=9)
    assert found.lessons[0].count == SMALL["steps"] and set(found.lessons[0].sides.tolist()) == {0, 1, 2}


@pytest.mark.parametrize(
    ("game", "settings", "teacher"), [(GAME, small_config, "standard"), (TEAM, team_config, "clash")]
)
def test_a_run_that_is_stopped_and_resumed_ends_with_equal_weights(game, settings, teacher, tmp_path, monkeypatch):
    assert_resumes(game, settings(expert=SMALL | {"teacher": teacher}), tmp_path, monkeypatch)
