"""Games in which a policy plays itself, or bots, and is told of its decisions: where lessons come from."""

from collections.abc import Callable

import numpy as np

from swarmzoo.agents.play.live import LiveGames, controllers_of
from swarmzoo.agents.policy.choice import shares_of
from swarmzoo.agents.policy.nets import Net
from swarmzoo.envs.core.game import Game
from swarmzoo.training.config import TrainConfig
from swarmzoo.training.lessons import Lessons
from swarmzoo.training.policy_teacher import PolicyTeacher
from swarmzoo.training.search_teachers import Asked, bots_of, drawn, seating_of, teacher_of

ANYWAY = 0.05  # of the decisions that the policy is sure of


class Practice:
    """Games side by side, with what plays and teaches in them; ``collect`` plays on until there are enough lessons."""

    def __init__(self, game: Game, net: Net, config: TrainConfig, generator: np.random.Generator):
        self.game, self.net, self.setting, self.generator = game, net, config.expert, generator
        self.teacher = (
            PolicyTeacher(game, net, self.setting)
            if self.setting.teacher is not None
            else teacher_of(game, net, self.setting, config.threads)
        )
        bots, seating = bots_of(game, self.setting), seating_of(game, self.setting, config.seat)
        self.bots = controllers_of(bots, seating)
        self.games = LiveGames(game, bots, seating, autoreset=True)
        self.games.begin(generator.integers(0, 1 << 62, self.setting.games))

    def collect(self, lessons: Lessons, until: int, progress: Callable[[int], None]) -> None:
        """Add lessons, each one decision in which there is a choice, until there are so many in all."""
        table = self.games.table
        began = np.full(self.setting.games, lessons.count)
        side_of = np.array(self.game.side_of_agent)
        while lessons.count < until:
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
                own, views, legal = agents[choosing], observations[choosing], masks[choosing] != 0
                asked = Asked(table.states, games[choosing], own, side_of[own], views, legal, self.bots)
                actions[choosing], lesson, worths = self.teacher.look(asked, self.generator)
                paid = table.potential[asked.games, own]
                found = {"games": asked.games, "sides": asked.sides, "taught": lesson, "worths": worths - paid}
                found |= {"observations": views, "masks": legal, "paid": paid}
                progress(lessons.add(until, **{name: values[taught] for name, values in found.items()}))
            table.answer(games, agents, actions)
            table.step()
            for game in np.flatnonzero(table.ended).tolist():
                lessons.end(game, self.game.pay_of_sides(table.final_pay[game]), int(began[game]))
                began[game] = lessons.count

    def _likely(self, observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
        """Return how likely the policy makes all actions, float32 (k, actions)."""
        return shares_of(np.where(masks, self.net.logits(observations), -np.inf))
