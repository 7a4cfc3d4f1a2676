"""Parts: what is planted is found, what is clean is not accused, and games are played with just the parts drawn."""

import json
from itertools import combinations

import numpy as np
import pytest

from swarmzoo.envs.catalogue import find_game
from swarmzoo.envs.core.errors import GameError
from swarmzoo.lab.experiments.design import Design, Factor
from swarmzoo.lab.games import even_game
from swarmzoo.lab.probing.jobs import Played, play_jobs
from swarmzoo.lab.probing.parts import Experiment, PartsConfig, forbidden, usage_tasks
from swarmzoo.lab.probing.parts_measures import Trials, pairs_of, presence_of, trials_of, worths_of
from swarmzoo.lab.probing.parts_report import parts_report
from swarmzoo.lab.probing.usage import count_uses, uses_a_game

GAME = even_game(find_game("insects"), {})


def experiment(game=GAME, **given):
    return Experiment(game, PartsConfig(**{"players": ("greedy",), "uses": 0} | given))


def played(trial, worth, seed=0):
    """Return the games of an experiment, in which parts, by name, are worth so much."""
    rng = np.random.default_rng(seed)
    numbers = {part.name: k for k, part in enumerate(trial.parts)}
    rows = []
    for job in trial.jobs():
        lead = trial.draws.lead[job.seed - trial.config.seed]
        chance = 0.5 + sum(value * lead[numbers[name]] for name, value in worth.items())
        for nth, seats in enumerate(((0, 1), (1, 0))):
            winner = 0 if rng.random() < chance else 1
            pay = tuple(1.0 if camp == winner else -1.0 for camp in seats)
            length = (
                100 + 30 * trial.draws.present[job.seed - trial.config.seed, numbers["mud"]] + int(rng.integers(20))
            )
            rows.append(Played(job.cell, job.values, job.players, job.seed, nth, seats, pay, length, "out", 0.1))
    return rows


def test_what_is_planted_is_found_named_and_shown():
    trial = experiment(seeds=1500, seed=5)
    report = parts_report(trial, played(trial, {"attack": 0.26, "rush": -0.1, "stack": 0.08}), {})
    must, never = report.faults
    assert "attack (card) is a must have for greedy: a camp that may use it gains" in must.sentence
    assert "rush (card) is never worth it for greedy: a camp that may use it loses" in never.sentence
    low, high = must.figures[0].low, must.figures[0].high
    assert f"({100 * low:.1f} to {100 * high:.1f}) against one that may not" in must.sentence and low > 0.15
    least, most = -never.figures[0].high, -never.figures[0].low
    assert f"({100 * least:.1f} to {100 * most:.1f}) against one that may not" in never.sentence and least > 0
    assert (must.figures[0].value, never.figures[0].value) == pytest.approx((0.26, -0.1), abs=0.05)
    for found, name, won in ((must, "attack", True), (never, "rush", False)):
        assert len(found.watch) == 3
        number = [part.name for part in trial.parts].index(name)
        for game in found.watch:
            assert (
                trial.draws.lead[game.seed - 5, number] != 0 and f"Only the {'winner' if won else 'loser'}" in game.why
            )
    table = next(table for table in report.tables if table.title == "What parts are worth to greedy")
    verdicts = {row[0]: row[4] for row in table.rows}
    assert (verdicts["attack"], verdicts["rush"], verdicts["stack"]) == ("must have", "never worth it", "worth it")
    listed = next(found for found in report.findings if found.about == "presence greedy")
    assert "mud (length +30" in listed.sentence and "10% of it is false on average" in listed.sentence
    assert report.measures["worth[greedy][attack]"] == must.figures[0].value


def test_the_sides_of_a_game_to_watch_are_as_the_sentence_says():
    """In the games behind a must have the winner alone may use the part: its text alone has no ban of it."""
    trial = experiment(seeds=400)
    rows = {(row.cell, row.seed, row.nth): row for row in played(trial, {"attack": 0.4})}
    must = parts_report(trial, list(rows.values()), {}).faults[0]
    for game in must.watch:
        row = rows[game.cell, game.seed, game.nth]
        winner = row.seats[row.pay.index(1.0)]
        assert '-"Attack"' not in row.players[winner] and '-"Attack"' in row.players[1 - winner]


def test_a_clean_game_is_accused_in_at_most_one_of_twenty_reports():
    """All parts are worth just what is allowed at most, or nothing: half of them at the edge of each accusation."""
    worth = np.array([0.02, 0.0] * 8)
    design = Design(tuple(Factor(str(k), True) for k in range(16)), 1)
    names, accused = [str(k) for k in range(16)], 0
    for seed in range(200):
        rng = np.random.default_rng(seed)
        draws = design.draw(seed * 80, 80)
        score = rng.binomial(2, 0.5 + draws.lead @ worth) / 2
        found = worths_of("x", range(16), names, Trials(draws, score, {}, 0), 0.05, 0.02, 0.02)
        accused += any(verdict in ("must have", "never worth it") for verdict in found.verdicts)
    assert accused <= 17, "5% of 200, and what chance adds to it"


def test_trials_are_means_over_the_games_of_a_seed_and_seeds_without_games_are_left_out():
    draws = Design((Factor("a", True), Factor("b", True)), 1).draw(0, 4)
    games = {5: [((1.0, -1.0), 10), ((-1.0, 1.0), 30)], 6: [((0.0, 0.0), 20), ((1.0, -1.0), 20)], 8: [((-1.0, 1.0), 8)]}
    rows = [
        Played("c", "{}", ("x", "x"), seed, nth, ((0, 1), (1, 0))[nth], pay, length, "out", 0.1)
        for seed, own in games.items()
        for nth, (pay, length) in enumerate(own)
    ]
    trials = trials_of(GAME, draws, rows, 5)
    assert np.array_equal(trials.draws.allowed, draws.allowed[[0, 1, 3]]) and trials.left_out == 0
    assert trials.score.tolist() == [1.0, 0.25, 0.0]
    assert {name: values.tolist() for name, values in trials.outcomes.items()} == {
        "length": [20, 20, 8],
        "first seat": [0.5, 0.75, 0.0],
        "shared first": [0.0, 0.5, 0.0],
    }


def test_a_part_that_was_in_every_game_has_no_effect_on_whole_games_that_could_be_told():
    draws = Design(tuple(Factor(name, False) for name in "abc"), 1).draw(0, 60)
    draws.allowed[:, :, 1] = True
    rng = np.random.default_rng(1)
    outcomes = {"length": 50 + 20 * draws.present[:, 2] + rng.random(60), "first seat": np.full(60, 0.5)}
    found = presence_of(["a", "b", "c"], Trials(draws, rng.random(60), outcomes, 0))
    assert list(found) == ["length"] and found["length"].names == ("a", "c")
    assert found["length"].estimate[1] == pytest.approx(20, abs=1)
    draws.allowed[:] = True
    assert presence_of(["a", "b", "c"], Trials(draws, rng.random(60), outcomes, 0)) == {}


def test_a_pair_that_is_worth_more_together_is_listed_and_others_seldom_are():
    design, pairs, false = Design(tuple(Factor(str(k), True) for k in range(4)), 1), list(combinations(range(4), 2)), 0
    for seed in range(20):
        draws = design.draw(seed * 600, 600)
        both = draws.allowed[:, :, 0] & draws.allowed[:, :, 2]
        chance = 0.5 + draws.lead @ [0.1, 0, 0.05, 0] + 0.25 * (both[:, 0].astype(int) - both[:, 1])
        trials = Trials(draws, np.random.default_rng(seed).binomial(2, chance) / 2, {}, 0)
        found = pairs_of(range(4), list("abcd"), pairs, trials, design.coin)
        assert [one.estimate for one in found if one.name == "a and c"] == [pytest.approx(0.25, abs=0.15)]
        assert {one.outcome for one in found} == {"together"}
        false += len(found) - 1
    assert false <= 8, "a tenth of what is listed, and what chance adds to it"


def test_two_players_share_the_error_of_a_report():
    one, two = experiment(seeds=100), experiment(seeds=100, players=("greedy", "rusher"))
    assert two.error == one.error / 2 and two.foreseen > one.foreseen and two.needed > one.needed
    assert len(two.jobs()) == 2 * len(one.jobs()) == 200


def test_games_without_difference_and_too_few_games_are_told_apart():
    trial = experiment(seeds=1500, margin=0.06, parts=("rush", "latency", "mud"))
    report = parts_report(trial, played(trial, {}), {})
    assert not report.faults and [found.status for found in report.findings[:2]] == ["fine", "note"]
    assert "No difference above 6 points for greedy" in report.findings[1].sentence
    few = experiment(seeds=60, parts=("rush", "latency", "mud"))
    report = parts_report(few, played(few, {}), {})
    assert (
        report.findings[0].status == "open"
        and "Not cleared yet for greedy, 2 of 2 parts: rush, latency." in report.findings[0].sentence
    )


def test_parts_that_no_side_can_be_left_without_are_on_the_lists_alone():
    trial = experiment(seeds=80, parts=("terrain",))
    assert not trial.held and experiment(parts=("terrain",)).seeds == 1000
    report = parts_report(trial, played(trial, {}), {})
    assert [found.about for found in report.findings] == ["presence greedy"] and not report.measures
    assert (
        "mud (length +" in report.findings[0].sentence and "No part can be left to one side" in report.sureness.smallest
    )


def test_seeds_with_faults_are_left_out_and_too_many_of_them_are_refused():
    trial = experiment(seeds=60, parts=("rush", "latency", "mud"))
    rows = played(trial, {})
    rows[8].fault = "greedy crashed"
    report = parts_report(trial, rows, {})
    assert "1 of 60 seeds had games that greedy lost by its own faults" in report.findings[-1].sentence
    for row in rows[::2]:
        row.fault = "greedy crashed"
    with pytest.raises(GameError, match="greedy: 0 seeds without faults"):
        parts_report(trial, rows, {})


def test_every_job_has_just_the_parts_that_its_seed_drew():
    trial = experiment(seeds=60, seed=9)
    for job in trial.jobs():
        allowed, values = trial.draws.allowed[job.seed - 9], json.loads(job.values)
        assert json.loads(job.values)["symmetric"] is True
        config = type(GAME.config).read(values)
        for k, part in enumerate(trial.parts):
            in_game = allowed[:, k].any()
            if part.kind == "card":
                assert (getattr(config.rules.cards, part.name) > 0) == in_game
            for camp in range(2):
                banned = all(f'-"{ban}"' in job.players[camp] for ban in part.bans)
                assert not part.bans or banned == (not allowed[camp, k])


def sides_with(name, job):
    """Return the sides that have formations, or shields, in the game of a job."""
    config = find_game(name).read(json.loads(job.values)).config
    if name == "formation":
        return {"both": {0, 1}, "red": {0}, "blue": {1}, "none": set()}[config.rules.formations]
    return {side for side in range(2) if any(one.shield for one in config.roster_of(side))}


@pytest.mark.parametrize(("name", "part"), [("formation", "formations"), ("warband", "shield")])
def test_parts_that_belong_to_a_side_go_with_the_camp_when_seats_are_changed(name, part):
    game = even_game(find_game(name), {})
    trial = Experiment(game, PartsConfig(game=name, players=("random",), parts=(part,), seeds=30, coin=0.5))
    cells = set()
    for seed in range(30):
        mine = [job for job in trial.jobs() if job.seed == seed]
        camps = set(np.flatnonzero(trial.draws.allowed[seed, :, 0]).tolist())
        assert [job.seats for job in mine] == ([(0, 1), (1, 0)] if len(camps) == 1 else [()])
        for job in mine:
            assert sides_with(name, job) == {side for side, camp in enumerate(job.seats or (0, 1)) if camp in camps}
            cells.add(job.cell)
    assert cells == trial.cells_of("random")


def test_a_job_of_one_seating_is_one_game_that_says_which():
    from swarmzoo.lab.probing.jobs import Job

    whole = play_jobs([Job("c", "insects", "{}", ("random", "random -burn"), 3)])
    parts = play_jobs(
        [Job(f"c {k}", "insects", "{}", ("random", "random -burn"), 3, seats=row.seats) for k, row in enumerate(whole)]
    )
    assert [(row.nth, row.seats, row.pay, row.length) for row in parts] == [
        (row.nth, row.seats, row.pay, row.length) for row in whole
    ]


def test_uses_are_counted_over_all_games_and_change_no_verdict():
    trial = experiment(seeds=100, uses=7)
    counted = {key: count_uses(given) for key, given in usage_tasks(trial).items()}
    uses = uses_a_game(counted, "uses greedy ")
    assert set(uses) == {part.name for part in trial.parts if part.bans} and uses["attack"] > 0.5
    rows = played(trial, {"attack": 0.1})
    with_uses, without = parts_report(trial, rows, {"greedy": uses}), parts_report(trial, rows, {})
    assert with_uses.findings == without.findings
    assert uses_a_game(
        {"uses a 0": {"games": 2, "uses": {"x": 3}}, "uses a 2": {"games": 1, "uses": {"x": 0}}}, "uses a "
    ) == {"x": 1}


def test_bans_are_added_to_the_text_of_an_agent_as_it_takes_them():
    assert forbidden("greedy", []) == "greedy"
    assert forbidden("greedy -burn", ["Rampage", "pick up", "Rampage"]) == 'greedy -burn -"Rampage" -"pick up"'
    assert forbidden("process:bot -x", ["burn"]) == 'process:bot -x -- -"burn"'
    assert forbidden("process:bot -- -pass", ["burn"]) == 'process:bot -- -pass -"burn"'


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"parts": ("rampge",)}, "insects has no part or kind 'rampge'"),
        ({"parts": ("crad",)}, "did you mean card"),
        ({"seeds": 20}, r"seeds = 20: 24 parts need \d+ or more for any verdict"),
        ({"players": ("greedy", "greedy")}, "each agent is given once"),
        ({"players": ("gredy",)}, "unknown agent 'gredy'"),
    ],
)
def test_mistakes_are_told_before_any_game(given, sentence):
    with pytest.raises(GameError, match=sentence):
        experiment(**given)


def test_a_game_with_bans_is_refused_since_jobs_would_not_keep_them():
    with pytest.raises(GameError, match="insects: the game has bans of its own"):
        experiment(GAME.banned({0: ["burn"]}), seeds=100)


def test_kinds_name_all_their_parts_and_the_forecast_grows_with_them():
    cards, few = experiment(parts=("card", "mud")), experiment(parts=("rush",))
    assert [part.name for part in cards.parts if part.kind != "card"] == ["mud"] and len(cards.held) == 13
    assert few.seeds < cards.seeds < 15_000 and cards.foreseen <= 0.0301
    pairs = experiment(parts=("rush", "latency"), pairs=True)
    assert pairs.pairs == [(0, 1)] and pairs.columns == 4
