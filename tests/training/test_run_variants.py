"""Training in several variants of a game at once: every update learns from as many agents' choices in each of them."""

from types import SimpleNamespace

import numpy as np
import pytest
import torch

from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.skirmish.warband.config import WarbandConfig
from swarmzoo.envs.skirmish.warband.game import warband
from swarmzoo.training import ppo
from swarmzoo.training.config import TrainConfig
from swarmzoo.training.rollout import batches_of
from swarmzoo.training.run import train
from swarmzoo.training.trainer import Trainer
from tests.training.small import small_config
from tests.training.test_ppo import filled
from tests.training.test_team_training import GAME, assert_resumes, config

SIZES = [{"size": 16}, {"size": 4}]
BOTS = {"bots": {"captain": 1.0}}


def trainer(chosen: TrainConfig, game=GAME) -> Trainer:
    return Trainer(chosen, game, None, SimpleNamespace())  # nothing is written


def test_each_variant_has_as_many_agents_as_the_game_itself():
    made = trainer(config(variants=SIZES)).learner.games
    assert [games.env.game.config.size for games in made] == [8, 16, 4]
    assert [games.table.n for games in made] == [4, 2, 8]
    assert [games.env.num_envs for games in made] == [32, 32, 32]
    assert trainer(config(variants=[{"size": 64}])).learner.games[1].table.n == 1, "one at least"


def test_where_agents_move_in_turn_each_variant_has_as_many_games():
    game = warband(WarbandConfig.read({"size": 3}))
    chosen = small_config(env={"size": 3}, game="warband", self_play=BOTS, variants=[{"scenario": "loot"}, {"size": 5}])
    made = trainer(chosen, game).learner.games
    assert [games.table.n for games in made] == [games.env.num_envs for games in made] == [8, 8, 8]
    assert [(games.env.game.config.scenario, games.env.game.config.size) for games in made] == [
        ("skirmish", 3),
        ("loot", 3),
        ("skirmish", 5),
    ]


def test_an_update_learns_from_the_choices_of_all(monkeypatch):
    made = trainer(config(variants=SIZES))
    learned = []
    step = ppo.Learner._step

    def noted(self, batch, told):
        learned.append(batch[0])
        return step(self, batch, told)

    monkeypatch.setattr(ppo.Learner, "_step", noted)
    made.learner.begin()
    made._save_policy = made._log = made.save = lambda *_: None
    made.pool.update(0, made.learner.policy, [games.table for games in made.learner.games])
    made.learner.update()
    counts = [games.rollout.choices for games in made.learner.games]
    assert made.learner.steps == sum(counts) == sum(len(batch.actions) for batch in learned) and min(counts) > 20
    seen = np.concatenate([batch.observations for batch in learned])
    for games in made.learner.games:
        own = games.rollout.observations[games.rollout.chosen]
        assert {row.tobytes() for row in own} <= {row.tobytes() for row in seen}


def test_batches_of_several_rollouts_hold_every_choice_of_each_once():
    rollouts, said = zip(*(filled(steps, rows, seed) for steps, rows, seed in ((10, 3, 1), (10, 7, 2))), strict=True)
    for rollout, rows in zip(rollouts, (3, 7), strict=True):
        rollout.judge(np.zeros(rows, np.float32), np.zeros(rows, bool), 0.9, 0.7)
    batches = list(batches_of(rollouts, 16))
    assert [len(batch.actions) for batch in batches] == [16] * 6 + [4]
    found = torch.cat([batch.log_probs for batch in batches]).tolist()
    assert sorted(found) == sorted(np.concatenate([numbers["log_probs"].flatten() for numbers in said]).tolist())
    flat = {value: (k, place) for k in (0, 1) for place, value in np.ndenumerate(said[k]["log_probs"])}
    mixed = 0
    for batch in batches:
        whose = [flat[np.float32(value)] for value in batch.log_probs.numpy()]
        mixed += len({k for k, _ in whose}) == 2
        for row, (k, place) in enumerate(whose):
            assert batch.actions[row] == said[k]["actions"][place]
            assert batch.returns[row] == rollouts[k].returns[place]
            np.testing.assert_array_equal(batch.masks[row].numpy(), said[k]["masks"][place])
    assert mixed >= 6


def test_the_same_opponents_play_in_all_of_them():
    made = trainer(config(variants=SIZES))
    names = [[opponent.name for opponent in games.table.opponents] for games in made.learner.games]
    assert names == [["random", "charger", "latest", "past"]] * 3


def test_a_past_policy_that_plays_in_a_variant_alone_keeps_its_place():
    setting = {"bots": {"charger": 1.0}, "bots_share": 0.5, "save_steps": 10, "swap_steps": 10, "window": 2}
    made = trainer(config(variants=SIZES, self_play=setting))
    tables = [games.table for games in made.learner.games]
    past = made.pool.past[0]
    for number, table in enumerate(tables):
        table.played_by[:] = 2 if number == 2 else 0  # the past policy sits in the last variant
    made.pool.update(10, made.learner.policy, tables)
    assert made.pool.current == 1 and made.pool.past[0] is past
    assert [len(table.opponents) for table in tables] == [4, 4, 4]


def test_a_run_that_is_stopped_and_resumed_ends_with_equal_weights(tmp_path, monkeypatch):
    assert_resumes(GAME, config(variants=SIZES, total_steps=2500), tmp_path, monkeypatch)


def test_a_variant_changes_what_is_learned_and_a_resumed_run_keeps_it(tmp_path):
    chosen = config(variants=SIZES, total_steps=1000)
    for folder, one in (("with", chosen), ("again", chosen), ("without", config(total_steps=1000))):
        train(one, GAME, tmp_path / folder, resume=False, seeds=1, quiet=True)
    with np.load(tmp_path / "with" / "last.npz") as one, np.load(tmp_path / "again" / "last.npz") as other:
        assert all(np.array_equal(one[name], other[name]) for name in one.files if name != "header")
    with pytest.raises(GameError, match=r"the run began with variants = \[.*16.*\], not \[\]"):
        train(config(total_steps=1000), GAME, tmp_path / "with", resume=True, seeds=1, quiet=True)


@pytest.mark.parametrize(
    ("game", "settings", "variants", "told"),
    [
        (GAME, config, [{"size": 8}, {"size": 3}], r"^variants.1.size = 3: input should be .*4"),
        (GAME, config, [{"sise": 8}], r"^variants.0.sise is not a field; did you mean variants.0.size\?"),
        (GAME, config, [4], r"^variants.0"),
        (GAME, config, {"size": 4}, r"^variants"),
        (GAME, config, [{"view": 4}], r"^variants.0 = .* see something else"),
    ],
)
def test_variants_that_cannot_be_are_refused_before_anything_is_written(game, settings, variants, told, tmp_path):
    with pytest.raises(GameError, match=told):
        train(settings(variants=variants), game, tmp_path / "run", resume=False, seeds=1, quiet=True)
    assert not (tmp_path / "run").exists()
