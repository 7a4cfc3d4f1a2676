"""`swarmzoo envs`: the games, and every number of their rules."""

import functools

import pytest
import yaml

from swarmzoo.command.envs import commented_yaml, extra, shown
from swarmzoo.command.options import presets, settings_of
from swarmzoo.envs.catalogue import find_game, games
from swarmzoo.envs.core.config import allowed, fields_of, value_of
from tests.command.run import run

PRESETS = [(game.name, preset) for game in games() for preset in presets(f"{game.place}/game")]


@pytest.fixture
def swarmzoo(capsys, monkeypatch):
    return functools.partial(run, capsys, monkeypatch)


@pytest.mark.parametrize("name", [game.name for game in games()])
def test_every_game_is_listed_with_its_environment(swarmzoo, name):
    assert f"swarmzoo/{name}-v" in swarmzoo("envs").out


@pytest.mark.parametrize("name", [game.name for game in games()])
def test_every_rule_number_is_listed_with_range_rule_and_meaning(swarmzoo, name):
    rows = {}
    for line in swarmzoo("envs", name, "--rules").out.splitlines():
        cells = [cell.strip() for cell in line.split("│")]
        if len(cells) > 1 and cells[1]:
            rows[cells[1]] = last = cells
        elif len(cells) > 1 and rows:  # what did not fit goes on in the next line
            last[:] = [" ".join(filter(None, pair)) for pair in zip(last, cells, strict=True)]
    usual = find_game(name).config()
    for path, info in fields_of(find_game(name).config):
        assert rows[path][2] == shown(value_of(usual, path)), "a part's own default may be another than the whole's"
        assert allowed(info) in rows[path]
        assert extra(info, "rule") in rows[path]
        assert info.description, path


@pytest.mark.parametrize("name", [game.name for game in games()])
def test_the_rules_are_only_listed_when_asked_for(swarmzoo, name):
    out = swarmzoo("envs", name).out
    assert "rules." not in out
    assert [
        field for field in find_game(name).config.model_fields if field != "rules" and f"│ {field} " not in out
    ] == []


def test_a_changed_value_stands_beside_its_default(swarmzoo):
    out = swarmzoo("envs", "insects", "--rules", "--set", "rules.base_attack=3").out
    row = next(line for line in out.splitlines() if "rules.base_attack " in line)
    assert [cell.strip() for cell in row.split("│")][2:4] == ["1", "3"]


@pytest.mark.parametrize("words", [["--yaml"], ["--set", "players=3"], ["--config", "standard"]])
def test_what_belongs_to_one_game_needs_a_game(swarmzoo, words):
    ended = swarmzoo("envs", *words)
    assert ended.code == 2
    assert "name it" in ended.err


@pytest.mark.parametrize("name", [game.name for game in games()])
def test_the_configuration_as_yaml_is_read_back_as_the_same(name):
    model = find_game(name).config
    assert model.read(yaml.safe_load(commented_yaml(name, model()))) == model()


@pytest.mark.parametrize(("name", "preset"), PRESETS)
def test_every_preset_is_printed_as_yaml_that_is_the_same_configuration(swarmzoo, tmp_path, name, preset):
    ended = swarmzoo("envs", name, "--config", preset, "--yaml")
    assert ended.code == 0, ended.err
    (tmp_path / "printed.yaml").write_text(ended.out, encoding="utf-8")
    game = find_game(name)
    assert settings_of(game, str(tmp_path / "printed.yaml")) == settings_of(game, preset)


@pytest.mark.parametrize(("name", "preset"), PRESETS)
def test_the_rules_of_every_preset_are_listed(swarmzoo, name, preset):
    ended = swarmzoo("envs", name, "--config", preset, "--rules")
    assert ended.code == 0 and "what can be configured" in ended.out, ended.err


def test_forces_are_written_in_words_of_the_configuration(swarmzoo):
    out = swarmzoo("envs", "nova", "--yaml", "--set", "forces=[[{sheet: soldier}]]").out
    assert "forces: [[{sheet: soldier, members: 5, henchmen: [], all_henchmen: false}]]\n" in out


@pytest.mark.parametrize("name", [game.name for game in games()])
def test_the_shipped_configuration_is_the_present_default(name):
    shipped = presets(f"{find_game(name).place}/game")["standard"].read_text(encoding="utf-8")
    assert shipped == commented_yaml(name, find_game(name).config()), "it is out of date: run make pages"
