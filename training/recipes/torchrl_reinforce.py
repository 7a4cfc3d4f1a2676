"""TorchRL: one policy for all swarms learns from whole games by REINFORCE, through PettingZooWrapper.

python -m swarmzoo.training.recipes.torchrl_reinforce
"""

import torch
from tensordict.nn import TensorDictModule
from torchrl.envs import PettingZooWrapper
from torchrl.modules import MaskedCategorical, ProbabilisticActor

from swarmzoo.envs.insects import env as insects

UPDATES, GAMES = 5, 4


def make_policy(observation_size: int, num_actions: int) -> ProbabilisticActor:
    """Return a policy that draws legal actions only."""
    network = torch.nn.Sequential(
        torch.nn.Linear(observation_size, 128), torch.nn.Tanh(), torch.nn.Linear(128, num_actions)
    )

    def score(observation: torch.Tensor, action_mask: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        waits = ~action_mask.any(-1, keepdim=True)  # who waits has no legal action: whatever is drawn is not played
        return network(observation.float() / 8), action_mask | waits

    scores = TensorDictModule(
        score,
        in_keys=[("swarms", "observation", "observation"), ("swarms", "action_mask")],
        out_keys=[("swarms", "logits"), ("swarms", "legal")],
    )
    scores.network = network
    return ProbabilisticActor(
        scores,
        in_keys={"logits": ("swarms", "logits"), "mask": ("swarms", "legal")},
        out_keys=[("swarms", "action")],
        distribution_class=MaskedCategorical,
        return_log_prob=True,
        log_prob_key=("swarms", "log_prob"),
    )


def main() -> None:
    """Train a little and print what came of it."""
    torch.manual_seed(0)
    game = insects(players=2, symmetric=True)
    env = PettingZooWrapper(
        game, use_mask=True, group_map={"swarms": list(game.possible_agents)}, categorical_actions=True, seed=0
    )
    policy = make_policy(game.unwrapped.game.observation_size, game.unwrapped.game.num_actions)
    optimizer = torch.optim.Adam(policy.parameters(), lr=1e-3)
    for update in range(UPDATES):
        losses, decisions = [], 0
        for _ in range(GAMES):
            played = env.rollout(10_000, policy)
            acted = played["swarms", "mask"]  # (decisions, swarms): who decided
            pay = played["next", "swarms", "reward"].sum(0).squeeze(-1)  # (swarms,): of the whole game
            log_prob = policy.get_dist(played).log_prob(played["swarms", "action"])
            losses.append(-(log_prob * pay * acted).sum() / acted.sum())
            decisions += int(acted.sum())
        optimizer.zero_grad()
        loss = torch.stack(losses).mean()
        loss.backward()
        optimizer.step()
        print(f"update {update}: {GAMES} games, {decisions} decisions, loss {loss.item():+.4f}")


if __name__ == "__main__":
    main()
