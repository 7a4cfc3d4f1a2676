"""The rules as a player reads them: every rule that is played, and every number in force."""

from importlib.resources import files

import pytest
import yaml

from swarmzoo.envs.catalogue import find_game, games
from swarmzoo.envs.core.config import fields_of, value_of
from swarmzoo.envs.core.digest import digest
from swarmzoo.envs.core.errors import GameError
from tests.tiny_game import TinyHexConfig, tiny_hex

NAMES = [found.name for found in games()]


def book_of(found):
    package = found.config.__module__.rpartition(".")[0]
    return yaml.safe_load((files(package) / "rulebook.yaml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", NAMES)
def test_every_rule_that_is_played_is_told_and_no_other(name):
    found = find_game(name)
    told = digest(found.read({})).splitlines()
    for rule, entry in book_of(found).items():
        sentence = entry if isinstance(entry, str) else entry["rule"]
        left_out = not isinstance(entry, str) and "left_out" in entry
        assert (f"{rule}: {sentence}" in told) == (not left_out)


@pytest.mark.parametrize("name", NAMES)
def test_every_number_is_told(name):
    found = find_game(name)
    told = digest(found.read({}))
    for path, info in fields_of(found.config):
        *_, last = path.split(".", 3)
        assert path in told if path.count(".") < 3 else f"  {last}: {info.description}" in told
        assert (info.description or "") in told


CHANGES = {
    "insects": ("rules.den_stack", 5, "  rules.den_stack = 5 (by default 4) insects: Stack of a stack in a Den"),
    "warband": ("rules.ground.open.cost", 2, "open: cost 2 (by default 1)"),
    "formation": ("rules.joint_fire", 0, "rules.joint_fire = 0 (by default 1) points"),
    "overseer": ("max_rounds", 12, "max_rounds = 12 (by default 40) rounds"),
    "nova": ("rules.metres", 4, "rules.metres = 4 (by default 5) m"),
}


@pytest.mark.parametrize("name", NAMES)
def test_a_changed_number_changes_its_line_and_no_other(name):
    path, value, line = CHANGES[name]
    *parts, key = path.split(".")
    values = {key: value}
    for part in reversed(parts):
        values = {part: values}
    found = find_game(name)
    usual, changed = digest(found.read({})).splitlines(), digest(found.read(values)).splitlines()
    assert value_of(found.read(values).config, path) == value
    different = [(a, b) for a, b in zip(usual, changed, strict=True) if a != b]
    assert len(different) == 2  # the signature of the rules, and the number
    assert line in different[1][1]


def test_a_game_without_a_rulebook_says_so():
    with pytest.raises(GameError, match="has no rulebook"):
        digest(tiny_hex(TinyHexConfig()))
