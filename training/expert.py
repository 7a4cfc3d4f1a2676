"""Expert iteration: a search that the policy leads teaches the policy, in positions of its own games.

The policy plays itself; in its decisions a search looks ahead and improves what the policy would do; the next action
is drawn from that, and the policy learns to do the same at once, and what the position came to be worth (Anthony, Tian,
Barber, "Thinking fast and slow with deep learning and tree search", 2017; Silver et al., "A general reinforcement
learning algorithm", 2018).

Where chance is large beside one action's part in how a position ends, what a search likes best is mostly luck, and a
policy that imitates it learns that. So where all agents move at once, and elsewhere on request, the search tries its
actions equally often, in the same worlds, and says by how much an action of an agent is worth more than its likeliest
one where all others do the same: its advantage. The policy learns to gain as much by that as it can and to
stay close to what it was (as in Grill et al., "Monte-Carlo tree search as regularized policy optimization", 2020); over
many positions that look alike chance averages out. In some games bots may play the other sides, in what the search
looks ahead to as well, so that the policy learns to beat them too.

A round is worked out from the weights, the seed and its number alone, so a run that is resumed goes the same way.
"""

from collections.abc import Callable

import numpy as np
import torch
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy

from swarmzoo.agents.play.live import LiveGames, controllers_of
from swarmzoo.agents.policy.choice import shares_of
from swarmzoo.agents.policy.nets import net_of
from swarmzoo.agents.policy.weights import weights_of
from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.game import Game
from swarmzoo.training.config import TrainConfig
from swarmzoo.training.lessons import Lessons
from swarmzoo.training.search_teachers import Asked, bots_of, drawn, seating_of, teacher_of, teaching

LONGEST_GRADIENT = 0.5
LAST_STEP = 0.05  # of the step size, at the end of a round
ANYWAY = 0.05  # of the decisions that the policy is sure of
IMPOSSIBLE = -1e8  # the logit of what is not legal


def check_expert(game: Game, config: TrainConfig) -> None:
    """Raise GameError where a configuration asks for expert iteration that a game does not allow."""
    if not config.expert.rounds:
        return
    teaching(game, config.expert)
    bots_of(game, config.expert)
    if config.seat is not None:
        raise GameError(
            f"expert.rounds = {config.expert.rounds}: the policy plays all sides of its games, and this one learns "
            f"seat {config.seat} alone; leave one of the two out"
        )


class ExpertRound:
    """One round: ``collect`` lessons, then let the policy ``learn`` them; ``work`` is what a progress bar counts to."""

    def __init__(self, game: Game, config: TrainConfig, policy: MaskableActorCriticPolicy, number: int):
        self.game, self.policy, self.setting = game, policy, config.expert
        self.generator = np.random.default_rng([config.seed, number])
        self.net = net_of(game, config.network, weights_of(policy), "the learner")
        self.teacher = teacher_of(game, self.net, self.setting, config.threads)
        self.lessons = Lessons(game, self.setting.steps)
        self.batches = self.setting.epochs * -(-self.setting.steps // self.setting.batch_size)
        self.before = torch.zeros((0, game.num_actions))  # what the policy held likely, as logarithms
        self.work = 2 * self.setting.steps
        bots, seating = bots_of(game, self.setting), seating_of(game, self.setting)
        self.bots = controllers_of(bots, seating)
        self.games = LiveGames(game, bots, seating, autoreset=True)
        self.games.begin(self.generator.integers(0, 1 << 62, self.setting.games))

    def collect(self, progress: Callable[[int], None]) -> None:
        """Let the policy play itself, with a search in the decisions in which there is a choice."""
        table, lessons = self.games.table, self.lessons
        began = np.zeros(self.setting.games, np.int64)
        side_of = np.array(self.game.side_of_agent)
        while not lessons.full:
            games, agents, seen = self.games.asked()
            observations, masks = table.seen(games, seen)
            actions = masks.argmax(axis=1)
            choosing = np.flatnonzero(masks.sum(axis=1) > 1)
            taught = np.ones(len(choosing), bool)
            if self.setting.sure < 1 and len(choosing):
                likely = self._likely(observations[choosing], masks[choosing])
                actions[choosing] = drawn(likely, self.generator)
                taught = likely.max(axis=1) <= self.setting.sure
                taught |= self.generator.random(len(choosing)) < ANYWAY
                keys = games[choosing] * self.game.num_sides + side_of[agents[choosing]]
                together = np.isin(keys, keys[taught])  # what a side does at once is one joint action
                choosing, taught = choosing[together], taught[together]
            if len(choosing):
                own, legal = agents[choosing], masks[choosing] != 0
                asked = Asked(table.states, games[choosing], own, side_of[own], legal, self.bots)
                actions[choosing], lesson, worths = self.teacher.look(asked, self.generator)
                found = {"games": asked.games, "sides": asked.sides, "taught": lesson, "worths": worths}
                found |= {"observations": observations[choosing], "masks": legal}
                progress(lessons.add(**{name: values[taught] for name, values in found.items()}))
            table.answer(games, agents, actions)
            table.step()
            for game in np.flatnonzero(table.ended).tolist():
                lessons.end(game, self.game.pay_of_sides(table.final_pay[game]), int(began[game]))
                began[game] = lessons.count

    def _likely(self, observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
        """Return how likely the policy makes all actions, float32 (k, actions)."""
        return shares_of(np.where(masks, self.net.logits(observations), -np.inf))

    def learn(self, progress: Callable[[int], None]) -> float:
        """Learn the lessons; return the share of positions in which the policy now does what the search likes best."""
        setting, lessons, hits, seen = self.setting, self.lessons, 0, 0
        self.before = self._likelihoods()
        optimizer = torch.optim.Adam(self.policy.parameters(), lr=setting.learning_rate)
        left = torch.optim.lr_scheduler.LinearLR(optimizer, 1.0, LAST_STEP, self.batches)
        self.policy.set_training_mode(True)
        for epoch in range(setting.epochs):
            for rows in np.array_split(self.generator.permutation(lessons.count), self.batches // setting.epochs):
                found = self._step(optimizer, rows)
                left.step()
                if epoch == setting.epochs - 1:
                    hits, seen = hits + found, seen + len(rows)
                progress(len(rows) // setting.epochs)
        return hits / seen

    def _likelihoods(self) -> torch.Tensor:
        """Return how likely the policy makes every action of the lessons, as logarithms."""
        parts = np.array_split(np.arange(self.lessons.count), self.batches // self.setting.epochs)
        with torch.no_grad():
            return torch.cat([self._judged(*self.lessons.batch(rows)[:2])[0].cpu() for rows in parts])

    def _judged(self, observations: torch.Tensor, masks: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Return how likely the policy makes every action, as logarithms, and what it holds positions to be worth."""
        policy = self.policy
        observations, masks = observations.to(policy.device), masks.to(policy.device)
        latent_pi, latent_vf = policy.mlp_extractor(policy.extract_features(observations))
        logits = policy.action_net(latent_pi).masked_fill(~masks, IMPOSSIBLE)
        return torch.log_softmax(logits, dim=1), policy.value_net(latent_vf).flatten()

    def _step(self, optimizer: torch.optim.Optimizer, rows: np.ndarray) -> int:
        """Take a gradient step; return in how many positions the policy did before what the search likes best."""
        observations, masks, taught, worths = self.lessons.batch(rows)
        likely, values = self._judged(observations, masks)
        taught, worths = taught.to(likely.device), worths.to(likely.device)
        before = self.before[torch.from_numpy(rows)].to(likely.device)
        loss = self.teacher.loss(likely, before, taught)
        error = torch.nn.functional.mse_loss(values, worths)
        optimizer.zero_grad()
        (loss + self.setting.value_share * error).backward()
        torch.nn.utils.clip_grad_norm_(self.policy.parameters(), LONGEST_GRADIENT)
        optimizer.step()
        return int((likely.argmax(1) == self.teacher.liked(before, taught).argmax(1)).sum())
