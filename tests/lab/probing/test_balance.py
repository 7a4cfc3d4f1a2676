"""Balance: a game is accused only where it is uneven, and cleared only where it is shown to be even."""

import json

import numpy as np
import pytest

from swarmzoo.envs.catalogue import find_game
from swarmzoo.lab.games import even_game
from swarmzoo.lab.probing.balance import BalanceConfig
from swarmzoo.lab.probing.balance_measures import Pair, SeatShares, luck, seat_shares
from swarmzoo.lab.probing.balance_report import balance_report, enough
from swarmzoo.lab.probing.verdict import SCHEMA, as_json
from tests.lab.probing.played import alone, met

GAME = even_game(find_game("insects"), {})


def report_of(chance: float, games: int, seed: int, levels: int = 3, game=GAME, **more):
    """Return the report of a game whose first seat wins with a chance, at some levels."""
    rng = np.random.default_rng(seed)
    names = [f"level{k}" for k in range(levels)]
    rows = [row for name in names for row in alone(name, (rng.random(games) >= chance).astype(int), game.num_sides)]
    pairs = [row for k in range(levels - 1) for row in met(names[k], names[k + 1], rng.random((20, 2)) < 0.4)]
    return balance_report(game, BalanceConfig(**more), names, rows, pairs, [])


def test_a_clean_game_is_accused_in_at_most_one_of_twenty_reports():
    accused = sum(bool(report_of(0.5, 120, seed, margin=1e-6).faults) for seed in range(100))
    assert accused <= 10, "5% of 100, and what chance adds to it"


def test_a_seat_that_wins_too_often_is_found_and_the_sentence_names_it():
    report = report_of(0.6, 1500, 1)
    assert len(report.faults) == 3
    assert "swarm_0 is favoured by more than 2 points" in report.faults[0].sentence
    assert len(report.faults[0].watch) == 3
    other = report_of(0.4, 1500, 1).faults[0]
    assert "swarm_1 is favoured" in other.sentence


def test_even_is_said_only_where_all_that_is_possible_is_within_the_margin():
    assert [found.status for found in report_of(0.5, 400, 1).findings[:3]] == ["open"] * 3
    assert [found.status for found in report_of(0.5, 10_000, 1).findings[:3]] == ["fine"] * 3
    wrong = sum(found.status == "fine" for seed in range(30) for found in report_of(0.52, 3000, seed, 1).findings[:1])
    assert wrong <= 5, "at the margin itself: at most 5% and what chance adds"


def test_a_game_that_is_lopsided_by_design_is_described_and_not_accused():
    lopsided = even_game(find_game("formation"), {"scenario": "ambush"})
    assert not lopsided.config.even_seats
    report = report_of(0.7, 1000, 1, game=lopsided)
    assert not report.faults and "favoured" in report.findings[0].sentence


def pairs_by(rng, games):
    """Return pairs of which the stronger one loses as Elo says, and chance adds; ``games`` of each."""
    apart = np.sort(rng.uniform(0, 600, len(games)))
    return [
        Pair("b", "a", far, rng.binomial(count, 1 / (1 + 10 ** (far / 400))) / count, 0.0, count)
        for far, count in zip(apart, games, strict=True)
    ]


def test_luck_is_what_all_pairs_say_of_200_elo():
    pairs = [Pair("b", "a", 100.0, 0.4, 0.0, 400), Pair("c", "b", 300.0, 0.2, 0.0, 400)]
    assert luck(pairs)[0] == pytest.approx(0.29, abs=0.01)
    assert np.isnan(luck(pairs[:1])).all() and np.isnan(luck(pairs[1:])).all() and np.isnan(luck([])).all()
    few = Pair("d", "a", 200.0, 0.45, 0.0, 40)
    assert luck([pairs[0], few, pairs[1]])[0] == pytest.approx(0.30, abs=0.01), "a few games at 200 Elo say little"


def test_the_interval_of_luck_holds_what_is_so():
    found = [luck(pairs_by(np.random.default_rng(seed), [400] * 12 + [40] * 12)) for seed in range(40)]
    assert sum(low <= 1 / (1 + 10**0.5) <= high for _, low, high in found) >= 33
    assert np.mean([high - low for _, low, high in found]) < 0.06


def test_seat_shares_of_three_sides():
    game = even_game(find_game("insects"), {"players": 3})
    shares = seat_shares(game, "x", alone("x", np.arange(3000) % 3, 3), 0.05)
    assert np.allclose(shares.share, 1 / 3) and shares.is_even(0.02) and shares.favoured(0.02) is None
    assert (shares.sure_low < shares.low).all(), "two accusations share the error"


def test_the_verdict_as_json_has_a_version_and_all_findings():
    report = report_of(0.6, 500, 3)
    values = json.loads(as_json(report))
    assert values["schema"] == SCHEMA and values["faults"] == len(report.faults)
    assert [one["sentence"] for one in values["findings"]] == [one.sentence for one in report.findings]
    assert values["measures"]["seat_advantage[level0]"] == pytest.approx(0.1, abs=0.06)


@pytest.mark.parametrize(
    ("share", "games"),
    [(0.5, 2500), (0.51, 10_000), (0.519, 1_000_000), (0.56, 1000), (0.52, None), (0.5201, None)],
)
def test_a_report_says_how_many_games_would_tell(share, games):
    """Intervals of 2 points either way after 2,500 games, of 2.5 where an accusation hangs on them; the margin is 2."""
    shares = np.array([share, 1 - share])
    found = SeatShares("greedy", 2500, shares, shares - 0.02, shares + 0.02, shares - 0.0252, shares + 0.0252)
    assert enough(found, 0.02) == games
