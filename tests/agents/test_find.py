"""Agents by their texts: one grammar, the same on the page, in the finder and in the files that a text names."""

import re
import tomllib
from pathlib import Path

import numpy as np
import pytest

import swarmzoo
from swarmzoo.agents.agent import Searcher, Seated
from swarmzoo.agents.built_in import baselines, built_in, teachers
from swarmzoo.agents.find import FORMS, as_agent, files_of, find_agent
from swarmzoo.agents.text import ENDINGS, PREFIXES, read_options, read_text
from swarmzoo.agents.view import View
from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.insects.config import InsectsConfig
from swarmzoo.envs.insects.game import insects

GAME = insects(InsectsConfig(symmetric=True))
ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "agents" / "README.md").read_text(encoding="utf-8")
TEXTS = re.findall(r"^\| `([^`]+)` \| `(\w+)` \|", PAGE, re.MULTILINE)


@pytest.mark.parametrize(("text", "kind"), TEXTS)
def test_every_text_of_the_page_is_of_the_kind_that_it_says(text, kind):
    assert read_text(text).kind == kind


def test_the_page_shows_every_prefix_every_ending_and_every_kind():
    shown = " ".join(text for text, _ in TEXTS)
    assert all(prefix in shown for prefix in PREFIXES)
    assert all(ending in shown for ending in ENDINGS if ending != ".yml")
    assert {kind for _, kind in TEXTS} == {*PREFIXES.values(), *ENDINGS.values(), "name", "class"}


@pytest.mark.parametrize("text", [text for text, kind in TEXTS if kind in ("name", "search") and "first" not in text])
def test_names_and_searches_of_the_page_are_found(text):
    assert find_agent(GAME, text).name


def test_the_page_calls_bots_teachers_and_baselines_what_they_are():
    assert "greedy" in built_in(GAME) and "expert" in teachers(GAME) and "standard" in baselines(GAME)


def test_the_pages_links_lead_somewhere_and_it_speaks_of_what_a_view_has():
    links = re.findall(r"\]\((?!http)([^)#]+)(?:#[^)]*)?\)", PAGE)
    assert [link for link in links if not (ROOT / "agents" / link).exists()] == []
    table = PAGE.split("| attribute of the view |")[1].split("\n\n")[0]
    names = re.findall(r"`(\w+)[`(]", "\n".join(line.split("|")[1] for line in table.splitlines()[2:]))
    assert len(names) > 10 and [name for name in names if not hasattr(View, name) and name not in _FIELDS] == []


_FIELDS = ("agents", "masks", "observations")  # set when a view is made


def test_the_pages_files_are_the_layers_that_are_checked():
    tools = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]
    of_agents = [one for one in tools["importlinter"]["contracts"] if one.get("containers") == ["swarmzoo.agents"]]
    rows = PAGE.split("## The files")[1].split("|---|---|\n")[1].splitlines()
    shown = [re.findall(r"`(\w+)", row.split("|")[1]) for row in rows]
    assert shown == [layer.split(" | ") for layer in of_agents[0]["layers"]]


@pytest.mark.parametrize("block", re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL))
def test_the_pages_code_runs(block):
    space: dict = {}
    exec(block, space)
    if "MyBot" in space:
        assert isinstance(as_agent(space["MyBot"]), Seated)
        assert swarmzoo.play("insects", [space["MyBot"], "random"], games=2, players=2).pay.shape == (2, 2)
    elif "policy" in space:
        assert space["actions"].shape == space["values"].shape == (4,) and np.allclose(space["shares"].sum(1), 1)
    elif "env" in space:
        assert space["env"].agents == []  # it was played to its end
    else:
        assert isinstance(space["agent"], Searcher)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            "gready",
            r"^unknown agent 'gready'; did you mean greedy\? Allowed: random, greedy, .*, search, .*process:",
        ),
        ("proces:./bot", r"^unknown agent 'proces:./bot'; did you mean process:./bot\?"),
        ("zzz", r"^unknown agent 'zzz'; allowed: random, greedy"),
        ("my_bot.py", "name the class in the file too, for instance my_bot.py:MyBot"),
        ("nowhere.npz", "nowhere.npz: file not found"),
        ("nowhere.zip", "nowhere.zip: file not found"),
        ("nowhere.yaml", "nowhere.yaml: file not found"),
        ("agents", "this is a folder; name a file in it"),
        ("sb3:agents", "model agents: this is a folder"),
        ("", "agent = '': it is empty; name one"),
        ("  ", "it is empty; name one"),
    ],
)
def test_a_text_that_names_no_agent_is_refused_in_a_sentence(text, told):
    with pytest.raises(GameError, match=told):
        find_agent(GAME, text)


def test_the_error_of_an_unknown_agent_names_every_form():
    assert all(prefix in FORMS for prefix in PREFIXES if prefix != "sb3")
    assert all(ending in FORMS for ending in ENDINGS if ending != ".yml")


@pytest.mark.parametrize("text", ["C:\\bots\\mine.npz", "runs/a:b/best.npz", "entry.npz", "a,b=c.npz"])
def test_a_path_with_odd_characters_is_a_path(text):
    assert (read_text(text).kind, read_text(text).path) == ("checkpoint", Path(text))


def test_a_class_is_parted_from_its_file_at_the_last_colon():
    found = read_text("C:\\my bots\\bot.py:Deep")
    assert (str(found.path), found.attribute) == ("C:\\my bots\\bot.py", "Deep")


def test_options_are_values_of_yaml():
    assert read_text("search:64,cut=-1,rollout=greedy").options == {"simulations": 64, "cut": -1, "rollout": "greedy"}
    assert read_options("size=8,symmetric=true", "here") == {"size": 8, "symmetric": True}
    with pytest.raises(GameError, match="here: 'size' has no value; write size=VALUE"):
        read_options("size", "here")
    for text in ("size=", "symmetric=true,size= "):
        with pytest.raises(GameError, match="here: size has no value; write size=VALUE, or leave it out"):
            read_options(text, "here")


def test_the_files_of_a_text_are_those_it_would_read(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("bot.py", "w.npz", "m.zip", "plain", "bot.pl"):
        (tmp_path / name).write_text("")
    (tmp_path / "bot.yaml").write_text("command: perl bot.pl --weights=w.npz")
    named = {text: [str(path) for path in files_of(text)] for text in FILES}
    assert named == FILES


FILES = {
    "bot.py:Name": ["bot.py"],
    "w.npz": ["w.npz"],
    "m.zip": ["m.zip"],
    "sb3:plain": ["plain"],
    "plain": ["plain"],
    "search:8,policy=w.npz": ["w.npz"],
    "process:perl bot.pl --weights=w.npz": ["bot.pl", "w.npz"],
    "bot.yaml": ["bot.yaml", "bot.pl", "w.npz"],
    "greedy": [],
    "entry:plain": [],
    "search": [],
}
