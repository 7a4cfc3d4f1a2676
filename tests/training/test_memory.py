"""Policies that remember: they begin as they were, learn what only memory tells, and keep games and agents apart."""

import json
import subprocess
import sys
from types import SimpleNamespace

import numpy as np
import pytest
import torch

from swarmzoo.agents.built_in import baselines
from swarmzoo.agents.find import find_agent
from swarmzoo.agents.policy.threads import set_threads
from swarmzoo.envs.api.sb3 import SwarmVecEnv
from swarmzoo.envs.catalogue import find_game
from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.formation.config import FormationConfig
from swarmzoo.envs.formation.game import formation
from swarmzoo.envs.insects.config import InsectsConfig
from swarmzoo.envs.insects.game import insects
from swarmzoo.lab import evaluate
from swarmzoo.training.memory import compare, match
from swarmzoo.training.memory.compare import Comparison, config_of
from swarmzoo.training.memory.learner import RememberingLearner
from swarmzoo.training.memory.match import Seat, win_rate
from swarmzoo.training.memory.remembering import MEMORIES, SPAN, Remembering
from swarmzoo.training.ppo import new_policy
from tests.tiny_game import TinyHexConfig, tiny_hex
from tests.training.small import small_config

INSECTS = insects(InsectsConfig(symmetric=True))
AMBUSH = formation(FormationConfig(scenario="ambush", size=8))
TINY = tiny_hex(TinyHexConfig())
UNITS = [name for name in MEMORIES if name != "none"]
THAT_REMEMBER = [name for name in UNITS if name != "forgetful"]


def mind_of(game, memory, loud=False, **network):
    """Return a small policy with fresh weights; ``loud``: its memory has much to say."""
    torch.manual_seed(3)
    config = small_config(network={"width": 16, "layers": 1, "head": 8} | network)
    mind = Remembering(new_policy(game, config), config.network, memory)
    if loud and mind.memory is not None:
        torch.nn.init.normal_(mind.memory.told.weight, std=2.0)
    return mind


def random_sight(game, rows, seed=1):
    """Return observations and masks of the first decisions of games."""
    env = SwarmVecEnv(game, rows, seed=seed)
    return np.asarray(env.reset()), env.action_masks()


@pytest.mark.parametrize("memory", UNITS)
@pytest.mark.parametrize("network", [{}, {"kind": "hex", "channels": 4}])
def test_a_policy_begins_as_it_was(memory, network):
    seen, masks = random_sight(INSECTS, 4)
    plain, other = (mind_of(INSECTS, name, **network) for name in ("none", memory))
    state = torch.randn(4, other.size)
    with torch.no_grad():
        one, _ = plain.judge(plain.see(torch.from_numpy(seen)), masks)
        features, after = other.recall(other.see(torch.from_numpy(seen)), state)
        two, worth = other.judge(features, masks)
        own = plain.policy.get_distribution(torch.from_numpy(seen), masks)
    assert torch.equal(one.distribution.probs, two.distribution.probs) and worth.shape == (4,)
    assert torch.equal(one.distribution.probs, own.distribution.probs), "features, layers and masks of the policy"
    assert after.shape == state.shape and not torch.equal(after, state)


@pytest.mark.parametrize("memory", UNITS)
def test_a_rollout_is_remembered_as_its_decisions_were(memory):
    mind, steps, rows = mind_of(TINY, memory, loud=True), 2 * SPAN, 5
    generator = np.random.default_rng(1)
    chosen, starts = generator.random((steps, rows)) < 0.7, generator.random((steps, rows)) < 0.1
    features = torch.randn(int(chosen.sum()), mind.width + 3)
    before = state = torch.zeros(rows, mind.size)
    with torch.no_grad():
        found = mind.unroll(features, torch.from_numpy(chosen), torch.from_numpy(starts), before)
        at = 0
        for step in range(steps):
            state = state.clone()
            state[torch.from_numpy(starts[step])] = 0
            for row in np.flatnonzero(chosen[step]):
                alone, state[row : row + 1] = mind.recall(features[at : at + 1], state[row : row + 1])
                torch.testing.assert_close(found[at : at + 1], alone)
                at += 1
    assert at == len(features) and not torch.allclose(found[:, :16], features[:, :16])
    assert torch.equal(found[:, 16:], features[:, 16:]), "scores of single hexes stay as they are"


@pytest.mark.parametrize("game", [INSECTS, AMBUSH], ids=["insects", "ambush"])
@pytest.mark.parametrize("memory", MEMORIES)
def test_what_is_learned_from_is_what_was_chosen(game, memory):
    config = small_config(rollout=24, envs=4, batch_size=32)
    mind = mind_of(game, memory, loud=True)
    learner = RememberingLearner(game, config, mind, SwarmVecEnv(game, 4, seed=2))
    for _ in range(2):  # the second rollout begins within games
        learner._collect()
    rollout = learner.rollout
    noted = torch.from_numpy(rollout.log_probs[rollout.chosen])
    with torch.no_grad():
        features = mind.unroll(
            mind.see(torch.from_numpy(rollout.observations[rollout.chosen])),
            torch.from_numpy(rollout.chosen),
            torch.from_numpy(rollout.starts),
            learner.before,
        )
        choice, worth = mind.judge(features, rollout.masks[rollout.chosen])
    torch.testing.assert_close(
        choice.log_prob(torch.from_numpy(rollout.actions[rollout.chosen])), noted, atol=1e-4, rtol=1e-4
    )
    torch.testing.assert_close(worth, torch.from_numpy(rollout.values[rollout.chosen]), atol=1e-4, rtol=1e-4)
    learner.update()
    assert learner.steps == rollout.choices > 0


class Riddle:
    """An env whose games show a sign, then nothing for three decisions, then pay for the action that the sign meant."""

    rows_per_game = 1
    length = 5

    def __init__(self, rows):
        self.num_envs, self.generator = rows, np.random.default_rng(1)
        self.signs, self.at = np.zeros(rows, int), np.arange(rows) % self.length
        self.right = []

    def seen(self):
        shown = np.zeros((self.num_envs, TINY.observation_size), TINY.observation_dtype)
        first, last = self.at == 0, self.at == self.length - 1
        self.signs[first] = self.generator.integers(0, 2, first.sum())
        shown[first, self.signs[first]] = 1
        shown[last, 2] = 1
        return shown

    def reset(self):
        return self.seen()

    def action_masks(self):
        masks = np.zeros((self.num_envs, TINY.num_actions), bool)
        masks[:, :2] = True
        return masks

    def step(self, actions):
        dones = self.at == self.length - 1
        rewards = np.where(dones, np.where(actions == self.signs, 1.0, -1.0), 0.0).astype(np.float32)
        self.right.extend(rewards[dones] > 0)
        self.at = (self.at + 1) % self.length
        return self.seen(), rewards, dones, [{}] * self.num_envs


@pytest.mark.parametrize("memory", MEMORIES)
def test_only_who_remembers_learns_what_was_seen_before(memory):
    set_threads(1)
    config = small_config(
        total_steps=16_000, envs=64, rollout=8, batch_size=128, epochs=4, learning_rate=0.01, discount=0.99, entropy=0.0
    )
    env = Riddle(64)
    learner = RememberingLearner(TINY, config, mind_of(TINY, memory), env)
    while learner.steps < config.total_steps:
        learner.update()
    share = np.mean(env.right[-1000:])
    assert share > 0.95 if memory in THAT_REMEMBER else share < 0.6, share


@pytest.mark.parametrize("memory", UNITS)
@pytest.mark.parametrize("game", [INSECTS, AMBUSH], ids=["insects", "ambush"])
def test_who_plays_remembers_what_it_saw_itself(game, memory, monkeypatch):
    mind, noted = mind_of(game, memory, loud=True), []

    def watched(seat, games, agents, *seen):
        actions = choose(seat, games, agents, *seen)
        who = agents if not game.sequential else np.array(game.side_of_agent)[agents]
        noted.extend(zip(games.tolist(), who.tolist(), *(part.copy() for part in seen), actions.tolist(), strict=True))
        return actions

    choose = Seat.choose
    monkeypatch.setattr(Seat, "choose", watched)
    win_rate(game, mind, find_agent(game, "random"), games=2, seed=5)
    places = sorted({(one, who) for one, who, *_ in noted})
    assert len(places) > 1
    for place in places:
        seen, masks, actions = (
            np.array(part) for part in zip(*(rest for one, who, *rest in noted if (one, who) == place), strict=True)
        )
        decided = masks.sum(1) > 1 if not game.sequential else np.ones(len(masks), bool)
        if not decided.any():
            continue
        marks = torch.ones(int(decided.sum()), 1, dtype=torch.bool)
        with torch.no_grad():
            features = mind.unroll(mind.see(torch.from_numpy(seen[decided])), marks, ~marks, torch.zeros(1, mind.size))
            likely = mind.judge(features, masks[decided] > 0)[0].distribution.probs.numpy()
        rows = np.arange(len(likely))
        np.testing.assert_allclose(likely[rows, actions[decided]], likely.max(1), rtol=1e-3)


@pytest.mark.parametrize("memory", MEMORIES)
def test_games_that_go_on_are_worth_what_the_memory_says(memory):
    mind, config = mind_of(AMBUSH, memory, loud=True), small_config(rollout=6, envs=16, batch_size=16)
    learner = RememberingLearner(AMBUSH, config, mind, SwarmVecEnv(AMBUSH, 16, seed=2))
    learner._collect()
    with torch.no_grad():
        worth, goes_on = learner._last_values(), ~learner.starts
    learner._collect()
    decides = goes_on & learner.rollout.chosen[0]
    assert decides.sum() > 5
    np.testing.assert_allclose(worth[decides], learner.rollout.values[0][decides], atol=1e-4, rtol=1e-4)


@pytest.mark.parametrize("game", [INSECTS, AMBUSH], ids=["insects", "ambush"])
def test_games_and_agents_are_remembered_apart(game, monkeypatch):
    mind, other = mind_of(game, "recurrent", loud=True), mind_of(game, "attention", loud=True)
    against = find_agent(game, "random")
    whole = [win_rate(game, mind, one, games=12, seed=5) for one in (against, other)]
    monkeypatch.setattr(match, "BATCH", 1)
    assert [win_rate(game, mind, one, games=12, seed=5) for one in (against, other)] == whole


def test_what_a_policy_wins_without_a_memory_is_what_it_wins_elsewhere():
    found = find_game("formation")
    comparison = Comparison(found, config_of(found, "ambush", "ambush", 1, 1000), 40)
    mind, agent = comparison.begin("none"), find_agent(comparison.game, "ambush")
    for name in ("commander", "charger"):
        opponent = find_agent(comparison.game, name)
        told = evaluate.win_rate(comparison.game, agent, opponent, games=40, seed=7)
        found_here = win_rate(comparison.game, mind, opponent, games=40, seed=7)
        assert found_here.score == pytest.approx(told.score, abs=0.1) and found_here.games == told.games


def test_the_same_seed_learns_the_same():
    found = find_game("formation")
    config = config_of(found, "ambush", "ambush", 4, 600)
    evaluation = config.evaluation.model_copy(update={"against": ("random",)})
    config = config.model_copy(update={"envs": 4, "rollout": 8, "batch_size": 64, "evaluation": evaluation})
    twice = [Comparison(found, config, 4).measure() for _ in range(2)]
    for told in twice:
        assert list(told["arms"]) == list(MEMORIES)
        for arm in told["arms"].values():
            assert arm.pop("minutes") >= 0 and arm["scores"].keys() == told["before"].keys()
    assert twice[0] == twice[1] and "from_plain" not in twice[0]["arms"]["none"]


def test_opponents_are_those_of_the_preset_and_the_policy_as_it_was():
    config = config_of(find_game("warband"), "standard", "skirmish", 1, 1000)
    odds = config.self_play.bots
    settings = "batch_size=4096,learning_rate=0.0001"
    other = config_of(find_game("warband"), "standard", "skirmish", 1, 1000, settings)
    assert other == config.model_copy(update={"batch_size": 4096, "learning_rate": 0.0001})
    assert odds.pop("skirmish:sample=true") == pytest.approx(1 - sum(odds.values())) and len(odds) > 2


@pytest.mark.parametrize(
    ("game", "wrong", "said"),
    [
        ("warband", {"policy": "loot", "preset": "tiny"}, "standard"),
        ("warband", {"policy": "nobody", "preset": "standard"}, "nobody"),
        ("insects", {"policy": "standard", "settings": "clip=7"}, "clip = 7"),
        ("insects", {"policy": "standard", "settings": "wings=7"}, "wings"),
        ("insects", {"policy": "standard", "settings": "seed=7"}, "seed cannot be set here"),
        ("insects", {"policy": "three"}, "3 sides"),
        ("formation", {"policy": "march"}, "one side learns there"),
    ],
)
def test_what_cannot_be_compared_is_refused(game, wrong, said, tmp_path):
    with pytest.raises(SystemExit, match=f"memory: .*{said}"):
        compare.main(game, out=tmp_path, **wrong)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("wrong", "said"),
    [(["chess", "--policy", "x"], "chess"), (["insects", "--policy", "standard", "--games", "1"], "2")],
)
def test_the_command_refuses_what_there_is_not(wrong, said, tmp_path):
    command = [sys.executable, "-m", "swarmzoo.training.memory.compare", *wrong, "--out", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode and said in done.stderr and "Traceback" not in done.stderr
    assert not list(tmp_path.iterdir())


def test_a_place_that_cannot_be_written_is_told_before_anything_is_learned(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("")
    monkeypatch.setattr(Comparison, "measure", lambda self: pytest.fail("it learns"))
    with pytest.raises(SystemExit, match=r"memory: .*file"):
        compare.main("warband", policy="skirmish", preset="standard", out=tmp_path / "file")
    (tmp_path / "warband-skirmish-1.json").write_text("")
    with pytest.raises(SystemExit, match="there is a result already"):
        compare.main("warband", policy="skirmish", preset="standard", out=tmp_path)


def test_a_result_says_what_was_measured(tmp_path, monkeypatch):
    monkeypatch.setattr(Comparison, "measure", lambda self: {"arms": {}})
    compare.main("warband", policy="skirmish", preset="standard", seed=7, decisions=5, games=9, out=tmp_path / "new")
    told = json.loads((tmp_path / "new" / "warband-skirmish-7.json").read_text())
    about = {"schema": 1, "game": "warband", "preset": "standard", "policy": "skirmish", "seed": 7, "settings": ""}
    assert told == about | {"decisions": 5, "games": 9, "arms": {}}


def test_an_unknown_memory_is_refused():
    with pytest.raises(GameError, match="recurrent"):
        Remembering(SimpleNamespace(), SimpleNamespace(width=8), "elephant")


def test_a_result_tells_no_folders(tmp_path):
    found = find_game("formation")
    path = tmp_path / "mine.npz"
    path.write_bytes(baselines(found)["ambush"].read_bytes())
    comparison = Comparison(found, config_of(found, "ambush", str(path), 1, 1000), 2)
    assert list(comparison.against)[-2:] == ["commander", "mine"]
