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

Another policy may teach in place of the search (``policy_teacher``).

A round is worked out from the weights, the seed and its number alone, so a run that is resumed goes the same way.
"""

from collections.abc import Callable
from itertools import compress, pairwise

import numpy as np
import torch
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy

from swarmzoo.agents.policy.nets import net_of
from swarmzoo.agents.policy.weights import weights_of
from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.game import Game
from swarmzoo.training.config import TrainConfig
from swarmzoo.training.lessons import Lessons
from swarmzoo.training.policy_teacher import check_policy_teacher, elder_of
from swarmzoo.training.practice import Practice
from swarmzoo.training.resized import resized_for
from swarmzoo.training.search_teachers import bots_of, teaching
from swarmzoo.training.variants import games_of

LONGEST_GRADIENT = 0.5
LAST_STEP = 0.05  # of the step size, at the end of a round
VARIANTS = "expert.variants"
IMPOSSIBLE = -1e8  # the logit of what is not legal


def check_expert(game: Game, config: TrainConfig) -> None:
    """Raise GameError where a configuration asks for expert iteration that a game does not allow."""
    bots_of(game, config.expert)  # a name that is none's is refused though no round may ask for it
    if config.expert.teacher is not None:
        check_policy_teacher(game, config.expert)
    if not config.expert.rounds:
        return
    for one in games_of(game, config.expert.variants, VARIANTS):
        if config.expert.teacher is None:
            teaching(one, config.expert)
        else:
            elder_of(one, config.expert)
        bots_of(one, config.expert)
    if config.seat is not None and (not any(config.expert.bots.values()) or config.expert.bots_share < 1):
        raise GameError(
            f"expert.rounds = {config.expert.rounds}: the policy learns seat {config.seat} alone, so bots must play "
            "the other sides in all games of its lessons; set expert.bots and expert.bots_share=1, or leave seat out"
        )


class ExpertRound:
    """One round: ``collect`` lessons, then let the policy ``learn`` them; ``work`` is what a progress bar counts to."""

    def __init__(self, game: Game, config: TrainConfig, policy: MaskableActorCriticPolicy, number: int):
        self.game, self.policy, self.setting = game, policy, config.expert
        self.generator = np.random.default_rng([config.seed, number])
        self.batches = self.setting.epochs * -(-self.setting.steps // self.setting.batch_size)
        self.work = 2 * self.setting.steps
        games = games_of(game, self.setting.variants, VARIANTS)
        self.resized = resized_for(config, games, policy)
        self.kinds = [0 if resized is None else k for k, resized in enumerate(self.resized)]  # lessons of one size
        ends = [self.setting.steps * k // len(games) for k in range(len(games) + 1)]
        self.shares = [end - begin for begin, end in pairwise(ends)]
        room = {kind: sum(compress(self.shares, np.equal(self.kinds, kind))) for kind in self.kinds}
        self.lessons = {kind: Lessons(games[kind], count) for kind, count in room.items()}
        self.before: dict[int, torch.Tensor] = {}  # what the policy held likely, as logarithms
        weights = [weights_of(policy if one is None else one.policy) for one in self.resized]
        nets = [net_of(one, config.network, own, "the learner") for one, own in zip(games, weights, strict=True)]
        self.practices = [Practice(one, net, config, self.generator) for one, net in zip(games, nets, strict=True)]
        self.teacher = self.practices[0].teacher  # for all: what it makes of lessons is the same in every variant

    def collect(self, progress: Callable[[int], None]) -> None:
        """Let the policy play itself, with a search in the decisions in which there is a choice."""
        for practice, kind, share in zip(self.practices, self.kinds, self.shares, strict=True):
            lessons = self.lessons[kind]
            practice.collect(lessons, lessons.count + share, progress)

    def learn(self, progress: Callable[[int], None]) -> float:
        """Learn the lessons; return the share of positions in which the policy now does what the search likes best."""
        setting, hits, seen = self.setting, 0, 0
        self.before = {kind: self._likelihoods(kind) for kind in self.lessons}
        optimizer = torch.optim.Adam(self.policy.parameters(), lr=setting.learning_rate)
        left = torch.optim.lr_scheduler.LinearLR(optimizer, 1.0, LAST_STEP, self.batches)
        self.policy.set_training_mode(True)
        counts = [lessons.count for lessons in self.lessons.values()]
        kinds, places = np.repeat(list(self.lessons), counts), np.concatenate([np.arange(count) for count in counts])
        for epoch in range(setting.epochs):
            for rows in np.array_split(self.generator.permutation(len(kinds)), self.batches // setting.epochs):
                found = self._step(optimizer, {kind: places[rows[kinds[rows] == kind]] for kind in self.lessons})
                left.step()
                if epoch == setting.epochs - 1:
                    hits, seen = hits + found, seen + len(rows)
                progress(len(rows) // setting.epochs)
        return hits / seen

    def _likelihoods(self, kind: int) -> torch.Tensor:
        """Return how likely the policy makes every action of the lessons of a size, as logarithms."""
        lessons = self.lessons[kind]
        parts = np.array_split(np.arange(lessons.count), self.batches // self.setting.epochs)
        with torch.no_grad():
            return torch.cat([self._judged(kind, *lessons.batch(rows)[:2])[0].cpu() for rows in parts])

    def _judged(self, kind: int, observations: torch.Tensor, masks: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Return how likely the policy makes every action, as logarithms, and what it holds positions to be worth."""
        resized = self.resized[kind]
        given = observations.to(self.policy.device), masks.to(self.policy.device)
        return _opinion(self.policy, *given) if resized is None else resized.ask(_opinion, *given)

    def _step(self, optimizer: torch.optim.Optimizer, rows: dict[int, np.ndarray]) -> int:
        """Take a gradient step; return in how many positions the policy did before what the search likes best.

        ``rows``: the lessons of each size.
        """
        losses, hits, count = [], 0, sum(map(len, rows.values()))
        for kind, own in rows.items():
            if len(own):
                loss, found = self._loss(kind, own)
                losses.append(loss if len(own) == count else loss * (len(own) / count))
                hits += found
        optimizer.zero_grad()
        sum(losses[1:], start=losses[0]).backward()
        torch.nn.utils.clip_grad_norm_(self.policy.parameters(), LONGEST_GRADIENT)
        optimizer.step()
        return hits

    def _loss(self, kind: int, rows: np.ndarray) -> tuple[torch.Tensor, int]:
        """Return the mean loss of lessons of a size, and in how many the policy does what the search likes best."""
        observations, masks, taught, worths = self.lessons[kind].batch(rows)
        likely, values = self._judged(kind, observations, masks)
        taught, worths = taught.to(likely.device), worths.to(likely.device)
        before = self.before[kind][torch.from_numpy(rows)].to(likely.device)
        loss = self.teacher.loss(likely, before, taught)
        error = torch.nn.functional.mse_loss(values, worths)
        hits = int((likely.argmax(1) == self.teacher.liked(before, taught).argmax(1)).sum())
        return loss + self.setting.value_share * error, hits


def _opinion(
    policy: MaskableActorCriticPolicy, observations: torch.Tensor, masks: torch.Tensor
) -> tuple[torch.Tensor, torch.Tensor]:
    """Return how likely a policy makes every action, as logarithms, and what it holds positions to be worth."""
    latent_pi, latent_vf = policy.mlp_extractor(policy.extract_features(observations))
    logits = policy.action_net(latent_pi).masked_fill(~masks, IMPOSSIBLE)
    return torch.log_softmax(logits, dim=1), policy.value_net(latent_vf).flatten()
