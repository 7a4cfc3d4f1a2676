"""Trained policies beside searches: each in the task that it was trained for."""

import subprocess
import sys

import pytest
import typer

from swarmzoo.agents.built_in import baselines
from swarmzoo.envs.catalogue import find_game
from swarmzoo.lab import searched
from swarmzoo.lab.evaluate import WinRate
from swarmzoo.lab.searched import COLUMNS, row_of, task_of, write_row


def test_a_policy_plays_the_task_of_its_own_set_or_the_fixed_one():
    found = find_game("overseer")
    assert task_of(found, "hold_ground").env == {"scenario": "hold_ground", "overseers": 2}
    assert task_of(found, "duel") == task_of(found, "fixed") != task_of(found, "hold_ground")


def test_who_plays_whom(monkeypatch):
    met: list[tuple[str, str, int, int | None]] = []

    def rate(game, one, other, *, games, seed, seat):
        met.append((one.name, other.name, games, seat))
        return WinRate(0.25, 0.125, 0.5, games)

    monkeypatch.setattr(searched, "win_rate", rate)
    row = row_of(find_game("insects"), "standard", 8, 5, "cut=2", (16, 32))
    share = "25.0% (12.5% - 50.0%)"
    assert row == ["standard", share, share, share, "8"]
    assert [(one, other) for one, other, *_ in met[:2]] == [
        ("standard", "search-16-cut=2"),
        ("standard", "search-32-cut=2"),
    ]
    led, policy, games, seat = met[2]
    assert led.startswith("search-64") and "standard" in led and (policy, games, seat) == ("standard", 8, None)


@pytest.mark.parametrize(("game", "policy"), [("insects", "standard"), ("formation", "clash")])
def test_games_are_played(monkeypatch, game, policy):
    monkeypatch.setattr(searched, "LED", 8)
    row = row_of(find_game(game), policy, 2, 5, "", (2,))
    assert len(row) == len(COLUMNS) - 2 and all(cell.endswith(")") for cell in row[1:-1])


def test_a_row_takes_the_place_of_the_policys_own(tmp_path):
    path = tmp_path / "searched.csv"
    for row in (["one", "1%"], ["two", "2%"], ["one", "3%"]):
        write_row(path, [*row, "", "", "", "8"])
    head, *rows = path.read_text().splitlines()
    assert head == ",".join(COLUMNS) and rows == ["one,3%,,,,8", "two,2%,,,,8"]


def test_the_led_search_alone_may_be_measured_again(monkeypatch, tmp_path):
    found = find_game("formation")._replace(folder=tmp_path)
    monkeypatch.setattr(searched, "find_game", lambda _: found)
    monkeypatch.setattr(searched, "win_rate", lambda *_, **__: WinRate(0.25, 0.125, 0.5, 8))
    path = tmp_path / "measured" / "searched.csv"
    path.parent.mkdir()
    write_row(path, ["clash", "1%", "2%", "3%", "4%", "8"])
    searched.main("formation", ["clash"], games=8, write=True, led=True)
    assert path.read_text().splitlines()[1:] == ["clash,1%,2%,3%,25.0% (12.5% - 50.0%),8"]
    for policy, games, said in (("clash", 9, "in 8 games"), ("strong", 8, "not at all")):
        with pytest.raises(typer.BadParameter, match=f"--led: {policy} was measured {said} before"):
            searched.main("formation", [policy], games=games, led=True)


@pytest.mark.parametrize("named", [True, False])
def test_what_is_written(monkeypatch, tmp_path, named):
    found = find_game("formation")._replace(folder=tmp_path)
    monkeypatch.setattr(searched, "find_game", lambda _: found)
    monkeypatch.setattr(searched, "row_of", lambda found, policy, *_: [policy, "", "", "", "", "8"])
    (tmp_path / "measured").mkdir()
    write_row(tmp_path / "measured" / "searched.csv", ["bridge", "1%", "", "", "", "8"])
    searched.main("formation", ["clash", "bridge"] if named else None, write=True)
    rows = (tmp_path / "measured" / "searched.csv").read_text().splitlines()[1:]
    everyone = ["bridge", *(one for one in baselines(found) if one not in ("bridge", "march"))]  # red alone
    assert [row.split(",")[0] for row in rows] == (["bridge", "clash"] if named else everyone)
    assert "bridge,,,,,8" in rows


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["chess", "x"], "chess"),
        (["chess"], "chess"),
        (["insects", "nobody"], "nobody"),
        (["insects", "standard", "nobody", "--games", "1000000"], "nobody"),  # before the games of the first
        (["insects", "standard", "greedy", "--games", "1000000"], "not a trained policy"),
        (["insects", "standard", "--settings", "x=1"], "x"),
        (["formation", "clash", "march"], "march: it plays seat 0 alone"),
        (["insects", "standard", "--settings", "policy=standard"], "policy has no place"),
        (["insects", "standard", "--settings", "cut=0,model=expert"], "model has no place"),
    ],
)
def test_mistakes_are_told(words, told):
    done = subprocess.run(
        [sys.executable, "-m", "swarmzoo.lab.searched", *words], capture_output=True, text=True, check=False
    )
    assert (
        done.returncode == 2
        and told in " ".join(done.stderr.replace("│", "").split())
        and "Traceback" not in done.stderr
    )
