"""The table and the page of a tournament, of games that nobody played."""

import csv
import io
import re

import numpy as np
import pytest

from swarmzoo.envs.core.errors import GameError
from swarmzoo.lab import report as pages
from swarmzoo.lab.report import report
from swarmzoo.lab.standings import Standing, endings, faults, pair_rows, ratings_csv, standings
from swarmzoo.lab.store import STORE, Store
from tests.lab.rows import DRAW, LOSS, WIN, pair

NAMES = ["<b>one", "two", "third"]
ABOUT = {"command": "swarmzoo arena", "started": "now", "python": "3.12", "platform": "here", "cores": 2}
BEGAN = {"env_id": "insects-v0", "rules_signature": "abc", "names": NAMES, "env": {}, "config": {"game": "insects"}}


@pytest.fixture
def store(tmp_path):
    """A store with five groups: the fourth does not count, the fifth lies behind the end."""
    Store.begin(tmp_path / STORE, tournament=BEGAN, about=ABOUT, rounds=5, by_clock=["two"], maps="symmetric maps")
    found = Store(tmp_path / STORE)
    found.set(stopped="enough", retired=["third"], stopped_before=4)
    rows = [
        *pair(0, WIN, DRAW),
        *pair(1, LOSS, WIN, (0, 2)),
        *pair(2, WIN, WIN, (1, 2)),
        *pair(3, LOSS, LOSS),
        *pair(4, LOSS, LOSS),
    ]
    rows[2].fault = type(pair(0, fault="crash")[0].fault)(0, "crash", "it fell & broke")
    found.add(rows[::-1], NAMES, ("insects-v0", "abc", "def"))
    found.drop([(3, 0, "void"), (3, 1, "void")])
    yield found
    found.close()


def test_what_counts_is_in_the_order_of_the_schedule_and_has_numbers(store):
    found = store.rows(counted=True)
    assert [(row.group, row.nth) for row in found] == [(0, 0), (0, 1), (1, 0), (1, 1), (2, 0), (2, 1)]
    assert len(store.rows(counted=False)) == 10 and store.one(6) is None
    row = store.one(2)
    assert (row.group, row.seats, row.pay, row.seed, row.length) == (1, (0, 2), LOSS, 101, 10)
    assert (row.fault.side, row.fault.kind, row.fault.sentence) == (0, "crash", "it fell & broke")
    store.forget_voids()
    assert len(store.rows(counted=True)) == 8


def test_a_line_says_what_an_agent_did(store):
    lines = {row.name: row for row in standings(store).rows}
    one, two, third = (lines[name] for name in NAMES)
    assert (one.games, one.won, one.shared, one.lost, one.score) == (4, 2, 1, 1, 0.625)
    assert (two.games, two.won, two.shared, two.lost, two.score) == (4, 2, 1, 1, 0.625)
    assert (third.games, third.won, third.shared, third.lost, third.score) == (4, 1, 0, 3, 0.25)
    assert one.faults == {"crash": 1} and third.faults == {} and one.decisions == 15
    assert (one.retired, third.retired, two.by_clock, one.by_clock) == (False, True, True, False)
    assert (one.faults_text(), two.faults_text(), third.faults_text()) == ("1 crash", "-", "retired")
    assert (one.marked, two.marked) == ("<b>one", "two (by the clock)")
    both = Standing("x", 0, 0, 0, 0, 0, 0, 0, 0, 0, True, faults={"crash": 2, "timeout": 1})
    assert both.faults_text() == "2 crash, 1 timeout; retired"


def test_the_table_is_by_rating_and_says_where_it_comes_from(store):
    found = standings(store)
    assert found.title == "insects-v0, symmetric maps: 6 games, enough" and found.games == 6
    assert [row.name for row in found.rows] == [NAMES[k] for k in found.order] and found.rows[-1].name == "third"
    assert [row.elo for row in found.rows] == sorted((row.elo for row in found.rows), reverse=True)
    for k, line in zip(found.order, found.rows, strict=True):
        assert (line.elo, line.low, line.high) == (found.ratings.elo[k], found.ratings.low[k], found.ratings.high[k])
    plain = found.plain()
    assert plain["maps"] == "symmetric maps" and len(plain["pairs"]) == 6 and len(plain["seats"]) == 2


def test_a_tournament_without_a_game_has_no_table(tmp_path):
    Store.begin(tmp_path / STORE, tournament=BEGAN, about=ABOUT)
    with pytest.raises(GameError, match="no game is finished yet"):
        standings(Store(tmp_path / STORE, read_only=True))


def test_the_table_as_csv(store):
    found = standings(store)
    rows = list(csv.DictReader(io.StringIO(ratings_csv(found))))
    one = next(row for row in rows if row["agent"] == "<b>one")
    assert {key: one[key] for key in ("score", "games", "won", "shared", "lost", "faults")} == {
        **{"score": "62.5%", "games": "4", "won": "2", "shared": "1", "lost": "1", "faults": "1 crash"},
    }
    line = next(row for row in found.rows if row.name == "<b>one")
    assert one["Elo"] == f"{line.elo:+.0f}" and one["95% interval"] == f"{line.low:+.0f} to {line.high:+.0f}"
    assert "two (by the clock)" in [row["agent"] for row in rows] and len(rows) == 3


def test_faults_and_endings_are_told_of_games_that_count(store):
    assert faults(store) == [("<b>one", "crash", "it fell & broke")]
    assert endings(store) == [("counted", 3), ("out", 2), ("a fault: crash", 1)]


def test_pairs_are_told_from_both_sides(store):
    rows = {(row["agent"], row["against"]): row for row in pair_rows(standings(store))}
    assert len(rows) == 6
    first, second = rows["<b>one", "two"], rows["two", "<b>one"]
    assert (first["games"], first["won"], first["shared"], first["lost"], first["score"]) == (2, 1, 1, 0, 0.75)
    assert (second["won"], second["lost"], second["score"]) == (0, 1, 0.25)
    assert first["low"] == pytest.approx(1 - second["high"]) and 0 <= first["low"] < 0.75 < first["high"] <= 1


def test_the_page_holds_every_figure_and_no_markup_of_others(store):
    found = standings(store)
    many = [("two", "crash", f"<i>fault {k}") for k in range(23)]
    page = report(found, many, endings(store))
    assert "<title>insects-v0, symmetric maps: 3 agents, 6 games</title>" in page
    assert "<b>one" not in page and "&lt;b&gt;one" in page and "<i>fault" not in page
    assert "&lt;i&gt;fault 19" in page and "fault 20" not in page and "and 3 more" in page
    assert "62.5%" in page and "two (by the clock)" in page and "50.0%" in page and "&#34;game&#34;" in page
    assert page.count("<svg") == 2 and page == report(found, many, endings(store))
    assert "more.</p>" not in report(found, many[:20], []) and "<h2>Faults" not in report(found, [], [])
    for seat, advantage in enumerate(found.ratings.seat_advantage):
        assert re.search(rf"<td>{seat}</td><td>{advantage:+.0f}".replace("+", r"\+"), page)


def test_the_picture_of_pairs_has_a_number_for_every_pair_that_met(store):
    picture = str(pages.heat_map(standings(store)))
    assert {"75%", "25%", "50%", "0%", "100%"} <= set(re.findall(r">(\d+%)<", picture)) and "$" not in picture
    assert ">two<" in picture and "&lt;b&gt;one" in picture


def test_numbers_can_be_read_on_their_colour():
    assert [pages._ink(score) for score in (0.0, 0.09, 0.11, 0.5, 0.89, 0.91, 1.0)] == [
        *("white", "white", "black", "black", "black", "white", "white")
    ]


@pytest.mark.parametrize(
    ("chance", "words"),
    [(0.5, "50.0%"), (0.9994, "> 99.9%"), (0.0004, "< 0.1%"), (0.9989, "99.9%"), (0.0011, "0.1%"), (np.nan, "")],
)
def test_chances_in_words(chance, words):
    assert pages._chance(chance) == words


def test_the_table_of_superiority_is_by_rating_and_empty_on_its_diagonal(store):
    found = standings(store)
    table = pages._superiority(found)
    assert [name for name, _ in table] == [row.name for row in found.rows]
    for row, (_, chances) in enumerate(table):
        assert chances[row] == "" and len(chances) == 3
    first, last = found.order[0], found.order[-1]
    assert table[0][1][2] == pages._chance(found.ratings.superiority[first, last])


def test_an_agent_without_a_rating_is_left_out_of_the_picture(tmp_path):
    names = [*NAMES, "absent"]
    Store.begin(tmp_path / STORE, tournament=BEGAN | {"names": names}, about=ABOUT)
    store = Store(tmp_path / STORE)
    store.add([*pair(0), *pair(1, WIN, LOSS, (1, 2))], names, ("insects-v0", "abc", "def"))
    found = standings(store)
    absent = found.rows[-1]
    assert (
        absent.name == "absent" and np.isnan(absent.elo) and (absent.games, absent.score, absent.decisions) == (0, 0, 0)
    )
    picture = str(pages.rating_plot(found))
    assert ">absent<" not in picture and ">third<" in picture and found.stopped == "not finished"
    assert picture.index(">third<") != picture.index(">two<")
    store.close()
