"""Expert iteration: a search that the policy leads teaches the policy, in positions of its own games.

The policy plays itself; in every decision a search looks ahead and improves what the policy would do; the next action
is drawn from that, and the policy learns to do the same at once, and what the position came to be worth (Anthony, Tian,
Barber, "Thinking fast and slow with deep learning and tree search", 2017; Silver et al., "A general reinforcement
learning algorithm", 2018).

Where all agents move at once one agent's part in how a position ends is small beside chance: what a search likes best
is mostly luck, and a policy that imitates it learns that. So there the search tries all its joint actions equally
often, in the same worlds, and says by how much an action of an agent is worth more than its likeliest one where all
others do the same: its advantage. The policy learns to gain as much by that as it can and to stay close to what it was
(as in Grill et al., "Monte-Carlo tree search as regularized policy optimization", 2020); over many positions that look
alike chance averages out.

A round is worked out from the weights, the seed and its number alone, so a run that is resumed goes the same way.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
import torch
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy

from swarmzoo.agents.play.live import NOBODY, LiveGames
from swarmzoo.agents.policy.nets import net_of
from swarmzoo.agents.policy.weights import weights_of
from swarmzoo.agents.search.config import SearchConfig
from swarmzoo.agents.search.led import LedEngine
from swarmzoo.agents.search.led_together import UNSURE, JointEngine
from swarmzoo.agents.search.line_up import plan_of
from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.game import Game
from swarmzoo.training.config import TrainConfig

LONGEST_GRADIENT = 0.5
LAST_STEP = 0.05  # of the step size, at the end of a round
IMPOSSIBLE = -1e8  # the logit of what is not legal
LEAST_LIKELY = -30.0  # log-likelihoods are cut off there, so that the distance stays finite


def check_expert(game: Game, config: TrainConfig) -> None:
    """Raise GameError where a configuration asks for expert iteration that a game does not allow."""
    if not config.expert.rounds:
        return
    if config.seat is not None:
        raise GameError(
            f"expert.rounds = {config.expert.rounds}: the policy plays all sides of its games, and this one learns "
            f"seat {config.seat} alone; leave one of the two out"
        )


class Lessons:
    """What the search found in the positions of one round.

    ``taught`` (positions, actions) is how likely it makes every action; where all agents move at once by how much an
    action is worth more than the likeliest.
    """

    def __init__(self, game: Game, room: int):
        self.observations = np.zeros((room, game.observation_size), game.observation_dtype)
        self.masks = np.zeros((room, game.num_actions), bool)
        self.taught = np.zeros((room, game.num_actions), np.float32)
        self.worths = np.zeros(room, np.float32)
        self.games, self.sides = np.zeros(room, np.int64), np.zeros(room, np.int64)
        self.count = 0

    @property
    def full(self) -> bool:
        """Whether the round is over."""
        return self.count == len(self.worths)

    def add(self, **found: np.ndarray) -> int:
        """Note positions, as many as there is room for; return how many."""
        rows = slice(self.count, min(self.count + len(found["games"]), len(self.worths)))
        taken = rows.stop - rows.start
        for name, values in found.items():
            getattr(self, name)[rows] = values[:taken]
        self.count = rows.stop
        return taken

    def batch(self, rows: np.ndarray) -> tuple[torch.Tensor, ...]:
        """Return the observations and masks of some positions, what is taught, and worths, as tensors."""
        seen = self.observations[rows].astype(np.float32)
        return tuple(map(torch.from_numpy, (seen, self.masks[rows], self.taught[rows], self.worths[rows])))

    def end(self, game: int, pay: np.ndarray, first: int) -> None:
        """Note what came of a game for the positions in it from a row on: pay (sides,) takes the place of guesses."""
        own = first + np.flatnonzero(self.games[first : self.count] == game)
        self.worths[own] = pay[self.sides[own]]


def shares_of(scores: np.ndarray, temperature: float) -> np.ndarray:
    """Return how likely scores, (k, options), make each option, float32; -inf: not at all."""
    shares = np.exp((scores - scores.max(axis=1, keepdims=True)) / temperature)
    return (shares / shares.sum(axis=1, keepdims=True)).astype(np.float32)


def _worths(search: Any) -> np.ndarray:
    """Return what a search finds that games are worth to who is asked, float32 (k,)."""
    visits, totals = search.roots()
    return (totals.sum(axis=1) / np.maximum(visits.sum(axis=1), 1)).astype(np.float32)


class ExpertRound:
    """One round: ``collect`` lessons, then let the policy ``learn`` them; ``work`` is what a progress bar counts to."""

    def __init__(self, game: Game, config: TrainConfig, policy: MaskableActorCriticPolicy, number: int):
        self.game, self.policy, self.setting = game, policy, config.expert
        self.generator = np.random.default_rng([config.seed, number])
        net = net_of(game, config.network, weights_of(policy), "the learner")
        plan = plan_of(game, SearchConfig(policy="the learner", simulations=self.setting.simulations))
        self.engine = LedEngine(game, plan, net) if game.sequential else JointEngine(game, plan, net)
        self.times = max(1, self.setting.simulations // int(plan.settings.considered or 1))  # of every joint action
        self.lessons = Lessons(game, self.setting.steps)
        self.batches = self.setting.epochs * -(-self.setting.steps // self.setting.batch_size)
        self.before = torch.zeros((0, game.num_actions))  # what the policy held likely, as logarithms
        self.work = 2 * self.setting.steps
        count = self.setting.games
        self.games = LiveGames(game, [], np.full((count, game.num_sides), NOBODY), autoreset=True)
        self.games.begin(self.generator.integers(0, 1 << 62, count))

    def collect(self, progress: Callable[[int], None]) -> None:
        """Let the policy play itself, with a search in every decision in which there is a choice."""
        table, lessons = self.games.table, self.lessons
        began = np.zeros(self.setting.games, np.int64)
        side_of = np.array(self.game.side_of_agent)
        while not lessons.full:
            games, agents, seen = self.games.asked()
            observations, masks = table.seen(games, seen)
            actions = masks.argmax(axis=1)
            choosing = np.flatnonzero(masks.sum(axis=1) > 1)
            if len(choosing):
                chosen, legal = games[choosing], masks[choosing] != 0
                sides = side_of[agents[choosing]]
                look = self._looked_ahead if self.game.sequential else self._looked_ahead_together
                actions[choosing], taught, worths = look(table.states, chosen, agents[choosing], sides, legal)
                found = {"games": chosen, "sides": sides, "taught": taught, "worths": worths}
                progress(lessons.add(observations=observations[choosing], masks=legal, **found))
            table.answer(games, agents, actions)
            table.step()
            for game in np.flatnonzero(table.ended).tolist():
                lessons.end(game, self.game.pay_of_sides(table.final_pay[game]), int(began[game]))
                began[game] = lessons.count

    def _searching(self, states: np.ndarray, sides: np.ndarray) -> Any:
        """Return a search of games, begun."""
        seeds = self.generator.integers(0, 1 << 62, len(states))
        return self.engine.begin(states, sides, seeds, self.setting.simulations)

    def _looked_ahead(
        self, states: np.ndarray, games: np.ndarray, agents: np.ndarray, sides: np.ndarray, legal: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Return actions, (k,), the policy that the search has improved, float32 (k, actions), and worths, (k,)."""
        search = self._searching(states[games], sides)
        search.simulate(self.setting.simulations)
        shares = shares_of(np.where(legal, search.scores(), -np.inf), self.setting.temperature)
        return self._drawn(shares), shares, _worths(search)

    def _looked_ahead_together(
        self, states: np.ndarray, games: np.ndarray, agents: np.ndarray, sides: np.ndarray, legal: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Return actions, (k,), the advantages of all actions, float32 (k, actions), and worths, (k,).

        What the agents of a side do is one joint action, drawn by what the search finds.
        """
        asked, of = np.unique(np.stack([games, sides]), axis=1, return_inverse=True)
        search = self._searching(states[asked[0]], asked[1])
        search.try_all(self.times)
        done = [joint[int(self._drawn(shares_of(scores[None], self.setting.temperature))[0])]
                for joint, scores in search.scores()]  # fmt: skip
        row = of.ravel()
        actions = np.stack(done)[row, agents]
        return actions, np.stack(search.advantages())[row, agents].astype(np.float32), _worths(search)[row]

    def _drawn(self, shares: np.ndarray) -> np.ndarray:
        """Return an action for each row of shares."""
        with np.errstate(divide="ignore"):
            return (np.log(shares) + self.generator.gumbel(size=shares.shape)).argmax(axis=1)

    def learn(self, progress: Callable[[int], None]) -> float:
        """Learn the lessons; return the share of positions in which the policy now does what the search likes best."""
        setting, lessons, hits, seen = self.setting, self.lessons, 0, 0
        if not self.game.sequential:
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
        if self.game.sequential:
            liked = taught
            loss = -(taught * likely).sum(dim=1).mean()
        else:
            before = self.before[torch.from_numpy(rows)].to(likely.device)
            liked = before + UNSURE * taught
            loss = self._loss_together(likely, before, taught)
        error = torch.nn.functional.mse_loss(values, worths)
        optimizer.zero_grad()
        (loss + self.setting.value_share * error).backward()
        torch.nn.utils.clip_grad_norm_(self.policy.parameters(), LONGEST_GRADIENT)
        optimizer.step()
        return int((likely.argmax(1) == liked.argmax(1)).sum())

    def _loss_together(self, likely: torch.Tensor, before: torch.Tensor, taught: torch.Tensor) -> torch.Tensor:
        """Return what the policy loses of advantages, and by how far it leaves what it was."""
        shares = likely.exp()
        distance = (shares * (likely - before.clamp(min=LEAST_LIKELY))).sum(dim=1)
        return (self.setting.caution * distance - UNSURE * (shares * taught).sum(dim=1)).mean()
