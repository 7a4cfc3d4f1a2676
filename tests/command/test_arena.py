"""`swarmzoo arena` and `swarmzoo replay`, as a user types them."""

import csv
import re
import shlex
from dataclasses import replace
from html.parser import HTMLParser
from itertools import product

import pytest
from PIL import Image

from swarmzoo.envs.core.errors import GameError
from swarmzoo.lab.replay import packed, read_replay
from tests.command.run import run
from tests.viewer.browser import brightness, browser, in_a_browser, page_at


@pytest.fixture
def arena(capsys, monkeypatch, tmp_path):
    """Return a function that runs the command in an empty folder."""
    monkeypatch.chdir(tmp_path)
    return lambda *words: run(capsys, monkeypatch, *words)


def play(arena, *words):
    ended = arena("arena", *words, "--workers", "1", "--out", "t")
    assert ended.code == 0, ended.err
    return ended


class Page(HTMLParser):
    """Collects tags and whatever a page would load from elsewhere."""

    def __init__(self):
        super().__init__()
        self.tags, self.links = [], []

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.links += [value for name, value in attrs if name in ("src", "href", "xlink:href") and value[0] != "#"]


def test_a_tournament_is_one_command_with_a_table_a_page_and_replays(arena, tmp_path):
    ended = play(arena, "rusher", "random", "breeder", "--rounds", "3")
    assert "18 games, all games are played" in ended.out and "random" in ended.out
    ended = arena("arena", "report", "t", "--csv", "games.csv", "--table", "ratings.csv")
    assert ended.code == 0 and "t/report.html" in ended.out
    page = Page()
    page.feed((tmp_path / "t" / "report.html").read_text())
    assert page.tags.count("svg") == 2 and page.tags.count("table") >= 4
    watched = {link for link in page.links if not link.startswith("data:")}
    pages = {f"games/{path.name}" for path in (tmp_path / "t" / "games").iterdir()}
    assert watched == pages and len(pages) == 3  # one of each pair
    with (tmp_path / "games.csv").open() as file:
        assert len(list(csv.DictReader(file))) == 18
    with (tmp_path / "ratings.csv").open() as file:
        assert {row["agent"] for row in csv.DictReader(file)} == {"rusher", "random", "breeder"}
    ended = arena("replay", "t", "4", "--save", "g.replay", "--png", "g.png", "--gif", "g.gif", "--every", "90")
    assert ended.code == 0 and "as it was played" in ended.out
    with Image.open(tmp_path / "g.png") as png, Image.open(tmp_path / "g.gif") as gif:
        assert png.format == "PNG" and gif.n_frames >= 2
    ended = arena("replay", "g.replay", "--log")
    assert ended.code == 0 and "the game is over" in ended.out
    other = replace(read_replay(tmp_path / "g.replay"), env_id="insects-v9")
    (tmp_path / "other.replay").write_bytes(packed(other))
    assert "other.replay: the replay is of insects-v9" in arena("replay", "other.replay").err
    (tmp_path / "g.replay").write_bytes((tmp_path / "g.replay").read_bytes()[:-3])
    ended = arena("replay", "g.replay")
    assert ended.code == 2 and "damaged" in ended.err


@in_a_browser
def test_everyone_can_read_the_report_and_that_of_a_probe(arena, tmp_path):
    from axe_playwright_python.sync_playwright import Axe

    play(arena, "rusher", "random", "breeder", "--rounds", "1", "--page")
    words = ("probe", "strategies", "insects", "rusher", "random", "--quick", "--workers", "1", "--out", "p")
    assert arena(*words).code == 0
    with browser() as started:
        for folder, scheme in product(("t", "p"), ("light", "dark")):
            address = (tmp_path / folder / "report.html").as_uri()
            look = {"viewport": {"width": 360, "height": 740}, "color_scheme": scheme}
            with page_at(started, address, **look) as page:
                assert (brightness(page.screenshot()) < 100) == (scheme == "dark")
                assert page.evaluate("document.documentElement.scrollWidth") <= 360
                page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
                found = Axe().run(page).response["violations"]
                assert [(one["id"], [node["html"] for node in one["nodes"]]) for one in found] == []


def test_games_of_other_rules_get_no_pages_and_the_report_says_so(arena, tmp_path, monkeypatch):
    play(arena, "rusher", "random", "--rounds", "1")

    def other(*_):
        raise GameError("the rules have changed since")

    with monkeypatch.context() as changed:
        changed.setattr("swarmzoo.lab.stored_replay.replay_of", other)
        ended = arena("arena", "report", "t")
    assert ended.code == 0 and "no pages: the rules have changed" in ended.out
    assert 'href="games' not in (tmp_path / "t" / "report.html").read_text()
    assert arena("arena", "report", "t", "--games", "0").code == 0
    assert not (tmp_path / "t" / "games").exists()


def test_the_page_of_a_running_tournament_renews_itself_until_it_is_over(arena, tmp_path, monkeypatch):
    from swarmzoo.command.arena import Renewed

    seen = []
    write = Renewed._write

    def kept(self, running):
        write(self, running)
        seen.append(self._path.read_text())

    monkeypatch.setattr(Renewed, "_write", kept)
    ended = play(arena, "rusher", "random", "--rounds", "3", "--page")
    assert "it renews itself" in ended.out
    assert len(seen) >= 2 and all('http-equiv="refresh"' in page and "seeds are played" in page for page in seen[:-1])
    assert 'http-equiv="refresh"' not in seen[-1] and "all games are played" in seen[-1]
    assert not any(">watch<" in page for page in seen[:-1])
    number = re.search(r'href="games/(\d+)[.]html"', (tmp_path / "t" / "report.html").read_text())
    assert number and (tmp_path / "t" / "games" / f"{number[1]}.html").exists()


def test_who_plays_by_the_clock_is_marked_in_every_table(arena, tmp_path):
    ended = play(arena, "search:milliseconds=0.1", "search:1", "random", "--rounds", "1", "--set", "players=2")
    assert ended.out.count("(by the clock)") == 1
    ended = arena("arena", "report", "t", "--table", "ratings.csv")
    assert ended.out.count("(by the clock)") == 1
    assert (tmp_path / "t" / "report.html").read_text().count("(by the clock)") == 1
    assert "search-0.1ms (by the clock)," in (tmp_path / "ratings.csv").read_text()


def test_a_tournament_goes_on_and_says_so_when_it_cannot(arena):
    play(arena, "rusher", "random", "--rounds", "2")
    assert "8 games" in play(arena, "--resume", "--rounds", "4").out
    ended = arena("arena", "rusher", "random", "--out", "t")
    assert ended.code == 2 and "not empty" in ended.err
    ended = arena("arena", "--resume", "--out", "nowhere")
    assert ended.code == 2 and "no tournament" in ended.err
    ended = arena("arena", "--resume")
    assert ended.code == 2 and "--resume needs --out" in ended.err


def test_what_a_hint_says_can_be_typed_where_a_folder_has_blanks_in_its_name(arena):
    ended = arena("arena", "random", "rusher", "--rounds", "1", "--workers", "1", "--out", "it's one")
    hint = re.search(r"`(swarmzoo arena report .*?)` makes a page", ended.out + ended.err)[1]
    assert arena(*shlex.split(hint)[1:]).code == 0


def test_a_match_by_sprt_says_who_is_stronger(arena):
    ended = play(arena, "rusher", "random", "--sprt", "0", "200", "--rounds", "100")
    assert re.search(r"SPRT after \d+ seeds: H1", " ".join(ended.out.split()))


@pytest.mark.parametrize("preset", ["insects", "formation", "warband"])
def test_the_ladders_name_agents_that_there_are(arena, preset):
    from swarmzoo.agents.find import find_agent
    from swarmzoo.command.options import load_settings
    from swarmzoo.envs.catalogue import find_game
    from swarmzoo.lab.config import ArenaConfig

    setting = load_settings(ArenaConfig, "arena", preset)
    made = find_game(setting.game).make(find_game(setting.game).config.read(setting.env))
    assert len({find_agent(made, name).name for name in setting.agents}) == len(setting.agents)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("rusher",), "a tournament needs two or more"),
        (("rusher", "gredy"), "did you mean greedy"),
        (("rusher", "random", "--schedule", "knockout"), "knockout"),
        (("rusher", "random", "--sprt", "30", "10"), "elo0"),
        (("rusher", "random", "breeder", "--sprt", "0", "10"), "a match of two"),
        (("rusher", "random", "--set", "rounts=3"), "rounts"),
        (("rusher", "random", "--set", "players=9"), "players"),
        (("rusher", "random", "--game", "chess"), "chess"),
        (("--config", "insect"), "insects"),
        (("report", "nowhere"), "no tournament"),
    ],
)
def test_mistakes_are_sentences_and_leave_nothing_behind(arena, tmp_path, words, message):
    ended = arena("arena", *words)
    assert ended.code not in (0, None) and message in ended.err and "Traceback" not in ended.err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("g.replay",), "g.replay"),
        (("t",), "which game"),
        (("t", "99"), "game 99"),
        (("t", "0", "--gif", "g.png"), "must end in .gif"),
        (("t", "0", "--png", "g.png", "--step", "99999"), "step 99999"),
        (("t", "0", "--step", "3"), "--step 3: it says of which moment --png or --fork is"),
        (("t/games.duckdb", "3"), "t/games.duckdb 3: a file holds one game; leave the number out"),
        (("empty",), "empty: no tournament here"),
    ],
)
def test_mistakes_with_replays_are_sentences(arena, tmp_path, words, message):
    (tmp_path / "empty").mkdir()
    play(arena, "rusher", "random", "--rounds", "1")
    ended = arena("replay", *words)
    assert ended.code == 2 and message in ended.err


@pytest.mark.parametrize(
    ("command", "named"),
    [
        ("arena", ["logistic Elo", "Bradley and Terry", "Plackett and Luce", "generalised SPRT", "pentanomial"]),
        ("evaluate", ["share of first place", "Wilson", "design effect"]),
    ],
)
def test_the_help_names_the_models_behind_the_numbers(arena, command, named):
    words = [command, *(["run"] if command == "arena" else []), "--help"]
    told = " ".join(arena(*words).out.split())
    assert [name for name in named if name not in told] == []
