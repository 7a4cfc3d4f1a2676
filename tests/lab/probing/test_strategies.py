"""Strategies: who is dominated is named, who is not is left alone, and what cannot be known is said to be open."""

import json

import numpy as np
import pytest

from swarmzoo.envs.catalogue import find_game
from swarmzoo.envs.core.errors import GameError
from swarmzoo.lab.games import even_game
from swarmzoo.lab.probing.jobs import Played
from swarmzoo.lab.probing.page import page
from swarmzoo.lab.probing.strategies import StrategiesConfig, jobs_of, strategies, strategies_of
from swarmzoo.lab.probing.verdict import as_json

GAME = even_game(find_game("insects"), {})
BOTS = ("greedy", "rusher", "breeder", "fortress", "runner")
EVEN = np.full((3, 3), 0.5)
CYCLE = np.array([[0.5, 0.8, 0.2], [0.2, 0.5, 0.8], [0.8, 0.2, 0.5]])
LADDER = np.array([[0.5, 0.8, 0.9], [0.2, 0.5, 0.8], [0.1, 0.2, 0.5]])


class Dice:
    """A session whose games are decided by dice: the chance of each strategy against each other is known."""

    def __init__(self, texts, payoff, seed=0):
        self.chance = {(one, other): payoff[i, j] for i, one in enumerate(texts) for j, other in enumerate(texts)}
        self.rng = np.random.default_rng(seed)
        self.seeds = []

    def play(self, jobs):
        self.seeds += [job.seed for job in jobs]
        return [self._game(job, nth) for job in jobs for nth in range(2)]

    def _game(self, job, nth):
        is_won = self.rng.random() < self.chance[job.players]
        pay = (1.0, -1.0) if is_won == (nth == 0) else (-1.0, 1.0)
        return Played(job.cell, job.values, job.players, job.seed, nth, (nth, 1 - nth), pay, 100, "out", 0.1)


def report_of(payoff, texts=BOTS, seed=0, **more):
    texts = texts[: len(payoff)]
    config = StrategiesConfig(**{"seeds": 600, "margin": 0.08, "resamples": 20, **more})
    found, rows = strategies(GAME, config, texts, Dice(texts, np.array(payoff), seed))
    assert rows
    return found


def sentences(report, status):
    return [finding.sentence for finding in report.findings if finding.status == status]


def test_a_strategy_that_another_one_replaces_is_named_with_games_to_watch():
    payoff = np.array([[0.5, 0.3, 0.7, 0.9], [0.7, 0.5, 0.2, 0.7], [0.3, 0.8, 0.5, 0.7], [0.1, 0.3, 0.3, 0.5]])
    (fault,) = report_of(payoff).faults
    assert fault.about == "dominated fortress"
    assert "fortress is dominated by greedy" in fault.sentence and "breeder dominates it too" in fault.sentence
    assert "8 points better" in fault.sentence and "rusher" not in fault.sentence
    assert len(fault.watch) == 3 and all("greedy wins" in game.why for game in fault.watch)


def test_a_circle_is_no_fault_its_cycle_is_told_and_all_are_cleared():
    report = report_of(CYCLE)
    assert not report.faults
    (cycle,) = (finding for finding in report.findings if finding.about == "cycle 1")
    assert cycle.sentence.startswith("greedy beats rusher beats breeder beats greedy")
    assert [figure.value > 0.7 for figure in cycle.figures] == [True] * 3 and len(cycle.watch) == 3
    assert "None of the 3 plans can be replaced" in sentences(report, "fine")[0]
    assert report.measures["explained_by_a_rating"] < 0.1 and report.measures["strategies_in_effect"] > 2.5


def test_one_plan_that_dominates_all_others_is_one_answer():
    report = report_of(LADDER)
    assert [fault.about for fault in report.faults] == ["dominated rusher", "dominated breeder", "one answer"]
    assert "greedy dominates every other plan" in report.faults[-1].sentence
    assert report.measures["explained_by_a_rating"] > 0.9 and report.measures["dominated"] == 2
    assert "100% greedy" in next(one.sentence for one in report.findings if one.about == "equilibrium")


def test_skill_that_wins_is_told_and_no_fault():
    report = report_of(LADDER, ("search:64", "greedy", "random"))
    assert not report.faults
    told = [finding.sentence for finding in report.findings if finding.about == "skill search:64"]
    assert told == ["search:64 is ahead of greedy and random: that is skill, not a plan that replaces another."]


def test_an_agent_and_itself_with_a_ban_are_rivals():
    report = report_of(LADDER, ("search:64", "search:64 -pass", "random"))
    assert [fault.about for fault in report.faults] == ["dominated search:64 -pass"]


def test_a_mixture_is_told_with_its_parts_and_judged_by_fresh_seeds():
    payoff = np.full((5, 5), 0.5)
    for i, j in ((0, 2), (1, 3), (3, 0), (2, 1)):
        payoff[i, j], payoff[j, i] = 0.95, 0.05
    payoff[4, :4], payoff[:4, 4] = 0.3, 0.7
    report = report_of(payoff, seed=3, seeds=400)
    (fault,) = report.faults
    assert fault.about == "dominated runner" and "runner is dominated by a mixture: 5" in fault.sentence
    assert "Mixtures: 400 to" in report.sureness.judging and report.measures["dominated"] == 1


def test_what_few_games_cannot_tell_is_open_and_nobody_is_accused():
    report = report_of(EVEN, seeds=30)
    assert not report.faults and not sentences(report, "fine")
    assert "greedy by rusher" in sentences(report, "open")[0]


def test_equal_strategies_are_not_accused_and_the_report_says_what_it_could_have_seen():
    few, many = (report_of(EVEN, seeds=seeds, margin=0.12) for seeds in (60, 1500))
    assert not few.faults and not many.faults
    assert "None of the 3 plans" in sentences(many, "fine")[0]
    reach = [float(report.sureness.smallest.split(" points")[0].split()[-1]) for report in (few, many)]
    assert reach[0] > 2 * reach[1] and 3 < reach[1] < 10


def test_scores_that_are_all_even_leave_a_rating_nothing_to_explain():
    class Draws(Dice):
        def _game(self, job, nth):
            return Played(job.cell, "{}", job.players, job.seed, nth, (nth, 1 - nth), (0.0, 0.0), 9, "draw", 0.1)

    texts, config = BOTS[:3], StrategiesConfig(seeds=60, margin=0.2, resamples=20)
    report, _ = strategies(GAME, config, texts, Draws(texts, EVEN))
    assert "a rating has nothing to explain" in " ".join(sentences(report, "note"))
    assert not report.faults


def test_agents_whose_faults_lose_games_are_named():
    class Faulty(Dice):
        def _game(self, job, nth):
            row = super()._game(job, nth)
            row.fault, row.at_fault = "it answered nonsense", row.pay.index(-1.0)
            return row

    texts, config = BOTS[:2], StrategiesConfig(seeds=60, resamples=20)
    report, rows = strategies(GAME, config, texts, Faulty(texts, EVEN))
    told = [finding.sentence for finding in report.findings if finding.about.startswith("faults")]
    assert len(told) == 2 and "by its own faults, and they count: it answered nonsense" in told[0]
    assert sum(int(sentence.split()[2]) for sentence in told) == len(rows)


def test_the_page_holds_the_pictures_and_the_verdict_the_numbers():
    report = report_of(CYCLE)
    text = page(report)
    assert text.count("<svg") == 4 and "Who beats whom" in text
    values = json.loads(as_json(report))
    assert values["measures"]["score[greedy | rusher]"] == pytest.approx(0.8, abs=0.05)
    assert values["tables"][0]["columns"][0] == "strategy" and len(values["tables"][1]["rows"]) == 3


def test_verdicts_have_games_to_watch_that_were_played():
    for payoff in (CYCLE, LADDER, EVEN):
        report = report_of(payoff)
        told = [finding for finding in report.findings if finding.about not in ("cycles", "evolution", "transitivity")]
        silent = [finding.about for finding in told if not finding.watch]
        assert not silent and all(len(finding.watch) <= 3 for finding in told)


def test_what_a_rating_does_not_explain_is_named():
    payoff = np.array([[0.5, 0.7, 0.8, 0.3], [0.3, 0.5, 0.7, 0.8], [0.2, 0.3, 0.5, 0.7], [0.7, 0.2, 0.3, 0.5]])
    (told,) = (finding for finding in report_of(payoff).findings if finding.about == "transitivity")
    assert "fortress does better against greedy than their ratings say" in told.sentence
    assert all("fortress beats greedy" in game.why for game in told.watch) and told.watch


def test_the_same_games_give_the_same_report():
    one, other = report_of(CYCLE, seed=5), report_of(CYCLE, seed=5)
    assert as_json(one) == as_json(other)


def test_no_more_seeds_are_played_than_may_be():
    texts, config = BOTS[:3], StrategiesConfig(seeds=100, seed=1000, resamples=20)
    session = Dice(texts, EVEN)
    strategies(GAME, config, texts, session)
    assert min(session.seeds) == 1000 and max(session.seeds) == 1099 and len(session.seeds) == 300
    assert len(jobs_of(GAME, config, texts)) == 300


def test_slow_agents_play_fewer_seeds():
    jobs = jobs_of(GAME, StrategiesConfig(seeds=100, slow_seeds=50), ("greedy", "greedy -pass", "search:64"))
    assert len(jobs) == 100 + 2 * 50


def test_the_usual_set_is_the_games_own():
    assert strategies_of(GAME, StrategiesConfig(), True) == BOTS
    assert {*BOTS, "expert", "search:64", "standard", "strong"} == set(strategies_of(GAME, StrategiesConfig(), False))


@pytest.mark.parametrize(
    ("config", "sentence"),
    [
        ({"strategies": ("greedy",)}, "a set of one strategy"),
        ({"strategies": ("greedy", "gredy")}, "unknown agent 'gredy'; did you mean greedy?"),
        ({"strategies": ("greedy", "greedy")}, "each strategy is given once"),
        ({"strategies": ("greedy", "rusher"), "seeds": 5}, "seeds = 5: too few for any verdict"),
        ({"strategies": ("greedy", "search:8"), "slow_seeds": 5}, "slow_seeds = 5: too few for any verdict"),
    ],
)
def test_sets_and_numbers_that_can_say_nothing_are_refused_before_anything_is_played(config, sentence):
    setting = StrategiesConfig(**config)
    with pytest.raises(GameError, match=sentence.replace("?", r"\?")):
        jobs_of(GAME, setting, strategies_of(GAME, setting, False))


def test_slow_agents_never_play_more_seeds_than_fast_ones():
    jobs = jobs_of(GAME, StrategiesConfig(seeds=20, slow_seeds=50), ("greedy", "greedy -pass", "search:64"))
    assert len(jobs) == 3 * 20


def test_of_two_strategies_nothing_is_said_about_one_rating():
    report = report_of([[0.5, 0.8], [0.2, 0.5]], BOTS[:2])
    assert not [one for one in report.findings if one.about == "transitivity"]
