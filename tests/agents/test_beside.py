"""Modules beside bots' files: each bot has its own, and nothing of the program is hidden or changed by them."""

import copy
import sys
from pathlib import Path

import numpy as np
import pytest

from swarmzoo.agents.agent import let_go
from swarmzoo.agents.built_in import built_in
from swarmzoo.agents.find import find_agent
from swarmzoo.agents.outside import from_file
from swarmzoo.agents.play.match import paired_seats, play_games
from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.insects.config import InsectsConfig
from swarmzoo.envs.insects.game import insects

GAME = insects(InsectsConfig(symmetric=True))

BOT = "import helper\nclass Bot:\n    def act(self, view): return int(view.legal_actions[helper.pick()])\n"
LATE = "class Bot:\n    def act(self, view):\n        from helper import pick\n"
LATE += "        return int(view.legal_actions[pick()])\n"


def write(folder: Path, **files: str) -> Path:
    """Write modules into a folder, and return the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (folder / f"{name}.py").write_text(text, encoding="utf-8")
    return folder


def picks(number: int) -> str:
    """Return a helper that picks one of the legal actions."""
    return f"def pick(): return {number}\n"


def plays(agent) -> np.ndarray:
    """Return the lengths of two games against random."""
    seating, seeds = paired_seats(2, 2, 2, 3)
    return play_games(GAME, [agent, built_in(GAME)["random"]], seating, seeds).length


def does(folder: Path, isolate: bool = False) -> np.ndarray:
    """Return how a bot of a file plays that is loaded now."""
    agent = find_agent(GAME, f"{folder / 'bot.py'}:Bot", isolate=isolate)
    try:
        return plays(agent)
    finally:
        let_go([agent])


@pytest.mark.parametrize("bot", [BOT, LATE], ids=["at loading", "at each turn"])
def test_bots_of_two_folders_have_their_own_modules_of_one_name(tmp_path, bot):
    first, last = (write(tmp_path / f"v{n}", bot=bot, helper=picks(n)) for n in (0, -1))
    wanted = {
        first: does(write(tmp_path / "a", bot=bot.replace("helper", "helper_a"), helper_a=picks(0))),
        last: does(write(tmp_path / "b", bot=bot.replace("helper", "helper_b"), helper_b=picks(-1))),
    }
    assert (wanted[first] != wanted[last]).any()
    agents = {folder: find_agent(GAME, f"{folder / 'bot.py'}:Bot") for folder in wanted}
    for folder in (first, last, first):
        assert (plays(agents[folder]) == wanted[folder]).all()
    assert (does(last, isolate=True) == wanted[last]).all()
    let_go(list(agents.values()))


def test_a_module_that_was_changed_is_read_again(tmp_path):
    folder = write(tmp_path, bot=BOT, helper=picks(0))
    before = does(folder)
    write(tmp_path, helper=picks(-1))
    assert (does(folder) != before).any()


def test_what_is_imported_stays_the_bots_own(tmp_path, monkeypatch):
    path, modules = [*sys.path], set(sys.modules)
    monkeypatch.syspath_prepend(str(write(tmp_path / "script", helper_of_all="NUMBER = 1\n")))
    import helper_of_all  # type: ignore[import-not-found]

    bot = "import helper_of_all\nclass Bot:\n    number = helper_of_all.NUMBER\n    def act(self, view): return 0\n"
    found = from_file(write(tmp_path / "bot", bot=bot, helper_of_all="NUMBER = 2\n") / "bot.py", "Bot")
    assert found.agent.number == 2 and sys.modules["helper_of_all"] is helper_of_all and helper_of_all.NUMBER == 1
    new = {name for name in set(sys.modules) - modules if not name.startswith("swarmzoo_agent_")}
    assert new == {"helper_of_all"} and [entry for entry in sys.path if "script" not in entry] == path
    monkeypatch.delitem(sys.modules, "helper_of_all")


def test_the_library_and_installed_packages_hide_what_has_their_names(tmp_path):
    hidden = dict.fromkeys(("random", "numpy", "swarmzoo", "torch"), "raise ImportError('not this one')\n")
    bot = "import random, numpy, torch\nfrom swarmzoo.agents.view import View\n"
    bot += "class Bot:\n    def act(self, view): return int(numpy.flatnonzero(view.mask)[0])\n"
    assert from_file(write(tmp_path, bot=bot, **hidden) / "bot.py", "Bot")


def test_modules_import_each_other_packages_and_classes_by_name(tmp_path):
    write(tmp_path, bot="import one\nclass Bot:\n    def __init__(self):\n        import pickle, importlib\n")
    with (tmp_path / "bot.py").open("a", encoding="utf-8") as file:
        file.write("        self.kept = pickle.loads(pickle.dumps(one.Kept(3)))\n")
        file.write("        self.late = importlib.import_module('parts.late').NAME\n")
        file.write("    def act(self, view): return one.two.first(view)\n")
    write(tmp_path, one="import two\nfrom dataclasses import dataclass\n@dataclass\nclass Kept:\n    number: 'int'\n")
    write(tmp_path, two="import one\nfrom parts import first\n")
    write(tmp_path / "parts", __init__="from .inner import first\n", late="NAME = __name__\n")
    write(tmp_path / "parts", inner="def first(view):\n    from . import late\n    return int(view.legal_actions[0])\n")
    found = from_file(tmp_path / "bot.py", "Bot")
    assert (found.agent.kept.number, found.agent.late) == (3, "parts.late")
    assert plays(found).size and plays(copy.deepcopy(found)).size and "parts" not in sys.modules


def test_an_error_in_a_module_beside_is_told_with_its_line(tmp_path):
    write(tmp_path, bot="import broken\nclass Bot:\n    def act(self, view): return 0\n", broken="\n1 / 0\n")
    with pytest.raises(GameError, match="ZeroDivisionError: division by zero") as told:
        from_file(tmp_path / "bot.py", "Bot")
    assert str(told.value).endswith(f"({tmp_path / 'broken.py'}:2)") and "broken" not in sys.modules
