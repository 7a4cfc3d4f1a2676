"""A network on a graphics card: whatever is asked at once is answered as one by one, by the weights of now."""

import numpy as np
import pytest
import torch

from swarmzoo.agents.policy import card_net
from swarmzoo.agents.policy.card_net import CardNet
from swarmzoo.agents.policy.network import logits_of
from tests.agents.test_policy_nets import GAMES, NETS, positions, trained

CARD = pytest.mark.skipif(not torch.cuda.is_available(), reason="needs a graphics card")


class Recording:
    """What a card records, here done again by the processor."""

    def __init__(self, policy, given):
        self.policy, self.given, self.found, self.done = policy, given, logits_of(policy, given), 0

    def replay(self):
        """Do it again."""
        self.done += 1
        self.found.copy_(logits_of(self.policy, self.given))


def test_rows_are_asked_in_the_smallest_recording_that_holds_them(monkeypatch):
    where, network = NETS["hex"]
    game, made = GAMES[where], []

    def record(net, rows, like):
        given = torch.zeros((rows, like.shape[1]), dtype=like.dtype)
        made.append((rows, Recording(net._policy, given)))
        return made[-1][1], given, made[-1][1].found

    monkeypatch.setattr(CardNet, "_record", record)
    monkeypatch.setattr(card_net, "SIZES", (2, 8))
    net, seen = CardNet(trained(game, network)), positions(game, steps=4)[0]
    assert len(seen) >= 19
    for count, wanted in ((1, {2: 1}), (2, {2: 2}), (3, {2: 2, 8: 1}), (19, {2: 2, 8: 4})):
        found = net.logits(seen[:count])
        np.testing.assert_allclose(found, logits_of(net._policy, seen[:count]), rtol=1e-4, atol=1e-4)
        assert {rows: recording.done for rows, recording in made} == wanted
    with torch.no_grad():
        next(net._policy.parameters()).mul_(2)
    np.testing.assert_allclose(net.logits(seen[:5]), logits_of(net._policy, seen[:5]), rtol=1e-4, atol=1e-4)


@CARD
@pytest.mark.parametrize("name", NETS)
def test_a_card_answers_as_layer_by_layer_and_by_the_weights_of_now(name):
    where, network = NETS[name]
    game = GAMES[where]
    policy, seen = trained(game, network).to("cuda"), positions(game, steps=4)[0]
    net = CardNet(policy)
    for count in (1, 5, 17, len(seen)):
        for _ in range(2):
            wanted = logits_of(policy, seen[:count]).cpu().numpy()
            np.testing.assert_allclose(net.logits(seen[:count]), wanted, rtol=0, atol=1e-4 * np.abs(wanted).max())
            with torch.no_grad():
                for weights in policy.parameters():
                    weights.mul_(1.01)
