"""How far a search must look: what is measured of lessons is what was put into them, and the command says it."""

from types import SimpleNamespace

import numpy as np
import pytest
import typer
from typer.testing import CliRunner

import swarmzoo.lab.lookahead as module
from swarmzoo.agents.answering import answering
from swarmzoo.agents.search.config import SearchConfig
from swarmzoo.agents.search.line_up import plan_of
from swarmzoo.envs.catalogue import find_game
from swarmzoo.envs.core.errors import GameError
from swarmzoo.lab.games import even_game
from swarmzoo.lab.lookahead import Lookahead, Truth, collect

SMALL = "radius=2,max_rounds=4"


@pytest.fixture
def app() -> typer.Typer:
    app = typer.Typer()
    app.command()(module.main)
    return app


def drawn(share, noise, spread=0.2, count=600, alike=1):
    """Lessons that find a share of true gains, with noise; an even one of three actions is the likeliest.

    So many positions that follow each other are of one game, and alike.
    """

    def gains(times, seed):
        true = np.random.default_rng(0).normal(0, spread, (count // alike, 3)).repeat(alike, axis=0)
        heard = share * true + np.random.default_rng(seed).normal(0, noise, (count, 3)) / np.sqrt(times)
        return list(heard), [np.full(3, 1 / 3)] * count

    return SimpleNamespace(gains=gains, positions=SimpleNamespace(games=np.arange(count) // alike))


@pytest.mark.parametrize(("share", "noise"), [(1.0, 0.4), (0.5, 0.1), (0.25, 0.0)])
def test_what_a_lesson_finds_and_explains_is_what_was_put_into_it(share, noise):
    told = Truth(drawn(1.0, 0.8), 16, 1).measure(drawn(share, noise), 1, 50)
    assert told.found == pytest.approx(share, abs=0.12) and told.low < share < told.high
    assert told.high - told.low < 0.5
    explained = share**2 * 0.04 / (share**2 * 0.04 + noise**2)
    assert told.explained == pytest.approx(explained, rel=0.25)


def test_positions_of_one_game_prove_no_more_than_one():
    """The valuation hears half of the games' gains, and nothing of the others: which ones there are decides."""

    def told(count, alike):
        whole = drawn(1.0, 0.8, count=count, alike=alike)
        deaf = np.arange(count) // alike % 2 == 0

        def gains(times, seed):
            heard, likely = drawn(1.0, 0.0, count=count, alike=alike).gains(times, seed)
            return list(np.where(deaf[:, None], 0, heard)), likely

        found = Truth(whole, 64, 1).measure(SimpleNamespace(gains=gains), 1, 50)
        return found.high - found.low

    assert told(600, 10) == pytest.approx(told(60, 1), rel=0.3)
    assert told(600, 1) < 0.5 * told(600, 10)


def test_gains_that_cannot_be_told_from_noise_are_refused():
    with pytest.raises(GameError, match="4 games of each action in 600 positions do not show that actions differ"):
        Truth(drawn(1.0, 0.8, spread=0.0), 4, 1)


def test_positions_come_from_whole_games_and_one_from_a_decision():
    game = even_game(find_game("insects"), {"radius": 2, "max_rounds": 4})
    positions = collect(game, answering(game, "standard").drawing(), 150, 0.9, 3)
    rounds = positions.states["round_number"]
    assert len(np.unique(rounds)) >= 3 and (rounds > rounds.min()).mean() > 0.4
    assert len({state.tobytes() for state in positions.states}) == 150
    assert len(np.unique(positions.games)) > 75 and positions.games.max() >= 128
    with pytest.raises(GameError, match="games 0 decisions are less sure"):
        collect(game, answering(game, "standard").drawing(), 10, 0.0, 3)


def test_gains_are_those_of_actions_that_a_policy_is_not_sure_of_and_even_out():
    game = even_game(find_game("insects"), {"radius": 2, "max_rounds": 4})
    policy = answering(game, "standard")
    positions = collect(game, policy.drawing(), 12, 0.9, 3)
    again = collect(game, policy.drawing(), 12, 0.9, 3)
    assert np.array_equal(positions.states, again.states) and np.array_equal(positions.games, again.games)
    assert set(positions.sides.tolist()) == {0, 1}
    plan = plan_of(game, SearchConfig(policy="standard", considered=4, cut=-1, valuation=0.0))
    gains, likely = Lookahead(game, policy, positions, plan).gains(3, 5)
    assert len(gains) == len(likely) == 12
    for gain, share in zip(gains, likely, strict=True):
        assert 2 <= len(share) <= 4 and share.sum() == pytest.approx(1) and share.argmax() == 0
        assert (share * gain).sum() == pytest.approx(0, abs=1e-9) and (np.abs(gain) <= 2).all()


def test_the_command_prints_a_row_of_every_setting_the_same_from_the_same_seed(app):
    options = ["insects", "standard", "--keywords", SMALL, "--positions", "40", "--truth", "12", "--cut", "4,-1"]
    found = [CliRunner().invoke(app, [*options, "--valuation", "0,1"]) for _ in range(2)]
    assert found[0].exit_code == 0, found[0].output
    rows, others = ([line.split(", ")[:5] for line in one.stdout.splitlines()] for one in found)
    assert rows == others and [row[:2] for row in rows[1:]] == [["4", "0"], ["4", "1"], ["-1", "0"]]
    assert 0.4 < float(rows[3][2]) < 2.5  # to the end all is found, as far as chance lets see


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        (["nobody"], "not a trained policy of insects"),
        (["a" * 300], "not a trained policy of insects"),
        (["standard", "--cut", "a"], "give numbers with commas between them"),
        (["standard", "--cut", "-3"], "cut = -3"),
        (["standard", "--valuation", "2"], "valuation = 2.0"),
        (["standard", "--sure", "0.1"], "--sure"),
        (["standard", "--considered", "1000000000"], "--considered"),
        (["standard", "--positions", "19"], "--positions"),
        (["standard", "--keywords", "radius=nothing"], "radius"),
        (["standard", "--keywords", SMALL, "--positions", "100000", "--sure", "0.5"], "raise --sure"),
    ],
)
def test_what_cannot_be_measured_is_refused_in_a_sentence(app, wrong, told, monkeypatch):
    monkeypatch.setattr(module, "MOST", 1)
    refused = CliRunner().invoke(app, ["insects", *wrong])
    output = " ".join(refused.output.replace("│", "").split())
    assert refused.exit_code == 2 and "Traceback" not in output and told in output
