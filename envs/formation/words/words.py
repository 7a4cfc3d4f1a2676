"""How the game speaks to people: actions, questions, the field, the log, positions."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from swarmzoo.envs.core.painting import paint, svg_document
from swarmzoo.envs.formation.actions import ACTION_NAMES
from swarmzoo.envs.formation.config import FormationConfig
from swarmzoo.envs.formation.plan import Plan
from swarmzoo.envs.formation.reasons import REASONS
from swarmzoo.envs.formation.state import RED
from swarmzoo.envs.formation.victory import ENDING_NAMES
from swarmzoo.envs.formation.words.chronicle import Chronicle
from swarmzoo.envs.formation.words.field_text import field_text
from swarmzoo.envs.formation.words.headline import question
from swarmzoo.envs.formation.words.picture import Picture
from swarmzoo.envs.formation.words.position import Positions


class FormationWords:
    """The words of one configuration (see ``Words``). Every state is an array of one record, shape (1,)."""

    reasons: Sequence[str] = REASONS

    def __init__(self, config: FormationConfig, plan: Plan, rules: np.ndarray):
        self._plan, self._scenario = plan, config.scenario
        self._chronicle = Chronicle(plan.names)
        self._picture = Picture(plan, config.scenario)
        self._positions = Positions(plan, rules)

    def action_name(self, state: np.ndarray, agent: int, action: int) -> str:
        """Return an action in words; directions are counted from the company's front."""
        return ACTION_NAMES[action]

    def prompt(self, state: np.ndarray) -> str:
        """Return what is decided now, or how the game has ended."""
        return question(state[0])

    def write_position(self, state: np.ndarray) -> str:
        """Return the position in its text form: see ``position``."""
        return self._positions.write(state)

    def read_position(self, text: str, seed: int) -> np.ndarray:
        """Return the state of a position; raise GameError with the line that is wrong and what is allowed."""
        return self._positions.read(text, seed)

    def text(self, state: np.ndarray) -> str:
        """Return the field, both companies and a legend in plain text: see ``field_text``."""
        return field_text(state[0], self._plan, self._scenario)

    def svg(self, state: np.ndarray) -> str:
        """Return an SVG document of the field and both companies."""
        return svg_document(self._picture.draw(state[0]))

    def image(self, state: np.ndarray) -> np.ndarray:
        """Return the same picture, uint8 (height, width, 3); the size depends on the configuration alone."""
        return paint(self._picture.draw(state[0]))

    def log(self, state: np.ndarray, since: int) -> tuple[list[str], int]:
        """Return the sentences of the events after number ``since``, and the number of the last event."""
        return self._chronicle.tell(state[0], since)

    def ending(self, state: np.ndarray) -> str:
        """Return how a game ended."""
        return ENDING_NAMES[state[0]["ending"]]

    def summary(self, state: np.ndarray) -> dict[str, Any]:
        """Return how a game ended, its turns, and figures of both companies."""
        s = state[0]
        n = len(self._plan.start)
        out = [int(s["started"][c] - s["in_field"][c] - s["crossed"][c]) for c in (0, 1)]
        intact = [int(s["intact"][:n][s["company"][:n] == c].sum()) for c in (0, 1)]
        has_arrived = self._scenario == "march" and s["done"] and s["winner"] == RED
        return {
            "ending": self.ending(state),
            "turns": int(s["turn"]),
            "out": out,
            "crossed": s["crossed"].tolist(),
            "breakups": s["breakups"].tolist(),
            "intact": intact,
            "arrived_intact": [int(has_arrived and 5 * intact[0] >= 4 * s["started"][RED]), 0],
        }
