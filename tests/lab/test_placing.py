"""Ratings on the ladder: they find the strength that was put in, weigh games alike, and stop in time."""

import numpy as np
import pytest
from scipy.special import expit

from swarmzoo.agents.find import find_agent
from swarmzoo.envs.catalogue import find_game, games
from swarmzoo.envs.core.errors import GameError
from swarmzoo.lab import rungs as ladder
from swarmzoo.lab.intervals import share_interval
from swarmzoo.lab.placing import Met, climb, expected, placed
from swarmzoo.lab.ratings import ELO, score_of

RUNGS = (0.0, 600.0, 1000.0, 1200.0)


def climbed(elo, games=20, chance=None, rungs=RUNGS):
    """A climb of an agent of a strength: its games drawn by chance, or its scores as they are expected."""
    met = []
    for rung in rungs:
        won = np.full(games, score_of(elo - rung))
        if chance is not None:
            won = (chance.random(games) < won).astype(float)
        met.append(Met("", rung, games, won.mean(), *share_interval(won, np.arange(games) // 2)))
    return met


@pytest.mark.parametrize("elo", [200.0, 900.0, 1300.0])
def test_the_strength_is_that_whose_expected_score_was_had(elo):
    found = placed([climbed(elo, games=100_000)])
    assert found.elo == pytest.approx(elo, abs=1)
    assert expected([climbed(elo)], elo) == pytest.approx(np.mean([expit((elo - rung) / ELO) for rung in RUNGS]))


@pytest.mark.parametrize("games", [1, 2])
def test_intervals_hold_the_strength_that_was_put_in(games):
    chance, held = np.random.default_rng(games), 0
    for _ in range(400):
        found = placed([climbed(950.0, chance=chance) for _ in range(games)])
        held += (found.low or -1e9) <= 950 <= (found.high or 1e9)
    assert 0.92 < held / 400 < 0.995


def test_who_wins_or_loses_all_is_bounded_on_one_side():
    best = placed([climbed(5000.0, chance=np.random.default_rng(0))])
    assert best.high is None and best.low is not None and best.low > 1000 and best.elo > 1200
    worst = placed([climbed(-5000.0, chance=np.random.default_rng(0))])
    assert worst.low is None and worst.high is not None and worst.high < 600 and worst.elo < 0


def test_games_weigh_the_same_however_many_were_played():
    strong, weak = 1200.0, 700.0
    few = placed([climbed(strong, 1000), climbed(weak, 100_000)]).elo
    assert few == pytest.approx(placed([climbed(strong, 100_000), climbed(weak, 1000)]).elo, abs=2)
    assert weak < few < strong
    assert placed([climbed(weak, 10**6), climbed(weak, 10**6)]).elo == pytest.approx(weak, abs=0.1)


def test_an_agent_climbs_until_a_rung_leaves_it_nothing():
    found = find_game("insects")
    game, told = ladder.short_game(found), []
    names = ["random", "greedy", "rusher"]
    rungs = [(name, 800.0, find_agent(game, name)) for name in names]
    one = climb(game, find_agent(game, "random"), rungs, games=20, seed=3, tell=told.append)
    assert told == ["random", "greedy"] and [met.rung for met in one] == told
    assert one[1].score <= 0.1 < one[0].score
    assert all(met.games == 20 and met.low <= met.score <= met.high for met in one)


def fabricated(elos, seeds=400):
    """What rungs of these ratings did, all pairs, as the table holds it."""
    names, found = list(elos), []
    for k, one in enumerate(names):
        for other in names[k + 1 :]:
            won = score_of(elos[one] - elos[other])
            shares = [won**2, won * (1 - won), (1 - won) ** 2]
            counts = {(1.0, 1.0): shares[0], (1.0, 0.0): shares[1], (0.0, 1.0): shares[1], (0.0, 0.0): shares[2]}
            found.append(ladder.Duel(one, other, "", tuple(round(seeds * counts.get(p, 0)) for p in ladder.PAIRS)))
    return found


def test_rungs_have_the_ratings_that_their_games_say_and_one_scale(monkeypatch):
    elos = {"random": 500.0, "search:16": 900.0, "search:64": 1000.0, "search:256": 1250.0}
    monkeypatch.setattr(ladder, "duels", lambda _: fabricated(elos))
    found = ladder.rungs(find_game("insects"))
    assert found.names == tuple(elos)
    assert found.elo == pytest.approx(tuple(elos.values()), abs=25)
    assert found.elo[2] == 1000 and all(
        low <= elo <= high for elo, low, high in zip(found.elo, found.low, found.high, strict=True)
    )
    monkeypatch.setattr(ladder, "duels", lambda _: [])
    with pytest.raises(GameError, match="not measured"):
        ladder.rungs(find_game("insects"))


@pytest.mark.parametrize("name", [found.name for found in games()])
def test_every_game_has_a_short_game_with_rungs_that_were_measured(name):
    found = find_game(name)
    game, setting = ladder.short_game(found), ladder.rung_set(found)
    assert setting.rungs[0] == "random" and setting.rungs[-1] == "search:4096"
    rungs = ladder.rungs(found)
    assert set(rungs.names) <= set(setting.rungs) and {"random", "search:256"} <= set(rungs.names)
    assert rungs.names[0] == "random"
    one = ladder.measured(game, "random", "search:4", 4)
    assert sum(one.seeds) == 2 and one.rules == game.rules_signature
    kept = {(duel.one, duel.other) for duel in ladder.duels(found)}
    assert not kept & set(ladder.missing(found, 4096))


def test_a_measured_pair_counts_seeds_by_both_seats():
    game = ladder.short_game(find_game("insects"))
    one = ladder.measured(game, "greedy", "random", 20)
    other = ladder.measured(game, "random", "greedy", 20)
    wins = ladder.PAIRS.index((1.0, 1.0))
    assert sum(one.seeds) == sum(other.seeds) == 10 and one.seeds[wins] >= 8
    assert other.seeds[ladder.PAIRS.index((0.0, 0.0))] >= 8


def test_an_opponent_is_named_by_its_rating():
    found = find_game("insects")
    rungs = ladder.rungs(found)
    for name, elo in zip(rungs.names, rungs.elo, strict=True):
        assert ladder.at_rating(found, f"rated:{elo}") == name
    assert (
        ladder.at_rating(found, "rated:-2000") == "random" and ladder.at_rating(found, "rated:9000") == rungs.names[-1]
    )
    assert ladder.at_rating(found, "greedy") == "greedy" and ladder.at_rating(found, "rated") == "rated"
    for text in ("rated:", "rated:x", "rated:nan", "rated:1e9"):
        with pytest.raises(GameError, match="a rating is a number"):
            ladder.at_rating(found, text)
