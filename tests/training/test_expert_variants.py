"""Expert iteration in several variants of a game at once: a round's decisions are shared equally by all of them."""

import numpy as np
import pytest
import torch

from swarmzoo.envs.core.config import changed
from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.skirmish.warband.config import WarbandConfig
from swarmzoo.envs.skirmish.warband.game import warband
from swarmzoo.training.expert import ExpertRound
from swarmzoo.training.ppo import new_policy
from swarmzoo.training.run import train
from swarmzoo.training.variants import games_of
from tests.training.small import GAME as INSECTS
from tests.training.small import small_config
from tests.training.test_team_training import GAME, assert_resumes, config

SMALL = {"rounds": 2, "steps": 200, "simulations": 4, "games": 4, "batch_size": 64, "cut": 4}


def a_round(**changes) -> ExpertRound:
    chosen = config(expert=SMALL | changes)
    torch.manual_seed(0)
    found = ExpertRound(GAME, chosen, new_policy(GAME, chosen), 0)
    found.collect(lambda count: None)
    return found


def test_a_variant_is_the_game_with_other_values():
    started = warband(WarbandConfig.read({"scenario": "loot", "rules": {"shaping_star": 0.25}}))
    plain, other, last = games_of(started, [{"rules": {"shaping_score": 0.5}}, {"scenario": "skirmish"}], "variants")
    assert plain is started
    assert changed(other.config) == {"scenario": "loot", "rules": {"shaping_star": 0.25, "shaping_score": 0.5}}
    assert changed(last.config) == {"rules": {"shaping_star": 0.25}}


def test_bans_hold_in_variants():
    banned = GAME.banned({"red": 1})
    assert games_of(banned, [{"size": 16}], "variants")[1].bans == banned.bans != ()


def test_the_decisions_of_a_round_are_shared_equally():
    found = a_round(variants=[{"size": 16}, {"size": 24}])
    assert [practice.game.config.size for practice in found.practices] == [8, 16, 24]
    told = []
    found.lessons[0].count = 0
    for practice in found.practices:
        collect = practice.collect

        def noted(lessons, until, progress, collect=collect):
            collect(lessons, until, progress)
            told.append(lessons.count)

        practice.collect = noted
    found.collect(lambda count: None)
    assert told == [66, 133, 200]
    parts = np.split(found.lessons[0].observations, told[:-1])
    assert all(len(np.unique(part, axis=0)) > 20 for part in parts)


def test_what_comes_of_a_game_is_not_noted_for_one_of_another_variant():
    """Games of several variants have the same numbers, and those of the first are not over when the second begin."""
    found = a_round(variants=[{"max_turns": 2}], steps=600, cut=1)
    noted = []
    found.lessons[0].count = 0
    found.lessons[0].worths[:] = 9.0
    end = found.lessons[0].end

    def spy(game, pay, first):
        before = found.lessons[0].worths.copy()
        end(game, pay, first)
        noted.append((found.lessons[0].count, np.flatnonzero(before != found.lessons[0].worths)))

    found.lessons[0].end = spy
    found.collect(lambda count: None)
    later = [rows for count, rows in noted if count > 300]
    assert sum(map(len, later)) > 20 and min(int(rows.min()) for rows in later if len(rows)) >= 300


@pytest.mark.parametrize(
    ("game", "settings", "variants", "told"),
    [
        (GAME, config, [{"size": 8}, {"size": 3}], r"expert.variants.1.size = 3: input should be .*4"),
        (GAME, config, [{"sise": 8}], r"expert.variants.0.sise is not a field; did you mean expert.variants.0.size\?"),
        (GAME, config, [{"rules": {"turns": "x"}}], r"expert.variants.0.rules.turns"),
        (GAME, config, [4], r"expert.variants.0"),
        (GAME, config, {"size": 4}, r"expert.variants"),
        (INSECTS, small_config, [{"map": "nowhere"}], r"^expert.variants.0: map = 'nowhere': file not found"),
        (
            INSECTS,
            small_config,
            [{"size": 32}],
            r"expert.variants.0.size is not a field; the fields are expert.v",
        ),
        (GAME, config, [{"view": 4}], r"expert.variants.0 = .* see something else \(disc.*\); leave it out"),
    ],
)
def test_variants_that_cannot_be_are_refused_before_anything_is_written(game, settings, variants, told, tmp_path):
    with pytest.raises(GameError, match=told):
        train(
            settings(expert={"rounds": 1, "variants": variants}),
            game,
            tmp_path / "run",
            resume=False,
            seeds=1,
            quiet=True,
        )
    assert not (tmp_path / "run").exists()


def test_a_run_that_is_stopped_and_resumed_ends_with_equal_weights(tmp_path, monkeypatch):
    expert = SMALL | {"variants": [{"size": 12}], "bots": {"charger": 1.0}, "steps": 120}
    assert_resumes(GAME, config(expert=expert), tmp_path, monkeypatch)
