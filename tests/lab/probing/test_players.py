"""Who plays in a probe without being named: policies that were trained for the rules that are played."""

import pytest

from swarmzoo.agents.built_in import baselines
from swarmzoo.agents.policy.checkpoint import read_policy
from swarmzoo.envs import games
from swarmzoo.envs.catalogue import find_game
from swarmzoo.lab.probing.players import own_policies


@pytest.mark.parametrize("found", games(), ids=lambda found: found.name)
def test_every_policy_plays_the_rules_that_it_was_trained_for_and_no_other_joins_it(found, capsys):
    for name, path in baselines(found).items():
        header = read_policy(path)[0]
        game = found.read(header["training"]["env"])
        own = own_policies(game)
        assert name in own
        assert {read_policy(baselines(found)[one])[0]["rules_signature"] for one in own} == {game.rules_signature}
    assert "warning" not in capsys.readouterr().err


def test_after_a_change_of_a_number_all_play_that_can():
    game = find_game("overseer").read({"max_rounds": 7})
    assert "duel" in own_policies(game)
