"""The agents that come with the games play as they did when they were measured."""

import pytest

from swarmzoo.lab.games import made
from tests.styles import FILE, GAMES, pairings, played

LINES = {line.rpartition(": ")[0]: line for line in FILE.read_text(encoding="utf-8").splitlines()}


@pytest.mark.parametrize("played_by", LINES)
def test_an_agent_plays_the_games_that_it_played(played_by):
    line = LINES[played_by]
    assert played(*played_by.split(" ", 2)) == line, (
        "this agent plays otherwise now: measure it again and run `make playthroughs`, or mend the mistake"
    )


@pytest.mark.parametrize("name", GAMES)
def test_every_agent_that_comes_with_a_game_is_watched(name):
    for keywords in GAMES[name]:
        known = {line.split(" ", 2)[2] for line in LINES if line.startswith(f"{name} {keywords} ")}
        assert known == set(pairings(name, made(name, keywords)))


def test_no_two_agents_play_alike_everywhere():
    """So the lines tell one from the other: a bot whose number is mixed up with another's is noticed."""
    games: dict[str, list[str]] = {}
    for played_by, line in LINES.items():
        agent = played_by.split(" ", 2)[2].partition(" - ")[0]
        games.setdefault(f"{played_by.split()[0]} {agent}", []).append(line.removeprefix(played_by))
    assert len({tuple(told) for told in games.values()}) == len(games)
