"""The programs of the lab: what they print, of games that are made up or few."""

from types import SimpleNamespace

import numpy as np
import pytest
import typer

from swarmzoo.agents.built_in import built_in
from swarmzoo.agents.play.match import play_games
from swarmzoo.agents.play.results import Fault, share_of_first
from swarmzoo.agents.play.seeds import seed_of_seat
from swarmzoo.agents.process.settings import read_settings
from swarmzoo.envs.insects.config import InsectsConfig
from swarmzoo.envs.insects.game import insects
from swarmzoo.lab import calibration, ladder, soak
from swarmzoo.lab.calibration import World
from swarmzoo.lab.evaluate import evaluate, rows_csv, win_rate
from swarmzoo.lab.evaluation_set import set_hash
from swarmzoo.lab.intervals import share_interval
from swarmzoo.lab.play import GameRow
from swarmzoo.lab.seating import seats_against_one
from swarmzoo.lab.sprt import Sprt
from swarmzoo.lab.store import STORE, Store

GAME = insects(InsectsConfig(symmetric=True))
RANDOM, RUSHER = (built_in(GAME)[name] for name in ("random", "rusher"))


@pytest.fixture(scope="module")
def row():
    return evaluate(GAME, RUSHER, [RANDOM], games=30, seed=5)[0]


def test_a_row_says_what_the_games_were(row):
    seating, seeds = seats_against_one(GAME, 30, 5, None)
    results = play_games(GAME, [RUSHER, RANDOM], seating, seeds)
    share = (share_of_first(results.pay) * (seating == 0)).sum(axis=1)
    assert (row.agent, row.opponent, row.games, row.even) == ("rusher", "random", 30, 0.5)
    assert row.score == share.mean() and (row.low, row.high) == share_interval(share, seeds)
    assert (row.won, row.lost) == ((share == 1).sum(), (share == 0).sum()) and row.won + row.shared + row.lost == 30
    assert row.first_seat == pytest.approx(share[seating[:, 0] == 0].mean() - share[seating[:, 1] == 0].mean())
    assert row.decisions == results.length.mean()
    assert row.endings == {name: results.endings.count(name) / 30 for name in sorted(set(results.endings))}


def test_one_seat_alone_has_no_advantage_of_the_first():
    one = evaluate(GAME, RUSHER, [RANDOM], games=4, seed=5, seat=1)[0]
    assert one.first_seat == 0 and one.games == 4
    rate = win_rate(GAME, RUSHER, RANDOM, games=4, seed=5, seat=1)
    assert (rate.score, rate.low, rate.high, rate.games) == (one.score, one.low, one.high, 4)


def test_few_games_of_many_sides_have_every_seat_and_no_figure_that_is_none():
    game = insects(InsectsConfig(players=6))
    for games, seat in ((2, None), (7, None), (3, 0), (3, 4)):
        one = evaluate(game, RUSHER, [RANDOM], games=games, seed=5, seat=seat)[0]
        assert one.games == (games if seat is not None else 6 * -(-games // 6)) and np.isfinite(one.first_seat)


def test_rows_as_csv_name_every_measure(row):
    head, line = rows_csv([row]).splitlines()
    cells = dict(zip(head.split(","), line.split(","), strict=True))
    assert (cells["agent"], cells["games"], cells["score"]) == ("rusher", "30", f"{row.score:.4f}")
    assert cells["rounds"] == f"{row.of_all['rounds']:.4f}" and cells["own insects"] == f"{row.own['insects']:.4f}"
    name, share = next(iter(row.endings.items()))
    assert cells["endings"].startswith(f"{name}={share:.3g}") and "of_all" not in cells and "own" not in cells


def test_the_name_of_a_set_depends_on_all_that_is_played():
    other = insects(InsectsConfig(symmetric=False))
    sets = [(GAME, 10, 1), (other, 10, 1), (GAME, 11, 1), (GAME, 10, 2), (GAME, 10, 1, 0), (GAME, 10, 1, 1)]
    names = [set_hash(*one) for one in sets]
    assert len(set(names)) == 6 and set_hash(GAME, 10, 1, None) == names[0] and {len(name) for name in names} == {10}


def test_a_duel_seats_both_everywhere_and_says_who_was_first():
    found = ladder.duel(GAME, RUSHER, RANDOM, 6, 3)
    seating, seeds = seats_against_one(GAME, 6, 3, None)
    share = (share_of_first(play_games(GAME, [RUSHER, RANDOM], seating, seeds).pay) * (seating == 0)).sum(axis=1)
    assert (found.one, found.other, found.games, found.share) == ("rusher", "random", 6, share.mean())
    assert (found.low, found.high) == share_interval(share, seeds) and found.seconds > 0


def test_with_an_odd_number_of_sides_the_agents_change_places(monkeypatch):
    played = []

    def play_games(game, agents, seating, seeds, batch):
        played.append((seating.tolist(), seeds.tolist()))
        return SimpleNamespace(pay=np.where(np.arange(3) == 0, 1.0, -0.5) * np.ones((len(seeds), 1)))

    monkeypatch.setattr(ladder, "play_games", play_games)
    found = ladder.duel(SimpleNamespace(num_sides=3), RUSHER, RANDOM, 5, 3)
    seating, seeds = played[0]
    half = len(seating) // 2
    assert (
        seating[half:] == [[1 - agent for agent in seats] for seats in seating[:half]] and seeds[:half] == seeds[half:]
    )
    assert set(seeds) == {3} and found.games == 6 and found.share == 0.5


@pytest.fixture
def climbed(monkeypatch):
    """The duels that a ladder asks for."""
    asked = []

    def duel(game, one, other, games, seed):
        asked.append((one.name, other.name, games, seed))
        return ladder.Duel(one.name, other.name, games, 0.75, 0.5, 0.875, 2.0)

    monkeypatch.setattr(ladder, "duel", duel)
    return asked


def test_a_ladder_sets_every_budget_against_the_one_before(climbed):
    assert len(list(ladder.climb(GAME, 20, 9))) == 3 and climbed == [
        ("search-64", "search-16", 20, 9),
        ("search-256", "search-64", 20, 9),
        ("search-1024", "search-256", 20, 9),
    ]
    climbed.clear()
    list(ladder.climb(GAME, 20, 9, "cut=5", overnight=True))
    assert len(climbed) == 4 and climbed[-1][2:] == (40, 9) and "4096" in climbed[-1][0] and "1024" in climbed[-1][1]
    for text in ("simulations=5", "milliseconds=5", "7"):
        with pytest.raises(ValueError, match="sets the budgets itself"):
            list(ladder.climb(GAME, 20, 9, text))


def test_the_ladder_prints_its_steps_and_writes_them(climbed, capsys, tmp_path):
    ladder.main("insects", "", "", 20, 9, False, tmp_path / "steps.csv")
    assert "search-64 against search-16: 75.0% (50.0% to 87.5%), 20 games, 2 s" in capsys.readouterr().out
    lines = (tmp_path / "steps.csv").read_text().splitlines()
    assert lines[0] == "agent,against,share of first place,95% interval,games"
    assert lines[1] == "search-64,search-16,75.0%,50.0% to 87.5%,20" and len(lines) == 4
    with pytest.raises(typer.BadParameter, match="beetles"):
        ladder.main("beetles", "", "", 20, 9, False, None)


def test_the_tables_of_the_calibration_name_every_world_that_was_simulated(monkeypatch, capsys):
    asked = []
    monkeypatch.setattr(calibration, "coverage", lambda *given: asked.append(given) or (0.9, 0.95, np.nan))
    monkeypatch.setattr(calibration, "evaluation", lambda *given: asked.append(given) or (0.94, 0.5))
    monkeypatch.setattr(calibration, "errors", lambda *given: asked.append(given) or (0.01, 0.02, 30, 40))
    rows = list(calibration.coverage_rows(7, 3))
    assert len(rows) == len(asked) == 13 and rows[0] == (
        "2",
        "20",
        "2",
        "+40",
        "30%",
        "50% seat",
        "90.0%",
        "95.0%",
        "-",
    )
    assert all(given[2:] == (7, 3) for given in asked)
    assert {row[0] for row in rows} == {"2", "4", "8"} and {row[2] for row in rows} == {"2", "4"}
    assert [row[1] for row in rows] == ["20", "50", "20", "20", "100", "20", "500", "20", "50", "20", "20", "100", "2"]
    asked.clear()
    rows = list(calibration.evaluation_rows(7, 3))
    assert len(rows) == len(asked) == 36 and rows[1] == ("0", "20", "2", "+0", "30%", "80% seat", "94.0%", "50.0%")
    assert [row[2] for row in rows[::12]] == ["2", "3", "4"]
    assert [row[:2] for row in rows[:12:3]] == [("0", "20"), ("0", "200"), ("300", "200"), ("700", "1000")]
    assert {(world.elo[1], *world.seats) for world, *_ in asked} == {(0.0,) * (sides + 1) for sides in (2, 3, 4)}
    asked.clear()
    rows = list(calibration.error_rows(7, 3))
    assert len(rows) == 12 and rows[0] == ("0 to 50", "2", "+0", "0%", "none", "1.0%", "2.0%", "30", "40")
    assert all(world.elo == (0.0, 0.0) and rest == [2000, 7, 3] for _, world, *rest in asked)
    assert all(sum(world.seats) == 0 for _, world, *_ in asked), "what one seat gains the other loses"
    calibration.main(7, 3)
    told = capsys.readouterr().out
    assert "95% intervals that hold the truth" in told and "errors of the test at 5%" in told and "80% agent" in told


def test_simulated_evaluations_and_tests_are_the_same_from_the_same_seed():
    world = World((200.0, 0.0), (30.0, -30.0), draws=0.2, luck=0.5)
    held = calibration.evaluation(world, 40, 60, 5)
    assert held == calibration.evaluation(world, 40, 60, 5) != calibration.evaluation(world, 40, 60, 6)
    assert 0.85 < held[0] <= 1 and held[1] <= 1
    one, other, few, many = calibration.errors(Sprt(0, 200), world, 200, 40, 5)
    assert max(one, other) < 0.2 and 5 < few < 100 and 5 < many < 100
    assert (one, other, few, many) == calibration.errors(Sprt(0, 200), world, 200, 40, 5)


def test_the_soak_finds_what_is_wrong(tmp_path, monkeypatch):
    """Seeds 0 to 39 in both seats; what a seat is due depends on its seed."""
    monkeypatch.setattr(soak.time, "sleep", lambda seconds: None)
    Store.begin(tmp_path / "soak" / STORE, tournament={})
    store = Store(tmp_path / "soak" / STORE)
    rows, due = [], {}
    for seed in range(40):
        for side in range(2):
            kind = soak.KINDS.get(seed_of_seat(seed, side) % soak.ONE_IN)
            due[kind] = due.get(kind, 0) + 1
            fault = None if kind is None else Fault(side, kind, kind)
            rows.append(GameRow(seed, side, seed, (0, 1)[:: 1 - 2 * side], (0.0, 0.0), 5, "", 0.0, fault))
    store.add(rows, ["faulty", "rusher"], ("", "", ""))
    store.close()
    faults, wrong = soak._looked_at(tmp_path, 80)
    assert (
        wrong == [] and faults == {kind: count for kind, count in due.items() if kind is not None} and len(faults) == 3
    )
    _, wrong = soak._looked_at(tmp_path, 82)
    assert wrong == ["80 games of 82 are there"]
    monkeypatch.setattr(soak, "KINDS", soak.KINDS | {8: "crash"})
    monkeypatch.setattr(soak, "left_behind", lambda words: [77] if "faulty.py" in words else [])
    _, wrong = soak._looked_at(tmp_path, 80)
    late = [(seed, side) for seed in range(40) for side in range(2) if seed_of_seat(seed, side) % soak.ONE_IN == 8]
    assert [sentence.partition(":")[0] for sentence in wrong] == [
        *(f"seed {seed}, side {side}" for seed, side in late),
        "process 77 is left behind",
    ]


def test_the_soak_retires_nobody_and_closes_what_it_began(monkeypatch, tmp_path):
    begun = []

    class StandIn:
        def __init__(self, config, game, folder, resume):
            begun.append((config, folder, resume))

        def run(self, executor, progress):
            begun.append(executor.workers)

        def close(self):
            begun.append("closed")

    monkeypatch.setattr(soak, "Tournament", StandIn)
    monkeypatch.setattr(soak, "_looked_at", lambda folder, games: (folder, games))
    assert soak.soak(GAME, 40, 3, tmp_path) == (tmp_path, 40)
    (config, folder, resume), *rest = begun
    assert rest == [3, "closed"] and (folder, resume) == (tmp_path / "soak", False)
    assert config.rounds == 20 and config.retire_after >= 40 and config.agents[1] == "rusher" and not config.replays
    bot = next(tmp_path.glob("*.py")).read_text()
    assert f"% {soak.ONE_IN}" in bot and "ONE_IN" not in bot
    settings = read_settings(next(tmp_path.glob("*.yaml")))
    assert str(tmp_path / "faulty.py") in settings.command and settings.move_seconds < settings.init_seconds


def test_the_soak_prints_what_came_of_it(monkeypatch, capsys):
    monkeypatch.setattr(
        soak, "soak", lambda game, games, workers, folder: (SimpleNamespace(items=lambda: [("a", 1)]), [])
    )
    with pytest.raises(SystemExit) as ended:
        soak.main(10, 1)
    assert ended.value.code == 0 and "10 games in" in capsys.readouterr().out
    monkeypatch.setattr(soak, "soak", lambda *given: (SimpleNamespace(items=lambda: []), ["it fell"]))
    with pytest.raises(SystemExit) as ended:
        soak.main(10, 1)
    assert ended.value.code == 1 and "it fell" in capsys.readouterr().out
