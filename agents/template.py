"""A bot of insects in twenty lines: copy this file, change ``act``, and run

swarmzoo evaluate my_bot.py:MyBot --against random --against greedy
"""

import numpy as np

from swarmzoo.agents.view import View


class MyBot:
    """Tries every legal action once in an imagined game and takes the one that pays most."""

    name = "my bot"

    def act(self, view: View) -> int:
        """Return the index of a legal action; the view never holds more than the side may know."""
        best, best_action = -np.inf, int(view.legal_actions[0])
        for action in view.legal_actions:  # view.names says what each one is, in the game's own words
            game = view.clone(seed=0)  # what is hidden is redrawn, so lookahead cannot cheat
            game.step(int(action))
            own = game.state["bugs"][0, view.agent]  # other games have other fields: see their state.py
            worth = game.pay()[view.agent] + 0.01 * own.sum()
            if worth > best:
                best, best_action = worth, int(action)
        return best_action
