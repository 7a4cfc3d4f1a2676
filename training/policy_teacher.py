"""A trained policy that teaches another one, which may be smaller or learn another way: distillation.

The one that learns comes to hold every action as likely as the teacher does (Hinton, Vinyals, Dean, "Distilling the
knowledge in a neural network", 2015; Rusu et al., "Policy distillation", 2016). In half of the games the teacher plays,
in the others the policy itself, so that it is told what to do where its own mistakes lead as well.
"""

import numpy as np

from swarmzoo.agents.policy.checkpoint import load_policy
from swarmzoo.agents.policy.choice import shares_of
from swarmzoo.agents.policy.nets import Net
from swarmzoo.agents.policy.policy_agent import PolicyAgent
from swarmzoo.agents.policy.shaping import potentials
from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.game import Game
from swarmzoo.training.config import Expert
from swarmzoo.training.search_teachers import Asked, Looked, Shares, drawn
from swarmzoo.training.start import policy_path

OF_SEARCHES = ("simulations", "teaches", "caution", "sure", "considered", "cut", "valuation")


def check_policy_teacher(game: Game, setting: Expert) -> None:
    """Raise GameError where the teacher does not play the game or has no round, and for what only a search is told."""
    elder_of(game, setting)
    if not setting.rounds:
        raise GameError(
            f"expert.teacher = {setting.teacher!r}: it teaches in no round; set expert.rounds, for instance to 4"
        )
    for name in OF_SEARCHES:
        if (value := getattr(setting, name)) != Expert.model_fields[name].default:
            raise GameError(
                f"expert.{name} = {value}: it has no meaning where the policy {setting.teacher} teaches in place of a "
                "search; leave one of the two out"
            )


def elder_of(game: Game, setting: Expert) -> PolicyAgent:
    """Return the policy that teaches in a game; raise GameError where none can."""
    return load_policy(policy_path("expert.teacher", str(setting.teacher), game), game)


class PolicyTeacher(Shares):
    """A policy learns to do what another one does."""

    def __init__(self, game: Game, net: Net, setting: Expert):
        self.net, self.setting, self.sides = net, setting, game.num_sides
        self.elder = elder_of(game, setting)

    def look(self, asked: Asked, generator: np.random.Generator) -> Looked:
        """Ask the teacher; the actions are drawn from what is taught, or from what the policy itself would do."""
        logits, values = self.elder.net.judge(asked.observations)
        paid = potentials(self.elder.shaping, asked.states[asked.games])[np.arange(len(asked.games)), asked.agents]
        shares = shares_of(np.where(asked.legal, logits, -np.inf), self.setting.temperature)
        own = shares_of(np.where(asked.legal, self.net.logits(asked.observations), -np.inf))
        elder_plays = asked.games // self.sides % 2 == 0  # for a policy may have a seat of its own in successive games
        return drawn(np.where(elder_plays[:, None], shares, own), generator), shares, values + paid
