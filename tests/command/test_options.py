"""Configurations from files and from the command line: read, overridden, refused."""

import pytest
import yaml

from swarmzoo.command.options import apply_overrides, config_path, load_settings, presets, read_yaml
from swarmzoo.envs.core.config import Settings, number
from swarmzoo.envs.core.errors import GameError


class Rules(Settings):
    attack: int = number(1, 0, 20, "R1", "attack", "damage")
    weights: tuple[int, ...] = ()
    share: float = 0.5
    name: str | None = None
    wet: bool = True


class Config(Settings):
    players: int = number(2, 2, 6, "R2", "players")
    rules: Rules = Rules()


@pytest.fixture
def written(tmp_path):
    """Write a YAML file and return its name."""

    def write(text):
        path = tmp_path / "my.yaml"
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return str(path)

    return write


def overridden(*overrides, **values):
    apply_overrides(values, overrides)
    return values


def test_a_file_then_overrides_then_defaults(written):
    config = load_settings(Config, "none", written("players: 3\nrules:\n  attack: 4\n"), ["rules.attack=5"])
    assert config == Config(players=3, rules=Rules(attack=5))


def test_neither_file_nor_override_means_the_defaults():
    assert load_settings(Config, "none", None) == Config()


@pytest.mark.parametrize("text", ["", "# only a comment\n", "{}\n"])
def test_an_empty_file_means_the_defaults(written, text):
    assert load_settings(Config, "none", written(text)) == Config()


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("2", 2),
        ("-1", -1),
        ("1e-4", 1e-4),
        ("3E5", 3e5),
        ("0.5", 0.5),
        ("true", True),
        ("null", None),
        ("[1, 2]", [1, 2]),
        ("{a: 1}", {"a": 1}),
        ("words of it", "words of it"),
        ("a=b", "a=b"),
        ("", None),
        ("'2'", "2"),
    ],
)
def test_values_are_typed_as_in_yaml(text, value):
    assert overridden(f"key={text}") == {"key": value}


def test_later_overrides_win_and_others_stay():
    assert overridden("a.b=1", "a.b=2", "a.c=3", a={"d": 4}) == {"a": {"b": 2, "c": 3, "d": 4}}


@pytest.mark.parametrize("override", ["attack", "=2", "rules.=2", ".attack=2", "rules..attack=2"])
def test_an_override_without_a_path_or_value_is_refused(override):
    with pytest.raises(GameError, match="PATH=VALUE is needed"):
        overridden(override)


def test_a_part_of_a_number_is_refused():
    with pytest.raises(GameError, match=r"--set players\.x=2: players is 2, which has no parts"):
        overridden("players.x=2", players=2)


def test_a_value_that_is_no_yaml_is_refused():
    with pytest.raises(GameError, match=r"--set a=\[1: the value is no YAML, line 1, column 3"):
        overridden("a=[1")


@pytest.mark.parametrize(
    ("override", "sentence"),
    [
        ("rules.atack=2", "--set: rules.atack is not a field; did you mean rules.attack?"),
        ("rules.attack=99", "--set: rules.attack = 99: .* \\(allowed: 0 to 20\\)"),
        ("rules.attack=two", "--set: rules.attack = 'two': .*integer.* \\(allowed: 0 to 20\\)"),
        ("rules.attack=1.0", "--set: rules.attack = 1.0"),
        ("players=true", "--set: players = True"),
        ("rules=2", "--set: rules = 2"),
    ],
)
def test_impossible_values_are_refused_with_path_value_and_what_is_allowed(override, sentence):
    with pytest.raises(GameError, match=sentence):
        load_settings(Config, "none", None, [override])


def test_a_refusal_names_the_file(written):
    with pytest.raises(GameError, match=r"my\.yaml: players = 9"):
        load_settings(Config, "none", written("players: 9"))


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("players: 2\nplayers: 3\n", "line 2, column 1: players is given twice"),
        ("rules: [1\n", "line 2, column 1"),
        ("- 1\n", "keys and values are needed, not a list"),
        ("two\n", "keys and values are needed, not 'two'"),
        (b"\xff\xfe", "not UTF-8 text"),
        ("x: !!python/object/apply:os.getcwd []\n", "could not determine a constructor"),
        ("? [1]\n: 2\n", "a key must be a word"),
    ],
)
def test_a_file_that_is_no_configuration_is_refused_with_its_place(written, text, sentence):
    with pytest.raises(GameError, match=sentence):
        read_yaml(config_path(written(text), "none"))


def test_a_missing_file_is_a_missing_file():
    with pytest.raises(FileNotFoundError):
        load_settings(Config, "none", "no/such.yaml")


def test_an_unknown_preset_is_refused_with_the_known_ones():
    with pytest.raises(GameError, match=r"unknown preset .* of insects/game.*allowed: .*standard"):
        config_path("xyzzy", "insects/game")


def test_presets_are_files_of_the_package():
    assert presets("insects/game")["standard"].suffix == ".yaml"


def test_every_configuration_that_is_shipped_says_what_its_keys_mean():
    for path in presets("insects/game").values():
        lines = path.read_text(encoding="utf-8").splitlines()
        keys = [i for i, line in enumerate(lines) if line and not line.lstrip().startswith("#") and line[-1] != ":"]
        assert [lines[i] for i in keys if not lines[i - 1].lstrip().startswith("#")] == []
        assert isinstance(yaml.safe_load("\n".join(lines)), dict)
