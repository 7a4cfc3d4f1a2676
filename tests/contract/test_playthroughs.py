"""Golden playthroughs: whole games, kept as text, are re-played word for word."""

import pytest

from swarmzoo.envs import games
from tests.playthroughs import actions_of, files_of, replayed

FILES = [(game.name, path) for game in games() for path in files_of(game.name)]


@pytest.mark.parametrize(("name", "path"), FILES, ids=lambda value: getattr(value, "stem", value))
def test_a_playthrough_is_played_as_it_is_told(name, path):
    text = path.read_text(encoding="utf-8")
    assert replayed(name, text) == text, (
        "the game has changed: give the environment a new version and run `make playthroughs`, or mend the mistake"
    )


@pytest.mark.parametrize("game", games(), ids=lambda game: game.name)
def test_every_game_has_a_playthrough_of_its_present_version(game):
    env_id = game.env_id.partition("/")[2]
    assert any(path.stem.startswith(env_id) for path in files_of(game.name)), "make one: see tests/playthroughs.py"


@pytest.mark.parametrize(("name", "path"), FILES, ids=lambda value: getattr(value, "stem", value))
def test_a_playthrough_tells_another_game_when_an_action_is_another(name, path):
    """The comparison above can fail: one action changed, and the transcript is another."""
    text = path.read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if line.startswith("> ")]
    line = lines[len(lines) // 2]
    action = line.split()[1]
    changed = text.replace(line, line.replace(f"> {action}", f"> {int(action) + 1}", 1), 1)
    assert actions_of(changed) != actions_of(text)
    assert replayed(name, changed) != changed
