"""What commands print: help with an example, tables as JSON, and names of others with nothing hidden."""

import json
import shlex
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
import typer

from swarmzoo.command.main import app
from swarmzoo.command.output import cell, print_json, progress, say
from tests.command.run import run


def commands(group: Any, words: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Yield every command with the words that call it."""
    for name, command in sorted(group.commands.items()):
        yield (*words, name), command
        if hasattr(command, "commands"):
            yield from commands(command, (*words, name))


MAIN = typer.main.get_command(app)
COMMANDS = dict(commands(MAIN))


@pytest.fixture
def swarmzoo(capsys, monkeypatch):
    return lambda *words: run(capsys, monkeypatch, *words)


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_every_help_has_an_example_that_the_command_understands(swarmzoo, words):
    told = swarmzoo(*words, "--help").out
    example = next(line.strip() for line in told.splitlines() if line.strip().startswith("Example: "))
    assert example.startswith(f"Example: swarmzoo {words[0]} ")
    command, left = MAIN, shlex.split(example)[2:]
    while left and hasattr(command, "commands"):
        context = command.make_context("swarmzoo", list(left), resilient_parsing=False)
        _, command, left = command.resolve_command(context, [*context._protected_args, *context.args])
    command.make_context("swarmzoo", left)


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_every_option_and_argument_is_told_in_whole_sentences(words):
    command = COMMANDS[words]
    told = {param.name: param.help for param in command.params if param.name != "help"}
    wrong = [
        name for name, text in told.items() if not text or not text[0].isupper() or not text.endswith((".", "?", ")"))
    ]
    assert wrong == [] and command.help[0].isupper() and command.help.split("\n\n")[0].rstrip().endswith((".", "?"))


TABLES = {
    "envs": (("envs",), lambda found: {game["game"] for game in found} >= {"insects", "formation"}),
    "envs GAME": (("envs", "insects"), lambda found: found[0]["fields"][0]["field"] == "players"),
    "rules": (("rules", "insects"), lambda found: found[0]["id"] == "INS-1" and found[0]["code"] != []),
    "evaluate": (
        ("evaluate", "random", "-a", "rusher", "--games", "2"),
        lambda found: (
            (found["games"], found["maps"]) == (2, "symmetric maps") and found["rows"][0]["opponent"] == "rusher"
        ),
    ),
    "arena": (
        ("arena", "random", "rusher", "--rounds", "1", "--workers", "1", "--out", "t"),
        lambda found: {row["name"] for row in found["agents"]} == {"random", "rusher"} and len(found["pairs"]) == 2,
    ),
    "bot check": (
        ("bot", "check", "random", "--games", "1"),
        lambda found: found["failed"] == 0 and found["checks"][0] == {"name": "loads", "verdict": "pass", **LOADS},
    ),
}
LOADS = {"sentence": "as random"}


@pytest.mark.parametrize("name", TABLES)
def test_tables_are_printed_as_json_and_nothing_else_is(swarmzoo, monkeypatch, tmp_path, name):
    words, holds = TABLES[name]
    if name.startswith(("arena", "evaluate")):
        monkeypatch.chdir(tmp_path)
    ended = swarmzoo(*words, "--json")
    assert ended.code == 0, ended.err
    assert holds(json.loads(ended.out))
    if name == "arena":
        ended = swarmzoo("arena", "report", "t", "--csv", "games.csv", "--json")
        assert holds(json.loads(ended.out)) and "games.csv: the games" in ended.err


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_whatever_prints_a_table_takes_json(words):
    """Whoever draws tables imports them; groups have commands instead."""
    command = COMMANDS[words]
    if not hasattr(command, "commands") and hasattr(sys.modules[command.callback.__module__], "Table"):
        assert "as_json" in [param.name for param in command.params]


def test_numbers_that_are_none_are_null_in_json(capsys):
    print_json({"a": float("nan"), "b": np.float32(0.5), "c": np.array([1, 2]), "d": (None, -float("inf"))})
    assert json.loads(capsys.readouterr().out) == {"a": None, "b": 0.5, "c": [1, 2], "d": [None, None]}


def test_python_m_swarmzoo_is_the_command():
    ended = subprocess.run([sys.executable, "-m", "swarmzoo", "--version"], capture_output=True, text=True, check=False)
    assert ended.returncode == 0 and ended.stdout.startswith("swarmzoo ")


ODD = "\x1b[31mred\r\x07[bold]\u202e"
SEEN = "\\x1b[31mred\\r\\x07[bold]\\u202e"


def test_a_name_that_moves_the_cursor_is_shown_as_what_it_is_everywhere(swarmzoo, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "odd.py").write_text(
        f"class Odd:\n    name = {ODD!r}\n    def act(self, view):\n        return view.legal_actions[0]\n"
    )
    for words in (
        ("arena", "odd.py:Odd", "random", "--rounds", "1", "--workers", "1", "--out", "t"),
        ("arena", "report", "t", "--csv", "games.csv", "--table", "table.csv"),
        ("evaluate", "odd.py:Odd", "-a", "odd.py:Odd", "--games", "2", "--csv", "e.csv"),
        ("bot", "check", "odd.py:Odd", "--games", "1"),
        ("replay", "t", "0", "--save", "g.replay"),
        ("replay", "g.replay"),
        ("watch", "insects", "odd.py:Odd", "random", "--log"),
    ):
        ended = swarmzoo(*words)
        shown = "".join(ended.out.split())
        assert ended.code == 0 and SEEN in shown, (words, ended)
        assert not {"\x1b", "\r", "\x07", "\u202e"} & set(ended.out + ended.err), words
    for path in ("t/report.html", "games.csv", "table.csv", "e.csv"):
        text = (tmp_path / path).read_text()
        assert "\x1b" not in text and "\u202e" not in text and "\\x1b[31mred" in text
    ended = swarmzoo("evaluate", f"no{ODD}thing")
    assert ended.code == 2 and "\x1b" not in ended.err and "\\x1b" in ended.err


def test_texts_of_others_keep_their_lines_and_nothing_else(capsys):
    say("one\ntwo\x1b[2J")
    assert capsys.readouterr().out == "one\ntwo\\x1b[2J\n"
    assert cell("[red]a\nb\x07") == "\\[red]a\nb\\x07"


def test_names_with_colons_are_no_pictures(swarmzoo, tmp_path):
    (tmp_path / "bots.py").write_text("class ant:\n    def act(self, view):\n        return ':bug: [red]'\n")
    text = f"{tmp_path / 'bots.py'}:ant"
    ended = swarmzoo("bot", "check", f"{text}:", "--games", "1")
    assert f"{text}:" in ended.out.replace("\n", "")
    assert ":bug: [red]" in swarmzoo("bot", "check", text, "--games", "1").out


def test_bars_show_names_as_they_are():
    bars = progress()
    bars.add_task("a.py:ant: against [red]")
    with bars.console.capture() as shown:
        bars.console.print(bars.get_renderable())
    assert "a.py:ant: against [red]" in shown.get()
