"""Watching games on the terminal."""

from swarmzoo.agents.built_in import built_in
from swarmzoo.agents.find import find_agent
from swarmzoo.envs.insects.config import InsectsConfig
from swarmzoo.envs.insects.game import insects
from swarmzoo.viewer.watch import played, print_game

GAME = insects(InsectsConfig(symmetric=True))
BOTS = built_in(GAME)


def test_a_game_is_told_from_its_beginning_to_its_end():
    lines: list[str] = []
    print_game(GAME, played(GAME, [BOTS["greedy"], BOTS["rusher"]], 1), log_only=True, show=lines.append)
    assert lines[0].startswith("swarm_0 draws") or "draws" in lines[0]
    assert lines[-1].startswith("the game is over")


def test_boards_are_shown_when_a_turn_begins():
    lines: list[str] = []
    print_game(GAME, played(GAME, [BOTS["random"], BOTS["rusher"]], 1), log_only=False, show=lines.append)
    assert sum("\n" in line for line in lines) > 4


def test_python_agents_can_be_watched():
    agent = find_agent(GAME, "agents/template.py:MyBot")
    last = None
    for state in played(GAME, [agent, BOTS["rusher"]], 3):
        last = state
    assert last is not None and last["done"][0]


def test_the_same_seed_shows_the_same_game():
    games = [[s["logged"][0] for s in played(GAME, [BOTS["greedy"], BOTS["runner"]], 5)] for _ in range(2)]
    assert games[0] == games[1]
