"""Policies in games of other sizes: the same weights for the same inputs and actions, found by their names."""

from dataclasses import replace

import numpy as np
import pytest

from swarmzoo.agents.built_in import baselines
from swarmzoo.agents.find import find_agent
from swarmzoo.agents.policy import checkpoint
from swarmzoo.agents.policy.archive import read_archive, write_archive
from swarmzoo.agents.policy.checkpoint import load_policy, save_policy
from swarmzoo.agents.policy.config import Network
from swarmzoo.agents.policy.nets import net_of
from swarmzoo.agents.policy.tailoring import tailored
from swarmzoo.agents.policy.weights import weights_of
from swarmzoo.envs.catalogue import find_game
from swarmzoo.envs.core.errors import GameError
from swarmzoo.lab.evaluate import win_rate
from swarmzoo.training.run import train
from tests.agents.test_policy_nets import positions, trained
from tests.training.small import small_config

INSECTS = {n: find_game("insects").read({"players": n, "symmetric": n != 5}) for n in (2, 3, 4, 6)}
SMALL = find_game("insects").read({"players": 2, "radius": 2, "symmetric": True})
WARBAND = {n: find_game("warband").read({"warbands": n}) for n in (2, 3, 4)}
OVERSEER = {n: find_game("overseer").read({"overseers": n, "free_for_all": True}) for n in (2, 3, 4)}
NOVA = {n: find_game("nova").read({"players": n, "free_for_all": True}) for n in (2, 3, 4)}
GAMES = {"insects": INSECTS, "warband": WARBAND, "overseer": OVERSEER, "nova": NOVA}
NETS = {
    "mlp": Network(width=24, layers=2, head=12),
    "hex": Network(kind="hex", width=24, layers=1, head=12, channels=8, rounds=2),
    "disc": Network(kind="disc", width=24, layers=1, head=12, channels=6),
}
FEWER = [
    *(("insects", "mlp", *sizes) for sizes in ((4, 3), (6, 2), (4, 2))),
    *(("insects", "hex", *sizes) for sizes in ((4, 3), (6, 4), (6, 3))),  # on the same board: it looks at the mean hex
    *(("warband", kind, *sizes) for kind in ("mlp", "disc") for sizes in ((4, 3), (3, 2))),
    *((game, kind, 4, 3) for game in ("overseer", "nova") for kind in ("mlp", "disc")),
]


def part_of(game, observations, name):
    """A part of observations, a view of its own shape."""
    part = next(part for part in game.observation_layout if part.name == name)
    return observations[:, part.start : part.stop].reshape(len(observations), *part.shape)


def in_larger(small, large, seen):
    """What is seen in a game as it would be seen in one with more sides, which are not there: part by part."""
    found = np.zeros((len(seen), large.observation_size), seen.dtype)
    for part in small.observation_layout:
        given, target = part_of(small, seen, part.name), part_of(large, found, part.name)
        if part.name.startswith("planes"):
            place = {tuple(where): k for k, where in enumerate(large.board["hexes"].tolist())}
            to = [place[tuple(where)] for where in small.board["hexes"].tolist()]
            behind = 11 if part.name == "planes" else 7  # planes after those of the sides
            target[:, : given.shape[1] - behind, to] = given[:, :-behind, : len(to)]
            target[:, -behind:, to] = given[:, -behind:, : len(to)]
        else:
            target[tuple(slice(0, size) for size in given.shape)] = given
        if (small.name, part.name) == ("overseer", "profiles"):  # the last row is of neutral Underlings
            target[:, given.shape[1] - 1], target[:, -1] = 0, given[:, -1]
    return found


def actions_of(small, large):
    """The numbers that the actions of a game have in one with more sides."""
    found = []
    place = {tuple(where): k for k, where in enumerate(large.board.get("hexes", np.zeros((0, 2))).tolist())}
    hexes = [place.get(tuple(where), -1) for where in small.board.get("hexes", np.zeros((0, 2))).tolist()]
    for part in small.actions.parts:
        numbers = range(part.size) if part.aim != "hex" or not place else [*hexes, *[-1] * (part.size - len(hexes))]
        found += [-1 if k < 0 else large.actions.index(part.name, k) for k in numbers]
    return np.array(found)


def counting_as(small, large):
    """A game with more sides in which as much counts as 1 as in a smaller one."""
    if "as_one" not in small.board:
        return large
    beyond = np.ones(small.observation_size - len(small.board["as_one"]), np.float32)
    ones = in_larger(small, large, np.concatenate([small.board["as_one"], beyond])[None])[0]
    size = len(large.board["as_one"])
    return replace(large, board=large.board | {"as_one": np.where(ones == 0, 1, ones)[:size].astype(np.float32)})


@pytest.mark.parametrize(("where", "kind", "before", "after"), FEWER)
def test_with_fewer_sides_it_plays_as_if_the_others_were_not_there(where, kind, before, after):
    large, small = GAMES[where][before], GAMES[where][after]
    weights = weights_of(trained(large, NETS[kind]))
    fitted = net_of(small, NETS[kind], tailored(weights, NETS[kind], large, small), "here")
    seen, _ = positions(small)
    logits, values = fitted.judge(seen)
    own = net_of(counting_as(small, large), NETS[kind], weights, "here")
    wanted, worth = own.judge(in_larger(small, large, seen))
    places = actions_of(small, large)
    assert (places >= 0).sum() > 100
    near = 2e-5 * np.abs(wanted).max()
    np.testing.assert_allclose(logits[:, places >= 0], wanted[:, places[places >= 0]], rtol=0, atol=near)
    np.testing.assert_allclose(values, worth, rtol=0, atol=1e-4)


@pytest.mark.parametrize(
    ("where", "kind"), [("insects", "mlp"), ("insects", "hex"), ("warband", "mlp"), ("warband", "disc")]
)
def test_a_game_of_the_same_size_leaves_weights_as_they_are(where, kind):
    game = GAMES[where][3]
    weights = weights_of(trained(game, NETS[kind]))
    fitted = tailored(weights, NETS[kind], game, game)
    assert fitted.keys() == weights.keys()
    assert all(np.array_equal(fitted[name], array) for name, array in weights.items())


def test_sides_that_it_does_not_know_are_all_the_same_to_it():
    small, large = WARBAND[2], WARBAND[4]
    weights = tailored(weights_of(trained(small, NETS["disc"])), NETS["disc"], small, large)
    net = net_of(large, NETS["disc"], weights, "here")
    seen, _ = positions(large)
    swapped = seen.copy()
    for name, each in (("characters", 6), ("warbands", 1)):
        one, other = part_of(large, seen, name), part_of(large, swapped, name)
        other[:, 2 * each : 3 * each], other[:, 3 * each :] = one[:, 3 * each :], one[:, 2 * each : 3 * each]
    assert not np.array_equal(seen, swapped)
    logits, values = net.judge(seen)
    others, worths = net.judge(swapped)
    np.testing.assert_allclose(values, worths, rtol=0, atol=1e-5)
    np.testing.assert_allclose(logits, others, rtol=0, atol=1e-5 * np.abs(logits).max())
    strike = logits[:, large.actions.slice("strike")].reshape(len(seen), 3, 6)
    np.testing.assert_array_equal(strike[:, 0], strike[:, 2])


def test_actions_that_it_does_not_know_weigh_what_their_part_does_in_the_mean():
    large = find_game("insects").read({"players": 2, "radius": 5, "symmetric": True})
    weights = weights_of(trained(SMALL, NETS["hex"]))
    fitted = tailored(weights, NETS["hex"], SMALL, large)["action_net.others.bias"]
    own = weights["action_net.others.bias"]
    place = large.actions.index("hex", large.board["hexes"].tolist().index([5, 0]))
    assert fitted[place] == pytest.approx(own[SMALL.actions.slice("hex")].mean(), rel=1e-5)
    assert fitted[large.actions.index("pick up")] == own[SMALL.actions.index("pick up")]
    middle = [game.actions.index("hex", game.board["hexes"].tolist().index([0, 0])) for game in (SMALL, large)]
    assert fitted[middle[1]] == own[middle[0]]


def test_the_policy_for_two_players_wins_most_games_of_more(capsys):
    checkpoint._warn_of_rules.cache_clear()  # it warns once, and another test may have been told
    for players, even in ((3, 1 / 3), (4, 1 / 4)):
        game = INSECTS[players]
        won = win_rate(game, find_agent(game, "standard"), find_agent(game, "expert"), games=24 * players, seed=1)
        assert won.score > even + 0.25
    assert "players = 2, not 3" in capsys.readouterr().err


def test_what_is_no_game_of_another_size_is_refused(tmp_path):
    header, arrays = read_archive(baselines(find_game("insects"))["standard"])
    path = tmp_path / "x.npz"
    for change in (
        {"observation_size": 7},
        {"game_config": {"players": 99}},
        {"game_config": {"radius": 4}},
        {"game_config": 3},
    ):
        write_archive(path, header | change, arrays)
        with pytest.raises(GameError, match=r"something else to see or to do|its header has no game_config"):
            load_policy(path, INSECTS[3])
    for wrong in ({}, dict(list(arrays.items())[1:])):
        write_archive(path, header, wrong)
        with pytest.raises(GameError, match="its weights do not fit the network it names"):
            load_policy(path, INSECTS[3])


def test_games_that_do_not_say_what_is_whose_are_refused_as_before(tmp_path):
    one, other = (find_game("formation").read({"view": view}) for view in (3, 4))
    network = Network(width=8, layers=1, head=8)
    save_policy(tmp_path / "x.npz", one, network, trained(one, network), {})
    with pytest.raises(GameError, match=r"something else to see .* differs in: view = 3, not 4; use the same"):
        load_policy(tmp_path / "x.npz", other)


def test_a_run_begins_from_a_policy_of_another_size(tmp_path):
    small, large = (find_game("insects").read({"players": n, "symmetric": True}) for n in (2, 3))
    train(small_config(), small, tmp_path / "two", resume=False, seeds=1, quiet=True)
    config = small_config(
        env={"players": 3, "symmetric": True}, start=str(tmp_path / "two" / "last.npz"), learning_rate=1e-9
    )
    train(
        config.model_copy(update={"total_steps": 256, "final_learning_rate": 0.0}),
        large,
        tmp_path / "three",
        resume=False,
        seeds=1,
        quiet=True,
    )
    seen, _ = positions(large)
    logits = [load_policy(tmp_path / name / "last.npz", large).net.logits(seen) for name in ("two", "three")]
    np.testing.assert_allclose(logits[0], logits[1], rtol=0, atol=1e-4)
