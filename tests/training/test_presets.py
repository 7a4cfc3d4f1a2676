"""Presets of training: the same three in every game, each of them longer than the one before."""

import pytest

from swarmzoo.agents.built_in import baselines
from swarmzoo.agents.find import find_agent
from swarmzoo.command.options import load_settings, presets
from swarmzoo.envs.catalogue import find_game, games
from swarmzoo.lab.games import even_game
from swarmzoo.training.config import TrainConfig

GAMES = [game.name for game in games()]


def of_game(game: str) -> dict[str, TrainConfig]:
    """Return the presets of training of a game, by their names."""
    job = f"{find_game(game).place}/train"
    return {name: load_settings(TrainConfig, job, name, None) for name in presets(job)}


@pytest.mark.parametrize("game", GAMES)
def test_every_game_trains_quickly_for_an_hour_or_with_all_its_strength(game):
    known = of_game(game)
    quick, standard, strong = (known[name] for name in ("quick", "standard", "strong"))
    decisions = [one.total_steps + one.imitation.steps for one in (quick, standard, strong)]
    assert decisions[0] * 1.5 <= decisions[1] and decisions[1] * 1.5 <= decisions[2]
    assert quick.start is None and standard.start is None, "they need no policy that was trained before"
    assert strong.device == "auto", "a graphics card is taken where there is one, and none is needed"
    assert quick.env == standard.env


@pytest.mark.parametrize("game", GAMES)
def test_presets_name_agents_that_come_with_the_game(game):
    found = find_game(game)
    for preset in of_game(game).values():
        played = even_game(found, preset.env)
        learned_from = [preset.imitation.teacher, *preset.imitation.opponents] if preset.imitation.steps else []
        taught_by = [preset.expert.teacher, *preset.expert.bots] if preset.expert.teacher else []
        begun_from = [preset.start] if preset.start else []
        for text in [*preset.evaluation.against, *preset.self_play.bots, *learned_from, *taught_by, *begun_from]:
            assert find_agent(played, text)


@pytest.mark.parametrize("game", GAMES)
def test_where_a_game_has_a_policy_strong_it_teaches_a_network_as_large_as_that_of_quick(game):
    known, policies = of_game(game), baselines(find_game(game))
    assert ("taught" in known) == ("strong" in policies)
    if "taught" in known:
        taught, quick = known["taught"], known["quick"]
        assert taught.start is None and taught.expert.teacher == "strong" and taught.expert.rounds > 0
        assert taught.network == quick.network and "strong" in taught.evaluation.against
        played = [even_game(find_game(game), preset.env).config for preset in (taught, known["strong"])]
        one, other = (config.model_dump(exclude={"rules"}) for config in played)
        assert one == other
