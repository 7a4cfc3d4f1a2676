"""How a trained policy chooses: its likeliest action or a drawn one, said in its text, whatever is asked beside it."""

import sys
from functools import partial

import numpy as np
import pytest
import torch
from sb3_contrib import MaskablePPO

import swarmzoo
from swarmzoo.agents.built_in import baselines
from swarmzoo.agents.find import files_of, find_agent
from swarmzoo.agents.play.match import paired_seats, play_games
from swarmzoo.agents.policy.archive import write_archive
from swarmzoo.agents.policy.checkpoint import read_policy, save_policy
from swarmzoo.agents.policy.choice import choose
from swarmzoo.agents.policy.compact import compact, main
from swarmzoo.agents.policy.config import Network
from swarmzoo.agents.policy.grid import off_grid, on_grid
from swarmzoo.agents.policy.network import make_policy
from swarmzoo.agents.policy.policy_agent import PolicyAgent
from swarmzoo.agents.policy.sb3_model import load_sb3
from swarmzoo.agents.policy.weights import once
from swarmzoo.agents.text import read_text
from swarmzoo.envs.core.config import changed
from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.insects import sb3_vec_env, vector_env
from swarmzoo.envs.insects.config import InsectsConfig
from swarmzoo.envs.insects.game import insects
from tests.command.run import run

GAME = insects(InsectsConfig(symmetric=True))
GREEDY = find_agent(GAME, "greedy")


@pytest.fixture(scope="module")
def model(tmp_path_factory):
    """The file of a model of stable-baselines3 that has learned nothing: it likes all actions nearly alike."""
    path = tmp_path_factory.mktemp("models") / "mine.zip"
    MaskablePPO("MlpPolicy", sb3_vec_env(2, symmetric=True), seed=1, n_steps=8, batch_size=16).save(path)
    return path


def test_draws_follow_the_probabilities_and_the_temperature():
    logits, masks = np.log([[0.1, 0.2, 0.3, 0.4]]).astype(np.float32), np.array([[1, 0, 1, 1]], np.int8)
    seeds = np.arange(20_000)
    for temperature, wanted in ((1.0, [1, 0, 3, 4]), (0.5, [1, 0, 9, 16]), (100.0, [1, 0, 1, 1])):
        found = choose(np.repeat(logits, len(seeds), 0), np.repeat(masks, len(seeds), 0), seeds, temperature)
        shares = np.bincount(found, minlength=4) / len(seeds)
        np.testing.assert_allclose(shares, np.array(wanted) / sum(wanted), atol=0.015)
    assert choose(logits, masks, seeds[:1]).tolist() == [3]


def test_only_legal_actions_are_drawn_however_unlikely_they_are():
    logits = np.array([[100.0, -1e6, -3e38, 0.0]] * 50, np.float32)
    masks = np.array([[0, 1, 1, 0]] * 50, np.int8)
    assert set(choose(logits, masks, np.arange(50), 1.0)) == {1}
    assert set(choose(logits, np.array([[0, 0, 1, 0]] * 50, np.int8), np.arange(50), 0.01)) == {2}


def test_a_policy_that_draws_draws_again_at_every_call_and_others_answer_alike():
    rows, masks = np.zeros((200, GAME.observation_size), np.float32), np.ones((200, GAME.num_actions), np.int8)
    likeliest = find_agent(GAME, "standard")
    drawing = likeliest.drawing(temperature=9.0)
    assert (drawing.act(rows, masks) != drawing.act(rows, masks)).any() and len(set(drawing.act(rows, masks))) > 1
    assert (likeliest.act(rows, masks) == likeliest.act(rows, masks)).all()


def test_games_of_a_policy_that_draws_do_not_depend_on_the_batch():
    agents = [find_agent(GAME, "standard:sample=true,temperature=2"), GREEDY]
    seating, seeds = paired_seats(2, 2, 24, 5)
    whole = play_games(GAME, agents, seating, seeds, record=True)
    parts = play_games(GAME, agents, seating, seeds, record=True, batch=5)
    assert [tape.tolist() for tape in whole.tapes] == [tape.tolist() for tape in parts.tapes]
    likeliest = play_games(GAME, [find_agent(GAME, "standard"), GREEDY], seating, seeds, record=True)
    assert [tape.tolist() for tape in whole.tapes] != [tape.tolist() for tape in likeliest.tapes]


def test_games_against_an_opponent_that_draws_do_not_depend_on_the_number_of_games():
    def first_games(count):
        env = vector_env(count, symmetric=True, opponents=["standard:sample=true"], seat=0)
        seen, info = env.reset(seed=3)
        for _ in range(12):
            seen, _, _, _, info = env.step(np.argmax(info["action_mask"], axis=1))
        return np.array(seen)[:2]

    np.testing.assert_array_equal(first_games(2), first_games(5))


@pytest.mark.parametrize(
    ("options", "name"),
    [
        ("", "standard"),
        (":sample=false", "standard"),
        (":sample=true", "standard (drawn)"),
        (":temperature=0.5", "standard (drawn, temperature 0.5)"),
        (":temperature=0.5,sample=true", "standard (drawn, temperature 0.5)"),
        (":temperature=2", "standard (drawn, temperature 2)"),
    ],
)
def test_a_text_says_how_a_policy_plays(model, options, name):
    path = baselines(GAME)["standard"]
    for text in ("standard", str(path), f"sb3:{model}", str(model)):
        agent = find_agent(GAME, text + options)
        assert isinstance(agent, PolicyAgent)
        assert agent.name == name.replace("standard", "mine" if "mine" in text else "standard")
        assert read_text(text + options).kind == read_text(text).kind
        assert files_of(text + options) == files_of(text)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("standard:sampel=true", r"sampel is not a field; did you mean sample\?"),
        ("standard:temperature=0", r"temperature.*0"),
        ("standard:temperature=hot", r"temperature.*hot"),
        ("standard:sample=1", r"sample.*1"),
        ("standard:sample=false,temperature=0.5", "temperature = 0.5: without draws it has no meaning; leave it out"),
        ("greedy:sample=true", "greedy has no options; trained policies have sample, temperature"),
        ("bot.yaml:sample=true", r"options are those of trained policies; a bot has its own in bot\.yaml"),
        ("search:4,policy=standard:sample=true", "takes no options; leave them out"),
        ("nothing:sample=true", "unknown agent 'nothing:sample=true'"),
    ],
)
def test_options_that_mean_nothing_are_refused_in_a_sentence(text, told):
    with pytest.raises(GameError, match=told):
        find_agent(GAME, text)


def test_evaluate_says_which_way_was_used_and_shows_models_of_others_both_ways(model, tmp_path, capsys, monkeypatch):
    said = partial(run, capsys, monkeypatch, "evaluate")
    told = said(str(model), "--against", "standard", "--games", "2", "--csv", str(tmp_path / "table.csv")).out
    assert "mine takes its likeliest legal action" in told
    assert "mine (drawn) draws its actions by its probabilities, temperature 1" in told
    assert "standard takes its likeliest legal action" in told
    assert [line.split(",")[0] for line in (tmp_path / "table.csv").read_text().splitlines()[1:]] == [
        "mine",
        "mine (drawn)",
    ]
    once = said(f"{model}:sample=true,temperature=0.5", "--against", "random", "--games", "2").out
    assert "mine (drawn, temperature 0.5) draws its actions by its probabilities, temperature 0.5" in once
    assert "likeliest" not in once


def test_a_policy_plays_from_the_front_door_as_an_object_too():
    agent = find_agent(GAME, "standard")
    by_name = swarmzoo.play(GAME, ["standard", "random"], games=2, seed=1).pay
    np.testing.assert_array_equal(swarmzoo.play(GAME, [agent, "random"], games=2, seed=1).pay, by_name)


def test_a_compact_checkpoint_is_half_as_large_and_chooses_alike(tmp_path, monkeypatch, capsys):
    source = tmp_path / "whole.npz"
    compact(baselines(GAME)["standard"], source)
    assert source.stat().st_size <= 1.01 * baselines(GAME)["standard"].stat().st_size, "baselines are compact"
    monkeypatch.setattr(sys, "argv", ["compact", str(source), str(tmp_path / "again.npz")])
    main()
    assert "bytes" in capsys.readouterr().out
    seen = np.random.default_rng(1).integers(0, 9, (50, GAME.observation_size), np.uint8)
    masks = np.ones((50, GAME.num_actions), np.int8)
    first, second = (find_agent(GAME, str(tmp_path / f"{name}.npz")).act(seen, masks) for name in ("whole", "again"))
    np.testing.assert_array_equal(first, second)
    monkeypatch.setattr(sys, "argv", ["compact", str(tmp_path / "none.npz"), str(tmp_path / "again.npz")])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 2


def test_a_coarse_checkpoint_is_smaller_still_and_scores_actions_nearly_alike(tmp_path):
    source = baselines(GAME)["standard"]
    compact(source, tmp_path / "coarse.npz", coarse=True)
    assert (tmp_path / "coarse.npz").stat().st_size < 0.6 * source.stat().st_size
    seen = np.random.default_rng(1).random((50, GAME.observation_size), np.float32)
    whole, coarse = (find_agent(GAME, str(path)).net.logits(seen) for path in (source, tmp_path / "coarse.npz"))
    alike = [np.corrcoef(one, other)[0, 1] for one, other in zip(whole, coarse, strict=True)]
    assert min(alike) > 0.95, "the actions keep their order"


def test_weights_on_a_grid_come_back_within_half_a_step_and_those_that_are_all_zero_stay_so():
    weights = np.random.default_rng(2).normal(0, 0.1, (3, 5000)).astype(np.float32)
    weights[1], weights[2, 0] = 0, 90
    packed = on_grid({"a.weight": weights, "a.bias": weights[0]})
    assert packed["a.weight"].dtype == np.int16 and on_grid({"a": weights[:2]})["a"].dtype == np.int8
    found = off_grid(packed, "here")
    assert sorted(found) == ["a.bias", "a.weight"] and found["a.weight"].dtype == np.float32
    steps = packed["a.weight.steps"].astype(np.float64)[:, None]
    assert (np.abs(found["a.weight"] - weights) <= steps / 2).all() and not found["a.weight"][1].any()
    spread = np.sqrt(np.square(weights[0]).mean())
    assert spread / 8 <= steps[0, 0] <= spread / 4 and np.isin(steps * 2.0**10 % 1, 0).all()
    np.testing.assert_array_equal(found["a.bias"], weights[0])
    again = off_grid({name: array.copy() for name, array in packed.items()}, "here")
    np.testing.assert_array_equal(again["a.weight"], found["a.weight"])


@pytest.mark.parametrize(
    "arrays",
    [
        {"a.steps": np.ones(3, np.float16)},
        {"a.steps": np.ones(2, np.float16), "a": np.ones((3, 2), np.int8)},
        {"a.steps": np.ones(3, np.float16), "a": np.ones((3, 2), np.float16)},
        {"a.steps": np.ones(3, np.float16), "a": np.ones(3, np.int8)},
    ],
)
def test_steps_that_fit_no_layer_are_refused(arrays):
    with pytest.raises(GameError, match=r"a\.steps fits no layer"):
        off_grid(arrays, "checkpoint x")


def test_a_model_takes_its_likeliest_action_and_draws_at_temperature_one_unless_told_otherwise(model):
    plain, told = load_sb3(model, GAME), load_sb3(model, GAME, sample=True, temperature=2.0)
    assert (plain.sample, plain.temperature) == (False, 1.0) and (told.sample, told.temperature) == (True, 2.0)


@pytest.mark.parametrize(
    ("about", "left_out"), [({}, True), ({"seed": 8}, False), ({"start": "standard"}, False), ({"seed": None}, False)]
)
def test_a_compact_checkpoint_leaves_out_weights_that_training_never_touched(tmp_path, about, left_out):
    network = Network(width=8, layers=1, head=8)
    torch.manual_seed(7)
    policy = make_policy(GAME, network)
    with torch.no_grad():
        for weights in policy.parameters():
            weights.view(-1)[::2] += 1
    training = {"game": "insects", "env": changed(GAME.config), "seed": 7, "start": None} | about
    if training["seed"] is None:
        del training["seed"]
    save_policy(tmp_path / "long.npz", GAME, network, policy, {"training": training})
    compact(tmp_path / "long.npz", tmp_path / "short.npz")
    before, after = (read_policy(tmp_path / f"{name}.npz")[1] for name in ("long", "short"))
    for name, weights in once(before).items():
        found, touched = after[name].ravel(), np.arange(weights.size) % 2 == 0
        np.testing.assert_array_equal(found[touched], weights.ravel()[touched].astype(np.float16))
        untouched = 0 if left_out else weights.ravel()[~touched].astype(np.float16)
        np.testing.assert_array_equal(found[~touched], untouched)


def test_a_compact_checkpoint_keeps_layers_that_were_not_trained_at_all(tmp_path):
    network = Network(width=8, layers=1, head=8)
    torch.manual_seed(7)
    training = {"game": "insects", "env": changed(GAME.config), "seed": 7, "start": None}
    save_policy(tmp_path / "long.npz", GAME, network, make_policy(GAME, network), {"training": training})
    compact(tmp_path / "long.npz", tmp_path / "short.npz")
    before, after = (read_policy(tmp_path / f"{name}.npz")[1] for name in ("long", "short"))
    for name, weights in once(before).items():
        np.testing.assert_array_equal(after[name], weights.astype(np.float16))


@pytest.mark.parametrize(
    ("source", "target", "code", "told"),
    [
        ("point.npz", "short.npz", 2, "this is where a run goes on"),
        ("long.npz", "folder", 1, "Is a directory"),
        ("long.npz", "long.npz/short.npz", 1, "Not a directory"),
    ],
)
def test_files_that_cannot_be_made_compact_are_told_of(tmp_path, monkeypatch, capsys, source, target, code, told):
    (tmp_path / "folder").mkdir()
    (tmp_path / "long.npz").write_bytes(baselines(GAME)["standard"].read_bytes())
    header, arrays = read_policy(tmp_path / "long.npz")
    write_archive(tmp_path / "point.npz", {"training": header["training"]}, arrays)
    before = sorted(tmp_path.rglob("*"))
    monkeypatch.setattr(sys, "argv", ["compact", str(tmp_path / source), str(tmp_path / target)])
    with pytest.raises(SystemExit) as ended:
        main()
    said = capsys.readouterr().err
    assert ended.value.code == code and told in said and str(tmp_path) in said
    assert sorted(tmp_path.rglob("*")) == before


def test_a_policy_of_other_rules_is_warned_of_once(capsys, tmp_path):
    path = tmp_path / "mine.npz"
    path.write_bytes(baselines(insects(InsectsConfig()))["standard"].read_bytes())
    games = [insects(InsectsConfig.read({"rules": {"base_attack": attack}})) for attack in (2, 2, 3)]
    for game in games:
        find_agent(game, str(path))
    said = capsys.readouterr().err.splitlines()
    assert len(said) == len({game.rules_signature for game in games}) == 2 and all("other rules" in one for one in said)
