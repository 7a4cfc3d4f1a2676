"""What the lab says, on the pages of games."""

import json

import pytest

from swarmzoo.command.pages import lab
from swarmzoo.envs import games
from swarmzoo.envs.catalogue import FoundGame, find_game
from swarmzoo.envs.core.errors import GameError
from swarmzoo.lab.games import even_game
from swarmzoo.lab.probing import shown
from swarmzoo.lab.probing.verdict import SCHEMA

VERDICT = {
    "schema": SCHEMA,
    "probe": "balance",
    "title": "Balance",
    "findings": [{"status": "fine", "about": "seats", "sentence": "The seats are even.", "figures": [], "watch": []}],
    "sureness": {},
    "about": {
        "config": {"game": "insects"},
        "command": "swarmzoo probe --out runs/a --workers 1 x --resume",
        "rules_signature": "r",
        "played": "9 games.",
    },
}


def test_a_page_says_what_a_finished_probe_found(tmp_path, monkeypatch):
    (tmp_path / "verdict.json").write_text(json.dumps(VERDICT))
    (tmp_path / "measured").mkdir()
    monkeypatch.setattr(FoundGame, "folder", property(lambda self: tmp_path))
    assert shown.keep(tmp_path) == tmp_path / "measured" / "probe_balance.json"
    assert lab(find_game("insects").name) == "`swarmzoo probe x`: 9 games.\n\n- *fine*: The seats are even.\n"


def test_agents_that_were_exploited_stand_beside_each_other(tmp_path, monkeypatch):
    monkeypatch.setattr(FoundGame, "folder", property(lambda self: tmp_path))
    for agent in ("fortress", 'fortress -"digit 1"', "standard"):
        about = VERDICT["about"] | {"config": {"game": "insects", "agent": agent}}
        (tmp_path / "verdict.json").write_text(json.dumps(VERDICT | {"probe": "exploit", "about": about}))
        shown.keep(tmp_path)
    found = sorted(path.name for path in (tmp_path / "measured").iterdir())
    assert found == [f"probe_exploit_{name}.json" for name in ("fortress-digit-1", "fortress", "standard")]


@pytest.mark.parametrize(
    ("text", "sentence"), [(None, "no finished probe here"), ("{", "no verdict"), ('{"schema": 0}', "schema")]
)
def test_what_is_no_verdict_is_refused_in_a_sentence(tmp_path, text, sentence):
    if text is not None:
        (tmp_path / "verdict.json").write_text(text)
    with pytest.raises(GameError, match=sentence):
        shown.keep(tmp_path)


def test_commands_can_be_given_again():
    """A condition keeps its quotes: without them a shell would take what follows for a file."""
    said = "swarmzoo probe sweep insects --target 'rounds < 9' --out='a b' --workers 2 --json"
    assert shown.told(said) == "swarmzoo probe sweep insects --target 'rounds < 9'"


@pytest.mark.parametrize("found", games(), ids=lambda found: found.name)
def test_what_pages_say_is_of_the_game_as_it_is_shipped(found):
    kept = sorted((found.folder / "measured").glob("probe_*.json"))
    rules = {path.name: json.loads(path.read_text())["rules"] for path in kept}
    assert rules and set(rules.values()) == {even_game(found, {}).rules_signature}, rules
