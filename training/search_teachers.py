"""The two ways in which a search teaches a policy in expert iteration.

``Improvement``: the search says how likely every action should be, and the policy learns to do the same.

``Advantages``: the search tries the likeliest actions equally often, in the same worlds, and says by how much each is
worth more than the likeliest one where all other agents do the same. The policy learns to gain as much by that as it
can and to stay close to what it was.
"""

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import torch

from swarmzoo.agents.built_in import built_in, module_of, teachers
from swarmzoo.agents.play.live import NOBODY
from swarmzoo.agents.policy.choice import shares_of
from swarmzoo.agents.policy.nets import Net
from swarmzoo.agents.search.config import SearchConfig
from swarmzoo.agents.search.led import LedEngine
from swarmzoo.agents.search.led_together import UNSURE, JointEngine
from swarmzoo.agents.search.line_up import Plan, plan_of
from swarmzoo.envs.api.opponents import CompiledOpponent
from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.game import Game
from swarmzoo.training.config import Expert

LEAST_LIKELY = -30.0  # log-likelihoods are cut off there, so that the distance stays finite
CAUTION = {True: 3.0, False: 0.15}  # where one agent decides at a time an action is worth more
LONG = {"cut": 48, "valuation": 0.5}  # where one agent decides at a time, a turn is many decisions
Looked = tuple[np.ndarray, np.ndarray, np.ndarray]
"""Actions, (k,), what is taught of all actions, float32 (k, actions), and what games are worth, float32 (k,)."""


@dataclass(frozen=True)
class Asked:
    """Agents that have a choice, (k,): their games among ``states``, their sides, and what they see, (k, size).

    ``legal`` (k, actions) is what they may do; ``bots`` (games, sides) are the numbers of the bots that play sides of
    the games, or LEARNER.
    """

    states: np.ndarray
    games: np.ndarray
    agents: np.ndarray
    sides: np.ndarray
    observations: np.ndarray
    legal: np.ndarray
    bots: np.ndarray


def drawn(shares: np.ndarray, generator: np.random.Generator) -> np.ndarray:
    """Return an option for each row of shares."""
    with np.errstate(divide="ignore"):
        return (np.log(shares) + generator.gumbel(size=shares.shape)).argmax(axis=1)


class Shares:
    """What is taught is how likely every action should be."""

    def loss(self, likely: torch.Tensor, before: torch.Tensor, taught: torch.Tensor) -> torch.Tensor:
        """Return the cross-entropy."""
        return -(taught * likely).sum(dim=1).mean()

    def liked(self, before: torch.Tensor, taught: torch.Tensor) -> torch.Tensor:
        """Return what is taught."""
        return taught


class Improvement(Shares):
    """A policy learns to do what a search makes of it: for games in which one agent decides at a time."""

    def __init__(self, game: Game, plan: Plan, net: Net, setting: Expert):
        self.setting = setting
        self.engine = LedEngine(game, plan, net)

    def look(self, asked: Asked, generator: np.random.Generator) -> Looked:
        """Look ahead from the position of each agent; the actions are drawn from what is taught."""
        seeds, simulations = generator.integers(0, 1 << 62, len(asked.games)), self.setting.simulations
        search = self.engine.begin(asked.states[asked.games], asked.sides, seeds, simulations)
        search.simulate(simulations)
        shares = shares_of(np.where(asked.legal, search.scores(), -np.inf), self.setting.temperature)
        visits, totals = search.roots()
        worths = (totals.sum(axis=1) / np.maximum(visits.sum(axis=1), 1)).astype(np.float32)
        return drawn(shares, generator), shares, worths


class Advantages:
    """A policy learns to gain by what a search holds actions to be worth."""

    def __init__(self, game: Game, plan: Plan, net: Net, setting: Expert, threads: int = 1):
        self.setting = setting
        self.engine = JointEngine(game, plan, net, threads)
        self.caution = CAUTION[game.sequential] if setting.caution is None else setting.caution
        self.times = max(1, setting.simulations // self.engine.considered)  # that every joint action is tried

    def look(self, asked: Asked, generator: np.random.Generator) -> Looked:
        """Try joint actions of each side; what it then does is one of them, drawn by what the search finds."""
        sides, of = np.unique(np.stack([asked.games, asked.sides]), axis=1, return_inverse=True)
        seeds, simulations = generator.integers(0, 1 << 62, len(sides[0])), self.setting.simulations
        search = self.engine.begin(asked.states[sides[0]], sides[1], seeds, simulations, asked.bots[sides[0]])
        likely = [shares_of(scores[None])[0] for _, scores in search.scores()]  # the policy's own, before any try
        search.try_all(self.times)
        worths = [(share * total[: len(share)]).sum() / self.times
                  for share, total in zip(likely, search.roots()[1], strict=True)]  # fmt: skip
        done = [joint[int(drawn(shares_of(scores[None], self.setting.temperature), generator)[0])]
                for joint, scores in search.scores()]  # fmt: skip
        row = of.ravel()
        taught = np.stack(search.advantages())[row, asked.agents].astype(np.float32)
        return np.stack(done)[row, asked.agents], taught, np.array(worths, np.float32)[row]

    def loss(self, likely: torch.Tensor, before: torch.Tensor, taught: torch.Tensor) -> torch.Tensor:
        """Return what the policy misses of the advantages, and by how far it leaves what it was."""
        shares = likely.exp()
        distance = (shares * (likely - before.clamp(min=LEAST_LIKELY))).sum(dim=1)
        return (self.caution * distance - UNSURE * (shares * taught).sum(dim=1)).mean()

    def liked(self, before: torch.Tensor, taught: torch.Tensor) -> torch.Tensor:
        """Return how likely the policy held actions, and what they are worth."""
        return before + UNSURE * taught


def _kind(game: Game, setting: Expert) -> str:
    """Return what a search teaches in a game; raise GameError for settings that it does not have there."""
    kind = setting.teaches or ("improvement" if game.sequential else "advantages")
    if kind == "improvement" and not game.sequential:
        raise GameError(
            f"expert.teaches = {kind!r}: all agents of {game.name} move at once, and such a search can only say what "
            "actions are worth; use advantages, or leave it out"
        )
    if kind == "improvement" and setting.caution is not None:
        raise GameError(
            f"expert.caution = {setting.caution:g}: it has no meaning where the policy learns what a search improves; "
            "leave it out, or set expert.teaches=advantages"
        )
    if kind == "improvement" and setting.bots:
        raise GameError(
            f"expert.bots = {setting.bots}: a search that improves the policy has it play all sides; leave it out, or "
            "set expert.teaches=advantages"
        )
    return kind


def bots_of(game: Game, setting: Expert) -> list[CompiledOpponent]:
    """Return the bots that play the other sides in some games; raise GameError for a name that is none's."""
    known = built_in(game) | teachers(game)
    if unknown := sorted(set(setting.bots) - set(known)):
        raise GameError(f"expert.bots: unknown bot {unknown[0]!r} of {game.name}; allowed: {', '.join(known)}")
    return [known[name] for name, odds in setting.bots.items() if odds > 0]


def seating_of(game: Game, setting: Expert, seat: int | None) -> np.ndarray:
    """Return who plays the sides of the games of a round: int (games, sides), indices of ``bots_of`` or NOBODY.

    In the games against bots the policy plays one side, ``seat`` or each in turn, and one bot all others.
    """
    seating = np.full((setting.games, game.num_sides), NOBODY)
    odds = np.array([odds for odds in setting.bots.values() if odds > 0])
    if not len(odds):
        return seating
    ends = np.rint(setting.games * setting.bots_share * np.cumsum(odds) / odds.sum()).astype(int)
    for bot, (begin, end) in enumerate(pairwise([0, *ends])):
        seating[begin:end] = bot
        seating[np.arange(begin, end), np.arange(end - begin) % game.num_sides if seat is None else seat] = NOBODY
    return seating


def teaching(game: Game, setting: Expert) -> tuple[str, Plan]:
    """Return what a search teaches in a game, and its plan; raise GameError for settings that the game lacks."""
    kind = _kind(game, setting)
    chosen = setting.model_dump(include={"considered", "cut", "valuation"}, exclude_none=True)
    if kind == "advantages" and game.sequential:
        chosen = (LONG if module_of(game, "valuation") is not None else {}) | chosen
    try:
        return kind, plan_of(game, SearchConfig(policy="the learner", simulations=setting.simulations, **chosen))
    except GameError as error:
        raise GameError(f"expert: {error}") from None


def teacher_of(game: Game, net: Net, setting: Expert, threads: int = 1) -> Improvement | Advantages:
    """Return how a search teaches in a game, with so many threads (advantages; results do not depend on them).

    Raises GameError for settings that the game does not have.
    """
    kind, plan = teaching(game, setting)
    if kind == "improvement":
        return Improvement(game, plan, net, setting)
    return Advantages(game, plan, net, setting, threads)
